// SPDX-License-Identifier: MIT
// Draws the strip charts: tension, speed, chain out, lever and brake over the last minute.
#ifndef HAWSE_RENDER_INSTRUMENT_STRIP_DRAW_H
#define HAWSE_RENDER_INSTRUMENT_STRIP_DRAW_H

#include "render/instrument/gauge.h"
#include "render/instrument/strip_chart.h"

// Height of the strip in a picture of this size [points]; narrow pictures have the charts in rows.
float strip_height(float width, float height);
// Least width for the charts of a strip of this width.
float strip_least_width(float strip);
// Draws the strip on its own backdrop; `plots`: area of the charts, in the strip and of its height.
void strip_draw(draw2d *g, const palette *c, const strip_chart *chart, const gauge_marks *marks, area strip,
                area plots);

#endif
