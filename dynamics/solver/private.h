// SPDX-License-Identifier: MIT
// Interface that each solver implements.
#ifndef HAWSE_DYNAMICS_SOLVER_PRIVATE_H
#define HAWSE_DYNAMICS_SOLVER_PRIVATE_H

#include "dynamics/solver/solver.h"

// A pivot below this fraction of its diagonal entry before elimination has no significant digits left.
#define PIVOT_FLOOR 1e-13

struct dyn_solver {
    dyn_factor (*factor)(dyn_solver *s, const dyn_matrix *m, const int *position, int n_active);
    void (*solve)(dyn_solver *s, double *x);
    void (*destroy)(dyn_solver *s);
};

dyn_solver *dyn_solver_block_create(const dyn_matrix *m);
dyn_solver *dyn_solver_klu_create(const dyn_matrix *m);

#endif
