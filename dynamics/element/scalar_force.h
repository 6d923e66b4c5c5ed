// SPDX-License-Identifier: MIT
// A force along a scalar by a law of its value and rate: what springs, dampers and stops share. Turns are counted.
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
    const void *def;      // of the law
    dyn_scalar_mark last; // at the last accepted step
    dyn_force force;
} dyn_scalar_force;

// Adds it with its scalar, law, energy and def set (it and the def stay where they are); returns its number among the
// model's forces. An angle counts turns on from the half turn about 0 in which it starts.
int dyn_scalar_force_add(dyn_scalar_force *f, struct dyn_model *m);

#endif
