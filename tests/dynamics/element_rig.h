// SPDX-License-Identifier: MIT
// Two bodies at random coordinates for tests of force elements: evaluation of the only element, its tangent,
// differences of its forces.
#ifndef HAWSE_TESTS_DYNAMICS_ELEMENT_RIG_H
#define HAWSE_TESTS_DYNAMICS_ELEMENT_RIG_H

#include "dynamics/core/model.h"
#include "dynamics/core/state.h"
#include "tests/check.h"
#include "tests/random.h"
#include <stdlib.h>
#include <string.h>

enum { NODES = DYN_FIRST_NODE + 9, N = 3 * NODES };

// Bodies 0 and 1 share a point (p1 of 0 is p0 of 1); node `lone` holds scalars.
typedef struct rig {
    dyn_model m;
    dyn_state s;
    vec3 q[NODES], qd[NODES], last[NODES], force[NODES];
    dyn_matrix tangent;
    dyn_eval e;
    rt_command command;
    int shared, lone;
    uint64_t seed;
} rig;

static inline void make_rig(rig *r, uint64_t seed) {
    *r = (rig){.seed = seed};
    assert_true(dyn_model_create(&r->m, 1e-3, vec3_make(0, 0, 0), NODES, 2, 0, 0, 4));
    mat3 f0 = random_rotation(&r->seed), f1 = random_rotation(&r->seed);
    vec3 at = random_vec3(&r->seed, 1);
    int a = dyn_add_node(&r->m, at, false);
    r->shared = dyn_add_node(&r->m, vec3_madd(at, 0.8, mat3_column(&f0, 0)), false);
    vec3 mid = r->m.node0[r->shared];
    int u0 = dyn_add_node(&r->m, mat3_column(&f0, 1), false), v0 = dyn_add_node(&r->m, mat3_column(&f0, 2), false);
    int b = dyn_add_node(&r->m, vec3_madd(mid, 1.2, mat3_column(&f1, 0)), false);
    int u1 = dyn_add_node(&r->m, mat3_column(&f1, 1), false), v1 = dyn_add_node(&r->m, mat3_column(&f1, 2), false);
    dyn_body_def d = {.p0 = a,
                      .p1 = r->shared,
                      .u = u0,
                      .v = v0,
                      .rb_p1 = {0.8, 0, 0},
                      .ub = {0, 1, 0},
                      .vb = {0, 0, 1},
                      .mass = 2,
                      .inertia = mat3_identity()};
    assert_int_equal(dyn_add_body(&r->m, &d, NULL), RT_OK);
    d.p0 = r->shared, d.p1 = b, d.u = u1, d.v = v1, d.rb_p1.x = 1.2;
    assert_int_equal(dyn_add_body(&r->m, &d, NULL), RT_OK);
    r->lone = dyn_add_lone_node(&r->m, random_vec3(&r->seed, 1), vec3_make(1, 1, 1));
    dyn_add_lone_node(&r->m, random_vec3(&r->seed, 1), vec3_make(1, 1, 1));
}

// Call after the elements are added. Sets random coordinates near the initial ones, random velocities, and slightly
// different coordinates of the last step.
static inline void set_random_motion(rig *r) {
    assert_int_equal(dyn_model_finish(&r->m, 1e5), RT_OK);
    assert_int_equal(dyn_state_create(&r->m, &r->s), RT_OK);
    assert_int_equal(r->m.n_nodes, NODES);
    for (int i = 0; i < NODES; i++) {
        bool ground = i < DYN_FIRST_NODE;
        r->q[i] = ground ? r->m.node0[i] : vec3_add(r->m.node0[i], random_vec3(&r->seed, 0.05));
        r->qd[i] = ground ? vec3_make(0, 0, 0) : random_vec3(&r->seed, 1);
        r->last[i] = ground ? r->q[i] : vec3_madd(r->q[i], -1e-3, r->qd[i]);
    }
    r->tangent = r->m.matrix_pattern;
    r->tangent.a = calloc(9 * ((size_t)r->tangent.n_blocks + 1), sizeof(double));
    assert_non_null(r->tangent.a);
    r->e = (dyn_eval){.model = &r->m,
                      .state = &r->s,
                      .q = r->q,
                      .qd = r->qd,
                      .q_last = r->last,
                      .body_on = r->s.body_on,
                      .force = r->force,
                      .command = &r->command,
                      .h = r->m.h,
                      .t = r->m.h,
                      .only_body = -1};
    for (int k = 0; k < r->m.n_forces; k++)
        if (r->m.force[k]->predict) r->m.force[k]->predict(r->m.force[k]->self, &r->e, r->s.z + r->m.force_z[k]);
}

