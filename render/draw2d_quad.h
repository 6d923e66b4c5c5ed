// SPDX-License-Identifier: MIT
// What the flat drawing and its text share: the atlas and the quad.
#ifndef HAWSE_RENDER_DRAW2D_QUAD_H
#define HAWSE_RENDER_DRAW2D_QUAD_H

#include "render/draw2d.h"

// Cells lie one empty pixel apart, so that an enlarged one takes nothing from its neighbours.
enum {
    DRAW2D_COLUMNS = 32,
    DRAW2D_GAP = 1,
    DRAW2D_ATLAS_WIDTH = 768,
    DRAW2D_ATLAS_HEIGHT = 384
}; // glyphs in a row; [px]

// Corners p and their texture places t in turn round the quad.
void draw2d_quad(draw2d *g, const float p[4][2], const float t[4][2], uint32_t colour);

#endif
