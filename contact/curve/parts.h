// SPDX-License-Identifier: MIT
// Internals of plane curves, shared by set-up and search.
#ifndef HAWSE_CONTACT_CURVE_PARTS_H
#define HAWSE_CONTACT_CURVE_PARTS_H

#include "contact/curve/curve.h"

enum { CURVE_LEAF = 4, CURVE_DEPTH = 64 };

// Sets *t to the parameter of the segment's point nearest to x; returns the squared distance.
double curve_segment_nearest(const contact_curve_segment *s, vec2 x, double *t);
// The segment nearest to x, found by the tree; *d2: its squared distance.
int curve_tree_nearest(const contact_plane_curve *c, vec2 x, double *d2, double *t, contact_curve_effort *effort);

// Lower bound of the squared distance between x and any segment of a run.
static inline double curve_run_distance2(const contact_curve_run *r, vec2 x) {
    vec2 d = vec2_sub(x, r->centre);
    double u = fabs(vec2_cross(r->axis, d)) - r->half.x, v = fabs(vec2_dot(r->axis, d)) - r->half.y;
    u = u > 0 ? u : 0, v = v > 0 ? v : 0;
    return (u * u + v * v) * (1 - 1e-12);
}

static inline int64_t curve_sector_key(const contact_plane_curve *c, vec2 x) {
    double i = floor((x.x - c->lo.x) / c->sector), j = floor((x.y - c->lo.y) / c->sector);
    if (!(fabs(i) < 1e9 && fabs(j) < 1e9)) return -1;
    return ((int64_t)i + 1000000000) * 4000000000 + ((int64_t)j + 1000000000);
}

// The hash slot that holds a sector, or the free slot for it.
static inline uint32_t curve_sector_slot(const contact_plane_curve *c, int64_t key) {
    uint32_t i = (uint32_t)(((uint64_t)key * 0x9e3779b97f4a7c15u) >> 32) & c->mask; // Knuth, TAOCP 3, §6.4
    while (c->key[i] >= 0 && c->key[i] != key) i = (i + 1) & c->mask;
    return i;
}

rt_status curve_build_runs(contact_plane_curve *c);
rt_status curve_build_sectors(contact_plane_curve *c);
// Reports an error that names two segments that cross or touch but are not neighbours. Tests chords, not their bulges.
rt_status curve_check_crossing(const contact_plane_curve *c, const contact_curve_source *from, rt_diag *d);

#endif
