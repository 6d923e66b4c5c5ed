// SPDX-License-Identifier: MIT
#include "rt/plot/plot.h"
#include "rt/file/text.h"
#include "rt/plot/canvas.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RIGHT = 18, TITLE = 34, LANE = 17, AXIS = 132, NAME = 24, BOTTOM = 44, FEW_MARKS = 6 };

static const canvas_colour pale = {0.88, 0.88, 0.88}, middle = {0.55, 0.55, 0.55}, line_colour = {0.086, 0.404, 0.659},
                           mark_colour = {0.78, 0.36, 0};

// State of a drawing.
typedef struct drawing {
    const plot_def *p;
    cairo_t *c;
    double x0, x1;      // range of the abscissa
    double left, right; // [px]
    double top;         // top of the next item [px]
    int *index;         // indices of the points drawn (5 (PLOT_WIDTH + 2))
} drawing;

// Primitives

static double x_to_px(const drawing *g, double x) {
    return g->left + (g->right - g->left) * (x - g->x0) / (g->x1 - g->x0);
}

static double tick_value(const plot_ticks *t, int k) {
    double v = t->first + k * t->step;
    return fabs(v) < 1e-9 * t->step ? 0 : v;
}

// Writes a tick's label with as few digits as distinguish the ticks.
static void tick_label(const plot_ticks *t, int k, char text[32]) {
    double v = tick_value(t, k), most = fmax(fabs(t->first), fabs(tick_value(t, t->n - 1)));
    int digits = (int)(floor(log10(most)) - floor(log10(t->step))) + 1;
    if (t->decimals <= 5 && most < 1e7)
        snprintf(text, 32, "%.*f", t->decimals, v);
    else
        snprintf(text, 32, "%.*g", digits, v);
}

// Parts

static int plot_height(const plot_def *p) {
    return (p->title[0] ? TITLE : 8) + LANE * p->n_lanes + (p->n_lanes ? 8 : 0) + (AXIS + NAME) * p->n_axes + BOTTOM;
}

static plot_ticks ticks_of(const drawing *g, const plot_axis *a, double *scale, const char **prefix) {
    double low = INFINITY, high = -INFINITY;
    bool counts = true; // integer values need no ticks between integers
    for (int i = 0; i < g->p->n; i++) {
        if (!isfinite(a->y[i]) || g->p->x[i] < g->x0 || g->p->x[i] > g->x1) continue;
        low = fmin(low, a->y[i]), high = fmax(high, a->y[i]);
        counts = counts && a->y[i] == floor(a->y[i]);
    }
    *prefix = plot_prefix(a->unit, fmax(fabs(low), fabs(high)), scale);
    // include zero unless the line is far from it
    if (low > 0 && low < 0.6 * high) low = 0;
    if (high < 0 && high > 0.6 * low) high = 0;
    return plot_ticks_over(low / *scale, high / *scale, 6, counts ? 1 : 0);
}

static void find_margins(drawing *g) {
    double most = 0;
    canvas_set_font(g->c, 12, false);
    for (int k = 0; k < g->p->n_lanes; k++) most = fmax(most, canvas_text_width(g->c, g->p->lane[k].name));
    for (int k = 0; k < g->p->n_axes; k++) {
        double scale;
        const char *prefix;
        char label[32];
        plot_ticks t = ticks_of(g, &g->p->axis[k], &scale, &prefix);
        for (int i = 0; i < t.n; i++) {
            tick_label(&t, i, label);
            most = fmax(most, canvas_text_width(g->c, label));
        }
    }
    g->left = fmin(ceil(most) + 16, 0.4 * PLOT_WIDTH);
    g->right = PLOT_WIDTH - RIGHT;
}

