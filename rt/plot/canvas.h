// SPDX-License-Identifier: MIT
// A drawing by cairo, written the same as PNG and as SVG.
#ifndef HAWSE_RT_PLOT_CANVAS_H
#define HAWSE_RT_PLOT_CANVAS_H

#include "rt/file/whole_file.h"
#include <cairo.h>

typedef struct canvas {
    int width, height; // [px]; a PNG has twice as many
    cairo_status_t (*paint)(const void *ctx, cairo_t *c);
    const void *ctx;
} canvas;

typedef struct canvas_colour {
    double r, g, b;
} canvas_colour;

extern const canvas_colour canvas_paper, canvas_ink;

void canvas_set_pen(cairo_t *c, canvas_colour k, double width);
void canvas_set_font(cairo_t *c, double size, bool bold);
void canvas_segment(cairo_t *c, double x0, double y0, double x1, double y1);
double canvas_text_width(cairo_t *c, const char *text);
// align: 0 begins the text at x, 0.5 centres it there, 1 ends it there.
void canvas_text(cairo_t *c, const char *text, double x, double y, double align);

// Whether the path ends in .png or .svg; false with a message.
bool canvas_suffix(const char *path, rt_diag *d);
// Writes the drawing by the file's suffix, whole or not at all; RT_ERR_USAGE for another suffix, RT_ERR_FILE or
// RT_ERR_MEMORY, with a message that says why.
rt_status canvas_write(const canvas *v, const char *path, rt_diag *d);
// Writes the drawing as SVG to an open file.
cairo_status_t canvas_write_svg(const canvas *v, rt_whole_file *w);

#endif
