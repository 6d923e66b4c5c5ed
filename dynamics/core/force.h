// SPDX-License-Identifier: MIT
// Interface of a force element: generalised forces and their tangents, contact included. An element may read poses,
// velocities and points of bodies, and coordinates of nodes.
#ifndef HAWSE_DYNAMICS_CORE_FORCE_H
#define HAWSE_DYNAMICS_CORE_FORCE_H

#include "dynamics/core/axes.h"
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
    const dyn_axes *axes;          // motion of the axes in the world at the time of the iterate
    const unsigned char *body_on; // as in the state; within a step DYN_ASLEEP only for a body beside one that is awake,
                                  // DYN_OFF for other sleeping bodies: nothing is evaluated for them
    vec3 *force;                  // sum of generalised forces, by node; elements add to it
    struct dyn_matrix *tangent;   // sum of tangents; elements add k_weight K + c_weight C; NULL: forces only
    double k_weight, c_weight;    // beta h² and gamma h of the integrator [s²], [s]
    const rt_command *command;
    double h, t;       // step, time of the iterate [s]
    bool slow;         // the step's iteration has not converged in 8 moves: forces must not jump from here on
    int only_body;     // dyn_body_add_force, dyn_node_add_force add only forces on this body; -1: on all bodies
    rt_events *events; // bit per rt_event, set by elements
} dyn_eval;

typedef struct dyn_force {
    void *self;
    rt_phase phase; // the profile counts its time in this phase
    size_t z_size;  // bytes of internal state, 8-byte multiples
    // Once per step at the predicted coordinates, with the internal state z; contact detection runs here. May be NULL.
    void (*predict)(void *self, const dyn_eval *e, const void *z);
    // After predict, with the same arguments: longest step that integrates the element well [s], INFINITY: any. May be
    // NULL.
    double (*longest_step)(const void *self, const dyn_eval *e, const void *z);
    // After predict, with the same arguments: solves the equation of motion of the element's own node, with all other
    // nodes as predicted. Returns the node and sets its acceleration; -1 leaves the prediction. May be NULL.
    int (*settle)(const void *self, const dyn_eval *e, const void *z, vec3 *qdd);
    // Adds forces, and tangents when e->tangent is set.
    void (*eval)(void *self, const dyn_eval *e, const void *z);
    // Once per accepted step: updates z. May be NULL.
    void (*accept)(void *self, const dyn_eval *e, void *z);
    // Energy that the element stores at the iterate [J], for dyn_energy. NULL: none.
    double (*energy)(const void *self, const dyn_eval *e, const void *z);
    // Once, when the model is finished: finds the element's blocks in the pattern. May be NULL.
    void (*finish)(void *self, const struct dyn_model *m);
} dyn_force;

// True when forces on the body count (links join and leave).
static inline bool dyn_body_active(const dyn_eval *e, int body) { return e->body_on[body] != 0; }

// Pose of the body frame in the model's axes; as orthonormal as the rigid-body constraints are satisfied.
pose dyn_body_pose(const dyn_eval *e, int body);
// Weights of the four nodes for the body-frame point rb: point = Σ w_k node_k.
void dyn_body_weights(const struct dyn_model *m, int body, vec3 rb, double w[4]);
// Mass of the body [kg].
double dyn_body_mass(const dyn_eval *e, int body);
// Mobility of a free body at the point x along the unit vector n: velocity of that point along n per unit impulse
// [1/kg].
double dyn_body_mobility(const dyn_eval *e, int body, vec3 x, vec3 n);
// Angular velocity relative to the model's axes [rad/s].
vec3 dyn_body_omega(const dyn_eval *e, int body);
// Position and velocity in the model's axes of the point with these weights.
vec3 dyn_body_point(const dyn_eval *e, int body, const double w[4]);
vec3 dyn_body_velocity(const dyn_eval *e, int body, const double w[4]);
// Acceleration of a point or vector node in the world less that of the axes' origin, in components of the axes [m/s²]:
// of the iterate in `eval`, of the step in `accept`. Its derivative by the coordinates is 1 / k_weight.
vec3 dyn_node_acceleration(const dyn_eval *e, int node);
// Gravity less the acceleration of the axes' origin, in components of the axes [m/s²].
vec3 dyn_apparent_gravity(const dyn_eval *e);
// Adds the force f [N] at the point with these weights.
void dyn_body_add_force(const dyn_eval *e, int body, const double w[4], vec3 f);
// Adds the generalised force f at a node; it acts on `body` (-1: on no particular body).
void dyn_node_add_force(const dyn_eval *e, int body, int node, vec3 f);
// Adds wᵀ t w for the 3×3 tangent t = k_weight k + c_weight c, symmetric and positive semi-definite.
void dyn_body_add_tangent(const dyn_eval *e, int body, const double w[4], const mat3 *t);
// Adds wᵀ t w between two bodies, with the weights wa of body a and -wb of body b. The caller has coupled the bodies
// with dyn_couple_bodies.
void dyn_bodies_add_tangent(const dyn_eval *e, int a, const double wa[4], int b, const double wb[4], const mat3 *t);
// Adds the torque, in the model's axes [N m].
void dyn_body_add_torque(const dyn_eval *e, int body, vec3 torque);
// Adds the tangent of a rotational damper about the unit axis: t = c_weight c >= 0, c its coefficient [N m s/rad].
void dyn_body_add_spin_tangent(const dyn_eval *e, int body, vec3 axis, double t);
// Adds the 3×3 block t to the pair of nodes (i, j) and its transpose to (j, i). The pair must be in the pattern.
void dyn_node_add_tangent(const dyn_eval *e, int i, int j, const mat3 *t);
// Axial force of a body along p0 p1 at the last accepted step [N], tension positive.
double dyn_body_tension(const dyn_eval *e, int body);

#endif
