// SPDX-License-Identifier: MIT
// Penetration depth of two convex shapes, by expanding a polytope inside A' - B' (van den Bergen, Proximity queries and
// penetration depth computation on 3D game objects, 2001). Bounded; keeps no memory.
#ifndef HAWSE_CONTACT_CONVEX_EPA_H
#define HAWSE_CONTACT_CONVEX_EPA_H

#include "contact/convex/gjk.h"

enum { CONTACT_EPA_VERTICES = 256 }; // capacity of the polytope, and the limit on supports

typedef struct contact_epa {
    vec3 normal;  // unit direction in which b' leaves a', a's frame
    double depth; // support of A' - B' along the normal: the distance that b' has to move [m]
    double bound; // lower bound of the depth [m]
    vec3 on_a;    // point of A' that touches B' after b' has moved by the depth, a's frame [m]
    int vertices; // supports evaluated
    bool capped;  // stopped by CONTACT_EPA_VERTICES: the least depth lies between bound and depth, which differ by more
                  // than 1e-3
    bool degraded; // stopped by rounding: likewise
} contact_epa;

// Starts from GJK's last simplex s. The normal is a shortest way out to 1e-10 of the depth or 1e-12 of the size, unless
// capped or degraded; of shapes that just touch to 1e-9 of the size. certify: expands until bound proves that no
// shorter way exists. Without certify, Newton's method finishes curved shapes, and the search may miss one of two ways
// out that differ by less than 1e-3 and 8 degrees. Frame thread.
void contact_epa_run(const contact_convex *c, const contact_simplex *s, bool certify, contact_epa *out);

#endif
