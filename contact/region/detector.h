// SPDX-License-Identifier: MIT
// What the stages of contact_detect share: pairs -> segments -> contours -> patches -> regions. Private to contact/.
// Index 0 stands for body a (moving), 1 for body b (the hull); everything is in b's frame.
#ifndef HAWSE_CONTACT_REGION_DETECTOR_H
#define HAWSE_CONTACT_REGION_DETECTOR_H

#include "contact/mesh/table.h"
#include "contact/region/region.h"
#include "contact/tree/pairs.h"
#include "contact/tree/tri_tri.h"

// An edge of one mesh passing through a face of the other: a corner of a contour.
typedef struct contact_crossing {
    vec3 x;            // [m]
    double t;          // x = from + t (to - from), from the edge's lower vertex to its higher one
    int body;          // whose edge
    int u, v;          // the edge's vertices, u < v
    int face;          // triangle of the other body
    const vec3 *at[5]; // where u, v and the corners of the face are
    int entering;      // 1: the edge enters the other body on its way from u to v; 0: it leaves
    int contour;
    int next;  // crossing of the same edge, -1
    int after; // the next one on its way from u to v, -1
} contact_crossing;

// The cut of a pair of triangles, from crossing `from` to crossing `to`, directed as contact_cut says.
typedef struct contact_segment {
    int tri[2];
    contact_cut cut;
    int next, prev; // along the contour, -1 where it is open
    int from, to;
    int contour;
    int patch;           // of its hull triangle, among all regions'
    signed char side[2]; // of its ends: 1 on edge 1 of its hull triangle, -1 with t counted against it; 0 elsewhere
    int order;           // of its finding
    double reach;        // how far the triangles reach into each other; set when not all fit [m]
} contact_segment;

typedef struct contact_range {
    int first, count;
} contact_range;

typedef struct contact_contour {
    int first;  // segment; the lowest in canonical order when closed
    int count;  // segments
    int corner; // crossing from which `first` goes; the others follow it in order
    int closed;
    int parent;                         // union-find: contours of one region have one root
    int next;                           // contour of the same region, -1
    int inner;                          // at a root: first inner vertex of the region, -1
    contact_range patch[2], stretch[2]; // at a root: those of the region
} contact_contour;

// A vertex inside the other body.
typedef struct contact_inner {
    int body, v;
    int ring; // edges from the contour
    int next; // of the same region, -1
    vec3 at;  // in coordinates of the contact plane [m]
} contact_inner;

// The part of a triangle of one body that lies in a region. Of b all is measured, of a the triangle only is told.
typedef struct contact_patch {
    int tri;
    int segment;   // the first one on it; -1: it lies inside whole
    vec3 corner;   // the triangle's first [m]
    vec3 normal;   // unit
    double whole;  // what of the triangle counts before its segments are looked at [m²]
    double area;   // inside the other body, exact clipping [m²]
    double length; // of the segments on it [m]
    vec3 at;       // the mean of its segments, or its middle when it is inside whole [m]
} contact_patch;

// What the contours of a region add up to.
typedef struct contact_outline_sums {
    double length;      // [m]
    vec3 moment;        // of the segments' lengths [m²]
    vec3 along;         // hull normals by the segments' lengths [m]
    vec3 area;          // vector area, directed out of the hull [m²]
    int pairs, feature; // segments; the lowest hull triangle
} contact_outline_sums;

// The part of an edge that lies in a region: between crossings (their indices) and inner vertices (~ theirs).
typedef struct contact_stretch {
    int from, to;
} contact_stretch;

// A stretch in coordinates of the contact plane (two along it, height above it).
typedef struct contact_chord {
    vec3 from, to; // from.x <= to.x [m]
} contact_chord;

// Extent of a region along the contact normal, on the line through `at` (coordinates of the contact plane, the line's
// middle).
typedef struct contact_extent {
    double size; // [m]
    vec3 at;     // [m]
} contact_extent;

struct contact_detector {
    contact_region_def def;
    double split_cosine;
    const contact_mesh *mesh[2];
    const contact_bvh *tree[2];
    contact_pairs pairs; // with the vertices of a in b's frame

    contact_segment *segment;   // (max_segments)
    int n_segments, n_cuts;     // kept; found
    int n_last;                 // kept at the last pose
    bool stands;                // what was made of them then is whole, and may be used again where the same ones cut
    contact_table pair;         // (tri a, tri b) -> segment
    contact_crossing *crossing; // (2 max_segments)
    vec3 *flat;                 // of the region in hand, in coordinates of the contact plane [m] (2 max_segments)
    int n_crossings;
    bool chained;             // edges have more than one
    int *wanted, n_wanted;    // vertices of a whose places these need (nv of a)
    uint64_t *wanted_epoch;   // vertices among them, where it is current (nv of a)
    contact_table edge;       // (body, u, v) -> first crossing
    contact_contour *contour; // (max_segments)
    int n_contours;

    contact_inner *inner; // flood queue and result (max_vertices)
    int n_inner;
    int *label[2];            // contour that a vertex was reached from, valid where label_epoch is current (nv)
    uint64_t *label_epoch[2]; // (nv)
    int *inner_of[2];         // index in inner, valid likewise (nv)

