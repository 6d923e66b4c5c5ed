// SPDX-License-Identifier: MIT
// A chain link against triangles: the link is the set of points within d/2 of a closed C1 planar curve, two straight
// pieces and two semicircles (Dopico et al. 2012 §5; the closed form is derived in link.c).
// Link frame: origin at its middle, x along the width (in the link's plane), y normal to the plane, z along the link.
#ifndef HAWSE_CONTACT_LINK_LINK_H
#define HAWSE_CONTACT_LINK_LINK_H

#include "contact/tree/bvh.h"

// The stadium curve: straight pieces x = ±radius, |z| <= half; semicircles of `radius` about z = ±half; tube of `tube`.
typedef struct contact_link_shape {
    double radius; // R = 1.3 d [m]
    double half;   // h = 1.2 d [m]
    double tube;   // d/2 [m]
} contact_link_shape;

// Common stud link of bar diameter d [m] (ISO 1704): R = 1.3 d, h = 1.2 d.
contact_link_shape contact_link_common(double d);

// A link of bar diameter d and these outer sizes [m].
contact_link_shape contact_link_of_size(double d, double length, double width);

// The nearest pair of points between a triangle and the stadium curve.
typedef struct contact_link_hit {
    double distance;            // between triangle and curve [m]; 0 when the curve pierces the triangle
    vec3 on_triangle, on_curve; // in the frame of the inputs [m]
    int primitive;              // 0, 1: straight pieces x = +R, -R; 2, 3: semicircles z > h, z < -h
    int pierced;                // 1: the curve passes through the triangle
} contact_link_hit;

// Exact global minimum over the triangle p[3], given in the link frame. Enumerates all candidates; every iteration is
// bounded. If a straight piece is parallel to the face, the middle of the part over the triangle represents the line.
contact_link_hit contact_link_triangle(const contact_link_shape *s, const vec3 p[3]);

// Contacts of a link with the hull. The plain rule is one contact per link (or primitive) and hull feature, at its
// nearest point. That place jumps by a link's length where the nearest point changes: on a bar that lies flat, or a bow
// that passes from facet to facet. Such forces kick a taut chain. So a link has eight material points on its curve,
// each with its own exact distance to the hull: the four seams between straight pieces and semicircles, the middles of
// the straight pieces, and the two crowns. Each of the four primitives adds the excess: the depth by which its exact
// nearest point exceeds the depth interpolated from those points. The excess is zero on a flat wall and the whole depth
// on a sharp edge between them. The contacts never sum over triangles: a link has at most twelve, and its stiffness
// does not grow with the division of the hull. Slots 0..7 are the material points, 8 + k is primitive k.
#define CONTACT_LINK_SLOTS 12
typedef struct contact_link_point {
    vec3 point;   // on the link's surface [m]
    vec3 normal;  // unit, from the hull into the link
    double depth; // [m]; <= 0: no contact
} contact_link_point;

// Fills out[CONTACT_LINK_SLOTS], in the hull frame, from the n hull triangles `candidates`. They must contain every
// triangle within d/2 of the curve once; farther ones do not change the result. Returns whether a material point lies
// inside the hull: then they must contain every triangle within d. Frame thread: no allocation.
bool contact_link_detect(const contact_link_shape *s, const pose *link, const contact_mesh *hull, const int *candidates,
                         int n, contact_link_point *out);

#endif
