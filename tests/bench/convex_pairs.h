// SPDX-License-Identifier: MIT
// Pairs of convex shapes with certified depths.
#ifndef HAWSE_TESTS_BENCH_CONVEX_PAIRS_H
#define HAWSE_TESTS_BENCH_CONVEX_PAIRS_H

#include "tests/bench/convex.h"

typedef struct convex_pair {
    convex_solid a, b;
    double depth; // upper bound of the least depth; negative: minus the distance [m]
    double slack; // depth minus its lower bound [m]
} convex_pair;

typedef struct convex_set {
    char name[48];
    convex_pair *pair; // (n)
    int n;
} convex_set;

extern const char *const convex_names[CONVEX_KINDS];

// Reads at most `most` rows of the shared table with these kinds, with the depths certified there. Returns their
// number.
int convex_pairs_read(const char *path, convex_kind a, convex_kind b, convex_pair *out, int most);
// Fills n random pairs, equal for equal seeds; about two in three meet. The two bounds of the expanding polytope (of
// the distance, if the shapes are apart) certify the depth.
void convex_pairs_random(convex_kind a, convex_kind b, unsigned seed, convex_pair *out, int n);

#endif
