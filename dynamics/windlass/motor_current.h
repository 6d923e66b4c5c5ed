// SPDX-License-Identifier: MIT
// Current of an electric motor, by its nameplate. No part of the physics: the instrument alone shows it.
//
//   pole-changing  the circle of Heyland and Ossanna, that is an induction motor's equivalent circuit without stator
//                  resistance, as in Kloss's formula (motor_curve.c). With the slip over the pull-out slip u = s/s_k
//                  the rotor's current has an active part I_k u/(1 + u^2), in proportion to the torque, and a reactive
//                  part I_k u^2/(1 + u^2); the magnetising current adds to the latter. The nameplate's current and
//                  power factor at the rated slip give both constants. (R. Fischer, Elektrische Maschinen, chapter on
//                  the induction motor's circle diagram.) A step with fewer poles' speed has the same torque by less
//                  active power, and so less active current; its magnetising current counts as that of the last step
//                  [K].
//   frequency      by field orientation: magnetising current I_N sin(phi), torque-producing current I_N cos(phi) T/T_N;
//                  above the rated speed the flux falls as 1/speed (W. Leonhard, Control of Electrical Drives).
#ifndef HAWSE_DYNAMICS_WINDLASS_MOTOR_CURRENT_H
#define HAWSE_DYNAMICS_WINDLASS_MOTOR_CURRENT_H

#include "dynamics/windlass/motor.h"

// Nameplate of an electric motor at rated torque and speed.
typedef struct tackle_nameplate {
    double current;      // of a line [A]
    double power_factor; // cos(phi)
} tackle_nameplate;

// Rated line current of a three-phase motor [A]: P = sqrt(3) U I cos(phi) eta (IEC 60034-1), from its power at the
// shaft [W], the voltage between lines [V], power factor and efficiency.
double tackle_rated_current(double power, double voltage, double power_factor, double efficiency);
// Line current [A] at this speed [rad/s], heaving positive; 0 of a hydraulic motor, and while the motor is switched
// off: its brake on, tripped, without power. Any thread.
double tackle_motor_current(const tackle_motor *m, const tackle_motor_memory *z, const rt_command *c, double rate,
                            const tackle_nameplate *n);

#endif
