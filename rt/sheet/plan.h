// SPDX-License-Identifier: MIT
// Views of the anchor watch to scale: plan with north up, and side elevation in the vertical plane through hawse and
// anchor. From snapshots alone.
#ifndef HAWSE_RT_SHEET_PLAN_H
#define HAWSE_RT_SHEET_PLAN_H

#include "dynamics/snapshot/snapshot.h"
#include "rt/sheet/sketch.h"

// Maps the world to a view: point = at + scale (first horizontal or vertical axis).
typedef struct plan_map {
    double scale;    // points a metre
    sketch_point at; // of the origin
    vec3 origin;     // of the world [m]
    vec3 right, up;  // unit vectors of the world
} plan_map;

sketch_point plan_place(const plan_map *m, vec3 world);
// Map of the plan in this area: about the centre of the circles, so wide that circles and ship are in it.
plan_map plan_map_of(const dyn_snapshot *s, sketch_area a);
// Map of the elevation: anchor at the left, ship at the right, equal scales.
plan_map elevation_map_of(const dyn_snapshot *s, sketch_area a);
// Draws the views; nothing without an anchor on the bottom.
void plan_draw(const dyn_snapshot *s, sketch_area a, const sketch_canvas *c);
void elevation_draw(const dyn_snapshot *s, sketch_area a, const sketch_canvas *c);
// Number of links from the anchor up to the hawse, and the place of link k in the world.
int plan_links(const dyn_snapshot *s);
vec3 plan_link(const dyn_snapshot *s, int k);
// Height of the bottom under a place of the world [m].
double plan_bottom(const dyn_snapshot_watch *w, vec3 at);

#endif
