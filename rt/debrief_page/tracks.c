// SPDX-License-Identifier: MIT
// Tracks of anchor and ship in plan, where the recording has them.
#include "rt/debrief_page/private.h"
#include "rt/plot/plot.h"
#include <math.h>

enum { WIDTH = 960, HEIGHT = 460, MARGIN = 36, STEPS = 400 };

// Places in the world over time (rows): a place at the origin itself is none.
typedef struct track {
    const double *x, *y;
} track;

// Map of the world to the drawing: north up where it is known.
typedef struct map {
    double left, low, scale; // least easting and northing [m]; px a metre
    double sin, cos;         // of the bearing of the world's x axis from north
} map;

typedef struct place {
    double east, north; // [m]
} place;

static bool is_there(const track *k, size_t i) {
    return k->x && k->y && isfinite(k->x[i]) && isfinite(k->y[i]) && (k->x[i] != 0 || k->y[i] != 0);
}

// As rt/sheet/plan.c: right = (sin n, -cos n), up = (cos n, sin n).
static place place_of(const map *m, const track *k, size_t i) {
    return (place){k->x[i] * m->sin - k->y[i] * m->cos, k->x[i] * m->cos + k->y[i] * m->sin};
}

static double px(const map *m, place p) { return MARGIN + m->scale * (p.east - m->left); }
static double py(const map *m, place p) { return HEIGHT - MARGIN - m->scale * (p.north - m->low); }

// Whether the watch has the ship's place for a tenth of the run or more: less is no track.
static bool is_long(const track *k, size_t rows) {
    size_t there = 0;
    for (size_t i = 0; i < rows; i++) there += is_there(k, i);
    return there > 0 && 10 * there >= rows;
}

// Fits all places into the drawing. False: there is none.
static bool fit(map *m, const track *all, int n, size_t rows) {
    place low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (int k = 0; k < n; k++)
        for (size_t i = 0; i < rows; i++) {
            if (!is_there(&all[k], i)) continue;
            const place p = place_of(m, &all[k], i);
            low = (place){fmin(low.east, p.east), fmin(low.north, p.north)};
            high = (place){fmax(high.east, p.east), fmax(high.north, p.north)};
        }
    if (!(high.east >= low.east)) return false;
    const double width = fmax(high.east - low.east, 1), height = fmax(high.north - low.north, 1);
    m->scale = fmin((WIDTH - 2.0 * MARGIN) / width, (HEIGHT - 2.0 * MARGIN) / height);
    m->left = 0.5 * (low.east + high.east) - 0.5 * (WIDTH - 2.0 * MARGIN) / m->scale;
    m->low = 0.5 * (low.north + high.north) - 0.5 * (HEIGHT - 2.0 * MARGIN) / m->scale;
    return true;
}

static void write_track(FILE *f, const map *m, const track *k, const debrief_record *r, const char *class,
                        const char *name) {
    const size_t each = r->rows / STEPS + 1;
    bool begun = false;
    size_t last = 0;
    fprintf(f, "<polyline class=\"%s\" points=\"", class);
    for (size_t i = 0; i < r->rows; i++) {
        if (!is_there(k, i)) continue;
        last = i;
        if (begun && i % each != 0 && i + 1 < r->rows) continue;
        const place p = place_of(m, k, i);
        fprintf(f, "%.1f,%.1f ", px(m, p), py(m, p));
        begun = true;
    }
    fputs("\"/>", f);
    if (!begun) return;
    const place p = place_of(m, k, last);
    fprintf(
        f,
        "<circle class=\"%s end\" cx=\"%.1f\" cy=\"%.1f\" r=\"5\"/><text x=\"%.1f\" y=\"%.1f\">%s at %.0f s</text>\n",
        class, px(m, p), py(m, p), px(m, p) + 8, py(m, p) + 4, name, r->t[last]);
}

static void write_losses(FILE *f, const map *m, const track *ship, const debrief_part *p) {
    const debrief_record *r = p->record;
    for (int k = p->lost - 1; k >= 0; k--) {
        size_t i = 0;
        while (i + 1 < r->rows && r->t[i + 1] <= p->item[k].t) i++;
        if (i >= r->rows || !is_there(ship, i)) continue;
        const place at = place_of(m, ship, i);
        fprintf(f,
                "<circle class=\"loss\" cx=\"%.1f\" cy=\"%.1f\" r=\"9\"/><text class=\"in\" x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"middle\">%d</text>\n",
                px(m, at), py(m, at), px(m, at), py(m, at) + 4, k + 1);
    }
}

static void write_scale(FILE *f, const map *m) {
    const plot_ticks t = plot_ticks_over(0, 150 / m->scale, 4, 0);
    fprintf(f, "<path class=\"ground\" fill=\"none\" d=\"M%d %dv5h%.1fv-5\"/><text x=\"%d\" y=\"%d\">%.4g m</text>",
            MARGIN, HEIGHT - 18, m->scale * t.step, MARGIN + 4, HEIGHT - 18, t.step);
}

void debrief_write_tracks(FILE *f, const debrief_part *p) {
    static dyn_snapshot now;
    const debrief_record *r = p->record;
    const track watched[] = {{debrief_channel(r, "antenna_x"), debrief_channel(r, "antenna_y")},
                             {debrief_channel(r, "anchor_x"), debrief_channel(r, "anchor_y")}},
                moving[] = {{debrief_channel(r, "surge"), debrief_channel(r, "sway")}, {NULL, NULL}};
    sim_snapshot(p->page->sim, &now);
    const double n = now.watch.state != DYN_WATCH_OFF ? now.watch.north_rad : 0;
    map m = {.sin = sin(n), .cos = cos(n)};
    bool from_watch = is_long(&watched[0], r->rows) && fit(&m, watched, 2, r->rows);
    const track *both = from_watch ? watched : moving;
    if (!from_watch && (r->rows == 0 || !moving[0].x || !fit(&m, moving, 1, r->rows))) return;
    fprintf(f,
            "<h2>Tracks</h2>\n<figure><svg class=\"tracks\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"tracks in "
            "plan\">\n",
            WIDTH, HEIGHT);
    write_track(f, &m, &both[0], r, "ship", "ship");
    if (from_watch) write_track(f, &m, &both[1], r, "anchor", "anchor");
    write_losses(f, &m, &both[0], p);
    write_scale(f, &m);
    fprintf(f, "</svg><figcaption>Plan, %s up, to scale%s. Numbers: the lost items.</figcaption></figure>\n",
            from_watch ? "north" : "the ship's heading at the start",
            from_watch ? "; from the moment that the anchor lies on the bottom; the ship by her antenna" : "");
}