static inline void destroy_rig(rig *r) {
    free(r->tangent.a);
    dyn_state_free(&r->s);
    dyn_model_destroy(&r->m);
}

static inline double *entry(vec3 *x, int k) { return (double *)x + k; }

// Evaluates the forces of the only element.
static inline void evaluate(rig *r) {
    memset(r->force, 0, sizeof r->force);
    r->m.force[0]->eval(r->m.force[0]->self, &r->e, r->s.z);
}

static inline void element_tangent(rig *r, double k_weight, double c_weight, double *k) {
    dyn_matrix_clear(&r->tangent);
    r->e.tangent = &r->tangent, r->e.k_weight = k_weight, r->e.c_weight = c_weight;
    evaluate(r);
    r->e.tangent = NULL;
    memset(k, 0, N * N * sizeof *k);
    for (int i = DYN_FIRST_NODE; i < NODES; i++)
        for (int j = DYN_FIRST_NODE; j <= i; j++) {
            int block = dyn_matrix_find(&r->tangent, i, j);
            for (int a = 0; a < 9 && block >= 0; a++)
                k[(3 * i + a / 3) * N + 3 * j + a % 3] = k[(3 * j + a % 3) * N + 3 * i + a / 3] =
                    r->tangent.a[9 * block + a];
        }
}

// -dF/dx of the free nodes.
static inline void numeric_tangent(rig *r, vec3 *x, double step, double *k) {
    memset(k, 0, N * N * sizeof *k);
    for (int b = 3 * DYN_FIRST_NODE; b < N; b++) {
        double x0 = *entry(x, b);
        for (int side = -1; side <= 1; side += 2) {
            *entry(x, b) = x0 + side * step;
            evaluate(r);
            for (int a = 3 * DYN_FIRST_NODE; a < N; a++) k[a * N + b] -= side * *entry(r->force, a) / (2 * step);
        }
        *entry(x, b) = x0;
    }
}

static inline double largest(const double *k) {
    double most = 0;
    for (int i = 0; i < N * N; i++) most = fmax(most, fabs(k[i]));
    return most;
}

static inline void check_same(const double *k, const double *expected, double scale) {
    for (int i = 0; i < N * N; i++) CHECK_NEAR(k[i], expected[i], 1e-6 * scale);
}

static inline void symmetric_part(double *k) {
    for (int a = 0; a < N; a++)
        for (int b = 0; b < a; b++) k[a * N + b] = k[b * N + a] = 0.5 * (k[a * N + b] + k[b * N + a]);
}

// True when k is positive semi-definite within the shift, by Cholesky factorisation of k + shift I.
static inline bool is_positive(const double *k, double shift) {
    static double l[N * N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            double sum = k[i * N + j] + (i == j ? shift : 0);
            for (int p = 0; p < j; p++) sum -= l[i * N + p] * l[j * N + p];
            if (i == j && !(sum > 0)) return false;
            l[i * N + j] = i == j ? sqrt(sum) : sum / l[j * N + j];
        }
    return true;
}

// Checks the forces on each body alone: they act on its nodes, are a couple if the element is one, and add up to the
// whole; and Q·qd = F s'.
static inline void check_bodies_and_power(rig *r, bool couple, double power) {
    vec3 sum[NODES] = {{0, 0, 0}};
    for (int body = 0; body < 2; body++) {
        r->e.only_body = body;
        evaluate(r);
        for (int i = 0; i < NODES; i++) sum[i] = vec3_add(sum[i], r->force[i]);
        const int *own = r->m.body[body].node, *other = r->m.body[1 - body].node;
        for (int k = 0; k < 4; k++)
            if (other[k] != r->shared) assert_true(vec3_norm(r->force[other[k]]) == 0);
        vec3 net = vec3_add(r->force[own[0]], r->force[own[1]]);
        if (couple) assert_true(vec3_norm(net) <= 1e-14 * (vec3_norm(r->force[own[0]]) + vec3_norm(r->force[own[1]])));
    }
    r->e.only_body = -1;
    evaluate(r);
    double got = 0, scale = 0;
    for (int i = DYN_FIRST_NODE; i < NODES; i++) {
        if (i < r->lone) assert_true(vec3_norm(vec3_sub(sum[i], r->force[i])) <= 1e-14 * vec3_norm(r->force[i]));
        got += vec3_dot(r->force[i], r->qd[i]);
        scale += vec3_norm(r->force[i]);
    }
    CHECK_NEAR(got, power, 1e-12 * (scale + fabs(power)));
}

#endif
