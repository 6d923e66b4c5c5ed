// SPDX-License-Identifier: MIT
// Order of elimination and symbolic factorisation of the block solver: made once, at set-up.
#ifndef HAWSE_DYNAMICS_SOLVER_BLOCK_H
#define HAWSE_DYNAMICS_SOLVER_BLOCK_H

#include "dynamics/solver/matrix.h"

// Neighbours of every node, ascending, without itself.
typedef struct block_graph {
    int n;
    int *start; // (n + 1)
    int *to;    // (start[n])
} block_graph;

// Structure of L by block columns in elimination order. A column has its diagonal block, then its rows ascending; the
// border's rows come last, so that a column can skip them.
#define BLOCK_DOUBLES 12 // a block's room

typedef struct block_symbolic {
    int n, n_border; // columns; the last n_border of them are the border
    int n_blocks;    // of L, diagonals counted
    int height;      // pivots on the longest path of the elimination tree
    int *order;      // node of each column (n)
    int *start;      // first block of each column (n + 1)
    int *core_end;   // behind the last block whose row is not border (n)
    int *row;        // column number of each block's row (n_blocks)
    int *source; // 2 × block of the matrix + 1 when its rows are L's columns (its mirror image, a diagonal); -1: fill
                 // (n_blocks)
    int *update_start; // first update of each block (n_blocks + 1)
    int (*update)[2];  // block (i, k) loses Z(i, j) Y(k, j)ᵀ for all j < k: where the two begin, j ascending
} block_symbolic;

bool block_graph_make(block_graph *g, const dyn_matrix *m);
void block_graph_free(block_graph *g);

// The best order found, with its structure. False for want of memory.
bool block_order_best(block_symbolic *s, const dyn_matrix *m);

// The structure for the given elimination order (which it owns from now on); false: out of memory.
bool block_symbolic_make(block_symbolic *s, const block_graph *g, const int *order, int n_border);
// Adds the places of the matrix's blocks and the lists of updates; false: out of memory.
bool block_symbolic_finish(block_symbolic *s, const dyn_matrix *m);
void block_symbolic_free(block_symbolic *s);

#endif
