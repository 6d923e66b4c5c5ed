// SPDX-License-Identifier: MIT
// The timing panel: frame time against its budget, its distribution, phases, misses by cause.
#ifndef HAWSE_RENDER_INSTRUMENT_TIMING_DRAW_H
#define HAWSE_RENDER_INSTRUMENT_TIMING_DRAW_H

#include "render/instrument/gauge.h"
#include "render/instrument/timing_log.h"

// Where it stands: in the lower left of what is free, as much of it as there is room for; of no height where there is
// too little.
area timing_place(const draw2d *g, area free);
// Into that place, on its own backdrop.
void timing_draw(draw2d *g, const palette *c, const timing_log *log, area place);

#endif
