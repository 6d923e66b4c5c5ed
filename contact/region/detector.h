// SPDX-License-Identifier: MIT
// Private to contact/: data and functions shared by the stages of contact_detect (pairs -> segments -> contours ->
// patches -> regions). Index 0 is body a (moving), 1 is body b (the hull); everything is in b's frame.
#ifndef HAWSE_CONTACT_REGION_DETECTOR_H
#define HAWSE_CONTACT_REGION_DETECTOR_H

#include "contact/mesh/table.h"
#include "contact/region/region.h"
#include "contact/tree/pairs.h"
#include "contact/tree/tri_tri.h"

// A corner of a contour: an edge of one mesh through a face of the other.
typedef struct contact_crossing {
    vec3 x;            // [m]
    double t;          // x = from + t (to - from), from the edge's lower vertex to its higher one
    int body;          // owner of the edge
    int u, v;          // the edge's vertices, u < v
    int face;          // triangle of the other body
    const vec3 *at[5]; // positions of u, v and the corners of the face
    int entering;      // 1: the edge enters the other body on its way from u to v; 0: it leaves
    int contour;
    int next;  // another crossing of the same edge, -1: none
    int after; // the next crossing of that edge on the way from u to v, -1: none
} contact_crossing;

// The cut of a pair of triangles, from crossing `from` to crossing `to`, directed as contact_cut says.
typedef struct contact_segment {
    int tri[2];
    contact_cut cut;
    int next, prev; // along the contour, -1: none (open contour)
    int from, to;
    int contour;
    int patch;           // patch of its hull triangle, among those of all regions
    signed char side[2]; // per end: 1 on edge 1 of its hull triangle, -1 if t runs against that edge; 0 elsewhere
    int order;           // order of detection
    double reach;        // mutual penetration of the triangles; set only if not all segments fit [m]
} contact_segment;

typedef struct contact_range {
    int first, count;
} contact_range;

typedef struct contact_contour {
    int first;  // segment; the lowest in canonical order when closed
    int count;  // segments
    int corner; // first crossing of `first`; the others follow in order
    int closed;
    int parent;                         // union-find: contours of one region have one root
    int next;                           // next contour of the same region, -1
    int inner;                          // at a root: first inner vertex of the region, -1
    contact_range patch[2], stretch[2]; // at a root: of the region
} contact_contour;

// A vertex inside the other body.
typedef struct contact_inner {
    int body, v;
    int ring; // edges from the contour
    int next; // next inner vertex of the same region, -1
    vec3 at;  // in coordinates of the contact plane [m]
} contact_inner;

// The part of a triangle that lies in a region. For b all fields are valid, for a only the triangle.
typedef struct contact_patch {
    int tri;
    int segment;   // the first segment on the triangle; -1: the whole triangle is inside
    vec3 corner;   // corner 0 of the triangle [m]
    vec3 normal;   // unit
    double whole;  // initial area before the segments are added: all or nothing [m²]
    double area;   // area inside the other body, by exact clipping [m²]
    double length; // of the segments on the triangle [m]
    vec3 at;       // mean of its segments; its centroid if it is inside as a whole [m]
} contact_patch;

// Sums over the contours of a region.
typedef struct contact_outline_sums {
    double length;      // [m]
    vec3 moment;        // first moment of the segments' lengths [m²]
    vec3 along;         // hull normals weighted by the segments' lengths [m]
    vec3 area;          // vector area, directed out of the hull [m²]
    int pairs, feature; // number of segments; lowest hull triangle
} contact_outline_sums;

// The part of an edge that lies in a region, between crossings (index) and inner vertices (~index).
typedef struct contact_stretch {
    int from, to;
} contact_stretch;

// A stretch in coordinates of the contact plane (two in the plane, height above it).
typedef struct contact_chord {
    vec3 from, to; // from.x <= to.x [m]
} contact_chord;

// Extent of a region along the contact normal, with the midpoint of its line in coordinates of the contact plane.
typedef struct contact_extent {
    double size; // [m]
    vec3 at;     // [m]
} contact_extent;

struct contact_detector {
    contact_region_def def;
    double split_cosine;
    const contact_mesh *mesh[2];
    const contact_bvh *tree[2];
    contact_pairs pairs; // holds the vertices of a in b's frame

