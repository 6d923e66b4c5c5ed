// SPDX-License-Identifier: MIT
// The chain's joints as a force element: friction and stops of their angles. Private to the chain.
#ifndef HAWSE_DYNAMICS_TACKLE_CHAIN_JOINTS_H
#define HAWSE_DYNAMICS_TACKLE_CHAIN_JOINTS_H

#include "dynamics/tackle/chain.h"

// Adds c->joints; call after all links are added.
void tackle_chain_joints_add(tackle_chain *c, dyn_model *m);
// The element's `eval`, in chain_joints_eval.c.
void tackle_chain_joints_eval(void *self, const dyn_eval *e, const void *z);

#endif
