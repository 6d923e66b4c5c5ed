// SPDX-License-Identifier: MIT
// Forces and tangents of the chain's joints. Angles are evaluated in lanes. An angle that the lanes do not cover (a
// swivel, a joint beyond its stop, a large turn within a step) is evaluated as a scalar, in its place in the order.
#include "dynamics/core/state.h"
#include "dynamics/math/block_product.h"
#include "dynamics/tackle/chain_lanes.h"

#define DAMPING_TIME 5e-4 // damping over stiffness of a joint's bristle [s]

// The joints of a batch: 1 for active ones, coordinates and velocities.
typedef struct joints {
    lanes on[SIDES];
    basis q, qd;
} joints;

// The angles on one side; all zero for an angle that the lanes do not cover.
typedef struct angles {
    lanes covered;      // 1: the lanes cover the angle
    lanes t;            // stiffness as used in the tangent
    vectors gv, gd, gu; // gradient
    vectors fv, fd, fu; // force along it
} angles;

// ---- angles one by one

// True when an angle is beyond the stop, by comparison of the signed squares of the cosines.
static inline bool is_beyond_stop(const tackle_chain *c, double x, double y) {
    return x * fabs(x) < c->cos_limit * fabs(c->cos_limit) * (x * x + y * y);
}

// Torque limit of a joint's friction at this tension, and of a swivel's.
static inline double limit_at(const tackle_chain *c, double tension) { return c->mu * tension * c->radius; }
static double swivel_limit(const tackle_chain *c, const joint_state *joint) {
    return joint->bristle[1] > 0 ? c->turning.seized : c->turning.per_load * joint->tension;
}

static void eval_by_scalar(const tackle_chain *c, const dyn_eval *e, const joint_state *joint,
                           const tackle_link_batch *b, int side, int l) {
    int i = angle_index(b, side, l), k = i / 2;
    const dyn_scalar *angle = &c->joint[i];
    dyn_scalar_mark last = last_mark(b, side, l);
    dyn_scalar_value v;
    if (!dyn_scalar_eval(angle, e->q, e->qd, &last, &v)) return;
    double limit = c->swivel[k] ? swivel_limit(c, &joint[k]) : limit_at(c, joint[k].tension);
    if (limit > 0)
        dyn_scalar_add(e, angle, &v,
                       dyn_friction_law(joint[k].bristle[i % 2] + v.value, v.rate, limit, c->yield, DAMPING_TIME),
                       DYN_GEOMETRIC_NONE);
    if (!c->swivel[k] && is_beyond_stop(c, v.x, v.y))
        dyn_scalar_add(e, angle, &v, tackle_joint_stop(&c->stop, atan2(v.y, v.x), v.rate), DYN_GEOMETRIC_NONE);
}

// ---- forces

// Friction of one side's angles, as in dyn_scalar_eval and dyn_scalar_add. The loop has no branch: the compiler can
// vectorise it.
static inline void eval_side(const tackle_chain *c, const dyn_eval *e, const joint_state *joint,
                             const tackle_link_batch *b, int side, const joints *now, angles *a) {
    const double sign = sign_of(side),
                 whole = e->only_body < 0 ? 1 : 0; // forces on one body alone are evaluated by scalars
    const basis *q = &now->q, *qd = &now->qd;
    lanes bristle, tension;
    FOR_LANES {
        const joint_state *own = &joint[b->joint[side][l]];
        bristle[l] = own->bristle[side == BELOW], tension[l] = own->tension;
    }
    FOR_LANES {
        double x, y, angle;
        angle_mark(q, side, l, &x, &y);
        bool takes = whole * now->on[side][l] * b->universal[side][l] > 0;
        bool near = small_turn(b, side, l, x, y, &angle), beyond = is_beyond_stop(c, x, y);
        bool covered = takes & near & !beyond;
        double r2 = x * x + y * y, fx = covered ? -y / r2 : 0, fy = covered ? x / r2 : 0;
        vec3 u = lane_vector(q->u[side], l);
        vec3 gu = vec3_madd(vec3_scale(sign * fx, lane_vector(q->v, l)), fy, lane_vector(q->d, l));
        vec3 gv = vec3_scale(sign * fx, u), gd = vec3_scale(fy, u);
        double rate = vec3_dot(gu, lane_vector(qd->u[side], l)) + vec3_dot(gv, lane_vector(qd->v, l)) +
                      vec3_dot(gd, lane_vector(qd->d, l));
        double limit = limit_at(c, tension[l]);
        dyn_law law = dyn_friction_law(bristle[l] + angle, rate, limit, c->yield, DAMPING_TIME);
        double t = e->k_weight * law.k + e->c_weight * law.c;
        bool acts = covered & (limit > 0);
        double force = acts ? law.force : 0;
        a->covered[l] = covered ? 1 : 0;
        a->t[l] = acts ? t : 0;
        set_lane(a->gu, l, gu), set_lane(a->gv, l, gv), set_lane(a->gd, l, gd);
        set_lane(a->fu, l, vec3_scale(force, gu)), set_lane(a->fv, l, vec3_scale(force, gv)),
            set_lane(a->fd, l, vec3_scale(force, gd));
    }
}

