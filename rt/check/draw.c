// SPDX-License-Identifier: MIT
#include "rt/check/draw.h"
#include "rt/plot/canvas.h"
#include "rt/plot/plot.h"
#include <math.h>
#include <stdio.h>

enum { WIDTH = 1100, HEIGHT = 640, TOP = 46, BOTTOM = 92, LEFT = 48, GAP = 30, PANELS = 2 };
#define MARGIN 0.8 // around what is shown [m]
#define NORMAL 1.0 // length of the face normal's arrow [m]

static const canvas_colour hull_colour = {0.35, 0.35, 0.35}, pale = {0.85, 0.85, 0.85},
                           anchor_colour = {0.13, 0.35, 0.62}, axis_colour = {0.05, 0.5, 0.25},
                           chain_colour = {0.85, 0.5, 0.05}, normal_colour = {0.55, 0.1, 0.6},
                           bad_colour = {0.85, 0.05, 0.05}, water_colour = {0.2, 0.6, 0.9};

// A parallel projection: two axes of the drawing, the direction toward the eye, and the plane of the section.
typedef struct panel {
    const char *title, *names[2];
    vec3 u, v, eye;
    vec3 origin;           // a point of the section's plane, which is normal to `eye`
    double lo[2], hi[2];   // shown [m]
    double left, top, per; // left and top edge of the panel, pixels per metre
    double right, bottom;
} panel;

typedef struct picture {
    const review_ship *s;
    const review *r;
    panel panel[PANELS];
} picture;

static vec3 vector(const double v[3]) { return vec3_make(v[0], v[1], v[2]); }
static double px(const panel *p, vec3 x) { return p->left + p->per * (vec3_dot(x, p->u) - p->lo[0]); }
static double py(const panel *p, vec3 x) { return p->bottom - p->per * (vec3_dot(x, p->v) - p->lo[1]); }

static void show_point(panel *p, vec3 x) {
    const double at[2] = {vec3_dot(x, p->u), vec3_dot(x, p->v)};
    for (int i = 0; i < 2; i++) p->lo[i] = fmin(p->lo[i], at[i] - MARGIN), p->hi[i] = fmax(p->hi[i], at[i] + MARGIN);
}

static vec3 corner_of(const contact_mesh *m, const pose *at, int k) {
    return pose_point(at, vec3_make(k & 1 ? m->hi.x : m->lo.x, k & 2 ? m->hi.y : m->lo.y, k & 4 ? m->hi.z : m->lo.z));
}

// Fits the panel around the design: the same scale both ways.
static void fit(const picture *g, panel *p, double left, double width) {
    const review_ship *s = g->s;
    p->lo[0] = p->lo[1] = INFINITY, p->hi[0] = p->hi[1] = -INFINITY;
    const vec3 shown[] = {
        vector(s->sc->ship.mouth), vector(s->sc->ship.lifter), g->r->lead.end, s->top, s->hang, s->shackle};
    for (int k = 0; k < 6; k++) show_point(p, shown[k]);
    for (int k = 0; k < 8; k++) {
        show_point(p, corner_of(&s->shank->mesh, &s->shank_at, k));
        show_point(p, corner_of(&s->head->mesh, &s->head_at, k));
    }
    double height = HEIGHT - TOP - BOTTOM;
    p->per = fmin(width / (p->hi[0] - p->lo[0]), height / (p->hi[1] - p->lo[1]));
    const double size[2] = {width, height};
    for (int i = 0; i < 2; i++) {
        double more = 0.5 * (size[i] / p->per - (p->hi[i] - p->lo[i]));
        p->lo[i] -= more, p->hi[i] += more;
    }
    p->left = left, p->right = left + width, p->top = TOP, p->bottom = TOP + height;
}

static void draw_line(cairo_t *c, const panel *p, vec3 a, vec3 b) {
    canvas_segment(c, px(p, a), py(p, a), px(p, b), py(p, b));
}

typedef struct pen {
    cairo_t *c;
    const panel *p;
} pen;

static void draw_edge(void *ctx, vec3 a, vec3 b) {
    const pen *at = ctx;
    draw_line(at->c, at->p, a, b);
}

