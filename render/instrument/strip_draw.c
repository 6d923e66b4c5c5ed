// SPDX-License-Identifier: MIT
#include "render/instrument/strip_draw.h"
#include <math.h>
#include <stdio.h>

enum { CHARTS = 4, TRACES = 2, MOST_COLUMNS = 400 };

static const float least_width = 150; // of a chart with its scale

// One chart: its traces, the factor to the shown unit, the smallest range, and whether zero is always in it.
typedef struct chart_kind {
    const char *title;
    strip_channel trace[TRACES];
    double factor, least;
    bool zero;
} chart_kind;

static const chart_kind kind_of[CHARTS] = {
    {"TENSION kN", {STRIP_TENSION, STRIP_ANCHOR}, 1e-3, 20, true},
    {"SPEED m/min", {STRIP_SPEED, STRIP_SPEED}, 60, 2, true},
    {"CHAIN OUT m", {STRIP_CHAIN, STRIP_CHAIN}, 1, 2, false},
    {"LEVER, BRAKE %", {STRIP_LEVER, STRIP_BRAKE}, 100, 200, true},
};

// A chart's own coordinates.
typedef struct plot {
    draw2d *g;
    const palette *c;
    area a;          // of the traces
    double t0, t1;   // [s]; multiples of a column, so a full column does not change
    double from, to; // of the scale
    int columns;
} plot;

static float height_of(const plot *p, double value) {
    return p->a.y + p->a.height * (1 - gauge_clamp((value - p->from) / (p->to - p->from), 0, 1));
}

static float place_of(const plot *p, double t) { return p->a.x + p->a.width * (float)((t - p->t0) / (p->t1 - p->t0)); }

// Draws each column's range as a bar, and a line to the last bar if at most STRIP_JOIN_S lies between. Most
// neighbouring bars meet and need no line.
static void draw_trace(const plot *p, const strip_range *column, double factor, uint32_t colour) {
    const float thick = 1.4f, enough = 0.75f * thick, step = p->a.width / (float)p->columns;
    int join = (int)ceil(STRIP_JOIN_S * p->columns / (p->t1 - p->t0)), last = -1;
    float top = 0, bottom = 0; // of the last bar
    for (int i = 0; i < p->columns; i++) {
        if (isnan(column[i].lo)) continue;
        float high = height_of(p, factor * (double)column[i].hi) - thick / 2,
              low = height_of(p, factor * (double)column[i].lo) + thick / 2;
        float x = p->a.x + step * (float)i;
        bool meets = i - last == 1 && bottom - high >= enough && low - top >= enough;
        if (last >= 0 && i - last <= join && !meets)
            draw2d_line(p->g, p->a.x + step * ((float)last + 0.5f), 0.5f * (top + bottom), x + 0.5f * step,
                        0.5f * (high + low), thick, colour);
        draw2d_rect(p->g, x, high, step, low - high, colour);
        last = i;
        top = high;
        bottom = low;
    }
}

static void draw_scale(const plot *p, double step) {
    const int span = (int)STRIP_SPAN_S;
    float cell = draw2d_cell_height(p->g, FONT_SMALL), last = p->a.y + 2 * p->a.height;
    for (int k = 0; k < 12; k++) {
        double v = p->from + k * step;
        if (v > p->to + 0.5 * step) break;
        float y = height_of(p, v);
        draw2d_rect(p->g, p->a.x, y - 0.5f, p->a.width, 1, p->c->edge);
        if (last - y < cell) continue;
        draw2d_printf(p->g, p->a.x - 5, y - cell / 2, FONT_SMALL, DRAW2D_RIGHT, p->c->dim, step < 1 ? "%.1f" : "%.0f",
                      v);
        last = y;
    }
    for (int k = 0; k <= span; k += span / 3) {
        float x = place_of(p, p->t1 - k), y = p->a.y + p->a.height;
        draw2d_rect(p->g, x - 0.5f, p->a.y, 1, p->a.height + 3, p->c->edge);
        if (k % span && p->a.width < 18 * draw2d_cell_width(p->g, FONT_SMALL)) continue;
        draw2d_align align = k == 0 ? DRAW2D_RIGHT : k == span ? DRAW2D_LEFT : DRAW2D_CENTRE;
        draw2d_printf(p->g, x, y + 3, FONT_SMALL, align, p->c->dim, k ? "-%d" : "%d s", k);
    }
}

// Draws each event as a line with a flag, each miss as a notch at the top.
static void draw_marks(const plot *p, const strip_chart *chart) {
    const uint32_t colour[STRIP_EVENTS] = {p->c->good, p->c->bad, p->c->warn, p->c->mark};
    for (int i = 0; i < chart->n_marks; i++) {
        const strip_mark *m = &chart->mark[(chart->first_mark + i) % STRIP_MARKS];
        if (m->t < p->t0 || m->t > p->t1) continue;
        float x = gauge_clamp(place_of(p, m->t), p->a.x + 3, p->a.x + p->a.width - 3);
        if (m->event == STRIP_MISS) {
            draw2d_rect(p->g, x - 0.6f, p->a.y, 1.2f, 5, colour[m->event]);
            continue;
        }
        draw2d_rect(p->g, x - 0.6f, p->a.y, 1.2f, p->a.height, colour[m->event]);
        draw2d_rect(p->g, x - 3, p->a.y, 6, 6, colour[m->event]);
    }
}

