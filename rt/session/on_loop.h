// SPDX-License-Identifier: MIT
// How a session is put on the loop: period and policy of the scenario, the options that every command with a loop has,
// and the flight recorder.
#ifndef HAWSE_RT_SESSION_ON_LOOP_H
#define HAWSE_RT_SESSION_ON_LOOP_H

#include "rt/base/options.h"
#include "rt/loop/flight.h"
#include "rt/session/session.h"

typedef struct session_loop_options {
    const char *on_overrun, *inject_slow, *trace, *trace_misses; // NULL: not given
} session_loop_options;

// Their rows in a command's table of options.
#define SESSION_LOOP_OPTIONS(o)                                                                                        \
    {"--on-overrun", "slip|halt", OPTION_TEXT, &(o).on_overrun,                                                        \
     "a deadline missed: catch up, and slip when too far behind, or end; default: the scenario's"},                    \
        {"--trace", "FILE", OPTION_OUT_FILE, &(o).trace,                                                               \
         "write the last 4 s of frames as a trace for Perfetto (JSON)"},                                               \
        {"--trace-misses", "DIR", OPTION_OUT_FOLDER, &(o).trace_misses,                                                \
         "write a trace of the 3 s around each miss, miss_NNNN.trace.json, at most 50"},                               \
    {                                                                                                                  \
        "--inject-slow", "phase=NAME,+P%", OPTION_TEXT, &(o).inject_slow,                                              \
            "test aid: really make a phase slower by a share of its time"                                              \
    }

// The definition of the session's loop; sets what the options ask of the session. RT_ERR_USAGE, or RT_ERR_FILE where
// there is no folder or memory for the traces, with a message.
rt_status session_loop_prepare(session *s, const session_loop_options *o, rt_loop_def *def, rt_diag *d);
// Reads "phase=solve,+5%". RT_ERR_USAGE with a message.
rt_status session_slow_read(const char *text, rt_slow *slow, rt_diag *d);

#endif