static void draw_ticks(cairo_t *c, const panel *p) {
    char label[32];
    canvas_set_font(c, 11, false);
    for (int i = 0; i < 2; i++) {
        plot_ticks t = plot_ticks_over(p->lo[i], p->hi[i], PLOT_TICKS, 0);
        for (int k = 0; k < t.n; k++) {
            double v = t.first + k * t.step;
            if (v < p->lo[i] || v > p->hi[i]) continue;
            snprintf(label, sizeof label, "%.*f", t.decimals, fabs(v) < 1e-9 * t.step ? 0 : v);
            double x = p->left + p->per * (v - p->lo[0]), y = p->bottom - p->per * (v - p->lo[1]);
            canvas_set_pen(c, pale, 0.7);
            if (i == 0)
                canvas_segment(c, x, p->top, x, p->bottom);
            else
                canvas_segment(c, p->left, y, p->right, y);
            canvas_set_pen(c, canvas_ink, 1);
            canvas_text(c, label, i == 0 ? x : p->left - 5, i == 0 ? p->bottom + 14 : y + 4, i == 0 ? 0.5 : 1);
        }
    }
    canvas_text(c, p->names[0], 0.5 * (p->left + p->right), p->bottom + 30, 0.5);
    canvas_set_font(c, 13, true);
    canvas_text(c, p->title, p->left, p->top - 8, 0);
}

// Marks a point by a dot and its name, to the right of it and above if there is room, or to the left and below.
static void mark(cairo_t *c, const panel *p, vec3 x, const char *name, canvas_colour k, bool right) {
    canvas_set_pen(c, k, 1.6);
    cairo_arc(c, px(p, x), py(p, x), 3.5, 0, 6.283185307179586);
    cairo_fill(c);
    canvas_set_font(c, 12, false);
    right = right && px(p, x) + 7 + canvas_text_width(c, name) < p->right;
    canvas_text(c, name, px(p, x) + (right ? 7 : -7), py(p, x) + (right ? -5 : 14), right ? 0 : 1);
}

static void draw_level(cairo_t *c, const panel *p, double z, const char *name, canvas_colour k) {
    double y = p->bottom - p->per * (z - p->lo[1]);
    if (y < p->top || y > p->bottom) return;
    cairo_set_dash(c, (const double[]){6, 4}, 2, 0);
    canvas_set_pen(c, k, 1);
    canvas_segment(c, p->left, y, p->right, y);
    cairo_set_dash(c, NULL, 0, 0);
    canvas_set_font(c, 11, false);
    canvas_text(c, name, p->right - 4, y - 4, 1);
}

static void draw_pipe(cairo_t *c, const picture *g, const panel *p) {
    const scenario_ship *ship = &g->s->sc->ship;
    vec3 mouth = vector(ship->mouth), axis = vec3_unit(vector(ship->pipe_axis)), end = g->r->lead.end;
    canvas_set_pen(c, axis_colour, 1.6);
    draw_line(c, p, mouth, end);
    vec3 side = vec3_cross(p->eye, axis);
    if (vec3_norm2(side) > 1e-6) side = vec3_scale(0.5 * ship->pipe_bore, vec3_unit(side));
    cairo_set_dash(c, (const double[]){4, 3}, 2, 0);
    canvas_set_pen(c, axis_colour, 1);
    draw_line(c, p, vec3_add(mouth, side), vec3_add(end, side));
    draw_line(c, p, vec3_sub(mouth, side), vec3_sub(end, side));
    cairo_set_dash(c, NULL, 0, 0);
    vec3 tip = vec3_madd(mouth, NORMAL, vec3_unit(vector(ship->face_normal)));
    canvas_set_pen(c, normal_colour, 1.8);
    draw_line(c, p, mouth, tip);
    mark(c, p, tip, "face normal", normal_colour, true);
    mark(c, p, mouth, "mouth", axis_colour, false);
    mark(c, p, end, "pipe's end", axis_colour, true);
}

static void draw_chain(cairo_t *c, const picture *g, const panel *p) {
    const review_ship *s = g->s;
    const vec3 way[] = {s->shackle, s->hang, s->top, vector(s->sc->ship.lifter)};
    canvas_set_pen(c, chain_colour, 1.6);
    for (int k = 0; k < 3; k++) draw_line(c, p, way[k], way[k + 1]);
    mark(c, p, way[3], "lifter", chain_colour, true);
    mark(c, p, way[0], "shackle", chain_colour, true);
}

