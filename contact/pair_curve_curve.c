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

#define LEVEL 1e-9      // least change of the slope of depth from node to node: less is a flat on a flat [rad]
#define DEEPEST 1e-6    // slope of depth at the deepest place; more: no such place, the nearest flank changes there
#define NEGLIGIBLE 1e-3 // of a place's depth: it does not stand out
#define PARTS 4         // of a segment along which the contours nearly follow each other
#define REFINEMENTS 40  // of the deepest place

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
    struct {
        double depth, before; // least depth on the way from the place before
        int hit;              // -1: the first direction has it
    } place[CONTACT_CURVE_HITS];
    int places;
    double dip; // least depth since the last place
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

// Keeps the deepest where they do not all fit; of equally deep ones the first. Its place among them.
static int keep(contact_curve_hits *hits, contact_curve_hit hit) {
    int least = hits->n;
    hits->found++;
    if (hits->n < CONTACT_CURVE_HITS) {
        hits->n++;
    } else {
        for (int k = least = 0; k < hits->n; k++)
            if (hits->hit[k].depth <= hits->hit[least].depth) least = k;
        if (!(hit.depth > hits->hit[least].depth)) return -1;
    }
    hits->hit[least] = hit;
    return least;
}

static void add(sweep *s, vec2 where, const contact_curve_near *near, int segment, int corner) {
    int kept = -1;
    if (corner >= 0 || !known(s, segment, near->segment))
        kept = keep(s->hits, (contact_curve_hit){.where = where,
                                                 .foot = near->foot,
                                                 .normal = near->normal,
                                                 .depth = -near->distance,
                                                 .on_hitting = segment,
                                                 .on_defence = near->segment,
                                                 .corner = corner,
                                                 .back = s->back});
    if (s->places == CONTACT_CURVE_HITS) return;
    s->place[s->places].depth = -near->distance;
    s->place[s->places].before = s->dip;
    s->place[s->places++].hit = kept;
    s->dip = HUGE_VAL;
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

// A part of a segment, and the slope of the depth at its ends.
typedef struct part {
    double from, to, rise, fall;
} part;

// The deepest place of a part in which the depth rises at first and falls in the end (Illinois' regula falsi).
static void refine(sweep *s, int segment, part p) {
    const contact_curve_segment *g = &s->hitting->segment[segment];
    double t = p.from, f = p.rise;
    contact_curve_near near = s->at;
    vec2 where = {0, 0};
    int side = 0;
    for (int k = 0; k < REFINEMENTS; k++) {
        t = (p.from * -p.fall + p.to * p.rise) / (p.rise - p.fall);
        near = look(s, contact_curve_point(g, t), &where);
        f = depth_slope(s, &near, contact_curve_normal(g, t));
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
    if (straight(g) && straight(&s->defence->segment[near.segment])) return;
    bool at_corner = near.vertex >= 0 && s->defence->vertex[near.vertex] == CONTACT_VERTEX_CORNER;
    if (near.none || at_corner || fabs(f) > DEEPEST || !(-near.distance > -s->margin)) return;
    add(s, where, &near, segment, -1);
}

// A node, looked up once where the next segment begins at it.
static contact_curve_near node_at(sweep *s, int v, vec2 *where) {
    vec2 point = contact_curve_vertex(s->hitting, v);
    *where = moved(&s->motion, point);
    if (s->node != v) s->at = look(s, point, where);
    s->node = v;
    return s->at;
}

static void test_part(sweep *s, int segment, part p) {
    if (p.rise > 0 && p.fall <= 0 && p.rise - p.fall > LEVEL) refine(s, segment, p);
}

// A segment along which the two contours nearly follow each other may have its deepest place anywhere: looked at in
// parts. Elsewhere the slope of the depth does not change its sign twice, for that takes a turn of the normals.
static void test_parts(sweep *s, int i, const contact_curve_near *a, const contact_curve_near *b, part whole) {
    const contact_curve_segment *g = &s->hitting->segment[i];
    double turn = fabs(g->slope[0]) + fabs(g->slope[1]) + fabs(vec2_cross(a->normal, b->normal));
    if (fmin(fabs(whole.rise), fabs(whole.fall)) > turn || turn < LEVEL) {
        test_part(s, i, whole);
        return;
    }
    part p = whole;
    for (int k = 1; k <= PARTS; k++, p.from = p.to, p.rise = p.fall) {
        vec2 where;
        p.to = (double)k / PARTS, p.fall = whole.fall;
        if (k < PARTS) {
            contact_curve_near near = look(s, contact_curve_point(g, p.to), &where);
            p.fall = depth_slope(s, &near, contact_curve_normal(g, p.to));
            s->dip = fmin(s->dip, -near.distance);
        }
        test_part(s, i, p);
    }
}

static void test_segment(sweep *s, int i) {
    const contact_plane_curve *c = s->hitting;
    const contact_curve_segment *g = &c->segment[i];
    vec2 first, last;
    contact_curve_near a = node_at(s, i, &first);
    test_corner(s, i, first, &a);
    contact_curve_near b = node_at(s, (i + 1) % c->points, &last);
    bool flat = straight(g) && straight(&s->defence->segment[a.segment]); // both ends of a flat bear
    s->dip = fmin(s->dip, flat || a.none || b.none ? -HUGE_VAL : fmin(-a.distance, -b.distance));
    double range = s->margin + g->bulge + s->defence->bulge;
    if ((a.none || a.distance > range) && (b.none || b.distance > range)) return;
    test_parts(s, i, &a, &b,
               (part){0, 1, depth_slope(s, &a, contact_curve_end_normal(c, i, false)),
                      depth_slope(s, &b, contact_curve_end_normal(c, i, true))});
}

// Whether the run may have a hit: it comes near enough, and it has corners, or some part of the defence body that is
// near enough to be nearest faces it.
static bool may_hit(sweep *s, const contact_curve_run *r) {
    const contact_plane_curve *d = s->defence;
    vec2 c = moved(&s->motion, r->centre);
    double range = r->radius + s->margin + s->hitting->bulge + d->bulge, behind = d->reach < HUGE_VAL ? d->reach : 0;
    s->hits->effort.runs++;
    double x = fmax(d->lo.x - c.x, c.x - d->hi.x), y = fmax(d->lo.y - c.y, c.y - d->hi.y);
    if (fmax(x, y) > range + behind) {
        s->dip = -HUGE_VAL;
        return false;
    }
    contact_curve_near near = contact_plane_curve_near(d, c, &s->hits->effort);
    if (near.distance > range || near.distance < -d->reach - r->radius) {
        s->dip = -HUGE_VAL;
        return false;
    }
    if (r->corners || r->spread >= 0.5 * M_PI) return true;
    return contact_plane_curve_faces(d, c, fabs(near.distance) + 2 * r->radius + d->bulge,
                                     vec2_scale(-1, turned(&s->motion, r->axis)), r->spread, &s->hits->effort);
}

// The least depth on the way from place j to the next deeper one, forward or back; -infinity where there is none.
static double saddle(const sweep *s, int j, bool forward) {
    double least = HUGE_VAL;
    for (int n = 1, i = j; n < s->places; n++) {
        int next = (i + (forward ? 1 : s->places - 1)) % s->places;
        least = fmin(least, s->place[forward ? next : i].before);
        if (s->place[next].depth > s->place[j].depth || (s->place[next].depth == s->place[j].depth && next < j))
            return least;
        i = next;
    }
    return -HUGE_VAL;
}

// Where the contours follow each other closely, one contact may have several deepest places, and how many is a matter
// of the segments. All but the deepest of each such row count by how much they stand out: their depth below the least
// on the way to a deeper one, so that none jumps as they part or merge.
static void share_depth(sweep *s) {
    if (s->places < 2 || s->hits->found > CONTACT_CURVE_HITS) return;
    s->place[0].before = s->hitting->closed ? fmin(s->place[0].before, s->dip) : -HUGE_VAL;
    for (int j = 0; j < s->places; j++) {
        int hit = s->place[j].hit;
        if (hit >= 0) s->hits->hit[hit].depth -= fmax(0, fmax(saddle(s, j, true), saddle(s, j, false)));
    }
    int n = 0, from = 0;
    for (int k = 0; k < s->hits->n; k++) { // without those that do not stand out
        while (from < s->places && s->place[from].hit < k) from++;
        bool mine = from < s->places && s->place[from].hit == k;
        if (mine && s->place[from].depth > 0 && s->hits->hit[k].depth < NEGLIGIBLE * s->place[from].depth) continue;
        s->hits->hit[n++] = s->hits->hit[k];
    }
    s->hits->found -= s->hits->n - n;
    s->hits->n = n;
}

static void search(sweep *s) {
    const contact_plane_curve *c = s->hitting;
    s->node = -1;
    s->dip = HUGE_VAL;
    for (int k = 0; k < c->runs;) {
        const contact_curve_run *r = &c->run[k];
        if (!may_hit(s, r)) {
            k = r->skip;
            continue;
        }
        for (int i = r->first; r->count <= CURVE_LEAF && i < r->first + r->count; i++) test_segment(s, i);
        k++;
    }
    share_depth(s);
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
