// SPDX-License-Identifier: MIT
// Measures the local radius of a mesh, such as that of a fillet.
#ifndef HAWSE_RT_JAM_ROUNDNESS_H
#define HAWSE_RT_JAM_ROUNDNESS_H

#include "contact/mesh/mesh.h"

// Smallest radius of curvature [m] of the convex surface around `at`, where it faces along the unit vector `normal`.
// The shape operator is fitted to the normals of the nearest triangles (least squares, weighted by area). Infinite
// where the surface is flat or concave, or has too few triangles. Reads the whole mesh: not for the frame thread.
double contact_mesh_radius(const contact_mesh *m, vec3 at, vec3 normal);

// Middle of a triangle.
vec3 contact_mesh_middle(const contact_mesh *m, int triangle);
// Radius [m] of the lip where a pipe ends, with its mouth and its axis (unit, into the pipe): median of the radii at
// the lip's surface halfway between pipe and face, in eight directions around the axis. 0: a sharp edge. Reads the
// whole mesh: not for the frame thread.
double contact_mesh_lip(const contact_mesh *m, vec3 mouth, vec3 axis, double bore);

#endif
