// SPDX-License-Identifier: MIT
// A linear spring and damper along a scalar: between two points, or torsional about a hinge.
#ifndef HAWSE_DYNAMICS_ELEMENT_SPRING_DAMPER_H
#define HAWSE_DYNAMICS_ELEMENT_SPRING_DAMPER_H

#include "dynamics/element/scalar_force.h"

typedef struct dyn_spring_damper_def {
    double stiffness, damping; // [N/m], [N s/m] or [N m/rad], [N m s/rad]
    double rest;               // rest length [m] or [rad]
    dyn_geometric geometric;
} dyn_spring_damper_def;

typedef struct dyn_spring_damper {
    dyn_spring_damper_def def;
    dyn_scalar_force along;
} dyn_spring_damper;

static inline dyn_law dyn_spring_damper_law(const dyn_spring_damper_def *d, double value, double rate) {
    return (dyn_law){-d->stiffness * (value - d->rest) - d->damping * rate, d->stiffness, d->damping};
}

// Adds the element; returns its number among the model's forces. Counts turns as dyn_scalar_force_add does.
int dyn_spring_damper_add(dyn_spring_damper *s, struct dyn_model *m, const dyn_scalar *scalar,
                          const dyn_spring_damper_def *def);

#endif
