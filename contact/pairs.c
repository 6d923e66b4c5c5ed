// SPDX-License-Identifier: MIT
#include "contact/pairs.h"
#include "contact/bvh_box.h"
#include "contact/bvh_walk.h"
#include "contact/lanes.h"
#include <stdlib.h>
#include <string.h>

#define ENOUGH 0.05 // share of the margin by which normals must part two triangles, otherwise their edges are tried
static const double ROUNDING = 1e-12;     // of unit vectors, with room to spare
static const double LEAST_NORM2 = 1e-200; // of a vector whose direction is good

rt_status contact_pairs_create(contact_pairs *p, const contact_mesh *a, const contact_bvh *ta, const contact_mesh *b,
                               const contact_bvh *tb, int max, double margin) {
    *p = (contact_pairs){.mesh = {a, b}, .tree = {ta, tb}, .margin = margin, .max = max};
    p->x = calloc((size_t)a->nv + 1, sizeof *p->x); // never 0
    p->x_epoch = calloc((size_t)a->nv + 1, sizeof *p->x_epoch);
    p->near = calloc((size_t)max + 1, sizeof *p->near);
    p->until = calloc((size_t)max + 4, sizeof *p->until);
    p->cutting = calloc((size_t)max / 64 + 1, sizeof *p->cutting);
    if (p->x && p->x_epoch && p->near && p->until && p->cutting) return RT_OK;
    contact_pairs_free(p);
    return RT_ERR_MEMORY;
}

void contact_pairs_free(contact_pairs *p) {
    free(p->x), free(p->x_epoch), free(p->near), free(p->until), free(p->cutting);
    *p = (contact_pairs){0};
}

static inline void posed_triangle(contact_pairs *p, int a, vec3 x[3]) {
    const int *v = p->mesh[0]->tri[a].v;
    for (int k = 0; k < 3; k++) x[k] = contact_pairs_vertex(p, v[k]);
}

static inline void resting_triangle(const contact_pairs *p, int b, vec3 x[3]) {
    const int *v = p->mesh[1]->tri[b].v;
    for (int k = 0; k < 3; k++) x[k] = p->mesh[1]->vertex[v[k]];
}

// One walk of both trees, and what becomes of the pairs that it comes to.
typedef struct walk {
    contact_pairs *p;
    contact_pairs_found *found;
    void *self;
} walk;

// The triangles of two leaves that cut each other.
static void cut_leaves(void *self, const contact_bvh_node *a, const contact_bvh_node *b) {
    walk *w = self;
    contact_pairs *p = w->p;
    contact_cut cut;
    vec3 ta[3], tb[3];
    for (int i = a->first; i < a->first + a->count; i++) {
        posed_triangle(p, p->tree[0]->order[i], ta);
        bvh_box box = bvh_points_box(ta[0], ta[1], ta[2]);
        if (!bvh_box_meets(box, bvh_node_box(b))) continue;
        for (int j = b->first; j < b->first + b->count; j++) {
            resting_triangle(p, p->tree[1]->order[j], tb);
            if (!bvh_box_meets(box, bvh_points_box(tb[0], tb[1], tb[2])) || !contact_tri_tri(ta, tb, &cut)) continue;
            w->found(w->self, p->tree[0]->order[i], p->tree[1]->order[j], &cut);
        }
    }
}

// How far apart two boxes are along the axis that parts them best; not above 0 when they meet.
static inline double boxes_apart(const bvh_box *a, const bvh_box *b) {
    double x = bvh_max(a->lo.x - b->hi.x, b->lo.x - a->hi.x), y = bvh_max(a->lo.y - b->hi.y, b->lo.y - a->hi.y),
           z = bvh_max(a->lo.z - b->hi.z, b->lo.z - a->hi.z);
    return bvh_max(x, bvh_max(y, z));
}