// Adds the forces of both sides; each node first receives the contribution of the link below.
static inline void add_forces(const tackle_link_batch *b, const angles a[SIDES], int l, vec3 *force) {
    vec3 *p0 = &force[b->node[P0][l]], *v = &force[b->node[V][l]], *p1 = &force[b->node[P1][l]],
         *below = &force[b->node[U + BELOW][l]], *above = &force[b->node[U + ABOVE][l]];
    vec3 db = lane_vector(a[BELOW].fd, l), da = lane_vector(a[ABOVE].fd, l);
    *below = vec3_add(*below, lane_vector(a[BELOW].fu, l));
    *v = vec3_add(vec3_add(*v, lane_vector(a[BELOW].fv, l)), lane_vector(a[ABOVE].fv, l));
    *p1 = vec3_add(vec3_add(*p1, db), da);
    *p0 = vec3_sub(vec3_sub(*p0, db), da);
    *above = vec3_add(*above, lane_vector(a[ABOVE].fu, l));
}

// ---- tangent

// The factors of the blocks (t g) gᵀ of an angle, by nodes; those of p0 are minus those of p1.
typedef struct angle_factors {
    block_factors v, d, u;
} angle_factors;

// Adds (t g) gᵀ of both angles of a link; a block's rows are those of the larger node.
static void add_tangent(double *t, const tackle_link_batch *b, int l, const angles a[SIDES]) {
    angle_factors f[SIDES];
    for (int side = 0; side < SIDES; side++)
        f[side] = (angle_factors){block_factors_of(a[side].t[l], lane_vector(a[side].gv, l)),
                                  block_factors_of(a[side].t[l], lane_vector(a[side].gd, l)),
                                  block_factors_of(a[side].t[l], lane_vector(a[side].gu, l))};
    const angle_factors *below = &f[BELOW], *above = &f[ABOVE];
    block_product db = block_product_of(&below->d, &below->d), da = block_product_of(&above->d, &above->d);
    block_add_both(t + 9 * b->own[P0_P0][l], db, da);
    block_subtract_both(t + 9 * b->own[P1_P0][l], db, da);
    block_add_both(t + 9 * b->own[P1_P1][l], db, da);
    block_subtract_both(t + 9 * b->own[V_P0][l], block_product_of(&below->v, &below->d),
                        block_product_of(&above->v, &above->d));
    block_add_both(t + 9 * b->own[V_V][l], block_product_of(&below->v, &below->v),
                   block_product_of(&above->v, &above->v));
    block_add_both(t + 9 * b->own[P1_V][l], block_product_of(&below->d, &below->v),
                   block_product_of(&above->d, &above->v));
    db = block_product_of(&below->d, &below->u), da = block_product_of(&above->u, &above->d);
    block_subtract(t + 9 * b->across[BELOW][P0][l], db);
    block_add(t + 9 * b->across[BELOW][V][l], block_product_of(&below->v, &below->u));
    block_add(t + 9 * b->across[BELOW][P1][l], db);
    block_add(t + 9 * b->across[BELOW][U][l], block_product_of(&below->u, &below->u));
    block_subtract(t + 9 * b->across[ABOVE][P0][l], da);
    block_add(t + 9 * b->across[ABOVE][V][l], block_product_of(&above->u, &above->v));
    block_add(t + 9 * b->across[ABOVE][P1][l], da);
    block_add(t + 9 * b->across[ABOVE][U][l], block_product_of(&above->u, &above->u));
}

// ---- both

static void eval_batch(const tackle_chain *c, const dyn_eval *e, const joint_state *joint, const tackle_link_batch *b,
                       const joints *now) {
    angles a[SIDES];
    for (int side = 0; side < SIDES; side++) eval_side(c, e, joint, b, side, now, &a[side]);
    FOR_LANES {
        if (now->on[BELOW][l] > a[BELOW].covered[l]) eval_by_scalar(c, e, joint, b, BELOW, l);
        add_forces(b, a, l, e->force);
        if (e->tangent && a[BELOW].t[l] + a[ABOVE].t[l] > 0) add_tangent(e->tangent->a, b, l, a);
        if (now->on[ABOVE][l] > a[ABOVE].covered[l]) eval_by_scalar(c, e, joint, b, ABOVE, l);
    }
}

void tackle_chain_joints_eval(void *self, const dyn_eval *e, const void *z) {
    const tackle_chain *c = self;
    for (int k = 0; k < c->n_batches; k++) {
        const tackle_link_batch *b = &c->batch[k];
        joints now;
        if (!find_joined(b, e->body_on, now.on)) continue;
        gather_basis(b, e->q, &now.q);
        gather_basis(b, e->qd, &now.qd);
        eval_batch(c, e, z, b, &now);
    }
}
