// SPDX-License-Identifier: MIT
// Private to contact/: the point of a triangle nearest to a given one, for triangles of any shape. (distance.c has a
// quicker one for the well-shaped triangles of hulls, link_detect.c one for triangles whose planes are known: both
// stand in the innermost loop of a frame, and answer with other bits.)
#ifndef HAWSE_CONTACT_TREE_FOOT_H
#define HAWSE_CONTACT_TREE_FOOT_H

#include "dynamics/math/math3.h"

enum { CONTACT_FOOT_EDGE = 3, CONTACT_FOOT_FACE = 6 };

typedef struct contact_foot {
    vec3 x;      // [m]
    double d2;   // squared distance [m²]
    int feature; // 0..2: that corner; 3..5: the edge from corner feature - 3 on; 6: the face
} contact_foot;

// The place of the triangle v nearest to p. An edge's feet are the same bits for both triangles that it belongs to.
// Needles, and triangles that are a line or a point, are as good as any. Frame thread.
contact_foot contact_triangle_foot(const vec3 v[3], vec3 p);

#endif
