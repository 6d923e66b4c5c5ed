// SPDX-License-Identifier: MIT
#include "render/instrument/state_mark.h"
#include <math.h>

static const float pad = 10, below_bar = 52; // the desk's bar covers the top of the free area [points]

area state_mark_place(const draw2d *g, area free, const state_mark *m) {
    float large = m->text[0] ? draw2d_cell_height(g, FONT_LARGE) : 0,
          small = m->help[0] ? draw2d_cell_height(g, FONT_SMALL) + 2 : 0;
    float width = fmaxf(draw2d_text_width(g, FONT_LARGE, m->text), draw2d_text_width(g, FONT_SMALL, m->help)) + 2 * pad;
    float height = large + small + pad;
    bool fits = width + 16 <= free.width && height + below_bar <= free.height;
    if (large + small == 0 || !fits) return (area){0};
    return (area){free.x + 16, free.y + below_bar, width, height}; // left: the desk's pages cover the right
}

void state_mark_draw(draw2d *g, const palette *c, area place, const state_mark *m) {
    float large = m->text[0] ? draw2d_cell_height(g, FONT_LARGE) : 0, x = place.x + pad, y = place.y + pad / 2;
    draw2d_backdrop(g, place.x, place.y, place.width, place.height, c->panel);
    draw2d_frame(g, place.x, place.y, place.width, place.height, 2, c->warn);
    if (m->text[0]) draw2d_text(g, x, y, FONT_LARGE, DRAW2D_LEFT, c->warn, m->text);
    if (m->help[0]) draw2d_text(g, x, y + large, FONT_SMALL, DRAW2D_LEFT, m->urgent ? c->warn : c->bright, m->help);
}
