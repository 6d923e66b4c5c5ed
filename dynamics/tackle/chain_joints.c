// SPDX-License-Identifier: MIT
// Friction and stops of the chain's joints, DYN_LANES links at a time. A link k sees two angles in its plane of v and
// d: of the width axis of the link below, from -v toward d (joint k - 1, its second angle), and of the link above, from
// v toward d (joint k, its first). They are neighbours in c->joint, so that what is added for one link after the other
// is, bit for bit, what is added for one scalar after the other. What the lanes do not cover (a swivel, a joint beyond
// its stop, one that turned far within a step) goes in its turn the way of any scalar.
#include "dynamics/tackle/chain_joints.h"
#include "dynamics/block_product.h"
#include "dynamics/state.h"
#include <assert.h>

#define TENSION_TIME 0.1  // time over which the tension that loads a joint is averaged [s]
#define DAMPING_TIME 5e-4 // damping of a joint's bristle over its stiffness [s]

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

// The joints of a batch: which ones hold (1), how they stand and move.
typedef struct joints {
    lanes on[SIDES];
    basis q, qd;
} joints;

// The angles on one side. Off what the lanes cover: all zero.
typedef struct angles {
    lanes covered;      // 1: it is
    lanes t;            // stiffness as it goes into the tangent
    vectors gv, gd, gu; // gradient
    vectors fv, fd, fu; // force along it
} angles;

// ---- lanes

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

// 1 for the joints of which both links take part; whether any does.
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

// ---- angles one by one

// The angle of a lane in c->joint; its joint is half of that number, its bristle the rest.
static inline int number_of(const tackle_link_batch *b, int side, int l) {
    return 2 * b->joint[side][l] + (side == BELOW);
}

static inline dyn_scalar_mark mark_of(const tackle_link_batch *b, int side, int l) {
    return (dyn_scalar_mark){0, b->last_x[side][l], b->last_y[side][l]};
}

// Whether an angle is beyond the limit: the cosines tell, by their squares with the sign kept.
static inline bool bent(const tackle_chain *c, double x, double y) {
    return x * fabs(x) < c->cos_limit * fabs(c->cos_limit) * (x * x + y * y);
}

// Torque limit of a joint's friction at this tension; of a swivel's.
static inline double limit_at(const tackle_chain *c, double tension) { return c->mu * tension * c->radius; }
static double swivel_limit(const tackle_chain *c, const joint_state *joint) {
    return joint->bristle[1] > 0 ? c->turning.seized : c->turning.per_load * joint->tension;
}

static void eval_alone(const tackle_chain *c, const dyn_eval *e, const joint_state *joint, const tackle_link_batch *b,
                       int side, int l) {
    int i = number_of(b, side, l), k = i / 2;
    const dyn_scalar *angle = &c->joint[i];
    dyn_scalar_mark last = mark_of(b, side, l);
    dyn_scalar_value v;
    if (!dyn_scalar_eval(angle, e->q, e->qd, &last, &v)) return;
    double limit = c->swivel[k] ? swivel_limit(c, &joint[k]) : limit_at(c, joint[k].tension);
    if (limit > 0)
        dyn_scalar_add(e, angle, &v,
                       dyn_friction_law(joint[k].bristle[i % 2] + v.value, v.rate, limit, c->yield, DAMPING_TIME),
                       DYN_GEOMETRIC_NONE);
    if (!c->swivel[k] && bent(c, v.x, v.y))
        dyn_scalar_add(e, angle, &v, dyn_stop_law(&c->stop, atan2(v.y, v.x), v.rate), DYN_GEOMETRIC_NONE);
}

// ---- forces

