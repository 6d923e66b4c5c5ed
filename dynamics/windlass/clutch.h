// SPDX-License-Identifier: MIT
// The dog clutch between motor and gypsy. Its dogs engage only over the gaps and at nearly the same speed; at a little
// more they clash in, beyond that they refuse. They disengage only under little load. Engaged they are a stiff damped
// shaft.
#ifndef HAWSE_DYNAMICS_WINDLASS_CLUTCH_H
#define HAWSE_DYNAMICS_WINDLASS_CLUTCH_H

#include "dynamics/element/scalar.h"

typedef struct tackle_clutch {
    double stiffness, damping; // [N m/rad], [N m s/rad]
    double dogs;               // round the circumference
    double play;               // of the dogs in the gaps, share of their pitch
    double clean, clash;       // mismatch up to which they go in cleanly, and at all [rad/s]
    double release;            // torque up to which they disengage [N m]
} tackle_clutch;

typedef struct tackle_clutch_memory {
    double engaged; // 1: in mesh
    double mesh;    // motor angle minus gypsy angle at zero torque [rad]
    double torque;  // toward the lifter, at the end of the last step [N m]
    double told;    // 1: a refusal has been told for this move of the operator's
} tackle_clutch_memory;

// Torque on the lifter when the motor stands `lead` ahead of it and runs ahead at `rate`; k and c of the relative
// coordinate (k = dT/dlead). Frame thread.
dyn_law tackle_clutch_law(const tackle_clutch *k, const tackle_clutch_memory *z, double lead, double rate);
// Ends a step: the dogs move between frames, as the operator wants, or out when they jump out. Frame thread.
void tackle_clutch_accept(const tackle_clutch *k, tackle_clutch_memory *z, bool in, bool jumps_out, double lead,
                          double rate, rt_events *events);

#endif
