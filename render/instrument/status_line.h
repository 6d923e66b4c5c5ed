// SPDX-License-Identifier: MIT
// The line at the upper edge: time, misses, work of the last frame. And the large mark of a state that a live run must
// not be mistaken for: PAUSED, REWOUND, REPLAY.
#ifndef HAWSE_RENDER_INSTRUMENT_STATUS_LINE_H
#define HAWSE_RENDER_INSTRUMENT_STATUS_LINE_H

#include "render/instrument/gauge.h"

float status_line_height(const draw2d *g);

// What the line shows beside the time.
typedef struct status_choice {
    bool software;  // drawn by the processor
    bool mechanism; // no ship
    bool numbers;   // those of the program, too
    bool command;   // which of two positions has command
} status_choice;

// Draws as many items as fit; omits the least important.
void status_line_draw(draw2d *g, const palette *c, area strip, const dyn_snapshot *s, const status_choice *choice);

// Zero-initialised: no mark.
typedef struct state_mark {
    char text[32]; // "PAUSED"; "": no mark
    char help[96]; // what to do, below it; "": none
    bool urgent;   // the help answers a key just pressed
} state_mark;

// The mark's area, at the top of the free one; height 0: no mark, or it does not fit.
area state_mark_place(const draw2d *g, area free, const state_mark *m);
// Draws the mark there, on its own backdrop.
void state_mark_draw(draw2d *g, const palette *c, area place, const state_mark *m);

#endif
