// SPDX-License-Identifier: MIT
// Colour scale of rising lightness: readable in grey and by colour-blind eyes.
#ifndef HAWSE_RENDER_TEXT_COLOUR_MAP_H
#define HAWSE_RENDER_TEXT_COLOUR_MAP_H

#include <stdint.h>

// Colour of x in 0..1 (clamped; NaN counts as 0), as on screen: 0xRRGGBBAA, opaque.
uint32_t colour_map(double x);

#endif
