// SPDX-License-Identifier: MIT
// Inside the roof: the parts of a mechanism's assembly.
#ifndef HAWSE_RT_MECHANISM_PRIVATE_H
#define HAWSE_RT_MECHANISM_PRIVATE_H

#include "rt/mechanism/mechanism.h"

// sim_kind's names.
void mechanism_force_name(const sim *s, int force, char *name, size_t size);
void mechanism_body_name(const sim *s, int body, char *name, size_t size);
bool mechanism_node_name(const sim *s, int node, char *name, size_t size);
void mechanism_row_name(const sim *s, int row, char *name, size_t size);

static inline vec3 mechanism_vec3(const double x[3]) { return vec3_make(x[0], x[1], x[2]); }

// Begins and ends the rows of a part.
void mechanism_begin_part(mechanism *k, const char *kind, const rt_name *name);
void mechanism_end_part(mechanism *k);
// Says what is wrong with a part of the file, at its line.
void mechanism_fault(const scenario *sc, const rt_item *item, rt_diag *d, const char *kind, const rt_name *name,
                     const char *why);
rt_status mechanism_add_bodies(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_joints(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_coordinates(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_drivers(mechanism *k, const scenario *sc, rt_diag *d);
void mechanism_add_forces(mechanism *k);
rt_status mechanism_add_shapes(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_materials(mechanism *k, const scenario *sc, rt_diag *d);
rt_status mechanism_add_contacts(mechanism *k, const scenario *sc, rt_diag *d);
// The kind of a joint that is neither inline nor distance: those are rows of their own.
dyn_joint_kind mechanism_joint_kind(const scenario_joint *j);

// Position of a point of the file at the start.
vec3 mechanism_place(const mechanism *k, int point);
// Its node; a further point of a body gets one.
int mechanism_point_node(mechanism *k, int point);

// What turns about an axis of a joint: `along` is a direction across the axis that both bodies have at the start.
typedef struct mechanism_hinge {
    int carrier, other; // body that carries the axis, and the other one; -1: ground
    vec3 axis, along;   // world, at the start
    double sign;        // of the angle of `other` against `carrier` in the joint's angle: second body against first
} mechanism_hinge;
mechanism_hinge mechanism_hinge_of(const mechanism *k, int joint, int axis);

// Angle and travel of a joint, without a relative coordinate.
dyn_scalar mechanism_joint_angle(const mechanism *k, int joint, int axis);
dyn_scalar mechanism_joint_travel(const mechanism *k, int joint);
// Value of an element's scalar in the accepted state, turns counted if the element counts them.
dyn_scalar_mark mechanism_turns(const mechanism *k, int index, const dyn_state *s);
// Force or torque of an element along its scalar at the accepted state.
double mechanism_effort(const mechanism *k, int index, const dyn_state *s, const dyn_scalar_value *v);

#endif
