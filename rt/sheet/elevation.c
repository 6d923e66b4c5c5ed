// SPDX-License-Identifier: MIT
// The side elevation.
#include "rt/sheet/plan.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

// From the hawse to the anchor in the horizontal plane, unit; along the chain's links where the anchor is under the
// hawse.
static vec3 toward_anchor(const dyn_snapshot_watch *w) {
    vec3 d = vec3_make(w->anchor.x - w->hawse.x, w->anchor.y - w->hawse.y, 0);
    return vec3_norm(d) > 0.5 ? vec3_unit(d) : vec3_make(1, 0, 0);
}

// Extent of the ship along the view: of her box's corners, from the hawse, to the right [m].
static void ship_extent(const dyn_snapshot *s, vec3 right, double *least, double *most) {
    const dyn_snapshot_watch *w = &s->watch;
    const pose ship = dyn_snapshot_ship_pose(&s->ship);
    const double middle = vec3_dot(vec3_sub(w->midship, w->hawse), right),
                 half = 0.5 * (w->length_m * fabs(vec3_dot(mat3_column(&ship.r, 0), right)) +
                               w->beam_m * fabs(vec3_dot(mat3_column(&ship.r, 1), right)));
    *least = middle - half, *most = middle + half;
}

static const double deck_m = 3;   // of the drawn deck above the hawse
static const double texts = 24;   // under the bottom, for texts [points]
static const double behind = 0.3; // of the view's width for the ship abaft the hawse

plan_map elevation_map_of(const dyn_snapshot_watch *w, sketch_area a) {
    const vec3 u = toward_anchor(w), right = vec3_scale(-1, u);
    const double low = fmin(plan_bottom(w, w->anchor), plan_bottom(w, w->hawse)), top = w->hawse.z + deck_m,
                 wide = 10 * ceil(0.11 * w->distance_m + 1) / (1 - behind), room = a.height - texts,
                 scale = fmin(a.width / wide, room / (10 * ceil(0.1 * (top - low))));
    return (plan_map){.scale = scale,
                      .at = {a.x + a.width * (1 - behind), a.y + 0.5 * (room + scale * (top + low))},
                      .origin = vec3_make(w->hawse.x, w->hawse.y, 0),
                      .right = right,
                      .up = {0, 0, 1}};
}

static sketch_point at_height(const plan_map *m, double right, double z) {
    return (sketch_point){m->at.x + m->scale * right, m->at.y - m->scale * z};
}

static void draw_water(const sketch *k, const plan_map *m, const dyn_snapshot_watch *w) {
    const double left = (k->area.x - m->at.x) / m->scale, right = left + k->area.width / m->scale;
    const vec3 at[2] = {vec3_madd(m->origin, left, m->right), vec3_madd(m->origin, right, m->right)};
    sketch_dashes(k, at_height(m, left, 0), at_height(m, right, 0), 6, 1.5, SKETCH_DIM);
    sketch_line(k, at_height(m, left, plan_bottom(w, at[0])), at_height(m, right, plan_bottom(w, at[1])), 1.5,
                SKETCH_DIM);
}

static void draw_hull(const sketch *k, const plan_map *m, const dyn_snapshot *s) {
    const dyn_snapshot_watch *w = &s->watch;
    double left, right, deck = w->hawse.z + deck_m, keel = -w->draught_m;
    if (w->length_m == 0) return;
    ship_extent(s, m->right, &left, &right);
    const double rake = fmin(0.1 * w->length_m, 0.5 * (right - left)), foot = left + rake;
    sketch_line(k, at_height(m, left, deck), at_height(m, foot, keel), 1.5, SKETCH_BRIGHT);
    sketch_line(k, at_height(m, foot, keel), at_height(m, right, keel), 1.5, SKETCH_BRIGHT);
    sketch_line(k, at_height(m, left, deck), at_height(m, right, deck), 1.5, SKETCH_BRIGHT);
    sketch_line(k, at_height(m, right, keel), at_height(m, right, deck), 1.5, SKETCH_BRIGHT);
}

static void draw_chain(const sketch *k, const plan_map *m, const dyn_snapshot *s) {
    int n = plan_links(s);
    for (int i = 0; i + 1 < n; i++)
        sketch_line(k, plan_place(m, plan_link(s, i)), plan_place(m, plan_link(s, i + 1)), 1.5, SKETCH_CHAIN);
    if (n == 0) return;
    sketch_line(k, plan_place(m, plan_link(s, n - 1)), plan_place(m, s->watch.hawse), 1.5, SKETCH_CHAIN);
    sketch_line(k, plan_place(m, s->watch.anchor), plan_place(m, plan_link(s, 0)), 2, SKETCH_DIM); // the shank
}

