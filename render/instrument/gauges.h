// SPDX-License-Identifier: MIT
// All instruments over the picture: status line, alarms and hints, strip charts, console, timing panel, help.
#ifndef HAWSE_RENDER_INSTRUMENT_GAUGES_H
#define HAWSE_RENDER_INSTRUMENT_GAUGES_H

#include "render/instrument/gauge.h"
#include "render/instrument/hints.h"
#include "render/instrument/strip_chart.h"
#include "render/instrument/timing_log.h"
#include "render/view/display.h"

#define GAUGES_READ_S 0.15 // for which a number stands

// What they remember between pictures. All zero bytes, with marks, is the beginning.
typedef struct gauges {
    gauge_marks marks;
    bool software;   // the picture is not made by a GPU
    bool mechanism;  // there is no deck, and nothing on it to read
    int cameras;     // for the help
    dyn_gauges read; // what the numbers say
    double read_t;   // since when [s]
    hints hints;
    strip_chart chart;
    timing_log timing, timing_read;
} gauges;

// What stands where in this picture [points]; a strip of no height is not there.
typedef struct gauges_layout {
    area status, hint, notice, chart, console; // opaque strips over the whole width
    area plots;                                // of the chart strip what charts stand in
    area free;                                 // between them
    area timing;                               // panel in what is free
    console_layout gauge;
} gauges_layout;

// Takes what the snapshot tells, for numbers, charts, timing and hints.
void gauges_note(gauges *p, const dyn_snapshot *s);
// Where the strips stand in g's picture of this snapshot. The scene shows in what is left free.
gauges_layout gauges_lay_out(const gauges *p, const draw2d *g, const dyn_snapshot *s, display shown);
// Moves the charts out from behind the panel [points], where what is left is wide enough for them.
void gauges_move_beside(gauges_layout *l, const area *panel);
// Draws the strips and the timing panel for the snapshot and these gauges.
void gauges_draw(const gauges *p, draw2d *g, const gauges_layout *l, const dyn_snapshot *s, const dyn_gauges *v,
                 display shown);
// Draws the help, a layer of its own.
void gauges_draw_help(const gauges *p, draw2d *g, const gauges_layout *l, display shown);

#endif
