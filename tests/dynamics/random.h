// SPDX-License-Identifier: MIT
// Repeatable random numbers for tests.
#ifndef HAWSE_TESTS_DYNAMICS_RANDOM_H
#define HAWSE_TESTS_DYNAMICS_RANDOM_H

#include "dynamics/math/math3.h"
#include <stdint.h>

// splitmix64 (Steele, Lea & Flood 2014); uniform in -1..1.
static inline double random_unit(uint64_t *seed) {
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static inline vec3 random_vec3(uint64_t *seed, double size) {
    double x = random_unit(seed), y = random_unit(seed), z = random_unit(seed);
    return vec3_make(size * x, size * y, size * z);
}

static inline mat3 random_rotation(uint64_t *seed) {
    vec3 axis = vec3_unit(random_vec3(seed, 1));
    return mat3_rotation(axis, 3.1 * random_unit(seed));
}

#endif
