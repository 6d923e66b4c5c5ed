// SPDX-License-Identifier: MIT
#include "render/instrument/strip_draw.h"
#include <math.h>
#include <stdio.h>

enum { TRACES = 2, MOST_COLUMNS = 400 };

static const float least_width = 150; // of a chart with its scale

#define DEGREES 57.29577951308232 // in a radian
#define RPM 9.549296585513721     // in a radian a second

const strip_kind strip_kind_of[STRIP_CHARTS] = {
    {"TENSION kN", {STRIP_TENSION, STRIP_ANCHOR}, 1e-3, 20, true, "tension", "at the gypsy and at the anchor"},
    {"SPEED m/min", {STRIP_SPEED, STRIP_SPEED}, 60, 2, true, "chain speed", "heaving positive"},
    {"CHAIN OUT m", {STRIP_CHAIN, STRIP_CHAIN}, 1, 2, false, "chain out", "between gypsy and anchor"},
    {"LEVER, BRAKE %", {STRIP_LEVER, STRIP_BRAKE}, 100, 200, true, "lever, brake", "the operator's lever and brake"},
    {"CLUTCH, STOPPER", {STRIP_CLUTCH, STRIP_STOPPER}, 1, 1, true, "clutch, stopper", "1: lever in, bar down"},
    {"FAIL-SAFE, RELEASE", {STRIP_FAILSAFE_ON, STRIP_RELEASE}, 1, 1, true, "fail-safe", "and the emergency release"},
    {"MOTOR TORQUE kN m", {STRIP_TORQUE, STRIP_TORQUE}, 1e-3, 10, true, "motor torque", "at the gypsy"},
    {"MOTOR LOAD %", {STRIP_LOAD, STRIP_LOAD}, 100, 100, true, "motor load", "torque over its limit"},
    {"MOTOR rpm", {STRIP_MOTOR, STRIP_MOTOR}, RPM, 2, true, "motor speed", "at the gypsy, heaving positive"},
    {"PRESSURE bar", {STRIP_PRESSURE, STRIP_PRESSURE}, 1e-5, 20, true, "pressure", "across a hydraulic motor"},
    {"LINING \xc2\xb0"
     "C",
     {STRIP_LINING, STRIP_LINING},
     1,
     20,
     false,
     "lining",
     "temperature of the band brake's lining"},
    {"HINGE deg", {STRIP_HINGE, STRIP_HINGE}, DEGREES, 10, false, "hinge", "angle of the head against the shank"},
    {"COUNTER m", {STRIP_COUNTER, STRIP_COUNTER}, 1, 2, false, "counter", "reading of the chain counter"},
    {"ANCHOR OUT m", {STRIP_OUTBOARD, STRIP_OUTBOARD}, 1, 1, false, "anchor outboard", "crown pin to the mouth"},
    {"ANCHOR SPEED m/s", {STRIP_SWAY, STRIP_SWAY}, 1, 0.5, true, "anchor speed", "sway of the anchor in sight"},
    {"ROLL, PITCH deg", {STRIP_ROLL, STRIP_PITCH}, DEGREES, 2, true, "roll, pitch", "to starboard, bow down"},
    {"HAWSE SPEED m/s", {STRIP_HAWSE, STRIP_HAWSE}, 1, 0.5, true, "hawse speed", "of a ship that moves, upward"},
    {"CONTACT kN",
     {STRIP_CONTACT, STRIP_CONTACT_MOST},
     1e-3,
     10,
     true,
     "contact force",
     "sum, and the largest in one contact"},
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

// Reads the columns of the n traces and their range in the shown unit; lo > hi: no data.
static void read_traces(const plot *p, const strip_kind *kind, const strip_chart *chart, int n,
                        strip_range column[TRACES][MOST_COLUMNS], double *lo, double *hi) {
    for (int i = 0; i < n; i++) {
        strip_range r;
        strip_chart_columns(chart, kind->trace[i], p->t0, p->t1, p->columns, column[i]);
        if (!strip_chart_extremes(column[i], p->columns, &r)) continue;
        *lo = fmin(*lo, kind->factor * (double)r.lo);
        *hi = fmax(*hi, kind->factor * (double)r.hi);
    }
}

// Replaces a's columns by the differences of the middles of a and b.
static void subtract(strip_range *a, const strip_range *b, int n, double factor, double *lo, double *hi) {
    for (int i = 0; i < n; i++) {
        float d = 0.5f * (a[i].lo + a[i].hi) - 0.5f * (b[i].lo + b[i].hi); // NaN where either has no data
        a[i] = (strip_range){d, d};
        *lo = fmin(*lo, factor * (double)d);
        *hi = fmax(*hi, factor * (double)d);
    }
}

typedef enum row_kind { ROW_ONE, ROW_BOTH, ROW_DIFFERENCE } row_kind;

static void place_plot(plot *p, const strip_chart *chart, area a) {
    float cell = draw2d_cell_height(p->g, FONT_SMALL), wide = draw2d_cell_width(p->g, FONT_SMALL);
    p->a = (area){a.x + 5 * wide + 6, a.y + cell + 6, a.width - 5 * wide - 12, a.height - 2 * cell - 12};
    p->columns = p->a.width < MOST_COLUMNS ? (int)p->a.width : MOST_COLUMNS;
    if (p->columns < 1) p->columns = 1;
    p->t1 = STRIP_SPAN_S / p->columns * floor(chart->t * p->columns / STRIP_SPAN_S + 1e-9);
    p->t0 = p->t1 - STRIP_SPAN_S;
}

// Draws a chart: its traces; with a second run the first trace of both; or their difference.
static void draw_chart(plot *p, const strip_kind *kind, row_kind row, const strip_chart *chart,
                       const strip_chart *beside, const gauge_marks *marks, area a) {
    static strip_range column[TRACES][MOST_COLUMNS], other[TRACES][MOST_COLUMNS];
    place_plot(p, chart, a);
    if (p->a.width < 20 || p->a.height < 20) return;
    bool tension = kind == strip_kind_of, difference = row == ROW_DIFFERENCE;
    double lo = kind->zero || difference ? 0 : INFINITY, hi = kind->zero || difference ? 0 : -INFINITY;
    double none_lo = 0, none_hi = 0;
    int traces = row != ROW_ONE || kind->trace[1] == kind->trace[0] ? 1 : TRACES;
    read_traces(p, kind, chart, traces, column, difference ? &none_lo : &lo, difference ? &none_hi : &hi);
    if (row != ROW_ONE)
        read_traces(p, kind, beside, 1, other, difference ? &none_lo : &lo, difference ? &none_hi : &hi);
    if (difference) subtract(column[0], other[0], p->columns, kind->factor, &lo, &hi);
    if (lo > hi) lo = hi = 0;
    if (kind->trace[0] == STRIP_LEVER && row == ROW_ONE) lo = -100, hi = 100;
    double step = strip_chart_scale(lo, hi, difference ? 0.2 * kind->least : kind->least, &p->from, &p->to);
    draw2d_rect(p->g, p->a.x, p->a.y, p->a.width, p->a.height, p->c->track);
    draw_scale(p, step);
    if (tension && !difference && marks->tension_max_n * kind->factor < p->to)
        draw2d_rect(p->g, p->a.x, height_of(p, marks->tension_max_n * kind->factor) - 0.5f, p->a.width, 1.2f,
                    p->c->bad);
    if (!difference) draw_marks(p, chart);
    if (row == ROW_BOTH) draw_trace(p, other[0], kind->factor, p->c->mark);
    const uint32_t colour[TRACES] = {difference ? p->c->warn : p->c->good, tension ? p->c->mark : p->c->bad};
    for (int i = traces - 1; i >= 0; i--) draw_trace(p, column[i], kind->factor, colour[i]);
    float wide = draw2d_cell_width(p->g, FONT_SMALL), x = p->a.x + wide;
    x += draw2d_text_within(p->g, p->a.x, a.y + 2, p->a.width, FONT_SMALL, p->c->dim, kind->title);
    if (difference) draw2d_text(p->g, x, a.y + 2, FONT_SMALL, DRAW2D_LEFT, p->c->warn, "A - B");
    if (row == ROW_BOTH) {
        x += draw2d_text(p->g, x, a.y + 2, FONT_SMALL, DRAW2D_LEFT, p->c->good, "A") + wide;
        draw2d_text(p->g, x, a.y + 2, FONT_SMALL, DRAW2D_LEFT, p->c->mark, "B");
    }
    if (row == ROW_ONE && tension) draw_legend(p, chart, x, a.y + 2, a.x + a.width);
}

int strip_most(const strip_choice *which) { return which->beside ? STRIP_SHOWN / 2 : STRIP_SHOWN; }

// The charts that are shown, in the order of the table. Returns their number.
static int list_charts(const strip_choice *which, int list[STRIP_SHOWN]) {
    int n = 0, most = strip_most(which);
    for (int k = 0; k < STRIP_CHARTS && n < most; k++)
        if ((which->changed ^ STRIP_DEFAULT) >> k & 1) list[n++] = k;
    return n;
}

// Rows of n charts in a strip of this width, and charts in a row: at most four, and rows of about equal length.
static int rows_of(int n, float width) {
    int most = width < 380 ? 1 : width < 760 ? 2 : 4;
    return (n + most - 1) / most;
}

static int across_for(int n, float width) {
    int rows = rows_of(n, width);
    return rows > 0 ? (n + rows - 1) / rows : 1;
}

static int rows_for(const strip_choice *which, float width) {
    int list[STRIP_SHOWN], rows = rows_of(list_charts(which, list), width);
    return which->beside ? 2 * rows : rows;
}

float strip_height(const strip_choice *which, float width, float height) {
    return (float)rows_for(which, width) * (height < 560 ? 96 : 128);
}

float strip_least_width(const strip_choice *which, float strip) {
    int list[STRIP_SHOWN];
    return (float)across_for(list_charts(which, list), strip) * least_width;
}

void strip_draw(draw2d *g, const palette *c, const strip_chart *chart, const strip_choice *which,
                const gauge_marks *marks, area strip, area plots) {
    int list[STRIP_SHOWN], n = list_charts(which, list);
    draw2d_backdrop(g, strip.x, strip.y, strip.width, strip.height, c->panel);
    draw2d_rect(g, strip.x, strip.y, strip.width, 1, c->edge);
    if (n == 0) return;
    int across = across_for(n, strip.width), rows = rows_for(which, strip.width);
    float width = plots.width / (float)across, height = plots.height / (float)rows;
    plot p = {.g = g, .c = c};
    for (int i = 0; i < n; i++) {
        float x = plots.x + (float)(i % across) * width;
        int row = i / across * (which->beside ? 2 : 1);
        const area a = {x, plots.y + (float)row * height, width, height}, below = {x, a.y + height, width, height};
        draw_chart(&p, &strip_kind_of[list[i]], which->beside ? ROW_BOTH : ROW_ONE, chart, which->beside, marks, a);
        if (which->beside) draw_chart(&p, &strip_kind_of[list[i]], ROW_DIFFERENCE, chart, which->beside, marks, below);
    }
}
