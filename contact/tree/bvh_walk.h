// SPDX-License-Identifier: MIT
// Private to contact/: simultaneous traversal of two trees down to their leaves, at once or in parts.
#ifndef HAWSE_CONTACT_TREE_BVH_WALK_H
#define HAWSE_CONTACT_TREE_BVH_WALK_H

#include "contact/tree/bvh.h"

// Distance of a matrix from a rotation: the largest row sum of |rᵀr - 1|. The matrix lengthens no vector by more than
// this share.
double bvh_rotation_error(const mat3 *r);

// Pose of body a in the frame of b, with the allowances of the conservative box tests.
typedef struct bvh_posing {
    mat3 r;
    double abs_r[3][3];
    vec3 p;
    double slack_b, slack_a; // allowances of the tests along the axes of b and of a [m]
} bvh_posing;

// State of a walk: the stack of node pairs still to visit.
typedef struct bvh_walk {
    const contact_bvh *a, *b;
    bvh_posing at;
    long tested, taken; // node pairs so far: box tests done, pairs visited
    int top;
    // Each visit pops one pair and pushes at most two that are one level deeper in one of the trees.
    struct {
        int a, b;
    } stack[2 * CONTACT_BVH_DEPTH + 2];
} bvh_walk;

typedef void bvh_leaves(void *self, const contact_bvh_node *a, const contact_bvh_node *b);

// Begins a walk to the pairs of leaves within `margin` [m] of each other, a posed in the frame of b. Both trees must
// outlive the walk.
void bvh_walk_begin(bvh_walk *w, const contact_bvh *a, const contact_bvh *b, const pose *a_to_b, double margin);
// Continues the walk by at most `most` node pairs (LONG_MAX: all). Calls visit for pairs of leaves, among them every
// pair with triangles within the margin, in an order that depends on the trees alone. Returns true at the end of the
// walk. No allocation.
bool bvh_walk_advance(bvh_walk *w, long most, bvh_leaves *visit, void *self);

#endif
