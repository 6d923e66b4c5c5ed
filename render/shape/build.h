// SPDX-License-Identifier: MIT
// How shapes are put together: room is reserved once, then tubes and rings are appended.
#ifndef HAWSE_RENDER_SHAPE_BUILD_H
#define HAWSE_RENDER_SHAPE_BUILD_H

#include "render/shape/shape.h"

// Room for nv vertices and ni indices, empty; false without memory.
bool shape_reserve(shape *s, int nv, int ni);
int shape_add_vertex(shape *s, vec3 position, vec3 normal);
void shape_add_triangle(shape *s, int a, int b, int c);
// Two triangles over a, b, c, d, counter-clockwise from outside.
void shape_add_quad(shape *s, int a, int b, int c, int d);
// A surface of revolution about z: the profile (radius, z) (n) drawn bottom to top, each piece flat shaded; 2 (n - 1)
// (sides + 1) vertices and 6 (n - 1) sides indices.
void shape_add_lathe(shape *s, const double (*profile)[2], int n, int sides);

// As few triangles over the mesh's vertices as leave each vertex that is left out within about the tolerance [m], none
// turned over: tri (mesh->nt), as they are at 0. Returns their number, -1 without memory. Open edges stay as they are.
int mesh_simplify(const contact_mesh *mesh, double tolerance, int (*tri)[3]);

#endif
