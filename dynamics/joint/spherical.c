// SPDX-License-Identifier: MIT
// Three degrees of freedom: the bodies turn about a common point.
#include "dynamics/joint/private.h"

void joint_spherical(dyn_joint *j, dyn_model *m, const dyn_joint_def *def) {
    (void)def;
    joint_points_meet(j, m);
}
