// SPDX-License-Identifier: MIT
// The chain's joints as a force element: friction and stops of their angles. Private to the chain.
#ifndef HAWSE_DYNAMICS_TACKLE_CHAIN_JOINTS_H
#define HAWSE_DYNAMICS_TACKLE_CHAIN_JOINTS_H

#include "dynamics/tackle/chain.h"

#define TACKLE_JOINT_FADE 0.2 // from folded back, where a stop's force fades [rad]

// Stop of a joint's angle, -pi..pi. A light link that is thrown past its stop until it is folded back has no side: the
// force fades to zero there, else it would jump from one side to the other, and the step would have no solution.
static inline dyn_law tackle_joint_stop(const dyn_stop_def *stop, double angle, double rate) {
    dyn_law law = dyn_stop_law(stop, angle, rate);
    double left = (3.14159265358979323846 - fabs(angle)) / TACKLE_JOINT_FADE;
    if (left < 1) law = (dyn_law){left * law.force, left * law.k, left * law.c};
    return law;
}

// Adds c->joints; call after all links are added.
void tackle_chain_joints_add(tackle_chain *c, dyn_model *m);
// The element's `eval`, in chain_joints_eval.c.
void tackle_chain_joints_eval(void *self, const dyn_eval *e, const void *z);

#endif
