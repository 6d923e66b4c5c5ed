// SPDX-License-Identifier: MIT
#include "contact/tree/bvh_box.h"
#include "contact/tree/lanes.h"
#include "contact/tree/pairs_list.h"
#include <limits.h>
#include <stdlib.h>

#define ENOUGH 0.05 // share of the margin by which a normal must separate two triangles; else edge axes are tried too
static const double LEAST_NORM2 = 1e-200; // of a vector whose direction is accurate

static bool make_list(contact_near_list *l, int max) {
    l->near = calloc((size_t)max + 1, sizeof *l->near); // never 0
    l->until = calloc((size_t)max + 4, sizeof *l->until);
    l->cutting = calloc((size_t)max / 64 + 1, sizeof *l->cutting);
    l->path = HUGE_VAL;
    return l->near && l->until && l->cutting;
}

static void free_list(contact_near_list *l) { free(l->near), free(l->until), free(l->cutting); }

rt_status contact_pairs_create(contact_pairs *p, const contact_mesh *a, const contact_bvh *ta, const contact_mesh *b,
                               const contact_bvh *tb, int max, double margin) {
    *p = (contact_pairs){.mesh = {a, b}, .tree = {ta, tb}, .margin = margin, .max = max};
    p->x = calloc((size_t)a->nv + 1, sizeof *p->x);
    p->x_epoch = calloc((size_t)a->nv + 1, sizeof *p->x_epoch);
    if (p->x && p->x_epoch && make_list(&p->list, max) && make_list(&p->next, max)) return RT_OK;
    contact_pairs_free(p);
    return RT_ERR_MEMORY;
}

void contact_pairs_free(contact_pairs *p) {
    free(p->x), free(p->x_epoch);
    free_list(&p->list), free_list(&p->next);
    *p = (contact_pairs){0};
}

static inline void posed_triangle(contact_pairs *p, int a, vec3 x[3]) {
    const int *v = p->mesh[0]->tri[a].v;
    for (int k = 0; k < 3; k++) x[k] = contact_pairs_vertex(p, v[k]);
}

// Context of a walk of both trees at the pose of this step: receives the pairs that cut.
typedef struct cut_report {
    contact_pairs *p;
    contact_pairs_found *found;
    void *self;
} cut_report;

// Reports the pairs of triangles of two leaves that cut each other.
static void cut_leaves(void *self, const contact_bvh_node *a, const contact_bvh_node *b) {
    const cut_report *t = self;
    contact_pairs *p = t->p;
    contact_cut cut;
    vec3 ta[3], tb[3];
    for (int i = a->first; i < a->first + a->count; i++) {
        posed_triangle(p, p->tree[0]->order[i], ta);
        bvh_box box = bvh_points_box(ta[0], ta[1], ta[2]);
        if (!bvh_box_meets(box, bvh_node_box(b))) continue;
        for (int j = b->first; j < b->first + b->count; j++) {
            pairs_rest_triangle(p, p->tree[1]->order[j], tb);
            if (!bvh_box_meets(box, bvh_points_box(tb[0], tb[1], tb[2])) || !contact_tri_tri(ta, tb, &cut)) continue;
            t->found(t->self, p->tree[0]->order[i], p->tree[1]->order[j], &cut);
        }
    }
}

// Height of the triangle's lowest corner above the pair's plane.
static inline double height_above_plane(const contact_near_pair *plane, const vec3 a[3]) {
    double x = vec3_dot(plane->n, a[0]), y = vec3_dot(plane->n, a[1]), z = vec3_dot(plane->n, a[2]);
    return bvh_min(x, bvh_min(y, z)) - plane->at;
}

// Largest gap of the triangles along the cross products of edge `b` with each edge of a; *n becomes its unit axis.
static inline double edge_axes_gap(const lanes3 *edge_a, vec3 b, const vec3 ta[3], const vec3 tb[3], vec3 *n) {
    lanes3 axis = lanes3_cross1(*edge_a, b);
    lanes norm2 = lanes3_dot(axis, axis);
    lanes a1 = lanes3_dot1(axis, vec3_sub(ta[1], ta[0])), a2 = lanes3_dot1(axis, vec3_sub(ta[2], ta[0]));
    lanes b0 = lanes3_dot1(axis, vec3_sub(tb[0], ta[0])), b1 = lanes3_dot1(axis, vec3_sub(tb[1], ta[0])),
          b2 = lanes3_dot1(axis, vec3_sub(tb[2], ta[0])), zero = lanes_all(0);
    lanes up = lanes_min(zero, lanes_min(a1, a2)) - lanes_max(b0, lanes_max(b1, b2)),
          down = lanes_min(b0, lanes_min(b1, b2)) - lanes_max(zero, lanes_max(a1, a2)), gap = lanes_max(up, down);
    double best = -HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        if (norm2[i] <= LEAST_NORM2) continue;
        double scale = 1 / sqrt(norm2[i]);
        if (scale * gap[i] <= best) continue;
        best = scale * gap[i];
        *n = vec3_make(scale * axis.x[i], scale * axis.y[i], scale * axis.z[i]);
    }
    return best;
}

