// SPDX-License-Identifier: MIT
// Private to contact/: the point of an ellipsoid nearest to a given one.
#ifndef HAWSE_CONTACT_PAIR_ELLIPSOID_H
#define HAWSE_CONTACT_PAIR_ELLIPSOID_H

#include "contact/shape/hits.h"

// Iterations allowed; ratios of the semi-axes up to 1e12 need fewer.
enum { CONTACT_ELLIPSOID_ITERATIONS = 100 };

// The place of the ellipsoid with these semi-axes (> 0) [m] nearest to p; *iterations: how many steps it took, NULL:
// not asked. Where several are as near (p on a plane of symmetry inside the evolute), the one on the positive side of
// the shortest axis, of equal axes the last. Frame thread.
contact_surface_foot contact_ellipsoid_foot(vec3 semi_axes, vec3 p, int *iterations);

#endif
