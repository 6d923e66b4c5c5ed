// SPDX-License-Identifier: MIT
// Four independent lanes of xor, multiply by an odd constant, xor-shift; each is a bijection of the lane for a given
// word and of the word for a given lane. A change of a single word therefore always changes the lane. Four lanes hide
// the latency of the multiplication. They are combined by variant 13 of D. Stafford, "Better bit mixing" (2011), the
// finaliser of splitmix64.
#include "rt/base/hash.h"
#include <string.h>

#define K0 0x9E3779B97F4A7C15u // 2^64 / golden ratio, odd
// A multiplier of G. Steele and S. Vigna, "Computationally easy, spectrally good multipliers" (2022).
#define K1 0xD1342543DE82EF95u

static inline uint64_t mix(uint64_t lane, uint64_t word) {
    lane = (lane ^ word) * K1;
    return lane ^ (lane >> 32);
}

static uint64_t finish(uint64_t h) {
    h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9u;
    h = (h ^ (h >> 27)) * 0x94D049BB133111EBu;
    return h ^ (h >> 31);
}

uint64_t rt_hash(uint64_t seed, const void *data, size_t size) {
    const unsigned char *p = data;
    uint64_t a = finish(seed + K0), b = a + K0, c = b + K0, d = c + K0, w[4];
    size_t left = size;
    for (; left >= sizeof w; p += sizeof w, left -= sizeof w) {
        memcpy(w, p, sizeof w);
        a = mix(a, w[0]);
        b = mix(b, w[1]);
        c = mix(c, w[2]);
        d = mix(d, w[3]);
    }
    if (left) {
        memset(w, 0, sizeof w);
        memcpy(w, p, left);
        a = mix(a, w[0]);
        b = mix(b, w[1]);
        c = mix(c, w[2]);
        d = mix(d, w[3]);
    }
    // Each lane is finished before the next is added: with a plain xor, equal differences of two lanes would cancel.
    uint64_t h = finish(a);
    h = finish(h ^ b);
    h = finish(h ^ c);
    h = finish(h ^ d);
    return finish(h ^ size); // the size distinguishes padding from zeros
}
