// SPDX-License-Identifier: MIT
// Search of Roh et al. 2000. It looks up the nodes of one contour in the sectors of the other, then the other way
// round. The second direction finds a corner of the defence body between two nodes. A hit is one of these:
// - a corner, or the end of a straight stretch, in the other's material; each is one hit, so a flat rests on two;
// - the deepest place on a curved stretch, or where a curved stretch of the other presses. It lies between two nodes,
//   where the depth rises from one node and falls to the other. Regula falsi finds it, so that depth and place do not
//   depend on the nodes' positions.
// The depth is the distance to the other contour's nearest point. Near a notch that point may be the notch itself;
// there the normal turns from one flank's to the other's.
#include "contact/curve_pair/sweep.h"

#define LEVEL 1e-9     // least change of the depth's slope from node to node; less is a flat on a flat [rad]
#define DEEPEST 1e-6   // greatest slope of the depth at a deepest place; above it, only the nearest flank changes
#define PARTS 4        // number of parts of a segment along which the contours nearly follow each other
#define REFINEMENTS 40 // most iterations for a deepest place

static contact_plane_motion inverse(const contact_plane_motion *m) {
    contact_plane_motion i = {.x = {m->x.x, m->y.x}, .y = {m->x.y, m->y.y}};
    i.p = vec2_scale(-1, contact_plane_turned(&i, m->p));
    return i;
}

// A part of a segment, and the slope of the depth at its ends.
typedef struct part {
    double from, to, rise, fall;
} part;

// Adds the deepest place of a part in which the depth rises first and falls at the end (regula falsi, Illinois
// variant).
static void add_deepest(curve_sweep *s, int segment, part p) {
    const contact_curve_segment *g = &s->hitting->segment[segment];
    double t, f;
    contact_curve_near near = s->at;
    vec2 where = {0, 0};
    int side = 0;
    for (int k = 0; k < REFINEMENTS; k++) {
        t = (p.from * -p.fall + p.to * p.rise) / (p.rise - p.fall);
        near = curve_sweep_measure(s, contact_curve_point(g, t), &where);
        f = curve_sweep_slope(s, &near, contact_curve_normal(g, t));
        if (fabs(f) < 1e-12 || p.to - p.from < 1e-14) break;
        if (f > 0) {
            p.from = t, p.rise = f;
            if (side > 0) p.fall *= 0.5;
            side = 1;
        } else {
            p.to = t, p.fall = f;
            if (side < 0) p.rise *= 0.5;
            side = -1;
        }
    }
    if (curve_straight(g) && curve_straight(&s->defence->segment[near.segment])) return;
    bool at_corner = near.vertex >= 0 && s->defence->vertex[near.vertex] == CONTACT_VERTEX_CORNER;
    if (near.none || at_corner || fabs(f) > DEEPEST || !(-near.distance > -s->margin)) return;
    curve_sweep_add(s, where, &near, segment, -1);
}

// Measures a node; reuses the result if the previous segment has measured it.
static contact_curve_near measure_node(curve_sweep *s, int v, vec2 *where) {
    vec2 point = contact_curve_vertex(s->hitting, v);
    *where = contact_plane_moved(&s->motion, point);
    if (s->node != v) s->at = curve_sweep_measure(s, point, where);
    s->node = v;
    return s->at;
}

static void test_part(curve_sweep *s, int segment, part p) {
    if (p.rise > 0 && p.fall <= 0 && p.rise - p.fall > LEVEL) add_deepest(s, segment, p);
}

// Tests a segment in parts if the two contours nearly follow each other along it, because its deepest place may be
// anywhere. Elsewhere the depth's slope does not change sign twice: that takes a turn of the normals.
static void test_parts(curve_sweep *s, int i, const contact_curve_near *a, const contact_curve_near *b, part whole) {
    const contact_curve_segment *g = &s->hitting->segment[i];
    double turn = fabs(g->slope[0]) + fabs(g->slope[1]) + fabs(vec2_cross(a->normal, b->normal));
    bool follows = turn > LEVEL && fmin(fabs(whole.rise), fabs(whole.fall)) <= turn;
    bool sags = whole.rise < 0 && whole.fall > 0 && fmin(-a->distance, -b->distance) > 0; // the parts find the dip
    if (!follows && !sags) {
        test_part(s, i, whole);
        return;
    }
    part p = whole;
    for (int k = 1; k <= PARTS; k++, p.from = p.to, p.rise = p.fall) {
        vec2 where;
        p.to = (double)k / PARTS, p.fall = whole.fall;
        if (k < PARTS) {
            contact_curve_near near = curve_sweep_measure(s, contact_curve_point(g, p.to), &where);
            p.fall = curve_sweep_slope(s, &near, contact_curve_normal(g, p.to));
            s->places.dip = fmin(s->places.dip, -near.distance);
        }
        test_part(s, i, p);
    }
}

