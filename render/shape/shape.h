// SPDX-License-Identifier: MIT
// Shapes for the GPU: vertices with normals and an index list, made on the CPU. Set-up only.
#ifndef HAWSE_RENDER_SHAPE_SHAPE_H
#define HAWSE_RENDER_SHAPE_SHAPE_H

#include "contact/mesh/mesh.h"

typedef struct shape_vertex {
    float position[3]; // [m]
    float normal[3];   // unit
} shape_vertex;

typedef struct shape {
    int nv, ni;
    shape_vertex *vertex; // (nv)
    uint32_t *index;      // three per triangle (ni)
} shape;

// Size of a link of bar diameter 1: radius of the bows' centre line, half length of the straight pieces, stud or none.
typedef struct link_size {
    double radius, half;
    bool stud;
} link_size;

// Size for this pitch (inside length; 4 for a common link). A stud link is 3.6 wide (ISO 1704), a studless link 3.35.
link_size link_size_of(bool studless, double pitch);
// The link in its frame (x width, z length): `arc` segments per semicircle, `sides` round the bar. Below 5 sides the
// stud is omitted. Returns false when out of memory.
bool shape_link(const link_size *size, int arc, int sides, shape *s);
// An arrow of length 1 along +z from the origin, shaft radius 0.02, head radius 0.06.
bool shape_arrow(int sides, shape *s);
// The same with a dashed shaft, for what is hidden (ISO 128-2: dashed line).
bool shape_arrow_dashed(int sides, shape *s);
// A cable lifter of pitch radius 1 about z: two flanges, a waist and five pairs of whelps.
bool shape_lifter(shape *s);
// A ball of radius 1 about the origin, smooth.
bool shape_ball(int sides, shape *s);
// A round rod of radius 1 about z, from z = 0 to 1, closed.
bool shape_rod(int sides, shape *s);
// A coil of radius 1 about z, from z = 0 to 1. The wire is round when the coil is about 13 times as long as its radius.
bool shape_coil(int turns, int sides, shape *s);
// A flat tile from the origin to (1, 1, 0).
bool shape_tile(shape *s);
// Half of it: the triangle from the origin to (1, 0, 0) and (0, 1, 0).
bool shape_half_tile(shape *s);
// The mesh with fewer faces, within the tolerance [m] (mesh_simplify). Edges sharper than crease_angle [rad] stay
// sharp; the others are smoothed (area-weighted).
bool shape_from_mesh(const contact_mesh *mesh, double crease_angle, double tolerance, shape *s);
// Replaces the shape by its half at y >= 0 and the mirror image of that half. Returns false, with the shape as it was,
// when out of memory.
bool shape_mirror(shape *s);
void shape_free(shape *s);

#endif
