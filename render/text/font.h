// SPDX-License-Identifier: MIT
// The baked font: cells of 4-bit coverage, every glyph equally wide. Text is drawn pixel for pixel, so that it is
// sharp: a picture takes, for each of the three sizes, the cells that suit its scale.
#ifndef HAWSE_RENDER_TEXT_FONT_H
#define HAWSE_RENDER_TEXT_FONT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FONT_SMALL, FONT_MEDIUM, FONT_LARGE, FONT_SIZES };
enum { FONT_GLYPHS = 111, FONT_BAKED = 12 };

typedef struct font_cells {
    int size;                  // em [px]
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

extern const uint32_t font_code[FONT_GLYPHS];   // Unicode code points
extern const font_cells font_baked[FONT_BAKED]; // from small to large

// The largest cells whose em is at most 4 % above that of `font` in a picture of px pixels a point; the smallest there
// are when all are larger.
const font_cells *font_choose(int font, float px);

#ifdef __cplusplus
}
#endif

#endif
