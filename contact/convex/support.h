// SPDX-License-Identifier: MIT
// Support functions of convex shapes and of the difference A - B = {a - b} of two shapes, the only input of GJK and EPA
// (Pournaras, Karaoulanis, Natsiavas, section 3.1; van den Bergen, Collision Detection in Interactive 3D Environments,
// 2003, chapter 4).
#ifndef HAWSE_CONTACT_CONVEX_SUPPORT_H
#define HAWSE_CONTACT_CONVEX_SUPPORT_H

#include "contact/shape/shape.h"

// Two convex shapes in a's frame. A round shape is a core with a ball rolled over it. GJK and EPA work on the cores A'
// and B'; depth and distance of the shapes follow exactly by the two radii.
typedef struct contact_convex {
    const contact_shape *a, *b;
    pose at;                 // b's frame in a's
    double round_a, round_b; // radii of the balls [m]; 0: the core is the shape
    double size; // bound of the distance of any point of A - B from the origin [m]; the scale of rounding tolerances
} contact_convex;

// A point of the boundary of A' - B'.
typedef struct contact_vertex {
    vec3 w; // a - b, a's frame [m]
    vec3 a; // the point of A' [m]
} contact_vertex;

// The point of the shape farthest along d, which need not be of unit length; shape frame [m]. Frame thread.
vec3 contact_support(const contact_shape *s, vec3 d);
// Bound of the distance of the shape's points from its frame's origin [m]. Frame thread.
double contact_support_radius(const contact_shape *s);
// Radius of a ball that rolls along the whole inside of the surface [m]: 0 where the shape has edges. Frame thread.
double contact_support_round(const contact_shape *s);
contact_convex contact_convex_make(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b);
// The point of A' - B' farthest along d. Frame thread.
void contact_convex_support(const contact_convex *c, vec3 d, contact_vertex *out);

#endif
