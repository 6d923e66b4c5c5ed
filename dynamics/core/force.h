// SPDX-License-Identifier: MIT
// The force element: anything that yields generalised forces and their tangents, contact included. It has access to
// poses, velocities and points of bodies and to coordinates of nodes.
#ifndef HAWSE_DYNAMICS_CORE_FORCE_H
#define HAWSE_DYNAMICS_CORE_FORCE_H

#include "dynamics/math/math3.h"
#include "rt/command/command.h"
#include "rt/frame/profile.h"

struct dyn_model;
struct dyn_matrix;
struct dyn_state;

// One evaluation: the iterate in, forces and tangents out.
typedef struct dyn_eval {
    const struct dyn_model *model;
    const struct dyn_state *state; // as accepted at the end of the last step: internal states, multipliers
    const vec3 *q, *qd;            // coordinates of the present iterate, by node
    const vec3 *q_last;            // coordinates at the last accepted step, by node
    const unsigned char *body_on;  // active bodies
    vec3 *force;                   // generalised forces, by node; added to
    struct dyn_matrix *tangent;    // k_weight K + c_weight C is added to it; NULL: forces only
    double k_weight, c_weight;     // beta h² and gamma h of the integrator [s²], [s]
    const rt_command *command;
    double h, t;       // step, time of the iterate [s]
    int only_body;     // forces on this body alone are added, by dyn_body_add_force and dyn_node_add_force; -1: on all
    rt_events *events; // bit per rt_event, set by elements
} dyn_eval;

typedef struct dyn_force {
    void *self;
    rt_phase phase; // phase that its time is booked to
    size_t z_size;  // bytes of internal state, 8-byte multiples
    // Once a step at the predicted coordinates: detection, with the internal state z. May be NULL.
    void (*predict)(void *self, const dyn_eval *e, const void *z);
    // After predict, with the same: the longest step that it should be integrated with [s], INFINITY: any. May be NULL.
    double (*longest_step)(const void *self, const dyn_eval *e, const void *z);
    // After predict, with the same: the acceleration of a node of its own that satisfies that node's equation, all
    // other nodes being as predicted; returns the node, or -1 where the predicted acceleration is to stay. May be NULL.
    int (*settle)(const void *self, const dyn_eval *e, const void *z, vec3 *qdd);
    // Adds forces, and tangents when e->tangent is set.
    void (*eval)(void *self, const dyn_eval *e, const void *z);
    // Once per accepted step: updates z. May be NULL.
    void (*accept)(void *self, const dyn_eval *e, void *z);
    // Energy stored at the iterate [J], for dyn_energy. May be NULL: none.
    double (*energy)(const void *self, const dyn_eval *e, const void *z);
    // Once, when the model is finished: looks up its places in the pattern. May be NULL.
    void (*finish)(void *self, const struct dyn_model *m);
} dyn_force;

// Whether a body is active now (links join and leave).
static inline bool dyn_body_active(const dyn_eval *e, int body) { return e->body_on[body] != 0; }

// Pose of the body frame in the world; as orthonormal as the rigid-body constraints are satisfied.
pose dyn_body_pose(const dyn_eval *e, int body);
// Weights of the four nodes for the body-frame point rb: point = Σ w_k node_k.
void dyn_body_weights(const struct dyn_model *m, int body, vec3 rb, double w[4]);
// Mass of the body [kg].
double dyn_body_mass(const dyn_eval *e, int body);
// Velocity that a unit of percussion along the unit vector n at the world point x gives that point along n, the body
// being free [1/kg].
double dyn_body_mobility(const dyn_eval *e, int body, vec3 x, vec3 n);
// Angular velocity in the world [rad/s].
vec3 dyn_body_omega(const dyn_eval *e, int body);
// World position and velocity of the point with these weights.
vec3 dyn_body_point(const dyn_eval *e, int body, const double w[4]);
vec3 dyn_body_velocity(const dyn_eval *e, int body, const double w[4]);
// Adds the force f [N] at the point with these weights.
void dyn_body_add_force(const dyn_eval *e, int body, const double w[4], vec3 f);
// Adds the generalised force f to a node, as acting on `body` (-1: on none in particular).
void dyn_node_add_force(const dyn_eval *e, int body, int node, vec3 f);
// Adds wᵀ t w for the 3×3 tangent t = k_weight k + c_weight c, symmetric and positive semi-definite.
void dyn_body_add_tangent(const dyn_eval *e, int body, const double w[4], const mat3 *t);
// The same between two bodies: wᵀ t w with the weights wa of body a and -wb of body b, which dyn_couple_bodies has
// coupled.
void dyn_bodies_add_tangent(const dyn_eval *e, int a, const double wa[4], int b, const double wb[4], const mat3 *t);
// Adds the world torque [N m].
void dyn_body_add_torque(const dyn_eval *e, int body, vec3 torque);
// Adds t = c_weight c >= 0 of a torque about the unit axis that falls by c for each rad/s about it.
void dyn_body_add_spin_tangent(const dyn_eval *e, int body, vec3 axis, double t);
// Adds the 3×3 block t to the couple of nodes (i, j) and its transpose to (j, i). The couple must be in the pattern.
void dyn_node_add_tangent(const dyn_eval *e, int i, int j, const mat3 *t);
// Axial force of a body along p0 p1 at the last accepted step [N], tension positive.
double dyn_body_tension(const dyn_eval *e, int body);

#endif
