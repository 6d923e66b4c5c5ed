// SPDX-License-Identifier: MIT
// The dog clutch between motor and gypsy. The dogs engage only over the gaps and at nearly equal speeds. At a larger
// mismatch they clash, and beyond `clash` they do not engage. They disengage only at a small torque. Engaged dogs act
// as a stiff damped shaft.
#ifndef HAWSE_DYNAMICS_WINDLASS_CLUTCH_H
#define HAWSE_DYNAMICS_WINDLASS_CLUTCH_H

#include "dynamics/element/scalar.h"

typedef struct tackle_clutch {
    double stiffness, damping; // [N m/rad], [N m s/rad]
    double dogs;               // number of dogs on the circumference
    double play;               // play of the dogs in the gaps, as a share of their pitch
    double clean, clash;       // largest speed mismatch for clean engagement, and for engagement [rad/s]
    double release;            // largest torque at which the dogs disengage [N m]
} tackle_clutch;

typedef struct tackle_clutch_memory {
    double engaged;          // 1: in mesh
    double mesh;             // motor angle minus gypsy angle at zero torque [rad]
    double torque;           // torque on the lifter at the end of the last step [N m]
    double refusal_reported; // 1: a refusal of the operator's present command was reported
} tackle_clutch_memory;

// Torque on the lifter when the motor is ahead by the angle `lead` that grows at `rate`; k and c with respect to this
// relative coordinate (k = dT/dlead). Frame thread.
dyn_law tackle_clutch_law(const tackle_clutch *k, const tackle_clutch_memory *z, double lead, double rate);
// Ends a step: engages or disengages the dogs as commanded by `in`, or disengages them if `jumps_out`. Frame thread.
void tackle_clutch_accept(const tackle_clutch *k, tackle_clutch_memory *z, bool in, bool jumps_out, double lead,
                          double rate, rt_events *events);

#endif
