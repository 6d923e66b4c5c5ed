// SPDX-License-Identifier: MIT
// What a run leaves for its report to show: the history of its plots, and snapshots of the moments that matter. All
// memory is had before the first frame.
#ifndef HAWSE_RT_REPORT_STORY_H
#define HAWSE_RT_REPORT_STORY_H

#include "dynamics/snapshot/snapshot.h"
#include "rt/session/history.h"

typedef enum report_moment_kind {
    REPORT_START = 0,    // the first snapshot
    REPORT_TOUCH,        // the anchor touches the hull for the first time
    REPORT_PEAK_TENSION, // the highest tension
    REPORT_PEAK_FORCE,   // the largest normal force between anchor and hull
    REPORT_JAMMED,       // for the first time
    REPORT_STOPPED,      // emergency stop or fail-safe, for the first time
    REPORT_HOUSED,       // for the first time
    REPORT_END,          // the last snapshot
    REPORT_MOMENTS
} report_moment_kind;

typedef struct report_moment {
    bool taken;
    double value; // of a peak
    dyn_snapshot snapshot;
} report_moment;

typedef struct report_story {
    report_history *history;
    report_moment moment[REPORT_MOMENTS];
    double last;                        // time of the last snapshot [s]
    bool began_touching, began_stopped; // still the case: only the next occurrence counts
} report_story;

// NULL, with a message, if out of memory.
report_story *report_story_create(const sim *s, rt_diag *d);
void report_story_free(report_story *r);
// Adds a snapshot; the more there are, the more exact the moments. A snapshot that is earlier than the last one
// replaces all that follow it. One thread, not the frame's.
void report_story_update(report_story *r, const dyn_snapshot *s);
// Adds the last snapshot.
void report_story_end(report_story *r, const dyn_snapshot *s);
// Caption of the moment.
const char *report_moment_name(report_moment_kind k);

#endif