static void draw_lane(drawing *g, const plot_lane *l) {
    canvas_set_pen(g->c, canvas_ink, 1);
    canvas_set_font(g->c, 12, false);
    canvas_text(g->c, l->name, g->left - 8, g->top + 12.5, 1);
    canvas_set_pen(g->c, pale, 1);
    canvas_segment(g->c, g->left, g->top + 8.5, g->right, g->top + 8.5);
    canvas_set_pen(g->c, mark_colour, 2);
    for (int i = 0; i < l->n; i++) {
        double x = x_to_px(g, l->x[i]);
        if (l->x[i] >= g->x0 && l->x[i] <= g->x1) canvas_segment(g->c, x, g->top + 3, x, g->top + 14);
    }
    g->top += LANE;
}

// Draws the marks across an axis, from lanes with at most FEW_MARKS: more would hide the line.
static void draw_marks(drawing *g, double top) {
    cairo_set_dash(g->c, (const double[]){3, 4}, 2, 0);
    canvas_set_pen(g->c, mark_colour, 0.8);
    for (int k = 0; k < g->p->n_lanes; k++) {
        const plot_lane *l = &g->p->lane[k];
        for (int i = 0; i < l->n && l->n <= FEW_MARKS; i++) {
            double x = x_to_px(g, l->x[i]);
            if (l->x[i] >= g->x0 && l->x[i] <= g->x1) canvas_segment(g->c, x, top, x, top + AXIS);
        }
    }
    cairo_set_dash(g->c, NULL, 0, 0);
}

static void draw_line(drawing *g, const plot_axis *a, const plot_ticks *t, double scale, double top) {
    double last = tick_value(t, t->n - 1), per = AXIS / (last - t->first);
    int n = plot_decimate(g->p->x, a->y, g->p->n, g->x0, g->x1, (int)(g->right - g->left), g->index);
    bool begun = false;
    cairo_save(g->c);
    cairo_rectangle(g->c, g->left, top - 2, g->right - g->left + 1, AXIS + 4);
    cairo_clip(g->c);
    canvas_set_pen(g->c, line_colour, 1.3);
    cairo_set_line_join(g->c, CAIRO_LINE_JOIN_ROUND);
    for (int k = 0; k < n; k++) {
        double y = a->y[g->index[k]] / scale;
        if (!isfinite(y)) {
            begun = false;
            continue;
        }
        double px = x_to_px(g, g->p->x[g->index[k]]), py = top + AXIS - per * (y - t->first);
        if (begun)
            cairo_line_to(g->c, px, py);
        else
            cairo_move_to(g->c, px, py);
        begun = true;
    }
    cairo_stroke(g->c);
    cairo_restore(g->c);
}

static void draw_grid(drawing *g, const plot_ticks *x, const plot_ticks *y, double top) {
    char label[32];
    canvas_set_font(g->c, 12, false);
    for (int k = 0; k < x->n; k++) {
        double at = x_to_px(g, tick_value(x, k));
        if (at < g->left - 0.5 || at > g->right + 0.5) continue;
        canvas_set_pen(g->c, pale, 1);
        canvas_segment(g->c, at, top, at, top + AXIS);
    }
    for (int k = 0; k < y->n; k++) {
        double at = top + AXIS * (1 - (double)k / (y->n - 1));
        canvas_set_pen(g->c, tick_value(y, k) == 0 ? middle : pale, 1);
        canvas_segment(g->c, g->left, at, g->right, at);
        tick_label(y, k, label);
        canvas_set_pen(g->c, canvas_ink, 1);
        canvas_text(g->c, label, g->left - 8, at + 4, 1);
    }
}

static void draw_axis(drawing *g, const plot_axis *a, const plot_ticks *x) {
    double scale, top = g->top + NAME;
    const char *prefix;
    char name[256];
    plot_ticks y = ticks_of(g, a, &scale, &prefix);
    snprintf(name, sizeof name, "%s [%s%s]", a->name, prefix, a->unit);
    draw_grid(g, x, &y, top);
    draw_marks(g, top);
    canvas_set_font(g->c, 12, true);
    canvas_set_pen(g->c, canvas_ink, 1);
    canvas_text(g->c, name, g->left, g->top + NAME - 7, 0);
    draw_line(g, a, &y, scale, top);
    g->top += NAME + AXIS;
}

