// SPDX-License-Identifier: MIT
// Private to contact/: the list of near pairs, kept up as the body moves.
#ifndef HAWSE_CONTACT_TREE_PAIRS_LIST_H
#define HAWSE_CONTACT_TREE_PAIRS_LIST_H

#include "contact/tree/bvh_box.h"
#include "contact/tree/pairs.h"

#define PAIRS_ROUNDING 1e-12 // of unit vectors, with room to spare

// Makes p->list good at the pose of this step, to which no point of a came by more than `move` [m]. Whether it is
// another one than at the last step. A list that took a long walk is gathered again ahead of its end, a part a step.
// Frame thread: no allocation; a walk of both trees at most.
bool pairs_list_is_valid(contact_pairs *p, double move);

static inline void pairs_resting(const contact_pairs *p, int b, vec3 x[3]) {
    const int *v = p->mesh[1]->tri[b].v;
    for (int k = 0; k < 3; k++) x[k] = p->mesh[1]->vertex[v[k]];
}

static inline vec3 pairs_normal(const contact_pairs *p, const pose *at, int a) {
    return vec3_unit(mat3_mul(&at->r, p->mesh[0]->normal[a]));
}

// How far apart two triangles are along n, a vector no longer than 1, and the plane between them, at b. Both are
// measured, so that the answer holds however badly a needle's normal is known.
static inline double pairs_part_along(vec3 n, const vec3 a[3], const vec3 b[3], contact_near_pair *plane) {
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
