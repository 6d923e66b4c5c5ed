// SPDX-License-Identifier: MIT
// Hull triangles near a link's curve, found by a tree walk that the curve's neighbourhood limits.
#ifndef HAWSE_CONTACT_LINK_NEAR_H
#define HAWSE_CONTACT_LINK_NEAR_H

#include "contact/link/link.h"

// Lists the triangles within `range` [m] of the curve, and perhaps a few farther ones, in triangle[max] in the tree's
// order; gap[max] has a lower bound of each one's distance. Returns the number found and in *kept the number listed: if
// more than max are found, those with the least bounds. Frame thread: no allocation; at most five walks over the tree.
int contact_link_near(const contact_link_shape *s, const pose *link, const contact_mesh *hull, const contact_bvh *tree,
                      double range, int *triangle, double *gap, int max, int *kept);
// A lower bound of the distance between curve and hull, at most `enough` [m]. Frame thread.
double contact_link_clearance(const contact_link_shape *s, const pose *link, const contact_bvh *tree, double enough);

#endif
