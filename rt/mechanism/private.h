// SPDX-License-Identifier: MIT
// Functions that the files of a mechanism share.
#ifndef HAWSE_RT_MECHANISM_PRIVATE_H
#define HAWSE_RT_MECHANISM_PRIVATE_H

#include "rt/mechanism/mechanism.h"

// Names of the model's parts, for mechanism_kind.
void mechanism_force_name(const sim *s, int force, char *name, size_t size);
void mechanism_body_name(const sim *s, int body, char *name, size_t size);
bool mechanism_node_name(const sim *s, int node, char *name, size_t size);
void mechanism_row_name(const sim *s, int row, char *name, size_t size);

static inline vec3 mechanism_vec3(const double x[3]) { return vec3_make(x[0], x[1], x[2]); }

// Begin and end the rows of a part: rows added between the two calls belong to it.
void mechanism_begin_part(mechanism *k, const char *kind, const rt_name *name);
void mechanism_end_part(mechanism *k);
// Reports an error of a part of the file, at its line.
void mechanism_report_error(const scenario *sc, const rt_item *item, rt_diag *d, const char *kind, const rt_name *name,
                            const char *why);
rt_status mechanism_add_bodies(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_joints(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_coordinates(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_gears(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_drivers(mechanism *k, const scenario *sc, rt_diag *d);
void mechanism_add_forces(mechanism *k);
rt_status mechanism_add_shapes(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_materials(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_contacts(mechanism *k, const scenario *sc, rt_diag *d);

// Position of a point of the file at the start.
vec3 mechanism_point_position(const mechanism *k, int point);
// Node of a point; adds one for a further point of a body.
int mechanism_point_node(mechanism *k, int point);

// Rotation about an axis of a joint.
typedef struct mechanism_hinge {
    int carrier, other; // body that carries the axis, and the other one; -1: ground
    vec3 axis, along;   // axis, and a direction across it that is common to both bodies at the start; world frame
    double sign;        // angle of the joint (second body relative to first) / angle of `other` relative to `carrier`
} mechanism_hinge;
mechanism_hinge mechanism_hinge_of(const mechanism *k, int joint, int axis);

// Angle and travel of a joint as functions of the bodies' coordinates; they need no relative coordinate.
dyn_scalar mechanism_joint_angle(const mechanism *k, int joint, int axis);
dyn_scalar mechanism_joint_travel(const mechanism *k, int joint);
// Value, rate and force of an element along its scalar, or along its length, at the accepted state. False where the
// scalar is undefined.
typedef struct mechanism_motion {
    double value, rate, effort;
} mechanism_motion;
bool mechanism_force_motion(const mechanism *k, int index, const dyn_state *s, mechanism_motion *out);
// Force [N] or torque [N m] of an applied force, a torque or drag, in the world.
vec3 mechanism_force_vector(const mechanism *k, int index, const dyn_state *s);
#endif
