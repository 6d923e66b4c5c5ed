// SPDX-License-Identifier: MIT
#include "rt/sheet/plan.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846, knot = 1852.0 / 3600;

sketch_point plan_place(const plan_map *m, vec3 world) {
    vec3 d = vec3_sub(world, m->origin);
    return (sketch_point){m->at.x + m->scale * vec3_dot(d, m->right), m->at.y - m->scale * vec3_dot(d, m->up)};
}

int plan_links(const dyn_snapshot *s) {
    int n = 0;
    double way = 0;
    while (n < s->n_bodies && s->body[n].kind == DYN_SHOW_LINK && way < s->watch.outboard_m) {
        if (n > 0) way += vec3_norm(vec3_sub(s->body[n].pose.p, s->body[n - 1].pose.p));
        n++;
    }
    return n;
}

vec3 plan_link(const dyn_snapshot *s, int k) {
    const pose ship = dyn_snapshot_ship_pose(&s->ship);
    return pose_point(&ship, s->body[k].pose.p);
}

double plan_bottom(const dyn_snapshot_watch *w, vec3 at) {
    vec3 n = w->bottom_normal;
    return w->bottom.z - (n.x * (at.x - w->bottom.x) + n.y * (at.y - w->bottom.y)) / n.z;
}

dyn_snapshot_watch plan_bridge_watch(const dyn_snapshot_watch *w) {
    const double nan = (double)NAN, north = w->centre.x - w->hawse.x, west = w->centre.y - w->hawse.y,
                 once = fmod(w->north_rad + atan2(-west, north), 2 * pi);
    dyn_snapshot_watch b = *w;
    b.anchor = b.dropped = vec3_make(w->centre.x, w->centre.y, plan_bottom(w, w->centre));
    b.touchdown = vec3_make(nan, nan, nan);
    b.drags = 0, b.dragged_m = nan, b.on_bottom_m = 0;
    b.distance_m = hypot(north, west), b.bearing_rad = once < 0 ? once + 2 * pi : once;
    return b;
}

// Unit vectors of the ship in the horizontal plane of the world.
static void ship_axes(const dyn_snapshot *s, vec3 *ahead, vec3 *port) {
    const pose ship = dyn_snapshot_ship_pose(&s->ship);
    vec3 x = mat3_column(&ship.r, 0);
    *ahead = vec3_unit(vec3_make(x.x, x.y, 0));
    *port = vec3_make(-ahead->y, ahead->x, 0);
}

// Corners of the waterline, from the stem clockwise: parallel sides, and a bow over the last fifth.
enum { OUTLINE = 5 };
static void outline(const dyn_snapshot *s, vec3 corner[OUTLINE]) {
    static const double shape[OUTLINE][2] = {{0.5, 0}, {0.3, -0.5}, {-0.5, -0.5}, {-0.5, 0.5}, {0.3, 0.5}};
    vec3 ahead, port;
    ship_axes(s, &ahead, &port);
    for (int k = 0; k < OUTLINE; k++)
        corner[k] = vec3_madd(vec3_madd(s->watch.midship, shape[k][0] * s->watch.length_m, ahead),
                              shape[k][1] * s->watch.beam_m, port);
}

static const double label_room = 16; // over and under the circles [points]

plan_map plan_map_of(const dyn_snapshot *s, const dyn_snapshot_watch *w, sketch_area a) {
    const double n = w->north_rad;
    double half = fmax(w->limit_m, w->swing_m);
    vec3 corner[OUTLINE];
    outline(s, corner);
    for (int k = 0; k < OUTLINE; k++) half = fmax(half, hypot(corner[k].x - w->centre.x, corner[k].y - w->centre.y));
    half = fmax(half, hypot(w->anchor.x - w->centre.x, w->anchor.y - w->centre.y));
    const double room = 0.5 * fmin(a.width, a.height - 2 * label_room);
    return (plan_map){.scale = room / (10 * ceil(0.1 * half)), // in steps of 10 m: the view stands still
                      .at = {a.x + 0.5 * a.width, a.y + 0.5 * a.height},
                      .origin = w->centre,
                      .right = {sin(n), -cos(n), 0},
                      .up = {cos(n), sin(n), 0}};
}