// Names the flags, as far as they fit.
static void draw_legend(const plot *p, const strip_chart *chart, float x, float y, float end) {
    static const char *const name[STRIP_EVENTS] = {"housed", "jam", "fail-safe", "miss"};
    const uint32_t colour[STRIP_EVENTS] = {p->c->good, p->c->bad, p->c->warn, p->c->mark};
    bool seen[STRIP_EVENTS] = {false};
    for (int i = 0; i < chart->n_marks; i++) seen[chart->mark[(chart->first_mark + i) % STRIP_MARKS].event] = true;
    for (int k = 0; k < STRIP_EVENTS; k++) {
        if (!seen[k] || x + draw2d_text_width(p->g, FONT_SMALL, name[k]) > end) continue;
        x += draw2d_text(p->g, x, y, FONT_SMALL, DRAW2D_LEFT, colour[k], name[k]) + draw2d_cell_width(p->g, FONT_SMALL);
    }
}

static void draw_chart(plot *p, int k, const strip_chart *chart, const gauge_marks *marks, area a) {
    strip_range column[TRACES][MOST_COLUMNS];
    const chart_kind *kind = &kind_of[k];
    float cell = draw2d_cell_height(p->g, FONT_SMALL), wide = draw2d_cell_width(p->g, FONT_SMALL);
    p->a = (area){a.x + 5 * wide + 6, a.y + cell + 6, a.width - 5 * wide - 12, a.height - 2 * cell - 12};
    if (p->a.width < 20 || p->a.height < 20) return;
    p->columns = p->a.width < MOST_COLUMNS ? (int)p->a.width : MOST_COLUMNS;
    p->t1 = STRIP_SPAN_S / p->columns * floor(chart->t * p->columns / STRIP_SPAN_S + 1e-9);
    p->t0 = p->t1 - STRIP_SPAN_S;
    double lo = kind->zero ? 0 : INFINITY, hi = kind->zero ? 0 : -INFINITY;
    int traces = kind->trace[1] == kind->trace[0] ? 1 : TRACES;
    for (int i = 0; i < traces; i++) {
        strip_range r;
        strip_chart_columns(chart, kind->trace[i], p->t0, p->t1, p->columns, column[i]);
        if (!strip_chart_extremes(column[i], p->columns, &r)) continue;
        lo = fmin(lo, kind->factor * (double)r.lo);
        hi = fmax(hi, kind->factor * (double)r.hi);
    }
    if (lo > hi) lo = hi = 0;
    if (k == CHARTS - 1) lo = -100, hi = 100;
    double step = strip_chart_scale(lo, hi, kind->least, &p->from, &p->to);
    draw2d_rect(p->g, p->a.x, p->a.y, p->a.width, p->a.height, p->c->track);
    draw_scale(p, step);
    if (k == 0 && marks->tension_max_n * kind->factor < p->to)
        draw2d_rect(p->g, p->a.x, height_of(p, marks->tension_max_n * kind->factor) - 0.5f, p->a.width, 1.2f,
                    p->c->bad);
    draw_marks(p, chart);
    const uint32_t colour[TRACES] = {p->c->good, k == 0 ? p->c->mark : p->c->bad};
    for (int i = traces - 1; i >= 0; i--) draw_trace(p, column[i], kind->factor, colour[i]);
    float x = p->a.x + wide;
    x += draw2d_text_within(p->g, p->a.x, a.y + 2, p->a.width, FONT_SMALL, p->c->dim, kind->title);
    if (k == 0) draw_legend(p, chart, x, a.y + 2, a.x + a.width);
}

static int rows_for(float width) { return width < 380 ? 4 : width < 760 ? 2 : 1; }

float strip_height(float width, float height) { return (float)rows_for(width) * (height < 560 ? 96 : 128); }

float strip_least_width(float strip) { return (float)(CHARTS / rows_for(strip)) * least_width; }

void strip_draw(draw2d *g, const palette *c, const strip_chart *chart, const gauge_marks *marks, area strip,
                area plots) {
    int rows = rows_for(strip.width), across = CHARTS / rows;
    float width = plots.width / (float)across, height = plots.height / (float)rows;
    draw2d_backdrop(g, strip.x, strip.y, strip.width, strip.height, c->panel);
    draw2d_rect(g, strip.x, strip.y, strip.width, 1, c->edge);
    plot p = {.g = g, .c = c};
    for (int k = 0; k < CHARTS; k++) {
        area a = {plots.x + (float)(k % across) * width, plots.y + (float)(k / across) * height, width, height};
        draw_chart(&p, k, chart, marks, a);
    }
}
