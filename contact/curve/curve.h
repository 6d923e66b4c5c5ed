// SPDX-License-Identifier: MIT
// A plane curve that can touch: a contour in the plane z = 0 of its shape's frame, its material on the left of the
// direction of travel, prepared for the search of Roh et al. 2000: as the defence body it has segments listed by
// sectors of its plane, as the hitting body it has nodes, grouped in runs. Where neighbouring segments turn by less
// than a chosen angle the contour is smooth: a cubic in each segment with the vertices' normals, so that neither the
// gap nor the normal knows facets. One that is turned the other way round (closed, clockwise) is a hole in material.
#ifndef HAWSE_CONTACT_CURVE_CURVE_H
#define HAWSE_CONTACT_CURVE_CURVE_H

#include "contact/curve/vec2.h"
#include "rt/base/base.h"

enum { CONTACT_CURVE_MAX = 200000 }; // points of a contour

typedef enum contact_vertex_kind {
    CONTACT_VERTEX_SMOOTH = 0,
    CONTACT_VERTEX_FLAT_END, // smooth, between a straight segment and a curved one that bends into the material
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
    double bulge;    // a bound of the height [m]
} contact_curve_segment;

// A run of segments in a binary tree, in preorder.
typedef struct contact_curve_run {
    vec2 axis;     // mean outward normal
    double spread; // the most by which an outward normal of the run is off it [rad]
    vec2 centre;   // of a box that holds the run: half.x across the axis, half.y along it [m]
    vec2 half;
    double radius; // of the circle about the box [m]
    int first, count, skip;
    bool corners; // a corner or flat end is among the points that its segments start from
} contact_curve_run;

typedef struct contact_plane_curve {
    int n, points; // segments, vertices: as many where closed, one more where open
    bool closed;
    double reach; // depth to which the material behind the contour counts [m]; infinite for an enclosing contour
    contact_curve_segment *segment;
    unsigned char *vertex; // contact_vertex_kind by point
    contact_curve_run *run;
    int runs;
    double bulge; // the most by which a segment departs from its chord [m]
    vec2 lo, hi;  // of all
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
    double smooth; // vertices that turn by less are smooth; 0: none, the contour is a polygon [rad], below 60°
    double reach;  // of the material of an open or clockwise contour, > 0 [m]
} contact_curve_options;

// The contour's nearest point to a given point.
typedef struct contact_curve_near {
    double distance; // signed: > 0 outside of the material [m]
    vec2 foot;       // the nearest point of the contour
    vec2 normal;     // unit, outward
    int segment;     // on which the foot lies
    int vertex;      // sharp one that is the foot, -1
    bool none;       // no material there: beyond an open end, or behind the reach
} contact_curve_near;

// Work counters of a search, for measurements.
typedef struct contact_curve_effort {
    long runs, nodes, segments; // runs looked at, nodes transformed, segments measured
} contact_curve_effort;

// Where messages point: a place in a file (NULL: none), and what the contour is called.
typedef struct contact_curve_source {
    const char *file;
    int line, column;
    const char *who;
} contact_curve_source;

// Prepares a contour of n points (x, y) in order; in a closed one a segment joins the last point to the first. Errors
// go to d. Set-up.
rt_status contact_plane_curve_create(contact_plane_curve *c, const vec2 *point, int n, const contact_curve_options *o,
                                     const contact_curve_source *from, rt_diag *d);
void contact_plane_curve_free(contact_plane_curve *c);

// Points of a contour from a CSV file, a line "x, y" each, in metres after `scale`; lines that begin with # and names
// of the columns in the first line are skipped. The caller frees *point. Set-up.
rt_status contact_curve_read(const char *path, double scale, vec2 **point, int *n, rt_diag *d);

// The contour's nearest point to x, at any depth. Searches the list of x's sector if that sector has one, else the
// tree. Both are complete: a sector lists every segment that can be nearest to any of its points. Frame thread.
contact_curve_near contact_plane_curve_near(const contact_plane_curve *c, vec2 x, contact_curve_effort *effort);
// Whether any part within `within` [m] of x may have an outward normal in the cone about axis. Frame thread.
bool contact_plane_curve_faces(const contact_plane_curve *c, vec2 x, double within, vec2 axis, double spread,
                               contact_curve_effort *effort);
// Point and outward unit normal at t of a segment.
vec2 contact_curve_point(const contact_curve_segment *s, double t);
vec2 contact_curve_normal(const contact_curve_segment *s, double t);
// Point v of the contour; the normal at the start or the end of segment i, to the bit the same of both segments at a
// smooth point.
vec2 contact_curve_vertex(const contact_plane_curve *c, int v);
vec2 contact_curve_end_normal(const contact_plane_curve *c, int i, bool end);

#endif
