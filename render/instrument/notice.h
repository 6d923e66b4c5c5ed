// SPDX-License-Identifier: MIT
// A strip of text over the whole width: the alarm, then a message.
#ifndef HAWSE_RENDER_INSTRUMENT_NOTICE_H
#define HAWSE_RENDER_INSTRUMENT_NOTICE_H

#include "render/instrument/gauge.h"
#include "render/instrument/safety_history.h"

typedef struct notice {
    char alarm[160], text[256]; // "": none
} notice;

// The gravest alarm, else the snapshot's message; for a jam both, since the message gives the reason.
void notice_of(const dyn_snapshot *s, const safety_history *safety, const gauge_marks *marks, notice *n);
// Height of the strip [points]: one large line if the text fits, else several small ones; 0: no text. One small line
// has the height of a large one, so the scene does not jump.
float notice_height(const draw2d *g, const notice *n);
void notice_draw(draw2d *g, const palette *c, area strip, const notice *n, uint32_t background, uint32_t colour);

#endif
