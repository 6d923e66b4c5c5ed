// SPDX-License-Identifier: MIT
#ifndef HAWSE_RENDER_TEXT_AREA_H
#define HAWSE_RENDER_TEXT_AREA_H

// A rectangle of the flat drawing [points], from its upper left corner.
typedef struct area {
    float x, y, width, height;
} area;

#endif