static void draw_circles(sketch *k, const plan_map *m, const dyn_snapshot_watch *w) {
    char text[40];
    const sketch_point at = plan_place(m, w->centre);
    const double swing = w->swing_m * m->scale, limit = w->limit_m * m->scale, line = k->canvas->line_height;
    const sketch_ink ink = w->outside ? SKETCH_BAD : SKETCH_GOOD;
    sketch_dashed_circle(k, at, swing, 1, SKETCH_DIM);
    sketch_circle(k, at, limit, w->outside ? 2.5 : 1.5, ink);
    snprintf(text, sizeof text, "alarm %.0f m", w->limit_m);
    sketch_text(k, (sketch_point){at.x, at.y - fmax(swing, limit) - line}, 0.5, ink, text);
}

static void draw_track(const sketch *k, const plan_map *m, const dyn_snapshot_watch *w) {
    for (int i = 0; i + 1 < w->n_track; i++)
        sketch_line(k, plan_place(m, vec3_make((double)w->track[i][0], (double)w->track[i][1], 0)),
                    plan_place(m, vec3_make((double)w->track[i + 1][0], (double)w->track[i + 1][1], 0)), 1, SKETCH_DIM);
}

static void draw_ship(const sketch *k, const plan_map *m, const dyn_snapshot *s) {
    vec3 corner[OUTLINE];
    outline(s, corner);
    for (int i = 0; i < OUTLINE && s->watch.length_m > 0; i++)
        sketch_line(k, plan_place(m, corner[i]), plan_place(m, corner[(i + 1) % OUTLINE]), 1.5, SKETCH_BRIGHT);
    sketch_square(k, plan_place(m, s->watch.antenna), 2, SKETCH_BRIGHT);
}

static void draw_chain(const sketch *k, const plan_map *m, const dyn_snapshot *s) {
    int n = plan_links(s);
    for (int i = 0; i + 1 < n; i++)
        sketch_line(k, plan_place(m, plan_link(s, i)), plan_place(m, plan_link(s, i + 1)), 1.5, SKETCH_CHAIN);
}

// Anchor now, and where it was let go.
static void draw_anchor(const sketch *k, const plan_map *m, const dyn_snapshot_watch *w) {
    const sketch_point at = plan_place(m, w->anchor), drop = plan_place(m, w->dropped);
    sketch_circle(k, drop, 4, 1, SKETCH_DIM);
    sketch_line(k, drop, at, 1, w->drags ? SKETCH_BAD : SKETCH_DIM);
    sketch_cross(k, at, 5, 2, w->drags ? SKETCH_BAD : SKETCH_WARN);
    if (!isnan(w->touchdown.x)) sketch_square(k, plan_place(m, w->touchdown), 2.5, SKETCH_GOOD);
}

// Arrow of 30 points in a true direction, centred at a place, with its text below.
static void draw_arrow(sketch *k, sketch_point at, double direction, sketch_ink ink, const char *text) {
    const double dx = 15 * sin(direction), dy = -15 * cos(direction);
    sketch_arrow(k, (sketch_point){at.x - dx, at.y - dy}, (sketch_point){at.x + dx, at.y + dy}, 9, 2, ink);
    sketch_text(k, (sketch_point){at.x, at.y + 17}, 0.5, ink, text);
}

static void draw_directions(sketch *k, const dyn_snapshot_watch *w) {
    char text[40];
    const double x = k->area.x + k->area.width - 44, y = k->area.y + 20;
    draw_arrow(k, (sketch_point){k->area.x + 24, y}, 0, SKETCH_BRIGHT, "N");
    if (w->wind_m_s > 0) {
        snprintf(text, sizeof text, "wind %.0f kn", w->wind_m_s / knot);
        draw_arrow(k, (sketch_point){x, y}, w->wind_rad + pi, SKETCH_BRIGHT, text);
    }
    if (w->current_m_s > 0) {
        snprintf(text, sizeof text, "current %.1f kn", w->current_m_s / knot);
        draw_arrow(k, (sketch_point){x - 10, k->area.y + k->area.height - 36}, w->current_rad, SKETCH_BRIGHT, text);
    }
}

void plan_draw(const dyn_snapshot *s, const dyn_snapshot_watch *w, sketch_area a, const sketch_canvas *c) {
    if (w->state == DYN_WATCH_OFF) return;
    sketch k = {.canvas = c, .area = a};
    const plan_map m = plan_map_of(s, w, a);
    draw_circles(&k, &m, w);
    draw_track(&k, &m, w);
    draw_ship(&k, &m, s);
    if (plan_sees_anchor(w)) draw_chain(&k, &m, s);
    draw_anchor(&k, &m, w);
    draw_directions(&k, w);
    sketch_scale_bar(&k, m.scale, false);
    sketch_finish(&k);
}