// From the bridge: the chain's lead, down to the surface of the water.
static void draw_chain_in_sight(const sketch *k, const plan_map *m, const dyn_snapshot_watch *w) {
    if (isnan(w->lead_rad) || !(sin(w->lead_rad) > 0)) return;
    const double way = w->hawse.z / tan(w->lead_rad), most = fmin(way, w->outboard_m);
    sketch_line(k, at_height(m, 0, w->hawse.z), at_height(m, -most, w->hawse.z * (1 - most / way)), 1.5, SKETCH_CHAIN);
}

// Upright line between two heights with ends, and its length beside it.
static void draw_height(sketch *k, const plan_map *m, double right, double low, double high, const char *text) {
    const sketch_point a = at_height(m, right, low), b = at_height(m, right, high);
    sketch_line(k, a, b, 1, SKETCH_DIM);
    sketch_line(k, (sketch_point){a.x - 3, a.y}, (sketch_point){a.x + 3, a.y}, 1, SKETCH_DIM);
    sketch_line(k, (sketch_point){b.x - 3, b.y}, (sketch_point){b.x + 3, b.y}, 1, SKETCH_DIM);
    sketch_text(k, (sketch_point){a.x + 5, 0.5 * (a.y + b.y - k->canvas->line_height)}, 0, SKETCH_BRIGHT, text);
}

static void draw_depths(sketch *k, const plan_map *m, const dyn_snapshot *s) {
    char text[40];
    const dyn_snapshot_watch *w = &s->watch;
    const double left = (k->area.x + 10 - m->at.x) / m->scale,
                 right = (k->area.x + k->area.width - 80 - m->at.x) / m->scale,
                 depth = plan_bottom(w, vec3_madd(m->origin, left, m->right)),
                 under = plan_bottom(w, vec3_madd(m->origin, right, m->right));
    snprintf(text, sizeof text, "%.1f m", -depth);
    draw_height(k, m, left, depth, 0, text);
    if (w->draught_m == 0) return;
    snprintf(text, sizeof text, "UKC %.1f m",
             s->ship.conning.known > 0 ? s->ship.conning.under_keel_m : -w->draught_m - under);
    draw_height(k, m, right, under, -w->draught_m, text);
}

// Touchdown and anchor, each with its text under the bottom.
static void draw_ground(sketch *k, const plan_map *m, const dyn_snapshot_watch *w) {
    char text[48];
    const sketch_point anchor = plan_place(m, w->anchor), touch = plan_place(m, w->touchdown);
    sketch_cross(k, anchor, 4, 2, w->drags ? SKETCH_BAD : SKETCH_WARN);
    if (isnan(w->touchdown.x)) return;
    sketch_square(k, touch, 2.5, SKETCH_GOOD);
    snprintf(text, sizeof text, "touchdown, %.0f m on the bottom", w->on_bottom_m);
    sketch_text(k, (sketch_point){touch.x, fmax(touch.y, anchor.y) + 6}, 0.5, SKETCH_GOOD, text);
}

static void draw_lead(sketch *k, const plan_map *m, const dyn_snapshot_watch *w) {
    char text[40];
    const sketch_point at = plan_place(m, w->hawse);
    if (isnan(w->lead_rad)) return;
    snprintf(text, sizeof text, "lead %.0f\xc2\xb0", w->lead_rad * 180 / pi);
    sketch_text(k, (sketch_point){at.x - 8, at.y - k->canvas->line_height - 2}, 1, SKETCH_BRIGHT, text);
}

void elevation_draw(const dyn_snapshot *s, const dyn_snapshot_watch *w, sketch_area a, const sketch_canvas *c) {
    if (w->state == DYN_WATCH_OFF) return;
    sketch k = {.canvas = c, .area = a};
    const plan_map m = elevation_map_of(w, a);
    draw_water(&k, &m, w);
    draw_hull(&k, &m, s);
    if (plan_sees_anchor(w))
        draw_chain(&k, &m, s);
    else
        draw_chain_in_sight(&k, &m, w);
    draw_depths(&k, &m, s);
    draw_ground(&k, &m, w);
    draw_lead(&k, &m, w);
    sketch_scale_bar(&k, m.scale, true);
    sketch_finish(&k);
}
