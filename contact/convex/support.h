// SPDX-License-Identifier: MIT
// Support functions of the convex shapes, and of the difference A - B = {a - b} of two of them: what GJK and EPA see of
// a pair (Pournaras, Karaoulanis, Natsiavas, section 3.1; van den Bergen, Collision Detection in Interactive 3D
// Environments, 2003, chapter 4).
#ifndef HAWSE_CONTACT_CONVEX_SUPPORT_H
#define HAWSE_CONTACT_CONVEX_SUPPORT_H

#include "contact/shape/shape.h"

// Two convex shapes, seen from a's frame. A round shape is taken as a core with a ball rolled over it, so that GJK and
// EPA see the cores A' and B' only: depth and distance of the shapes follow by the two radii, exactly.
typedef struct contact_convex {
    const contact_shape *a, *b;
    pose at;                 // b's frame in a's
    double round_a, round_b; // radii of the balls [m]; 0: the core is the shape
    double size;             // no point of A - B is farther from the origin [m]; what rounding is measured by
} contact_convex;

// A point of the boundary of A' - B'.
typedef struct contact_vertex {
    vec3 w; // a - b, a's frame [m]
    vec3 a; // the point of A' [m]
} contact_vertex;

// The point of the shape furthest along d, which need not be of unit length; shape frame [m]. Frame thread.
vec3 contact_support(const contact_shape *s, vec3 d);
// No point of the shape is farther from its frame's origin [m]. Frame thread.
double contact_support_radius(const contact_shape *s);
// The largest ball that can be rolled inside the shape along all of its surface [m]: 0 where it has edges. Frame
// thread.
double contact_support_round(const contact_shape *s);
contact_convex contact_convex_make(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b);
// The point of A' - B' furthest along d. Frame thread.
void contact_convex_support(const contact_convex *c, vec3 d, contact_vertex *out);

#endif
