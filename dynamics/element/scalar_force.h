// SPDX-License-Identifier: MIT
// A force along a scalar by a law of its value and rate, for springs, dampers and stops. Angles count turns.
#ifndef HAWSE_DYNAMICS_ELEMENT_SCALAR_FORCE_H
#define HAWSE_DYNAMICS_ELEMENT_SCALAR_FORCE_H

#include "dynamics/element/scalar.h"

typedef dyn_law dyn_scalar_law(const void *def, double value, double rate);
typedef double dyn_scalar_energy(const void *def, double value); // [J]

typedef struct dyn_scalar_force {
    dyn_scalar scalar;
    dyn_geometric geometric;
    dyn_scalar_law *law;
    dyn_scalar_energy *energy;
    const void *def;      // parameters of the law
    dyn_scalar_mark last; // value at the last accepted step
    dyn_force force;
} dyn_scalar_force;

// Adds the force, whose scalar, law, energy and def are set; returns its number among the model's forces. *f and *def
// must not move. An angle starts within half a turn of 0 and counts turns from there.
int dyn_scalar_force_add(dyn_scalar_force *f, struct dyn_model *m);

#endif
