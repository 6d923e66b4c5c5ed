// SPDX-License-Identifier: MIT
// Shared by flat drawing and text: atlas and quad.
#ifndef HAWSE_RENDER_TEXT_DRAW2D_QUAD_H
#define HAWSE_RENDER_TEXT_DRAW2D_QUAD_H

#include "render/text/draw2d.h"

// Cells are one empty pixel apart. The atlas's first rows are opaque: shapes without text use u = 0, v = 0.
enum { DRAW2D_COLUMNS = 32, DRAW2D_GAP = 1, DRAW2D_FULL = 4 }; // glyphs per row; [px]; [px]

// Adds a quad: corners p [points] and texture coordinates t [px of the atlas], in turn round the quad.
void draw2d_quad(draw2d *g, const float p[4][2], const float t[4][2], uint32_t colour);
// Computes the rows of the three sizes in the atlas, and the atlas's size.
void draw2d_place_fonts(draw2d *g);
// The atlas of the three sizes, one byte per pixel. The caller frees it. NULL when out of memory.
uint8_t *draw2d_make_atlas(const draw2d *g);

#endif