    contact_patch *patches[2];   // of all regions (patch_max)
    contact_stretch *stretch[2]; // of all regions (patch_max)
    int n_patches[2], n_stretches[2], patch_max;
    contact_patch *patch[2]; // of the region in hand
    int n_patch[2];
    contact_patch *sorted;  // by triangle, of a region that is split (patch_max)
    contact_extent *extent; // at the inner vertices of the region in hand (max_vertices)
    int n_extents;
    contact_chord *chord[2]; // edges of the region in hand (patch_max)
    int n_chord[2];
    uint64_t *tri_epoch[2]; // triangles with a patch in the region in hand, where contact_mark_patches was called (nt)
    int *tri_patch[2];      // (nt)
    uint64_t region_epoch;  // of tri_epoch: one more for every region

    contact_region *found; // (max_regions)
    double *link;          // of pairs of regions (max_regions²)
    int n_found;
    uint64_t epoch; // of label_epoch and wanted_epoch: one more when the contours are made anew
    int dropped, open;
};

// Vertex of body 0 or 1 in b's frame.
static inline const vec3 *detector_vertex_at(contact_detector *c, int body, int v) {
    return body == 1 ? &c->mesh[1]->vertex[v] : contact_pairs_vertex_at(&c->pairs, v);
}
static inline vec3 detector_vertex(contact_detector *c, int body, int v) { return *detector_vertex_at(c, body, v); }

static inline void detector_triangle(contact_detector *c, int body, int tri, vec3 x[3]) {
    for (int k = 0; k < 3; k++) x[k] = detector_vertex(c, body, c->mesh[body]->tri[tri].v[k]);
}

// Unit normal of a triangle in b's frame.
static inline vec3 detector_normal(const contact_detector *c, const pose *a_to_b, int body, int tri) {
    vec3 n = c->mesh[body]->normal[tri];
    return body == 1 ? n : mat3_mul(&a_to_b->r, n);
}

static inline uint64_t detector_pair_key(int a, int b) { return (uint64_t)(uint32_t)a << 32 | (uint32_t)b; }
static inline uint64_t detector_edge_key(int body, int u, int v) {
    return (uint64_t)body << 63 | (uint64_t)(uint32_t)u << 32 | (uint32_t)v;
}

static inline int contour_root(contact_detector *c, int i) {
    while (c->contour[i].parent != i) i = c->contour[i].parent = c->contour[c->contour[i].parent].parent;
    return i;
}

// Joins two contours into one region; the lower root stays, so that the outcome does not depend on the order.
static inline void contour_join(contact_detector *c, int i, int j) {
    i = contour_root(c, i), j = contour_root(c, j);
    if (i < j) c->contour[j].parent = i;
    if (j < i) c->contour[i].parent = j;
}

// The contact plane: origin, axes u, v in it, normal.
typedef struct contact_plane {
    vec3 origin, u, v, n;
} contact_plane;

static inline vec3 contact_to_plane(const contact_plane *p, vec3 x) {
    vec3 d = vec3_sub(x, p->origin);
    return vec3_make(vec3_dot(d, p->u), vec3_dot(d, p->v), vec3_dot(d, p->n));
}
static inline vec3 contact_from_plane(const contact_plane *p, vec3 x) {
    return vec3_madd(vec3_madd(vec3_madd(p->origin, x.x, p->u), x.y, p->v), x.z, p->n);
}

// Highest and lowest corner of the region about the plane: no extent is larger than their difference.
typedef struct contact_span {
    double low, high; // low: of a's surface, high: of b's
} contact_span;

#define CONTACT_DEEP 0.8 // what is less deep than this part of the deepest bears nothing beside it

// The stages, each in its file; all of the frame thread.
// segments.c: pairs -> segments. True: they are those of the last pose and their crossings are placed; all that the two
// stages after it made stands.
bool contact_stage_segments(contact_detector *c, const pose *a_to_b);
void contact_stage_contours(contact_detector *c); // contour.c: segments -> crossings, contours
// contour.c: where the crossings are at this pose; whether all are there beyond doubt, in the same order along edges.
bool contact_place_crossings(contact_detector *c);
void contact_stage_inside(contact_detector *c); // inside.c: inner vertices, contours joined
void contact_stage_parts(contact_detector *c);  // region_parts.c: triangles and stretches of each region
// region_parts.c: takes a region in hand and measures its triangles of b; returns what its contours add up to.
contact_outline_sums contact_stage_patches(contact_detector *c, int root);
// region_parts.c: marks the triangles of the region in hand.
void contact_mark_patches(contact_detector *c);
// inside.c: the crossings of the edge u v (u < v) of a body in order from u, into out; returns how many. An edge with
// more than fit is counted as dropped by contact_stage_inside.
enum { CONTACT_EDGE_CROSSINGS = 64 };
int contact_edge_crossings(const contact_detector *c, int body, int u, int v, int out[CONTACT_EDGE_CROSSINGS]);
// inside.c: whether a vertex lies inside the other body and belongs to the region.
int contact_vertex_in_region(contact_detector *c, int body, int v, int root);
// region_depth.c: the region's largest extent along the normal [m], and the middle of its line; its patches and its
// corners in the plane are in c, the corners' span in s.
double contact_region_depth(contact_detector *c, const pose *a_to_b, int root, const contact_plane *p, contact_span s,
                            vec3 *deepest);
// region_split.c: regions of the clusters of agreeing hull normals; the patches of the region are in c.
void contact_stage_split(contact_detector *c, const pose *a_to_b, int root);
// region_share.c: what each region keeps of its force beside the others (n regions in r).
void contact_stage_shares(contact_detector *c, contact_region *r, int n);
// region.c: keeps the region if it is among the deepest.
void contact_store_region(contact_detector *c, const contact_region *r);
// The deepest at most max of what was found, into out in canonical order; returns how many.
int contact_emit_regions(contact_detector *c, contact_region *out, int max);

#endif
