// SPDX-License-Identifier: MIT
// Distance of two convex shapes by the algorithm of Gilbert, Johnson and Keerthi (1988): the point of A' - B' nearest
// to the origin, from supports alone. Bounded; keeps no memory.
#ifndef HAWSE_CONTACT_CONVEX_GJK_H
#define HAWSE_CONTACT_CONVEX_GJK_H

#include "contact/convex/support.h"

enum { CONTACT_GJK_MOST = 128 }; // iterations

typedef struct contact_simplex {
    contact_vertex v[4];
    double weight[4]; // of the nearest point, sum 1
    int n;
} contact_simplex;

typedef enum contact_gjk_answer {
    CONTACT_BEYOND, // farther apart than `beyond`: only the normal is set
    CONTACT_APART,
    CONTACT_MEET, // the origin is in A' - B', or so close that rounding decides: only the simplex is set
} contact_gjk_answer;

typedef struct contact_gjk {
    contact_gjk_answer answer;
    vec3 normal;     // unit, from a' to b', a's frame
    double distance; // of the cores [m]
    double bound;    // lower bound of the distance [m]
    vec3 on_a;       // the point of A' nearest to B', a's frame [m]
    contact_simplex simplex;
    int iterations;
    bool capped; // stopped by CONTACT_GJK_MOST: the distance lies between bound and `distance`
} contact_gjk;

// Stops as soon as the cores are proven to be more than `beyond` (>= 0, INFINITY: never) apart [m]. start: estimate of
// the direction from a to b, a's frame, any length; zero: none. A good start saves time; it affects the answer only
// where several are equally right. Frame thread.
void contact_gjk_run(const contact_convex *c, vec3 start, double beyond, contact_gjk *out);

#endif
