// SPDX-License-Identifier: MIT
// The report of a run as JSON. Its keys are a contract: keys may be added, none is renamed. Every value was measured.
#ifndef HAWSE_RT_REPORT_REPORT_H
#define HAWSE_RT_REPORT_REPORT_H

#include "rt/loop/latency_frame.h"
#include "rt/session/session.h"

typedef struct report_run {
    double wall_s;                // the loop's wall time [s]
    const rt_loop_stats *loop;    // of the loop that ran it
    bool real_time;               // paced by the wall clock: misses are the loop's
    const rt_loop_stats *latency; // of the frames beside it, in the same minutes; NULL: none
    const latency_frames *beside; // statistics of empty frames; NULL: none
    const headroom *headroom;     // NULL: not asked for
    const picture_age *picture;   // of a window; NULL: none
    const char *info;             // of a recording, whose run this was (recording_info); NULL: this program's own run
    double from_s;                // of a recording: when the part of it begins that was run again
} report_run;

// The report as text, from which every form of it is made; NULL, with a message, for want of memory. Free it.
char *report_text(const session *s, const report_run *run, rt_diag *d);
// Writes it to a file; nothing is left half-written. RT_ERR_FILE with a message.
rt_status report_write(const char *path, const char *text, rt_diag *d);
// A few lines for the terminal: outcome, speed, misses.
void report_print(FILE *f, const session *s, const report_run *run);

#endif
