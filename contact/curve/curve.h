// SPDX-License-Identifier: MIT
// A plane curve for contact: a contour in the plane z = 0 of its shape's frame, with its material on the left of the
// direction of travel. It is prepared for the search of Roh et al. 2000. As the defence body it lists segments by
// sectors of its plane; as the hitting body it has nodes, grouped in runs. Where neighbouring segments turn by less
// than a chosen angle the contour is smooth: each segment becomes a cubic with the vertices' normals, so that gap and
// normal have no facets. A closed clockwise contour is a hole in material.
#ifndef HAWSE_CONTACT_CURVE_CURVE_H
#define HAWSE_CONTACT_CURVE_CURVE_H

#include "contact/curve/vec2.h"
#include "rt/base/base.h"

enum { CONTACT_CURVE_MAX = 200000 }; // points of a contour

typedef enum contact_vertex_kind {
    CONTACT_VERTEX_SMOOTH = 0,
    CONTACT_VERTEX_FLAT_END, // smooth, joins a straight segment and a curved one that bends into the material
    CONTACT_VERTEX_CORNER,   // sharp, material within less than 180°
    CONTACT_VERTEX_NOTCH,    // sharp, material within more than 180°
    CONTACT_VERTEX_END,      // of an open contour
} contact_vertex_kind;

// From one point to the next: start + t length along + height(t) outward, t = 0..1, where height is the cubic that is
// zero at both ends and has these slopes there. Slopes of zero: straight.
typedef struct contact_curve_segment {
    vec2 start, along, outward; // unit vectors; outward is to the right of along
    double length;
    double slope[2]; // d height / d (t length) at t = 0, 1
    double bulge;    // bound of the height's magnitude [m]
} contact_curve_segment;

// A run of segments in a binary tree, in preorder.
typedef struct contact_curve_run {
    vec2 axis;     // mean outward normal
    double spread; // greatest angle between it and an outward normal of the run [rad]
    vec2 centre;   // of a box that holds the run: half.x across the axis, half.y along it [m]
    vec2 half;
    double radius; // of the circle about the box [m]
    int first, count, skip;
    bool corners; // a segment of the run starts at a corner or flat end
} contact_curve_run;

typedef struct contact_plane_curve {
    int n, points; // segments; vertices: n if closed, n + 1 if open
    bool closed;
    double reach; // depth to which material counts behind the contour [m]; infinite if the contour encloses it
    contact_curve_segment *segment;
    unsigned char *vertex; // contact_vertex_kind by point
    contact_curve_run *run;
    int runs;
    double bulge; // greatest bulge of a segment [m]
    vec2 lo, hi;  // bounding box, bulges included [m]
    // sectors: squares of the plane near the contour; the sector i, j has the slot `list` of a hash table
    double sector;       // side [m]
    int *first, *listed; // of sector s: listed[first[s]] .. listed[first[s + 1] - 1], in ascending order
    int sectors;
    int64_t *key; // of the hash table's slots (mask + 1), -1: free
    int *list;    // sector of the slot
    uint32_t mask;
} contact_plane_curve;

typedef struct contact_curve_options {
    bool closed;
    double smooth; // vertices that turn by less are smooth [rad], below 60°; 0: the contour is a polygon
    double reach;  // of the material of an open or clockwise contour, > 0 [m]
} contact_curve_options;

// The contour's nearest point to a given point.
typedef struct contact_curve_near {
    double distance; // signed: > 0 outside of the material [m]
    vec2 foot;       // the nearest point of the contour
    vec2 normal;     // unit, outward
    int segment;     // on which the foot lies
    int vertex;      // the sharp vertex at the foot; -1: none
    bool none;       // no material there: beyond an open end, or deeper than the reach
} contact_curve_near;

// Work counters of a search, for measurements.
typedef struct contact_curve_effort {
    long runs, nodes, segments; // runs visited, nodes transformed, segments measured
} contact_curve_effort;

// Source of a contour for messages: a place in a file (NULL: none) and the contour's name.
typedef struct contact_curve_source {
    const char *file;
    int line, column;
    const char *who;
} contact_curve_source;

// Prepares a contour of n points (x, y) in order; a closed contour joins the last point to the first. Reports errors in
// d: RT_ERR_FORMAT or RT_ERR_MEMORY, and *c is empty. Set-up.
rt_status contact_plane_curve_create(contact_plane_curve *c, const vec2 *point, int n, const contact_curve_options *o,
                                     const contact_curve_source *from, rt_diag *d);
void contact_plane_curve_free(contact_plane_curve *c);

// Reads a contour from a CSV file: a line "x, y" per point, in metres after multiplication by `scale`. Skips lines that
// begin with # and column names in the first line. The caller frees *point. Set-up.
rt_status contact_curve_read(const char *path, double scale, vec2 **point, int *n, rt_diag *d);

// The contour's nearest point to x, at any depth. Searches the list of x's sector if there is one, else the tree. The
// list holds every segment that can be nearest to a point of the sector. Frame thread.
contact_curve_near contact_plane_curve_near(const contact_plane_curve *c, vec2 x, contact_curve_effort *effort);
// Whether a part of the contour within `within` [m] of x may have an outward normal in the cone about axis. Frame
// thread.
bool contact_plane_curve_faces(const contact_plane_curve *c, vec2 x, double within, vec2 axis, double spread,
                               contact_curve_effort *effort);
// Point and outward unit normal at t of a segment.
vec2 contact_curve_point(const contact_curve_segment *s, double t);
vec2 contact_curve_normal(const contact_curve_segment *s, double t);
// Point v of the contour; the outward unit normal at the start or end of segment i. At a smooth point both segments
// give the same bits.
vec2 contact_curve_vertex(const contact_plane_curve *c, int v);
vec2 contact_curve_end_normal(const contact_plane_curve *c, int i, bool end);

#endif
