// SPDX-License-Identifier: MIT
// Text of the flat drawing: UTF-8 to cells of the baked font.
#include "render/draw2d_quad.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// The next code point; malformed bytes stand for themselves.
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

static int glyph_of(uint32_t code) {
    if (code >= 32 && code < 127) return (int)code - 32;
    for (int i = 95; i < FONT_GLYPHS; i++)
        if (font_code[i] == code) return i;
    return '?' - 32;
}

static int count(const char *text) {
    int n = 0;
    for (; *text; n++) next_code(&text);
    return n;
}

float draw2d_text(draw2d *g, float x, float y, int font, draw2d_align align, uint32_t colour, const char *text) {
    const float w = (float)font_size[font].width, h = (float)font_size[font].height;
    float width = w * (float)count(text);
    // whole points, so that at 720 lines cells fall on pixels
    x = floorf(align == DRAW2D_LEFT ? x : align == DRAW2D_CENTRE ? x - width / 2 : x - width);
    y = floorf(y);
    for (; *text; x += w) {
        int glyph = glyph_of(next_code(&text));
        float u = (float)(glyph % DRAW2D_COLUMNS) * (w + DRAW2D_GAP) / DRAW2D_ATLAS_WIDTH, du = w / DRAW2D_ATLAS_WIDTH;
        float v = g->row[font] + (float)(glyph / DRAW2D_COLUMNS) * (h + DRAW2D_GAP) / DRAW2D_ATLAS_HEIGHT,
              dv = h / DRAW2D_ATLAS_HEIGHT;
        const float p[4][2] = {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}};
        const float t[4][2] = {{u, v}, {u + du, v}, {u + du, v + dv}, {u, v + dv}};
        if (glyph > 0) draw2d_quad(g, p, t, colour);
    }
    return width;
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
