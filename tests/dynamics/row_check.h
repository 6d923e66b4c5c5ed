// SPDX-License-Identifier: MIT
// Checks of all rows of a model against central differences of fourth order at a random state: phi_q, phi_t, gamma, and
// phi_qqᵀ lambda in the tangent; and the rank of phi_q.
#ifndef HAWSE_TESTS_DYNAMICS_ROW_CHECK_H
#define HAWSE_TESTS_DYNAMICS_ROW_CHECK_H

#include "dynamics/core/constraint.h"
#include "dynamics/core/state.h"
#include "tests/check.h"
#include "tests/random.h"
#include <stdlib.h>
#include <string.h>

#define ROW_CHECK_STEP 2e-3
#define ROW_CHECK_TOLERANCE                                                                                            \
    1e-9 // truncation step⁴ f⁗′/30 and rounding 1e-15/step, both below 1e-11 × derivatives <= 50

typedef struct row_check {
    const dyn_model *m;
    vec3 *q, *qd;
    dyn_row *row, *other;
    dyn_eval e;
} row_check;

static inline double *row_check_coordinate(vec3 *x, int i, int c) {
    return c == 0 ? &x[i].x : c == 1 ? &x[i].y : &x[i].z;
}

static inline double row_check_gradient(const dyn_row *row, int node, int c) {
    for (int k = 0; k < row->n; k++)
        if (row->node[k] == node) return *row_check_coordinate((vec3 *)row->g, k, c);
    return 0;
}

// Weights of the four-point central difference at -2, -1, 1, 2 steps.
static inline double row_check_weight(int side) {
    double w = abs(side) == 1 ? 8.0 / 12 : -1.0 / 12;
    return (side > 0 ? w : -w) / ROW_CHECK_STEP;
}

// Differences of phi (by row) and of the gradients (by row, node, component) for coordinate c of node i.
static inline void row_check_by_coordinate(row_check *r, int i, int c, double *phi, double *g) {
    const dyn_model *m = r->m;
    memset(phi, 0, (size_t)m->n_rows * sizeof *phi);
    memset(g, 0, (size_t)(m->n_rows * m->n_nodes * 3) * sizeof *g);
    double *x = row_check_coordinate(r->q, i, c), x0 = *x;
    for (int side = -2; side <= 2; side++) {
        if (side == 0) continue;
        *x = x0 + side * ROW_CHECK_STEP;
        dyn_rows_eval(m, &r->e, r->other);
        for (int k = 0; k < m->n_rows; k++) {
            phi[k] += row_check_weight(side) * r->other[k].phi;
            for (int n = 0; n < 3 * m->n_nodes; n++)
                g[k * m->n_nodes * 3 + n] += row_check_weight(side) * row_check_gradient(&r->other[k], n / 3, n % 3);
        }
    }
    *x = x0;
}

// Entry of the tangent for coordinates (i, ci) and (j, cj); diagonal blocks store both triangles.
static inline double row_check_entry(const dyn_matrix *t, int i, int ci, int j, int cj) {
    int k = i >= j ? dyn_matrix_find(t, i, j) : dyn_matrix_find(t, j, i);
    if (k < 0) return 0;
    return i >= j ? t->a[9 * k + 3 * ci + cj] : t->a[9 * k + 3 * cj + ci];
}

static inline void row_check_tangent(row_check *r, const double *lambda, dyn_curvature curvature, dyn_matrix *t) {
    const dyn_model *m = r->m;
    double *alpha = calloc((size_t)m->n_rows + 1, sizeof *alpha);
    dyn_model loose = *m;
    loose.alpha = alpha; // no penalties: mass and curvature only
    *t = m->matrix_pattern;
    t->a = calloc(9 * ((size_t)t->n_blocks + 1), sizeof(double));
    r->e.tangent = t;
    dyn_constraint_tangent(&loose, &r->e, r->row + dyn_first_group_row(m), lambda, curvature, 1);
    r->e.tangent = NULL;
    free(alpha);
}

static inline void row_check_derivatives(row_check *r, uint64_t *seed) {
    const dyn_model *m = r->m;
    double *phi = calloc((size_t)m->n_rows, sizeof *phi), *lambda = calloc((size_t)m->n_rows, sizeof *lambda);
    double *g = calloc((size_t)(m->n_rows * m->n_nodes * 3), sizeof *g);
    for (int k = 0; k < m->n_rows; k++) lambda[k] = random_unit(seed);
    dyn_matrix full, mass;
    row_check_tangent(r, lambda, DYN_CURVATURE_FULL, &full);
    row_check_tangent(r, lambda, DYN_CURVATURE_NONE, &mass);
    for (int j = DYN_FIRST_NODE; j < m->n_nodes; j++)
        for (int cj = 0; cj < 3 && !m->fixed[j]; cj++) {
            row_check_by_coordinate(r, j, cj, phi, g);
            for (int k = 0; k < m->n_rows; k++)
                CHECK_NEAR(row_check_gradient(&r->row[k], j, cj), phi[k], ROW_CHECK_TOLERANCE);
            for (int n = 3 * DYN_FIRST_NODE; n < 3 * m->n_nodes; n++) {
                int i = n / 3, ci = n % 3;
                if (m->fixed[i]) continue;
                double sum = 0;
                for (int k = 0; k < m->n_rows; k++) sum += lambda[k] * g[k * m->n_nodes * 3 + n];
                CHECK_NEAR(row_check_entry(&full, i, ci, j, cj) - row_check_entry(&mass, i, ci, j, cj), sum,
                           10 * ROW_CHECK_TOLERANCE);
            }
        }
    free(full.a);
    free(mass.a);
    free(phi);
    free(lambda);
    free(g);
}

