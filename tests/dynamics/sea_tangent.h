// SPDX-License-Identifier: MIT
// Tangents of force elements on the ball in the sea, compared with differences of their forces.
#ifndef HAWSE_TESTS_DYNAMICS_SEA_TANGENT_H
#define HAWSE_TESTS_DYNAMICS_SEA_TANGENT_H

#include "tests/dynamics/sea_rig.h"

#define BALL_NODES (DYN_FIRST_NODE + 4)
#define BALL_SIZE (3 * BALL_NODES)

typedef enum derivative { OF_PLACE, OF_VELOCITY, OF_ACCELERATION } derivative;

static vec3 pushed[BALL_NODES];

static inline void evaluate_force(const dyn_force *f, dyn_eval *e, const vec3 *q, const vec3 *qd) {
    memset(pushed, 0, sizeof pushed);
    e->q = q, e->qd = qd, e->force = pushed;
    f->eval(f->self, e, NULL);
}

static inline double tangent_entry(const dyn_matrix *t, int a, int b) {
    int i = a / 3, j = b / 3, k = i >= j ? dyn_matrix_find(t, i, j) : dyn_matrix_find(t, j, i);
    if (k < 0) return 0;
    return i >= j ? t->a[9 * k + 3 * (a % 3) + b % 3] : t->a[9 * k + 3 * (b % 3) + a % 3];
}

// Returns the tangent k_weight K + c_weight C + M.
static inline dyn_matrix assemble_tangent(const mechanism *k, const dyn_force *f, dyn_eval *e, const vec3 *q,
                                          const vec3 *qd, double k_weight, double c_weight) {
    dyn_matrix t = k->model.matrix_pattern;
    t.a = calloc(9 * ((size_t)t.n_blocks + 1), sizeof(double));
    e->tangent = &t, e->k_weight = k_weight, e->c_weight = c_weight;
    evaluate_force(f, e, q, qd);
    e->tangent = NULL;
    return t;
}

// Checks K, C or M of the tangent against central differences of the forces within a step: quantities frozen for the
// step stay constant.
static inline void check_tangent(const mechanism *k, const dyn_force *f, dyn_eval *e, vec3 *q, vec3 *qd,
                                 derivative by) {
    static double d[BALL_SIZE][BALL_SIZE];
    double most = 0, step = by == OF_VELOCITY ? 1e-5 : 1e-6;
    vec3 *x = by == OF_PLACE ? q : by == OF_VELOCITY ? qd : k->state.qdd;
    dyn_matrix t = assemble_tangent(k, f, e, q, qd, by == OF_PLACE, by == OF_VELOCITY),
               mass = assemble_tangent(k, f, e, q, qd, 0, 0);
    for (int i = 0; i < 9 * t.n_blocks && by != OF_ACCELERATION; i++) t.a[i] -= mass.a[i];
    for (int b = 3 * DYN_FIRST_NODE; b < BALL_SIZE; b++)
        for (int side = -1; side <= 1; side += 2) {
            double *to = (double *)x + b, was = *to;
            *to = was + side * step;
            evaluate_force(f, e, q, qd);
            *to = was;
            for (int a = 0; a < BALL_SIZE; a++)
                d[a][b] = (side < 0 ? 0 : d[a][b]) - side * ((double *)pushed)[a] / (2 * step);
        }
    for (int a = 3 * DYN_FIRST_NODE; a < BALL_SIZE; a++)
        for (int b = 3 * DYN_FIRST_NODE; b < BALL_SIZE; b++) most = fmax(most, fabs(d[a][b]));
    assert_true(most > 0);
    for (int a = 3 * DYN_FIRST_NODE; a < BALL_SIZE; a++)
        for (int b = 3 * DYN_FIRST_NODE; b < BALL_SIZE; b++) CHECK_NEAR(tangent_entry(&t, a, b), d[a][b], 1e-6 * most);
    free(t.a);
    free(mass.a);
}

#endif
