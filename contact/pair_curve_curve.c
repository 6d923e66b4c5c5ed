// SPDX-License-Identifier: MIT
// Curve against curve (Roh et al. 2000): the nodes of one body's contour are looked for in the sectors of the other's,
// then the other way round, so that a corner of the defence body between two nodes is not missed. A hit is
// - a corner, or the end of a straight stretch, that is in the other's material: one each, so that a flat rests on two;
// - on a curved stretch, or where a curved one of the other presses on it, the place that is deepest: between the two
//   nodes where the depth rises from the one and falls to the other, found by regula falsi, so that depth and place do
//   not depend on where the nodes are.
// The depth is the distance to the other contour's nearest point; near a notch of it that may be the notch itself,
// and the normal turns from one flank's to the other's.
#include "contact/pair_curve.h"

#define LEVEL 1e-9     // least change of the slope of depth from node to node: less is a flat on a flat [rad]
#define DEEPEST 1e-6   // slope of depth at the deepest place; more: no such place, the nearest flank changes there
#define REFINEMENTS 40 // of the deepest place

static contact_plane_motion motion_of(const pose *from, const pose *to) {
    contact_plane_motion m = {.p = {0, 0}};
    vec3 p = pose_point_inverse(to, from->p), x = mat3_tmul(&to->r, mat3_column(&from->r, 0)),
         y = mat3_tmul(&to->r, mat3_column(&from->r, 1));
    m.p = (vec2){p.x, p.y};
    m.x = (vec2){x.x, x.y};
    m.y = (vec2){y.x, y.y};
    return m;
}

static vec2 turned(const contact_plane_motion *m, vec2 v) {
    return vec2_add(vec2_scale(v.x, m->x), vec2_scale(v.y, m->y));
}
static vec2 moved(const contact_plane_motion *m, vec2 v) { return vec2_add(m->p, turned(m, v)); }

static contact_plane_motion inverse(const contact_plane_motion *m) {
    contact_plane_motion i = {.x = {m->x.x, m->y.x}, .y = {m->x.y, m->y.y}};
    i.p = vec2_scale(-1, turned(&i, m->p));
    return i;
}

// One direction of the search.
typedef struct sweep {
    const contact_plane_curve *hitting, *defence;
    contact_plane_motion motion; // hitting to defence
    double margin;
    contact_curve_hits *hits;
    bool back; // the second direction
    int node;  // whose place `at` tells; -1: none
    contact_curve_near at;
} sweep;

// A node in the sectors of the defence body.
static contact_curve_near look(sweep *s, vec2 node, vec2 *where) {
    *where = moved(&s->motion, node);
    s->hits->effort.nodes++;
    return contact_plane_curve_near(s->defence, *where, &s->hits->effort);
}

// Slope of the depth along the hitting contour, at a point with this outward normal.
static double depth_slope(const sweep *s, const contact_curve_near *near, vec2 normal) {
    vec2 along = {-normal.y, normal.x}; // of travel, in the frame of the hitting body
    return -vec2_dot(near->normal, turned(&s->motion, along));
}

static bool next_to(const contact_plane_curve *c, int i, int j) {
    int d = i < j ? j - i : i - j;
    return d <= 1 || (c->closed && d == c->n - 1);
}

// The first direction has found this place already: the same segments are nearest to each other, or their neighbours.
static bool known(const sweep *s, int on_hitting, int on_defence) {
    for (int k = 0; s->back && k < s->hits->n; k++) {
        const contact_curve_hit *h = &s->hits->hit[k];
        if (!h->back && h->corner < 0 && next_to(s->defence, h->on_hitting, on_defence) &&
            next_to(s->hitting, h->on_defence, on_hitting))
            return true;
    }
    return false;
}

// Keeps the deepest where they do not all fit; of equally deep ones the first.
static void keep(contact_curve_hits *hits, contact_curve_hit hit) {
    hits->found++;
    if (hits->n < CONTACT_CURVE_HITS) {
        hits->hit[hits->n++] = hit;
        return;
    }
    int least = 0;
    for (int k = 1; k < hits->n; k++)
        if (hits->hit[k].depth <= hits->hit[least].depth) least = k;
    if (hit.depth > hits->hit[least].depth) hits->hit[least] = hit;
}

