// SPDX-License-Identifier: MIT
// Random numbers, directions and poses, the same in every run (xorshift64*: Vigna, ACM TOMS 42, 2016).
#ifndef HAWSE_TESTS_CONTACT_RANDOM_H
#define HAWSE_TESTS_CONTACT_RANDOM_H

#include "dynamics/math/math3.h"
#include <stdint.h>

static uint64_t seed = 2463534242u;

static inline double uniform(double lo, double hi) {
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return lo + (hi - lo) * (double)((seed * 2685821657736338717u) >> 11) * 0x1p-53;
}

static inline vec3 direction(void) {
    for (;;) {
        vec3 v = vec3_make(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
        if (vec3_norm(v) > 0.1 && vec3_norm(v) < 1) return vec3_unit(v);
    }
}

#endif
