// SPDX-License-Identifier: MIT
// Solver by SuiteSparse KLU: analyses and factors once at set-up, then refactors with the same pivots (Davis &
// Palamadai Natarajan 2010, Algorithm 907). Refactorisation and solution allocate nothing.
#include "dynamics/solver/private.h"
#include "dynamics/solver/scalar.h"
#include <klu.h>
#include <stdlib.h>
#include <string.h>

typedef struct klu {
    dyn_solver base;
    scalar_matrix m;
    double *pivot; // (n)
    bool useless;  // the last factor is useless
    klu_symbolic *symbolic;
    klu_numeric *numeric;
    klu_common common;
} klu;

// Refactors; pivot k of the symmetric matrix is U's diagonal entry times its row's scale.
static int refactor(void *solver) {
    klu *s = solver;
    if (!klu_refactor(s->m.ap, s->m.ai, s->m.ax, s->symbolic, s->numeric, &s->common)) return 0;
    const double *u = s->numeric->Udiag, *scale = s->numeric->Rs;
    for (int k = 0; k < s->m.n; k++) s->pivot[k] = u[k] * scale[k];
    return s->m.n;
}

static dyn_factor klu_solver_factor(dyn_solver *base, const dyn_matrix *m, const int *position, int n_active) {
    klu *s = (klu *)base;
    (void)n_active;
    scalar_load(&s->m, m, position);
    dyn_factor f = scalar_factor(&s->m, refactor, s, s->pivot, s->numeric->Pnum);
    s->useless = f.bad_pivots < 0;
    return f;
}

static void klu_solver_solve(dyn_solver *base, double *x) {
    klu *s = (klu *)base;
    if (s->useless)
        memset(x, 0, (size_t)s->m.n * sizeof *x);
    else
        klu_solve(s->symbolic, s->numeric, s->m.n, 1, x, &s->common);
}

static void klu_solver_destroy(dyn_solver *base) {
    klu *s = (klu *)base;
    klu_free_numeric(&s->numeric, &s->common);
    klu_free_symbolic(&s->symbolic, &s->common);
    scalar_free(&s->m);
    free(s->pivot);
    free(s);
}

// Computes the first factor, which fixes the pivots, from a definite matrix without a zero in the pattern.
static void factor_first(klu *s) {
    for (int e = 0; e < s->m.nnz; e++) s->m.ax[e] = -1;
    for (int c = 0; c < s->m.n; c++) s->m.ax[s->m.own[c]] = 1 + s->m.ap[c + 1] - s->m.ap[c];
    s->symbolic = klu_analyze(s->m.n, s->m.ap, s->m.ai, &s->common);
    if (s->symbolic) s->numeric = klu_factor(s->m.ap, s->m.ai, s->m.ax, s->symbolic, &s->common);
}

dyn_solver *dyn_solver_klu_create(const dyn_matrix *m) {
    klu *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->base = (dyn_solver){klu_solver_factor, klu_solver_solve, klu_solver_destroy};
    klu_defaults(&s->common);
    s->common.btf = 0; // no block triangular form: the diagonal is full
    s->common.tol = 0; // pivots on the diagonal: stable for a definite matrix, valid for every set of active nodes
    s->common.halt_if_singular = 0; // scalar_factor detects a zero pivot
    if (scalar_create(&s->m, m)) {
        s->pivot = calloc((size_t)s->m.n, sizeof *s->pivot);
        if (s->pivot) factor_first(s);
    }
    if (s->numeric) return &s->base;
    klu_solver_destroy(&s->base);
    return NULL;
}
