// SPDX-License-Identifier: MIT
// The triangles of a moving mesh that cut those of another, step after step. Pairs that are near are listed once, with
// how far apart they are at least; as long as the body has moved less than the list's margin, a step looks at the list
// alone, and there at the pairs of which the motion can have changed whether and how they cut. A pair that was looked
// at and does not cut is left alone for as long as it must stay so. A list that took long to make is made again
// ahead of its end, a part a step. All this only saves work: what is found depends on the pose alone.
#ifndef HAWSE_CONTACT_TREE_PAIRS_H
#define HAWSE_CONTACT_TREE_PAIRS_H

#include "contact/tree/bvh_walk.h"
#include "contact/tree/tri_tri.h"

// Two triangles and what was found of them last: their cut, or else a plane that parted them, in the frame of b:
// n . x <= at holds for the triangle of b always.
typedef struct contact_near_pair {
    int a, b;
    contact_cut cut;
    vec3 n;    // unit
    double at; // [m]
} contact_near_pair;

// All pairs that were nearer than the margin at one pose, in tree order.
typedef struct contact_near_list {
    pose at;                 // of a in the frame of b
    contact_near_pair *near; // (max)
    double *until; // of each, the path up to which they stay parted [m]; infinite where they cut, and behind the last
                   // (max + 4)
    uint64_t *cutting; // bit i % 64 of [i / 64]: near[i] cuts (max / 64 + 1)
    int n;
    bool full;   // more than max: the trees are walked until the body has left the margin
    double path; // that any point of a can have covered since that pose, step by step [m]; infinite: there is no list
} contact_near_list;

typedef struct contact_pairs {
    const contact_mesh *mesh[2]; // 0 moves, 1 rests; everything is in the frame of 1
    const contact_bvh *tree[2];
    double margin; // [m]; 0: both trees are walked at every step
    int max;       // pairs that a list holds
    // vertices of mesh 0 at the pose of this step, each computed when it is first wanted
    pose at;
    vec3 *x;           // valid where x_epoch is current (nv)
    uint64_t *x_epoch; // (nv)
    uint64_t epoch;
    contact_near_list list; // in use
    contact_near_list next; // being gathered, a part a step
    bool gathering;
    bvh_walk walk;   // of next
    long last_walk;  // pairs of nodes that the walk of list looked into
    double rounding; // far above that of all that is measured, far below anything that matters [m]
    long visits;     // pairs of nodes that the last find tested; 0: the list was enough
} contact_pairs;

// The meshes and trees must outlive it. max: near pairs that can be listed. On failure, for want of memory, *p is
// empty.
rt_status contact_pairs_create(contact_pairs *p, const contact_mesh *a, const contact_bvh *ta, const contact_mesh *b,
                               const contact_bvh *tb, int max, double margin);
void contact_pairs_free(contact_pairs *p);

// Called with each pair (triangle of a, triangle of b) that cuts.
typedef void contact_pairs_found(void *self, int a, int b, const contact_cut *cut);
// Whether all pairs found last are known to cut at this pose as they did (contact_pairs_vertex gives it).
typedef bool contact_pairs_stand(void *self);

// Finds all pairs that cut each other by contact_tri_tri when a is posed in the frame of b by a_to_b, each once, in an
// order that depends on the meshes alone; a_to_b need be a rotation only roughly. `stand` (NULL: not known) may be
// asked once and saves looking at what was found last. False, and `found` is not called: exactly what was found last
// stands. Frame thread: no allocation, work bounded by the pairs whose boxes meet. Same pose, same answer to the last
// bit, whatever came before.
bool contact_pairs_find(contact_pairs *p, const pose *a_to_b, contact_pairs_stand *stand, contact_pairs_found *found,
                        void *self);

// Vertex of a at the pose of the last contact_pairs_find, rounded once as ((r0 x + r1 y) + r2 z) + t; all decisions are
// exact on these coordinates [m].
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
