// SPDX-License-Identifier: MIT
// Torque over speed of a sound motor, by its kind.
#ifndef HAWSE_DYNAMICS_WINDLASS_MOTOR_CURVE_H
#define HAWSE_DYNAMICS_WINDLASS_MOTOR_CURVE_H

#include "dynamics/windlass/motor.h"

// Sets no-load speed and power so that full lever meets the rated speed at the rated torque.
void tackle_motor_curve_make(tackle_motor *m);
// Torque [N m] with this lever and step at this speed [rad/s], and c = -dT/drate. Frame thread.
dyn_law tackle_motor_curve(const tackle_motor *m, int step, double lever, double rate);

#endif