    contact_segment *segment;   // (max_segments)
    int n_segments, n_cuts;     // stored; detected
    int n_last;                 // stored at the last pose
    bool reusable;              // the data made from them are complete and valid as long as the same triangles cut
    contact_table pair;         // (tri a, tri b) -> segment
    contact_crossing *crossing; // (2 max_segments)
    vec3 *flat;                 // corners of the current region, plane coordinates [m] (2 max_segments)
    int n_crossings;
    bool chained;             // an edge has more than one crossing
    int *wanted, n_wanted;    // vertices of a that these need (nv of a)
    uint64_t *wanted_epoch;   // current: the vertex is in wanted (nv of a)
    contact_table edge;       // (body, u, v) -> first crossing
    contact_contour *contour; // (max_segments)
    int n_contours;

    contact_inner *inner; // flood queue and result (max_vertices)
    int n_inner;
    int *label[2];            // contour from which the flood reached a vertex, valid if label_epoch is current (nv)
    uint64_t *label_epoch[2]; // (nv)
    int *inner_of[2];         // index in inner, valid under the same condition (nv)

    contact_patch *patches[2];   // of all regions (patch_max)
    contact_stretch *stretch[2]; // of all regions (patch_max)
    int n_patches[2], n_stretches[2], patch_max;
    contact_patch *patch[2]; // of the current region
    int n_patch[2];
    contact_patch *sorted;  // patches of a split region, sorted by triangle (patch_max)
    contact_extent *extent; // at the inner vertices of the current region (max_vertices)
    int n_extents;
    contact_chord *chord[2]; // stretches of the current region (patch_max)
    int n_chord[2];
    uint64_t *tri_epoch[2]; // current: the triangle has a patch in the current region; see contact_mark_patches (nt)
    int *tri_patch[2];      // (nt)
    uint64_t region_epoch;  // of tri_epoch; rises with every region

    contact_region *found; // (max_regions)
    double *link;          // strength of the link of two regions (max_regions²)
    int n_found;
    uint64_t epoch; // of label_epoch and wanted_epoch; rises when contours are rebuilt
    int dropped, open;
};

// Position of a vertex of body 0 or 1 in b's frame.
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

// Joins two contours into one region. The lower root stays, so that the result does not depend on the order.
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

// Lowest and highest corner of the region along the normal: no extent is larger than their difference.
typedef struct contact_span {
    double low, high; // low: of a's surface, high: of b's
} contact_span;

#define CONTACT_DEEP 0.8 // a place less deep than this share of the deepest bears no load

// The stages, all on the frame thread, each in its file.
// segments.c: pairs -> segments. True: the segments are those of the last pose and their crossings are placed; the
// results of the next three stages remain valid.
bool contact_stage_segments(contact_detector *c, const pose *a_to_b);
void contact_stage_contours(contact_detector *c); // contour.c: segments -> crossings, contours
// contour.c: places the crossings at this pose. True: all certainly exist, in the same order along their edges.
bool contact_place_crossings(contact_detector *c);
void contact_stage_inside(contact_detector *c); // inside.c: inner vertices, contours joined
void contact_stage_parts(contact_detector *c);  // parts.c: triangles and stretches of each region
// parts.c: makes `root` the current region and measures its triangles of b; returns the sums over its contours.
contact_outline_sums contact_stage_patches(contact_detector *c, int root);
// parts.c: marks the triangles of the current region.
void contact_mark_patches(contact_detector *c);
// inside.c: writes the crossings of the edge u v (u < v) of a body into out, in order from u; returns their number.
// contact_stage_inside counts an edge with more crossings than fit as dropped.
enum { CONTACT_EDGE_CROSSINGS = 64 };
int contact_edge_crossings(const contact_detector *c, int body, int u, int v, int out[CONTACT_EDGE_CROSSINGS]);
// inside.c: whether a vertex lies inside the other body and belongs to the region.
int contact_vertex_in_region(contact_detector *c, int body, int v, int root);
// depth.c: the region's largest extent along the normal [m]; *deepest: centre of its deep part. c holds its patches and
// its corners in the plane, s the span of the corners.
double contact_region_depth(contact_detector *c, const pose *a_to_b, int root, const contact_plane *p, contact_span s,
                            vec3 *deepest);
// split.c: one region for each cluster of similar hull normals; c holds the patches of the region.
void contact_stage_split(contact_detector *c, const pose *a_to_b, int root);
// share.c: the share of its force that each of the n regions in r keeps beside the others.
void contact_stage_shares(contact_detector *c, contact_region *r, int n);
// found.c: stores the region if it is among the deepest.
void contact_store_region(contact_detector *c, const contact_region *r);
// found.c: writes the deepest regions, at most max, to out in canonical order; returns their number.
int contact_emit_regions(contact_detector *c, contact_region *out, int max);

#endif
