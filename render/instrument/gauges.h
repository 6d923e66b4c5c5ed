// SPDX-License-Identifier: MIT
// All instruments over the picture: status line, alarms and hints, strip charts, console, timing panel, help.
#ifndef HAWSE_RENDER_INSTRUMENT_GAUGES_H
#define HAWSE_RENDER_INSTRUMENT_GAUGES_H

#include "render/instrument/console.h"
#include "render/instrument/hints.h"
#include "render/instrument/strip_chart.h"
#include "render/instrument/timing_log.h"
#include "render/view/display.h"

#define GAUGES_READ_S 0.15 // lifetime of a displayed number

// What they remember between pictures. All zero bytes, with marks, is the beginning.
typedef struct gauges {
    gauge_marks marks;
    bool software;   // the picture is not made by a GPU
    bool mechanism;  // no deck, hence no readings
    int cameras;     // for the help
    dyn_gauges read; // what the numbers say
    double read_t;   // since when [s]
    hints hints;
    strip_chart chart;
    timing_log timing, timing_read;
} gauges;

// Layout in this picture [points]; a strip of height 0 is absent.
typedef struct gauges_layout {
    area status, hint, notice, chart, console; // opaque strips over the whole width
    area plots;                                // area of the charts within the chart strip
    area free;                                 // between them
    area timing;                               // area of the panel within the free area
    console_layout gauge;
} gauges_layout;

// Adds a snapshot to numbers, charts, timing and hints.
void gauges_note(gauges *p, const dyn_snapshot *s);
// Lays the strips out in g's picture of this snapshot. The scene uses the free area.
gauges_layout gauges_lay_out(const gauges *p, const draw2d *g, const dyn_snapshot *s, display shown);
// Moves the charts beside the panel [points] if the remaining width suffices.
void gauges_move_beside(gauges_layout *l, const area *panel);
// Draws the strips and the timing panel for the snapshot and these gauges.
void gauges_draw(const gauges *p, draw2d *g, const gauges_layout *l, const dyn_snapshot *s, const dyn_gauges *v,
                 display shown);
// Draws the help, a layer of its own.
void gauges_draw_help(const gauges *p, draw2d *g, const gauges_layout *l, display shown);

#endif
