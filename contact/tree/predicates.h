// SPDX-License-Identifier: MIT
// Exact orientation signs: a floating-point filter first, exact expansion arithmetic where the filter does not decide
// (Shewchuk 1997, "Adaptive precision floating-point arithmetic and fast robust geometric predicates"). Exact as long
// as no product of three coordinate differences overflows or underflows.
#ifndef HAWSE_CONTACT_TREE_PREDICATES_H
#define HAWSE_CONTACT_TREE_PREDICATES_H

#include "dynamics/math/math3.h"

// |computed - exact| <= CONTACT_ORIENT3D_BOUND * permanent for the determinant evaluated in double from rounded
// differences: (7 + 56 u) u with u = 2^-53 (Shewchuk 1997, §4.3, bound A).
#define CONTACT_ORIENT3D_BOUND ((7.0 + 56.0 * 0x1p-53) * 0x1p-53)

// Six times the signed volume ((b - a) x (c - a)) . (d - a) [m³]: positive if abc runs counter-clockwise seen from d.
// The sign is exact; it is 0 only for coplanar points. Any thread.
double contact_orient3d(vec3 a, vec3 b, vec3 c, vec3 d);

// The same, always evaluated exactly, then rounded: relative error below 1e-15, at tens of times the cost. Any thread.
double contact_orient3d_exact(vec3 a, vec3 b, vec3 c, vec3 d);

// Exact sign (-1, 0, 1) of the first nonzero component, in the order x, y, z, of (b - a) x (d - c). Any thread.
int contact_cross_sign(vec3 a, vec3 b, vec3 c, vec3 d);

#endif
