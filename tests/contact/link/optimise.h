// SPDX-License-Identifier: MIT
// Reference method of the link's geometry: the constrained minimisation of Dopico et al. 2012 §5.1, primitive by
// primitive. It uses several starts, because the torus is not convex inside its ring. It is slower than the closed form
// of link.c and may miss a minimum that no start leads to.
#ifndef HAWSE_TESTS_CONTACT_LINK_OPTIMISE_H
#define HAWSE_TESTS_CONTACT_LINK_OPTIMISE_H

#include "contact/link/scan.h"

// Nearest points between a primitive's generatrix and the part of a triangle that lies in the primitive's slab.
typedef struct link_optimum {
    double distance; // of the triangle's part to the generatrix [m]; INFINITY when no part lies in the slab
    vec3 p;          // on the triangle, link frame [m]
    int iterations;  // of all starts
    int converged;   // 0: a start reached the limit of iterations
} link_optimum;

// The nearest point for primitive 0..3, from one start (the middle of the triangle's part, as a plain reading of the
// paper has it) or from all of them.
link_optimum link_optimise_primitive(const contact_link_shape *s, int primitive, const vec3 p[3], bool one_start);
// The same contract as link_scan_triangle, by the reference method.
void link_scan_optimise(const contact_link_shape *s, const vec3 p[3], const link_plane *t, link_scan *scan);
// As contact_link_triangle, by the reference method.
contact_link_hit link_optimise_triangle(const contact_link_shape *s, const vec3 p[3]);
// As contact_link_detect, by the reference method: detect.c compiled with it (CMakeLists.txt).
bool contact_link_detect_by_optimisation(const contact_link_shape *s, const pose *link, const contact_mesh *hull,
                                         const int *candidates, int n, contact_link_point *out);

#endif
