// SPDX-License-Identifier: MIT
// Reactions of joints, also where points and vectors are shared and no row stands for the joint.
#ifndef HAWSE_DYNAMICS_JOINT_REACTION_H
#define HAWSE_DYNAMICS_JOINT_REACTION_H

#include "dynamics/joint/joint.h"
#include "dynamics/state.h"

// World frame.
typedef struct dyn_reaction {
    vec3 force;  // on the second body [N]
    vec3 torque; // on the second body, about the joint's point on it [N m]
} dyn_reaction;

// What a joint exerts on its second body at the accepted state (on ground: what the first body exerts on it). Where
// that body shares a node in several joints, or with further bodies, the sum of what comes through that node.
// scratch: n_nodes. Frame thread.
dyn_reaction dyn_joint_reaction(const dyn_joint *j, const dyn_model *m, const dyn_state *s, const rt_command *c,
                                vec3 *scratch);

#endif