// Separates two triangles: returns a lower bound of their distance, and stores the separating plane. Stops at the first
// plane with a gap of `enough`; otherwise the best wins. The axes are both normals (as posed) and the cross products of
// their edges: one of these separates any two triangles that do not meet.
static double separate(const contact_pairs *p, contact_near_pair *near, const vec3 a[3], const vec3 b[3],
                       double enough) {
    contact_near_pair plane = *near;
    double best = pairs_gap_along(p->mesh[1]->normal[near->b], a, b, near);
    if (best >= enough) return best;
    double apart = pairs_gap_along(pairs_normal(p, &p->at, near->a), a, b, &plane);
    if (apart > best) best = apart, *near = plane;
    const lanes3 corner = lanes3_of(a), edge = lanes3_sub(lanes3_turn(corner), corner);
    for (int j = 0; j < 3 && best < enough; j++) {
        vec3 n = {0, 0, 0};
        if (edge_axes_gap(&edge, vec3_sub(b[(j + 1) % 3], b[j]), a, b, &n) > best)
            best = pairs_gap_along(n, a, b, near);
    }
    return best;
}

// Bound of the motion of any point of a since the last step: the largest move of a corner of its box (the move is
// affine), plus p->rounding.
static double largest_move(contact_pairs *p, const pose *last) {
    const contact_bvh_node *root = &p->tree[0]->node[0], *other = &p->tree[1]->node[0];
    double most = 0, size = vec3_norm(p->at.p) + vec3_norm(last->p) + vec3_norm(root->lo) + vec3_norm(root->hi) +
                            vec3_norm(other->lo) + vec3_norm(other->hi);
    p->rounding = PAIRS_ROUNDING * size;
    mat3 turn;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) turn.m[i][j] = p->at.r.m[i][j] - last->r.m[i][j];
    const pose move = {turn, vec3_sub(p->at.p, last->p)};
    for (int k = 0; k < 8; k++) {
        vec3 corner = {k & 1 ? root->hi.x : root->lo.x, k & 2 ? root->hi.y : root->lo.y,
                       k & 4 ? root->hi.z : root->lo.z};
        most = bvh_max(most, vec3_norm2(pose_point(&move, corner)));
    }
    return sqrt(most) + p->rounding;
}

// Tests one pair of the list and stores its cut or a separating plane. Returns whether it cuts.
static bool test_pair(contact_pairs *p, int i, const vec3 ta[3]) {
    contact_near_list *l = &p->list;
    contact_near_pair *near = &l->near[i];
    const uint64_t bit = (uint64_t)1 << i % 64;
    vec3 tb[3];
    pairs_rest_triangle(p, near->b, tb);
    bool cuts = contact_tri_tri(ta, tb, &near->cut);
    l->cutting[i / 64] = cuts ? l->cutting[i / 64] | bit : l->cutting[i / 64] & ~bit;
    l->until[i] = cuts ? HUGE_VAL : l->path + separate(p, near, ta, tb, ENOUGH * p->margin) * (1 - PAIRS_ROUNDING);
    return cuts;
}

// Tests the separated pairs that the path may have brought together. Mostly their last plane still separates them.
// Returns whether any pair cuts.
static bool test_separated(contact_pairs *p) {
    contact_near_list *l = &p->list;
    const lanes path = lanes_all(l->path);
    bool any = false;
    for (int i = 0; i < l->n; i += 4)
        for (unsigned due = ~(unsigned)lanes_above(lanes_load(&l->until[i]), path) & 15; due; due &= due - 1) {
            int k = i + __builtin_ctz(due);
            vec3 ta[3];
            posed_triangle(p, l->near[k].a, ta);
            double above = height_above_plane(&l->near[k], ta);
            if (above > p->rounding)
                l->until[k] = l->path + above * (1 - PAIRS_ROUNDING);
            else
                any |= test_pair(p, k, ta);
        }
    return any;
}

// Tests the pairs that cut at their last test.
static void test_cutting(contact_pairs *p) {
    const contact_near_list *l = &p->list;
    for (int i = 0; i < l->n; i += 64)
        for (uint64_t bits = l->cutting[i / 64]; bits; bits &= bits - 1) {
            vec3 ta[3];
            int k = i + __builtin_ctzll(bits);
            posed_triangle(p, l->near[k].a, ta);
            test_pair(p, k, ta);
        }
}

static void report_cutting(const contact_near_list *l, contact_pairs_found *found, void *self) {
    for (int i = 0; i < l->n; i += 64)
        for (uint64_t bits = l->cutting[i / 64]; bits; bits &= bits - 1) {
            const contact_near_pair *near = &l->near[i + __builtin_ctzll(bits)];
            found(self, near->a, near->b, &near->cut);
        }
}

// Reports all pairs that cut, by a walk of both trees instead of the list.
static void walk_all(contact_pairs *p, contact_pairs_found *found, void *self) {
    bvh_walk w;
    bvh_walk_begin(&w, p->tree[0], p->tree[1], &p->at, 0);
    bvh_walk_advance(&w, LONG_MAX, cut_leaves, &(cut_report){p, found, self});
    p->visits += w.tested;
}

bool contact_pairs_find(contact_pairs *p, const pose *a_to_b, contact_pairs_unchanged *unchanged,
                        contact_pairs_found *found, void *self) {
    p->epoch++;
    const pose last = p->at;
    p->at = *a_to_b;
    p->visits = 0;
    bool fresh = p->margin > 0 && pairs_list_update(p, largest_move(p, &last));
    if (p->margin == 0 || p->list.full) {
        walk_all(p, found, self);
        return true;
    }
    bool same = !fresh && unchanged && unchanged(self);
    if (!same) test_cutting(p);
    if (!test_separated(p) && same) return false;
    report_cutting(&p->list, found, self);
    return true;
}
