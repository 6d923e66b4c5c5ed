// SPDX-License-Identifier: MIT
#include "render/instrument/timing_draw.h"
#include <math.h>
#include <stdio.h>

enum { COLUMNS = 220, LINES = 9 };

static const uint64_t bins_a_budget = 20;

typedef struct sheet {
    draw2d *g;
    const palette *c;
    const timing_log *log;
    float line, cell; // height and width of small text
} sheet;

static float fraction(double x) { return gauge_clamp(x, 0, 1); }

// Longest own work of each column, and the latest end above it, on a scale to twice the budget.
static void draw_minute(const sheet *p, area a) {
    int32_t work[COLUMNS], end[COLUMNS];
    const timing_log *l = p->log;
    int runs = timing_log_minute(l);
    double full = 2 * (double)l->now.budget_ns, seconds = 1e-9 * (double)(runs * DYN_TIMING_RUN * l->now.period_ns);
    float x = a.x + p->cell; // each word has the colour that it names
    x += draw2d_printf(p->g, a.x, a.y, FONT_SMALL, DRAW2D_LEFT, p->c->dim, "%.0f s:", seconds);
    x += p->cell + draw2d_text(p->g, x, a.y, FONT_SMALL, DRAW2D_LEFT, p->c->good, "own work");
    x += p->cell + draw2d_text(p->g, x, a.y, FONT_SMALL, DRAW2D_LEFT, p->c->bad, "end");
    draw2d_printf(p->g, x, a.y, FONT_SMALL, DRAW2D_LEFT, p->c->warn, "budget %.2f ms", 1e-6 * (double)l->now.budget_ns);
    a.y += p->line;
    a.height -= p->line;
    draw2d_rect(p->g, a.x, a.y, a.width, a.height, p->c->track);
    timing_log_columns(l, l->work_ns, runs, COLUMNS, work);
    timing_log_columns(l, l->end_ns, runs, COLUMNS, end);
    float step = a.width / COLUMNS;
    for (int i = 0; i < COLUMNS; i++) {
        float left = a.x + step * (float)i, high = a.height * fraction(end[i] / full);
        bool late = end[i] > l->now.budget_ns;
        if (end[i] > 0) draw2d_rect(p->g, left, a.y + a.height - high, step, high, late ? p->c->bad : p->c->edge);
        high = a.height * fraction(work[i] / full);
        if (work[i] > 0) draw2d_rect(p->g, left, a.y + a.height - high, step, high, p->c->good);
    }
    draw2d_rect(p->g, a.x, a.y + a.height / 2 - 0.5f, a.width, 1, p->c->warn);
}

// Histogram of own work since the start: a bar for each twentieth of the budget, its height the logarithm of the count.
static void draw_distribution(const sheet *p, area a) {
    const uint32_t *bin = p->log->now.bin;
    uint32_t most = 1;
    for (int k = 0; k < DYN_TIMING_BINS; k++)
        if (bin[k] > most) most = bin[k];
    draw2d_text(p->g, a.x, a.y, FONT_SMALL, DRAW2D_LEFT, p->c->dim, "own work, % of the budget (log)");
    a.y += p->line;
    a.height -= 2 * p->line;
    draw2d_rect(p->g, a.x, a.y, a.width, a.height, p->c->track);
    float step = a.width / DYN_TIMING_BINS;
    for (int k = 0; k < DYN_TIMING_BINS; k++) {
        if (bin[k] == 0) continue;
        float high = a.height * (float)((1 + log(bin[k])) / (1 + log(most)));
        draw2d_rect(p->g, a.x + step * (float)k, a.y + a.height - high, step - 1, high,
                    k < (int)bins_a_budget ? p->c->good : p->c->bad);
    }
    for (int k = 0; k <= 3; k++) {
        float x = a.x + step * (float)(k * 10);
        draw2d_printf(p->g, x, a.y + a.height + 2, FONT_SMALL, k ? DRAW2D_CENTRE : DRAW2D_LEFT, p->c->dim, "%d",
                      50 * k);
    }
}

static void draw_phases(const sheet *p, area a) {
    draw2d_text(p->g, a.x, a.y, FONT_SMALL, DRAW2D_LEFT, p->c->dim, "phases, mean of a second");
    float bar = a.x + 9 * p->cell, width = a.width - 18 * p->cell;
    double budget = (double)p->log->now.budget_ns;
    for (int k = 0; k < RT_PHASE_COUNT; k++) {
        float y = a.y + p->line * (float)(k + 1), part = fraction(p->log->phase_ns[k] / budget);
        if (y + p->line > a.y + a.height) return;
        draw2d_text(p->g, a.x, y, FONT_SMALL, DRAW2D_LEFT, p->c->bright, rt_phase_name((rt_phase)k));
        draw2d_rect(p->g, bar, y + 3, width, p->line - 7, p->c->track);
        draw2d_rect(p->g, bar, y + 3, width * part, p->line - 7, p->c->good);
        draw2d_printf(p->g, a.x + a.width, y, FONT_SMALL, DRAW2D_RIGHT, p->c->bright, "%5.0f \xc2\xb5s",
                      1e-3 * p->log->phase_ns[k]);
    }
}

