// SPDX-License-Identifier: MIT
// Search for the contacts of two plane curves; used by the pair and by tests that measure it.
#ifndef HAWSE_CONTACT_CURVE_PAIR_CURVE_PAIR_H
#define HAWSE_CONTACT_CURVE_PAIR_CURVE_PAIR_H

#include "contact/curve/parts.h"
#include "contact/shape/hit.h"

enum { CONTACT_CURVE_HITS = 64 };

// Maps one contour's plane to the other's: p + x.x of the point along x + x.y along y. A mirror image is allowed,
// because one plane may face the other way.
typedef struct contact_plane_motion {
    vec2 p, x, y;
} contact_plane_motion;

typedef struct contact_curve_hit {
    vec2 where, foot;           // on the hitting and on the defence contour; in b's plane
    vec2 normal;                // from b into a
    double depth;               // [m]
    int on_hitting, on_defence; // segments
    int corner;                 // of the hitting contour; -1: none
    bool back;                  // b hits a
} contact_curve_hit;

typedef struct contact_curve_hits {
    contact_curve_hit hit[CONTACT_CURVE_HITS]; // in the order of the search; the deepest if they do not all fit
    int n, found;
    contact_curve_effort effort; // accumulates over searches
} contact_curve_hits;

// All places with depth > -margin. Frame thread.
void contact_curve_search(const contact_plane_curve *a, const contact_plane_curve *b, const contact_plane_motion *to_b,
                          double margin, contact_curve_hits *hits);

// The hits in b's plane, b at this pose, deepest first, at most `most`; returns how many were found. Frame thread.
int contact_curve_write_hits(const contact_curve_hits *hits, const pose *at, contact_hit *hit, int most);

contact_pair_detect contact_sphere_curve, contact_curve_curve;

#endif
