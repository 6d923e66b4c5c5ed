// SPDX-License-Identifier: MIT
// What the bottom is made of.
#ifndef HAWSE_DYNAMICS_GROUND_SOIL_H
#define HAWSE_DYNAMICS_GROUND_SOIL_H

#include "dynamics/math/math3.h"

// Memory of a place of a body on or in the soil.
typedef struct ground_grip {
    vec3 anchor;  // of the bristle, in the world [m]
    double holds; // 1: in contact; 0: no anchor
} ground_grip;

typedef struct ground_soil {
    // of a chain on it
    double sinks;         // depth to which a resting link sinks [m]
    double damping;       // c of the normal force [s/m]
    double along, across; // coefficients of friction
    double slip;          // displacement that mobilises friction [m]
    double settle;        // time constant of the bristle's damping [s]
    // of a body in it
    double strength;    // zeta: stress over depth on a level plate that sinks [Pa/m]
    double mobilise;    // displacement that mobilises it [m]
    double body_settle; // time constant of that bristle's damping [s]
} ground_soil;

#endif
