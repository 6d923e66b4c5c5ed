// SPDX-License-Identifier: MIT
// Hits of the corners and flat ends of the hitting contour.
#include "contact/curve_pair/sweep.h"

#define SLIDING_TURN 0.34 // sine of 20°: the corner slides along a flank that is turned away by more
#define RESTING_TURN 0.17 // sine of 10°: the corner rests on a flank that is turned away by less
#define ON_FLANK 1e-9     // a point this near to a flank lies on it [m]

// Whether the depth falls from a point into the adjacent segment, which begins (step 1) or ends (-1) there. True for a
// flat on a flat: both its ends bear. A slope of zero counts as falling only for step 1, because the segment before
// finds such a place itself.
static bool depth_falls_into(const curve_sweep *s, const contact_curve_near *near, int beside, int step) {
    if (curve_straight(&s->hitting->segment[beside]) && curve_straight(&s->defence->segment[near->segment]))
        return true;
    double slope = curve_sweep_slope(s, near, contact_curve_end_normal(s->hitting, beside, step < 0));
    return step < 0 ? slope > 0 : slope <= 0;
}

// Sine of the angle by which the direction against the defence's normal lies outside the corner's own normals, at most
// 1. 0: the corner rests on that flank.
static double turned_away(const curve_sweep *s, int v, vec2 normal) {
    const contact_plane_curve *c = s->hitting;
    vec2 from = contact_plane_turned(&s->motion, contact_curve_end_normal(c, (v + c->n - 1) % c->n, true)),
         to = contact_plane_turned(&s->motion, contact_curve_end_normal(c, v, false)), m = vec2_scale(-1, normal);
    double side = vec2_cross(from, to) < 0 ? -1 : 1; // a mirror image runs the other way round
    if (vec2_dot(m, vec2_add(from, to)) <= 0) return 1;
    return fmax(0, fmax(-side * vec2_cross(from, m), -side * vec2_cross(m, to)));
}

// Measures `where` against segment i alone. Returns whether `where` lies behind the segment and not beyond its ends.
static bool is_behind_flank(curve_sweep *s, int i, vec2 where, contact_curve_near *near) {
    const contact_curve_segment *g = &s->defence->segment[i];
    double t;
    s->hits->effort.segments++;
    curve_segment_nearest(g, where, &t);
    *near = (contact_curve_near){
        .segment = i, .vertex = -1, .foot = contact_curve_point(g, t), .normal = contact_curve_normal(g, t)};
    vec2 away = vec2_sub(where, near->foot);
    near->distance = vec2_dot(away, near->normal);
    return near->distance < 0 && fabs(vec2_cross(away, near->normal)) <= ON_FLANK;
}

// Whether the first direction found a corner on the normal line through point v of the hitting contour.
static bool found_facing_corner(const curve_sweep *s, int v) {
    vec2 x = contact_curve_vertex(s->hitting, v);
    for (int k = 0; k < s->hits->n; k++) {
        const contact_curve_hit *h = &s->hits->hit[k];
        if (!h->back && h->corner >= 0 && fabs(vec2_cross(h->normal, vec2_sub(h->where, x))) < 4 * ON_FLANK)
            return true;
    }
    return false;
}

// Corner over corner: the corner may slide along the nearest flank and rest on the flank beyond the defence's corner.
// Then the latter flank bears. The first direction counts a corner up to ON_FLANK outside as inside. So of two corners
// on each other's flanks exactly one counts.
static void choose_flank(curve_sweep *s, int v, vec2 where, contact_curve_near *near) {
    const contact_plane_curve *d = s->defence;
    bool in_notch = near->vertex >= 0 && d->vertex[near->vertex] == CONTACT_VERTEX_NOTCH;
    if (near->none || in_notch || near->distance > (s->back ? 0 : ON_FLANK)) return;
    if (turned_away(s, v, near->normal) < SLIDING_TURN) return;
    for (int step = -1; step <= 1; step++) {
        int i = (near->segment + step + d->n) % d->n, corner = (near->segment + (step > 0)) % d->points;
        contact_curve_near other;
        if (step != 0 && d->vertex[corner] != CONTACT_VERTEX_CORNER) continue;
        if (!is_behind_flank(s, i, where, &other) || turned_away(s, v, other.normal) > RESTING_TURN) continue;
        other.none = s->back && near->distance > -2 * ON_FLANK && found_facing_corner(s, v);
        *near = other;
        return;
    }
}

// Adds a corner, or the end of a straight stretch, if the depth falls into both adjacent segments. Where the depth
// rises, the deepest place of that segment represents the corner too.
void curve_sweep_corner(curve_sweep *s, int v, vec2 where, const contact_curve_near *nearest) {
    const contact_plane_curve *c = s->hitting;
    int kind = c->vertex[v];
    if (kind != CONTACT_VERTEX_CORNER && kind != CONTACT_VERTEX_FLAT_END) return;
    contact_curve_near near = *nearest;
    if (kind == CONTACT_VERTEX_CORNER) choose_flank(s, v, where, &near);
    if (near.none || !(-near.distance > -s->margin)) return;
    // the first direction has found this pair of facing corners
    if (s->back && near.vertex >= 0 && s->defence->vertex[near.vertex] == CONTACT_VERTEX_CORNER) return;
    if (depth_falls_into(s, &near, (v + c->n - 1) % c->n, -1) && depth_falls_into(s, &near, v, 1))
        curve_sweep_add(s, where, &near, v, v);
}
