// SPDX-License-Identifier: MIT
// The instruments' colours by day and for dark-adapted eyes. Text has a contrast of at least 4.5 : 1 to its background
// (WCAG 2.1, 1.4.3); by night only red and amber are used.
#ifndef HAWSE_RENDER_TEXT_PALETTE_H
#define HAWSE_RENDER_TEXT_PALETTE_H

#include "rt/base/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// Colours are 0xRRGGBBAA.
typedef struct palette {
    uint32_t panel, edge, track;    // background; outlines; scales and unlit lamps
    uint32_t dim, bright;           // text and marks; readings
    uint32_t good, warn, bad, mark; // normal; caution; warning; the second value on a scale
    uint32_t over;                  // part of a scale beyond the greatest value
    uint32_t lit;                   // text on a lit lamp
    uint32_t notice, alarm, hint;   // backgrounds of strips
} palette;

const palette *palette_of(bool night);

#ifdef __cplusplus
}
#endif

#endif
