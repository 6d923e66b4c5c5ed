// SPDX-License-Identifier: MIT
// Builds shapes: reserve vertices and indices once, then append.
#ifndef HAWSE_RENDER_SHAPE_BUILD_H
#define HAWSE_RENDER_SHAPE_BUILD_H

#include "render/shape/shape.h"

// Allocates nv vertices and ni indices; the shape is empty. Returns false when out of memory.
bool shape_reserve(shape *s, int nv, int ni);
int shape_add_vertex(shape *s, vec3 position, vec3 normal);
void shape_add_triangle(shape *s, int a, int b, int c);
// Two triangles over a, b, c, d, counter-clockwise from outside.
void shape_add_quad(shape *s, int a, int b, int c, int d);
// Appends a surface of revolution about z. The profile (radius, z) (n) runs bottom to top; each piece is flat shaded.
// Adds 2 (n - 1) (sides + 1) vertices and 6 (n - 1) sides indices.
void shape_add_lathe(shape *s, const double (*profile)[2], int n, int sides);

// Fills tri (mesh->nt) with fewer triangles over the mesh's vertices. Each removed vertex lies within about the
// tolerance [m] of them; no triangle turns over; open edges stay. Tolerance 0 keeps all triangles. Returns their
// number, or -1 when out of memory.
int mesh_simplify(const contact_mesh *mesh, double tolerance, int (*tri)[3]);

#endif
