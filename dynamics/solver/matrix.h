// SPDX-License-Identifier: MIT
// Symmetric matrix of 3×3 blocks with a pattern fixed at assembly, for the tangent of the step. Stores the lower
// triangle by nodes.
#ifndef HAWSE_DYNAMICS_SOLVER_MATRIX_H
#define HAWSE_DYNAMICS_SOLVER_MATRIX_H

#include "dynamics/math/math3.h"
#include "rt/base/base.h"

typedef struct dyn_matrix {
    int n_nodes, n_blocks;
    int *start; // first block of each block row (n_nodes + 1)
    int *col;   // block column, ascending within a row, col <= row (n_blocks)
    double *a;  // row-major 3×3 values (9 (n_blocks + 1)); the last block is a sink for couplings with ground
} dyn_matrix;

// Pairs of nodes that the tangent may couple, collected before the pattern is fixed.
typedef struct dyn_pattern {
    uint64_t *pair; // (larger node << 32) | smaller node
    size_t n, capacity;
    bool failed; // out of memory
} dyn_pattern;

void dyn_pattern_add(dyn_pattern *p, int i, int j);
// Removes pairs with a ground node.
void dyn_pattern_drop(dyn_pattern *p, const unsigned char *ground);
void dyn_pattern_free(dyn_pattern *p);

// Creates the matrix with the pattern of the pairs and all diagonal blocks; RT_ERR_MEMORY.
rt_status dyn_matrix_create(dyn_matrix *m, int n_nodes, dyn_pattern *p);
void dyn_matrix_free(dyn_matrix *m);
void dyn_matrix_clear(dyn_matrix *m);
// Index of block (i, j), i >= j; -1 when it is not in the pattern.
int dyn_matrix_find(const dyn_matrix *m, int i, int j);
// Index of the block of nodes i and j in either order; the sink when one of them is ground.
int dyn_matrix_block(const dyn_matrix *m, int i, int j);

#endif
