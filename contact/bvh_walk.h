// SPDX-License-Identifier: MIT
// Private to contact/: two trees against each other down to their leaves.
#ifndef HAWSE_CONTACT_BVH_WALK_H
#define HAWSE_CONTACT_BVH_WALK_H

#include "contact/bvh.h"

typedef void bvh_leaves(void *self, const contact_bvh_node *a, const contact_bvh_node *b);

// The greatest row sum of |rᵀr - 1|: how far a matrix is from a rotation; vectors grow by no more than this share.
double bvh_not_a_rotation(const mat3 *r);

// Visits the pairs of leaves that come within `margin` [m] of each other, a posed in the frame of b, among them all
// that hold triangles which do; in an order of pairs that depends on the trees alone. Returns how many pairs of nodes
// were looked at. No allocation.
long bvh_walk(const contact_bvh *ta, const contact_bvh *tb, const pose *a_to_b, double margin, bvh_leaves *visit,
              void *self);

#endif
