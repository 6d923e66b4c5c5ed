// SPDX-License-Identifier: MIT
// The large mark of a state that a live run must not be mistaken for: PAUSED, REWOUND, REPLAY.
#ifndef HAWSE_RENDER_INSTRUMENT_STATE_MARK_H
#define HAWSE_RENDER_INSTRUMENT_STATE_MARK_H

#include "render/text/area.h"
#include "render/text/draw2d.h"
#include "render/text/palette.h"

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
