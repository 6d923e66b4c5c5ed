// SPDX-License-Identifier: MIT
// The points below the plane, in the order in which they are given: a hull of points by all of them (one that is no
// corner of the hull presses too), a triangle by its corners, a mesh by its vertices. Where they do not all fit, the
// deepest one and then the outermost in evenly spaced directions along the plane: the force stays within the outline
// that they span.
#include "contact/pair_hits.h"

#define TURN 6.283185307179586

typedef struct points {
    const vec3 *x; // shape frame [m]
    int n;
} points;

static points points_of(const contact_shape *s) {
    if (s->kind == CONTACT_MESH) return (points){s->mesh->vertex, s->mesh->nv};
    return (points){s->vertex, s->kind == CONTACT_TRIANGLE ? 3 : s->n};
}

// The hits there are, into hit while they fit; returns how many.
static int collect(const points *p, const pose *at_a, const pose *at_b, double margin, contact_hit *hit, int most) {
    int n = 0;
    for (int i = 0; i < p->n; i++) {
        contact_hit h = contact_corner_hit(pose_point(at_a, p->x[i]), at_b, 1 + i);
        if (!(h.depth > -margin)) continue;
        if (n < most) hit[n] = h;
        n++;
    }
    return n;
}

// The point below the plane that lies farthest along d [world]; -1: none.
static int outermost(const points *p, const pose *at_a, const pose *at_b, double margin, vec3 d) {
    int best = -1;
    double far = 0;
    for (int i = 0; i < p->n; i++) {
        vec3 x = vec3_sub(pose_point(at_a, p->x[i]), at_b->p);
        double reach = vec3_dot(d, x);
        if (vec3_dot(mat3_column(&at_b->r, 2), x) >= margin || (best >= 0 && reach <= far)) continue;
        best = i;
        far = reach;
    }
    return best;
}

static bool has(const contact_hit *hit, int n, int64_t feature) {
    for (int i = 0; i < n; i++)
        if (hit[i].feature == feature) return true;
    return false;
}

static int take(const points *p, int i, const pose *at_a, const pose *at_b, contact_hit *hit, int n) {
    if (i < 0 || has(hit, n, 1 + i)) return n;
    hit[n] = contact_corner_hit(pose_point(at_a, p->x[i]), at_b, 1 + i);
    return n + 1;
}

// Fewer than `most` where the outermost in two directions is one point.
static int choose(const points *p, const pose *at_a, const pose *at_b, double margin, contact_hit *hit, int most) {
    vec3 x = mat3_column(&at_b->r, 0), y = mat3_column(&at_b->r, 1), down = vec3_scale(-1, mat3_column(&at_b->r, 2));
    int n = take(p, outermost(p, at_a, at_b, margin, down), at_a, at_b, hit, 0);
    for (int k = 0; k < most - 1; k++) {
        double angle = TURN * k / (most - 1);
        vec3 d = vec3_madd(vec3_scale(cos(angle), x), sin(angle), y);
        n = take(p, outermost(p, at_a, at_b, margin, d), at_a, at_b, hit, n);
    }
    return n;
}

int contact_points_plane(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                         double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)b, (void)m, (void)work;
    const points p = points_of(a);
    int n = collect(&p, at_a, at_b, margin, hit, most);
    return n <= most || most < 1 ? n : choose(&p, at_a, at_b, margin, hit, most);
}
