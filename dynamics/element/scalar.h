// SPDX-License-Identifier: MIT
// A scalar function of the coordinates: an angle, a distance, a travel, or a coordinate of a node. Springs, friction,
// stops and actuators act along a scalar. They need no relative coordinate, but can act on one.
#ifndef HAWSE_DYNAMICS_ELEMENT_SCALAR_H
#define HAWSE_DYNAMICS_ELEMENT_SCALAR_H

#include "dynamics/core/force.h"

enum { DYN_VECTOR_NODES = 4, DYN_SCALAR_VECTORS = 3, DYN_SCALAR_NODES = 8 };

// A point or vector of a body, Σ weight_k node_k. Forces on it act on that body (-1: on no body).
typedef struct dyn_vector {
    int body, n;
    int node[DYN_VECTOR_NODES];
    double weight[DYN_VECTOR_NODES];
} dyn_vector;

// Node `tip` minus node `base`, or node `tip` alone when base is -1.
dyn_vector dyn_vector_of_nodes(int body, int tip, int base);
// The vector d, or the point rb [m], fixed in the frame of a body; body -1: in the world.
dyn_vector dyn_vector_of_body(const struct dyn_model *m, int body, vec3 d);
dyn_vector dyn_point_of_body(const struct dyn_model *m, int body, vec3 rb);
// The point or vector in the world from coordinates by node, or its rate from their rates.
static inline vec3 dyn_vector_at(const dyn_vector *v, const vec3 *x) {
    vec3 sum = vec3_scale(v->weight[0], x[v->node[0]]);
    for (int k = 1; k < v->n; k++) sum = vec3_madd(sum, v->weight[k], x[v->node[k]]);
    return sum;
}

typedef enum dyn_scalar_kind {
    DYN_SCALAR_ANGLE,    // atan2(ratio a·s, a·c) of the vectors a, c, s [rad]; c and s perpendicular, ratio = |c|/|s|
    DYN_SCALAR_DISTANCE, // |a - c| of two points [m]
    DYN_SCALAR_TRAVEL,   // (a - c)·s of two points and a unit vector [m]
    DYN_SCALAR_COORDINATE, // a component of a node: a relative coordinate [rad] or [m]
} dyn_scalar_kind;

typedef struct dyn_scalar {
    dyn_scalar_kind kind;
    int n_vectors;
    double ratio;
    vec3 component; // unit vector
    dyn_vector vector[DYN_SCALAR_VECTORS];
    int n; // number of nodes it depends on, without ground; `node` lists them ascending
    int node[DYN_SCALAR_NODES];
    signed char slot[DYN_SCALAR_VECTORS][DYN_VECTOR_NODES]; // index in `node` of the vectors' nodes; -1: ground
    bool bound;
    int block[DYN_SCALAR_NODES * (DYN_SCALAR_NODES + 1) / 2]; // matrix blocks of the pairs (i, j <= i), once bound
} dyn_scalar;

// The angle of a in the plane of c and s of another body, from c toward s; ratio = |c|/|s|.
dyn_scalar dyn_scalar_angle(dyn_vector a, dyn_vector c, dyn_vector s, double ratio);
// The distance between two points.
dyn_scalar dyn_scalar_distance(dyn_vector a, dyn_vector c);
// The travel of the point a from the point c along the unit vector s, which is fixed to the body of c.
dyn_scalar dyn_scalar_travel(dyn_vector a, dyn_vector c, dyn_vector s);
// Component 0..2 of a node.
dyn_scalar dyn_scalar_coordinate(int node, int component);
// Declares the pairs of nodes that the tangent couples.
void dyn_scalar_couple(struct dyn_model *m, const dyn_scalar *s);
// Finds the blocks of the tangent, once the model is finished. dyn_scalar_add is then faster.
void dyn_scalar_bind(const struct dyn_model *m, dyn_scalar *s);
// True when all bodies of the scalar are active.
bool dyn_scalar_active(const dyn_eval *e, const dyn_scalar *s);

// A past value of a scalar. Of an angle, x and y are cosine and sine times any length (both 0: unknown).
typedef struct dyn_scalar_mark {
    double value, x, y;
} dyn_scalar_mark;

typedef struct dyn_scalar_value {
    double value, rate;              // [rad] or [m], [1/s]
    double x, y;                     // as in dyn_scalar_mark
    vec3 vector[DYN_SCALAR_VECTORS]; // in the world
    vec3 g[DYN_SCALAR_VECTORS];      // d value / d vector
} dyn_scalar_value;

// Computes value, rate and gradient at q, qd. An angle is counted from `from`, within half a turn either way, or from 0
// if `from` is NULL or unknown. False where the scalar is undefined: a nearly perpendicular to the plane of c and s, or
// coincident points.
bool dyn_scalar_eval(const dyn_scalar *s, const vec3 *q, const vec3 *qd, const dyn_scalar_mark *from,
                     dyn_scalar_value *v);
// Mark of the scalar at q; an angle is unwrapped to within half a turn of `near`; unknown where undefined.
dyn_scalar_mark dyn_scalar_at(const dyn_scalar *s, const vec3 *q, double near);
// Mark at q from which later values count: the value of an angle is 0. Cheaper than dyn_scalar_at.
dyn_scalar_mark dyn_scalar_origin(const dyn_scalar *s, const vec3 *q);

#define DYN_ANGLE_KNOWN 1e-4 // square of the projection of a, over |a|², from which its angle is defined

// True where the angle of a in the plane of c is defined; r2 = (a·c)² + (ratio a·s)².
static inline bool dyn_angle_known(double r2, vec3 a, vec3 c) {
    return r2 > DYN_ANGLE_KNOWN * vec3_norm2(a) * vec3_norm2(c);
}
// Series for the small angle whose cosine and sine are proportional to x and t x. Where dyn_angle_small is true, the
// first omitted term is below half a unit in the last place.
static inline bool dyn_angle_small(double x, double t) { return x > 0 && t * t < 6e-4; }
static inline double dyn_angle_series(double t) {
    double t2 = t * t;
    return t * (1 - t2 * (1.0 / 3 - t2 * (1.0 / 5 - t2 * (1.0 / 7 - t2 * (1.0 / 9)))));
}

// A force along the scalar (positive increases the scalar) and its derivatives: k = -dF/ds, c = -dF/ds'.
typedef struct dyn_law {
    double force, k, c;
} dyn_law;

// Part of the second derivatives, -F d²s/dq², in the tangent. FULL: K is exact but can be indefinite. POSITIVE: the
// positive semi-definite part of each term. (With damping, K has one more term, c g (d²s/dq² qd)ᵀ. The term is not
// symmetric and is always omitted.)
typedef enum dyn_geometric { DYN_GEOMETRIC_POSITIVE, DYN_GEOMETRIC_FULL, DYN_GEOMETRIC_NONE } dyn_geometric;

// Adds the force and, when e->tangent is set, its tangent: g gᵀ (k_weight k + c_weight c) and the geometric part. The
// first term is omitted if negative, unless `geometric` is FULL.
void dyn_scalar_add(const dyn_eval *e, const dyn_scalar *s, const dyn_scalar_value *v, dyn_law law,
                    dyn_geometric geometric);

#endif