static void draw_faults(cairo_t *c, const picture *g, const panel *p) {
    char name[64];
    if (g->r->pipe.blocked >= 0) mark(c, p, g->r->pipe.enters, "blocked", bad_colour, true);
    for (int k = 0; k < REVIEW_PARTS; k++) {
        if (!(g->r->part[k].overlap > 0)) continue;
        snprintf(name, sizeof name, "%s %.0f mm inside", review_part_name(k), 1e3 * g->r->part[k].overlap);
        mark(c, p, g->r->part[k].overlap_at, name, bad_colour, true);
    }
}

static void draw_panel(cairo_t *c, const picture *g, const panel *p, bool side) {
    const review_ship *s = g->s;
    char deck[48];
    draw_ticks(c, p);
    cairo_save(c);
    cairo_rectangle(c, p->left, p->top, p->right - p->left, p->bottom - p->top);
    cairo_clip(c);
    canvas_set_pen(c, hull_colour, 1.2);
    review_cut(&s->hull->mesh, p->origin, p->eye, draw_edge, &(pen){c, p});
    canvas_set_pen(c, anchor_colour, 0.8);
    review_outline(&s->shank->mesh, &s->shank_at, p->eye, draw_edge, &(pen){c, p});
    review_outline(&s->head->mesh, &s->head_at, p->eye, draw_edge, &(pen){c, p});
    snprintf(deck, sizeof deck, "deck %.2f m", s->sc->ship.deck);
    if (side) draw_level(c, p, s->sc->ship.deck, deck, hull_colour);
    if (side) draw_level(c, p, 0, "waterline", water_colour);
    draw_chain(c, g, p);
    draw_pipe(c, g, p);
    draw_faults(c, g, p);
    cairo_restore(c);
    canvas_set_pen(c, hull_colour, 1);
    cairo_rectangle(c, p->left, p->top, p->right - p->left, p->bottom - p->top);
    cairo_stroke(c);
}

static void write_figures(cairo_t *c, const picture *g) {
    char text[256];
    const review *r = g->r;
    const scenario *sc = g->s->sc;
    canvas_set_font(c, 12, false);
    canvas_set_pen(c, canvas_ink, 1);
    snprintf(
        text, sizeof text,
        "mouth %.3f m from the hull; bore %.0f mm, free %.0f mm; the shank needs %.0f mm; pipe %.2f m; lead %.2f m; "
        "anchor %.0f kg",
        r->pipe.gap, 1e3 * sc->ship.pipe_bore, 1e3 * r->pipe.bore, 1e3 * r->envelope, sc->ship.pipe_length,
        r->lead.length, r->part[0].given + r->part[1].given);
    canvas_text(c, text, LEFT, HEIGHT - 34, 0);
    canvas_text(c, sc->path, LEFT, HEIGHT - 14, 0);
}

static cairo_status_t paint(const void *ctx, cairo_t *c) {
    const picture *g = ctx;
    canvas_set_pen(c, canvas_paper, 1);
    cairo_paint(c);
    for (int k = 0; k < PANELS; k++) draw_panel(c, g, &g->panel[k], k == 0);
    write_figures(c, g);
    return CAIRO_STATUS_SUCCESS;
}

rt_status check_draw(const review_ship *s, const review *r, const char *path, rt_diag *d) {
    picture g = {.s = s, .r = r};
    vec3 mouth = vector(s->sc->ship.mouth), axis = vector(s->sc->ship.pipe_axis), up = vec3_make(0, 0, 1);
    vec3 outboard = vec3_unit(vec3_make(-axis.x, -axis.y, 0));
    g.panel[0] = (panel){.title = "Section along the hawse pipe, the anchor in outline",
                         .names = {"outboard along the pipe's axis [m]; upward: height above the waterline [m]"},
                         .u = outboard,
                         .v = up,
                         .eye = vec3_cross(outboard, up),
                         .origin = mouth};
    g.panel[1] = (panel){.title = "From above: the hull at the height of the mouth",
                         .names = {"forward [m]; upward: to port [m]"},
                         .u = vec3_make(1, 0, 0),
                         .v = vec3_make(0, 1, 0),
                         .eye = up,
                         .origin = mouth};
    double width = (WIDTH - 2 * LEFT - 3 * GAP) / 2.0;
    for (int k = 0; k < PANELS; k++) fit(&g, &g.panel[k], LEFT + k * (width + LEFT + GAP), width);
    const canvas v = {WIDTH, HEIGHT, paint, &g};
    return canvas_write(&v, path, d);
}
