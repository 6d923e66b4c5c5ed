// SPDX-License-Identifier: MIT
// What the flat drawing and its text share: the atlas and the quad.
#ifndef HAWSE_RENDER_TEXT_DRAW2D_QUAD_H
#define HAWSE_RENDER_TEXT_DRAW2D_QUAD_H

#include "render/text/draw2d.h"

// Cells lie an empty pixel apart. The first rows are full, for what is not text: its place is u = 0, v = 0.
enum { DRAW2D_COLUMNS = 32, DRAW2D_GAP = 1, DRAW2D_FULL = 4 }; // glyphs in a row; [px]

// Corners p [points] and their texture places t [px of the atlas] in turn round the quad.
void draw2d_quad(draw2d *g, const float p[4][2], const float t[4][2], uint32_t colour);
// Place of the three sizes in the atlas, and its size.
void draw2d_place_fonts(draw2d *g);
// The atlas of the three sizes, a byte a pixel; NULL: no memory. The caller frees it.
uint8_t *draw2d_make_atlas(const draw2d *g);

#endif
