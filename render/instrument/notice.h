// SPDX-License-Identifier: MIT
// A strip of text over the whole width: the gravest alarm, then a message.
#ifndef HAWSE_RENDER_INSTRUMENT_NOTICE_H
#define HAWSE_RENDER_INSTRUMENT_NOTICE_H

#include "render/instrument/gauge.h"
#include "rt/alarm/log.h"

typedef struct notice {
    char alarm[160], text[256]; // "": none
    alarm_state state;          // of the alarm
    alarm_priority priority;
    bool lit; // flashing: in its bright phase
} notice;

// The alarm that the log lists first, with the number of further ones, else the snapshot's message; for a jam both,
// since the message gives the reason. now_ns: clock time of the picture [ns], by which an alarm flashes.
void notice_of(const dyn_snapshot *s, const alarm_log *alarms, const gauge_marks *marks, int64_t now_ns, notice *n);
// Height of the strip [points]: one large line if the text fits, else several small ones; 0: no text. One small line
// has the height of a large one, so the scene does not jump.
float notice_height(const draw2d *g, const notice *n);
void notice_draw(draw2d *g, const palette *c, area strip, const notice *n, uint32_t background, uint32_t colour);

#endif