// Checks phi_t by differences in time alone, and gamma by differences of phi_q qd + phi_t along the motion.
static inline void row_check_rates(row_check *r) {
    const dyn_model *m = r->m;
    double *phi_t = calloc((size_t)m->n_rows, sizeof *phi_t), *gamma = calloc((size_t)m->n_rows, sizeof *gamma);
    double t0 = r->e.t;
    for (int side = -2; side <= 2; side++) {
        if (side == 0) continue;
        double by = side * ROW_CHECK_STEP, w = row_check_weight(side);
        r->e.t = t0 + by;
        dyn_rows_eval(m, &r->e, r->other);
        for (int k = 0; k < m->n_rows; k++) phi_t[k] += w * r->other[k].phi;
        for (int i = 0; i < m->n_nodes; i++) r->q[i] = vec3_madd(r->q[i], by, r->qd[i]);
        dyn_rows_eval(m, &r->e, r->other);
        for (int k = 0; k < m->n_rows; k++) gamma[k] += w * (dyn_row_times(&r->other[k], r->qd) + r->other[k].phi_t);
        for (int i = 0; i < m->n_nodes; i++) r->q[i] = vec3_madd(r->q[i], -by, r->qd[i]);
    }
    r->e.t = t0;
    for (int k = 0; k < m->n_rows; k++) {
        CHECK_NEAR(r->row[k].phi_t, phi_t[k], ROW_CHECK_TOLERANCE);
        CHECK_NEAR(r->row[k].gamma, gamma[k], 10 * ROW_CHECK_TOLERANCE);
    }
    free(phi_t);
    free(gamma);
}

// Checks all rows of a finished model in motion near its initial coordinates.
static inline void row_check_model(const dyn_model *m, uint64_t seed) {
    dyn_state s;
    assert_int_equal(dyn_state_create(m, &s), RT_OK);
    row_check r = {.m = m, .q = s.q, .qd = s.qd};
    r.row = calloc((size_t)m->n_rows, sizeof *r.row);
    r.other = calloc((size_t)m->n_rows, sizeof *r.other);
    for (int i = DYN_FIRST_NODE; i < m->n_nodes; i++) {
        if (m->fixed[i]) continue;
        s.q[i] = vec3_add(s.q[i], random_vec3(&seed, 0.3));
        s.qd[i] = random_vec3(&seed, 1);
    }
    r.e = dyn_eval_at(m, &s);
    r.e.t = 1 + random_unit(&seed);
    dyn_rows_eval(m, &r.e, r.row);
    row_check_derivatives(&r, &seed);
    row_check_rates(&r);
    free(r.row);
    free(r.other);
    dyn_state_free(&s);
}

// Degrees of freedom: number of free coordinates minus the rank of phi_q.
static inline int row_check_freedom(const dyn_model *m, const dyn_state *s) {
    int rows = m->n_rows, cols = 3 * m->n_nodes, movable = 0, rank = 0;
    double *a = calloc((size_t)(rows * cols), sizeof *a);
    dyn_row *row = calloc((size_t)rows, sizeof *row);
    dyn_eval e = dyn_eval_at(m, s);
    dyn_rows_eval(m, &e, row);
    for (int i = DYN_FIRST_NODE; i < m->n_nodes; i++) {
        if (m->fixed[i]) continue;
        movable += 3;
        for (int k = 0; k < rows; k++)
            for (int c = 0; c < 3; c++) a[k * cols + 3 * i + c] = row_check_gradient(&row[k], i, c);
    }
    for (;; rank++) { // Gaussian elimination with full pivoting
        int pr = 0, pc = 0;
        for (int k = rank * cols; k < rows * cols; k++)
            if (fabs(a[k]) > fabs(a[pr * cols + pc]) || pr < rank) pr = k / cols, pc = k % cols;
        if (rank == rows || fabs(a[pr * cols + pc]) < 1e-7) break;
        for (int c = 0; c < cols; c++) {
            double x = a[pr * cols + c];
            a[pr * cols + c] = a[rank * cols + c];
            a[rank * cols + c] = x;
        }
        for (int k = rank + 1; k < rows; k++) {
            double f = a[k * cols + pc] / a[rank * cols + pc];
            for (int c = 0; c < cols; c++) a[k * cols + c] -= f * a[rank * cols + c];
        }
    }
    free(a);
    free(row);
    return movable - rank;
}

#endif
