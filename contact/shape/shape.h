// SPDX-License-Identifier: MIT
// Shapes for contact: plain data in their own frame, constant during a run.
#ifndef HAWSE_CONTACT_SHAPE_SHAPE_H
#define HAWSE_CONTACT_SHAPE_SHAPE_H

#include "contact/curve/curve.h"
#include "contact/tree/bvh.h"

typedef enum contact_shape_kind {
    CONTACT_PLANE = 0, // the half space z <= 0; size.x, size.y: half sides of the part that is made into triangles
    CONTACT_SPHERE,    // size.x: radius
    CONTACT_BOX,       // size: half extents
    CONTACT_ELLIPSOID, // size: semi-axes
    CONTACT_FRUSTUM,   // size: radius at z = 0, radius at z = height, height; a cylinder where the radii are equal
    CONTACT_POINTS,    // convex hull of vertex[0..n)
    CONTACT_TRIANGLE,  // vertex[0..3), without thickness
    CONTACT_MESH,      // mesh with its tree
    CONTACT_CURVE,     // curve in the plane z = 0
    CONTACT_SHAPES,
} contact_shape_kind;

typedef struct contact_shape {
    contact_shape_kind kind;
    vec3 size;                // [m]
    const vec3 *vertex;       // [m], shape frame (n)
    int n;                    // at most CONTACT_SHAPE_POINTS for a hull of points
    const contact_mesh *mesh; // shape frame
    const contact_bvh *tree;
    const contact_plane_curve *curve;
} contact_shape;

enum { CONTACT_SHAPE_POINTS = 1024 };

#endif
