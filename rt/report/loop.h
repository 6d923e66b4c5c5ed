// SPDX-License-Identifier: MIT
// The loop in reports: of a run, of `hawse latency`, and of both beside each other.
#ifndef HAWSE_RT_REPORT_LOOP_H
#define HAWSE_RT_REPORT_LOOP_H

#include "rt/base/json.h"
#include "rt/loop/loop.h"
#include <stdio.h>

// The entry "host": processor, kernel, how the frames' thread runs and what it was refused.
void report_host(rt_json *j, const rt_loop_stats *loop);
// The same of a recording, from the lines at its head (recording_info).
void report_recorded_host(rt_json *j, const char *info, const rt_loop_stats *loop);
// How many samples were longer than the bin before and at most to_ns, in bins at 1, 2 and 5 times powers of ten from
// the shortest sample to the longest.
void report_bins(rt_json *j, const char *key, const rt_histogram *h);
// A histogram's quantiles as the entry key.
void report_histogram(rt_json *j, const char *key, const rt_histogram *h);
// The same for the terminal, a line.
void report_print_histogram(FILE *f, const char *name, const rt_histogram *h);
// Entries of a loop that was paced by the clock: slips, policy, response, wake-up, causes, and every miss of the last
// RT_LOOP_RECENT and the latest ends of all, each with its evidence.
void report_paced(rt_json *j, const rt_loop_stats *loop);
// The entry "latency": empty frames, or frames of so much work, with the same statistics and causes as a run's.
void report_latency(rt_json *j, const rt_loop_stats *loop, int64_t work_ns);
// The same for the terminal, a few lines that begin with `name`.
void report_print_loop(FILE *f, const char *name, const rt_loop_stats *loop);

#endif
