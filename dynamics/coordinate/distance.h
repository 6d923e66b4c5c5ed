// SPDX-License-Identifier: MIT
// The distance of two points as a mixed coordinate, for forces, drivers and inertias.
#ifndef HAWSE_DYNAMICS_COORDINATE_DISTANCE_H
#define HAWSE_DYNAMICS_COORDINATE_DISTANCE_H

#include "dynamics/core/model.h"

// Distance s of the points p and q. Must not move while the model lives.
typedef struct dyn_relative_distance {
    int p, q;
    double length0; // at the start [m]
    int node;       // s is its x component [m]
    int group;      // of its row
} dyn_relative_distance;

// Adds the distance (one node, one group of one row) with an inertia of its own (0: none) [kg]. Adds nothing and
// returns RT_ERR_USAGE with the reason in *why if the points coincide at the start, where the distance has no gradient.
rt_status dyn_relative_distance_add(dyn_relative_distance *r, dyn_model *m, int p, int q, double inertia,
                                    const char **why);

#endif
