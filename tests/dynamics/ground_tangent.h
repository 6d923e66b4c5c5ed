// SPDX-License-Identifier: MIT
// Tangent of a force element along a direction, compared with differences of its forces.
#ifndef HAWSE_TESTS_DYNAMICS_GROUND_TANGENT_H
#define HAWSE_TESTS_DYNAMICS_GROUND_TANGENT_H

#include "tests/dynamics/mechanism.h"

// Power of the element's forces along a direction of all nodes, at these coordinates.
static inline double ground_power(const mechanism *k, const dyn_force *f, void *z, const vec3 *q, const vec3 *qd,
                                  const vec3 *along) {
    static vec3 force[MECHANISM_NODES + DYN_FIRST_NODE];
    dyn_eval e = dyn_eval_at(&k->model, &k->state);
    double sum = 0;
    memset(force, 0, sizeof force);
    e.q = q, e.qd = qd, e.force = force;
    f->eval(f->self, &e, z);
    for (int i = 0; i < k->model.n_nodes; i++) sum += vec3_dot(force[i], along[i]);
    return sum;
}

// alongᵀ (k_weight K + c_weight C) along at the state.
static inline double ground_tangent(const mechanism *k, const dyn_force *f, void *z, const vec3 *along, double k_weight,
                                    double c_weight) {
    static vec3 force[MECHANISM_NODES + DYN_FIRST_NODE];
    dyn_matrix t = k->model.matrix_pattern;
    dyn_eval e = dyn_eval_at(&k->model, &k->state);
    double sum = 0;
    t.a = calloc(9 * ((size_t)t.n_blocks + 1), sizeof(double));
    assert_non_null(t.a);
    e.force = force, e.tangent = &t, e.k_weight = k_weight, e.c_weight = c_weight;
    f->eval(f->self, &e, z);
    for (int i = DYN_FIRST_NODE; i < k->model.n_nodes; i++)
        for (int j = DYN_FIRST_NODE; j <= i; j++) {
            int block = dyn_matrix_find(&t, i, j);
            if (block < 0) continue;
            const double *a = t.a + (ptrdiff_t)9 * block, x[3] = {along[i].x, along[i].y, along[i].z},
                         y[3] = {along[j].x, along[j].y, along[j].z};
            for (int c = 0; c < 9; c++) sum += (i == j ? 1 : 2) * x[c / 3] * a[c] * y[c % 3];
        }
    free(t.a);
    return sum;
}

// Predicts at the state, then checks K and C along a direction by central differences within the step.
static inline void ground_check_tangent(const mechanism *k, const dyn_force *f, void *z, const vec3 *along,
                                        double share) {
    static vec3 x[2][MECHANISM_NODES + DYN_FIRST_NODE];
    const double step = 1e-6;
    dyn_eval e = dyn_eval_at(&k->model, &k->state);
    f->predict(f->self, &e, z);
    for (int by = 0; by < 2; by++) {
        double slope = 0;
        for (int side = -1; side <= 1; side += 2) {
            for (int i = 0; i < k->model.n_nodes; i++) {
                x[0][i] = vec3_madd(k->state.q[i], by ? 0 : side * step, along[i]);
                x[1][i] = vec3_madd(k->state.qd[i], by ? side * step : 0, along[i]);
            }
            slope -= side * ground_power(k, f, z, x[0], x[1], along) / (2 * step);
        }
        double tangent = ground_tangent(k, f, z, along, !by, by);
        assert_true(fabs(slope) > 0);
        CHECK_NEAR(tangent, slope, share * fabs(slope));
    }
}

#endif
