// SPDX-License-Identifier: MIT
// Text of the flat drawing: from UTF-8 to cells of the baked font.
#include "render/text/draw2d_quad.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// Returns the next code point. A malformed byte counts as a code point of its own.
static uint32_t next_code(const char **s) {
    const unsigned char *p = (const unsigned char *)*s;
    int more = p[0] >= 0xf0 ? 3 : p[0] >= 0xe0 ? 2 : p[0] >= 0xc0 ? 1 : 0;
    uint32_t code = more ? p[0] & (0x3fu >> more) : p[0];
    for (int i = 1; i <= more; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            *s += 1;
            return p[0];
        }
        code = code << 6 | (p[i] & 0x3fu);
    }
    *s += 1 + more;
    return code;
}

static int find_glyph(uint32_t code) {
    if (code >= 32 && code < 127) return (int)code - 32;
    for (int i = 95; i < FONT_GLYPHS; i++)
        if (font_code[i] == code) return i;
    return '?' - 32;
}

static int count_code_points(const char *text) {
    int n = 0;
    for (; *text; n++) next_code(&text);
    return n;
}

float draw2d_cell_width(const draw2d *g, int font) { return (float)g->cells[font]->width / g->px; }
float draw2d_cell_height(const draw2d *g, int font) { return (float)g->cells[font]->height / g->px; }
float draw2d_text_width(const draw2d *g, int font, const char *text) {
    return draw2d_cell_width(g, font) * (float)count_code_points(text);
}

// Draws a glyph with its cell at x, y [px].
static void draw_glyph(draw2d *g, int font, int glyph, float x, float y, uint32_t colour) {
    const font_cells *c = g->cells[font];
    float w = (float)c->width, h = (float)c->height;
    float u = (float)(glyph % DRAW2D_COLUMNS * (c->width + DRAW2D_GAP));
    float v = (float)(g->row[font] + glyph / DRAW2D_COLUMNS * (c->height + DRAW2D_GAP));
    float left = x / g->px, right = (x + w) / g->px, top = y / g->px, bottom = (y + h) / g->px;
    const float p[4][2] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    const float t[4][2] = {{u, v}, {u + w, v}, {u + w, v + h}, {u, v + h}};
    draw2d_quad(g, p, t, colour);
}

// Draws at most n glyphs of the text, aligned to whole pixels. Returns their number.
static int draw_glyphs(draw2d *g, float x, float y, int font, uint32_t colour, const char *text, int n) {
    float left = floorf(x * g->px + 0.5f), top = floorf(y * g->px + 0.5f);
    int i = 0;
    for (; i < n && *text; i++) {
        int glyph = find_glyph(next_code(&text));
        if (glyph > 0) draw_glyph(g, font, glyph, left + (float)(i * g->cells[font]->width), top, colour);
    }
    return i;
}

float draw2d_text(draw2d *g, float x, float y, int font, draw2d_align align, uint32_t colour, const char *text) {
    int n = count_code_points(text);
    float width = draw2d_cell_width(g, font) * (float)n;
    x = align == DRAW2D_LEFT ? x : align == DRAW2D_CENTRE ? x - width / 2 : x - width;
    draw_glyphs(g, x, y, font, colour, text, n);
    return width;
}

float draw2d_text_within(draw2d *g, float x, float y, float width, int font, uint32_t colour, const char *text) {
    float cell = draw2d_cell_width(g, font);
    int n = count_code_points(text), room = (int)(width / cell + 0.01f);
    if (n <= room) return draw2d_text(g, x, y, font, DRAW2D_LEFT, colour, text);
    if (room < 2) return 0;
    draw_glyphs(g, x, y, font, colour, text, room - 1);
    draw_glyphs(g, x + (float)(room - 1) * cell, y, font, colour, "\xe2\x80\xa6", 1);
    return (float)room * cell;
}

float draw2d_printf(draw2d *g, float x, float y, int font, draw2d_align align, uint32_t colour, const char *format,
                    ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return draw2d_text(g, x, y, font, align, colour, text);
}
