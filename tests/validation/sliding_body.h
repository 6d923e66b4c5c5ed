// SPDX-License-Identifier: MIT
// One free rigid body with a closed mesh against a hull mesh, for the cases of anchor-hull contact.
#ifndef HAWSE_TESTS_VALIDATION_SLIDING_BODY_H
#define HAWSE_TESTS_VALIDATION_SLIDING_BODY_H

#include "contact/set/hull_body.h"
#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "tests/check.h"
#include <string.h>

typedef struct sliding_body {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    int body;
    contact_bvh tree, hull_tree;
    contact_hull_body contact;
    rt_command command;
    rt_events events;
} sliding_body;

// The body alone: frame at the centre of mass, posed by `at`, at rest. Force elements can be added, then _finish.
static inline void sliding_body_begin(sliding_body *b, double mass, mat3 inertia, const pose *at, vec3 gravity,
                                      double h) {
    memset(b, 0, sizeof *b);
    assert_true(dyn_model_create(&b->model, h, gravity, 4, 1, 0, 0, 2));
    dyn_model *d = &b->model;
    int p0 = dyn_add_node(d, at->p, false), p1 = dyn_add_node(d, pose_point(at, vec3_make(0, 0, 1)), false);
    int u = dyn_add_node(d, mat3_column(&at->r, 0), false), v = dyn_add_node(d, mat3_column(&at->r, 1), false);
    const dyn_body_def def = {.p0 = p0,
                              .p1 = p1,
                              .u = u,
                              .v = v,
                              .rb_p1 = {0, 0, 1},
                              .ub = {1, 0, 0},
                              .vb = {0, 1, 0},
                              .mass = mass,
                              .inertia = inertia};
    assert_int_equal(dyn_add_body(d, &def, &b->body), RT_OK);
}

static inline void sliding_body_finish(sliding_body *b) {
    dyn_model *d = &b->model;
    assert_int_equal(dyn_model_finish(d, 1e7), RT_OK);
    assert_int_equal(dyn_state_create(d, &b->state), RT_OK);
    dyn_step_def step = dyn_step_def_default();
    b->work = dyn_work_create(d, &step);
    assert_non_null(b->work);
    assert_true(dyn_initial_acceleration(d, &b->state, b->work, &b->command) < 1e-6);
}

// Sets the velocity of the centre of mass, without spin.
static inline void sliding_body_throw(sliding_body *b, vec3 velocity) {
    b->state.qd[DYN_FIRST_NODE] = b->state.qd[DYN_FIRST_NODE + 1] = velocity;
}

static inline vec3 sliding_body_velocity(const sliding_body *b) { return b->state.qd[DYN_FIRST_NODE]; }

// Adds the contact of its mesh with the hull's, by contact regions.
static inline void sliding_body_add_regions(sliding_body *b, const contact_mesh *mesh, const contact_mesh *hull,
                                            const contact_material *m) {
    assert_int_equal(contact_bvh_build(mesh, &b->tree), RT_OK);
    assert_int_equal(contact_bvh_build(hull, &b->hull_tree), RT_OK);
    assert_int_equal(contact_hull_body_create(&b->contact, b->body, mesh, &b->tree, hull, &b->hull_tree, m), RT_OK);
    dyn_add_force(&b->model, &b->contact.force);
}

// The body with its mesh against the hull's mesh, by contact regions.
static inline void sliding_body_make(sliding_body *b, const contact_mesh *mesh, const contact_mesh *hull,
                                     const contact_material *m, double mass, mat3 inertia, const pose *at, vec3 gravity,
                                     double h) {
    sliding_body_begin(b, mass, inertia, at, gravity, h);
    sliding_body_add_regions(b, mesh, hull, m);
    sliding_body_finish(b);
}

static inline void sliding_body_step(sliding_body *b) {
    dyn_step(&b->model, &b->state, b->work, &b->command, NULL, &b->events);
    assert_true(dyn_state_finite(&b->model, &b->state));
}

static inline void sliding_body_free(sliding_body *b) {
    dyn_work_destroy(b->work);
    dyn_state_free(&b->state);
    dyn_model_destroy(&b->model);
    contact_hull_body_free(&b->contact);
    contact_bvh_free(&b->tree);
    contact_bvh_free(&b->hull_tree);
}

#endif
