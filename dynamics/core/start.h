// SPDX-License-Identifier: MIT
// A consistent start: positions, velocities, accelerations and multipliers that satisfy the constraints. Set-up.
#ifndef HAWSE_DYNAMICS_CORE_START_H
#define HAWSE_DYNAMICS_CORE_START_H

#include "dynamics/core/step.h"

typedef struct dyn_start_def {
    const unsigned char *held;               // nodes with a fixed position; NULL: none (n_nodes)
    const unsigned char *given;              // nodes with a given velocity; NULL: none (n_nodes)
    double position, velocity, acceleration; // residual tolerance of each problem [m], [m/s], [m/s²]
} dyn_start_def;

// Largest residuals of the constraints, and their rows; NaN if one is.
typedef struct dyn_start_info {
    double position, velocity, acceleration; // [m], [m/s], [m/s²]
    double given;                            // largest deviation from a given velocity [m/s]
    int position_row, velocity_row, acceleration_row, given_node;
    bool solved; // all within the tolerances
} dyn_start_info;

// Solves the three initial problems in turn, each with the least mass-weighted change: q so that phi = 0, qd so that
// phi_q qd + phi_t = 0 and the given velocities hold, qdd and lambda of the equations of motion.
dyn_start_info dyn_start(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, const dyn_start_def *def);
// The last of the three alone (index-1 augmented Lagrangian); residual of the acceleration constraints [m/s²], or the
// last change of an acceleration where that is more; not a number where one of them is not.
double dyn_initial_acceleration(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c);

#endif
