// SPDX-License-Identifier: MIT
// Reactions of joints, including the forces through shared points and vectors, which have no rows.
#ifndef HAWSE_DYNAMICS_JOINT_REACTION_H
#define HAWSE_DYNAMICS_JOINT_REACTION_H

#include "dynamics/core/step.h"
#include "dynamics/joint/joint.h"

// World frame.
typedef struct dyn_reaction {
    vec3 force;  // on the second body [N]
    vec3 torque; // on the second body, about the joint's point on it [N m]
} dyn_reaction;

// Solves for the multipliers of the equations of motion at the accepted q, qd, qdd (n_rows) [N]; they are as accurate
// as the accelerations. The multipliers in the state are of first order in h only: they belong to the
// accelerations before projection, which are off by h/3 of the third derivative (trapezoidal rule). Call it after
// dyn_step or dyn_start with this work. It makes six substitutions with the last factor. Frame thread.
void dyn_multipliers(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, double *lambda);

// Returns the force and torque of a joint on its second body, or on ground, with the multipliers of dyn_multipliers. If
// several joints or further bodies share a node of that body, the result is the sum through the node. scratch: n_nodes.
// Frame thread.
dyn_reaction dyn_joint_reaction(const dyn_joint *j, const dyn_model *m, const dyn_state *s, const double *lambda,
                                const rt_command *c, vec3 *scratch);

#endif
