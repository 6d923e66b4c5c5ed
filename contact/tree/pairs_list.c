// SPDX-License-Identifier: MIT
#include "contact/tree/pairs_list.h"
#include <limits.h>
#include <string.h>

#define AHEAD 0.5 // share of the margin after which the next list is begun
#define READY 0.9 // share of the margin at which it is to be ready
#define SHORT 500 // pairs of nodes: a walk that looks into fewer is done in one step
#define LEAST 200 // pairs of nodes that a step looks into, however slow the body is

// How far apart two boxes are along the axis that parts them best; not above 0 when they meet.
static inline double boxes_apart(const bvh_box *a, const bvh_box *b) {
    double x = bvh_max(a->lo.x - b->hi.x, b->lo.x - a->hi.x), y = bvh_max(a->lo.y - b->hi.y, b->lo.y - a->hi.y),
           z = bvh_max(a->lo.z - b->hi.z, b->lo.z - a->hi.z);
    return bvh_max(x, bvh_max(y, z));
}

// Where the list is gathered.
static inline void posed(const contact_pairs *p, int a, vec3 x[3]) {
    const int *v = p->mesh[0]->tri[a].v;
    for (int k = 0; k < 3; k++) x[k] = pose_point(&p->next.at, p->mesh[0]->vertex[v[k]]);
}

// Notes the pairs of two leaves that are nearer than the margin.
static void note_leaves(void *self, const contact_bvh_node *a, const contact_bvh_node *b) {
    contact_pairs *p = self;
    contact_near_list *l = &p->next;
    vec3 ta[3], tb[3];
    bvh_box leaf = bvh_node_box(b);
    for (int i = a->first; i < a->first + a->count && !l->full; i++) {
        int tri_a = p->tree[0]->order[i];
        posed(p, tri_a, ta);
        bvh_box box = bvh_points_box(ta[0], ta[1], ta[2]);
        if (boxes_apart(&box, &leaf) > p->margin) continue;
        vec3 na = pairs_normal(p, &l->at, tri_a);
        for (int j = b->first; j < b->first + b->count; j++) {
            int tri_b = p->tree[1]->order[j];
            pairs_resting(p, tri_b, tb);
            bvh_box box_b = bvh_points_box(tb[0], tb[1], tb[2]);
            double apart = boxes_apart(&box, &box_b);
            if (apart > p->margin) continue;
            contact_near_pair near = {.a = tri_a, .b = tri_b}, other;
            apart = bvh_max(apart, pairs_part_along(p->mesh[1]->normal[tri_b], ta, tb, &near));
            if (apart > p->margin) continue;
            apart = bvh_max(apart, pairs_part_along(na, ta, tb, &other));
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

static void begin(contact_pairs *p) {
    contact_near_list *l = &p->next;
    l->at = p->at;
    l->n = 0;
    l->full = false;
    l->path = p->rounding; // triangles that touch may measure apart by a rounding: the path starts beyond that
    p->gathering = true;
    bvh_walk_begin(&p->walk, p->tree[0], p->tree[1], &l->at, p->margin);
    p->visits += p->walk.tested;
}

// The list that is gathered takes the place of the other.
static void swap_lists(contact_pairs *p) {
    contact_near_list spent = p->list, *l = &p->list;
    p->list = p->next;
    p->next = spent;
    p->gathering = false;
    p->last_walk = p->walk.taken;
    for (int k = 0; k < 4; k++) l->until[l->n + k] = HUGE_VAL;
    memset(l->cutting, 0, ((size_t)l->n / 64 + 1) * sizeof *l->cutting);
}

// Gathers on, up to `most` pairs of nodes more; takes the list when it is whole.
static bool gather(contact_pairs *p, long most) {
    long before = p->walk.tested;
    bool whole = bvh_walk_on(&p->walk, most, note_leaves, p);
    p->visits += p->walk.tested - before;
    if (whole) swap_lists(p);
    return whole;
}

// How many pairs of nodes to look into now, so that the walk, if it is as long as the last one, ends at READY.
static long part_due(const contact_pairs *p) {
    double due = p->next.path / ((READY - AHEAD) * p->margin);
    long most = (long)(due * (double)p->last_walk) - p->walk.taken;
    return most > LEAST ? most : LEAST;
}

bool pairs_list_is_valid(contact_pairs *p, double move) {
    p->list.path += move;
    p->next.path += move;
    if (!(p->list.path < p->margin)) {
        if (!p->gathering || !(p->next.path < p->margin)) begin(p);
        return gather(p, LONG_MAX);
    }
    if (p->gathering) return gather(p, part_due(p));
    if (p->list.path > AHEAD * p->margin && p->last_walk > SHORT) begin(p);
    return false;
}
