// SPDX-License-Identifier: MIT
// Views of the anchor watch to scale: plan with north up, and side elevation in the vertical plane through hawse and
// anchor. From snapshots alone.
#ifndef HAWSE_RT_SHEET_PLAN_H
#define HAWSE_RT_SHEET_PLAN_H

#include "dynamics/snapshot/snapshot.h"
#include "rt/sheet/sketch.h"
#include <math.h>

// Maps the world to a view: point = at + scale (first horizontal or vertical axis).
typedef struct plan_map {
    double scale;    // points a metre
    sketch_point at; // of the origin
    vec3 origin;     // of the world [m]
    vec3 right, up;  // unit vectors of the world
} plan_map;

sketch_point plan_place(const plan_map *m, vec3 world);
// The watch as the bridge knows it: the anchor at the centre of the circles, on the bottom, with distance and bearing
// from there. Neither its way nor the chain under water: dragged_m and touchdown are NaN.
dyn_snapshot_watch plan_bridge_watch(const dyn_snapshot_watch *w);
// Whether this is the watch with the anchor itself.
static inline bool plan_sees_anchor(const dyn_snapshot_watch *w) { return !isnan(w->dragged_m); }
// The views show the snapshot with this watch: its own, or that of the bridge.
// Map of the plan in this area: about the centre of the circles, so wide that circles and ship are in it.
plan_map plan_map_of(const dyn_snapshot *s, const dyn_snapshot_watch *w, sketch_area a);
// Map of the elevation: anchor at the left, ship at the right, equal scales.
plan_map elevation_map_of(const dyn_snapshot_watch *w, sketch_area a);
// Draws the views; nothing without an anchor on the bottom.
void plan_draw(const dyn_snapshot *s, const dyn_snapshot_watch *w, sketch_area a, const sketch_canvas *c);
void elevation_draw(const dyn_snapshot *s, const dyn_snapshot_watch *w, sketch_area a, const sketch_canvas *c);
// Number of links from the anchor up to the hawse, and the place of link k in the world.
int plan_links(const dyn_snapshot *s);
vec3 plan_link(const dyn_snapshot *s, int k);
// Height of the bottom under a place of the world [m].
double plan_bottom(const dyn_snapshot_watch *w, vec3 at);

#endif
