// SPDX-License-Identifier: MIT
// What the bottom is made of.
#ifndef HAWSE_DYNAMICS_GROUND_SOIL_H
#define HAWSE_DYNAMICS_GROUND_SOIL_H

typedef struct ground_soil {
    // of a chain on it
    double sinks;         // depth to which a resting link sinks [m]
    double damping;       // c of the normal force [s/m]
    double along, across; // coefficients of friction
    double slip;          // displacement that mobilises friction [m]
    double settle;        // time constant of the bristle's damping [s]
} ground_soil;

#endif
