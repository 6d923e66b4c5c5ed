// SPDX-License-Identifier: MIT
// Where joints, mixed coordinates and gauges take hold of a body: a node at a point of it, or along a direction of it.
// The body's own points and vectors serve where they fit; elsewhere a node is added and tied to the body by linear
// rows. Set-up; world coordinates at the start.
#ifndef HAWSE_DYNAMICS_JOINT_ATTACH_H
#define HAWSE_DYNAMICS_JOINT_ATTACH_H

#include "dynamics/core/model.h"

// A unit vector: scale (head - tail).
typedef struct dyn_direction {
    int head, tail; // nodes
    double scale;   // 1/|head - tail|
} dyn_direction;

// A node tied to a body: x = Σ weight_k from_k. Stays where it is as long as the model lives; node 0: not in use.
typedef struct dyn_tie {
    int body, node, from[4];
    double weight[4];
    int group; // of its three rows
} dyn_tie;

// Node at the point x [m] of a body (-1: ground). Uses `tie` if it must add a node: at most one node and one group of
// three rows.
int dyn_body_point_node(dyn_model *m, int body, vec3 x, dyn_tie *tie);
// Node of a unit vector along `direction` (not zero), fixed in a body (-1: ground); as dyn_body_point_node.
int dyn_body_vector_node(dyn_model *m, int body, vec3 direction, dyn_tie *tie);
// force += what the ties of a body's added nodes exert on the body, with these multipliers (n_rows).
void dyn_body_add_ties(const dyn_model *m, int body, const double *lambda, vec3 *force);
// `direction` (not zero) as fixed in a body (-1: ground): along or against p1 - p0, u or v where that is so, otherwise
// with a vector node of its own; as dyn_body_point_node.
dyn_direction dyn_body_direction(dyn_model *m, int body, vec3 direction, dyn_tie *tie);
// True where one of the body's own vectors (-1: ground's) is along or against the unit vector `direction`; *found is
// it.
bool dyn_body_own_direction(const dyn_model *m, int body, vec3 direction, dyn_direction *found);
// The k-th own vector of a body (0 p1 - p0, 1 u, 2 v; ground: EX, EY, EZ).
dyn_direction dyn_body_own(const dyn_model *m, int body, int k);
// The unit vector in the coordinates x by node; with velocities, its rate.
static inline vec3 dyn_direction_in(const dyn_direction *d, const vec3 *x) {
    return vec3_scale(d->scale, vec3_sub(x[d->head], x[d->tail]));
}

#endif
