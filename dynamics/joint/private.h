// SPDX-License-Identifier: MIT
// What the kinds of joints are put together from. Inside of dynamics/joint.
#ifndef HAWSE_DYNAMICS_JOINT_PRIVATE_H
#define HAWSE_DYNAMICS_JOINT_PRIVATE_H

#include "dynamics/joint/joint.h"

// Three directions at right angles on the first body, `along` the axis.
typedef struct joint_triad {
    dyn_direction b, c; // across the axis
    vec3 b0, c0;        // at the start
} joint_triad;

// Storage of the next tie.
dyn_tie *joint_tie(dyn_joint *j);
// Adds scale ((a)·(b) - constant) of two directions as a row.
void joint_dot(dyn_joint *j, dyn_model *m, const dyn_direction *a, const dyn_direction *b, double constant);
// Two directions of the first body across the axis; its own vectors if they fit.
joint_triad joint_across(dyn_joint *j, dyn_model *m, vec3 axis);
// The two points coincide: no row if shared, otherwise three.
void joint_points_meet(dyn_joint *j, dyn_model *m);
// The second body's point is on the axis through the first's: two rows.
void joint_point_on_axis(dyn_joint *j, dyn_model *m, const joint_triad *t);
// The axis is common: no row if a vector along it is shared, otherwise two.
void joint_axes_meet(dyn_joint *j, dyn_model *m, vec3 axis, const joint_triad *t);
// No rotation about the common axis: no row if a vector across it is shared, otherwise one.
void joint_no_spin(dyn_joint *j, dyn_model *m, const joint_triad *t);
// A vector along `direction` that the bodies share, marked as shared; false if there is none.
bool joint_shares(dyn_joint *j, const dyn_model *m, vec3 direction);

// Adds the rows of a joint whose points have their nodes: joint_spherical in spherical.c, one a row of the list.
typedef void joint_add(dyn_joint *j, dyn_model *m, const dyn_joint_def *def);
#define JOINT_PROTOTYPE(NAME, word, ...) joint_add joint_##word;
DYN_JOINT_LIST(JOINT_PROTOTYPE)

#endif