// Friction of one side's angles, as dyn_scalar_eval and dyn_scalar_add have it. No branch stands in the loop, so that
// the compiler puts it into lanes.
static inline void eval_side(const tackle_chain *c, const dyn_eval *e, const joint_state *joint,
                             const tackle_link_batch *b, int side, const joints *now, angles *a) {
    const double sign = sign_of(side), whole = e->only_body < 0 ? 1 : 0; // forces on one body alone: by scalars
    const basis *q = &now->q, *qd = &now->qd;
    lanes bristle, tension;
    FOR_LANES {
        const joint_state *own = &joint[b->joint[side][l]];
        bristle[l] = own->bristle[side == BELOW], tension[l] = own->tension;
    }
    FOR_LANES {
        double x, y, angle;
        turn(q, side, l, &x, &y);
        bool takes = whole * now->on[side][l] * b->universal[side][l] > 0;
        bool near = turned(b, side, l, x, y, &angle), beyond = bent(c, x, y);
        bool covered = takes & near & !beyond;
        double r2 = x * x + y * y, fx = covered ? -y / r2 : 0, fy = covered ? x / r2 : 0;
        vec3 u = at(q->u[side], l);
        vec3 gu = vec3_madd(vec3_scale(sign * fx, at(q->v, l)), fy, at(q->d, l));
        vec3 gv = vec3_scale(sign * fx, u), gd = vec3_scale(fy, u);
        double rate = vec3_dot(gu, at(qd->u[side], l)) + vec3_dot(gv, at(qd->v, l)) + vec3_dot(gd, at(qd->d, l));
        double limit = limit_at(c, tension[l]);
        dyn_law law = dyn_friction_law(bristle[l] + angle, rate, limit, c->yield, DAMPING_TIME);
        double t = e->k_weight * law.k + e->c_weight * law.c;
        bool acts = covered & (limit > 0);
        double force = acts ? law.force : 0;
        a->covered[l] = covered ? 1 : 0;
        a->t[l] = acts ? t : 0;
        put(a->gu, l, gu), put(a->gv, l, gv), put(a->gd, l, gd);
        put(a->fu, l, vec3_scale(force, gu)), put(a->fv, l, vec3_scale(force, gv)),
            put(a->fd, l, vec3_scale(force, gd));
    }
}

