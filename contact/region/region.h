// SPDX-License-Identifier: MIT
// Contact regions between two meshes, by the general detection algorithm of the papers (Dopico et al. 2011 §IV; 2012
// §4): colliding triangle pairs -> closed contours -> plane -> centroid -> indentation. Each source file names its
// repairs.
#ifndef HAWSE_CONTACT_REGION_REGION_H
#define HAWSE_CONTACT_REGION_REGION_H

#include "contact/tree/bvh.h"

// One region, in the frame of body b (the hull): a part of the two surfaces that contours bound together. Usually it
// lies inside one contour; a ring on a plate lies between two.
typedef struct contact_region {
    vec3 centre;  // centroid of the region's polygon projected into the contact plane [m]
    vec3 normal;  // unit, from b into a
    vec3 half[2]; // half axes of the box in the contact plane, about the centre, that holds the contour [m]
    vec3 deepest; // centre of its deep part, where the normal force acts; of a split region its deepest vertex [m]
    double depth; // indentation: largest extent of the overlap along the normal, >= 0; of a split region the depth of
                  // its deepest vertex under the other body's faces [m]
    double area;  // area of the projected polygon; of a split region its hull surface inside a [m²]
    double share; // 0..1: share of its force that it keeps beside a deeper region with which it is about to merge
    int pairs;    // colliding triangle pairs on its contour; may be 0 for a part of a split region
    int closed;   // 1: the contour closed; 0: open, or split because it wraps around a
    int root;     // its contours in the detector, valid until the next detection; parts of a split region share them
    int feature;  // smallest triangle index of b in the region: a canonical order, not an identity
} contact_region;

typedef struct contact_region_def {
    int max_pairs;                               // capacity of the list of near triangle pairs; see margin
    int max_segments, max_vertices, max_regions; // capacities, fixed at assembly
    double split_angle; // a region is split if a quarter of its hull surface turns further than this from the mean
                        // normal and lies hollow around a [rad]
    double margin;      // pairs nearer than this are listed; until the body has moved this far, only they are tested
                        // [m]. If the list is full, every step walks the trees. 0: nothing of the last step is reused.
                        // The result is the same
} contact_region_def;

// Detector with all its scratch memory, allocated once by create.
typedef struct contact_detector contact_detector;

typedef struct contact_detect_info {
    int pairs;   // colliding triangle pairs
    int dropped; // segments, inner vertices, edge crossings, patches or regions that did not fit; searches cut short
    int open;    // number of contours that did not close
} contact_detect_info;

contact_region_def contact_region_def_default(void);
// Creates a detector for the mesh pair (a moving, b the hull). The meshes and trees must outlive it. NULL: out of
// memory.
contact_detector *contact_detector_create(const contact_region_def *def, const contact_mesh *a, const contact_bvh *ta,
                                          const contact_mesh *b, const contact_bvh *tb);
void contact_detector_destroy(contact_detector *c);
// Writes the regions at this pose of a in the frame of b to out, at most max (the deepest), in canonical order; returns
// their number. Frame thread: no allocation, bounded work. The same pose gives the same bits.
int contact_detect(contact_detector *c, const pose *a_to_b, contact_region *out, int max, contact_detect_info *info);
// Writes the corners of the k-th contour of a region of the last contact_detect to out (max), in order, in b's frame.
// Returns their number; if it exceeds max, none are written. 0: there is no k-th contour. Frame thread.
int contact_region_contour(const contact_detector *c, int root, int k, vec3 *out, int max, bool *closed);
// Number of node pairs that the last contact_detect tested; 0: the list of near pairs was enough.
long contact_detector_visits(const contact_detector *c);

#endif
