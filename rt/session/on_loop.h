// SPDX-License-Identifier: MIT
// Loop definition of a session: period and overrun policy of the scenario, the options common to all commands with a
// loop, and the flight recorder.
#ifndef HAWSE_RT_SESSION_ON_LOOP_H
#define HAWSE_RT_SESSION_ON_LOOP_H

#include "rt/file/options.h"
#include "rt/loop/flight.h"
#include "rt/session/session.h"

typedef struct session_loop_options {
    const char *on_overrun, *inject_slow, *trace, *trace_misses; // NULL: not given
} session_loop_options;

// Rows of these options in a command's table.
#define SESSION_LOOP_OPTIONS(o)                                                                                        \
    {"--on-overrun", "slip|halt", OPTION_TEXT, &(o).on_overrun,                                                        \
     "after a missed deadline: slip (catch up, shift the schedule when too far behind) or halt (end the run); "        \
     "default: the scenario's"},                                                                                       \
        {"--trace", "FILE", OPTION_OUT_FILE, &(o).trace,                                                               \
         "write the last 4 s of frames as a trace for Perfetto (JSON)"},                                               \
        {"--trace-misses", "DIR", OPTION_OUT_FOLDER, &(o).trace_misses,                                                \
         "write a trace of the 3 s around each miss, miss_NNNN.trace.json, at most 50"},                               \
    {                                                                                                                  \
        "--inject-slow", "phase=NAME,+P%", OPTION_TEXT, &(o).inject_slow,                                              \
            "test aid: slow a phase down by P per cent of its time"                                                    \
    }

// Fills the definition of the session's loop and applies the options to the session. With a message: RT_ERR_USAGE for a
// bad option, RT_ERR_FILE when the traces lack a folder or memory.
rt_status session_loop_prepare(session *s, const session_loop_options *o, rt_loop_def *def, rt_diag *d);
// Parses text such as "phase=solve,+5%". RT_ERR_USAGE with a message.
rt_status session_slow_read(const char *text, rt_slow *slow, rt_diag *d);

#endif
