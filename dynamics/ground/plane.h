// SPDX-License-Identifier: MIT
// The bottom: a plane in the world, level or sloping.
#ifndef HAWSE_DYNAMICS_GROUND_PLANE_H
#define HAWSE_DYNAMICS_GROUND_PLANE_H

#include "dynamics/math/math3.h"

typedef struct ground_plane {
    vec3 at, normal; // a point of it [m]; unit normal, upward
} ground_plane;

// Depth of a point of the world below the bottom, along its normal [m].
static inline double ground_depth(const ground_plane *g, vec3 x) { return vec3_dot(g->normal, vec3_sub(g->at, x)); }

#endif
