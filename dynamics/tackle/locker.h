// SPDX-License-Identifier: MIT
// Chain on the cable lifter's inboard side. Its weight in the spurling pipe pulls the lifter in the direction of
// heaving. Paying out accelerates chain from rest in the locker, with the force m' v² (momentum picked up per second).
// The bitter end fastens the chain. It comes taut when all chain is out, and parts at its strength.
#ifndef HAWSE_DYNAMICS_TACKLE_LOCKER_H
#define HAWSE_DYNAMICS_TACKLE_LOCKER_H

#include "dynamics/element/stop.h"
#include <stdbool.h>

typedef struct tackle_locker {
    double mass;     // mass of the chain [kg/m]
    double drop;     // height of the lifter over the pile in the locker [m]
    double gravity;  // [m/s²]
    double length;   // chain between lifter and anchor at which the bitter end is taut [m]; 0: the chain has no end
    double strength; // of the bitter end [N]
    bool cut;        // the chain is longer, but the model has no more links: it ends at `length`
    double stiffness, damping; // of the chain from lifter to bitter end [N/m], [N s/m]
} tackle_locker;

// Pull toward the locker by the hanging chain and the chain that is picked up [N], and c = -dF/dv; v: chain speed,
// heaving positive. Frame thread.
static inline dyn_law tackle_locker_pull(const tackle_locker *k, double v) {
    double weight = k->mass * k->gravity * k->drop;
    return v < 0 ? (dyn_law){weight + k->mass * v * v, 0, -2 * k->mass * v} : (dyn_law){weight, 0, 0};
}

// Force of the bitter end on the chain's length out (negative: it holds), at the length `out` [m] that grows at `rate`
// [m/s]. Frame thread.
static inline dyn_law tackle_locker_bitter_end(const tackle_locker *k, double out, double rate) {
    if (!(k->length > 0)) return (dyn_law){0};
    const dyn_stop_def stop = {
        .min = -(double)INFINITY, .max = k->length, .stiffness = k->stiffness, .damping = k->damping, .ramp = 0.01};
    return dyn_stop_law(&stop, out, rate);
}

#endif
