// SPDX-License-Identifier: MIT
// History of a run for the report's plots: the extremes of a few channels over the whole run, in bounded memory.
#ifndef HAWSE_RT_SESSION_HISTORY_H
#define HAWSE_RT_SESSION_HISTORY_H

#include "rt/recording/csv_pace.h"

#define REPORT_CHANNELS SIM_CHARTS
#define REPORT_ROWS 4096 // rows of a level
#define REPORT_LEVELS 16 // room for 4096 · 2^15 frames: 37 hours at 1 ms

typedef struct report_row {
    double t;                                           // time of its first frame [s]
    double low[REPORT_CHANNELS], high[REPORT_CHANNELS]; // extremes over its frames
} report_row;

// Level k: rows of 2^k frames each, until it is full.
typedef struct report_level {
    report_row row[REPORT_ROWS], part; // row (n) are complete; part joins `halves` rows of the level below
    int n, halves;
    bool full;
} report_level;

typedef struct report_history {
    int channels;
    const char *name[REPORT_CHANNELS], *unit[REPORT_CHANNELS];
    report_level level[REPORT_LEVELS];
    double last;   // time of the last frame [s]
    csv_pace pace; // pace of the time series' rows; some worlds compute these values only then
} report_history;

// Creates a history: tension, chain speed, chain out, lever and brake of a ship, or the first columns of a mechanism.
// NULL: out of memory.
report_history *report_history_create(const sim *s);
void report_history_free(report_history *h);
// Adds the frame just run. A frame that is not later than the last one replaces all rows from its time on. Frame
// thread.
void report_history_add(report_history *h, sim *s);
// Returns the points of the finest level that holds the whole run, two points a row. Writes times into t, least and
// greatest values of each channel into y[channel]; each array has 2 (REPORT_ROWS + 1) places.
int report_history_points(const report_history *h, double *t, double *const y[REPORT_CHANNELS]);

#endif
