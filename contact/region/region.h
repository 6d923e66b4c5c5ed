// SPDX-License-Identifier: MIT
// Contact regions between two meshes: the papers' general detection algorithm (Dopico et al. 2011 §IV; 2012 §4):
// colliding triangle pairs -> closed contours -> plane -> centroid -> indentation, with the repairs that the file
// names.
#ifndef HAWSE_CONTACT_REGION_REGION_H
#define HAWSE_CONTACT_REGION_REGION_H

#include "contact/tree/bvh.h"

// One region: everything in the frame of body b (the hull). A region is a part of the two surfaces that contours bound
// together: usually inside one contour, between two for a ring on a plate.
typedef struct contact_region {
    vec3 centre;  // centroid of the region's polygon projected into the contact plane [m]
    vec3 normal;  // unit, from b into a
    vec3 half[2]; // half axes of the box in the contact plane, about the centre, that holds the contour [m]
    vec3 deepest; // middle of its deep part, where the normal force acts; of a split region its deepest vertex [m]
    double depth; // indentation: largest extent of the overlap along the normal, >= 0; of a split region the deepest
                  // vertex under its faces [m]
    double area;  // of the projected polygon; of a split region its hull surface inside a [m²]
    double share; // 0..1, of its own force that it keeps beside a deeper region that it grows together with
    int pairs;    // colliding triangle pairs on its contour; may be 0 for a part of a split region
    int closed;   // 1: the contour closed; 0: open, or split because it wraps round
    int root;     // its contours in the detector, until the next detection; parts of a split region share them
    int feature;  // smallest triangle index of b in the region: a canonical order, not an identity
} contact_region;

typedef struct contact_region_def {
    int max_pairs;                               // near pairs of triangles that are listed; see margin
    int max_segments, max_vertices, max_regions; // capacities, fixed at assembly
    double split_angle; // a region of which a quarter of the hull surface turns further than this from its mean normal
                        // and lies round a like a hollow is split [rad]
    double margin;      // pairs nearer than this are listed, and a body that has moved less meets only those [m]; where
                        // the list is full the trees are walked at every step. At 0 nothing of the last step is used.
                        // What is found is the same
} contact_region_def;

// Scratch of one detector: allocated once by create, nothing after.
typedef struct contact_detector contact_detector;

typedef struct contact_detect_info {
    int pairs;   // colliding triangle pairs
    int dropped; // pairs, segments, edges with their crossings, or regions that did not fit; searches cut short
    int open;    // contours that did not close
} contact_detect_info;

contact_region_def contact_region_def_default(void);
// A detector for the mesh pair (a moving, b the hull); the meshes and trees must outlive it. NULL for want of memory.
contact_detector *contact_detector_create(const contact_region_def *def, const contact_mesh *a, const contact_bvh *ta,
                                          const contact_mesh *b, const contact_bvh *tb);
void contact_detector_destroy(contact_detector *c);
// The regions at this pose of a in the frame of b, in canonical order, at most max (the deepest are kept). Frame
// thread: no allocation, bounded work. Same pose, same answer to the last bit.
int contact_detect(contact_detector *c, const pose *a_to_b, contact_region *out, int max, contact_detect_info *info);
// The contours of a region of the last contact_detect: the k-th one's corners in b's frame into out (max), in order
// along it. The number of its corners, of which none are written when they are more than max; 0: there is no k-th.
// Frame thread.
int contact_region_contour(const contact_detector *c, int root, int k, vec3 *out, int max, bool *closed);
// Pairs of nodes of the two trees that the last contact_detect tested; 0: the list of near pairs was enough.
long contact_detector_visits(const contact_detector *c);

#endif
