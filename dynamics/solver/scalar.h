// SPDX-License-Identifier: MIT
// The tangent by scalars, both triangles in compressed columns, for the solvers of SuiteSparse; and what is done about
// their bad pivots.
#ifndef HAWSE_DYNAMICS_SOLVER_SCALAR_H
#define HAWSE_DYNAMICS_SOLVER_SCALAR_H

#include "dynamics/solver/solver.h"

typedef struct scalar_matrix {
    int n, nnz;
    int *ap, *ai;     // columns, rows ascending (n + 1), (nnz)
    double *ax;       // values (nnz)
    int *lower;       // place of each block's 9 values in ax (9 n_blocks)
    int *upper;       // where their mirror images go, -1 on the diagonal (9 n_blocks)
    int *own;         // place of each unknown's diagonal entry in ax (n)
    double *diagonal; // those entries before elimination (n)
} scalar_matrix;

bool scalar_create(scalar_matrix *s, const dyn_matrix *m);
void scalar_free(scalar_matrix *s);
// Copies the values; an inactive node becomes three rows of the identity, so that a solution does not change it.
void scalar_load(scalar_matrix *s, const dyn_matrix *m, const int *position);

// Makes the first pivots of the loaded matrix and returns their number, at most n; pivot[k] is that of unknown[k].
typedef int (*scalar_numeric)(void *solver);

// Factors by numeric(solver). At the first bad pivot its diagonal entry is raised until the pivot is what that entry
// was before (or 1), and all is factored again: at most SCALAR_MOST_REPAIRS times, then the factor is useless.
#define SCALAR_MOST_REPAIRS 8
dyn_factor scalar_factor(scalar_matrix *s, scalar_numeric numeric, void *solver, const double *pivot,
                         const int *unknown);

#endif
