// SPDX-License-Identifier: MIT
// The distance of two points as a mixed coordinate: forces, drivers and inertias may act on it.
#ifndef HAWSE_DYNAMICS_JOINT_RELATIVE_DISTANCE_H
#define HAWSE_DYNAMICS_JOINT_RELATIVE_DISTANCE_H

#include "dynamics/core/model.h"

// Distance s of the points p and q. Must not move while the model lives.
typedef struct dyn_relative_distance {
    int p, q;
    double length0; // at the start [m]
    int node;       // s is its x component [m]
    int group;      // of its row
} dyn_relative_distance;

// Adds the distance (one node, one group of one row) with an inertia of its own (0: none) [kg]. RT_ERR_USAGE with the
// reason in *why, and nothing added: points that coincide at the start, where the distance has no gradient.
rt_status dyn_relative_distance_add(dyn_relative_distance *r, dyn_model *m, int p, int q, double inertia,
                                    const char **why);

#endif
