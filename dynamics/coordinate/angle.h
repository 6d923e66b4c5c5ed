// SPDX-License-Identifier: MIT
// The relative angle as a mixed coordinate, for forces, drivers and inertias (García de Jalón & Bayo 1994, ch. 2 and
// 3).
#ifndef HAWSE_DYNAMICS_COORDINATE_ANGLE_H
#define HAWSE_DYNAMICS_COORDINATE_ANGLE_H

#include "dynamics/joint/attach.h"

// Angle s from a to b about w: a on the first body, b on the second, both at right angles to the common axis w. Must
// not move while the model lives.
typedef struct dyn_relative_angle {
    dyn_direction a, b, w;
    int node;  // s is its x component [rad], over any number of turns
    int group; // of its row
} dyn_relative_angle;

// Adds the angle (one node, one group of one row), with a start value in (-pi, pi] and an inertia of its own (0: none)
// [kg m²]. Adds nothing and returns RT_ERR_USAGE with the reason in *why if a or b is not perpendicular to w.
rt_status dyn_relative_angle_add(dyn_relative_angle *r, dyn_model *m, const dyn_direction *a, const dyn_direction *b,
                                 const dyn_direction *w, double inertia, const char **why);

#endif
