// SPDX-License-Identifier: MIT
#include "render/instrument/notice.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LINES = 4 };
static const float left_edge = 16, above = 5;

void notice_of(const dyn_snapshot *s, const safety_history *safety, const gauge_marks *marks, notice *n) {
    const dyn_gauges known = safety_infer(safety, &s->gauges);
    const dyn_gauges shown = dyn_gauges_shown(&known); // a failed sensor raises no alarm
    if (!gauge_alarm(&shown, marks, n->alarm, sizeof n->alarm)) n->alarm[0] = 0;
    snprintf(n->text, sizeof n->text, "%.*s", (int)strnlen(s->message, sizeof s->message), s->message);
    if (n->alarm[0] && !s->gauges.jammed) n->text[0] = 0; // a jam's message gives the reason
}

// Draws the text in lines of at most `width` points, broken at blanks; g NULL: draws nothing. Returns the number of
// lines.
static int draw_lines(const draw2d *measure, draw2d *g, float x, float y, float width, uint32_t colour,
                      const char *text) {
    int room = (int)(width / draw2d_cell_width(measure, FONT_SMALL)), n = 0;
    float line = draw2d_cell_height(measure, FONT_SMALL);
    if (room < 8) return 0;
    while (*text && n < MOST_LINES) {
        char part[256];
        size_t length = strlen(text);
        if (length > (size_t)room) {
            length = (size_t)room;
            while (length > 0 && text[length] != ' ') length--;
            if (length == 0) length = (size_t)room;
        }
        snprintf(part, sizeof part, "%.*s", (int)length, text);
        if (g) draw2d_text_within(g, x, y + line * (float)n, width, FONT_SMALL, colour, part);
        text += length;
        while (*text == ' ') text++;
        n++;
    }
    return n;
}

// Whether alarm and text fit side by side in the middle size.
static bool fits_large(const draw2d *g, const notice *n) {
    float width = draw2d_text_width(g, FONT_MEDIUM, n->alarm) + draw2d_text_width(g, FONT_MEDIUM, n->text);
    return width + 3 * left_edge <= g->width;
}

float notice_height(const draw2d *g, const notice *n) {
    if (!n->alarm[0] && !n->text[0]) return 0;
    float large = draw2d_cell_height(g, FONT_MEDIUM) + 2 * above, width = g->width - 2 * left_edge;
    if (fits_large(g, n)) return large;
    int count = draw_lines(g, NULL, 0, 0, width, 0, n->alarm) + draw_lines(g, NULL, 0, 0, width, 0, n->text);
    if (count == 0) return 0;
    return fmaxf((float)count * draw2d_cell_height(g, FONT_SMALL) + 2 * above, large);
}

void notice_draw(draw2d *g, const palette *c, area strip, const notice *n, uint32_t background, uint32_t colour) {
    draw2d_backdrop(g, strip.x, strip.y, strip.width, strip.height, n->alarm[0] ? c->alarm : background);
    draw2d_rect(g, strip.x, strip.y, 6, strip.height, n->alarm[0] ? c->bad : colour);
    float x = strip.x + left_edge, y = strip.y + above, width = strip.width - 2 * left_edge;
    if (fits_large(g, n)) {
        x += draw2d_text(g, x, y, FONT_MEDIUM, DRAW2D_LEFT, c->bad, n->alarm);
        draw2d_text(g, n->alarm[0] ? x + left_edge : x, y, FONT_MEDIUM, DRAW2D_LEFT, colour, n->text);
        return;
    }
    float line = draw2d_cell_height(g, FONT_SMALL);
    int count = draw_lines(g, NULL, 0, 0, width, 0, n->alarm) + draw_lines(g, NULL, 0, 0, width, 0, n->text);
    y = strip.y + (strip.height - (float)count * line) / 2;
    y += line * (float)draw_lines(g, g, x, y, width, c->bad, n->alarm);
    draw_lines(g, g, x, y, width, colour, n->text);
}
