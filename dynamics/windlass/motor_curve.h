// SPDX-License-Identifier: MIT
// Torque over speed of a sound motor, by its kind.
#ifndef HAWSE_DYNAMICS_WINDLASS_MOTOR_CURVE_H
#define HAWSE_DYNAMICS_WINDLASS_MOTOR_CURVE_H

#include "dynamics/windlass/motor.h"

// Defaults of a kind; the maker's figures replace them.
typedef struct tackle_motor_defaults {
    double droop;    // speed lost to leakage or slip at the torque limit, share of the rated speed
    double pressure; // of the oil at the torque limit [Pa]; 0: an electric motor
} tackle_motor_defaults;

tackle_motor_defaults tackle_motor_defaults_of(tackle_motor_kind kind);
// Sets no-load speed and power so that full lever meets the rated speed at the rated torque.
void tackle_motor_curve_make(tackle_motor *m);
// Synchronous speed of a pole-changing motor's step over that of its last.
double tackle_motor_step_speed(int step);
// Torque [N m] with this lever and step at this speed [rad/s], and c = -dT/drate. Frame thread.
dyn_law tackle_motor_curve(const tackle_motor *m, int step, double lever, double rate);

#endif
