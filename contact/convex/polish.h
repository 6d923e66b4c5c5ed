// SPDX-License-Identifier: MIT
// Local minimum of the way out of A - B, by Newton's method from a face of the expanding polytope. It finishes curved
// shapes, on which EPA alone gains only one digit every few supports.
#ifndef HAWSE_CONTACT_CONVEX_POLISH_H
#define HAWSE_CONTACT_CONVEX_POLISH_H

#include "contact/convex/support.h"

typedef enum contact_curvature {
    CONTACT_KINKED, // A - B is a polyhedron
    CONTACT_MIXED,  // part of the surface is curved
    CONTACT_SMOOTH, // all of the surface is curved: one normal a point
} contact_curvature;

contact_curvature contact_curvature_of(const contact_convex *c);
// Result of Newton's method: a normal along which the support of A' - B' is stationary.
typedef struct contact_polished {
    vec3 n;           // unit
    bool least;       // a local minimum; false: a saddle or a maximum
    contact_vertex w; // the support along n
    vec3 on_a;        // point of A' that belongs to the mean of the supports, which is parallel to n [m]
} contact_polished;

// v: the k corners (1..3) of a face, edge or point of A' - B'; weight: of its point nearest to the origin (sum 1); n:
// its unit normal. Returns false if Newton's method finds no stationary normal from there. Frame thread.
bool contact_polish(const contact_convex *c, const contact_vertex *const *v, const double *weight, int k, vec3 n,
                    contact_polished *out);

#endif
