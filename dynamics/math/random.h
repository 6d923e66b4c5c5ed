// SPDX-License-Identifier: MIT
// Pseudo-random numbers of set-up: phases of waves and gusts.
#ifndef HAWSE_DYNAMICS_MATH_RANDOM_H
#define HAWSE_DYNAMICS_MATH_RANDOM_H

#include <stdint.h>

// Pseudo-random number in 0..1 from the seed and an index (Steele, Lea & Flood 2014, SplitMix).
static inline double dyn_random_fraction(uint64_t seed, int number) {
    uint64_t x = seed + 0x9e3779b97f4a7c15u * (uint64_t)(number + 1);
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}

#endif
