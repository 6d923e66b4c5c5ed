// SPDX-License-Identifier: MIT
// Flat drawing over the picture, collected and drawn in one call. Units are points, 1/720 of the picture's height,
// origin top left: instruments keep their size relative to the picture. In a small picture points are larger, so text
// stays readable. Main thread, GL context current.
#ifndef HAWSE_RENDER_TEXT_DRAW2D_H
#define HAWSE_RENDER_TEXT_DRAW2D_H

#include "render/gl/backing.h"
#include "render/text/font.h"
#include "rt/base/base.h"

enum { DRAW2D_VERTICES = 48000, DRAW2D_BACKDROPS = BACKING_AREAS };
#define DRAW2D_LEAST_PX 0.8f // least pixels per point: small text is then 11 pixels high

typedef struct draw2d_vertex {
    float x, y, u, v;
    uint8_t rgba[4];
} draw2d_vertex;

typedef struct draw2d_area {
    float x, y, width, height; // [points]
    uint32_t colour;
    int first; // index of the first vertex on it
} draw2d_area;

typedef struct draw2d {
    unsigned program, atlas, vao, buffer; // GL names
    int size, up;                         // uniforms
    float width, height;                  // size of the picture [points]
    float px;                             // pixels per point
    int n, dropped;                       // vertices; total dropped because a list was full
    int n_backdrops;
    int atlas_width, atlas_height;                  // [px]
    const font_cells *cells[FONT_SIZES], *drawn[3]; // of this picture; in the atlas
    int row[FONT_SIZES];                            // top of each size in the atlas [px]
    draw2d_vertex *vertex;                          // (DRAW2D_VERTICES)
    draw2d_area backdrop[DRAW2D_BACKDROPS];         // (n_backdrops)
} draw2d;

typedef enum draw2d_align { DRAW2D_LEFT = 0, DRAW2D_CENTRE, DRAW2D_RIGHT } draw2d_align;

// Colours are 0xRRGGBBAA, as on screen.
rt_status draw2d_create(draw2d *g, rt_diag *d);
void draw2d_free(draw2d *g);
// Starts a picture of width × height pixels. Up to the flush, all calls write only to the lists of g and use no GL.
void draw2d_begin(draw2d *g, int width, int height);
// Draws everything collected, backdrops first, and starts a new layer on top.
void draw2d_flush(draw2d *g);
// Does the same for the framebuffer `to`, and draws backdrops with their content through the backing store b. Content
// must lie within its backdrop, and backdrops must not overlap.
void draw2d_flush_backed(draw2d *g, backing *b, GLuint to);
// Pixels of an area: left, bottom, width, height in GL's coordinates. Returns false if the area has none.
bool draw2d_box(const draw2d *g, float x, float y, float width, float height, int box[4]);
// Adds an opaque area behind everything else of its layer. Cheap in software.
void draw2d_backdrop(draw2d *g, float x, float y, float width, float height, uint32_t colour);
void draw2d_rect(draw2d *g, float x, float y, float width, float height, uint32_t colour);
void draw2d_frame(draw2d *g, float x, float y, float width, float height, float thick, uint32_t colour);
void draw2d_line(draw2d *g, float x0, float y0, float x1, float y1, float thick, uint32_t colour);
// Adds an arc of a ring between two angles [rad], clockwise from the top.
void draw2d_arc(draw2d *g, float x, float y, float inner, float outer, float from, float to, uint32_t colour);

// Adds UTF-8 text with the top of its cells at y; (x, y) is the left, middle or right end. A missing glyph shows as
// '?'. Returns the width.
float draw2d_text(draw2d *g, float x, float y, int font, draw2d_align align, uint32_t colour, const char *text);
float draw2d_printf(draw2d *g, float x, float y, int font, draw2d_align align, uint32_t colour, const char *format, ...)
    __attribute__((format(printf, 7, 8)));
// Adds left-aligned text, truncated with an ellipsis if wider than `width` [points]. Returns the width.
float draw2d_text_within(draw2d *g, float x, float y, float width, int font, uint32_t colour, const char *text);
// Size of a cell [points].
float draw2d_cell_width(const draw2d *g, int font);
float draw2d_cell_height(const draw2d *g, int font);
// Width of a text [points].
float draw2d_text_width(const draw2d *g, int font, const char *text);

#endif
