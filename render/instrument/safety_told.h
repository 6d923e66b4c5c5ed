// SPDX-License-Identifier: MIT
// Whether commands pass, as lamp, alarms, chart and sound tell it. A recording does not say in which state the safety
// was, only whether they passed: that they do not is a fail-safe once they have. Pure.
#ifndef HAWSE_RENDER_INSTRUMENT_SAFETY_TOLD_H
#define HAWSE_RENDER_INSTRUMENT_SAFETY_TOLD_H

#include "dynamics/snapshot/snapshot.h"

// What is remembered of the snapshots so far. All zero bytes is the beginning.
typedef struct safety_told {
    bool armed;     // commands have passed
    double armed_t; // since when, at the earliest [s]
} safety_told;

// Updates from a snapshot; when time goes back before an event, the event is dropped.
static inline void safety_text_note(safety_told *m, const dyn_snapshot *s) {
    if (m->armed && s->t < m->armed_t) m->armed = false;
    if (m->armed || s->gauges.failsafe) return;
    m->armed = true;
    m->armed_t = s->t;
}

// The gauges with the safety's state in them.
static inline dyn_gauges safety_text_of(const safety_told *m, const dyn_gauges *g) {
    dyn_gauges told = *g;
    if (told.safety == RT_SAFETY_UNKNOWN && !told.failsafe) told.safety = RT_SAFETY_ACTIVE;
    if (told.safety == RT_SAFETY_UNKNOWN && m->armed) told.safety = RT_SAFETY_FAILSAFE;
    return told;
}

#endif
