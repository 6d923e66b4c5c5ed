// SPDX-License-Identifier: MIT
// Corners of the hitting contour.
#include "contact/curve_pair/sweep.h"

#define PASSES 0.34   // sine of 20°: a flank that is turned away so much from the corner is one that it passes along
#define STANDS 0.17   // and one turned away by less than 10° one that it stands on
#define ON_FLANK 1e-9 // [m]

// Whether the depth does not rise from a point into the segment beside it, which begins (step 1) or ends (-1) there; or
// it does, but flat lies on flat: then both ends bear. Nowhere a place is told twice: with a slope of zero it belongs
// to the segment before.
static bool bears(const curve_sweep *s, const contact_curve_near *near, int beside, int step) {
    if (curve_straight(&s->hitting->segment[beside]) && curve_straight(&s->defence->segment[near->segment]))
        return true;
    double slope = curve_sweep_slope(s, near, contact_curve_end_normal(s->hitting, beside, step < 0));
    return step < 0 ? slope > 0 : slope <= 0;
}

// By how much the direction against the defence's normal is outside of the corner's own normals: a sine, 1 at most; 0:
// the corner stands on that flank.
static double turned_away(const curve_sweep *s, int v, vec2 normal) {
    const contact_plane_curve *c = s->hitting;
    vec2 from = contact_plane_turned(&s->motion, contact_curve_end_normal(c, (v + c->n - 1) % c->n, true)),
         to = contact_plane_turned(&s->motion, contact_curve_end_normal(c, v, false)), m = vec2_scale(-1, normal);
    double side = vec2_cross(from, to) < 0 ? -1 : 1; // a mirror image runs the other way round
    if (vec2_dot(m, vec2_add(from, to)) <= 0) return 1;
    return fmax(0, fmax(-side * vec2_cross(from, m), -side * vec2_cross(m, to)));
}

// What is behind the flank of segment i, seen from there; false: `where` is not behind it, or beyond its ends.
static bool behind_flank(curve_sweep *s, int i, vec2 where, contact_curve_near *near) {
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

// Whether the first direction has a corner at the same place of this flank as point v of the hitting contour.
static bool has_counted(const curve_sweep *s, int v) {
    vec2 x = contact_curve_vertex(s->hitting, v);
    for (int k = 0; k < s->hits->n; k++) {
        const contact_curve_hit *h = &s->hits->hit[k];
        if (!h->back && h->corner >= 0 && fabs(vec2_cross(h->normal, vec2_sub(h->where, x))) < 4 * ON_FLANK)
            return true;
    }
    return false;
}

// Corner over corner: the flank that is nearest may be one that the corner passes along, not the one that it stands on.
// Then the flank beyond the defence's corner bears. A corner of the first direction that is just beyond a flank counts
// as inside, so that of two corners on each other's flanks one does, and the other does not.
static void choose_flank(curve_sweep *s, int v, vec2 where, contact_curve_near *near) {
    const contact_plane_curve *d = s->defence;
    bool in_notch = near->vertex >= 0 && d->vertex[near->vertex] == CONTACT_VERTEX_NOTCH;
    if (near->none || in_notch || near->distance > (s->back ? 0 : ON_FLANK)) return;
    if (turned_away(s, v, near->normal) < PASSES) return;
    for (int step = -1; step <= 1; step++) {
        int i = (near->segment + step + d->n) % d->n, corner = (near->segment + (step > 0)) % d->points;
        contact_curve_near other;
        if (step != 0 && d->vertex[corner] != CONTACT_VERTEX_CORNER) continue;
        if (!behind_flank(s, i, where, &other) || turned_away(s, v, other.normal) > STANDS) continue;
        other.none = s->back && near->distance > -2 * ON_FLANK && has_counted(s, v);
        *near = other;
        return;
    }
}

// A corner, or the end of a straight stretch. On a side where the depth rises the deepest place there stands for both.
void curve_sweep_corner(curve_sweep *s, int v, vec2 where, const contact_curve_near *nearest) {
    const contact_plane_curve *c = s->hitting;
    int kind = c->vertex[v];
    if (kind != CONTACT_VERTEX_CORNER && kind != CONTACT_VERTEX_FLAT_END) return;
    contact_curve_near near = *nearest;
    if (kind == CONTACT_VERTEX_CORNER) choose_flank(s, v, where, &near);
    if (near.none || !(-near.distance > -s->margin)) return;
    // two corners outside of each other are near each other once
    if (s->back && near.vertex >= 0 && s->defence->vertex[near.vertex] == CONTACT_VERTEX_CORNER) return;
    if (bears(s, &near, (v + c->n - 1) % c->n, -1) && bears(s, &near, v, 1)) curve_sweep_add(s, where, &near, v, v);
}
