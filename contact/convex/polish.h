// SPDX-License-Identifier: MIT
// The way out of A - B that is shortest among its neighbours, by Newton's method from a face of the expanding polytope:
// curved shapes are finished with it, for EPA alone gains only a digit every few supports on them.
#ifndef HAWSE_CONTACT_CONVEX_POLISH_H
#define HAWSE_CONTACT_CONVEX_POLISH_H

#include "contact/convex/support.h"

typedef enum contact_curvature {
    CONTACT_KINKED, // A - B is a polyhedron
    CONTACT_MIXED,  // some of it is curved
    CONTACT_SMOOTH, // all of it: one normal a point
} contact_curvature;

contact_curvature contact_curvature_of(const contact_convex *c);
// What Newton's method found: a normal along which the support of A' - B' is stationary.
typedef struct contact_polished {
    vec3 n;           // unit
    bool least;       // among those nearby; else a saddle, or the greatest
    contact_vertex w; // the support along n
    vec3 on_a;        // the point of A' in the mean of supports that is parallel to n [m]
} contact_polished;

// v: the k corners (1..3) of a face, edge or point of A' - B' whose point nearest to the origin has these weights (sum
// 1); n: its unit normal. False: no such normal was found from there. Frame thread.
bool contact_polish(const contact_convex *c, const contact_vertex *const *v, const double *weight, int k, vec3 n,
                    contact_polished *out);

#endif
