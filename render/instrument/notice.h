// SPDX-License-Identifier: MIT
// A strip of text over the whole width: the alarm, then what the operator should know now.
#ifndef HAWSE_RENDER_INSTRUMENT_NOTICE_H
#define HAWSE_RENDER_INSTRUMENT_NOTICE_H

#include "render/instrument/gauge.h"
#include "render/instrument/safety_told.h"

typedef struct notice {
    char alarm[160], text[256]; // "" none
} notice;

// The gravest alarm, else the snapshot's message; for a jam both, since the message gives the reason.
void notice_of(const dyn_snapshot *s, const safety_told *safety, const gauge_marks *marks, notice *n);
// Large on one line if it fits, else small on several. One line of small text is as high as a large one, so that the
// scene does not jump. 0: nothing to show.
float notice_height(const draw2d *g, const notice *n);
void notice_draw(draw2d *g, const palette *c, area strip, const notice *n, uint32_t background, uint32_t colour);

#endif
