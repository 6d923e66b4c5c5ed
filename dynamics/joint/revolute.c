// SPDX-License-Identifier: MIT
// One degree of freedom: the bodies turn about a common axis.
#include "dynamics/joint/private.h"

void joint_revolute(dyn_joint *j, dyn_model *m, const dyn_joint_def *def) {
    vec3 axis = vec3_unit(def->axis[0]);
    joint_points_meet(j, m);
    if (joint_shares(j, m, axis)) return;
    joint_triad t = joint_across(j, m, axis);
    joint_axes_meet(j, m, axis, &t);
}
