// SPDX-License-Identifier: MIT
// A current that falls with depth (DNV-RP-C205 (2010) 4.1.4): with z upward from the still water and D the depth of the
// water, the tide by (1 + z/D)^(1/7), the drift by the wind by 1 + z/50 m.
#ifndef HAWSE_DYNAMICS_WATER_CURRENT_H
#define HAWSE_DYNAMICS_WATER_CURRENT_H

#include "dynamics/math/math3.h"

#define DYN_DRIFT_DEPTH 50.0 // depth at which the wind's drift ends [m]

typedef struct dyn_current {
    vec3 tide, drift; // horizontal velocities at the surface [m/s]
    double depth;     // of the water, for the tide [m]; 0: the tide is the same at every depth
} dyn_current;

// Velocity [m/s] at z <= 0 below the still water [m]; none at the bottom.
static inline vec3 dyn_current_at(const dyn_current *c, double z) {
    vec3 tide = c->depth > 0 ? vec3_scale(pow(fmax(1 + z / c->depth, 0), 1.0 / 7), c->tide) : c->tide;
    return vec3_madd(tide, fmax(1 + z / DYN_DRIFT_DEPTH, 0), c->drift);
}

// Its mean over a draught of at most the depth [m/s].
static inline vec3 dyn_current_mean(const dyn_current *c, double draught) {
    double least = fmin(draught, DYN_DRIFT_DEPTH), drift = least * (1 - 0.5 * least / DYN_DRIFT_DEPTH) / draught;
    double x = draught / c->depth;
    vec3 tide = c->depth > 0 ? vec3_scale(7.0 / 8 * (1 - pow(fmax(1 - x, 0), 8.0 / 7)) / x, c->tide) : c->tide;
    return vec3_madd(tide, drift, c->drift);
}

#endif