// How far apart two triangles are along n, a vector no longer than 1, and the plane between them, at b. Both are
// measured, so that the answer holds however badly a needle's normal is known.
static inline double part_along(vec3 n, const vec3 a[3], const vec3 b[3], contact_near_pair *plane) {
    double a0 = vec3_dot(n, a[0]), a1 = vec3_dot(n, a[1]), a2 = vec3_dot(n, a[2]);
    double b0 = vec3_dot(n, b[0]), b1 = vec3_dot(n, b[1]), b2 = vec3_dot(n, b[2]);
    double a_lo = bvh_min(a0, bvh_min(a1, a2)), a_hi = bvh_max(a0, bvh_max(a1, a2));
    double b_lo = bvh_min(b0, bvh_min(b1, b2)), b_hi = bvh_max(b0, bvh_max(b1, b2));
    bool up = a_lo - b_hi >= b_lo - a_hi;
    plane->n = up ? n : vec3_scale(-1, n);
    plane->at = up ? b_hi : -b_lo;
    return up ? a_lo - b_hi : b_lo - a_hi;
}

// How far the triangle lies above the pair's plane.
static inline double above_plane(const contact_near_pair *plane, const vec3 a[3]) {
    double x = vec3_dot(plane->n, a[0]), y = vec3_dot(plane->n, a[1]), z = vec3_dot(plane->n, a[2]);
    return bvh_min(x, bvh_min(y, z)) - plane->at;
}

static inline vec3 posed_normal(const contact_pairs *p, int a) {
    return vec3_unit(mat3_mul(&p->at.r, p->mesh[0]->normal[a]));
}

