// SPDX-License-Identifier: MIT
// The timing panel: frame time against its budget, its distribution, phases, misses by cause.
#ifndef HAWSE_RENDER_INSTRUMENT_TIMING_DRAW_H
#define HAWSE_RENDER_INSTRUMENT_TIMING_DRAW_H

#include "render/instrument/gauge.h"
#include "render/instrument/timing_log.h"

// The panel's area: lower left in `free`; height 0: it does not fit.
area timing_place(const draw2d *g, const timing_log *log, area free);
// Draws the panel there, on its own backdrop.
void timing_draw(draw2d *g, const palette *c, const timing_log *log, area place);

#endif
