// SPDX-License-Identifier: MIT
// Private to contact/: maintenance of the list of near pairs while the body moves.
#ifndef HAWSE_CONTACT_TREE_PAIRS_LIST_H
#define HAWSE_CONTACT_TREE_PAIRS_LIST_H

#include "contact/tree/bvh_box.h"
#include "contact/tree/pairs.h"

#define PAIRS_ROUNDING 1e-12 // bound of the relative rounding error of unit vectors, with a margin

// Updates p->list for the pose of this step, to which no point of a moved by more than `move` [m]. Returns whether the
// list is a new one. If a list took a long walk, the next one is gathered before it expires, a part a step. Frame
// thread: no allocation; at most one walk of both trees.
bool pairs_list_update(contact_pairs *p, double move);

static inline void pairs_rest_triangle(const contact_pairs *p, int b, vec3 x[3]) {
    const int *v = p->mesh[1]->tri[b].v;
    for (int k = 0; k < 3; k++) x[k] = p->mesh[1]->vertex[v[k]];
}

static inline vec3 pairs_normal(const contact_pairs *p, const pose *at, int a) {
    return vec3_unit(mat3_mul(&at->r, p->mesh[0]->normal[a]));
}

// Gap of two triangles along n, a vector no longer than 1; *plane becomes the separating plane, at b. Both triangles
// are measured, so the result holds even for the inaccurate normal of a needle.
static inline double pairs_gap_along(vec3 n, const vec3 a[3], const vec3 b[3], contact_near_pair *plane) {
    double a0 = vec3_dot(n, a[0]), a1 = vec3_dot(n, a[1]), a2 = vec3_dot(n, a[2]);
    double b0 = vec3_dot(n, b[0]), b1 = vec3_dot(n, b[1]), b2 = vec3_dot(n, b[2]);
    double a_lo = bvh_min(a0, bvh_min(a1, a2)), a_hi = bvh_max(a0, bvh_max(a1, a2));
    double b_lo = bvh_min(b0, bvh_min(b1, b2)), b_hi = bvh_max(b0, bvh_max(b1, b2));
    bool up = a_lo - b_hi >= b_lo - a_hi;
    plane->n = up ? n : vec3_scale(-1, n);
    plane->at = up ? b_hi : -b_lo;
    return up ? a_lo - b_hi : b_lo - a_hi;
}

#endif
