// SPDX-License-Identifier: MIT
#include "render/scene/inset.h"
#include <string.h>

static const double part = 0.28; // of the large picture's width
static const int least = 48;     // least useful height [px]

render_view inset_view(render_view large) {
    return large == RENDER_VIEW_DECK || large == RENDER_VIEW_PIPE || large == RENDER_VIEW_OVERVIEW
               ? RENDER_VIEW_BOLSTER
               : RENDER_VIEW_OVERVIEW;
}

bool inset_place(const int frame[4], const int seen[4], bool panels, int place[4]) {
    int margin = frame[3] / 72, width = (int)(part * frame[2]), height = width * 9 / 16;
    if (height > seen[3] / 2) {
        height = seen[3] / 2;
        width = height * 16 / 9;
    }
    place[0] = panels ? seen[0] + margin : seen[0] + seen[2] - margin - width;
    place[1] = panels ? seen[1] + margin : seen[1] + seen[3] - margin - height;
    place[2] = width;
    place[3] = height;
    return height >= least && width + 2 * margin <= seen[2];
}

void inset_frame(draw2d *g, const int place[4], int height, render_view view) {
    float x = (float)place[0] / g->px, y = (float)(height - place[1] - place[3]) / g->px;
    float w = (float)place[2] / g->px, h = (float)place[3] / g->px;
    const char *title = render_view_name[view];
    float text = (float)strlen(title) * draw2d_cell_width(g, FONT_SMALL);
    draw2d_frame(g, x - 2, y - 2, w + 4, h + 4, 2, 0x8fa0abff);
    if (text > 0.5f * w) return; // letters stay readable however small the picture
    draw2d_rect(g, x, y, text + 16, draw2d_cell_height(g, FONT_SMALL) + 6, 0x0b1016b0);
    draw2d_text(g, x + 8, y + 3, FONT_SMALL, DRAW2D_LEFT, 0xf2f6f8ff, title);
}
