// SPDX-License-Identifier: MIT
// All instruments over the picture: status line, alarms and hints, strip charts, console, timing panel, help.
#ifndef HAWSE_RENDER_INSTRUMENT_GAUGES_H
#define HAWSE_RENDER_INSTRUMENT_GAUGES_H

#include "render/conning/conning.h"
#include "render/conning/watch_panel.h"
#include "render/instrument/console.h"
#include "render/instrument/hints.h"
#include "render/instrument/notice.h"
#include "render/instrument/status_line.h"
#include "render/instrument/strip_draw.h"
#include "render/instrument/timing_log.h"
#include "render/view/display.h"

#define GAUGES_LAMP_TEST_NS 3000000000
#define GAUGES_READ_S 0.15 // shortest time that a number is displayed [s]

// Memory between pictures. Zero-initialised but for the marks: no snapshot yet.
typedef struct gauges {
    gauge_marks marks;
    bool software;                // drawn by the processor
    bool mechanism;               // a mechanism has no console
    int cameras;                  // number of cameras, for the help
    dyn_gauges read;              // displayed numbers
    dyn_snapshot_conning conning; // of the same time
    double read_t;                // time of these numbers [s]
    hints hints;
    strip_chart chart;
    strip_choice strip;
    state_mark state;
    alarm_log alarms;
    bool alarms_given;              // the log is a recording's: snapshots add nothing to it
    int64_t now_ns, lamps_until_ns; // clock time of the picture, and end of the lamp test [ns]
    timing_log timing, timing_read;
    const trace *swept; // the chain's trace on the bottom, for the anchor watch; NULL: none
} gauges;

// Layout in this picture [points]; a strip of height 0 is absent.
typedef struct gauges_layout {
    area status, hint, notice, chart, conning, console; // opaque strips over the whole width
    area plots;                                         // area of the charts within the chart strip
    area free;                                          // between the strips
    area timing, state, watch;                          // panels and state mark, within the free area
    console_layout gauge;
} gauges_layout;

// Adds a snapshot to numbers, charts, alarms, timing and hints.
void gauges_note(gauges *p, const dyn_snapshot *s);
// Writes the hint for this snapshot; "": none.
void gauges_write_hint(const gauges *p, const dyn_snapshot *s, display shown, char *text, size_t size);
// Lays the strips out in g's picture of this snapshot. The scene uses the free area.
gauges_layout gauges_lay_out(const gauges *p, const draw2d *g, const dyn_snapshot *s, display shown);
// Moves the charts beside the panel [points] if the remaining width suffices, and the anchor watch to the other side.
void gauges_move_beside(const gauges *p, gauges_layout *l, const area *panel);
// Draws the strips and the timing panel; v: gauges of the console, between two snapshots.
void gauges_draw(const gauges *p, draw2d *g, const gauges_layout *l, const dyn_snapshot *s, const dyn_gauges *v,
                 display shown);
// Draws the help, on a layer of its own.
void gauges_draw_help(const gauges *p, draw2d *g, const gauges_layout *l, display shown);

#endif
