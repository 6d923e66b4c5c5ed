// SPDX-License-Identifier: MIT
// A stop along a scalar: a one-sided spring and damper beyond each end of a range. It never pulls.
#ifndef HAWSE_DYNAMICS_ELEMENT_STOP_H
#define HAWSE_DYNAMICS_ELEMENT_STOP_H

#include "dynamics/element/scalar_force.h"

typedef struct dyn_stop_def {
    double min, max;           // ends of the free range [m] or [rad]
    double stiffness, damping; // [N/m], [N s/m] or [N m/rad], [N m s/rad]
    double ramp;               // depth over which the damping rises to its full value, > 0 [m] or [rad]
    dyn_geometric geometric;
} dyn_stop_def;

typedef struct dyn_stop {
    dyn_stop_def def;
    dyn_scalar_force along;
} dyn_stop;

// Force of the stop at this value and rate: stiffness × depth + damping × STEP(depth/ramp) × approach, at least 0. The
// damping rises by the cubic step of the Impact function: the force does not jump at a touch with speed. k is negative
// where, on leaving, the damping falls faster than the spring force.
static inline dyn_law dyn_stop_law(const dyn_stop_def *d, double value, double rate) {
    double side = value > d->max ? 1 : -1, depth = side > 0 ? value - d->max : d->min - value;
    if (depth <= 0) return (dyn_law){0, 0, 0};
    double x = depth < d->ramp ? depth / d->ramp : 1, c = d->damping * x * x * (3 - 2 * x);
    double push = d->stiffness * depth + c * side * rate;
    if (push <= 0) return (dyn_law){0, 0, 0};
    double fade = d->damping * 6 * x * (1 - x) / d->ramp;
    return (dyn_law){-side * push, d->stiffness + fade * side * rate, c};
}

// Energy of the stop's spring [J].
static inline double dyn_stop_energy(const dyn_stop_def *d, double value) {
    double depth = value > d->max ? value - d->max : value < d->min ? d->min - value : 0;
    return 0.5 * d->stiffness * depth * depth;
}

// Adds the stop; returns its number among the model's forces. Counts turns as dyn_scalar_force_add does.
int dyn_stop_add(dyn_stop *s, struct dyn_model *m, const dyn_scalar *scalar, const dyn_stop_def *def);

#endif
