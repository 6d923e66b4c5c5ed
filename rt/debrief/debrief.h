// SPDX-License-Identifier: MIT
// The debriefing desk: a recording in the window of hawse run, with its slider, marks, charts, notes and panels.
#ifndef HAWSE_RT_DEBRIEF_DEBRIEF_H
#define HAWSE_RT_DEBRIEF_DEBRIEF_H

#include "rt/recording/replay.h"

typedef struct debrief_def {
    const char *file, *scenario; // the recording; the scenario in place of the recorded one (NULL: none)
    const char *beside;          // recording of a second run, shown beside; NULL: none
    bool anywhere;               // as replay_open
} debrief_def;

typedef enum debrief_end {
    DEBRIEF_CLOSED = 0, // by the user or a signal
    DEBRIEF_BRANCH,     // the user starts a live run from the displayed state, r->next
    DEBRIEF_LOST,       // the display went away
    DEBRIEF_FAILED,     // no window, or no second recording; d has the reason
} debrief_end;

// Shows the frames from .. to - 1 of the replay until it ends.
debrief_end debrief_show(const debrief_def *def, replay *r, uint64_t from, uint64_t to, rt_diag *d);

// Help of the keys, a line for each.
const char *debrief_key_help(void);

#endif
