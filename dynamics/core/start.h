// SPDX-License-Identifier: MIT
// A consistent start: positions, velocities, accelerations and multipliers that satisfy the constraints. Set-up.
#ifndef HAWSE_DYNAMICS_CORE_START_H
#define HAWSE_DYNAMICS_CORE_START_H

#include "dynamics/core/step.h"

typedef struct dyn_start_def {
    const unsigned char *held;               // nodes with a prescribed position; NULL: none (n_nodes)
    const unsigned char *given;              // nodes with a prescribed velocity; NULL: none (n_nodes)
    double position, velocity, acceleration; // residual tolerance of each problem [m], [m/s], [m/s²]
} dyn_start_def;

// Largest residuals of the constraints and their rows; NaN if a residual is NaN.
typedef struct dyn_start_info {
    double position, velocity, acceleration; // [m], [m/s], [m/s²]
    double given;                            // largest deviation from a prescribed velocity [m/s]
    int position_row, velocity_row, acceleration_row, given_node;
    bool solved; // all within the tolerances
} dyn_start_info;

// Solves the three initial problems in turn, each with the least mass-weighted change: q with phi = 0; qd with
// phi_q qd + phi_t = 0 and the prescribed velocities; qdd and lambda from the equations of motion.
dyn_start_info dyn_start(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, const dyn_start_def *def);
// Solves the third problem alone (index-1 augmented Lagrangian). Returns the larger of the residual of the acceleration
// constraints and the last change of an acceleration [m/s²]; NaN if one of them is NaN, infinite if a factor failed.
double dyn_initial_acceleration(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c);

#endif
