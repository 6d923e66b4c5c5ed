// SPDX-License-Identifier: MIT
// Private to contact/: closest point of a triangle to a given point, for triangles of any shape. Two innermost loops of
// the frame have their own version, with other bits: distance.c a faster one for the well-shaped triangles of hulls,
// contact/link/detect.c one for triangles with known planes.
#ifndef HAWSE_CONTACT_TREE_FOOT_H
#define HAWSE_CONTACT_TREE_FOOT_H

#include "dynamics/math/math3.h"

enum { CONTACT_FOOT_EDGE = 3, CONTACT_FOOT_FACE = 6 };

typedef struct contact_foot {
    vec3 x;      // [m]
    double d2;   // squared distance [m²]
    int feature; // 0..2: that corner; 3..5: the edge that begins at corner feature - 3; 6: the face
} contact_foot;

// Closest point of triangle v to p. The foot on an edge has the same bits for both triangles of that edge. Needles, and
// triangles that are a line or a point, are allowed. Frame thread.
contact_foot contact_triangle_foot(const vec3 v[3], vec3 p);

#endif
