// SPDX-License-Identifier: MIT
// Nodes at points and along directions of a body, for joints, mixed coordinates and gauges. The functions use the
// body's own points and vectors where these fit. Elsewhere they add a node and tie it to the body by linear rows.
// Set-up; world coordinates at the start.
#ifndef HAWSE_DYNAMICS_JOINT_ATTACH_H
#define HAWSE_DYNAMICS_JOINT_ATTACH_H

#include "dynamics/core/model.h"

// A unit vector: scale (head - tail).
typedef struct dyn_direction {
    int head, tail; // nodes
    double scale;   // 1/|head - tail|
} dyn_direction;

// A node tied to a body: x = Σ weight_k from_k; node 0: unused. Must not move while the model lives.
typedef struct dyn_tie {
    int body, node, from[4];
    double weight[4];
    int group; // of its three rows
} dyn_tie;

// Returns the node at the point x [m] of a body (-1: ground). Adds at most one node and one group of three rows; then
// `tie` holds them.
int dyn_body_point_node(dyn_model *m, int body, vec3 x, dyn_tie *tie);
// Returns the node of a unit vector along `direction` (not zero), fixed in a body (-1: ground); as dyn_body_point_node.
int dyn_body_vector_node(dyn_model *m, int body, vec3 direction, dyn_tie *tie);
// Adds to `force` the forces of a body's ties on the body, with these multipliers (n_rows).
void dyn_body_add_ties(const dyn_model *m, int body, const double *lambda, vec3 *force);
// Returns `direction` (not zero), fixed in a body (-1: ground): an own vector of the body if one is parallel, else a
// vector node; as dyn_body_point_node.
dyn_direction dyn_body_direction(dyn_model *m, int body, vec3 direction, dyn_tie *tie);
// Finds the body's own vector (-1: ground's) that is parallel to the unit vector `direction`. *found has the sense of
// `direction`. False: none.
bool dyn_body_own_direction(const dyn_model *m, int body, vec3 direction, dyn_direction *found);
// Returns the k-th own vector of a body (0 p1 - p0, 1 u, 2 v; ground: EX, EY, EZ).
dyn_direction dyn_body_own(const dyn_model *m, int body, int k);
// Returns the unit vector from positions by node, or its rate from velocities by node.
static inline vec3 dyn_direction_in(const dyn_direction *d, const vec3 *x) {
    return vec3_scale(d->scale, vec3_sub(x[d->head], x[d->tail]));
}

#endif
