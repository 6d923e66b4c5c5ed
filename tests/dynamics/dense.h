// SPDX-License-Identifier: MIT
// Dense elimination of block matrices, a reference for the solvers.
#ifndef HAWSE_TESTS_DYNAMICS_DENSE_H
#define HAWSE_TESTS_DYNAMICS_DENSE_H

#include "dynamics/solver/matrix.h"
#include <stdlib.h>

static inline double dense_entry(const dyn_matrix *m, int r, int c) {
    int i = r / 3, j = c / 3, k = i >= j ? dyn_matrix_find(m, i, j) : dyn_matrix_find(m, j, i);
    if (k < 0) return 0;
    return i >= j ? m->a[9 * k + 3 * (r % 3) + c % 3] : m->a[9 * k + 3 * (c % 3) + r % 3];
}

// Solves the active part by Gaussian elimination with partial pivoting in long double. x is solved in place; inactive
// entries do not change.
static inline void dense_solve(const dyn_matrix *m, const int *position, double *x) {
    int all = 3 * m->n_nodes, n = 0, *at = calloc((unsigned)m->n_nodes, 3 * sizeof *at);
    for (int r = 0; r < all; r++)
        if (position[r / 3] >= 0) at[n++] = r;
    long double **a = calloc((size_t)n + 1, sizeof *a);
    for (int r = 0; r < n; r++) {
        a[r] = calloc((size_t)n + 1, sizeof **a);
        for (int c = 0; c < n; c++) a[r][c] = dense_entry(m, at[r], at[c]);
        a[r][n] = x[at[r]];
    }
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int r = k + 1; r < n; r++)
            if (fabsl(a[r][k]) > fabsl(a[best][k])) best = r;
        long double *row = a[k];
        a[k] = a[best], a[best] = row;
        for (int r = k + 1; r < n; r++) {
            long double f = a[r][k] / a[k][k];
            if (f == 0) continue;
            for (int c = k; c <= n; c++) a[r][c] -= f * a[k][c];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        for (int c = r + 1; c < n; c++) a[r][n] -= a[r][c] * (long double)x[at[c]];
        x[at[r]] = (double)(a[r][n] / a[r][r]);
    }
    for (int r = 0; r < n; r++) free(a[r]);
    free(a);
    free(at);
}

#endif
