// SPDX-License-Identifier: MIT
// The baked font: cells of 4-bit coverage at three sizes, every glyph equally wide.
#ifndef HAWSE_RENDER_FONT_H
#define HAWSE_RENDER_FONT_H

#include <stdint.h>

enum { FONT_SMALL, FONT_MEDIUM, FONT_LARGE, FONT_SIZES };
#define FONT_GLYPHS 106

typedef struct font_cells {
    int width, height, ascent; // of a cell; ascent from its top to the base line [px]
    const char *const *runs;   // a cell each, row by row: [count] letter, 'a' empty .. 'p' full (FONT_GLYPHS)
} font_cells;

// Unpacks a cell: coverage 0..255 into rows that are `stride` bytes apart.
static inline void font_unpack(const char *runs, int width, uint8_t *cell, int stride) {
    int pixel = 0;
    for (const char *s = runs; *s; s++) {
        int run = 0;
        for (; *s <= '9'; s++) run = 10 * run + (*s - '0');
        for (run = run ? run : 1; run > 0; run--, pixel++)
            cell[pixel / width * stride + pixel % width] = (uint8_t)(17 * (*s - 'a'));
    }
}

extern const uint32_t font_code[FONT_GLYPHS]; // Unicode code points
extern const font_cells font_size[FONT_SIZES];

#endif
