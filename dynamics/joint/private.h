// SPDX-License-Identifier: MIT
// Rows of which the kinds of joints consist. Inside of dynamics/joint.
#ifndef HAWSE_DYNAMICS_JOINT_PRIVATE_H
#define HAWSE_DYNAMICS_JOINT_PRIVATE_H

#include "dynamics/joint/joint.h"

// Two directions of the first body, at right angles to the axis and to each other.
typedef struct joint_triad {
    dyn_direction b, c;
    vec3 b0, c0; // at the start
} joint_triad;

// Returns the storage of the next tie.
dyn_tie *joint_tie(dyn_joint *j);
// Adds the row a·b = constant of two directions; of scale 1, one may be the vector between two points.
void joint_dot(dyn_joint *j, dyn_model *m, const dyn_direction *a, const dyn_direction *b, double constant);
// Makes two directions of the first body across the axis, of its own vectors where they fit.
joint_triad joint_across(dyn_joint *j, dyn_model *m, vec3 axis);
// Holds the two points together: three rows, none if the bodies share the point.
void joint_points_meet(dyn_joint *j, dyn_model *m);
// Holds the second body's point on the axis through the first body's point: two rows.
void joint_point_on_axis(dyn_joint *j, dyn_model *m, const joint_triad *t);
// Holds an axis of the second body parallel to the axis: two rows.
void joint_axes_meet(dyn_joint *j, dyn_model *m, vec3 axis, const joint_triad *t);
// Prevents rotation about the common axis: one row, none if the bodies share a vector across it.
void joint_no_spin(dyn_joint *j, dyn_model *m, const joint_triad *t);
// Finds a vector along `direction` that the bodies share, and notes it as shared. False: none.
bool joint_shares(dyn_joint *j, const dyn_model *m, vec3 direction);

// Adds the rows of a joint whose points have their nodes: joint_spherical in spherical.c, one a row of the list.
typedef void joint_add(dyn_joint *j, dyn_model *m, const dyn_joint_def *def);
#define JOINT_PROTOTYPE(NAME, word, ...) joint_add joint_##word;
DYN_JOINT_LIST(JOINT_PROTOTYPE)

#endif