static void test_segment(curve_sweep *s, int i) {
    const contact_plane_curve *c = s->hitting;
    const contact_curve_segment *g = &c->segment[i];
    vec2 first, last;
    contact_curve_near a = measure_node(s, i, &first);
    curve_sweep_corner(s, i, first, &a);
    contact_curve_near b = measure_node(s, (i + 1) % c->points, &last);
    bool flat = curve_straight(g) && curve_straight(&s->defence->segment[a.segment]); // both ends of a flat bear
    s->places.dip = fmin(s->places.dip, flat || a.none || b.none ? -HUGE_VAL : fmin(-a.distance, -b.distance));
    double range = s->margin + g->bulge + s->defence->bulge;
    if ((a.none || a.distance > range) && (b.none || b.distance > range)) return;
    test_parts(s, i, &a, &b,
               (part){0, 1, curve_sweep_slope(s, &a, contact_curve_end_normal(c, i, false)),
                      curve_sweep_slope(s, &b, contact_curve_end_normal(c, i, true))});
}

// Whether the run may have a hit. It must be near enough. It must also have corners or a cone of 90° or more, or face a
// part of the defence body that can be nearest.
static bool may_hit(curve_sweep *s, const contact_curve_run *r) {
    const contact_plane_curve *d = s->defence;
    vec2 c = contact_plane_moved(&s->motion, r->centre);
    double range = r->radius + s->margin + s->hitting->bulge + d->bulge, behind = d->reach < HUGE_VAL ? d->reach : 0;
    s->hits->effort.runs++;
    double x = fmax(d->lo.x - c.x, c.x - d->hi.x), y = fmax(d->lo.y - c.y, c.y - d->hi.y);
    if (fmax(x, y) > range + behind) {
        s->places.dip = -HUGE_VAL;
        return false;
    }
    contact_curve_near near = contact_plane_curve_near(d, c, &s->hits->effort);
    if (near.distance > range || near.distance < -d->reach - r->radius) {
        s->places.dip = -HUGE_VAL;
        return false;
    }
    if (r->corners || r->spread >= 0.5 * M_PI) return true;
    return contact_plane_curve_faces(d, c, fabs(near.distance) + 2 * r->radius + d->bulge,
                                     vec2_scale(-1, contact_plane_turned(&s->motion, r->axis)), r->spread,
                                     &s->hits->effort);
}

static void search(curve_sweep *s) {
    const contact_plane_curve *c = s->hitting;
    s->node = -1;
    s->places.dip = HUGE_VAL;
    for (int k = 0; k < c->runs;) {
        const contact_curve_run *r = &c->run[k];
        if (!may_hit(s, r)) {
            k = r->skip;
            continue;
        }
        for (int i = r->first; r->count <= CURVE_LEAF && i < r->first + r->count; i++) test_segment(s, i);
        k++;
    }
    curve_places_share(&s->places, s->hits, c->closed);
}

void contact_curve_search(const contact_plane_curve *a, const contact_plane_curve *b, const contact_plane_motion *to_b,
                          double margin, contact_curve_hits *hits) {
    hits->n = hits->found = 0;
    search(&(curve_sweep){.hitting = a, .defence = b, .motion = *to_b, .margin = margin, .hits = hits});
    search(&(curve_sweep){
        .hitting = b, .defence = a, .motion = inverse(to_b), .margin = margin, .hits = hits, .back = true});
    for (int k = 0; k < hits->n; k++) {
        contact_curve_hit *h = &hits->hit[k];
        if (!h->back) continue;
        h->where = contact_plane_moved(to_b, h->where);
        h->foot = contact_plane_moved(to_b, h->foot);
        h->normal = vec2_scale(-1, contact_plane_turned(to_b, h->normal));
    }
}
