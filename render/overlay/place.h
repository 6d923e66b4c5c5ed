// SPDX-License-Identifier: MIT
// Placement of legends and labels in the visible part of the picture, without overlap. Units of draw2d.h.
#ifndef HAWSE_RENDER_OVERLAY_PLACE_H
#define HAWSE_RENDER_OVERLAY_PLACE_H

#include "render/text/area.h"
#include <stdbool.h>

#define PLACES 24

typedef struct place_page {
    area seen;
    int n; // occupied rectangles
    area taken[PLACES];
} place_page;

// Claims the rectangle. Returns false if it is partly hidden or occupied, or if PLACES are occupied.
bool place_claim(place_page *p, const area *r);
// Claims the rectangle even if hidden or occupied; later claims avoid it.
void place_reserve(place_page *p, const area *r);
// Claims the first free place of this size, down the left edge and then down columns to the right. Returns false if
// there is none.
bool place_in_column(place_page *p, float width, float height, area *found);
// Claims a free place of this size beside a point: left or right of it, level with it, then further up and down.
// Returns false if none of these is free or the point is not visible.
bool place_beside(place_page *p, float x, float y, float width, float height, bool left_first, area *found);

#endif
