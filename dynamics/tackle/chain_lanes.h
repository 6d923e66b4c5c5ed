// SPDX-License-Identifier: MIT
// What the parts of the chain's joints share: DYN_LANES links at a time, their vectors and the turn of their angles.
// Private to chain_joints.c and chain_joints_eval.c.
#ifndef HAWSE_DYNAMICS_TACKLE_CHAIN_LANES_H
#define HAWSE_DYNAMICS_TACKLE_CHAIN_LANES_H

#include "dynamics/tackle/chain_joints.h"

#define FOR_LANES for (int l = 0; l < DYN_LANES; l++)

enum { BELOW, ABOVE, SIDES };
enum { P0, V, P1, U };
enum { P0_P0, V_P0, V_V, P1_P0, P1_V, P1_P1 };

// What a joint remembers. The load is averaged: friction that follows the tension of the last step is a spring whose
// stiffness moves with the motion, and pumps energy into the chain's transverse modes.
typedef struct joint_state {
    double bristle[2]; // deflections about the two axes [rad]; of a swivel about its own, and whether it has seized
    double tension;    // averaged [N]
} joint_state;

typedef double lanes[DYN_LANES];
typedef lanes vectors[3]; // by component

// v and d of the links, u of those below and above.
typedef struct basis {
    vectors v, d, u[SIDES];
} basis;

static inline vec3 at(const vectors x, int l) { return vec3_make(x[0][l], x[1][l], x[2][l]); }
static inline void put(vectors x, int l, vec3 a) { x[0][l] = a.x, x[1][l] = a.y, x[2][l] = a.z; }

static inline void gather(const tackle_link_batch *b, const vec3 *x, basis *s) {
    FOR_LANES {
        put(s->v, l, x[b->node[V][l]]);
        put(s->d, l, vec3_sub(x[b->node[P1][l]], x[b->node[P0][l]]));
        put(s->u[BELOW], l, x[b->node[U + BELOW][l]]);
        put(s->u[ABOVE], l, x[b->node[U + ABOVE][l]]);
    }
}

// 1 for joints with both links active; returns whether there is any.
static inline bool switches(const tackle_link_batch *b, const unsigned char *body_on, lanes on[SIDES]) {
    int any = 0;
    for (int side = 0; side < SIDES; side++) FOR_LANES {
            int joined = b->held[side][l] & body_on[b->body[l]] & body_on[b->other[side][l]];
            on[side][l] = joined;
            any |= joined;
        }
    return any;
}

static inline double sign_of(int side) { return side == ABOVE ? 1 : -1; }

// Cosine and sine of the angle, times a length: a mark, 0 where it means nothing.
static inline void turn(const basis *s, int side, int l, double *x, double *y) {
    vec3 u = at(s->u[side], l), c = vec3_scale(sign_of(side), at(s->v, l));
    double xx = vec3_dot(u, c), yy = vec3_dot(u, at(s->d, l));
    bool known = dyn_angle_known(xx * xx + yy * yy, u, c);
    *x = known ? xx : 0, *y = known ? yy : 0;
}

// The turn since the last step from there to x, y, by series; whether that holds: not for a large turn, and not from or
// to where the angle means nothing.
static inline bool turned(const tackle_link_batch *b, int side, int l, double x, double y, double *angle) {
    double lx = b->last_x[side][l], ly = b->last_y[side][l], along = lx * x + ly * y;
    double t = (lx * y - ly * x) / along;
    *angle = 0 + dyn_angle_series(t); // as a scalar adds it to its mark's value: no -0
    return dyn_angle_small(along, t);
}

// The angle of a lane in c->joint; its joint is half of that number, its bristle the rest.
static inline int number_of(const tackle_link_batch *b, int side, int l) {
    return 2 * b->joint[side][l] + (side == BELOW);
}

static inline dyn_scalar_mark mark_of(const tackle_link_batch *b, int side, int l) {
    return (dyn_scalar_mark){0, b->last_x[side][l], b->last_y[side][l]};
}

#endif
