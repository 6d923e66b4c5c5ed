// SPDX-License-Identifier: MIT
// Interface of the linear solvers for the tangent: analyse once, then refactor and solve without allocation.
#ifndef HAWSE_DYNAMICS_SOLVER_SOLVER_H
#define HAWSE_DYNAMICS_SOLVER_SOLVER_H

#include "dynamics/solver/matrix.h"

typedef enum dyn_solver_kind {
    DYN_SOLVER_BLOCK = 0, // LDLᵀ on 3×3 blocks, optimised for chains, for any definite matrix
    DYN_SOLVER_KLU,       // SuiteSparse KLU, LU with fixed pivots
} dyn_solver_kind;

typedef struct dyn_solver dyn_solver;

// Result of a factorisation.
typedef struct dyn_factor {
    int bad_pivots; // pivots at most 1e-13 of their diagonal entry, replaced by that entry (by 1 if not positive);
                    // 0: good; -1: too many, the factor is useless and solutions are zero
    double rcond;   // least pivot / diagonal entry, 0..1: upper bound of the reciprocal condition of the matrix scaled
                    // to a unit diagonal; 0 when the factor is useless
} dyn_factor;

// Creates a solver for this pattern; NULL: out of memory.
dyn_solver *dyn_solver_create(dyn_solver_kind kind, const dyn_matrix *m);
void dyn_solver_destroy(dyn_solver *s);
// Factors m restricted to its n_active active nodes; position[node] is >= 0 for an active node, -1 for an inactive one.
// Couplings of inactive nodes are not read. Diagonal blocks must be symmetric. Frame thread.
dyn_factor dyn_solver_factor(dyn_solver *s, const dyn_matrix *m, const int *position, int n_active);
// Solves in place; x (3 n_nodes) by nodes. Inactive entries do not change, unless the factor is useless. Frame thread.
void dyn_solver_solve(dyn_solver *s, double *x);

#endif
