// SPDX-License-Identifier: MIT
// The angle of a vector in a plane of another body, straight from natural coordinates: joint friction, stops and hinge
// gauges use it, so that they need no relative coordinate.
#ifndef HAWSE_DYNAMICS_ANGLE_H
#define HAWSE_DYNAMICS_ANGLE_H

#include "dynamics/force.h"

// angle = atan2(ratio a·s, a·c), where a, c, s are vectors: node [0] minus node [1], or node [0] alone when [1] is -1.
// c and s are perpendicular; ratio = |c|/|s|.
typedef struct dyn_angle {
    int a[2], c[2], s[2];
    double ratio;
} dyn_angle;

typedef struct dyn_angle_value {
    double angle; // [rad], -pi..pi
    double rate;  // [rad/s]
    int n;
    int node[6];
    vec3 g[6]; // d angle / d node [rad/m]
} dyn_angle_value;

// False where a is nearly perpendicular to the plane of c and s, and the angle means nothing.
bool dyn_angle_eval(const dyn_angle *d, const vec3 *q, const vec3 *qd, dyn_angle_value *v);
// Adds a torque about the angle (positive turns it up) and its tangent t = (h²/4) k + (h/2) c >= 0 [N m/rad].
void dyn_angle_add(const dyn_eval *e, const dyn_angle_value *v, double torque, double t);
// Declares the couples of nodes that the tangent needs.
void dyn_angle_couple(struct dyn_model *m, const dyn_angle *d);

#endif
