// SPDX-License-Identifier: MIT
// Vectors and turns of the joints' angles of DYN_LANES links at a time. Private to chain_joints.c and
// chain_joints_eval.c.
#ifndef HAWSE_DYNAMICS_TACKLE_CHAIN_LANES_H
#define HAWSE_DYNAMICS_TACKLE_CHAIN_LANES_H

#include "dynamics/tackle/chain_joints.h"

#define FOR_LANES for (int l = 0; l < DYN_LANES; l++)

enum { BELOW, ABOVE, SIDES };
enum { P0, V, P1, U };
enum { P0_P0, V_P0, V_V, P1_P0, P1_V, P1_P1 };

// Memory of a joint. The tension is averaged: friction proportional to the tension of the last step would be a spring
// whose stiffness varies with the motion and adds energy to the chain's transverse modes.
typedef struct joint_state {
    double bristle[2]; // deflections about the two axes [rad]; of a swivel: deflection, and 1 while seized
    double tension;    // averaged tension [N]
} joint_state;

typedef double lanes[DYN_LANES];
typedef lanes vectors[3]; // by component

// v and d of the links, u of the links below and above.
typedef struct basis {
    vectors v, d, u[SIDES];
} basis;

static inline vec3 lane_vector(const vectors x, int l) { return vec3_make(x[0][l], x[1][l], x[2][l]); }
static inline void set_lane(vectors x, int l, vec3 a) { x[0][l] = a.x, x[1][l] = a.y, x[2][l] = a.z; }

static inline void gather_basis(const tackle_link_batch *b, const vec3 *x, basis *s) {
    FOR_LANES {
        set_lane(s->v, l, x[b->node[V][l]]);
        set_lane(s->d, l, vec3_sub(x[b->node[P1][l]], x[b->node[P0][l]]));
        set_lane(s->u[BELOW], l, x[b->node[U + BELOW][l]]);
        set_lane(s->u[ABOVE], l, x[b->node[U + ABOVE][l]]);
    }
}

// Sets `on` to 1 for joints with both links active and one of them awake; true when there is one.
static inline bool find_joined(const tackle_link_batch *b, const unsigned char *body_on, lanes on[SIDES]) {
    int any = 0;
    for (int side = 0; side < SIDES; side++) FOR_LANES {
            const int own = body_on[b->body[l]], other = body_on[b->other[side][l]];
            int joined = b->held[side][l] & (own != DYN_OFF) & (other != DYN_OFF) & (own | other);
            on[side][l] = joined;
            any |= joined;
        }
    return any;
}

static inline double sign_of(int side) { return side == ABOVE ? 1 : -1; }

// Mark of an angle: cosine and sine times a length; 0 where the angle is undefined.
static inline void angle_mark(const basis *s, int side, int l, double *x, double *y) {
    vec3 u = lane_vector(s->u[side], l), c = vec3_scale(sign_of(side), lane_vector(s->v, l));
    double xx = vec3_dot(u, c), yy = vec3_dot(u, lane_vector(s->d, l));
    bool known = dyn_angle_known(xx * xx + yy * yy, u, c);
    *x = known ? xx : 0, *y = known ? yy : 0;
}

// Turn since the last step, by series, to the mark x, y. False for a large turn, and where the angle is or was
// undefined.
static inline bool small_turn(const tackle_link_batch *b, int side, int l, double x, double y, double *angle) {
    double lx = b->last_x[side][l], ly = b->last_y[side][l], along = lx * x + ly * y;
    double t = (lx * y - ly * x) / along;
    *angle = 0 + dyn_angle_series(t); // as the scalar adds it to its mark's value: 0, not -0
    return dyn_angle_small(along, t);
}

// Index of a lane's angle in c->joint: 2 × joint + bristle.
static inline int angle_index(const tackle_link_batch *b, int side, int l) {
    return 2 * b->joint[side][l] + (side == BELOW);
}

static inline dyn_scalar_mark last_mark(const tackle_link_batch *b, int side, int l) {
    return (dyn_scalar_mark){0, b->last_x[side][l], b->last_y[side][l]};
}

#endif
