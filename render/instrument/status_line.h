// SPDX-License-Identifier: MIT
// The line at the upper edge: time, misses and what the last frame had to do.
#ifndef HAWSE_RENDER_INSTRUMENT_STATUS_LINE_H
#define HAWSE_RENDER_INSTRUMENT_STATUS_LINE_H

#include "render/instrument/gauge.h"

float status_line_height(const draw2d *g);
// As many items as fit, the most important first.
void status_line_draw(draw2d *g, const palette *c, area strip, const dyn_snapshot *s, bool software, bool mechanism);

#endif
