// SPDX-License-Identifier: MIT
// No degree of freedom. The axis is arbitrary: an own vector of the first body needs no added node.
#include "dynamics/joint/private.h"

void joint_fixed(dyn_joint *j, dyn_model *m, const dyn_joint_def *def) {
    (void)def;
    dyn_direction own = dyn_body_own(m, j->body[0], 1);
    vec3 axis = dyn_direction_in(&own, m->node0);
    joint_triad t = joint_across(j, m, axis);
    joint_points_meet(j, m);
    if (!joint_shares(j, m, axis)) joint_axes_meet(j, m, axis, &t);
    joint_no_spin(j, m, &t);
}
