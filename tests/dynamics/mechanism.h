// SPDX-License-Identifier: MIT
// Mechanisms for tests of joints: bodies by pose, joints, a start and steps.
#ifndef HAWSE_TESTS_DYNAMICS_MECHANISM_H
#define HAWSE_TESTS_DYNAMICS_MECHANISM_H

#include "dynamics/coordinate/angle.h"
#include "dynamics/coordinate/distance.h"
#include "dynamics/coordinate/driver.h"
#include "dynamics/core/start.h"
#include "dynamics/joint/joint.h"
#include "dynamics/joint/reaction.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

enum { MECHANISM_JOINTS = 12, MECHANISM_NODES = 100, MECHANISM_ROWS = 400 };

typedef struct mechanism {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    dyn_joint joint[MECHANISM_JOINTS];
    int n_joints;
    dyn_step_info last;
    double phi_max; // largest of all steps
    rt_events events;
} mechanism;

// Definition of a body: frame at p0, p1 at `length` along x, u along y, v along z. Nodes > 0 are shared nodes.
typedef struct brick {
    pose at;
    double length, mass;
    vec3 centre, inertia; // inertia: principal moments about the centre
    int p0, p1, u, v;
} brick;

static inline void mechanism_make(mechanism *k, double h, vec3 gravity) {
    *k = (mechanism){0};
    assert_true(dyn_model_create(&k->model, h, gravity, MECHANISM_NODES, 12, 80, 80, 8));
}

static inline int brick_node(mechanism *k, int given, vec3 x) {
    return given > 0 ? given : dyn_add_node(&k->model, x, false);
}

static inline int mechanism_body(mechanism *k, const brick *b) {
    vec3 along = vec3_make(b->length, 0, 0);
    dyn_body_def def = {.rb_p1 = along, .ub = {0, 1, 0}, .vb = {0, 0, 1}, .mass = b->mass, .centre = b->centre};
    def.inertia = (mat3){{{b->inertia.x, 0, 0}, {0, b->inertia.y, 0}, {0, 0, b->inertia.z}}};
    def.p0 = brick_node(k, b->p0, b->at.p);
    def.p1 = brick_node(k, b->p1, pose_point(&b->at, along));
    def.u = brick_node(k, b->u, mat3_column(&b->at.r, 1));
    def.v = brick_node(k, b->v, mat3_column(&b->at.r, 2));
    int body = -1;
    assert_int_equal(dyn_add_body(&k->model, &def, &body), RT_OK);
    return body;
}

static inline dyn_joint *mechanism_joint(mechanism *k, dyn_joint_kind kind, int body1, int body2, vec3 point,
                                         vec3 axis) {
    const dyn_joint_def def = {kind, {body1, body2}, {point, point}, {axis}};
    const char *why;
    dyn_joint *j = &k->joint[k->n_joints++];
    assert_int_equal(dyn_joint_add(j, &k->model, &def, &why), RT_OK);
    return j;
}

static inline void mechanism_finish_with(mechanism *k, double gamma, const dyn_step_def *def) {
    assert_int_equal(dyn_model_finish(&k->model, gamma), RT_OK);
    assert_int_equal(dyn_state_create(&k->model, &k->state), RT_OK);
    k->work = dyn_work_create(&k->model, def);
    assert_non_null(k->work);
}

static inline void mechanism_finish(mechanism *k) {
    dyn_step_def def = dyn_step_def_default();
    def.solver = DYN_SOLVER_KLU;
    def.tolerance = 1e-10;
    def.max_projections = 3;
    mechanism_finish_with(k, 1e6, &def);
}

static inline dyn_start_info mechanism_try_start(mechanism *k, const unsigned char *held, const unsigned char *given) {
    const dyn_start_def def = {.held = held, .given = given, .position = 1e-10, .velocity = 1e-9, .acceleration = 1e-6};
    return dyn_start(&k->model, &k->state, k->work, &(rt_command){0}, &def);
}

static inline void mechanism_start(mechanism *k) {
    dyn_start_info info = mechanism_try_start(k, NULL, NULL);
    if (!info.solved)
        print_error("start: position %g (row %d), velocity %g (row %d), acceleration %g (row %d)\n", info.position,
                    info.position_row, info.velocity, info.velocity_row, info.acceleration, info.acceleration_row);
    assert_true(info.solved);
}

static inline void mechanism_step(mechanism *k) {
    k->last = dyn_step(&k->model, &k->state, k->work, &(rt_command){0}, NULL, &k->events);
    k->phi_max = fmax(k->phi_max, k->last.phi_max);
}

// Sets a body's rigid motion: velocity of its p0 and angular velocity.
static inline void mechanism_spin(mechanism *k, int body, vec3 velocity, vec3 omega) {
    const int *n = k->model.body[body].node;
    vec3 *q = k->state.q, *qd = k->state.qd, d = vec3_sub(q[n[1]], q[n[0]]);
    qd[n[0]] = velocity;
    qd[n[1]] = vec3_add(velocity, vec3_cross(omega, d));
    for (int i = 2; i < 4; i++) qd[n[i]] = vec3_cross(omega, q[n[i]]);
    for (int i = 0; i < 4; i++)
        if (k->model.fixed[n[i]]) qd[n[i]] = vec3_make(0, 0, 0);
}

// True when a row of the finished model belongs to the joint.
static inline bool mechanism_has_row(const dyn_joint *j, const dyn_model *m, int row) {
    for (int k = 0; k < j->n_rows; k++)
        if (row == dyn_bilinear_row(m, j->row[k])) return true;
    for (int k = 0; k < j->n_ties; k++) {
        int first = m->group[j->tie[k].group].first_row;
        if (j->tie[k].node != DYN_ZERO && row >= first && row < first + 3) return true;
    }
    return false;
}

static inline dyn_reaction mechanism_reaction(mechanism *k, const dyn_joint *j) {
    vec3 scratch[MECHANISM_NODES + DYN_FIRST_NODE];
    double lambda[MECHANISM_ROWS];
    assert_true(k->model.n_rows <= MECHANISM_ROWS);
    dyn_multipliers(&k->model, &k->state, k->work, &(rt_command){0}, lambda);
    return dyn_joint_reaction(j, &k->model, &k->state, lambda, &(rt_command){0}, scratch);
}

static inline double mechanism_driver_force(mechanism *k, const dyn_driver *d) {
    double lambda[MECHANISM_ROWS];
    assert_true(k->model.n_rows <= MECHANISM_ROWS);
    dyn_multipliers(&k->model, &k->state, k->work, &(rt_command){0}, lambda);
    return dyn_driver_force(d, &k->model, lambda);
}

static inline void mechanism_free(mechanism *k) {
    dyn_work_destroy(k->work);
    dyn_state_free(&k->state);
    dyn_model_destroy(&k->model);
}

#define CHECK_VEC3(value, expected, tolerance) CHECK_NEAR(vec3_norm(vec3_sub((value), (expected))), 0, (tolerance))

#endif
