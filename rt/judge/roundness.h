// SPDX-License-Identifier: MIT
// Local radius of a mesh: the fillet that its triangles approximate.
#ifndef HAWSE_RT_JUDGE_ROUNDNESS_H
#define HAWSE_RT_JUDGE_ROUNDNESS_H

#include "contact/mesh/mesh.h"

// Least radius of curvature [m] of the convex surface about `at`, where it faces along the unit vector `normal`: the
// shape operator that fits the normals of the nearest triangles (least squares, weighted by area). Infinite where it is
// flat or hollow, or has too few triangles. Walks the whole mesh: not for a frame.
double contact_mesh_radius(const contact_mesh *m, vec3 at, vec3 normal);

#endif
