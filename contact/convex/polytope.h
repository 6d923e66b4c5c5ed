// SPDX-License-Identifier: MIT
// The polytope inside A' - B' that EPA expands: fixed capacity, triangles with links to their neighbours.
#ifndef HAWSE_CONTACT_CONVEX_POLYTOPE_H
#define HAWSE_CONTACT_CONVEX_POLYTOPE_H

#include "contact/convex/epa.h"

// Euler: a polytope of n vertices has 2 n - 4 faces. The new faces at a horizon exist before the replaced ones are
// freed.
enum { CONTACT_POLYTOPE_FACES = 3 * CONTACT_EPA_VERTICES };

typedef struct contact_polytope_face {
    vec3 n;                // unit, outward
    short v[3], beside[3]; // beside[i] shares the edge from v[i] to v[i + 1]
} contact_polytope_face;

typedef struct contact_polytope {
    const contact_convex *c;
    int vertices, faces, gone; // vertices and faces in use; freed entries among the faces
    contact_vertex vertex[CONTACT_EPA_VERTICES];
    double distance[CONTACT_POLYTOPE_FACES]; // of the face's plane from the origin; INFINITY: free entry, or settled
    contact_polytope_face face[CONTACT_POLYTOPE_FACES];
    short free[CONTACT_POLYTOPE_FACES];
    short seen[CONTACT_POLYTOPE_FACES];     // faces visible from the new vertex
    short open[2 * CONTACT_POLYTOPE_FACES]; // edges still to be crossed: 4 * face + edge
    short started[CONTACT_EPA_VERTICES]; // the last added vertex whose horizon had an edge that starts at this vertex
    bool visible[CONTACT_POLYTOPE_FACES];
} contact_polytope;

// Makes the first tetrahedron, from the simplex's corners as far as they span one. Returns false if A' - B' is flat:
// *normal is then its normal.
bool contact_polytope_begin(contact_polytope *p, const contact_convex *c, const contact_simplex *s, vec3 *normal);
// Index of the face whose plane is nearest to the origin.
int contact_polytope_nearest(const contact_polytope *p);
// Expands the polytope to the convex hull of itself and w, which is visible from face f; there must be room for a
// vertex. Returns false where rounding prevents it: the polytope is then invalid.
bool contact_polytope_expand(contact_polytope *p, int f, const contact_vertex *w);
// Weights of the face's point nearest to the origin, clamped to >= 0, sum 1; false: all are zero.
bool contact_polytope_weigh(const contact_polytope *p, const contact_polytope_face *f, double weight[3]);

#endif
