// SPDX-License-Identifier: MIT
// The safety's state for lamp, alarms, chart and sound. A recording holds only whether commands passed. Blocked
// commands mean a fail-safe if commands have passed before. Pure.
#ifndef HAWSE_RENDER_INSTRUMENT_SAFETY_HISTORY_H
#define HAWSE_RENDER_INSTRUMENT_SAFETY_HISTORY_H

#include "dynamics/snapshot/snapshot.h"

// Zero-initialised: no snapshot yet.
typedef struct safety_history {
    bool armed;     // commands have passed
    double armed_t; // the first time in a snapshot [s]
} safety_history;

// Adds a snapshot. A time before armed_t, after a rewind, clears `armed`.
static inline void safety_history_add(safety_history *m, const dyn_snapshot *s) {
    if (m->armed && s->t < m->armed_t) m->armed = false;
    if (m->armed || s->gauges.failsafe) return;
    m->armed = true;
    m->armed_t = s->t;
}

// The gauges, with the inferred state in place of an unknown one.
static inline dyn_gauges safety_infer(const safety_history *m, const dyn_gauges *g) {
    dyn_gauges known = *g;
    if (known.safety == RT_SAFETY_UNKNOWN && !known.failsafe) known.safety = RT_SAFETY_ACTIVE;
    if (known.safety == RT_SAFETY_UNKNOWN && m->armed) known.safety = RT_SAFETY_FAILSAFE;
    return known;
}

#endif
