// SPDX-License-Identifier: MIT
// Dry friction in one scalar coordinate: an elastic bristle that yields smoothly at the friction limit. It holds
// without creep, and its force is a smooth function of the coordinate, as the Newton iteration likes it.
#ifndef HAWSE_DYNAMICS_BRISTLE_H
#define HAWSE_DYNAMICS_BRISTLE_H

#include <math.h>

// Force (or torque) against the motion, and its stiffness, at bristle deflection z: limit × tanh(z / yield).
typedef struct dyn_bristle_force {
    double force, stiffness;
} dyn_bristle_force;

static inline dyn_bristle_force dyn_bristle_eval(double z, double limit, double yield) {
    double t = tanh(z / yield);
    return (dyn_bristle_force){limit * t, limit / yield * (1 - t * t)};
}

// The deflection after moving by dx: dragged along beyond three times the yield deflection (tanh 3 = 0.995).
static inline double dyn_bristle_move(double z, double dx, double yield) {
    return fmax(-3 * yield, fmin(3 * yield, z + dx));
}

#endif