static void draw_abscissa(drawing *g, const plot_ticks *x) {
    char label[256];
    canvas_set_font(g->c, 12, false);
    canvas_set_pen(g->c, canvas_ink, 1);
    for (int k = 0; k < x->n; k++) {
        double at = x_to_px(g, tick_value(x, k));
        if (at < g->left - 0.5 || at > g->right + 0.5) continue;
        tick_label(x, k, label);
        canvas_text(g->c, label, at, g->top + 17, 0.5);
    }
    snprintf(label, sizeof label, "%s [%s]", g->p->x_name, g->p->x_unit);
    canvas_text(g->c, label, 0.5 * (g->left + g->right), g->top + 35, 0.5);
}

static void find_abscissa(drawing *g) {
    const plot_def *p = g->p;
    bool part = p->to > p->from;
    g->x0 = part ? p->from : p->n ? p->x[0] : 0;
    g->x1 = part ? p->to : p->n ? p->x[p->n - 1] : 1;
    if (!(g->x1 > g->x0)) g->x0 -= 0.5, g->x1 = g->x0 + 1;
}

static cairo_status_t draw(const void *ctx, cairo_t *c) {
    const plot_def *p = ctx;
    drawing g = {.p = p, .c = c, .index = malloc(sizeof(int) * 5 * (PLOT_WIDTH + 2))};
    if (!g.index) return CAIRO_STATUS_NO_MEMORY;
    find_abscissa(&g);
    find_margins(&g);
    canvas_set_pen(c, canvas_paper, 1);
    cairo_paint(c);
    if (p->title[0]) {
        canvas_set_font(c, 15, true);
        canvas_set_pen(c, canvas_ink, 1);
        canvas_text(c, p->title, g.left, 22, 0);
    }
    g.top = p->title[0] ? TITLE : 8;
    for (int k = 0; k < p->n_lanes; k++) draw_lane(&g, &p->lane[k]);
    if (p->n_lanes) g.top += 8;
    plot_ticks x = plot_ticks_over(g.x0, g.x1, PLOT_TICKS, 0);
    for (int k = 0; k < p->n_axes; k++) draw_axis(&g, &p->axis[k], &x);
    draw_abscissa(&g, &x);
    free(g.index);
    return CAIRO_STATUS_SUCCESS;
}

// Files

static canvas canvas_of(const plot_def *p) { return (canvas){PLOT_WIDTH, plot_height(p), draw, p}; }

rt_status plot_write(const plot_def *p, const char *path, rt_diag *d) {
    const canvas v = canvas_of(p);
    return canvas_write(&v, path, d);
}

// Copies the SVG text to f and prefixes every defined or used name by `id`. Omits the namespaces, which an HTML page
// does not need.
static void copy_inline(const char *text, const char *id, FILE *f) {
    static const char *const name[] = {"id=\"", "href=\"#", "url(#"};
    while (*text) {
        if (strncmp(text, " xmlns", 6) == 0) { // xmlns="..." or xmlns:xlink="..."
            const char *open = strchr(text, '"'), *close = open ? strchr(open + 1, '"') : NULL;
            if (close) text = close + 1;
            continue;
        }
        size_t n = 0;
        for (int k = 0; k < 3 && n == 0; k++)
            if (strncmp(text, name[k], strlen(name[k])) == 0) n = strlen(name[k]);
        fwrite(text, 1, n ? n : 1, f);
        if (n) fputs(id, f);
        text += n ? n : 1;
    }
}

char *plot_svg(const plot_def *p, const char *id) {
    char *out = NULL;
    rt_text t, copy;
    const canvas v = canvas_of(p);
    bool good = rt_text_open(&t) && canvas_write_svg(&v, &(rt_whole_file){.file = t.file}) == CAIRO_STATUS_SUCCESS;
    char *whole = rt_text_close(&t);
    const char *svg = good && whole ? strstr(whole, "<svg") : NULL;
    if (svg) {
        if (rt_text_open(&copy)) copy_inline(svg, id, copy.file);
        out = rt_text_close(&copy);
    }
    free(whole);
    return out;
}
