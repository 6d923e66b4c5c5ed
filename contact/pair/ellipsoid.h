// SPDX-License-Identifier: MIT
// Nearest point of an ellipsoid to a given point. Private to contact/.
#ifndef HAWSE_CONTACT_PAIR_ELLIPSOID_H
#define HAWSE_CONTACT_PAIR_ELLIPSOID_H

#include "contact/shape/hits.h"

// Iterations allowed; ratios of the semi-axes up to 1e12 need fewer.
enum { CONTACT_ELLIPSOID_ITERATIONS = 100 };

// The point of the ellipsoid with these semi-axes (> 0) [m] nearest to p; writes the number of Newton steps to
// *iterations unless NULL. Of equally near points (p on a plane of symmetry inside the evolute) it returns the one on
// the positive side of the shortest axis; of equally short axes the last one counts. Frame thread.
contact_surface_foot contact_ellipsoid_foot(vec3 semi_axes, vec3 p, int *iterations);

#endif