// To each node first what comes of the link below.
static inline void add_forces(const tackle_link_batch *b, const angles a[SIDES], int l, vec3 *force) {
    vec3 *p0 = &force[b->node[P0][l]], *v = &force[b->node[V][l]], *p1 = &force[b->node[P1][l]],
         *below = &force[b->node[U + BELOW][l]], *above = &force[b->node[U + ABOVE][l]];
    vec3 db = at(a[BELOW].fd, l), da = at(a[ABOVE].fd, l);
    *below = vec3_add(*below, at(a[BELOW].fu, l));
    *v = vec3_add(vec3_add(*v, at(a[BELOW].fv, l)), at(a[ABOVE].fv, l));
    *p1 = vec3_add(vec3_add(*p1, db), da);
    *p0 = vec3_sub(vec3_sub(*p0, db), da);
    *above = vec3_add(*above, at(a[ABOVE].fu, l));
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
        f[side] = (angle_factors){block_factors_of(a[side].t[l], at(a[side].gv, l)),
                                  block_factors_of(a[side].t[l], at(a[side].gd, l)),
                                  block_factors_of(a[side].t[l], at(a[side].gu, l))};
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

static void eval_batch(const tackle_chain *c, const dyn_eval *e, const joint_state *joint, const tackle_link_batch *b,
                       const joints *now) {
    angles a[SIDES];
    for (int side = 0; side < SIDES; side++) eval_side(c, e, joint, b, side, now, &a[side]);
    FOR_LANES {
        if (now->on[BELOW][l] > a[BELOW].covered[l]) eval_alone(c, e, joint, b, BELOW, l);
        add_forces(b, a, l, e->force);
        if (e->tangent && a[BELOW].t[l] + a[ABOVE].t[l] > 0) add_tangent(e->tangent->a, b, l, a);
        if (now->on[ABOVE][l] > a[ABOVE].covered[l]) eval_alone(c, e, joint, b, ABOVE, l);
    }
}

// ---- the force element

static void joints_predict(void *self, const dyn_eval *e, const void *z) {
    tackle_chain *c = self;
    (void)z;
    for (int k = 0; k < c->n_batches; k++) {
        tackle_link_batch *b = &c->batch[k];
        lanes on[SIDES];
        basis q;
        if (!switches(b, e->body_on, on)) continue;
        gather(b, e->q_last, &q);
        for (int side = 0; side < SIDES; side++) FOR_LANES turn(&q, side, l, &b->last_x[side][l], &b->last_y[side][l]);
        FOR_LANES {
            if (on[ABOVE][l] <= b->universal[ABOVE][l]) continue;
            dyn_scalar_mark swivel = dyn_scalar_origin(&c->joint[number_of(b, ABOVE, l)], e->q_last);
            b->last_x[ABOVE][l] = swivel.x, b->last_y[ABOVE][l] = swivel.y;
        }
    }
}

static void joints_eval(void *self, const dyn_eval *e, const void *z) {
    const tackle_chain *c = self;
    for (int k = 0; k < c->n_batches; k++) {
        const tackle_link_batch *b = &c->batch[k];
        joints now;
        if (!switches(b, e->body_on, now.on)) continue;
        gather(b, e->q, &now.q);
        gather(b, e->qd, &now.qd);
        eval_batch(c, e, z, b, &now);
    }
}

// One that seizes holds where it stands: its bristle begins anew, or its torque would jump. So it does when it is
// freed.
static void seize(joint_state *joint, const rt_command *command) {
    bool seized = command->failures >> RT_FAILURE_SWIVEL & 1;
    if (seized == (joint->bristle[1] > 0)) return;
    joint->bristle[0] = 0;
    joint->bristle[1] = seized;
}

// How far an angle has turned in the step; false where it means nothing.
static bool turn_alone(const tackle_chain *c, const dyn_eval *e, const tackle_link_batch *b, int side, int l,
                       double *angle) {
    dyn_scalar_mark last = mark_of(b, side, l);
    dyn_scalar_value v;
    if (!dyn_scalar_eval(&c->joint[number_of(b, side, l)], e->q, e->qd, &last, &v)) return false;
    *angle = v.value;
    return true;
}

// The bristles of one side move with their angles; where the links do not hold each other there is none.
static void move_bristles(const tackle_chain *c, const dyn_eval *e, const tackle_link_batch *b, int side,
                          const basis *q, const lanes on, joint_state *joint) {
    lanes angle, covered;
    FOR_LANES {
        double x, y;
        turn(q, side, l, &x, &y);
        covered[l] = turned(b, side, l, x, y, &angle[l]) ? 1 : 0;
    }
    FOR_LANES {
        if (!b->held[side][l]) continue;
        double *bristle = &joint[b->joint[side][l]].bristle[side == BELOW];
        bool plain = covered[l] * b->universal[side][l] > 0;
        bool moves = on[l] > 0 && (plain || turn_alone(c, e, b, side, l, &angle[l]));
        *bristle = moves ? dyn_bristle_move(*bristle, angle[l], c->yield) : 0;
    }
}

static void drop_bristles(const tackle_link_batch *b, joint_state *joint) {
    for (int side = 0; side < SIDES; side++)
        FOR_LANES if (b->held[side][l]) joint[b->joint[side][l]].bristle[side == BELOW] = 0;
}

static void joints_accept(void *self, const dyn_eval *e, void *z) {
    tackle_chain *c = self;
    joint_state *joint = z;
    for (int k = 0; k < c->n_batches; k++) {
        const tackle_link_batch *b = &c->batch[k];
        lanes on[SIDES];
        basis q;
        if (!switches(b, e->body_on, on)) {
            drop_bristles(b, joint);
            continue;
        }
        gather(b, e->q, &q);
        for (int side = 0; side < SIDES; side++) move_bristles(c, e, b, side, &q, on[side], joint);
    }
    for (int k = 0; k + 1 < c->capacity; k++) {
        double tension = tackle_chain_joined(c, e->body_on, k) ? fmax(0, dyn_body_tension(e, c->body[k])) : 0;
        joint[k].tension = dyn_friction_load(joint[k].tension, tension, e->h, TENSION_TIME);
        if (c->swivel[k]) seize(&joint[k], e->command);
    }
}

static double joints_energy(const void *self, const dyn_eval *e, const void *z) {
    const tackle_chain *c = self;
    double energy = 0;
    (void)z;
    for (int k = 0; k + 1 < c->capacity; k++)
        for (int i = 2 * k; i < 2 * k + 2 && !c->swivel[k] && tackle_chain_joined(c, e->body_on, k); i++)
            energy += dyn_stop_energy(&c->stop, dyn_scalar_at(&c->joint[i], e->q, 0).value);
    return energy;
}

// ---- assembly

// Blocks of the link's own nodes, and of the link's on a side with them.
static void fill_blocks(const dyn_model *m, tackle_link_batch *b, int l) {
    const dyn_matrix *t = &m->matrix_pattern;
    for (int i = P0, k = 0; i <= P1; i++)
        for (int j = P0; j <= i; j++, k++) b->own[k][l] = dyn_matrix_block(t, b->node[i][l], b->node[j][l]);
    for (int side = 0; side < SIDES; side++)
        for (int i = P0; i <= U; i++)
            b->across[side][i][l] = dyn_matrix_block(t, b->node[i < U ? i : U + side][l], b->node[U + side][l]);
}

// Puts link k into its lane. A lane without a link has the zero vector for its nodes, and so has a side without one.
static void fill_lane(tackle_chain *c, const dyn_model *m, int k) {
    tackle_link_batch *b = &c->batch[k / DYN_LANES];
    int l = k % DYN_LANES, n = c->capacity;
    bool real = k < n, below = real && k > 0 && !c->swivel[k - 1], above = k + 1 < n;
    b->node[P0][l] = real ? c->p[k] : DYN_ZERO;
    b->node[V][l] = real ? c->v[k] : DYN_ZERO;
    b->node[P1][l] = real ? c->p[k + 1] : DYN_ZERO;
    b->node[U + BELOW][l] = below ? c->u[k - 1] : DYN_ZERO;
    b->node[U + ABOVE][l] = above ? c->u[k + 1] : DYN_ZERO;
    b->body[l] = real ? c->body[k] : 0;
    b->other[BELOW][l] = below ? c->body[k - 1] : 0;
    b->other[ABOVE][l] = above ? c->body[k + 1] : 0;
    b->joint[BELOW][l] = below ? k - 1 : 0;
    b->joint[ABOVE][l] = above ? k : 0;
    b->held[BELOW][l] = b->universal[BELOW][l] = below;
    b->held[ABOVE][l] = above;
    b->universal[ABOVE][l] = above && !c->swivel[k];
    // the order in which add_tangent takes rows and columns
    assert(!real || (c->p[k] < c->v[k] && c->v[k] < c->p[k + 1]));
    assert(!above || c->p[k + 1] < c->u[k + 1]);
    assert(!below || c->u[k - 1] < c->p[k]);
    fill_blocks(m, b, l);
}

static void joints_finish(void *self, const dyn_model *m) {
    tackle_chain *c = self;
    for (int i = 0; i < 2 * (c->capacity - 1); i++)
        if (i % 2 == 0 || !c->swivel[i / 2]) dyn_scalar_bind(m, &c->joint[i]);
    for (int k = 0; k < c->n_batches * DYN_LANES; k++) fill_lane(c, m, k);
}

void tackle_chain_joints_add(tackle_chain *c, dyn_model *m) {
    c->joints = (dyn_force){.self = c,
                            .phase = RT_PHASE_ASSEMBLE,
                            .z_size = ((size_t)c->capacity + 1) * sizeof(joint_state),
                            .predict = joints_predict,
                            .eval = joints_eval,
                            .accept = joints_accept,
                            .energy = joints_energy,
                            .finish = joints_finish};
    dyn_add_force(m, &c->joints);
}
