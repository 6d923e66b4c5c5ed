// SPDX-License-Identifier: MIT
// What a run's plots show, kept in memory: a few channels over the whole run, however long, with their extremes.
#ifndef HAWSE_RT_SESSION_HISTORY_H
#define HAWSE_RT_SESSION_HISTORY_H

#include "rt/recording/csv_pace.h"

#define REPORT_CHANNELS SIM_CHARTS
#define REPORT_ROWS 4096 // of a level
#define REPORT_LEVELS 16 // so that 4096 · 2^15 frames fit: 37 hours at 1 ms

typedef struct report_row {
    double t;                                           // of its first frame [s]
    double low[REPORT_CHANNELS], high[REPORT_CHANNELS]; // of its frames
} report_row;

// Level k has rows of 2^k frames each, until it is full.
typedef struct report_level {
    report_row row[REPORT_ROWS], part; // (n) and the one that is being gathered of `halves` rows of the level below
    int n, halves;
    bool full;
} report_level;

typedef struct report_history {
    int channels;
    const char *name[REPORT_CHANNELS], *unit[REPORT_CHANNELS];
    report_level level[REPORT_LEVELS];
    double last;   // time of the last frame [s]
    csv_pace pace; // of the rows of the time series: some worlds find these values only then
} report_history;

// Of a ship: tension, chain speed and chain out; of a mechanism: its first columns. NULL for want of memory.
report_history *report_history_create(const sim *s);
void report_history_free(report_history *h);
// Adds the frame just run. A frame that is not later than the last one replaces it and all after it. Frame thread.
void report_history_add(report_history *h, sim *s);
// The finest level that holds the whole run, two points a row: times into t, least and greatest values of each channel
// into y[channel], (2 (REPORT_ROWS + 1)) each. Returns how many points.
int report_history_points(const report_history *h, double *t, double *const y[REPORT_CHANNELS]);

#endif
