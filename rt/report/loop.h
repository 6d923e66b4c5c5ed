// SPDX-License-Identifier: MIT
// Loop statistics in reports: of a run, of `hawse latency`, and of both side by side.
#ifndef HAWSE_RT_REPORT_LOOP_H
#define HAWSE_RT_REPORT_LOOP_H

#include "rt/file/json.h"
#include "rt/loop/loop.h"
#include <stdio.h>

// Writes the key "host": processor, kernel, settings of the frame thread, and settings that the system refused.
void report_host(rt_json *j, const rt_loop_stats *loop);
// Writes the key "host" of a recording, from its header lines (recording_info).
void report_recorded_host(rt_json *j, const char *info, const rt_loop_stats *loop);
// Writes a histogram in bins that end at 1, 2 and 5 times powers of ten, from the shortest sample to the longest. A bin
// counts the samples above the previous bin and at most to_ns.
void report_bins(rt_json *j, const char *key, const rt_histogram *h);
// Writes a histogram's quantiles under the key.
void report_histogram(rt_json *j, const char *key, const rt_histogram *h);
// Prints a histogram's quantiles as a line for the terminal.
void report_print_histogram(FILE *f, const char *name, const rt_histogram *h);
// Writes the keys of a loop paced by the clock: policy, slips, response and misses by cause. Lists the last
// RT_LOOP_RECENT misses and the latest ends of all, each with its evidence.
void report_paced(rt_json *j, const rt_loop_stats *loop);
// Writes the key "latency": empty frames, or frames of work_ns, with the statistics and causes of a run.
void report_latency(rt_json *j, const rt_loop_stats *loop, int64_t work_ns);
// Prints the loop's statistics for the terminal: a few lines, the first begins with `name`.
void report_print_loop(FILE *f, const char *name, const rt_loop_stats *loop);

#endif
