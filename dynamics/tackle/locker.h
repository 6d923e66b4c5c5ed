// SPDX-License-Identifier: MIT
// What hangs on the cable lifter's inboard side. Chain hangs down the spurling pipe: its weight pulls the lifter to
// heave. Paying out, chain at rest in the locker is set moving: that costs m' v² (the momentum of what is picked up in
// a second). The chain's inboard end is fastened by the bitter end; when all is out it comes taut, and parts at its
// strength.
#ifndef HAWSE_DYNAMICS_TACKLE_LOCKER_H
#define HAWSE_DYNAMICS_TACKLE_LOCKER_H

#include "dynamics/element/stop.h"

typedef struct tackle_locker {
    double mass;     // of the chain [kg/m]
    double drop;     // of the chain from the lifter to the pile in the locker [m]
    double gravity;  // [m/s²]
    double length;   // chain between lifter and anchor at which the bitter end is taut [m]; 0: the chain has no end
    double strength; // of the bitter end [N]
    double stiffness, damping; // of the chain between lifter and bitter end [N/m], [N s/m]
} tackle_locker;

// Pull toward the locker of the hanging chain and of what is picked up, at chain speed v, heaving positive [N], and
// c = -dF/dv. Frame thread.
static inline dyn_law tackle_locker_pull(const tackle_locker *k, double v) {
    double weight = k->mass * k->gravity * k->drop;
    return v < 0 ? (dyn_law){weight + k->mass * v * v, 0, -2 * k->mass * v} : (dyn_law){weight, 0, 0};
}

// Force on the chain's length out (negative: it holds), with `out` [m] out and paying out at `rate`. Frame thread.
static inline dyn_law tackle_locker_bitter_end(const tackle_locker *k, double out, double rate) {
    if (!(k->length > 0)) return (dyn_law){0};
    const dyn_stop_def stop = {
        .min = -(double)INFINITY, .max = k->length, .stiffness = k->stiffness, .damping = k->damping, .ramp = 0.01};
    return dyn_stop_law(&stop, out, rate);
}

#endif
