// SPDX-License-Identifier: MIT
#include "rt/sheet/sketch.h"
#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846;

// Cuts the part t0..t1 of a line to the side where p + t q >= 0 (Liang & Barsky 1984).
static bool cut(double p, double q, double *t0, double *t1) {
    if (q == 0) return p >= 0;
    double t = -p / q;
    if (q > 0 && t > *t0) *t0 = t;
    if (q < 0 && t < *t1) *t1 = t;
    return *t0 < *t1;
}

void sketch_line(const sketch *s, sketch_point from, sketch_point to, double thick, sketch_ink ink) {
    const double dx = to.x - from.x, dy = to.y - from.y, half = 0.5 * thick, left = s->area.x + half,
                 top = s->area.y + half, right = s->area.x + s->area.width - half,
                 below = s->area.y + s->area.height - half;
    double t0 = 0, t1 = 1;
    if (!isfinite(dx) || !isfinite(dy)) return;
    if (!cut(from.x - left, dx, &t0, &t1) || !cut(right - from.x, -dx, &t0, &t1) || !cut(from.y - top, dy, &t0, &t1) ||
        !cut(below - from.y, -dy, &t0, &t1))
        return;
    s->canvas->line(s->canvas->ctx, (sketch_point){from.x + t0 * dx, from.y + t0 * dy},
                    (sketch_point){from.x + t1 * dx, from.y + t1 * dy}, thick, ink);
}

void sketch_dashes(const sketch *s, sketch_point from, sketch_point to, double dash, double thick, sketch_ink ink) {
    double length = hypot(to.x - from.x, to.y - from.y);
    int n = isfinite(length) ? (int)fmin(length / (2 * dash), 200) : 0;
    for (int k = 0; k <= n; k++) {
        double a = fmin(2 * k * dash / length, 1), b = fmin((2 * k + 1) * dash / length, 1);
        sketch_line(s, (sketch_point){from.x + a * (to.x - from.x), from.y + a * (to.y - from.y)},
                    (sketch_point){from.x + b * (to.x - from.x), from.y + b * (to.y - from.y)}, thick, ink);
    }
}

static sketch_point on_circle(sketch_point at, double radius, double angle) {
    return (sketch_point){at.x + radius * sin(angle), at.y - radius * cos(angle)};
}

// Chords of a circle: every `step`-th of `n`.
static void draw_chords(const sketch *s, sketch_point at, double radius, int n, int step, double thick,
                        sketch_ink ink) {
    for (int k = 0; k < n; k += step)
        sketch_line(s, on_circle(at, radius, 2 * pi * k / n), on_circle(at, radius, 2 * pi * (k + 1) / n), thick, ink);
}

void sketch_circle(const sketch *s, sketch_point at, double radius, double thick, sketch_ink ink) {
    draw_chords(s, at, radius, 96, 1, thick, ink);
}

void sketch_dashed_circle(const sketch *s, sketch_point at, double radius, double thick, sketch_ink ink) {
    draw_chords(s, at, radius, 120, 2, thick, ink);
}

void sketch_square(const sketch *s, sketch_point at, double half, sketch_ink ink) {
    sketch_line(s, (sketch_point){at.x - half, at.y}, (sketch_point){at.x + half, at.y}, 2 * half, ink);
}

void sketch_cross(const sketch *s, sketch_point at, double half, double thick, sketch_ink ink) {
    sketch_line(s, (sketch_point){at.x - half, at.y - half}, (sketch_point){at.x + half, at.y + half}, thick, ink);
    sketch_line(s, (sketch_point){at.x - half, at.y + half}, (sketch_point){at.x + half, at.y - half}, thick, ink);
}

void sketch_arrow(const sketch *s, sketch_point from, sketch_point to, double head, double thick, sketch_ink ink) {
    double length = hypot(to.x - from.x, to.y - from.y);
    if (!(length > 0)) return;
    double ux = head * (to.x - from.x) / length, uy = head * (to.y - from.y) / length;
    sketch_line(s, from, to, thick, ink);
    sketch_line(s, (sketch_point){to.x - ux - 0.5 * uy, to.y - uy + 0.5 * ux}, to, thick, ink);
    sketch_line(s, (sketch_point){to.x - ux + 0.5 * uy, to.y - uy - 0.5 * ux}, to, thick, ink);
}

static bool overlap(const sketch_area *a, const sketch_area *b) {
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

void sketch_text(sketch *s, sketch_point at, double align, sketch_ink ink, const char *text) {
    const sketch_area *a = &s->area;
    sketch_label l = {.ink = ink};
    snprintf(l.text, sizeof l.text, "%s", text);
    const double width = s->canvas->width(s->canvas->ctx, l.text), height = s->canvas->line_height;
    if (width > a->width || height > a->height || !isfinite(at.x) || !isfinite(at.y) || s->n == SKETCH_LABELS) return;
    l.box = (sketch_area){fmin(fmax(at.x - align * width, a->x), a->x + a->width - width),
                          fmin(fmax(at.y, a->y), a->y + a->height - height), width, height};
    for (int k = 0; k < s->n; k++)
        if (overlap(&l.box, &s->label[k].box)) return;
    s->label[s->n++] = l;
}

void sketch_finish(const sketch *s) {
    for (int k = 0; k < s->n; k++) s->canvas->clear(s->canvas->ctx, s->label[k].box);
    for (int k = 0; k < s->n; k++) {
        const sketch_label *l = &s->label[k];
        s->canvas->text(s->canvas->ctx, (sketch_point){l->box.x, l->box.y}, l->ink, l->text);
    }
}

double sketch_round_up(double x) {
    static const double multiple[] = {1, 2, 3, 5};
    double power = pow(10, floor(log10(x)));
    for (int k = 0; k < 4; k++)
        if (multiple[k] * power >= x * (1 - 1e-9)) return multiple[k] * power;
    return 10 * power;
}

void sketch_scale_bar(sketch *s, double scale, bool right) {
    char text[32];
    const double metres = sketch_round_up(0.12 * s->area.width / scale), length = metres * scale, room = 60,
                 y = s->area.y + s->area.height - 7,
                 x = right ? s->area.x + s->area.width - room - length : s->area.x + 8, end = x + length;
    snprintf(text, sizeof text, "%g m", metres);
    sketch_line(s, (sketch_point){x, y}, (sketch_point){end, y}, 2, SKETCH_DIM);
    sketch_line(s, (sketch_point){x, y - 4}, (sketch_point){x, y + 1}, 2, SKETCH_DIM);
    sketch_line(s, (sketch_point){end, y - 4}, (sketch_point){end, y + 1}, 2, SKETCH_DIM);
    sketch_text(s, (sketch_point){end + 6, y + 5 - s->canvas->line_height}, 0, SKETCH_DIM, text);
}
