// SPDX-License-Identifier: MIT
#include "dynamics/solver/private.h"

dyn_solver *dyn_solver_create(dyn_solver_kind kind, const dyn_matrix *m) {
    return kind == DYN_SOLVER_KLU ? dyn_solver_klu_create(m) : dyn_solver_block_create(m);
}

void dyn_solver_destroy(dyn_solver *s) {
    if (s) s->destroy(s);
}

dyn_factor dyn_solver_factor(dyn_solver *s, const dyn_matrix *m, const int *position, int n_active) {
    return s->factor(s, m, position, n_active);
}

void dyn_solver_solve(dyn_solver *s, double *x) { s->solve(s, x); }
