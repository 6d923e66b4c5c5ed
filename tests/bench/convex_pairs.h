// SPDX-License-Identifier: MIT
// The pairs that bench_convex asks every code about.
#ifndef HAWSE_TESTS_BENCH_CONVEX_PAIRS_H
#define HAWSE_TESTS_BENCH_CONVEX_PAIRS_H

#include "tests/bench/convex.h"

typedef struct convex_pair {
    convex_solid a, b;
    double depth; // least depth, negative: minus the distance [m]
    double slack; // by which it may be less [m]
} convex_pair;

typedef struct convex_set {
    char name[48];
    convex_pair *pair; // (n)
    int n;
} convex_set;

extern const char *const convex_names[CONVEX_KINDS];

// The rows of the shared table with these kinds, at most most; depth as certified there. Returns how many.
int convex_pairs_read(const char *path, convex_kind a, convex_kind b, convex_pair *out, int most);
// n random pairs, about two in three of which meet; the same for the same seed. Depth as certified
// by the bounds of a search that ends where they meet.
void convex_pairs_random(convex_kind a, convex_kind b, unsigned seed, convex_pair *out, int n);

#endif
