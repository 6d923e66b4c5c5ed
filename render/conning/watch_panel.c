// SPDX-License-Identifier: MIT
#include "render/conning/watch_panel.h"
#include "rt/sheet/sheet.h"
#include <math.h>

// Canvas of the sheet: flat drawing in the palette's colours.
typedef struct pen {
    draw2d *g;
    uint32_t colour[SKETCH_INKS], background;
} pen;

static void draw_line(void *ctx, sketch_point from, sketch_point to, double thick, sketch_ink ink) {
    const pen *p = ctx;
    draw2d_line(p->g, (float)from.x, (float)from.y, (float)to.x, (float)to.y, (float)thick, p->colour[ink]);
}

static void draw_text(void *ctx, sketch_point at, sketch_ink ink, const char *text) {
    const pen *p = ctx;
    draw2d_text(p->g, (float)at.x, (float)at.y, FONT_SMALL, DRAW2D_LEFT, p->colour[ink], text);
}

static void clear(void *ctx, sketch_area a) {
    const pen *p = ctx;
    draw2d_rect(p->g, (float)a.x, (float)a.y, (float)a.width, (float)a.height, p->background);
}

static double text_width(void *ctx, const char *text) {
    return (double)draw2d_text_width(((const pen *)ctx)->g, FONT_SMALL, text);
}

static const float gap = 6, widest = 420, narrowest = 300, lowest = 260;

area watch_panel_place(const draw2d *g, const dyn_snapshot_watch *w, area free) {
    const float cells = 52 * draw2d_cell_width(g, FONT_SMALL), width = cells > narrowest ? cells : narrowest;
    area a = {free.x + free.width - width - gap, free.y + gap, width, free.height - 2 * gap};
    if (a.height > 1.5f * widest) a.height = 1.5f * widest;
    bool fits = w->state != DYN_WATCH_OFF && width <= widest && 2 * width <= free.width && a.height >= lowest;
    return fits ? a : (area){0};
}

// Draws the chain's trace in the plan, in squares of a metre.
static void draw_swept(const sketch_canvas *canvas, const dyn_snapshot *s, const trace *swept, sketch_area whole) {
    const int step = (int)(1 / swept->edge + 0.5);
    const sketch k = {.canvas = canvas, .area = watch_sheet_lay_out(whole, canvas->line_height).plan};
    const plan_map m = plan_map_of(s, &s->watch, k.area);
    const double thick = fmax(1, step * swept->edge * m.scale);
    double run[3];
    for (int cursor = 0; trace_next_run(swept, step, &cursor, run);)
        sketch_line(&k, plan_place(&m, vec3_make(run[0], run[2], 0)), plan_place(&m, vec3_make(run[1], run[2], 0)),
                    thick, SKETCH_DIM);
}

void watch_panel_draw(draw2d *g, const palette *c, const dyn_snapshot *s, bool bridge, const trace *swept, area a) {
    pen p = {g,
             {[SKETCH_DIM] = c->dim,
              [SKETCH_BRIGHT] = c->bright,
              [SKETCH_GOOD] = c->good,
              [SKETCH_WARN] = c->warn,
              [SKETCH_BAD] = c->bad,
              [SKETCH_CHAIN] = c->mark},
             c->panel};
    const sketch_canvas canvas = {&p,         draw_line, draw_text,
                                  text_width, clear,     (double)draw2d_cell_height(g, FONT_SMALL) + 1};
    draw2d_backdrop(g, a.x, a.y, a.width, a.height, c->panel);
    draw2d_frame(g, a.x, a.y, a.width, a.height, 1, c->edge);
    const sketch_area whole = {(double)a.x, (double)a.y, (double)a.width, (double)a.height};
    if (swept && !bridge && s->watch.state != DYN_WATCH_OFF) {
        pen faint = p;
        faint.colour[SKETCH_DIM] = c->edge;
        sketch_canvas under = canvas;
        under.ctx = &faint;
        draw_swept(&under, s, swept, whole);
    }
    watch_sheet_draw(s, bridge, whole, &canvas);
}
