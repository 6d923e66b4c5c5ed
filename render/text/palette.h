// SPDX-License-Identifier: MIT
// The instruments' colours, for the day and for dark-adapted eyes. Text has a contrast of at least 4.5 : 1 to what it
// stands on (WCAG 2.1, 1.4.3), by night with red and amber alone.
#ifndef HAWSE_RENDER_TEXT_PALETTE_H
#define HAWSE_RENDER_TEXT_PALETTE_H

#include "rt/base/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// All 0xRRGGBBAA.
typedef struct palette {
    uint32_t panel, edge, track;    // behind the instruments; their outlines; scales and lamps that are off
    uint32_t dim, bright;           // text and marks; readings
    uint32_t good, warn, bad, mark; // normal; caution; warning; the second value on a scale
    uint32_t over;                  // the part of a scale beyond the greatest value
    uint32_t lit;                   // text on a lamp that is on
    uint32_t notice, alarm, hint;   // backgrounds of strips
} palette;

const palette *palette_of(bool night);

#ifdef __cplusplus
}
#endif

#endif
