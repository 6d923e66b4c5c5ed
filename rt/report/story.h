// SPDX-License-Identifier: MIT
// Plots and pictures of a run for its report: the history of the plotted channels, and snapshots of the decisive
// moments. All memory is allocated before the first frame.
#ifndef HAWSE_RT_REPORT_STORY_H
#define HAWSE_RT_REPORT_STORY_H

#include "dynamics/snapshot/snapshot.h"
#include "rt/session/history.h"

typedef enum report_moment_kind {
    REPORT_START = 0,    // the first snapshot
    REPORT_TOUCH,        // first touch of anchor and hull
    REPORT_PEAK_TENSION, // the highest tension
    REPORT_PEAK_FORCE,   // the largest normal force between anchor and hull
    REPORT_JAMMED,       // first jam
    REPORT_STOPPED,      // first emergency stop or fail-safe
    REPORT_HOUSED,       // first time housed
    REPORT_END,          // the last snapshot
    REPORT_MOMENTS
} report_moment_kind;

typedef struct report_moment {
    bool taken;
    double value; // value of a peak
    dyn_snapshot snapshot;
} report_moment;

typedef struct report_story {
    report_history *history;
    report_moment moment[REPORT_MOMENTS];
    double last;                        // time of the last snapshot [s]
    bool began_touching, began_stopped; // true since the start: the next onset counts as the first
} report_story;

// Creates an empty story. NULL, with a message: out of memory.
report_story *report_story_create(const sim *s, rt_diag *d);
void report_story_free(report_story *r);
// Adds a snapshot; more snapshots give more exact moments. A snapshot earlier than the last one drops all moments after
// it. One thread, not the frame thread.
void report_story_update(report_story *r, const dyn_snapshot *s);
// Adds the last snapshot.
void report_story_end(report_story *r, const dyn_snapshot *s);
// Caption of the moment.
const char *report_moment_name(report_moment_kind k);

#endif
