// SPDX-License-Identifier: MIT
// Four degrees of freedom: a point of the second body moves along an axis of the first.
#include "dynamics/joint/private.h"

void joint_inline(dyn_joint *j, dyn_model *m, const dyn_joint_def *def) {
    joint_triad t = joint_across(j, m, vec3_unit(def->axis[0]));
    joint_point_on_axis(j, m, &t);
}
