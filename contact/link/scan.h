// SPDX-License-Identifier: MIT
// Candidates for the closest points of one triangle and a link's curve, shared by link.c and detect.c.
#ifndef HAWSE_CONTACT_LINK_SCAN_H
#define HAWSE_CONTACT_LINK_SCAN_H

#include "contact/link/link.h"
#include "contact/tree/bvh_box.h"

// Where on the triangle a candidate lies: edge k (from p[k]), corner k, or inside its face.
enum { LINK_EDGE = 0, LINK_CORNER = 3, LINK_FACE = 6 };

typedef struct link_candidate {
    double f;      // squared distance to the curve [m²]
    vec3 p;        // on the triangle, link frame [m]
    int primitive; // of the curve's nearest point
    int where;     // LINK_EDGE + k, LINK_CORNER + k or LINK_FACE
    int pierced;   // 1: the curve passes through the face here
} link_candidate;

// 3 corners, 6 on the face, and for each edge 2 on the straight pieces, 2 on each semicircle and 2 corners.
#define LINK_SCAN_MAX 40

// The plane of a triangle in the link frame.
typedef struct link_plane {
    vec3 p0, e1, e2, n; // first corner and edges from it [m]; unit normal
    double doubled;     // |e1 x e2|, twice the area [m²]; 0: degenerate, n is undefined
} link_plane;

typedef struct link_scan {
    double limit; // candidates with f >= limit are dropped [m²]
    bool nearest; // keep the best candidate only (limit shrinks); otherwise every one below the limit
    int n;
    link_candidate at[LINK_SCAN_MAX];
} link_scan;

// The plane through the corners p[3].
link_plane link_plane_of(const vec3 p[3]);
// The point of the plane's triangle below c (projected along n) into *q; false when it lies outside the triangle.
bool link_plane_below(const link_plane *t, vec3 c, vec3 *q);
// The part [z0, z1] of straight piece 0 or 1 that lies over the triangle (projected along n); false when none does.
bool link_plane_cover(const link_plane *t, const contact_link_shape *s, int straight, double *z0, double *z1);
// Adds a point of the triangle to the scan, with the curve's nearest primitive, if it is below the limit.
void link_scan_record(const contact_link_shape *s, link_scan *scan, vec3 p, int where, int pierced);
// Fills scan->at: among them is every local minimum below the limit of the distance from the triangle to the curve,
// apart from further points of a minimum that is a whole line.
void link_scan_triangle(const contact_link_shape *s, const vec3 p[3], const link_plane *t, link_scan *scan);

// The curve's point nearest to p, and the primitive it lies on. On the core segment itself, where two or all directions
// tie, it is the one towards +x.
static inline vec3 link_curve_nearest(const contact_link_shape *s, vec3 p, int *primitive) {
    double core = bvh_min(bvh_max(p.z, -s->half), s->half), dz = p.z - core, rho = sqrt(p.x * p.x + dz * dz);
    *primitive = dz > 0 ? 2 : dz < 0 ? 3 : p.x >= 0 ? 0 : 1;
    if (rho == 0) return vec3_make(s->radius, 0, core);
    double k = s->radius / rho;
    return vec3_make(k * p.x, 0, core + k * dz);
}

// Squared distance of p to the curve.
static inline double link_curve_distance2(const contact_link_shape *s, vec3 p) {
    double core = bvh_min(bvh_max(p.z, -s->half), s->half), dz = p.z - core;
    double rho = dz == 0 ? fabs(p.x) : sqrt(p.x * p.x + dz * dz);
    return p.y * p.y + (rho - s->radius) * (rho - s->radius);
}

// The point of the curve farthest along `direction` (its support); the seam at z >= 0 where a straight piece ties.
static inline vec3 link_curve_support(const contact_link_shape *s, vec3 direction) {
    double m = sqrt(direction.x * direction.x + direction.z * direction.z);
    double ux = m > 0 ? direction.x / m : 1, uz = m > 0 ? direction.z / m : 0;
    return vec3_make(s->radius * ux, 0, (uz < 0 ? -s->half : s->half) + s->radius * uz);
}

#endif