static void add(sweep *s, vec2 where, const contact_curve_near *near, int segment, int corner) {
    keep(s->hits, (contact_curve_hit){.where = where,
                                      .foot = near->foot,
                                      .normal = near->normal,
                                      .depth = -near->distance,
                                      .on_hitting = segment,
                                      .on_defence = near->segment,
                                      .corner = corner,
                                      .back = s->back});
}

static bool straight(const contact_curve_segment *g) { return g->slope[0] == 0 && g->slope[1] == 0; }

// Whether the depth does not rise from a point into the segment beside it, which begins (step 1) or ends (-1) there; or
// it does, but flat lies on flat: then both ends bear. Nowhere a place is told twice: with a slope of zero it belongs
// to the segment before.
static bool bears(const sweep *s, const contact_curve_near *near, int beside, int step) {
    if (straight(&s->hitting->segment[beside]) && straight(&s->defence->segment[near->segment])) return true;
    double slope = depth_slope(s, near, contact_curve_end_normal(s->hitting, beside, step < 0));
    return step < 0 ? slope > 0 : slope <= 0;
}

// A corner, or the end of a straight stretch. On a side where the depth rises the deepest place there stands for both.
static void test_corner(sweep *s, int v, vec2 where, const contact_curve_near *near) {
    const contact_plane_curve *c = s->hitting;
    int kind = c->vertex[v];
    if (kind != CONTACT_VERTEX_CORNER && kind != CONTACT_VERTEX_FLAT_END) return;
    if (near->none || !(-near->distance > -s->margin)) return;
    // two corners outside of each other are near each other once
    if (s->back && near->vertex >= 0 && s->defence->vertex[near->vertex] == CONTACT_VERTEX_CORNER) return;
    if (bears(s, near, (v + c->n - 1) % c->n, -1) && bears(s, near, v, 1)) add(s, where, near, v, v);
}

// The deepest place of a segment in which the depth rises at first and falls in the end (Illinois' regula falsi).
static void refine(sweep *s, int segment, double rise, double fall) {
    const contact_curve_segment *g = &s->hitting->segment[segment];
    double low = 0, high = 1, t = 0, f = rise;
    contact_curve_near near = s->at;
    vec2 where = {0, 0};
    int side = 0;
    for (int k = 0; k < REFINEMENTS; k++) {
        t = rise > fall ? (low * -fall + high * rise) / (rise - fall) : 0.5 * (low + high);
        near = look(s, contact_curve_point(g, t), &where);
        f = depth_slope(s, &near, contact_curve_normal(g, t));
        if (fabs(f) < 1e-14 || high - low < 1e-14) break;
        if (f > 0) {
            low = t, rise = f;
            if (side > 0) fall *= 0.5;
            side = 1;
        } else {
            high = t, fall = f;
            if (side < 0) rise *= 0.5;
            side = -1;
        }
    }
    if (straight(g) && straight(&s->defence->segment[near.segment])) return;
    bool at_corner = near.vertex >= 0 && s->defence->vertex[near.vertex] == CONTACT_VERTEX_CORNER;
    if (near.none || at_corner || fabs(f) > DEEPEST || !(-near.distance > -s->margin)) return;
    if (!known(s, segment, near.segment)) add(s, where, &near, segment, -1);
}

// A node, looked up once where the next segment begins at it.
static contact_curve_near node_at(sweep *s, int v, vec2 *where) {
    vec2 point = contact_curve_vertex(s->hitting, v);
    *where = moved(&s->motion, point);
    if (s->node != v) s->at = look(s, point, where);
    s->node = v;
    return s->at;
}

