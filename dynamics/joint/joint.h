// SPDX-License-Identifier: MIT
// Joints between two bodies, or a body and ground. Points and vectors that the bodies share need no rows; the rest of a
// joint is bilinear rows (García de Jalón & Bayo 1994, ch. 2 and 3). Rows of directions use perpendicular vectors,
// because the product of parallel ones has no gradient at its root. Set-up.
#ifndef HAWSE_DYNAMICS_JOINT_JOINT_H
#define HAWSE_DYNAMICS_JOINT_JOINT_H

#include "dynamics/joint/attach.h"
#include "dynamics/joint/kinds.h"

enum { DYN_JOINT_MAX_ROWS = 6, DYN_JOINT_MAX_TIES = 6, DYN_JOINT_MAX_SHARED = 6 };

// Position and axis of a joint in world coordinates at the start.
typedef struct dyn_joint_def {
    dyn_joint_kind kind;
    int body[2];   // -1: ground
    vec3 point[2]; // on each body [m]; the initial position problem closes any gap between them
    vec3 axis[2];  // of any length; kinds of one axis: [0] is on both bodies; of two: one on each body
} dyn_joint_def;

// Must not move while the model lives.
typedef struct dyn_joint {
    dyn_joint_kind kind;
    int body[2];
    int point[2];                        // node of the point on each body
    int n_rows, row[DYN_JOINT_MAX_ROWS]; // bilinear rows, k of dyn_bilinear_row
    int n_ties;
    dyn_tie tie[DYN_JOINT_MAX_TIES];            // nodes added to the bodies
    int n_shared, shared[DYN_JOINT_MAX_SHARED]; // nodes through which the bodies act on each other without rows
} dyn_joint;

// Upper bounds of what a joint adds to a model.
typedef struct dyn_joint_need {
    int nodes, rows, groups;
} dyn_joint_need;
dyn_joint_need dyn_joint_needs(dyn_joint_kind kind);

// Adds a joint. Adds nothing and returns RT_ERR_USAGE with a reason in *why for two equal bodies, an axis of no length,
// two parallel axes, or a shared point of a joint that slides.
rt_status dyn_joint_add(dyn_joint *j, dyn_model *m, const dyn_joint_def *def, const char **why);

#endif
