// SPDX-License-Identifier: MIT
// Two degrees of freedom: a common point, and a constant angle, usually 90 degrees, between an axis of each body.
#include "dynamics/joint/private.h"

void joint_universal(dyn_joint *j, dyn_model *m, const dyn_joint_def *def) {
    dyn_direction first = dyn_body_direction(m, j->body[0], def->axis[0], joint_tie(j));
    dyn_direction second = dyn_body_direction(m, j->body[1], def->axis[1], joint_tie(j));
    joint_points_meet(j, m);
    joint_dot(j, m, &first, &second, vec3_dot(vec3_unit(def->axis[0]), vec3_unit(def->axis[1])));
}