static void test_segment(sweep *s, int i) {
    const contact_plane_curve *c = s->hitting;
    const contact_curve_segment *g = &c->segment[i];
    vec2 first, last;
    contact_curve_near a = node_at(s, i, &first);
    test_corner(s, i, first, &a);
    contact_curve_near b = node_at(s, (i + 1) % c->points, &last);
    double range = s->margin + curve_segment_bulge(g) + s->defence->bulge;
    if ((a.none || a.distance > range) && (b.none || b.distance > range)) return;
    double rise = depth_slope(s, &a, contact_curve_end_normal(c, i, false)),
           fall = depth_slope(s, &b, contact_curve_end_normal(c, i, true));
    if (rise > 0 && fall <= 0 && rise - fall > LEVEL) refine(s, i, rise, fall);
}

// Whether the run may have a hit: it comes near enough, and it has corners, or some part of the defence body that is
// near enough to be nearest faces it.
static bool may_hit(sweep *s, const contact_curve_run *r) {
    const contact_plane_curve *d = s->defence;
    vec2 c = moved(&s->motion, r->centre);
    double range = r->radius + s->margin + s->hitting->bulge + d->bulge, behind = d->reach < HUGE_VAL ? d->reach : 0;
    s->hits->effort.runs++;
    double x = fmax(d->lo.x - c.x, c.x - d->hi.x), y = fmax(d->lo.y - c.y, c.y - d->hi.y);
    if (fmax(x, y) > range + behind) return false;
    contact_curve_near near = contact_plane_curve_near(d, c, &s->hits->effort);
    if (near.distance > range || near.distance < -d->reach - r->radius) return false;
    if (r->corners || r->spread >= 0.5 * M_PI) return true;
    return contact_plane_curve_faces(d, c, fabs(near.distance) + 2 * r->radius + d->bulge,
                                     vec2_scale(-1, turned(&s->motion, r->axis)), r->spread, &s->hits->effort);
}

static void search(sweep *s) {
    const contact_plane_curve *c = s->hitting;
    s->node = -1;
    for (int k = 0; k < c->runs;) {
        const contact_curve_run *r = &c->run[k];
        if (!may_hit(s, r)) {
            k = r->skip;
            continue;
        }
        for (int i = r->first; r->count <= CURVE_LEAF && i < r->first + r->count; i++) test_segment(s, i);
        k++;
    }
}

void contact_curve_search(const contact_plane_curve *a, const contact_plane_curve *b, const contact_plane_motion *to_b,
                          double margin, contact_curve_hits *hits) {
    hits->n = hits->found = 0;
    search(&(sweep){.hitting = a, .defence = b, .motion = *to_b, .margin = margin, .hits = hits});
    search(&(sweep){.hitting = b, .defence = a, .motion = inverse(to_b), .margin = margin, .hits = hits, .back = true});
    for (int k = 0; k < hits->n; k++) {
        contact_curve_hit *h = &hits->hit[k];
        if (!h->back) continue;
        h->where = moved(to_b, h->where);
        h->foot = moved(to_b, h->foot);
        h->normal = vec2_scale(-1, turned(to_b, h->normal));
    }
}

int contact_curve_curve(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                        double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)m, (void)work;
    contact_curve_hits hits = {.n = 0};
    contact_plane_motion to_b = motion_of(at_a, at_b);
    contact_curve_search(a->curve, b->curve, &to_b, margin, &hits);
    for (int k = 0; k < hits.n; k++) { // deepest first, by insertion
        const contact_curve_hit *h = &hits.hit[k];
        vec2 middle = vec2_scale(0.5, vec2_add(h->where, h->foot));
        contact_hit out = {.point = pose_point(at_b, vec3_make(middle.x, middle.y, 0)),
                           .normal = mat3_mul(&at_b->r, vec3_make(h->normal.x, h->normal.y, 0)),
                           .depth = h->depth,
                           .feature = h->corner < 0 ? 0
                                      : h->back     ? -1 - (int64_t)h->corner
                                                    : 1 + (int64_t)h->corner};
        int n = k < most ? k : most, i = n;
        while (i > 0 && hit[i - 1].depth < out.depth) i--;
        for (int j = n < most ? n : most - 1; j > i; j--) hit[j] = hit[j - 1];
        if (i < most) hit[i] = out;
    }
    return hits.found;
}
