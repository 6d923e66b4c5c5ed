// SPDX-License-Identifier: MIT
// The timing panel: frame time against its budget, its distribution, phases, misses by cause.
#ifndef HAWSE_RENDER_TIMING_DRAW_H
#define HAWSE_RENDER_TIMING_DRAW_H

#include "render/gauge.h"
#include "render/timing_log.h"

// Into the lower left of the area, on its own backdrop, as much of it as there is room for.
void timing_draw(draw2d *g, const palette *c, const timing_log *log, area free);

#endif
