// SPDX-License-Identifier: MIT
// Two relative coordinates in a constant ratio (García de Jalón & Bayo 1994, ch. 2): a pair of gears, if both are
// angles; rack and pinion, if the second is a travel.
#ifndef HAWSE_DYNAMICS_COORDINATE_GEAR_H
#define HAWSE_DYNAMICS_COORDINATE_GEAR_H

#include "dynamics/core/model.h"

// Must not move while the model lives.
typedef struct dyn_gear {
    int node[2];     // of the two coordinates
    double start[2]; // their values at the start [rad] or [m]
    double ratio;    // change of the second per change of the first [1], [m/rad]
    int group;       // of its row
} dyn_gear;

// Adds the pair: one group of one row. Adds nothing and returns RT_ERR_USAGE with a reason in *why for two equal
// coordinates.
rt_status dyn_gear_add(dyn_gear *g, dyn_model *m, int first, int second, double ratio, const char **why);
// Returns the torque [N m] or force [N] of the pair on its second coordinate, with the multipliers of dyn_multipliers.
// The one on the first is -ratio times it: the pair does no work.
double dyn_gear_effort(const dyn_gear *g, const dyn_model *m, const double *lambda);

#endif
