// SPDX-License-Identifier: MIT
// One direction of the search of curve against curve: the nodes of the hitting contour in the sectors of the defence
// contour. All is in the frame of the defence contour. Private to contact/.
#ifndef HAWSE_CONTACT_CURVE_PAIR_SWEEP_H
#define HAWSE_CONTACT_CURVE_PAIR_SWEEP_H

#include "contact/curve_pair/places.h"

typedef struct curve_sweep {
    const contact_plane_curve *hitting, *defence;
    contact_plane_motion motion; // hitting to defence
    double margin;
    contact_curve_hits *hits;
    bool back; // the second direction
    int node;  // the node that `at` belongs to; -1: none
    contact_curve_near at;
    curve_places places;
} curve_sweep;

static inline vec2 contact_plane_turned(const contact_plane_motion *m, vec2 v) {
    return vec2_add(vec2_scale(v.x, m->x), vec2_scale(v.y, m->y));
}
static inline vec2 contact_plane_moved(const contact_plane_motion *m, vec2 v) {
    return vec2_add(m->p, contact_plane_turned(m, v));
}
static inline bool curve_straight(const contact_curve_segment *g) { return g->slope[0] == 0 && g->slope[1] == 0; }

// Moves a point of the hitting body to *where and returns the defence contour's nearest point.
contact_curve_near curve_sweep_measure(curve_sweep *s, vec2 node, vec2 *where);
// Slope of the depth along the hitting contour, at a point with this outward normal of it.
double curve_sweep_slope(const curve_sweep *s, const contact_curve_near *near, vec2 normal);
// Adds a hit; corner: -1 for none.
void curve_sweep_add(curve_sweep *s, vec2 where, const contact_curve_near *near, int segment, int corner);
// Adds point v of the hitting contour, at `where`, if the point is a bearing corner or a bearing end of a straight
// stretch.
void curve_sweep_corner(curve_sweep *s, int v, vec2 where, const contact_curve_near *near);

#endif
