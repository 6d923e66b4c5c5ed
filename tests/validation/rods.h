// SPDX-License-Identifier: MIT
// Chains of uniform rods in the vertical x-z plane, for the cases that hang or drop them.
#ifndef HAWSE_TESTS_VALIDATION_RODS_H
#define HAWSE_TESTS_VALIDATION_RODS_H

#include "dynamics/core/start.h"
#include "tests/check.h"

enum { RODS_MAX = 120 };

typedef struct rods {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    int n, p[RODS_MAX + 1]; // rods; nodes of the points
    rt_events events;
} rods;

// Step options for comparisons to many digits: iterated and projected nearly to round-off.
static inline dyn_step_def rods_step_def(void) {
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = 1e-11;
    return def;
}

// Rods of the given mass between the points x[0] .. x[n] of the x-z plane, at rest; x[0] is ground. All share the axis
// across the plane, which is ground: revolute joints.
static inline void rods_make(rods *r, int n, double mass, const vec3 *x, double h, const dyn_step_def *step) {
    assert_in_range(n, 1, RODS_MAX);
    *r = (rods){.n = n};
    dyn_model *m = &r->model;
    assert_true(dyn_model_create(m, h, vec3_make(0, 0, -9.81), 1 + 2 * n, n, 0, 0, 0));
    r->p[0] = dyn_add_node(m, x[0], true);
    for (int k = 0; k < n; k++) {
        vec3 d = vec3_sub(x[k + 1], x[k]);
        double l = vec3_norm(d), about = mass * l * l / 12;
        int v = dyn_add_node(m, vec3_cross(d, vec3_make(0, 1, 0)), false);
        r->p[k + 1] = dyn_add_node(m, x[k + 1], false);
        // slender about the axis across the plane; the inertia about its own line is arbitrary, since the motion does
        // not use it
        const dyn_body_def def = {.p0 = r->p[k],
                                  .p1 = r->p[k + 1],
                                  .u = DYN_EY,
                                  .v = v,
                                  .rb_p1 = {l, 0, 0},
                                  .ub = {0, 1, 0},
                                  .vb = {0, 0, l},
                                  .mass = mass,
                                  .centre = {l / 2, 0, 0},
                                  .inertia = {{{0.1 * about, 0, 0}, {0, about, 0}, {0, 0, about}}}};
        assert_int_equal(dyn_add_body(m, &def, NULL), RT_OK);
    }
    assert_int_equal(dyn_model_finish(m, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(m, &r->state), RT_OK);
    r->work = dyn_work_create(m, step);
    assert_non_null(r->work);
    assert_true(dyn_initial_acceleration(m, &r->state, r->work, &(rt_command){0}) < 1e-7);
}

static inline dyn_step_info rods_step(rods *r) {
    return dyn_step(&r->model, &r->state, r->work, &(rt_command){0}, NULL, &r->events);
}

static inline vec3 rods_tip(const rods *r) { return r->state.q[r->p[r->n]]; }

static inline void rods_free(rods *r) {
    dyn_work_destroy(r->work);
    dyn_state_free(&r->state);
    dyn_model_destroy(&r->model);
}

#endif
