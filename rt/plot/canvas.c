// SPDX-License-Identifier: MIT
#include "rt/plot/canvas.h"
#include <cairo-svg.h>
#include <string.h>

const canvas_colour canvas_paper = {1, 1, 1}, canvas_ink = {0.13, 0.13, 0.13};

void canvas_set_pen(cairo_t *c, canvas_colour k, double width) {
    cairo_set_source_rgb(c, k.r, k.g, k.b);
    cairo_set_line_width(c, width);
}

void canvas_set_font(cairo_t *c, double size, bool bold) {
    cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(c, size);
}

void canvas_segment(cairo_t *c, double x0, double y0, double x1, double y1) {
    cairo_move_to(c, x0, y0);
    cairo_line_to(c, x1, y1);
    cairo_stroke(c);
}

double canvas_text_width(cairo_t *c, const char *text) {
    cairo_text_extents_t e;
    cairo_text_extents(c, text, &e);
    return e.x_advance;
}

void canvas_text(cairo_t *c, const char *text, double x, double y, double align) {
    cairo_move_to(c, x - align * canvas_text_width(c, text), y);
    cairo_show_text(c, text);
}

static bool has_suffix(const char *path, const char *suffix) {
    size_t n = strlen(path), m = strlen(suffix);
    return n > m && strcmp(path + n - m, suffix) == 0;
}

bool canvas_suffix(const char *path, rt_diag *d) {
    if (has_suffix(path, ".png") || has_suffix(path, ".svg")) return true;
    rt_diag_error(d, path, 0, 0, "expected a name that ends in .png or .svg");
    return false;
}

static cairo_status_t write_chunk(void *ctx, const unsigned char *data, unsigned int n) {
    return rt_whole_write(ctx, data, n) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_status_t paint_on(const canvas *v, cairo_surface_t *surface, double scale) {
    cairo_t *c = cairo_create(surface);
    cairo_scale(c, scale, scale);
    cairo_status_t status = v->paint(v->ctx, c);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_status(c);
    cairo_destroy(c);
    return status;
}

static cairo_status_t write_png(const canvas *v, rt_whole_file *w) {
    cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 2 * v->width, 2 * v->height);
    cairo_status_t status = paint_on(v, s, 2);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_write_to_png_stream(s, write_chunk, w);
    cairo_surface_destroy(s);
    return status;
}

cairo_status_t canvas_write_svg(const canvas *v, rt_whole_file *w) {
    cairo_surface_t *s = cairo_svg_surface_create_for_stream(write_chunk, w, v->width, v->height);
    cairo_svg_surface_set_document_unit(s, CAIRO_SVG_UNIT_PX);
    cairo_status_t status = paint_on(v, s, 1);
    cairo_surface_finish(s);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(s);
    cairo_surface_destroy(s);
    return status;
}

rt_status canvas_write(const canvas *v, const char *path, rt_diag *d) {
    rt_whole_file w;
    if (!canvas_suffix(path, d)) return RT_ERR_USAGE;
    rt_status status = rt_whole_open(&w, path, d);
    if (status != RT_OK) return status;
    cairo_status_t drawn = has_suffix(path, ".png") ? write_png(v, &w) : canvas_write_svg(v, &w);
    if (drawn == CAIRO_STATUS_SUCCESS || drawn == CAIRO_STATUS_WRITE_ERROR)
        return rt_whole_close(&w, d); // reports a write error
    rt_whole_abandon(&w);
    rt_diag_error(d, path, 0, 0, "cannot draw the plot: %s", cairo_status_to_string(drawn));
    return drawn == CAIRO_STATUS_NO_MEMORY ? RT_ERR_MEMORY : RT_ERR_FILE;
}
