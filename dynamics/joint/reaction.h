// SPDX-License-Identifier: MIT
// Reactions of joints, also of shared points and vectors, which have no row.
#ifndef HAWSE_DYNAMICS_JOINT_REACTION_H
#define HAWSE_DYNAMICS_JOINT_REACTION_H

#include "dynamics/core/step.h"
#include "dynamics/joint/joint.h"

// World frame.
typedef struct dyn_reaction {
    vec3 force;  // on the second body [N]
    vec3 torque; // on the second body, about the joint's point on it [N m]
} dyn_reaction;

// Multipliers of the equations of motion at the accepted q, qd, qdd (n_rows) [N]. The step's own, in the state, belong
// to its accelerations before they are projected and are of first order in h only: the trapezoidal rule leaves those
// off by h/3 of the third derivative. These are as accurate as the accelerations. After dyn_step or dyn_start with this
// work; six substitutions with its last factor. Frame thread.
void dyn_multipliers(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, double *lambda);

// The force and moment of a joint on its second body (if that is ground: of the first body on ground), with the
// multipliers of dyn_multipliers. If that body shares a node in several joints, or with further bodies, the sum through
// that node. scratch: n_nodes. Frame thread.
dyn_reaction dyn_joint_reaction(const dyn_joint *j, const dyn_model *m, const dyn_state *s, const double *lambda,
                                const rt_command *c, vec3 *scratch);

#endif
