// SPDX-License-Identifier: MIT
// One free body with a shape, thrown at a shape on ground, and its rebound.
#ifndef HAWSE_TESTS_VALIDATION_SHAPE_DROP_H
#define HAWSE_TESTS_VALIDATION_SHAPE_DROP_H

#include "contact/set/shape_contact.h"
#include "contact/shape/tessellate.h"
#include "tests/validation/sliding_body.h"

typedef struct shape_drop {
    sliding_body b;
    contact_solid body, ground;
    contact_shape_contact contact;
} shape_drop;

// The rebound, after the body has left the ground.
typedef struct shape_rebound {
    vec3 velocity, omega;
    double lowest; // lowest height of the centre [m]
    int steps;     // steps with a contact force
} shape_rebound;

// A shape as triangles, with its tree.
typedef struct shape_mesh {
    contact_mesh mesh;
    contact_bvh tree;
    contact_shape shape;
} shape_mesh;

static inline void shape_mesh_make(shape_mesh *m, const contact_shape *of, double sagitta) {
    rt_diag d = {0};
    if (contact_tessellate("shape", of, sagitta, &m->mesh, &m->tree, &d) != RT_OK) fail_msg("%s", d.text);
    m->shape = (contact_shape){.kind = CONTACT_MESH, .mesh = &m->mesh, .tree = &m->tree};
}

static inline void shape_mesh_free(shape_mesh *m) {
    contact_mesh_free(&m->mesh);
    contact_bvh_free(&m->tree);
}

// The body's frame at the centre of mass, where its shape has the pose `in`.
static inline void shape_drop_make(shape_drop *s, const contact_shape *shape, const pose *in, const pose *at,
                                   const contact_shape *ground, const contact_material *m, double mass, vec3 inertia,
                                   vec3 gravity, double h) {
    const mat3 i = {{{inertia.x, 0, 0}, {0, inertia.y, 0}, {0, 0, inertia.z}}};
    sliding_body_begin(&s->b, mass, i, at, gravity, h);
    s->body = (contact_solid){.body = s->b.body, .shape = *shape, .at = *in};
    s->ground = (contact_solid){.body = -1, .shape = *ground, .at = {mat3_identity(), {0, 0, 0}}};
    assert_int_equal(contact_shape_contact_create(&s->contact, &s->body, &s->ground, m), RT_OK);
    dyn_add_force(&s->b.model, &s->contact.force);
    sliding_body_finish(&s->b);
}

static inline void shape_drop_free(shape_drop *s) {
    contact_shape_contact_free(&s->contact);
    sliding_body_free(&s->b);
}

static inline vec3 shape_drop_omega(const shape_drop *s) {
    dyn_eval e = dyn_eval_at(&s->b.model, &s->b.state);
    return dyn_body_omega(&e, s->b.body);
}

// Throws the body at the ground and runs until it has been free for `free` steps.
static inline shape_rebound shape_drop_run(shape_drop *s, vec3 velocity, int free) {
    shape_rebound r = {.lowest = INFINITY};
    sliding_body_throw(&s->b, velocity);
    for (int k = 0, away = 0; k < 200000 && away < free; k++) {
        sliding_body_step(&s->b);
        bool touches = contact_shape_contact_sum(&s->contact).normal > 0;
        r.steps += touches;
        away = r.steps > 0 && !touches ? away + 1 : 0;
        r.lowest = fmin(r.lowest, s->b.state.q[DYN_FIRST_NODE].z);
    }
    r.velocity = sliding_body_velocity(&s->b);
    r.omega = shape_drop_omega(s);
    return r;
}

#endif
