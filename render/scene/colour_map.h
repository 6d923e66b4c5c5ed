// SPDX-License-Identifier: MIT
// A colour scale that is read the same by colour-blind eyes and in grey: lightness rises all the way.
#ifndef HAWSE_RENDER_SCENE_COLOUR_MAP_H
#define HAWSE_RENDER_SCENE_COLOUR_MAP_H

#include <stdint.h>

// The colour of x, 0..1 (clamped; not a number: 0), as on screen: 0xRRGGBBAA with full opacity.
uint32_t colour_map(double x);

#endif
