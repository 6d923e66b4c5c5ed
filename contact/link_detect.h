// SPDX-License-Identifier: MIT
// Inside of the link's contact detection: what is shared by link_touch.c, link_line.c and link_detect.c.
#ifndef HAWSE_CONTACT_LINK_DETECT_H
#define HAWSE_CONTACT_LINK_DETECT_H

#include "contact/link_scan.h"

enum { LINK_TOUCHED_MAX = 512, LINK_HITS_MAX = 768, LINK_STRETCHES_MAX = 256, LINK_FOUND_MAX = 64 };

// A hull triangle within the tube's reach.
typedef struct link_touched {
    int triangle, patch; // patch: -1 while it belongs to none
    double depth;        // of its deepest hit [m]
} link_touched;

// The deepest point of one primitive on one triangle: a local minimum of the distance over the hull's surface.
typedef struct link_hit {
    int triangle, primitive;
    double depth;       // tube - signed distance [m]
    vec3 curve, normal; // link frame
} link_hit;

// A stretch of a straight piece along a face, or along an edge nearly parallel to it: both ends.
typedef struct link_stretch {
    int triangle, straight;
    double z[2], depth[2];
    vec3 normal[2]; // link frame
} link_stretch;

// Everything one link touches; lives on the stack of contact_link_detect (100 kB).
typedef struct link_touching {
    const contact_link_shape *shape;
    const pose *link;
    const contact_mesh *hull;
    int n_touched, n_hits, n_stretches;
    int dropped; // triangles, hits and stretches that did not fit
    link_touched touched[LINK_TOUCHED_MAX];
    link_hit hit[LINK_HITS_MAX];
    link_stretch stretch[LINK_STRETCHES_MAX];
} link_touching;

// Adds triangle `index` of the hull to what the link touches, if its tube reaches it.
void link_touch(link_touching *w, int index);

// The one or two contacts of a straight piece on a patch from its deepest hit there (NULL: none) and its stretches, in
// order of z, into out; returns how many.
int link_line_contacts(const contact_link_shape *s, const link_hit *deepest, const link_stretch *const *stretch, int n,
                       link_hit out[2]);

#endif
