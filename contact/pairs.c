// SPDX-License-Identifier: MIT
#include "contact/pairs.h"
#include "contact/bvh_box.h"
#include "contact/bvh_walk.h"
#include <stdlib.h>

#define ENOUGH 0.05 // share of the margin by which normals must part two triangles, otherwise their edges are tried
static const double ROUNDING = 1e-12;     // of unit vectors, with room to spare
static const double LEAST_NORM2 = 1e-200; // of a vector whose direction is good

rt_status contact_pairs_create(contact_pairs *p, const contact_mesh *a, const contact_bvh *ta, const contact_mesh *b,
                               const contact_bvh *tb, int max, double margin) {
    *p = (contact_pairs){.mesh = {a, b}, .tree = {ta, tb}, .margin = margin, .max = max};
    p->x = calloc((size_t)a->nv + 1, sizeof *p->x); // never 0
    p->x_epoch = calloc((size_t)a->nv + 1, sizeof *p->x_epoch);
    p->near = calloc((size_t)max + 1, sizeof *p->near);
    if (p->x && p->x_epoch && p->near) return RT_OK;
    contact_pairs_free(p);
    return RT_ERR_MEMORY;
}

void contact_pairs_free(contact_pairs *p) {
    free(p->x), free(p->x_epoch), free(p->near);
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

// How far apart two triangles are along n, a vector no longer than 1. Both are measured, so that the answer holds
// however badly a needle's normal is known.
static inline double apart_along(vec3 n, const vec3 a[3], const vec3 b[3]) {
    double a1 = vec3_dot(n, vec3_sub(a[1], a[0])), a2 = vec3_dot(n, vec3_sub(a[2], a[0]));
    double b0 = vec3_dot(n, vec3_sub(b[0], a[0])), b1 = vec3_dot(n, vec3_sub(b[1], a[0])),
           b2 = vec3_dot(n, vec3_sub(b[2], a[0]));
    double a_lo = bvh_min(0, bvh_min(a1, a2)), a_hi = bvh_max(0, bvh_max(a1, a2));
    double b_lo = bvh_min(b0, bvh_min(b1, b2)), b_hi = bvh_max(b0, bvh_max(b1, b2));
    return bvh_max(a_lo - b_hi, b_lo - a_hi);
}

// The axes of which one parts any two triangles that do not meet: the normals (posed as they are), and across an edge
// of each.
enum { NORMAL_B, NORMAL_A, EDGES, AXES = EDGES + 9 };

static inline double apart_on(const contact_pairs *p, const contact_near_pair *near, int axis, const vec3 a[3],
                              const vec3 b[3]) {
    if (axis == NORMAL_B) return apart_along(p->mesh[1]->normal[near->b], a, b);
    if (axis == NORMAL_A) return apart_along(vec3_unit(mat3_mul(&p->at.r, p->mesh[0]->normal[near->a])), a, b);
    int i = (axis - EDGES) / 3, j = (axis - EDGES) % 3;
    vec3 n = vec3_cross(vec3_sub(a[(i + 1) % 3], a[i]), vec3_sub(b[(j + 1) % 3], b[j]));
    double d = vec3_norm2(n);
    return d > LEAST_NORM2 ? apart_along(vec3_scale(1 / sqrt(d), n), a, b) : -HUGE_VAL;
}

// How far apart the triangles are at least, by the first axis that parts them by `enough` or the best one, which is
// noted.
static double triangles_apart(const contact_pairs *p, contact_near_pair *near, const vec3 a[3], const vec3 b[3],
                              double enough) {
    double best = -HUGE_VAL;
    for (int axis = 0; axis < AXES && best < enough; axis++) {
        double apart = apart_on(p, near, axis, a, b);
        if (apart > best) best = apart, near->axis = axis;
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
        vec3 na = vec3_unit(mat3_mul(&p->at.r, p->mesh[0]->normal[tri_a]));
        for (int j = b->first; j < b->first + b->count; j++) {
            int tri_b = p->tree[1]->order[j];
            resting_triangle(p, tri_b, tb);
            bvh_box box_b = bvh_points_box(tb[0], tb[1], tb[2]);
            double apart = boxes_apart(&box, &box_b);
            if (apart > p->margin) continue;
            apart = bvh_max(apart, apart_along(p->mesh[1]->normal[tri_b], ta, tb));
            if (apart > p->margin) continue;
            apart = bvh_max(apart, apart_along(na, ta, tb));
            if (apart > p->margin) continue;
            if (p->n == p->max) {
                p->full = true;
                return;
            }
            p->near[p->n++] = (contact_near_pair){tri_a, tri_b, NORMAL_B, apart * (1 - ROUNDING)};
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
}

// One pair of the list: measured anew, or cut. The axis that parted it last mostly still does.
static void meet(contact_pairs *p, contact_near_pair *near, contact_pairs_found *found, void *self) {
    vec3 ta[3], tb[3];
    contact_cut cut;
    posed_triangle(p, near->a, ta);
    resting_triangle(p, near->b, tb);
    double apart = apart_on(p, near, near->axis, ta, tb);
    if (apart <= p->rounding) {
        if (contact_tri_tri(ta, tb, &cut)) {
            found(self, near->a, near->b, &cut);
            return;
        }
        apart = triangles_apart(p, near, ta, tb, ENOUGH * p->margin);
    }
    near->clear = p->path + apart * (1 - ROUNDING);
}

void contact_pairs_find(contact_pairs *p, const pose *a_to_b, contact_pairs_found *found, void *self) {
    p->epoch++;
    const pose last = p->at;
    p->at = *a_to_b;
    p->visits = 0;
    p->path += moved(p, &last);
    if (p->margin > 0 && !(p->any && p->path < p->margin)) list_near(p);
    if (p->margin == 0 || p->full) {
        p->visits += bvh_walk(p->tree[0], p->tree[1], a_to_b, 0, cut_leaves, &(walk){p, found, self});
        return;
    }
    for (int i = 0; i < p->n; i++)
        if (p->near[i].clear <= p->path) meet(p, &p->near[i], found, self);
}