// The axes across edge `b` and each edge of a: the one along which the triangles are farthest apart, and how far.
static inline double across_edges(const lanes3 *edge_a, vec3 b, const vec3 ta[3], const vec3 tb[3], vec3 *n) {
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

// How far apart the triangles are at least, and the plane that parts them: the first that does so by `enough`, or the
// best. One of these axes parts any two that do not meet: the normals (posed as they are), and across an edge of each.
static double part(const contact_pairs *p, contact_near_pair *near, const vec3 a[3], const vec3 b[3], double enough) {
    contact_near_pair plane = *near;
    double best = part_along(p->mesh[1]->normal[near->b], a, b, near);
    if (best >= enough) return best;
    double apart = part_along(posed_normal(p, near->a), a, b, &plane);
    if (apart > best) best = apart, *near = plane;
    const lanes3 corner = lanes3_of(a), edge = lanes3_sub(lanes3_turn(corner), corner);
    for (int j = 0; j < 3 && best < enough; j++) {
        vec3 n = {0, 0, 0};
        if (across_edges(&edge, vec3_sub(b[(j + 1) % 3], b[j]), a, b, &n) > best) best = part_along(n, a, b, near);
    }
    return best;
}

// Notes the pairs of two leaves that are nearer than the margin.
static void note_leaves(void *self, const contact_bvh_node *a, const contact_bvh_node *b) {
    walk *w = self;
    contact_pairs *p = w->p;
    vec3 ta[3], tb[3];
    bvh_box leaf = bvh_node_box(b);
    for (int i = a->first; i < a->first + a->count && !p->full; i++) {
        int tri_a = p->tree[0]->order[i];
        posed_triangle(p, tri_a, ta);
        bvh_box box = bvh_points_box(ta[0], ta[1], ta[2]);
        if (boxes_apart(&box, &leaf) > p->margin) continue;
        vec3 na = posed_normal(p, tri_a);
        for (int j = b->first; j < b->first + b->count; j++) {
            int tri_b = p->tree[1]->order[j];
            resting_triangle(p, tri_b, tb);
            bvh_box box_b = bvh_points_box(tb[0], tb[1], tb[2]);
            double apart = boxes_apart(&box, &box_b);
            if (apart > p->margin) continue;
            contact_near_pair near = {.a = tri_a, .b = tri_b}, other;
            apart = bvh_max(apart, part_along(p->mesh[1]->normal[tri_b], ta, tb, &near));
            if (apart > p->margin) continue;
            apart = bvh_max(apart, part_along(na, ta, tb, &other));
            if (apart > p->margin) continue;
            if (p->n == p->max) {
                p->full = true;
                return;
            }
            p->near[p->n] = near;
            p->until[p->n++] = apart * (1 - ROUNDING);
        }
    }
}

// How far any point of a can have moved since the last step: the greatest move of a corner of its box, for the move is
// affine, and p->rounding.
static double moved(contact_pairs *p, const pose *last) {
    const contact_bvh_node *root = &p->tree[0]->node[0], *other = &p->tree[1]->node[0];
    double most = 0, size = vec3_norm(p->at.p) + vec3_norm(last->p) + vec3_norm(root->lo) + vec3_norm(root->hi) +
                            vec3_norm(other->lo) + vec3_norm(other->hi);
    p->rounding = ROUNDING * size;
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

// Triangles that touch may measure apart by a rounding: the path starts beyond that.
static void list_near(contact_pairs *p) {
    p->path = p->rounding;
    p->any = true;
    p->full = false;
    p->n = 0;
    p->visits = bvh_walk(p->tree[0], p->tree[1], &p->at, p->margin, note_leaves, &(walk){.p = p});
    for (int k = 0; k < 4; k++) p->until[p->n + k] = HUGE_VAL;
    memset(p->cutting, 0, ((size_t)p->n / 64 + 1) * sizeof *p->cutting);
}

// Tests one pair of the list. Whether it cuts; else a plane that parts it is noted.
static bool test(contact_pairs *p, int i, const vec3 ta[3]) {
    contact_near_pair *near = &p->near[i];
    const uint64_t bit = (uint64_t)1 << i % 64;
    vec3 tb[3];
    resting_triangle(p, near->b, tb);
    bool cuts = contact_tri_tri(ta, tb, &near->cut);
    p->cutting[i / 64] = cuts ? p->cutting[i / 64] | bit : p->cutting[i / 64] & ~bit;
    p->until[i] = cuts ? HUGE_VAL : p->path + part(p, near, ta, tb, ENOUGH * p->margin) * (1 - ROUNDING);
    return cuts;
}

// Looks at the parted pairs that the path can have brought together; the plane that parted them last mostly still does.
// Whether any of them cuts.
static bool look_at_parted(contact_pairs *p) {
    const lanes path = lanes_all(p->path);
    bool any = false;
    for (int i = 0; i < p->n; i += 4)
        for (unsigned due = ~(unsigned)lanes_above(lanes_load(&p->until[i]), path) & 15; due; due &= due - 1) {
            int k = i + __builtin_ctz(due);
            vec3 ta[3];
            posed_triangle(p, p->near[k].a, ta);
            double above = above_plane(&p->near[k], ta);
            if (above > p->rounding)
                p->until[k] = p->path + above * (1 - ROUNDING);
            else
                any |= test(p, k, ta);
        }
    return any;
}

// Tests the pairs that cut last.
static void test_cutting(contact_pairs *p) {
    for (int i = 0; i < p->n; i += 64)
        for (uint64_t bits = p->cutting[i / 64]; bits; bits &= bits - 1) {
            vec3 ta[3];
            int k = i + __builtin_ctzll(bits);
            posed_triangle(p, p->near[k].a, ta);
            test(p, k, ta);
        }
}

static void tell_cutting(const contact_pairs *p, contact_pairs_found *found, void *self) {
    for (int i = 0; i < p->n; i += 64)
        for (uint64_t bits = p->cutting[i / 64]; bits; bits &= bits - 1) {
            const contact_near_pair *near = &p->near[i + __builtin_ctzll(bits)];
            found(self, near->a, near->b, &near->cut);
        }
}

bool contact_pairs_find(contact_pairs *p, const pose *a_to_b, contact_pairs_stand *stand, contact_pairs_found *found,
                        void *self) {
    p->epoch++;
    const pose last = p->at;
    p->at = *a_to_b;
    p->visits = 0;
    p->path += moved(p, &last);
    if (p->margin > 0 && !(p->any && p->path < p->margin)) list_near(p);
    if (p->margin == 0 || p->full) {
        p->visits += bvh_walk(p->tree[0], p->tree[1], a_to_b, 0, cut_leaves, &(walk){p, found, self});
        return true;
    }
    bool stands = p->visits == 0 && stand && stand(self);
    if (!stands) test_cutting(p);
    if (!look_at_parted(p) && stands) return false;
    tell_cutting(p, found, self);
    return true;
}
