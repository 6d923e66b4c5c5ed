// SPDX-License-Identifier: MIT
// 3×3 blocks as three columns of four doubles, the fourth zero. Where the instruction set has FMA, the code calls it
// explicitly; the compiler never contracts. The bits then depend on the instruction set, not on the compiler.
// (tests/bench/bench_solver: contraction by the compiler is no faster, nor is AVX-512.)
#ifndef HAWSE_DYNAMICS_SOLVER_BLOCK_SIMD_H
#define HAWSE_DYNAMICS_SOLVER_BLOCK_SIMD_H

#include "dynamics/math/v4.h"

typedef struct block3 {
    v4 c[3]; // columns
} block3;

static inline v4 v4_all(double x) { return (v4){x, x, x, x}; }

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

static inline v4 v4_sub_mul(v4 c, v4 a, v4 b) { return _mm256_fnmadd_pd(a, b, c); } // c - a b
static inline double sub_mul(double c, double a, double b) { return __builtin_fma(-a, b, c); }

static inline v4 v4_max(v4 a, v4 b) { return _mm256_max_pd(a, b); }

static inline v4 load3(const double *a) { return _mm256_maskload_pd(a, _mm256_set_epi64x(0, -1, -1, -1)); }

// The block whose columns are the rows of the row-major a.
static inline block3 block3_rows(const double *a) { return (block3){{load3(a), load3(a + 3), load3(a + 6)}}; }

static inline block3 block3_columns(const double *a) {
    v4 zero = {0, 0, 0, 0}, x = load3(a), y = load3(a + 3), z = load3(a + 6);
    v4 xy0 = _mm256_unpacklo_pd(x, y), xy1 = _mm256_unpackhi_pd(x, y); // x0 y0 x2 y2, x1 y1 0 0
    v4 z0 = _mm256_unpacklo_pd(z, zero), z1 = _mm256_unpackhi_pd(z, zero);
    return (block3){{_mm256_permute2f128_pd(xy0, z0, 0x20), _mm256_permute2f128_pd(xy1, z1, 0x20),
                     _mm256_permute2f128_pd(xy0, z0, 0x31)}};
}

// Sums of the elements of a, b and c.
static inline v4 v4_sums(v4 a, v4 b, v4 c) {
    v4 ab = _mm256_hadd_pd(a, b), c0 = _mm256_hadd_pd(c, (v4){0, 0, 0, 0});
    return _mm256_permute2f128_pd(ab, c0, 0x20) + _mm256_permute2f128_pd(ab, c0, 0x31);
}

#else

static inline v4 v4_sub_mul(v4 c, v4 a, v4 b) { return c - a * b; }
static inline double sub_mul(double c, double a, double b) { return c - a * b; }

static inline v4 v4_max(v4 a, v4 b) {
    for (int e = 0; e < 4; e++) a[e] = a[e] > b[e] ? a[e] : b[e];
    return a;
}

static inline block3 block3_rows(const double *a) {
    return (block3){{{a[0], a[1], a[2], 0}, {a[3], a[4], a[5], 0}, {a[6], a[7], a[8], 0}}};
}

static inline block3 block3_columns(const double *a) {
    return (block3){{{a[0], a[3], a[6], 0}, {a[1], a[4], a[7], 0}, {a[2], a[5], a[8], 0}}};
}

static inline v4 v4_sums(v4 a, v4 b, v4 c) {
    return (v4){(a[0] + a[1]) + (a[2] + a[3]), (b[0] + b[1]) + (b[2] + b[3]), (c[0] + c[1]) + (c[2] + c[3]), 0};
}

#endif

// t -= z yᵀ
static inline void block3_update(block3 *t, const v4 *z, const double *y) {
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 3; k++) t->c[c] = v4_sub_mul(t->c[c], z[k], v4_all(y[4 * k + c]));
}

#endif
