// SPDX-License-Identifier: MIT
// The line at the upper edge: time, misses, work of the last frame.
#ifndef HAWSE_RENDER_INSTRUMENT_STATUS_LINE_H
#define HAWSE_RENDER_INSTRUMENT_STATUS_LINE_H

#include "render/instrument/gauge.h"

float status_line_height(const draw2d *g);
// Draws as many items as fit; omits the least important. numbers: those of the program, too.
void status_line_draw(draw2d *g, const palette *c, area strip, const dyn_snapshot *s, bool software, bool mechanism,
                      bool numbers);

#endif
