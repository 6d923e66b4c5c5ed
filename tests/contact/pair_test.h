// SPDX-License-Identifier: MIT
// Random numbers, poses, shapes and hits for the tests of pairs.
#ifndef HAWSE_TESTS_CONTACT_PAIR_TEST_H
#define HAWSE_TESTS_CONTACT_PAIR_TEST_H

#include "contact/pair/pair.h"
#include "tests/check.h"
#include "tests/random.h"

// 10^-most .. 10^most
static inline double random_size(uint64_t *seed, double most) { return pow(10, most * random_unit(seed)); }

static inline pose unmoved(void) { return (pose){mat3_identity(), {0, 0, 0}}; }

static inline pose pose_times(const pose *a, const pose *b) {
    return (pose){mat3_matmul(&a->r, &b->r), pose_point(a, b->p)};
}

static inline contact_shape sphere_of(double radius) {
    return (contact_shape){.kind = CONTACT_SPHERE, .size = {radius, 0, 0}};
}

// Hits of a against b through the table of pairs. Returns the number of hits, which may exceed the array.
static inline int pair_hits(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                            double margin, contact_hit hit[CONTACT_PAIR_HITS]) {
    contact_pair p;
    contact_pair_memory memory = {.axis = {0, 0, 0}};
    assert_int_equal(contact_pair_create(&p, a, b), RT_OK);
    int n = contact_pair_find(&p, at_a, at_b, margin, &memory, hit, CONTACT_PAIR_HITS);
    contact_pair_free(&p);
    return n;
}

// Deepest hit of a ball at c with b, at any distance.
static inline contact_hit ball_hit(double radius, vec3 c, const contact_shape *b, const pose *at_b) {
    contact_shape ball = sphere_of(radius);
    pose at = {mat3_identity(), c};
    contact_hit hit[CONTACT_PAIR_HITS];
    int n = pair_hits(&ball, &at, b, at_b, 1e30, hit), best = 0;
    if (n < 1) fail_msg("no hit of a ball");
    for (int i = 1; i < n && i < CONTACT_PAIR_HITS; i++)
        if (hit[i].depth > hit[best].depth) best = i;
    return hit[best];
}

// Point of b's surface that a ball's hit refers to.
static inline vec3 hit_foot(const contact_hit *h) { return vec3_madd(h->point, 0.5 * h->depth, h->normal); }

#endif
