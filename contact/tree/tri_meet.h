// SPDX-License-Identifier: MIT
// Private to contact/: whether two triangles of one mesh meet where they should not.
#ifndef HAWSE_CONTACT_TREE_TRI_MEET_H
#define HAWSE_CONTACT_TREE_TRI_MEET_H

#include "dynamics/math/math3.h"
#include <stdbool.h>

// Two triangles with their unit normals, corners turned so that the n_shared (0, 1 or 2) common ones stand first in
// both: p[0] is q[0], for two p[1] is q[1] as well.
typedef struct tri_couple {
    vec3 p[3], q[3], normal_p, normal_q;
    int n_shared;
} tri_couple;

// Whether a plane parts them, but for what they share: sure when true, undecided when false. Cheap.
bool tri_couple_apart(const tri_couple *c);
// Whether they have a point in common beyond the shared corner or edge, decided exactly: touching counts; *at then is
// such a point, rounded [m].
bool tri_couple_meets(const tri_couple *c, vec3 *at);

#endif
