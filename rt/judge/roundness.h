// SPDX-License-Identifier: MIT
// Measures the local radius of a mesh, such as that of a fillet.
#ifndef HAWSE_RT_JUDGE_ROUNDNESS_H
#define HAWSE_RT_JUDGE_ROUNDNESS_H

#include "contact/mesh/mesh.h"

// Smallest radius of curvature [m] of the convex surface around `at`, where it faces along the unit vector `normal`.
// The shape operator is fitted to the normals of the nearest triangles (least squares, weighted by area). Infinite
// where the surface is flat or concave, or has too few triangles. Reads the whole mesh: not for the frame thread.
double contact_mesh_radius(const contact_mesh *m, vec3 at, vec3 normal);

#endif
