// SPDX-License-Identifier: MIT
// Cut of two triangles, decided by exact orientation signs (the edge-triangle tests of Dopico et al. 2011 §IV-B.2,
// without a tolerance and without cases to discard).
//
// Degenerate positions: the whole of body a is displaced by the infinitesimal vector (e, e², e³), 0 < e << 1
// (simulation of simplicity, Edelsbrunner & Mücke 1990, with a rigid displacement as the perturbation). The result is
// that of a real position of the two rigid bodies, the same for every pair of triangles. Hence:
// - Triangles that touch in a point or along an edge, or overlap in one plane, are cut or not as the displaced ones
// are. If cut, the segment is the limit e -> 0: inside the touching set, possibly of zero length.
// - Two closed meshes always give closed contours, even with coplanar faces and shared edges.
//
// The displacement leaves a sign open only if an edge is parallel to the other triangle's plane. Then both its ends
// have the same sign and the edge does not cross.
#ifndef HAWSE_CONTACT_TREE_TRI_TRI_H
#define HAWSE_CONTACT_TREE_TRI_TRI_H

#include "dynamics/math/math3.h"

// An end of the cut: an edge of one triangle through the face of the other.
typedef struct contact_cut_end {
    int of_a; // 1: edge k of a's triangle through b's; 0: edge k of b's through a's
    int k;    // from corner k to corner (k + 1) % 3
} contact_cut_end;

// The segment from end[0] to end[1], along (normal of a) x (normal of b). On a's triangle the part inside b lies to its
// left, on b's triangle the part inside a lies to its right (each seen from outside its own body).
typedef struct contact_cut {
    contact_cut_end end[2];
} contact_cut;

// Returns 1 and fills *cut if triangle p of body a, displaced, cuts triangle q of body b; else 0. Corners
// counter-clockwise from outside, coordinates in one frame [m]. No allocation; any thread.
int contact_tri_tri(const vec3 p[3], const vec3 q[3], contact_cut *cut);

// Parameter t in [0, 1] at which the edge u + t (v - u) crosses the plane of face f [-]. The ends of the edge must lie
// on different sides of the plane, or one end in it. Accurate to 1e-10 of the edge, however small the angle. Any
// thread.
double contact_edge_plane(vec3 u, vec3 v, const vec3 f[3]);

// Crossings of four edges with the planes of four faces. Bit k is set if edge k certainly passes through face k itself,
// from outside or from inside.
typedef struct contact_piercings {
    double t[4]; // of contact_edge_plane
    int from_outside, from_inside;
} contact_piercings;

// at[k]: the ends of edge k, then the corners of face k. Any thread.
contact_piercings contact_edges_faces(const vec3 *const *const at[4]);

#endif
