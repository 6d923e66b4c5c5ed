// SPDX-License-Identifier: MIT
// A force or torque along a scalar: a function of time and the operator's lever, filtered by a first-order lag.
#ifndef HAWSE_DYNAMICS_ELEMENT_ACTUATOR_H
#define HAWSE_DYNAMICS_ELEMENT_ACTUATOR_H

#include "dynamics/element/scalar.h"
#include "dynamics/math/table.h"

typedef struct dyn_actuator_def {
    bool lever; // true: the demand is the function of time plus lever × max; false: the function alone
    double max; // the demand is limited to ± this [N] or [N m]
    double offset, amplitude, frequency, phase; // offset + amplitude sin(2 pi frequency t + phase); [Hz], [rad]
    const dyn_table *table;                     // adds max × this function of time; NULL: none
    double lag;                                 // time constant; 0: none [s]
    dyn_geometric geometric;
} dyn_actuator_def;

typedef struct dyn_actuator {
    dyn_scalar scalar;
    dyn_actuator_def def;
    dyn_force force;
} dyn_actuator;

// Adds the actuator, unloaded; returns its number among the model's forces. Its internal state is the force [N] or
// [N m].
int dyn_actuator_add(dyn_actuator *a, struct dyn_model *m, const dyn_scalar *scalar, const dyn_actuator_def *def);

#endif
