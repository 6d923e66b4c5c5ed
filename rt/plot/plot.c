// SPDX-License-Identifier: MIT
#include "rt/plot/plot.h"
#include "rt/file/text.h"
#include "rt/plot/canvas.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RIGHT = 18, TITLE = 34, LANE = 17, AXIS = 132, NAME = 24, BOTTOM = 44, LEGEND = 22, FEW_MARKS = 6 };

static const canvas_colour pale = {0.88, 0.88, 0.88}, middle = {0.55, 0.55, 0.55}, line_colour = {0.086, 0.404, 0.659},
                           mark_colour = {0.78, 0.36, 0}, limit_colour = {0.64, 0.08, 0.08};

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
    return (p->title[0] ? TITLE : 8) + (p->beside ? LEGEND : 0) + LANE * p->n_lanes + (p->n_lanes ? 8 : 0) +
           (AXIS + NAME) * p->n_axes + BOTTOM;
}

// Ends of the values on an axis.
typedef struct span {
    double low, high;
    bool counts; // all are integers: they need no ticks between integers
} span;

static void include(span *s, double y) {
    if (!isfinite(y)) return;
    s->low = fmin(s->low, y), s->high = fmax(s->high, y);
    s->counts = s->counts && y == floor(y);
}

static void include_line(span *s, const drawing *g, const double *x, const double *y, int n) {
    for (int i = 0; i < n; i++)
        if (x[i] >= g->x0 && x[i] <= g->x1) include(s, y[i]);
}

static plot_ticks ticks_of(const drawing *g, int axis, double *scale, const char **prefix) {
    const plot_axis *a = &g->p->axis[axis];
    const plot_beside *b = g->p->beside;
    span s = {INFINITY, -INFINITY, true};
    include_line(&s, g, g->p->x, a->y, g->p->n);
    if (b && b->y[axis]) include_line(&s, g, b->x, b->y[axis], b->n);
    for (int k = 0; k < g->p->n_limits; k++)
        if (g->p->limit[k].axis == axis) include(&s, g->p->limit[k].value);
    double low = s.low, high = s.high;
    *prefix = plot_prefix(a->unit, fmax(fabs(low), fabs(high)), scale);
    // include zero unless the line is far from it
    if (low > 0 && low < 0.6 * high) low = 0;
    if (high < 0 && high > 0.6 * low) high = 0;
    return plot_ticks_over(low / *scale, high / *scale, 6, s.counts ? 1 : 0);
}

static void find_margins(drawing *g) {
    double most = 0;
    canvas_set_font(g->c, 12, false);
    for (int k = 0; k < g->p->n_lanes; k++) most = fmax(most, canvas_text_width(g->c, g->p->lane[k].name));
    for (int k = 0; k < g->p->n_axes; k++) {
        double scale;
        const char *prefix;
        char label[32];
        plot_ticks t = ticks_of(g, k, &scale, &prefix);
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

// Axis in the drawing: its ticks, the factor of its labels, its top [px].
typedef struct frame {
    const plot_ticks *t;
    double scale, top;
} frame;

static double y_to_px(const frame *a, double y) {
    return a->top + AXIS * (1 - (y / a->scale - a->t->first) / (tick_value(a->t, a->t->n - 1) - a->t->first));
}

static void draw_line(drawing *g, const frame *a, const double *x, const double *y, int of, canvas_colour colour) {
    int n = plot_decimate(x, y, of, g->x0, g->x1, (int)(g->right - g->left), g->index);
    bool begun = false;
    cairo_save(g->c);
    cairo_rectangle(g->c, g->left, a->top - 2, g->right - g->left + 1, AXIS + 4);
    cairo_clip(g->c);
    canvas_set_pen(g->c, colour, 1.3);
    cairo_set_line_join(g->c, CAIRO_LINE_JOIN_ROUND);
    for (int k = 0; k < n; k++) {
        const double v = y[g->index[k]], px = x_to_px(g, x[g->index[k]]), py = y_to_px(a, v);
        if (begun && isfinite(v))
            cairo_line_to(g->c, px, py);
        else if (isfinite(v))
            cairo_move_to(g->c, px, py);
        begun = isfinite(v);
    }
    cairo_stroke(g->c);
    cairo_restore(g->c);
}

static void draw_limits(drawing *g, const frame *a, int axis) {
    canvas_set_font(g->c, 11, false);
    for (int k = 0; k < g->p->n_limits; k++) {
        const plot_limit *l = &g->p->limit[k];
        if (l->axis != axis || !isfinite(l->value)) continue;
        const double y = y_to_px(a, l->value);
        canvas_set_pen(g->c, limit_colour, 1.2);
        cairo_set_dash(g->c, (const double[]){6, 3}, 2, 0);
        canvas_segment(g->c, g->left, y, g->right, y);
        cairo_set_dash(g->c, NULL, 0, 0);
        canvas_text(g->c, l->name, g->right - 2, y - a->top < 14 ? y + 11 : y - 3, 1);
    }
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

static void draw_axis(drawing *g, int axis, const plot_ticks *x) {
    const plot_axis *a = &g->p->axis[axis];
    const plot_beside *b = g->p->beside;
    double scale, top = g->top + NAME;
    const char *prefix;
    char name[256];
    plot_ticks y = ticks_of(g, axis, &scale, &prefix);
    const frame f = {&y, scale, top};
    snprintf(name, sizeof name, "%s [%s%s]", a->name, prefix, a->unit);
    draw_grid(g, x, &y, top);
    draw_marks(g, top);
    canvas_set_font(g->c, 12, true);
    canvas_set_pen(g->c, canvas_ink, 1);
    canvas_text(g->c, name, g->left, g->top + NAME - 7, 0);
    if (b && b->y[axis]) draw_line(g, &f, b->x, b->y[axis], b->n, mark_colour);
    draw_line(g, &f, g->p->x, a->y, g->p->n, line_colour);
    draw_limits(g, &f, axis);
    g->top += NAME + AXIS;
}

// Names of the two runs, each behind a piece of its line.
static void draw_legend(drawing *g) {
    const plot_beside *b = g->p->beside;
    const char *const name[] = {b->first, b->second};
    double x = g->left;
    canvas_set_font(g->c, 12, true);
    for (int k = 0; k < 2; k++) {
        canvas_set_pen(g->c, k == 0 ? line_colour : mark_colour, 2);
        canvas_segment(g->c, x, g->top + 9, x + 24, g->top + 9);
        canvas_set_pen(g->c, canvas_ink, 1);
        canvas_text(g->c, name[k], x + 30, g->top + 13, 0);
        x += 54 + canvas_text_width(g->c, name[k]);
    }
    g->top += LEGEND;
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
    if (!part && p->beside && p->beside->n > 0) g->x1 = fmax(g->x1, p->beside->x[p->beside->n - 1]);
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
    if (p->beside) draw_legend(&g);
    for (int k = 0; k < p->n_lanes; k++) draw_lane(&g, &p->lane[k]);
    if (p->n_lanes) g.top += 8;
    plot_ticks x = plot_ticks_over(g.x0, g.x1, PLOT_TICKS, 0);
    for (int k = 0; k < p->n_axes; k++) draw_axis(&g, k, &x);
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
