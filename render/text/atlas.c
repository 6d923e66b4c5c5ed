// SPDX-License-Identifier: MIT
// Font atlas: the cells for a picture's scale, unpacked into one texture.
#include "render/text/draw2d_quad.h"
#include <stdlib.h>
#include <string.h>

enum { ROWS = (FONT_GLYPHS + DRAW2D_COLUMNS - 1) / DRAW2D_COLUMNS };

const font_cells *font_choose(int font, float px) {
    static const float em[FONT_SIZES] = {14, 20, 36}; // [points]
    int k = 0;
    while (k + 1 < FONT_BAKED && (float)font_baked[k + 1].size <= 1.04f * em[font] * px) k++;
    return &font_baked[k];
}

void draw2d_place_fonts(draw2d *g) {
    g->atlas_width = 0;
    g->atlas_height = DRAW2D_FULL + DRAW2D_GAP;
    for (int k = 0; k < FONT_SIZES; k++) {
        int width = DRAW2D_COLUMNS * (g->cells[k]->width + DRAW2D_GAP);
        g->row[k] = g->atlas_height;
        g->atlas_height += ROWS * (g->cells[k]->height + DRAW2D_GAP);
        if (width > g->atlas_width) g->atlas_width = width;
    }
}

uint8_t *draw2d_make_atlas(const draw2d *g) {
    uint8_t *atlas = calloc((size_t)g->atlas_width, (size_t)g->atlas_height);
    if (!atlas) return NULL;
    memset(atlas, 255, (size_t)DRAW2D_FULL * (size_t)g->atlas_width);
    for (int k = 0; k < FONT_SIZES; k++) {
        const font_cells *c = g->cells[k];
        for (int i = 0; i < FONT_GLYPHS; i++) {
            int left = i % DRAW2D_COLUMNS * (c->width + DRAW2D_GAP);
            int top = g->row[k] + i / DRAW2D_COLUMNS * (c->height + DRAW2D_GAP);
            font_unpack(c->runs[i], c->width, atlas + (size_t)(top * g->atlas_width + left), g->atlas_width);
        }
    }
    return atlas;
}
