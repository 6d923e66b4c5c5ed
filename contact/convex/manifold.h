// SPDX-License-Identifier: MIT
// Contact manifold of two touching convex shapes: their facing faces, edges or points, clipped against each other
// (Pournaras et al., section 3.3; Sutherland and Hodgman 1974).
#ifndef HAWSE_CONTACT_CONVEX_MANIFOLD_H
#define HAWSE_CONTACT_CONVEX_MANIFOLD_H

#include "contact/convex/support.h"
#include "contact/shape/hit.h"

enum {
    CONTACT_FACET_POINTS = 16,
    CONTACT_MANIFOLD_CORNERS = 2 * CONTACT_FACET_POINTS,
    CONTACT_MANIFOLD_HITS = 4, // of a face contact
};

// The facet of a shape that faces a direction: a face (n > 2), an edge (2), a point (1). Shape frame.
typedef struct contact_facet {
    int n;
    vec3 v[CONTACT_FACET_POINTS];
    int label[CONTACT_FACET_POINTS]; // of the edge from v[i] to the next, as long as this facet is chosen; of a point,
                                     // of the point itself
} contact_facet;

// Two convex shapes that touch, or nearly so. a's frame.
typedef struct contact_touching {
    vec3 normal;  // unit, from a to b
    double depth; // along the normal, negative: distance [m]
    vec3 on_a;    // a point of A where the depth is reached [m]
} contact_touching;

// Of two polyhedra a vertex against a face has the face's normal, and two edges that cross have their common normal:
// the force of a corner is the gradient of the energy of its depth. Of other shapes all corners have the shapes'
// normal.
typedef struct contact_corner {
    vec3 point;      // halfway between the surfaces along the normal [m]
    vec3 normal;     // unit, from a to b
    double depth;    // penetration depth there, along the normal [m]
    int64_t feature; // of the two edges that meet here: breaks ties in every step alike
} contact_corner;

typedef struct contact_manifold {
    vec3 normal; // of the shapes
    int n;
    contact_corner corner[CONTACT_MANIFOLD_CORNERS]; // in order round the normal
} contact_manifold;

// The facet that faces direction d most (any length). A circular cap becomes the polygon of 16 points of its rim that
// starts at the support of d. Frame thread.
void contact_facet_of(const contact_shape *s, vec3 d, contact_facet *out);
// Corners of the facets' overlap, projected along the normal: at least one, and the deepest has the depth of t. Some
// corners may be apart (depth < 0). a's frame. Frame thread.
void contact_manifold_of(const contact_convex *c, const contact_touching *t, contact_manifold *out);
// Area of the penetrating part [m²] and its centroid, the paper's single contact point. One or two corners: 0 and their
// middle. a's frame. Frame thread.
double contact_manifold_centre(const contact_manifold *m, vec3 *centroid);
// Writes the manifold's corners with depth > -margin as hits (world frame) and returns their number. At most
// CONTACT_MANIFOLD_HITS corners: the deepest, and those that span the largest area with it. most 1: one hit with the
// greatest depth at the centroid. A hit has no feature: the facets change as the shapes turn. Frame thread.
int contact_manifold_hits(const contact_manifold *m, const pose *at_a, double margin, contact_hit *hit, int most);

#endif
