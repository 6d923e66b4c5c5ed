// SPDX-License-Identifier: MIT
// SuiteSparse KLU: analysed and factored once at set-up, refactored with the same pivots and scaling ever after
// (Davis & Palamadai Natarajan 2010, Algorithm 907). Refactor and solve allocate nothing. Inactive nodes are rows of
// the identity, so that the solution leaves them alone.
#include "dynamics/solver_private.h"
#include <klu.h>
#include <stdlib.h>
#include <string.h>

typedef struct klu {
    dyn_solver base;
    int n, nnz;
    int *ap, *ai; // CSC pattern of both triangles (n + 1), (nnz)
    double *ax;   // values (nnz)
    int *lower;   // where each block's 9 values go in ax (9 n_blocks)
    int *upper;   // where their mirror images go, -1 on the diagonal (9 n_blocks)
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    klu_common common;
} klu;

static void load(klu *s, const dyn_matrix *m, const int *position) {
    for (int i = 0; i < m->n_nodes; i++) {
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            int j = m->col[k];
            bool on = position[i] >= 0 && position[j] >= 0;
            for (int e = 0; e < 9; e++) {
                double v = on ? m->a[9 * k + e] : (i == j && e % 4 == 0 ? 1.0 : 0.0);
                s->ax[s->lower[9 * k + e]] = v;
                if (i != j) s->ax[s->upper[9 * k + e]] = v;
            }
        }
    }
}

static dyn_factor klu_solver_factor(dyn_solver *base, const dyn_matrix *m, const int *position, int n_active) {
    klu *s = (klu *)base;
    (void)n_active;
    load(s, m, position);
    if (!s->numeric) {
        s->numeric = klu_factor(s->ap, s->ai, s->ax, s->symbolic, &s->common);
        return (dyn_factor){s->numeric ? 0 : -1, 0};
    }
    if (!klu_refactor(s->ap, s->ai, s->ax, s->symbolic, s->numeric, &s->common)) return (dyn_factor){-1, 0};
    return (dyn_factor){s->common.status == KLU_SINGULAR ? 1 : 0, 0};
}

static void klu_solver_solve(dyn_solver *base, double *x) {
    klu *s = (klu *)base;
    klu_solve(s->symbolic, s->numeric, s->n, 1, x, &s->common);
}

static void klu_solver_destroy(dyn_solver *base) {
    klu *s = (klu *)base;
    klu_free_numeric(&s->numeric, &s->common);
    klu_free_symbolic(&s->symbolic, &s->common);
    free(s->ap);
    free(s->ai);
    free(s->ax);
    free(s->lower);
    free(s->upper);
    free(s);
}

// The column pattern of both triangles, rows ascending, and where every block's values go.
static void make_pattern(klu *s, const dyn_matrix *m) {
    int n = m->n_nodes;
    // block columns: the mirror images of row j's blocks stand above the diagonal, the blocks of later rows below it
    for (int i = 0; i < n; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            int j = m->col[k];
            for (int c = 0; c < 3; c++) {
                s->ap[3 * j + c + 1] += 3;
                if (i != j) s->ap[3 * i + c + 1] += 3;
            }
        }
    for (int c = 0; c < s->n; c++) s->ap[c + 1] += s->ap[c];
    int *next = s->ai + s->nnz; // scratch behind the rows: next free place of each column (n)
    memcpy(next, s->ap, (size_t)s->n * sizeof *next);
    // above and on the diagonal first: column i takes the mirror images of its own block row, ascending
    for (int i = 0; i < n; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            int j = m->col[k];
            for (int e = 0; e < 9; e++) {
                int r = e / 3, c = e % 3; // value at row 3i + r, column 3j + c
                if (i == j) {
                    if (c == 0)
                        for (int t = 0; t < 3; t++) s->ai[next[3 * j + t] + r] = 3 * i + r;
                    s->lower[9 * k + e] = next[3 * j + c] + r;
                    s->upper[9 * k + e] = -1;
                } else {
                    s->ai[next[3 * i + r] + c] = 3 * j + c;
                    s->upper[9 * k + e] = next[3 * i + r] + c;
                }
            }
            for (int t = 0; t < 3; t++) next[3 * i + t] += 3;
        }
    // then below it: rows i ascend in the outer loop
    for (int i = 0; i < n; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            int j = m->col[k];
            if (i == j) continue;
            for (int e = 0; e < 9; e++) {
                int r = e / 3, c = e % 3;
                s->ai[next[3 * j + c] + r] = 3 * i + r;
                s->lower[9 * k + e] = next[3 * j + c] + r;
            }
            for (int t = 0; t < 3; t++) next[3 * j + t] += 3;
        }
}

dyn_solver *dyn_solver_klu_create(const dyn_matrix *m) {
    klu *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->base = (dyn_solver){klu_solver_factor, klu_solver_solve, klu_solver_destroy};
    s->n = 3 * m->n_nodes;
    s->nnz = 9 * (2 * m->n_blocks - m->n_nodes);
    klu_defaults(&s->common);
    s->common.tol = 0; // always the diagonal: right for a definite matrix, and good for every set of active nodes
    s->ap = calloc((size_t)s->n + 1, sizeof *s->ap);
    s->ai = calloc((size_t)s->nnz + (size_t)s->n, sizeof *s->ai);
    s->ax = calloc((size_t)s->nnz, sizeof *s->ax);
    s->lower = calloc(9 * (size_t)m->n_blocks, sizeof *s->lower);
    s->upper = calloc(9 * (size_t)m->n_blocks, sizeof *s->upper);
    if (s->ap && s->ai && s->ax && s->lower && s->upper) {
        make_pattern(s, m);
        s->symbolic = klu_analyze(s->n, s->ap, s->ai, &s->common);
    }
    if (!s->symbolic) {
        klu_solver_destroy(&s->base);
        return NULL;
    }
    return &s->base;
}
