// SPDX-License-Identifier: MIT
// Draws the strip charts: the chosen controls and gauges over the last minute.
#ifndef HAWSE_RENDER_INSTRUMENT_STRIP_DRAW_H
#define HAWSE_RENDER_INSTRUMENT_STRIP_DRAW_H

#include "render/instrument/gauge.h"
#include "render/instrument/strip_chart.h"

enum { STRIP_CHARTS = 18, STRIP_SHOWN = 8 }; // charts to choose from; most at a time

// A chart of the strip: its traces, the factor to the shown unit, the smallest range, and whether zero is always in it.
typedef struct strip_kind {
    const char *title;      // with the unit
    strip_channel trace[2]; // of a single trace: the same twice
    double factor, least;
    bool zero;
    const char *name, *help; // for the viewer's choice
} strip_kind;

extern const strip_kind strip_kind_of[STRIP_CHARTS];

#define STRIP_DEFAULT 0xfu // tension, speed, chain out, lever and brake: a bit per strip_kind_of

// What the strip shows. Zero-initialised: the default.
typedef struct strip_choice {
    uint32_t changed;          // charts that are shown although the default does not, or the reverse
    const strip_chart *beside; // of the run to compare with: a row of both, a row of the differences; NULL: none
} strip_choice;

// The most charts that are drawn: the first of those chosen.
int strip_most(const strip_choice *which);
// Height of the strip in a picture of this size [points]; 0: no charts.
float strip_height(const strip_choice *which, float width, float height);
// Least width for the charts of a strip of this width.
float strip_least_width(const strip_choice *which, float strip);
// Draws the strip on its own backdrop; `plots`: area of the charts, in the strip and of its height.
void strip_draw(draw2d *g, const palette *c, const strip_chart *chart, const strip_choice *which,
                const gauge_marks *marks, area strip, area plots);

#endif
