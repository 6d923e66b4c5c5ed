// SPDX-License-Identifier: MIT
// A chain link against triangles: the link is the set of points within d/2 of a closed C1 planar curve, two straight
// pieces and two semicircles (Dopico et al. 2012 §5; the closed form is derived in link.c).
// Link frame: origin at its middle, x along the width (in the link's plane), y normal to the plane, z along the link.
#ifndef HAWSE_CONTACT_LINK_H
#define HAWSE_CONTACT_LINK_H

#include "contact/bvh.h"

// The stadium curve: straight pieces x = ±radius, |z| <= half; semicircles of `radius` about z = ±half; tube of `tube`.
typedef struct contact_link_shape {
    double radius; // R = 1.3 d [m]
    double half;   // h = 1.2 d [m]
    double tube;   // d/2 [m]
} contact_link_shape;

// Common stud link of bar diameter d [m] (ISO 1704): R = 1.3 d, h = 1.2 d.
contact_link_shape contact_link_common(double d);

// The nearest pair of points between a triangle and the stadium curve.
typedef struct contact_link_hit {
    double distance;            // between triangle and curve [m]; 0 when the curve pierces the triangle
    vec3 on_triangle, on_curve; // in the frame of the inputs [m]
    int primitive;              // 0, 1: straight pieces x = +R, -R; 2, 3: semicircles z > h, z < -h
    int pierced;                // 1: the curve passes through the triangle
} contact_link_hit;

// Exact global minimum over the triangle p[3], given in the link frame. All candidates enumerated; no iteration without
// bound. Where a straight piece is parallel to the face the middle of the part over the triangle stands for the line.
contact_link_hit contact_link_triangle(const contact_link_shape *s, const vec3 p[3]);

// A contact of a link with the hull, in the hull frame.
typedef struct contact_link_point {
    vec3 point;    // on the link's surface, deepest [m]
    vec3 normal;   // unit, from the hull into the link
    double depth;  // d/2 - distance, > 0; a semicircle: what that exceeds the straight ends' beside it [m]
    int primitive; // of the link
    int triangle;  // of the hull
} contact_link_point;

// Contacts of one link at this pose in the hull frame, for each hull feature (a connected patch of touching triangles
// whose normals agree within `feature_angle` [rad] with its deepest): one for each semicircle and one or, where it lies
// along the patch, two for each straight piece. `candidates` are hull triangles whose boxes may be touched, each once,
// in any order. The deepest max are written, ordered by primitive, triangle and place; returns how many were found,
// which may exceed max. More touching triangles than fit (512) make it exceed max too; entries that are left over then
// have depth 0. One-sided: a face seen from behind holds nothing, unless the curve has gone through it by less than d/2
// from the front. Frame thread: no allocation; some 110 kB of stack.
int contact_link_detect(const contact_link_shape *s, const pose *link, const contact_mesh *hull, const int *candidates,
                        int n_candidates, double feature_angle, contact_link_point *out, int max);

#endif
