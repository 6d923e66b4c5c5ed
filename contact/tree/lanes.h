// SPDX-License-Identifier: MIT
// Private to contact/: four doubles at once, mostly one value for each corner of a triangle; the fourth is spare.
#ifndef HAWSE_CONTACT_TREE_LANES_H
#define HAWSE_CONTACT_TREE_LANES_H

#include "dynamics/math/math3.h"

typedef double lanes __attribute__((vector_size(32)));
typedef double lanes_in_memory __attribute__((vector_size(32), aligned(8), may_alias));

static inline lanes lanes_all(double x) { return (lanes){x, x, x, x}; }
static inline lanes lanes_load(const double *x) { return *(const lanes_in_memory *)(const void *)x; }
// Rotates the first three elements: element k of the result is element k + 1.
static inline lanes lanes_turn(lanes a) { return __builtin_shufflevector(a, a, 1, 2, 0, 1); }
static inline double lanes_sum3(lanes a) { return a[0] + a[1] + a[2]; }

#ifdef __AVX__
#include <immintrin.h>
static inline lanes lanes_max(lanes a, lanes b) { return _mm256_max_pd(a, b); }
static inline lanes lanes_min(lanes a, lanes b) { return _mm256_min_pd(a, b); }
// Bit k: a[k] > b[k].
static inline int lanes_above(lanes a, lanes b) { return _mm256_movemask_pd((__m256d)(a > b)); }
#else
static inline lanes lanes_max(lanes a, lanes b) {
    for (int k = 0; k < 4; k++) a[k] = a[k] > b[k] ? a[k] : b[k];
    return a;
}
static inline lanes lanes_min(lanes a, lanes b) {
    for (int k = 0; k < 4; k++) a[k] = a[k] < b[k] ? a[k] : b[k];
    return a;
}
static inline int lanes_above(lanes a, lanes b) {
    int bits = 0;
    for (int k = 0; k < 4; k++) bits |= (a[k] > b[k]) << k;
    return bits;
}
#endif

static inline double lanes_greatest(lanes a) {
    a = lanes_max(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
    return a[0] > a[1] ? a[0] : a[1];
}
static inline lanes lanes_abs(lanes a) { return lanes_max(a, -a); }

// One vector for each corner.
typedef struct lanes3 {
    lanes x, y, z;
} lanes3;

static inline lanes3 lanes3_of(const vec3 p[3]) {
    return (lanes3){
        {p[0].x, p[1].x, p[2].x, p[0].x}, {p[0].y, p[1].y, p[2].y, p[0].y}, {p[0].z, p[1].z, p[2].z, p[0].z}};
}
static inline lanes3 lanes3_turn(lanes3 a) { return (lanes3){lanes_turn(a.x), lanes_turn(a.y), lanes_turn(a.z)}; }
static inline lanes3 lanes3_from(lanes3 a, vec3 o) { return (lanes3){a.x - o.x, a.y - o.y, a.z - o.z}; }
static inline lanes3 lanes3_sub(lanes3 a, lanes3 b) { return (lanes3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline lanes3 lanes3_cross(lanes3 a, lanes3 b) {
    return (lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline lanes3 lanes3_cross1(lanes3 a, vec3 b) {
    return (lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline lanes lanes3_dot(lanes3 a, lanes3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline lanes lanes3_dot1(lanes3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

#endif
