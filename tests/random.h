// SPDX-License-Identifier: MIT
// Random numbers of the tests, the same in every run: splitmix64 (Steele, Lea & Flood, OOPSLA 2014). Any seed is good.
#ifndef HAWSE_TESTS_RANDOM_H
#define HAWSE_TESTS_RANDOM_H

#include "dynamics/math/math3.h"
#include <stdint.h>

static inline uint64_t random_bits(uint64_t *seed) {
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Uniform in -1..1.
static inline double random_unit(uint64_t *seed) { return (double)(random_bits(seed) >> 11) * 0x1p-52 - 1; }

static inline double uniform(uint64_t *seed, double low, double high) {
    return low + (high - low) * (double)(random_bits(seed) >> 11) * 0x1p-53;
}

// A vector in the cube of half the edge `size`.
static inline vec3 random_vec3(uint64_t *seed, double size) {
    double x = random_unit(seed), y = random_unit(seed), z = random_unit(seed);
    return vec3_make(size * x, size * y, size * z);
}

// A unit vector, all directions alike.
static inline vec3 random_direction(uint64_t *seed) {
    for (;;) {
        vec3 v = random_vec3(seed, 1);
        if (vec3_norm(v) > 0.1 && vec3_norm(v) < 1) return vec3_unit(v);
    }
}

// A rotation by less than half a turn about any axis.
static inline mat3 random_rotation(uint64_t *seed) {
    vec3 axis = random_direction(seed);
    return mat3_rotation(axis, 3.1 * random_unit(seed));
}

#endif
