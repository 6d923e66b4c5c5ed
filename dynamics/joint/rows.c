// SPDX-License-Identifier: MIT
// Rows of which the kinds of joints consist.
#include "dynamics/joint/private.h"
#include <assert.h>

#define ACROSS 1e-9 // cosine of directions at right angles; sine of parallel ones

dyn_tie *joint_tie(dyn_joint *j) {
    if (j->n_ties > 0 && j->tie[j->n_ties - 1].node == DYN_ZERO)
        return &j->tie[j->n_ties - 1]; // unused by the last call
    assert(j->n_ties < DYN_JOINT_MAX_TIES);
    return &j->tie[j->n_ties++];
}

static void add_row(dyn_joint *j, dyn_model *m, const dyn_row_def *row) {
    j->row[j->n_rows++] = dyn_add_row(m, row, j->body[0], j->body[1]);
}

static void add_shared(dyn_joint *j, int node) {
    for (int k = 0; k < j->n_shared; k++)
        if (j->shared[k] == node) return;
    j->shared[j->n_shared++] = node;
}

// phi = a·b - constant [rad, or m between points]
void joint_dot(dyn_joint *j, dyn_model *m, const dyn_direction *a, const dyn_direction *b, double constant) {
    double scale = a->scale * b->scale;
    add_row(j, m, &(dyn_row_def){a->head, a->tail, b->head, b->tail, scale, constant / scale});
}

joint_triad joint_across(dyn_joint *j, dyn_model *m, vec3 axis) {
    joint_triad t = {.b0 = vec3_any_normal(axis)};
    for (int k = 2; k >= 0; k--) {
        dyn_direction own = dyn_body_own(m, j->body[0], k);
        vec3 x = dyn_direction_in(&own, m->node0);
        if (fabs(vec3_dot(x, axis)) <= ACROSS) t.b0 = x;
    }
    t.c0 = vec3_cross(axis, t.b0);
    t.b = dyn_body_direction(m, j->body[0], t.b0, joint_tie(j));
    t.c = dyn_body_direction(m, j->body[0], t.c0, joint_tie(j));
    return t;
}

void joint_points_meet(dyn_joint *j, dyn_model *m) {
    int p = j->point[0], q = j->point[1];
    if (p == q) {
        add_shared(j, p);
        return;
    }
    for (int axis = DYN_EX; axis <= DYN_EZ; axis++) add_row(j, m, &(dyn_row_def){p, q, axis, DYN_ZERO, 1, 0});
}

// phi = (Q - P)·b [m], the same with c
void joint_point_on_axis(dyn_joint *j, dyn_model *m, const joint_triad *t) {
    const dyn_direction between = {j->point[1], j->point[0], 1};
    joint_dot(j, m, &between, &t->b, 0);
    joint_dot(j, m, &between, &t->c, 0);
}

void joint_axes_meet(dyn_joint *j, dyn_model *m, vec3 axis, const joint_triad *t) {
    dyn_direction second = dyn_body_direction(m, j->body[1], axis, joint_tie(j));
    joint_dot(j, m, &second, &t->b, 0);
    joint_dot(j, m, &second, &t->c, 0);
}

void joint_no_spin(dyn_joint *j, dyn_model *m, const joint_triad *t) {
    if (joint_shares(j, m, t->b0) || joint_shares(j, m, t->c0)) return;
    dyn_direction second = dyn_body_direction(m, j->body[1], t->c0, joint_tie(j));
    joint_dot(j, m, &second, &t->b, 0);
}

static bool on_ground(const dyn_model *m, const dyn_direction *d) { return m->fixed[d->head] && m->fixed[d->tail]; }

// Two own vectors are shared if they have the same nodes, or if both are ground.
bool joint_shares(dyn_joint *j, const dyn_model *m, vec3 direction) {
    for (int k = 0; k < 9; k++) {
        dyn_direction a = dyn_body_own(m, j->body[0], k / 3), b = dyn_body_own(m, j->body[1], k % 3);
        bool same = (a.head == b.head && a.tail == b.tail) || (a.head == b.tail && a.tail == b.head);
        int body = j->body[0] < 0 ? 1 : 0; // not ground
        bool ground = j->body[1 - body] < 0 && on_ground(m, body ? &b : &a);
        vec3 own = dyn_direction_in(body ? &b : &a, m->node0);
        if (!(same || ground) || !(vec3_norm(vec3_cross(own, direction)) <= ACROSS)) continue;
        const dyn_direction *d = body ? &b : &a;
        add_shared(j, d->head);
        if (d->tail != DYN_ZERO) add_shared(j, d->tail);
        return true;
    }
    return false;
}
