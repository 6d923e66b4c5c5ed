// SPDX-License-Identifier: MIT
// Linear solvers for the tangent behind one interface: analyse once, then refactor and solve without allocation.
#ifndef HAWSE_DYNAMICS_SOLVER_H
#define HAWSE_DYNAMICS_SOLVER_H

#include "dynamics/matrix.h"

typedef enum dyn_solver_kind {
    DYN_SOLVER_BAND = 0, // LDLᵀ of a band: chains, whose nodes are numbered along them
    DYN_SOLVER_KLU,      // SuiteSparse KLU: any pattern
} dyn_solver_kind;

typedef struct dyn_solver dyn_solver;

// A solver for this pattern. NULL for want of memory, or when the band of DYN_SOLVER_BAND would exceed 96 unknowns.
dyn_solver *dyn_solver_create(dyn_solver_kind kind, const dyn_matrix *m);
void dyn_solver_destroy(dyn_solver *s);
// Factors m restricted to its active nodes: position[node] is the place of an active node in the order of elimination
// (ascending with the node), -1 of an inactive one; n_active of them. Returns the number of pivots that had to be
// regularised (0: good), -1 when the factor is useless. Frame thread.
int dyn_solver_factor(dyn_solver *s, const dyn_matrix *m, const int *position, int n_active);
// Solves in place; x (3 n_nodes) by nodes, inactive entries are left alone. Frame thread.
void dyn_solver_solve(dyn_solver *s, double *x);

#endif
