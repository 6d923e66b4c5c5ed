// SPDX-License-Identifier: MIT
#include "render/view/blend.h"
#include "dynamics/math/quat.h"
#include <stddef.h>

pose blend_pose(const pose *a, const pose *b, double alpha) {
    quat p = quat_of(&a->r), q = quat_of(&b->r);
    double c = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z;
    double sign = c < 0 ? -1 : 1, angle = acos(fmin(fabs(c), 1));
    // near zero the great circle equals its chord
    double u = angle > 1e-6 ? sin((1 - alpha) * angle) / sin(angle) : 1 - alpha;
    double v = sign * (angle > 1e-6 ? sin(alpha * angle) / sin(angle) : alpha);
    quat m = {u * p.w + v * q.w, u * p.x + v * q.x, u * p.y + v * q.y, u * p.z + v * q.z};
    return (pose){quat_matrix(m), vec3_madd(vec3_scale(1 - alpha, a->p), alpha, b->p)};
}

static int same(const dyn_snapshot_body *a, const dyn_snapshot_body *b) {
    return a->kind == b->kind && a->number == b->number;
}

// Index of the same body in s, or -1. Both lists have the same order, so the guess is nearly always right.
static int find(const dyn_snapshot *s, const dyn_snapshot_body *body, int guess) {
    if (guess < s->n_bodies && same(&s->body[guess], body)) return guess;
    for (int i = 0; i < s->n_bodies; i++)
        if (same(&s->body[i], body)) return i;
    return -1;
}

int blend_bodies(const dyn_snapshot *previous, const dyn_snapshot *next, double alpha, dyn_snapshot_body *out) {
    int guess = 0;
    for (int i = 0; i < next->n_bodies; i++) {
        out[i] = next->body[i];
        int k = previous ? find(previous, &next->body[i], guess) : -1;
        if (k < 0) continue;
        out[i].pose = blend_pose(&previous->body[k].pose, &next->body[i].pose, alpha);
        guess = k + 1;
    }
    return next->n_bodies;
}

static bool is_at_same_place(const dyn_snapshot_ship *a, const dyn_snapshot_ship *b) {
    return vec3_norm2(vec3_sub(a->place, b->place)) == 0 && vec3_norm2(vec3_sub(a->turn, b->turn)) == 0;
}

pose blend_ship(const dyn_snapshot *previous, const dyn_snapshot *next, double alpha) {
    pose now = dyn_snapshot_ship_pose(&next->ship);
    if (!previous || is_at_same_place(&previous->ship, &next->ship)) return now;
    pose before = dyn_snapshot_ship_pose(&previous->ship);
    return blend_pose(&before, &now, alpha);
}

dyn_gauges blend_gauges(const dyn_snapshot *previous, const dyn_snapshot *next, double alpha) {
    dyn_gauges g = next->gauges;
    if (!previous) return g;
    const dyn_gauges *p = &previous->gauges;
#define MIX(member, sensors) g.member = (1 - alpha) * p->member + alpha * g.member;
    DYN_READINGS(MIX)
#undef MIX
    return g;
}

double blend_alpha(const dyn_snapshot *previous, const dyn_snapshot *next, int64_t now_ns) {
    int64_t between = next->wall_ns - previous->wall_ns;
    if (next->frame <= previous->frame || between <= 0) return 1; // first picture, or a rewind
    double period = (double)between / (double)(next->frame - previous->frame);
    double alpha = ((double)(now_ns - previous->wall_ns) - period) / (double)between;
    return fmin(fmax(alpha, 0), 1);
}
