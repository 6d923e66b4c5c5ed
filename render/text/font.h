// SPDX-License-Identifier: MIT
// The baked font: fixed-width cells of 4-bit coverage. Text is drawn pixel for pixel, so it is sharp: a picture uses,
// for each of the three sizes, the cells that suit its scale.
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
    int width, height, ascent; // of a cell; ascent: from its top to the base line [px]
    const char *const *runs;   // one per cell, row by row: [count] letter, 'a' empty .. 'p' full (FONT_GLYPHS)
} font_cells;

// Unpacks a cell into rows `stride` bytes apart, as coverage 0..255.
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

// Cells for `font` at px pixels per point: the largest whose em is at most 4 % above the wanted one. Returns the
// smallest baked cells if all are larger.
const font_cells *font_choose(int font, float px);

#ifdef __cplusplus
}
#endif

#endif
