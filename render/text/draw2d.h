// SPDX-License-Identifier: MIT
// Flat drawing over the picture, collected and drawn in one call. Units are 1/720 of the picture's height ("points"),
// origin top left, so that instruments keep their size relative to the picture; in a small picture points are larger,
// so that text stays readable. Main thread, with the GL context current.
#ifndef HAWSE_RENDER_TEXT_DRAW2D_H
#define HAWSE_RENDER_TEXT_DRAW2D_H

#include "render/gl/backing.h"
#include "render/text/font.h"
#include "rt/base/base.h"

enum { DRAW2D_VERTICES = 48000, DRAW2D_BACKDROPS = BACKING_AREAS };
#define DRAW2D_LEAST_PX 0.8f // of a point: small text is then 11 pixels high

typedef struct draw2d_vertex {
    float x, y, u, v;
    uint8_t rgba[4];
} draw2d_vertex;

typedef struct draw2d_area {
    float x, y, width, height; // [points]
    uint32_t colour;
    int first; // of the vertices drawn on it
} draw2d_area;

typedef struct draw2d {
    unsigned program, atlas, vao, buffer; // of GL
    int size, up;                         // uniforms
    float width, height;                  // of the picture [points]
    float px;                             // of a point
    int n, dropped;                       // vertices; dropped because a list was full, so far
    int n_backdrops;
    int atlas_width, atlas_height;                  // [px]
    const font_cells *cells[FONT_SIZES], *drawn[3]; // for this picture, and those in the atlas
    int row[FONT_SIZES];                            // top of each size in the atlas [px]
    draw2d_vertex *vertex;                          // (DRAW2D_VERTICES)
    draw2d_area backdrop[DRAW2D_BACKDROPS];         // (n_backdrops)
} draw2d;

typedef enum draw2d_align { DRAW2D_LEFT = 0, DRAW2D_CENTRE, DRAW2D_RIGHT } draw2d_align;

// Colours are 0xRRGGBBAA, as on screen.
rt_status draw2d_create(draw2d *g, rt_diag *d);
void draw2d_free(draw2d *g);
// Starts a picture of width × height pixels. Until the flush nothing but the lists of g is written, and GL not used.
void draw2d_begin(draw2d *g, int width, int height);
// Draws what was collected, backdrops first, and begins a new layer over it.
void draw2d_flush(draw2d *g);
// The same for the framebuffer `to`. Content of a backdrop is drawn by way of b: it must lie within its backdrop, and
// backdrops must not overlap.
void draw2d_flush_backed(draw2d *g, backing *b, GLuint to);
// Pixels of an area: left, bottom, width and height in GL's coordinates. False: none.
bool draw2d_box(const draw2d *g, float x, float y, float width, float height, int box[4]);
// An opaque area behind everything else of its layer, cheap without a GPU.
void draw2d_backdrop(draw2d *g, float x, float y, float width, float height, uint32_t colour);
void draw2d_rect(draw2d *g, float x, float y, float width, float height, uint32_t colour);
void draw2d_frame(draw2d *g, float x, float y, float width, float height, float thick, uint32_t colour);
void draw2d_line(draw2d *g, float x0, float y0, float x1, float y1, float thick, uint32_t colour);
// A ring's part between two angles [rad], clockwise from the top.
void draw2d_arc(draw2d *g, float x, float y, float inner, float outer, float from, float to, uint32_t colour);

// Text is UTF-8; its cells start at (x, y), their top; what the font has not is shown as '?'. Returns its width.
float draw2d_text(draw2d *g, float x, float y, int font, draw2d_align align, uint32_t colour, const char *text);
float draw2d_printf(draw2d *g, float x, float y, int font, draw2d_align align, uint32_t colour, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
// Left-aligned text of at most `width` points, else truncated with an ellipsis. Returns its width.
float draw2d_text_within(draw2d *g, float x, float y, float width, int font, uint32_t colour, const char *text);
// Of a cell [points].
float draw2d_cell_width(const draw2d *g, int font);
float draw2d_cell_height(const draw2d *g, int font);
// Of a text [points].
float draw2d_text_width(const draw2d *g, int font, const char *text);

#endif
