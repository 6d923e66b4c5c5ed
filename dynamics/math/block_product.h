// SPDX-License-Identifier: MIT
// Products (t g) hᵀ of gradients, added to row-major 3×3 blocks of the tangent. Private to dynamics.
// A block's nine numbers are computed as four, four and one.
#ifndef HAWSE_DYNAMICS_MATH_BLOCK_PRODUCT_H
#define HAWSE_DYNAMICS_MATH_BLOCK_PRODUCT_H

#include "dynamics/math/math3.h"
#include "dynamics/math/v4.h"

typedef double v4_in_memory __attribute__((vector_size(32), aligned(8), may_alias));

// The nine numbers of a block: four, four and one.
typedef struct block_product {
    v4 a, b;
    double c;
} block_product;

// t g and g of a gradient g, laid out as factors of a block's nine numbers.
typedef struct block_factors {
    block_product row, column;
} block_factors;

static inline block_factors block_factors_of(double t, vec3 g) {
    v4 x = {g.x, g.y, g.z, 0}, tx = t * x;
    return (block_factors){
        {__builtin_shufflevector(tx, tx, 0, 0, 0, 1), __builtin_shufflevector(tx, tx, 1, 1, 2, 2), tx[2]},
        {__builtin_shufflevector(x, x, 0, 1, 2, 0), __builtin_shufflevector(x, x, 1, 2, 0, 1), x[2]}};
}

static inline block_product block_product_of(const block_factors *row, const block_factors *column) {
    return (block_product){row->row.a * column->column.a, row->row.b * column->column.b, row->row.c * column->column.c};
}

static inline v4 block_load(const double *a) { return *(const v4_in_memory *)(const void *)a; }
static inline void block_store(double *a, v4 x) { *(v4_in_memory *)(void *)a = x; }

static inline void block_add(double *to, block_product x) {
    block_store(to, block_load(to) + x.a), block_store(to + 4, block_load(to + 4) + x.b);
    to[8] += x.c;
}
static inline void block_subtract(double *to, block_product x) {
    block_store(to, block_load(to) - x.a), block_store(to + 4, block_load(to + 4) - x.b);
    to[8] -= x.c;
}
static inline void block_add_both(double *to, block_product x, block_product y) {
    block_store(to, block_load(to) + x.a + y.a), block_store(to + 4, block_load(to + 4) + x.b + y.b);
    to[8] = to[8] + x.c + y.c;
}
static inline void block_subtract_both(double *to, block_product x, block_product y) {
    block_store(to, block_load(to) - x.a - y.a), block_store(to + 4, block_load(to + 4) - x.b - y.b);
    to[8] = to[8] - x.c - y.c;
}

#endif
