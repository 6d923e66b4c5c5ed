// SPDX-License-Identifier: MIT
// Frame times of the last minute, collected from snapshots. Pure.
#ifndef HAWSE_RENDER_INSTRUMENT_TIMING_LOG_H
#define HAWSE_RENDER_INSTRUMENT_TIMING_LOG_H

#include "dynamics/snapshot/snapshot.h"

enum { TIMING_LOG_RUNS = 1024 };

// Zero-initialised: empty.
typedef struct timing_log {
    dyn_timing now;                   // of the newest snapshot
    uint64_t misses;                  // since the start
    uint64_t run;                     // number of the newest run of DYN_TIMING_RUN frames
    int32_t work_ns[TIMING_LOG_RUNS]; // longest own work in run k at k % TIMING_LOG_RUNS; -1: not seen
    int32_t end_ns[TIMING_LOG_RUNS];  // latest end after a release
    double phase_ns[RT_PHASE_COUNT];  // mean over about a second [ns]
} timing_log;

// Adds a snapshot. Fewer frames than before mean a new session: the log starts again.
void timing_log_add(timing_log *l, const dyn_snapshot *s);
// Number of runs of frames in a minute, at most TIMING_LOG_RUNS; 0: no timing.
int timing_log_minute(const timing_log *l);
// A line of the misses by cause.
typedef struct timing_cause {
    const char *name;
    uint64_t misses;
} timing_cause;

// Lists the causes that have occurred, in at most `lines` lines. Their counts add up to the misses: the last line has
// the causes for which there is no room, or the misses that have no cause. Returns the number of lines.
int timing_log_causes(const timing_log *l, int lines, timing_cause list[RT_MISS_CAUSE_COUNT]);
// The longest in each of n columns over the last `runs` runs, the newest last; -1: not seen.
void timing_log_columns(const timing_log *l, const int32_t *longest_ns, int runs, int n, int32_t *out);

#endif
