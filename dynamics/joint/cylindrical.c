// SPDX-License-Identifier: MIT
// Two degrees of freedom: the second body slides along and turns about an axis of the first.
#include "dynamics/joint/private.h"

void joint_cylindrical(dyn_joint *j, dyn_model *m, const dyn_joint_def *def) {
    vec3 axis = vec3_unit(def->axis[0]);
    joint_triad t = joint_across(j, m, axis);
    joint_point_on_axis(j, m, &t);
    if (!joint_shares(j, m, axis)) joint_axes_meet(j, m, axis, &t);
}
