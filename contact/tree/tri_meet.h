// SPDX-License-Identifier: MIT
// Private to contact/: tests whether two triangles of one mesh intersect beyond their shared corners and edges.
#ifndef HAWSE_CONTACT_TREE_TRI_MEET_H
#define HAWSE_CONTACT_TREE_TRI_MEET_H

#include "dynamics/math/math3.h"
#include <stdbool.h>

// Two triangles with their unit normals. The n_shared (0, 1 or 2) common corners come first in both: p[0] is q[0], and
// with two p[1] is q[1].
typedef struct tri_couple {
    vec3 p[3], q[3], normal_p, normal_q;
    int n_shared;
} tri_couple;

// Whether a plane separates the triangles except for their shared part: certain if true, undecided if false. Cheap.
bool tri_couple_apart(const tri_couple *c);
// Whether the triangles have a common point beyond the shared corner or edge, decided exactly; touching counts. Then
// *at is such a point, rounded [m].
bool tri_couple_meets(const tri_couple *c, vec3 *at);

#endif
