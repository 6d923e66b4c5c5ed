// SPDX-License-Identifier: MIT
// The travel along an axis as a mixed coordinate, for forces, drivers and inertias (García de Jalón & Bayo 1994, ch. 2
// and 3).
#ifndef HAWSE_DYNAMICS_COORDINATE_TRAVEL_H
#define HAWSE_DYNAMICS_COORDINATE_TRAVEL_H

#include "dynamics/joint/attach.h"

// Travel s of the point q from the point p along the axis a of the body of p. Must not move while the model lives.
typedef struct dyn_relative_travel {
    int p, q;
    dyn_direction a;
    int node;  // s is its x component [m]
    int group; // of its row
} dyn_relative_travel;

// Adds the travel (one node, one group of one row) with an inertia of its own (0: none) [kg].
void dyn_relative_travel_add(dyn_relative_travel *r, dyn_model *m, int p, int q, const dyn_direction *a,
                             double inertia);

#endif
