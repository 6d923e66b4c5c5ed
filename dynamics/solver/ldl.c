// SPDX-License-Identifier: MIT
// SuiteSparse LDL: up-looking sparse LDLᵀ without pivoting (Davis 2005, Algorithm 849), ordered by minimum degree and
// analysed at set-up. Factor and solve allocate nothing.
#include "dynamics/solver/private.h"
#include "dynamics/solver/scalar.h"
#include <amd.h>
#include <ldl.h>
#include <stdlib.h>
#include <string.h>

typedef struct ldl {
    dyn_solver base;
    scalar_matrix m;
    int *order, *place;                 // unknown of each pivot, and its inverse (n)
    int *lp, *li;                       // columns of L (n + 1), (lp[n])
    int *parent, *count, *flag, *stack; // LDL's own (n)
    double *lx, *d;                     // L (lp[n]), pivots (n)
    double *y, *x;                      // work space (n)
    bool useless;                       // the last factor
} ldl;

static int numeric(void *solver) {
    ldl *s = solver;
    return ldl_numeric(s->m.n, s->m.ap, s->m.ai, s->m.ax, s->lp, s->parent, s->count, s->li, s->lx, s->d, s->y,
                       s->stack, s->flag, s->order, s->place);
}

static dyn_factor ldl_factor(dyn_solver *base, const dyn_matrix *m, const int *position, int n_active) {
    ldl *s = (ldl *)base;
    (void)n_active;
    scalar_load(&s->m, m, position);
    dyn_factor f = scalar_factor(&s->m, numeric, s, s->d, s->order);
    s->useless = f.bad_pivots < 0;
    return f;
}

static void ldl_solve(dyn_solver *base, double *x) {
    ldl *s = (ldl *)base;
    int n = s->m.n;
    if (s->useless) {
        memset(x, 0, (size_t)n * sizeof *x);
        return;
    }
    ldl_perm(n, s->x, x, s->order);
    ldl_lsolve(n, s->x, s->lp, s->li, s->lx);
    ldl_dsolve(n, s->x, s->d);
    ldl_ltsolve(n, s->x, s->lp, s->li, s->lx);
    ldl_permt(n, x, s->x, s->order);
}

static void ldl_destroy(dyn_solver *base) {
    ldl *s = (ldl *)base;
    scalar_free(&s->m);
    free(s->order);
    free(s->place);
    free(s->lp);
    free(s->li);
    free(s->parent);
    free(s->count);
    free(s->flag);
    free(s->stack);
    free(s->lx);
    free(s->d);
    free(s->y);
    free(s->x);
    free(s);
}

// Orders, analyses and makes room for the factor; false for want of memory.
static bool analyse(ldl *s) {
    int n = s->m.n;
    if (amd_order(n, s->m.ap, s->m.ai, s->order, NULL, NULL) != AMD_OK) return false;
    ldl_symbolic(n, s->m.ap, s->m.ai, s->lp, s->parent, s->count, s->flag, s->order, s->place);
    s->li = calloc((size_t)s->lp[n] + 1, sizeof *s->li);
    s->lx = calloc((size_t)s->lp[n] + 1, sizeof *s->lx);
    return s->li && s->lx;
}

dyn_solver *dyn_solver_ldl_create(const dyn_matrix *m) {
    ldl *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->base = (dyn_solver){ldl_factor, ldl_solve, ldl_destroy};
    if (scalar_create(&s->m, m)) {
        size_t n = (size_t)s->m.n + 1;
        s->order = calloc(n, sizeof(int));
        s->place = calloc(n, sizeof(int));
        s->lp = calloc(n, sizeof(int));
        s->parent = calloc(n, sizeof(int));
        s->count = calloc(n, sizeof(int));
        s->flag = calloc(n, sizeof(int));
        s->stack = calloc(n, sizeof(int));
        s->d = calloc(n, sizeof(double));
        s->y = calloc(n, sizeof(double));
        s->x = calloc(n, sizeof(double));
        if (s->order && s->place && s->lp && s->parent && s->count && s->flag && s->stack && s->d && s->y && s->x &&
            analyse(s))
            return &s->base;
    }
    ldl_destroy(&s->base);
    return NULL;
}
