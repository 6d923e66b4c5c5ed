// SPDX-License-Identifier: MIT
// Flat drawing on any canvas: the window's or a page's. Points from the upper left, y downward. Lines are clipped to
// the sketch's area.
#ifndef HAWSE_RT_SHEET_SKETCH_H
#define HAWSE_RT_SHEET_SKETCH_H

#include <stdbool.h>

typedef enum sketch_ink {
    SKETCH_DIM = 0, // scales, marks
    SKETCH_BRIGHT,  // ship, readings
    SKETCH_GOOD,
    SKETCH_WARN,
    SKETCH_BAD,
    SKETCH_CHAIN,
    SKETCH_INKS
} sketch_ink;

typedef struct sketch_point {
    double x, y;
} sketch_point;

typedef struct sketch_area {
    double x, y, width, height;
} sketch_area;

typedef struct sketch_canvas {
    void *ctx;
    void (*line)(void *ctx, sketch_point from, sketch_point to, double thick, sketch_ink ink);
    void (*text)(void *ctx, sketch_point at, sketch_ink ink, const char *text); // from its upper left corner
    double (*width)(void *ctx, const char *text);
    void (*clear)(void *ctx, sketch_area a); // paints the background
    double line_height;
} sketch_canvas;

enum { SKETCH_LABELS = 16, SKETCH_TEXT = 64 };
typedef struct sketch_label {
    sketch_area box;
    sketch_ink ink;
    char text[SKETCH_TEXT];
} sketch_label;

// A drawing in progress. Its texts wait until the lines are drawn.
typedef struct sketch {
    const sketch_canvas *canvas;
    sketch_area area;
    int n;
    sketch_label label[SKETCH_LABELS]; // (n)
} sketch;

void sketch_line(const sketch *s, sketch_point from, sketch_point to, double thick, sketch_ink ink);
// Lines of `dash` points with gaps as long.
void sketch_dashes(const sketch *s, sketch_point from, sketch_point to, double dash, double thick, sketch_ink ink);
void sketch_circle(const sketch *s, sketch_point at, double radius, double thick, sketch_ink ink);
void sketch_dashed_circle(const sketch *s, sketch_point at, double radius, double thick, sketch_ink ink);
// Filled square of this half width, clipped.
void sketch_square(const sketch *s, sketch_point at, double half, sketch_ink ink);
// Cross of two strokes at 45 deg.
void sketch_cross(const sketch *s, sketch_point at, double half, double thick, sketch_ink ink);
// Line with a head at `to`.
void sketch_arrow(const sketch *s, sketch_point from, sketch_point to, double head, double thick, sketch_ink ink);
// align: 0 begins the text at x, 0.5 centres it there, 1 ends it there; y: top of its cells. Text moved so that all of
// it lies within the area. Nothing if the area is too small or another text is there: the most important text comes
// first.
void sketch_text(sketch *s, sketch_point at, double align, sketch_ink ink, const char *text);
// Bar of a round length in a lower corner, `scale` points a metre, with its length.
void sketch_scale_bar(sketch *s, double scale, bool right);
// Draws the texts over the lines, each on its own background.
void sketch_finish(const sketch *s);
// The least of 1, 2, 3, 5 times a power of ten that is not below x > 0.
double sketch_round_up(double x);

#endif
