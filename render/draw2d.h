// SPDX-License-Identifier: MIT
// Flat drawing over the picture, collected and drawn in one call. Units are 1/720 of the picture's height ("points"),
// origin top left, so that instruments keep their size relative to the picture.
#ifndef HAWSE_RENDER_DRAW2D_H
#define HAWSE_RENDER_DRAW2D_H

#include <epoxy/gl.h>

#include "render/font.h"
#include "rt/base.h"

#define DRAW2D_VERTICES 30000

typedef struct draw2d_vertex {
    float x, y, u, v;
    uint8_t rgba[4];
} draw2d_vertex;

typedef struct draw2d {
    GLuint program, atlas, vao, buffer;
    GLint size;
    float width, height;   // of the picture [points]
    float px;              // of a point
    int n, dropped;        // vertices; left out because the list was full
    float row[FONT_SIZES]; // top of each size in the atlas, 0..1
    draw2d_vertex *vertex; // (DRAW2D_VERTICES)
} draw2d;

typedef enum draw2d_align { DRAW2D_LEFT = 0, DRAW2D_CENTRE, DRAW2D_RIGHT } draw2d_align;

// Colours are 0xRRGGBBAA, as on screen.
rt_status draw2d_create(draw2d *g, rt_diag *d);
void draw2d_free(draw2d *g);
// Starts a picture of width × height pixels.
void draw2d_begin(draw2d *g, int width, int height);
void draw2d_end(draw2d *g);
// A strip over the whole width behind everything else, drawn at once.
void draw2d_backdrop(const draw2d *g, float y, float height, uint32_t colour);
void draw2d_rect(draw2d *g, float x, float y, float width, float height, uint32_t colour);
void draw2d_frame(draw2d *g, float x, float y, float width, float height, float thick, uint32_t colour);
void draw2d_line(draw2d *g, float x0, float y0, float x1, float y1, float thick, uint32_t colour);
// A ring's part between two angles [rad], clockwise from the top.
void draw2d_arc(draw2d *g, float x, float y, float inner, float outer, float from, float to, uint32_t colour);
// UTF-8 text whose cells start at (x, y), their top; what the font has not is shown as '?'. Returns its width.
float draw2d_text(draw2d *g, float x, float y, int font, draw2d_align align, uint32_t colour, const char *text);
float draw2d_printf(draw2d *g, float x, float y, int font, draw2d_align align, uint32_t colour, const char *format, ...)
    __attribute__((format(printf, 7, 8)));

#endif
