// SPDX-License-Identifier: MIT
// Rheonomic drivers: a coordinate follows a function of time, whatever force that needs.
#ifndef HAWSE_DYNAMICS_COORDINATE_DRIVER_H
#define HAWSE_DYNAMICS_COORDINATE_DRIVER_H

#include "dynamics/core/model.h"
#include "dynamics/math/table.h"

// f(t) = offset + rate t + acceleration t²/2 + amplitude sin(2 pi frequency t + phase) + table(t).
typedef struct dyn_driver_motion {
    double offset, rate, acceleration, amplitude; // [m] or [rad], by [s]
    double frequency, phase;                      // [Hz], [rad]
    const dyn_table *table;                       // a spline, whose rate and acceleration are continuous; NULL: none
} dyn_driver_motion;

// Must not move while the model lives.
typedef struct dyn_driver {
    int node;   // of the point or of the mixed coordinate
    vec3 along; // unit vector; the coordinate is along·x of the node
    dyn_driver_motion motion;
    int group; // of its row
} dyn_driver;

// Evaluates f and its first and second derivatives at t.
void dyn_driver_at(const dyn_driver_motion *f, double t, double value[3]);
// Adds a driver: one group of one row. Adds nothing and returns RT_ERR_USAGE with a reason in *why for a ground node.
rt_status dyn_driver_add(dyn_driver *d, dyn_model *m, int node, vec3 along, const dyn_driver_motion *f,
                         const char **why);
// Returns the force that the driver exerts on its coordinate [N] or [N m], with the multipliers of dyn_multipliers.
double dyn_driver_force(const dyn_driver *d, const dyn_model *m, const double *lambda);

#endif
