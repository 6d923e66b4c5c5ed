// SPDX-License-Identifier: MIT
// How deep two convex shapes are in each other, by expanding a polytope inside A' - B' (van den Bergen, Proximity
// queries and penetration depth computation on 3D game objects, 2001). Bounded, without memory of its own.
#ifndef HAWSE_CONTACT_CONVEX_EPA_H
#define HAWSE_CONTACT_CONVEX_EPA_H

#include "contact/convex/gjk.h"

enum { CONTACT_EPA_VERTICES = 256 }; // of the polytope: as many supports at most

typedef struct contact_epa {
    vec3 normal;   // unit, the way b' has to go to touch a' no more, a's frame
    double depth;  // the support of A' - B' along the normal: by that much b' has to go [m]
    double bound;  // no way out is shorter [m]
    vec3 on_a;     // a point of A' that touches B' when it has gone there, a's frame [m]
    int vertices;  // supports taken
    bool capped;   // stopped by CONTACT_EPA_VERTICES: the least depth lies between bound and depth, by more than 1e-3
    bool degraded; // stopped by rounding: likewise
} contact_epa;

// s: what GJK ended with. The normal is a least way out to 1e-10 of the depth or 1e-12 of the size, unless capped or
// degraded; of shapes that just touch to 1e-9 of the size. certify: goes on until bound says that there is no lesser
// one; else curved shapes are finished by Newton's method, and of two ways out that differ by less than 1e-3 and 8
// degrees one may be overlooked. Frame thread.
void contact_epa_run(const contact_convex *c, const contact_simplex *s, bool certify, contact_epa *out);

#endif
