// SPDX-License-Identifier: MIT
// Writes frames as a Chrome trace for Perfetto: complete, instant and counter events of the Trace Event Format.
#ifndef HAWSE_RT_LOOP_FLIGHT_TRACE_H
#define HAWSE_RT_LOOP_FLIGHT_TRACE_H

#include "rt/file/json.h"
#include "rt/loop/loop.h"

typedef struct rt_trace {
    rt_json json;
    int64_t origin_ns; // the trace's time zero on the loop's clock
} rt_trace;

// Opens a trace whose time zero is origin_ns. RT_ERR_FILE with a message.
rt_status rt_trace_open(rt_trace *t, const char *file, int64_t origin_ns, rt_diag *d);
// Adds a frame: its span with its phases nested in it, its intended release, its counters, and the sentence of a miss.
// Each phase's span is its sum. The spans follow one another in the order of rt_phase: only their lengths are measured.
void rt_trace_frame(rt_trace *t, const rt_miss *m);
// Gives the file its name; RT_ERR_FILE with a message.
rt_status rt_trace_close(rt_trace *t, rt_diag *d);

#endif
