// SPDX-License-Identifier: MIT
// The polytope inside A' - B' that EPA expands: fixed capacity, triangles that know their neighbours.
#ifndef HAWSE_CONTACT_CONVEX_POLYTOPE_H
#define HAWSE_CONTACT_CONVEX_POLYTOPE_H

#include "contact/convex/epa.h"

// Euler: a polytope of n vertices has 2 n - 4 faces; a horizon's are made before those that it replaces go.
enum { CONTACT_POLYTOPE_FACES = 3 * CONTACT_EPA_VERTICES };

typedef struct contact_polytope_face {
    vec3 n;                // unit, outward
    short v[3], beside[3]; // beside[i] shares the edge from v[i] to v[i + 1]
} contact_polytope_face;

typedef struct contact_polytope {
    const contact_convex *c;
    int vertices, faces, gone; // entries in use; free entries among the faces
    contact_vertex vertex[CONTACT_EPA_VERTICES];
    double distance[CONTACT_POLYTOPE_FACES]; // of the face's plane from the origin; INFINITY: no face, or settled
    contact_polytope_face face[CONTACT_POLYTOPE_FACES];
    short free[CONTACT_POLYTOPE_FACES];
    short seen[CONTACT_POLYTOPE_FACES];     // faces that the new vertex sees
    short open[2 * CONTACT_POLYTOPE_FACES]; // their edges that are still to be crossed: 4 times the face, and which
    short started[CONTACT_EPA_VERTICES];    // the last vertex at whose coming an edge of the horizon started here
    bool visible[CONTACT_POLYTOPE_FACES];
} contact_polytope;

// A first tetrahedron, of the simplex's corners as far as they span one. False: A' - B' is flat, and *normal is normal
// to it.
bool contact_polytope_begin(contact_polytope *p, const contact_convex *c, const contact_simplex *s, vec3 *normal);
// The face whose plane is nearest to the origin.
int contact_polytope_nearest(const contact_polytope *p);
// The convex hull of the polytope and w, which face f sees; there must be room for a vertex. False where rounding
// forbids it: the polytope is none any more.
bool contact_polytope_expand(contact_polytope *p, int f, const contact_vertex *w);
// The weights of the face's point that is nearest to the origin, made positive with sum 1; false: there are none.
bool contact_polytope_weigh(const contact_polytope *p, const contact_polytope_face *f, double weight[3]);

#endif
