// SPDX-License-Identifier: MIT
// Friction and stops of the chain's joints, DYN_LANES links at a time: start and end of a step, and the filling of the
// lanes. Link k measures two angles in its plane of v and d: of the width axis of the link below, from -v toward d
// (joint k - 1, second angle), and of the link above, from v toward d (joint k, first angle). The two are neighbours in
// c->joint. Summation by links (chain_joints_eval.c) therefore gives the same bits as summation by scalars.
#include "dynamics/tackle/chain_joints.h"
#include "dynamics/core/state.h"
#include "dynamics/tackle/chain_lanes.h"
#include <assert.h>

#define TENSION_TIME 0.1 // averaging time of the tension on a joint [s]

static void joints_predict(void *self, const dyn_eval *e, const void *z) {
    tackle_chain *c = self;
    (void)z;
    for (int k = 0; k < c->n_batches; k++) {
        tackle_link_batch *b = &c->batch[k];
        lanes on[SIDES];
        basis q;
        if (!find_joined(b, e->body_on, on)) continue;
        gather_basis(b, e->q_last, &q);
        for (int side = 0; side < SIDES; side++)
            FOR_LANES angle_mark(&q, side, l, &b->last_x[side][l], &b->last_y[side][l]);
        FOR_LANES {
            if (on[ABOVE][l] <= b->universal[ABOVE][l]) continue;
            dyn_scalar_mark swivel = dyn_scalar_origin(&c->joint[angle_index(b, ABOVE, l)], e->q_last);
            b->last_x[ABOVE][l] = swivel.x, b->last_y[ABOVE][l] = swivel.y;
        }
    }
}

// Seizes or frees a swivel, by the command's failures. A seized swivel holds its present angle. Both changes reset the
// bristle: its torque would jump otherwise.
static void update_seizure(joint_state *joint, const rt_command *command) {
    bool seized = command->failures >> RT_FAILURE_SWIVEL & 1;
    if (seized == (joint->bristle[1] > 0)) return;
    joint->bristle[0] = 0;
    joint->bristle[1] = seized;
}

// Turn of an angle in this step, by its scalar; false where the angle is undefined.
static bool scalar_turn(const tackle_chain *c, const dyn_eval *e, const tackle_link_batch *b, int side, int l,
                        double *angle) {
    dyn_scalar_mark last = last_mark(b, side, l);
    dyn_scalar_value v;
    if (!dyn_scalar_eval(&c->joint[angle_index(b, side, l)], e->q, e->qd, &last, &v)) return false;
    *angle = v.value;
    return true;
}

// Whether both links of a joint sleep.
static bool rests(const tackle_link_batch *b, const dyn_eval *e, int side, int l) {
    const unsigned char *on = e->state->body_on;
    return on[b->body[l]] == DYN_ASLEEP && on[b->other[side][l]] == DYN_ASLEEP;
}

// Moves the bristles of one side with their angles; resets those of links that are not joined.
static void move_bristles(const tackle_chain *c, const dyn_eval *e, const tackle_link_batch *b, int side,
                          const basis *q, const lanes on, joint_state *joint) {
    lanes angle, covered;
    FOR_LANES {
        double x, y;
        angle_mark(q, side, l, &x, &y);
        covered[l] = small_turn(b, side, l, x, y, &angle[l]) ? 1 : 0;
    }
    FOR_LANES {
        if (!b->held[side][l] || rests(b, e, side, l)) continue;
        double *bristle = &joint[b->joint[side][l]].bristle[side == BELOW];
        bool plain = covered[l] * b->universal[side][l] > 0;
        bool moves = on[l] > 0 && (plain || scalar_turn(c, e, b, side, l, &angle[l]));
        *bristle = moves ? dyn_bristle_move(*bristle, angle[l], c->yield) : 0;
    }
}

static void reset_bristles(const tackle_link_batch *b, const dyn_eval *e, joint_state *joint) {
    for (int side = 0; side < SIDES; side++)
        FOR_LANES if (b->held[side][l] && !rests(b, e, side, l)) joint[b->joint[side][l]].bristle[side == BELOW] = 0;
}

static bool asleep(const tackle_chain *c, const dyn_eval *e, int k) {
    return e->state->body_on[c->body[k]] == DYN_ASLEEP;
}

static void joints_accept(void *self, const dyn_eval *e, void *z) {
    tackle_chain *c = self;
    joint_state *joint = z;
    for (int k = 0; k < c->n_batches; k++) {
        const tackle_link_batch *b = &c->batch[k];
        lanes on[SIDES];
        basis q;
        if (!find_joined(b, e->body_on, on)) {
            reset_bristles(b, e, joint);
            continue;
        }
        gather_basis(b, e->q, &q);
        for (int side = 0; side < SIDES; side++) move_bristles(c, e, b, side, &q, on[side], joint);
    }
    for (int k = 0; k + 1 < c->capacity; k++) {
        if (asleep(c, e, k) && asleep(c, e, k + 1)) continue;
        double tension = tackle_chain_joined(c, e->state->body_on, k) ? fmax(0, dyn_body_tension(e, c->body[k])) : 0;
        joint[k].tension = dyn_friction_load(joint[k].tension, tension, e->h, TENSION_TIME);
        if (c->swivel[k]) update_seizure(&joint[k], e->command);
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

// Finds the blocks of the link's own nodes, and of those nodes with the neighbours' u.
static void fill_blocks(const dyn_model *m, tackle_link_batch *b, int l) {
    const dyn_matrix *t = &m->matrix_pattern;
    for (int i = P0, k = 0; i <= P1; i++)
        for (int j = P0; j <= i; j++, k++) b->own[k][l] = dyn_matrix_block(t, b->node[i][l], b->node[j][l]);
    for (int side = 0; side < SIDES; side++)
        for (int i = P0; i <= U; i++)
            b->across[side][i][l] = dyn_matrix_block(t, b->node[i < U ? i : U + side][l], b->node[U + side][l]);
}

// Fills the lane of link k.
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
    // the order of rows and columns in add_tangent
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
                            .eval = tackle_chain_joints_eval,
                            .accept = joints_accept,
                            .energy = joints_energy,
                            .finish = joints_finish};
    dyn_add_force(m, &c->joints);
}
