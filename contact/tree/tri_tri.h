// SPDX-License-Identifier: MIT
// Where two triangles cut each other, decided by exact orientation signs (the edge-triangle tests of Dopico et al. 2011
// §IV-B.2, without a tolerance and without cases to discard).
//
// Degenerate positions are resolved by displacing the whole of body a by the infinitesimal vector (e, e², e³), 0 < e <<
// 1 (simulation of simplicity, Edelsbrunner & Mücke 1990, with a rigid displacement as the perturbation). What comes
// out is the answer for a true position of the two rigid bodies, the same one for every pair of triangles, hence:
//   - two triangles that touch in a point or along an edge, or that overlap in one plane, are cut or not cut as the
//   displaced
//     ones are; if cut, the segment computed is the limit e -> 0, inside the touching set, possibly of no length;
//   - two closed meshes give closed contours always, coplanar faces and shared edges included.
// A sign is left open by the displacement only when an edge is parallel to the other triangle's plane, and then both
// its ends have the same sign and the edge does not cross.
#ifndef HAWSE_CONTACT_TREE_TRI_TRI_H
#define HAWSE_CONTACT_TREE_TRI_TRI_H

#include "dynamics/math/math3.h"

// An end of the cut: an edge of one triangle through the face of the other.
typedef struct contact_cut_end {
    int of_a; // 1: edge k of a's triangle through b's; 0: edge k of b's through a's
    int k;    // from corner k to corner (k + 1) % 3
} contact_cut_end;

// The segment from end[0] to end[1]; it runs along (normal of a) x (normal of b): on a's triangle the part inside b
// lies to its left, on b's triangle the part inside a lies to its right (each seen from outside its own body).
typedef struct contact_cut {
    contact_cut_end end[2];
} contact_cut;

// 1 and the ends when triangle p of body a, displaced, cuts triangle q of body b; else 0. Counter-clockwise from
// outside, coordinates in one frame [m]. No allocation; any thread.
int contact_tri_tri(const vec3 p[3], const vec3 q[3], contact_cut *cut);

// The parameter t in [0, 1] at which the edge u + t (v - u) passes through the plane of face f [-]; the edge's ends are
// on different sides of it or one of them in it. Accurate to 1e-10 of the edge, however small the angle. Any thread.
double contact_edge_plane(vec3 u, vec3 v, const vec3 f[3]);

// Where four edges pass the planes of four faces, and bit k: beyond doubt edge k passes through face k itself, and does
// so from outside or from inside.
typedef struct contact_piercings {
    double t[4]; // of contact_edge_plane
    int from_outside, from_inside;
} contact_piercings;

// at[k]: the ends of edge k, then the corners of face k. Any thread.
contact_piercings contact_edges_faces(const vec3 *const *const at[4]);

#endif
