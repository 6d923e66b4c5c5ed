// SPDX-License-Identifier: MIT
// Applied forces and torques, constant or a function of time.
#ifndef HAWSE_DYNAMICS_ELEMENT_APPLIED_H
#define HAWSE_DYNAMICS_ELEMENT_APPLIED_H

#include "dynamics/element/scalar.h"
#include "dynamics/math/table.h"

typedef struct dyn_applied_force {
    dyn_vector point;
    vec3 f;                  // world [N]
    const dyn_table *factor; // of f over time; NULL: 1
    dyn_force force;
} dyn_applied_force;

// Adds the world force f [N] at a point of a body, or at a node (dyn_vector_of_nodes); returns its number.
// The caller may set ->factor.
int dyn_applied_force_add(dyn_applied_force *a, struct dyn_model *m, const dyn_vector *point, vec3 f);

typedef struct dyn_applied_torque {
    int body, reaction;      // the torque acts on `body`, its opposite on `reaction` (-1: none)
    dyn_vector torque;       // world torque [N m] as a combination of nodes
    const dyn_table *factor; // of the torque over time; NULL: 1
    dyn_force force;
} dyn_applied_torque;

// Adds a torque [N m] on a body and its opposite on another (-1: none); returns its number. The torque is constant in
// the frame of body `frame`, one of the two, or in the world (-1). The tangent holds the symmetric part of K exactly
// and omits the antisymmetric part. The caller may set ->factor.
int dyn_applied_torque_add(dyn_applied_torque *a, struct dyn_model *m, int body, int reaction, int frame, vec3 torque);

#endif
