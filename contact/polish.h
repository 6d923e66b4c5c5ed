// SPDX-License-Identifier: MIT
// The way out of A - B that is shortest among its neighbours, by Newton's method from a face of the expanding polytope:
// curved shapes are finished with it, for EPA alone gains only a digit every few supports on them.
#ifndef HAWSE_CONTACT_POLISH_H
#define HAWSE_CONTACT_POLISH_H

#include "contact/support.h"

typedef enum contact_curvature {
    CONTACT_KINKED, // A - B is a polyhedron
    CONTACT_MIXED,  // some of it is curved
    CONTACT_SMOOTH, // all of it: one normal a point
} contact_curvature;

contact_curvature contact_curvature_of(const contact_convex *c);
// v: the corners of a face with the unit normal *n, and the weights (sum 1) of its point nearest to the origin. True:
// *n has become a normal along which the support of A - B is stationary and least among those nearby; *w is that
// support. False: no such normal was found; *n is as it was. Frame thread.
bool contact_polish(const contact_convex *c, const contact_vertex *const v[3], const double weight[3], vec3 *n,
                    contact_vertex *w);

#endif
