// SPDX-License-Identifier: MIT
// Private to contact/: two trees against each other down to their leaves, at once or a part at a time.
#ifndef HAWSE_CONTACT_TREE_BVH_WALK_H
#define HAWSE_CONTACT_TREE_BVH_WALK_H

#include "contact/tree/bvh.h"

// The greatest row sum of |rᵀr - 1|: how far a matrix is from a rotation; vectors grow by no more than this share.
double bvh_not_a_rotation(const mat3 *r);

// Body a in the frame of b, and what the conservative tests of boxes need.
typedef struct bvh_posing {
    mat3 r;
    double abs_r[3][3];
    vec3 p;
    double slack_b, slack_a; // allowances of the tests along the axes of b and of a [m]
} bvh_posing;

// Where a walk is: the pairs of nodes that it has still to look into.
typedef struct bvh_walk {
    const contact_bvh *a, *b;
    bvh_posing at;
    long tested, taken; // pairs of nodes whose boxes were tested, that were looked into, so far
    int top;
    // Each visit takes one pair away and adds two that are one level deeper in one of the trees.
    struct {
        int a, b;
    } stack[2 * CONTACT_BVH_DEPTH + 2];
} bvh_walk;

typedef void bvh_leaves(void *self, const contact_bvh_node *a, const contact_bvh_node *b);

// A walk to the pairs of leaves that come within `margin` [m] of each other, a posed in the frame of b; the trees must
// outlive it.
void bvh_walk_begin(bvh_walk *w, const contact_bvh *a, const contact_bvh *b, const pose *a_to_b, double margin);
// Visits the leaves, among them all that hold triangles which come so near, in an order of pairs that depends on the
// trees alone, until `most` more pairs of nodes are looked into (LONG_MAX: all). Whether it is at its end. No
// allocation.
bool bvh_walk_on(bvh_walk *w, long most, bvh_leaves *visit, void *self);

#endif
