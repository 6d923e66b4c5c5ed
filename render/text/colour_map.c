// SPDX-License-Identifier: MIT
#include "render/text/colour_map.h"
#include <math.h>

// Viridis at nine equally spaced values (Smith & van der Walt 2015, matplotlib's default since 2.0, CC0).
static const uint8_t at[9][3] = {{0x44, 0x01, 0x54}, {0x47, 0x2d, 0x7b}, {0x3b, 0x52, 0x8b},
                                 {0x2c, 0x72, 0x8e}, {0x21, 0x90, 0x8c}, {0x27, 0xad, 0x81},
                                 {0x5d, 0xc8, 0x63}, {0xaa, 0xdc, 0x32}, {0xfd, 0xe7, 0x25}};

uint32_t colour_map(double x) {
    double place = 8 * (x > 0 ? fmin(x, 1) : 0);
    int k = place < 8 ? (int)place : 7;
    uint32_t colour = 0;
    for (int c = 0; c < 3; c++)
        colour = colour << 8 | (uint32_t)lround(at[k][c] + (place - k) * (at[k + 1][c] - at[k][c]));
    return colour << 8 | 0xff;
}
