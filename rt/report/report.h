// SPDX-License-Identifier: MIT
// The report of a run as JSON. Its keys are a contract: new keys may come, no key changes its name. Every value is
// measured.
#ifndef HAWSE_RT_REPORT_REPORT_H
#define HAWSE_RT_REPORT_REPORT_H

#include "rt/loop/latency_frame.h"
#include "rt/session/session.h"

typedef struct report_run {
    double wall_s;                // the loop's wall time [s]
    const rt_loop_stats *loop;    // statistics of the loop
    bool real_time;               // paced by the wall clock: the loop counts the misses
    const rt_loop_stats *latency; // loop statistics of `beside`, measured during the run; NULL: none
    const latency_frames *beside; // empty frames on another processor; NULL: none
    const headroom *headroom;     // NULL: not requested
    const picture_age *picture;   // pictures of the window; NULL: no window
    const char *trainee;          // NULL: not given
    const char *info; // header lines of the replayed recording (recording_info); NULL: a run of this program
    double from_s;    // start of the replayed part of a recording [s]
    void (*more)(rt_json *j, const session *s, const void *ctx); // writes further keys of the report; NULL: none
    const void *more_ctx;
} report_run;

// The report as JSON text, the source of all its forms. NULL, with a message: out of memory. The caller frees it.
char *report_text(const session *s, const report_run *run, rt_diag *d);
// Writes the text to a file, whole or not at all. RT_ERR_FILE with a message.
rt_status report_write(const char *path, const char *text, rt_diag *d);
// Prints a few lines for the terminal: speed, misses, outcome.
void report_print(FILE *f, const session *s, const report_run *run);

#endif