// Number of causes that have occurred.
static int count_causes(const timing_log *l) {
    int n = 0;
    for (int k = 0; k < RT_MISS_CAUSE_COUNT; k++) n += l->now.cause[k] > 0;
    return n;
}

static void draw_cause(const sheet *p, area a, float y, const char *name, uint64_t misses) {
    char text[32];
    snprintf(text, sizeof text, "%s", name);
    for (char *c = text; *c; c++)
        if (*c == '_') *c = ' ';
    draw2d_text(p->g, a.x, y, FONT_SMALL, DRAW2D_LEFT, p->c->bright, text);
    draw2d_printf(p->g, a.x + a.width, y, FONT_SMALL, DRAW2D_RIGHT, p->c->bright, "%llu", (unsigned long long)misses);
}

// Counts of the causes that have occurred, in the order of rt_miss_cause. The last line has all for which there is no
// room, so the counts add up to the misses.
static void draw_misses(const sheet *p, area a) {
    const dyn_timing *t = &p->log->now;
    draw2d_printf(p->g, a.x, a.y, FONT_SMALL, DRAW2D_LEFT, p->log->misses ? p->c->warn : p->c->good,
                  "%llu misses in %llu frames", (unsigned long long)p->log->misses, (unsigned long long)t->frames);
    timing_cause list[RT_MISS_CAUSE_COUNT];
    int n = timing_log_causes(p->log, (int)floorf(a.height / p->line + 0.01f) - 1, list);
    for (int k = 0; k < n; k++) draw_cause(p, a, a.y + p->line * (float)(k + 1), list[k].name, list[k].misses);
}

// Both graphs, or the first alone if the area is low.
static void draw_left(const sheet *p, area a) {
    if (a.height < 8 * p->line) {
        draw_minute(p, a);
        return;
    }
    draw_minute(p, (area){a.x, a.y, a.width, a.height / 2 - 2});
    draw_distribution(p, (area){a.x, a.y + a.height / 2 + 4, a.width, a.height / 2 - 4});
}

// Misses above, with every cause; phases below as far as they fit.
static void draw_right(const sheet *p, area a) {
    float misses = p->line * (float)(1 + count_causes(p->log)),
          phases = fminf(p->line * (RT_PHASE_COUNT + 1), a.height - misses);
    draw_misses(p, (area){a.x, a.y, a.width, a.height - fmaxf(phases, 0)});
    if (phases >= 2 * p->line) draw_phases(p, (area){a.x, a.y + a.height - phases, a.width, phases});
}

static const float pad = 10;

static float line_height(const draw2d *g) { return draw2d_cell_height(g, FONT_SMALL) + 1; }

static float column_width(const draw2d *g) { return 36 * draw2d_cell_width(g, FONT_SMALL); }

area timing_place(const draw2d *g, const timing_log *log, area free) {
    float line = line_height(g), column = column_width(g);
    bool wide = free.width >= 2 * column + 3 * pad + 12;
    int lines = wide ? LINES + 3 : 2 * LINES + 6, needed = 1 + count_causes(log) + RT_PHASE_COUNT + 1;
    if (wide && lines < needed) lines = needed;
    float tall = 2 * pad + line * (float)lines;
    area a = {free.x + 6, 0, wide ? 2 * column + 3 * pad : column + 2 * pad, fminf(tall, free.height - 12)};
    a.y = free.y + free.height - a.height - 6;
    return a.width > free.width - 12 || a.height < 2 * pad + 5 * line ? (area){0} : a;
}

void timing_draw(draw2d *g, const palette *c, const timing_log *log, area a) {
    sheet p = {g, c, log, line_height(g), draw2d_cell_width(g, FONT_SMALL)};
    float column = column_width(g);
    bool wide = a.width > column + 2 * pad;
    draw2d_backdrop(g, a.x, a.y, a.width, a.height, c->panel);
    draw2d_frame(g, a.x, a.y, a.width, a.height, 1, c->edge);
    area left = {a.x + pad, a.y + pad, column, a.height - 2 * pad};
    if (log->now.frames == 0) {
        draw2d_text(g, left.x, left.y, FONT_SMALL, DRAW2D_LEFT, c->dim, "no frames are timed here");
        return;
    }
    if (wide) {
        draw_left(&p, left);
        draw_right(&p, (area){left.x + column + pad, left.y, column, left.height});
        return;
    }
    float below = fmaxf(p.line, left.height - p.line * (LINES + 2)); // one column; it always has the misses
    left.height -= below + 4;
    draw_left(&p, left);
    draw_right(&p, (area){left.x, left.y + left.height + 4, column, below});
}
