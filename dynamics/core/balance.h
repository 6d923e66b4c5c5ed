// SPDX-License-Identifier: MIT
// Wrench of the bodies on what carries them, from the balance of their momentum: no joint or contact is asked.
#ifndef HAWSE_DYNAMICS_CORE_BALANCE_H
#define HAWSE_DYNAMICS_CORE_BALANCE_H

#include "dynamics/core/model.h"

// Force [N] and moment about the axes' origin [N m], in components of the axes.
typedef struct dyn_wrench {
    vec3 force, moment;
} dyn_wrench;

// Wrench that all active bodies and point masses exert on the axes in the accepted state e->state: weight and inertia
// forces, and the forces of the `outside` elements, which act from the world. Joints and contacts between bodies
// cancel; those with the axes' own parts are what remains. Bodies that sleep pull at those beside them with the axial
// force at the cut. Reactions of scalar coordinates are left out. scratch: by
// node (n_nodes). Frame thread.
dyn_wrench dyn_carried_wrench(const dyn_eval *e, const dyn_force *const *outside, int n_outside, vec3 *scratch);

#endif
