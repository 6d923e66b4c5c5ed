// SPDX-License-Identifier: MIT
#include "contact/tree/pairs_list.h"
#include <limits.h>
#include <string.h>

#define AHEAD 0.5 // share of the margin after which the next list is begun
#define READY 0.9 // share of the margin at which the next list is to be complete
#define SHORT 500 // node pairs: a shorter walk is done in one step
#define LEAST 200 // node pairs that a step visits at least, however slow the body is

// Largest gap of two boxes along an axis; not above 0 when they meet.
static inline double boxes_apart(const bvh_box *a, const bvh_box *b) {
    double x = bvh_max(a->lo.x - b->hi.x, b->lo.x - a->hi.x), y = bvh_max(a->lo.y - b->hi.y, b->lo.y - a->hi.y),
           z = bvh_max(a->lo.z - b->hi.z, b->lo.z - a->hi.z);
    return bvh_max(x, bvh_max(y, z));
}

// Triangle a at the pose of the list being gathered.
static inline void pose_triangle(const contact_pairs *p, int a, vec3 x[3]) {
    const int *v = p->mesh[0]->tri[a].v;
    for (int k = 0; k < 3; k++) x[k] = pose_point(&p->next.at, p->mesh[0]->vertex[v[k]]);
}

// Adds the pairs of two leaves that are nearer than the margin to the list.
static void add_near_pairs(void *self, const contact_bvh_node *a, const contact_bvh_node *b) {
    contact_pairs *p = self;
    contact_near_list *l = &p->next;
    vec3 ta[3], tb[3];
    bvh_box leaf = bvh_node_box(b);
    for (int i = a->first; i < a->first + a->count && !l->full; i++) {
        int tri_a = p->tree[0]->order[i];
        pose_triangle(p, tri_a, ta);
        bvh_box box = bvh_points_box(ta[0], ta[1], ta[2]);
        if (boxes_apart(&box, &leaf) > p->margin) continue;
        vec3 na = pairs_normal(p, &l->at, tri_a);
        for (int j = b->first; j < b->first + b->count; j++) {
            int tri_b = p->tree[1]->order[j];
            pairs_rest_triangle(p, tri_b, tb);
            bvh_box box_b = bvh_points_box(tb[0], tb[1], tb[2]);
            double apart = boxes_apart(&box, &box_b);
            if (apart > p->margin) continue;
            contact_near_pair near = {.a = tri_a, .b = tri_b}, other;
            apart = bvh_max(apart, pairs_gap_along(p->mesh[1]->normal[tri_b], ta, tb, &near));
            if (apart > p->margin) continue;
            apart = bvh_max(apart, pairs_gap_along(na, ta, tb, &other));
            if (apart > p->margin) continue;
            if (l->n == p->max) {
                l->full = true;
                return;
            }
            l->near[l->n] = near;
            l->until[l->n++] = apart * (1 - PAIRS_ROUNDING);
        }
    }
}

static void begin_gathering(contact_pairs *p) {
    contact_near_list *l = &p->next;
    l->at = p->at;
    l->n = 0;
    l->full = false;
    l->path = p->rounding; // touching triangles may measure a gap of a rounding error: the path starts beyond it
    p->gathering = true;
    bvh_walk_begin(&p->walk, p->tree[0], p->tree[1], &l->at, p->margin);
    p->visits += p->walk.tested;
}

// Replaces the list in use by the gathered one.
static void swap_lists(contact_pairs *p) {
    contact_near_list spent = p->list, *l = &p->list;
    p->list = p->next;
    p->next = spent;
    p->gathering = false;
    p->last_walk = p->walk.taken;
    for (int k = 0; k < 4; k++) l->until[l->n + k] = HUGE_VAL;
    memset(l->cutting, 0, ((size_t)l->n / 64 + 1) * sizeof *l->cutting);
}

// Continues gathering by up to `most` node pairs. Returns whether the list is complete; then it is in use.
static bool gather_pairs(contact_pairs *p, long most) {
    long before = p->walk.tested;
    bool whole = bvh_walk_advance(&p->walk, most, add_near_pairs, p);
    p->visits += p->walk.tested - before;
    if (whole) swap_lists(p);
    return whole;
}

// Number of node pairs to visit in this step so that a walk as long as the last one ends at READY.
static long pairs_due(const contact_pairs *p) {
    double due = p->next.path / ((READY - AHEAD) * p->margin);
    long most = (long)(due * (double)p->last_walk) - p->walk.taken;
    return most > LEAST ? most : LEAST;
}

bool pairs_list_update(contact_pairs *p, double move) {
    p->list.path += move;
    p->next.path += move;
    if (!(p->list.path < p->margin)) {
        if (!p->gathering || !(p->next.path < p->margin)) begin_gathering(p);
        return gather_pairs(p, LONG_MAX);
    }
    if (p->gathering) return gather_pairs(p, pairs_due(p));
    if (p->list.path > AHEAD * p->margin && p->last_walk > SHORT) begin_gathering(p);
    return false;
}
