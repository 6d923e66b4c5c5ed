// SPDX-License-Identifier: MIT
// Finds the pairs of triangles of a moving and a resting mesh that cut each other, step after step.
//
// All pairs nearer than a margin go into a list, with a lower bound of their distance. Until the body has moved by the
// margin, a step tests pairs of this list only. Of these it tests those that cut last or whose distance bound is used
// up by the motion. If making a list took long, the next one is gathered before the old one expires, a part a step. The
// list only saves work: the result depends on the pose alone.
#ifndef HAWSE_CONTACT_TREE_PAIRS_H
#define HAWSE_CONTACT_TREE_PAIRS_H

#include "contact/tree/bvh_walk.h"
#include "contact/tree/tri_tri.h"

// Two near triangles with the last result, in the frame of b: their cut, or a separating plane. The triangle of b
// always lies in n . x <= at.
typedef struct contact_near_pair {
    int a, b;
    contact_cut cut;
    vec3 n;    // unit
    double at; // [m]
} contact_near_pair;

// All pairs nearer than the margin at one pose, in tree order.
typedef struct contact_near_list {
    pose at;                 // of a in the frame of b
    contact_near_pair *near; // (max)
    double *until; // per pair: the path up to which the triangles stay apart [m]; infinite if they cut, and in the 4
                   // entries behind the last (max + 4)
    uint64_t *cutting; // bit i % 64 of [i / 64]: near[i] cuts (max / 64 + 1)
    int n;
    bool full;   // more than max pairs: the trees are walked until the body has left the margin
    double path; // bound of the path of any point of a since that pose, summed over steps [m]; infinite: no list
} contact_near_list;

typedef struct contact_pairs {
    const contact_mesh *mesh[2]; // 0 moves, 1 rests; all in the frame of 1
    const contact_bvh *tree[2];
    double margin; // [m]; 0: every step walks both trees
    int max;       // capacity of a list
    // vertices of mesh 0 at the pose of this step, each computed on first use
    pose at;
    vec3 *x;           // valid where x_epoch is current (nv)
    uint64_t *x_epoch; // (nv)
    uint64_t epoch;
    contact_near_list list; // in use
    contact_near_list next; // being gathered, a part a step
    bool gathering;
    bvh_walk walk;   // of next
    long last_walk;  // node pairs that the walk for `list` visited
    double rounding; // allowance far above all rounding of positions, far below any length that matters [m]
    long visits;     // node pairs that the last find tested; 0: the list was enough
} contact_pairs;

// Creates the finder. The meshes and trees must outlive it. max: capacity of the list of near pairs. On failure (out of
// memory) *p is empty.
rt_status contact_pairs_create(contact_pairs *p, const contact_mesh *a, const contact_bvh *ta, const contact_mesh *b,
                               const contact_bvh *tb, int max, double margin);
void contact_pairs_free(contact_pairs *p);

// Receives each pair (triangle of a, triangle of b) that cuts.
typedef void contact_pairs_found(void *self, int a, int b, const contact_cut *cut);
// Callback: true if all pairs of the last find are known to cut at this pose as before (contact_pairs_vertex gives it).
typedef bool contact_pairs_unchanged(void *self);

// Calls `found` for each pair that cuts by contact_tri_tri, once each, with a posed in the frame of b by a_to_b. a_to_b
// needs to be a rotation only roughly. The order depends on the meshes alone. `unchanged` (NULL: unknown) is called at
// most once and saves testing the pairs found last. Returns false, without calling `found`, if the pairs and cuts are
// exactly those of the last find. Frame thread: no allocation, work bounded by the pairs whose boxes meet. The same
// pose gives the same bits, whatever came before.
bool contact_pairs_find(contact_pairs *p, const pose *a_to_b, contact_pairs_unchanged *unchanged,
                        contact_pairs_found *found, void *self);

// Vertex of a at the pose of the last contact_pairs_find, rounded once as ((r0 x + r1 y) + r2 z) + t [m]. All decisions
// are exact for these coordinates.
static inline const vec3 *contact_pairs_vertex_at(contact_pairs *p, int v) {
    if (p->x_epoch[v] != p->epoch) {
        const double *rx = p->at.r.m[0], *ry = p->at.r.m[1], *rz = p->at.r.m[2];
        vec3 x = p->mesh[0]->vertex[v];
        p->x[v] = vec3_make(((rx[0] * x.x + rx[1] * x.y) + rx[2] * x.z) + p->at.p.x,
                            ((ry[0] * x.x + ry[1] * x.y) + ry[2] * x.z) + p->at.p.y,
                            ((rz[0] * x.x + rz[1] * x.y) + rz[2] * x.z) + p->at.p.z);
        p->x_epoch[v] = p->epoch;
    }
    return &p->x[v];
}
static inline vec3 contact_pairs_vertex(contact_pairs *p, int v) { return *contact_pairs_vertex_at(p, v); }

#endif
