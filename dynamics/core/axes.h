// SPDX-License-Identifier: MIT
// Axes that move in the world with the ship. Coordinates, constraints and contact stay in the axes; gravity, sea and
// ground move past them. A point X of the world and x of the axes: X = p + R x. For an acceleration q'' relative to the
// axes, the acceleration in the world, in components of the axes, is
//   a = q'' + S(q) + A0,  S(q) = 2 W × q' + W' × q + W × (W × q),  A0 = Rᵀ p''
// for a point, and q'' + S(q) for a vector. A body of points and vectors with the mass matrix m_ij I3 and the weights
// G_i of its centre has therefore the generalised forces
//   Q_i = -Σ m_ij (q_j'' + S(q_j)) + G_i (Rᵀ g - A0),
// exactly, without lumping (García de Jalón & Bayo 1994, ch. 4, for the mass matrix; Goldstein 1980, 4-10, for S).
#ifndef HAWSE_DYNAMICS_CORE_AXES_H
#define HAWSE_DYNAMICS_CORE_AXES_H

#include "dynamics/math/math3.h"

// Pose, velocity and acceleration of the axes. They satisfy the trapezoidal rule from step to step.
typedef struct dyn_axes {
    vec3 p, v, a;     // origin in the world [m], [m/s], [m/s²]
    double turn[4];   // unit quaternion of R, scalar part first
    mat3 r;           // R: from the axes to the world
    vec3 w, w_change; // angular velocity W and acceleration W', in the axes [rad/s], [rad/s²]
} dyn_axes;

// A prescribed motion of the axes.
typedef struct dyn_motion {
    const void *self;
    // Fills the axes at time t [s]; twice continuously differentiable. Frame thread: no allocation, bounded work.
    void (*at)(const void *self, double t, dyn_axes *out);
} dyn_motion;

// Axes that coincide with the world's and rest.
extern const dyn_axes dyn_axes_rest;

// Sets the orientation: quaternion and matrix. turn need not have unit length.
void dyn_axes_turn(dyn_axes *a, const double turn[4]);
// Advances the axes to time t, over the step h, by the rule of the coordinates; *a follows the motion to second order
// in h and does not drift away from it. Frame thread.
void dyn_axes_advance(dyn_axes *a, const dyn_motion *motion, double t, double h);

// Point of the world as seen in the axes, and back [m].
static inline vec3 dyn_axes_to_world(const dyn_axes *a, vec3 x) { return vec3_add(a->p, mat3_mul(&a->r, x)); }
static inline vec3 dyn_axes_from_world(const dyn_axes *a, vec3 x) { return mat3_tmul(&a->r, vec3_sub(x, a->p)); }
// The world's upward unit vector in the axes.
static inline vec3 dyn_axes_up(const dyn_axes *a) { return vec3_make(a->r.m[2][0], a->r.m[2][1], a->r.m[2][2]); }
// Height of the point x of the axes in the world [m].
static inline double dyn_axes_height(const dyn_axes *a, vec3 x) { return a->p.z + vec3_dot(dyn_axes_up(a), x); }
// Velocity in the world, in components of the axes, of a point or a vector with this velocity relative to the axes.
static inline vec3 dyn_axes_vector_velocity(const dyn_axes *a, vec3 q, vec3 qd) {
    return vec3_add(qd, vec3_cross(a->w, q));
}
static inline vec3 dyn_axes_velocity(const dyn_axes *a, vec3 q, vec3 qd) {
    return vec3_add(dyn_axes_vector_velocity(a, q, qd), mat3_tmul(&a->r, a->v));
}
// S(q) [m/s²].
static inline vec3 dyn_axes_carried(const dyn_axes *a, vec3 q, vec3 qd) {
    vec3 twice = vec3_madd(vec3_cross(a->w, q), 2, qd); // W × q + 2 q'
    return vec3_add(vec3_cross(a->w, twice), vec3_cross(a->w_change, q));
}
// Rᵀ g - A0 [m/s²].
static inline vec3 dyn_axes_gravity(const dyn_axes *a, vec3 gravity) {
    return mat3_tmul(&a->r, vec3_sub(gravity, a->a));
}

#endif
