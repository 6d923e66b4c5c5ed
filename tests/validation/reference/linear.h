// SPDX-License-Identifier: MIT
// Small dense linear algebra of the reference solutions.
#ifndef HAWSE_TESTS_VALIDATION_REFERENCE_LINEAR_H
#define HAWSE_TESTS_VALIDATION_REFERENCE_LINEAR_H

#include <stdbool.h>

// Solves the n x n system a x = b by elimination with row exchange; a (row-major) is destroyed, b becomes x;
// false where a is singular.
bool ref_solve(int n, double *a, double *b);

// Solves the symmetric positive definite system a x = b by Cholesky's factors, as ref_solve.
bool ref_solve_spd(int n, double *a, double *b);

// Eigenvalues of the symmetric n x n matrix a (row-major, destroyed), ascending, by Jacobi's rotations.
void ref_eigenvalues(int n, double *a, double *values);

#endif
