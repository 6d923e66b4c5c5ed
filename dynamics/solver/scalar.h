// SPDX-License-Identifier: MIT
// Scalar form of the tangent, both triangles in compressed columns, for the solvers of SuiteSparse, and the repair of
// their bad pivots.
#ifndef HAWSE_DYNAMICS_SOLVER_SCALAR_H
#define HAWSE_DYNAMICS_SOLVER_SCALAR_H

#include "dynamics/solver/solver.h"

typedef struct scalar_matrix {
    int n, nnz;
    int *ap, *ai;     // columns, rows ascending (n + 1), (nnz)
    double *ax;       // values (nnz)
    int *lower;       // place of each block's 9 values in ax (9 n_blocks)
    int *upper;       // place of the transposed values in ax, -1 on the diagonal (9 n_blocks)
    int *own;         // place of each unknown's diagonal entry in ax (n)
    double *diagonal; // diagonal entries before elimination (n)
} scalar_matrix;

bool scalar_create(scalar_matrix *s, const dyn_matrix *m);
void scalar_free(scalar_matrix *s);
// Copies the values. An inactive node becomes three rows of the identity: a solution does not change it.
void scalar_load(scalar_matrix *s, const dyn_matrix *m, const int *position);

// Factors the loaded matrix and returns the number of pivots computed, at most n; pivot[k] belongs to unknown[k].
typedef int (*scalar_numeric)(void *solver);

// Factors by numeric(solver). At a bad pivot it raises the diagonal entry until the pivot equals that entry's value
// before (1 if not positive), and factors again. After SCALAR_MOST_REPAIRS repairs the factor is useless.
#define SCALAR_MOST_REPAIRS 8
dyn_factor scalar_factor(scalar_matrix *s, scalar_numeric numeric, void *solver, const double *pivot,
                         const int *unknown);

#endif
