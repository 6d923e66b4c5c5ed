// SPDX-License-Identifier: MIT
// Sphere against curve. In the curve's plane the sphere is a circle about the projection of its centre; in z it has no
// limit (a roller or pin). It touches at each local minimum of the distance between its centre and the outside of the
// contour: a pin in a slot touches both flanks. A centre in the material touches at the nearest place alone.
#include "contact/curve_pair/places.h"

#define LEVEL 1e-9 // least turn of the direction to the centre along a segment: less is an arc about the centre [rad]

typedef struct circle {
    const contact_plane_curve *c;
    vec2 x;
    double radius, margin;
    contact_curve_hits *hits;
    curve_places places;
} circle;

static void add(circle *s, vec2 foot, vec2 normal, double distance) {
    contact_curve_hit hit = {
        .where = vec2_madd(s->x, -s->radius, normal), .foot = foot, .normal = normal, .corner = -1};
    hit.depth = s->radius - distance;
    if (hit.depth > -s->margin) curve_places_add(&s->places, s->hits, &hit, false);
}

// Sine of the angle by which the centre lies ahead, along the contour, of the start or end of segment i.
static double sine_ahead(const circle *s, int i, bool end) {
    vec2 n = contact_curve_end_normal(s->c, i, end), p = contact_curve_vertex(s->c, (i + end) % s->c->points);
    vec2 away = vec2_sub(s->x, p);
    return vec2_dot(away, (vec2){-n.y, n.x}) / (vec2_norm(away) + 1e-300);
}

static void test_segment(circle *s, int i) {
    const contact_plane_curve *c = s->c;
    const contact_curve_segment *g = &c->segment[i];
    double first = sine_ahead(s, i, false), last = sine_ahead(s, i, true), t;
    vec2 away = vec2_sub(s->x, g->start);
    s->places.dip = fmin(s->places.dip, s->radius - vec2_norm(away));
    if (first > 0 && last <= 0 && first - last > LEVEL) {
        curve_segment_nearest(g, s->x, &t);
        vec2 foot = contact_curve_point(g, t), normal = contact_curve_normal(g, t);
        double distance = vec2_dot(vec2_sub(s->x, foot), normal);
        if (distance >= 0) add(s, foot, normal, distance);
    }
    if (c->vertex[i] != CONTACT_VERTEX_CORNER || first > 0) return;
    if (sine_ahead(s, (i + c->n - 1) % c->n, true) > 0 && vec2_norm(away) > 0)
        add(s, g->start, vec2_unit(away), vec2_norm(away));
}

// Whether a place of the run can face the centre and be near enough.
static bool may_touch(circle *s, const contact_curve_run *r) {
    vec2 away = vec2_sub(s->x, r->centre);
    double d = vec2_norm(away);
    if (d - r->radius > s->radius + s->margin) {
        s->places.dip = -HUGE_VAL;
        return false;
    }
    if (!(d > r->radius)) return true;
    double angle = r->spread + asin(r->radius / d) + 1e-9;
    return angle >= M_PI || vec2_dot(away, r->axis) >= d * cos(angle);
}

static void find_outside(circle *s) {
    const contact_plane_curve *c = s->c;
    for (int k = 0; k < c->runs;) {
        const contact_curve_run *r = &c->run[k];
        if (!may_touch(s, r)) {
            k = r->skip;
            continue;
        }
        for (int i = r->first; r->count <= CURVE_LEAF && i < r->first + r->count; i++) test_segment(s, i);
        k++;
    }
    curve_places_share(&s->places, s->hits, c->closed);
}

int contact_sphere_curve(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b,
                         double margin, contact_pair_memory *m, void *work, contact_hit *hit, int most) {
    (void)m, (void)work;
    const contact_plane_curve *c = b->curve;
    contact_curve_effort effort = {0};
    vec3 x = pose_point_inverse(at_b, at_a->p);
    contact_curve_hits hits = {.n = 0};
    circle s = {.c = c, .x = {x.x, x.y}, .radius = a->size.x, .margin = margin, .hits = &hits};
    s.places.dip = HUGE_VAL;
    double range = s.radius + margin + (c->reach < HUGE_VAL ? c->reach : 0);
    double u = fmax(c->lo.x - x.x, x.x - c->hi.x), v = fmax(c->lo.y - x.y, x.y - c->hi.y);
    if (fmax(u, v) > range) return 0;
    contact_curve_near near = contact_plane_curve_near(c, s.x, &effort);
    if (near.distance > s.radius + margin || near.distance < -c->reach) return 0;
    if (near.distance >= 0) find_outside(&s);
    // the centre lies inside, or in the middle of an arc, which has no local minimum
    if (hits.found == 0 && !near.none) add(&s, near.foot, near.normal, near.distance);
    return contact_curve_write_hits(&hits, at_b, hit, most);
}
