// SPDX-License-Identifier: MIT
// Places of legends and labels in the visible part of the picture, without overlap. Units of draw2d.h.
#ifndef HAWSE_RENDER_OVERLAY_PLACE_H
#define HAWSE_RENDER_OVERLAY_PLACE_H

#include "render/text/area.h"
#include <stdbool.h>

#define PLACES 24

typedef struct place_page {
    area seen;
    int n; // taken
    area taken[PLACES];
} place_page;

// Claims the rectangle if it is wholly visible and free; false if not, or if PLACES are occupied.
bool place_claim(place_page *p, const area *r);
// Claims the rectangle in any case; nothing is placed over it afterwards.
void place_reserve(place_page *p, const area *r);
// Claims the first free place of this size: down the left edge, then down columns right of it; false: none.
bool place_in_column(place_page *p, float width, float height, area *found);
// Takes a place of this width and height beside the point, left or right of it first, level with it or up and down from
// there; false: none of those is free, or the point is not seen.
bool place_beside(place_page *p, float x, float y, float width, float height, bool left_first, area *found);

#endif
