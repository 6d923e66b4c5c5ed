// SPDX-License-Identifier: MIT
// Elimination order and symbolic factorisation of the block solver, computed once at set-up.
#ifndef HAWSE_DYNAMICS_SOLVER_BLOCK_H
#define HAWSE_DYNAMICS_SOLVER_BLOCK_H

#include "dynamics/solver/matrix.h"

// Neighbours of each node, ascending, without the node itself.
typedef struct block_graph {
    int n;
    int *start; // (n + 1)
    int *to;    // (start[n])
} block_graph;

// Structure of L by block columns in elimination order. A column has its diagonal block, then its rows ascending. The
// border's rows come last, where a column can skip them.
#define BLOCK_DOUBLES 12 // doubles that a block occupies

typedef struct block_symbolic {
    int n, n_border;   // columns; the last n_border of them are the border
    int n_blocks;      // blocks of L, including diagonals
    int height;        // pivots on the longest path of the elimination tree
    int *order;        // node of each column (n)
    int *start;        // first block of each column (n + 1)
    int *core_end;     // end of each column's blocks outside the border (n)
    int *row;          // column number of each block's row (n_blocks)
    int *source;       // 2 × block of the matrix, + 1 if its rows are L's columns (transposed or diagonal); -1: fill
                       // (n_blocks)
    int *update_start; // first update of each block (n_blocks + 1)
    int (*update)[2];  // offsets of Z(i, j) and Y(k, j), j ascending, of the updates of block (i, k): minus
                       // Z(i, j) Y(k, j)ᵀ for all j < k
} block_symbolic;

bool block_graph_make(block_graph *g, const dyn_matrix *m);
void block_graph_free(block_graph *g);

// Finds the cheapest of several orders, with its structure. False: out of memory.
bool block_order_best(block_symbolic *s, const dyn_matrix *m);

// Computes the structure for an elimination order, which it copies; false: out of memory.
bool block_symbolic_make(block_symbolic *s, const block_graph *g, const int *order, int n_border);
// Adds the sources of the blocks and the lists of updates; false: out of memory.
bool block_symbolic_finish(block_symbolic *s, const dyn_matrix *m);
void block_symbolic_free(block_symbolic *s);

#endif
