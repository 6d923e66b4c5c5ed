// SPDX-License-Identifier: MIT
#include "rt/sheet/sheet.h"
#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846, shackle = 27.5; // shackle: length of chain, ISO 1704 [m]

enum { LINES = 4, TEXT = 64 };

// A value that fits its text; 0 where it is unknown.
static double shown(double v) { return isnan(v) ? 0 : fmin(fmax(v, -9999), 9999); }

watch_sheet watch_sheet_lay_out(sketch_area w, double line) {
    const double pad = 6, top = LINES * line + 2 * pad, rest = w.height - top, low = fmin(0.36 * rest, 0.5 * w.width);
    return (watch_sheet){.readings = {w.x + pad, w.y + pad, w.width - 2 * pad, LINES * line},
                         .plan = {w.x + pad, w.y + top, w.width - 2 * pad, rest - low - pad},
                         .elevation = {w.x + pad, w.y + w.height - low, w.width - 2 * pad, low - pad}};
}

static const char *state_words(const dyn_snapshot_watch *w, sketch_ink *ink) {
    static const char *const name[] = {"", "LAYING OUT", "BROUGHT UP", "WEIGHING"};
    *ink = w->outside ? SKETCH_BAD : w->state == DYN_WATCH_BROUGHT_UP ? SKETCH_GOOD : SKETCH_BRIGHT;
    return w->outside ? "OUTSIDE ALARM CIRCLE" : name[w->state];
}

// A line of the readings: its left and its right half.
static void write_line(sketch *k, int line, sketch_ink left_ink, const char *left, sketch_ink right_ink,
                       const char *right) {
    const double y = k->area.y + line * k->canvas->line_height;
    sketch_text(k, (sketch_point){k->area.x, y}, 0, left_ink, left);
    sketch_text(k, (sketch_point){k->area.x + k->area.width, y}, 1, right_ink, right);
}

static void write_bearing(const dyn_snapshot_watch *w, char text[TEXT]) {
    const double deg = shown(w->bearing_rad * 180 / pi), distance = shown(w->distance_m);
    if (distance < 1)
        snprintf(text, TEXT, "anchor under the hawse");
    else
        snprintf(text, TEXT, "%s %03.0f\xc2\xb0  %.0f m", plan_sees_anchor(w) ? "anchor" : "reckoned",
                 fmod(round(deg), 360), distance);
}

static void write_readings(sketch *k, const dyn_snapshot_watch *w) {
    char left[TEXT], right[TEXT];
    sketch_ink ink;
    const char *state = state_words(w, &ink);
    snprintf(left, sizeof left, "ANCHOR WATCH  %s", state);
    write_line(k, 0, ink, left, SKETCH_BRIGHT, "");
    write_bearing(w, left);
    snprintf(right, sizeof right, "chain outboard %.0f m  %.1f sh", shown(w->outboard_m),
             shown(w->outboard_m) / shackle);
    write_line(k, 1, SKETCH_BRIGHT, left, SKETCH_BRIGHT, right);
    snprintf(left, sizeof left, "antenna %.0f m off, alarm %.0f m", shown(w->off_m), shown(w->limit_m));
    snprintf(right, sizeof right, "scope %.0f m", shown(w->scope_m));
    write_line(k, 2, w->outside ? SKETCH_BAD : SKETCH_BRIGHT, left, SKETCH_BRIGHT, right);
    snprintf(left, sizeof left, "circles by chain and depth");
    if (plan_sees_anchor(w)) snprintf(left, sizeof left, "anchor dragged %.1f m", shown(w->dragged_m));
    snprintf(right, sizeof right, "swing radius %.0f m", shown(w->swing_m));
    write_line(k, 3, w->drags ? SKETCH_BAD : plan_sees_anchor(w) ? SKETCH_BRIGHT : SKETCH_DIM, left, SKETCH_DIM, right);
}

void watch_sheet_draw(const dyn_snapshot *s, bool bridge, sketch_area whole, const sketch_canvas *c) {
    if (s->watch.state == DYN_WATCH_OFF) return;
    const dyn_snapshot_watch w = bridge ? plan_bridge_watch(&s->watch) : s->watch;
    const watch_sheet l = watch_sheet_lay_out(whole, c->line_height);
    sketch k = {.canvas = c, .area = l.readings};
    write_readings(&k, &w);
    sketch_finish(&k);
    plan_draw(s, &w, l.plan, c);
    elevation_draw(s, &w, l.elevation, c);
}
