// SPDX-License-Identifier: MIT
// The flight recorder: the last four seconds of frames, kept by a thread of its own that the frame thread hands each
// frame's times. Around a miss, from 2 s before it to 1 s after, they are written as a Chrome trace (JSON) that
// Perfetto opens; so are the last ones at the end.
#ifndef HAWSE_RT_LOOP_FLIGHT_H
#define HAWSE_RT_LOOP_FLIGHT_H

#include "rt/loop/loop.h"

enum { RT_FLIGHT_FILES = 50 }; // most traces of misses a run, of up to 5 MB each

typedef struct rt_flight rt_flight;

typedef struct rt_flight_def {
    const char *last;   // file for the last frames, written at the close; NULL: none
    const char *misses; // folder for miss_NNNN.trace.json, created if missing; NULL: none
    int64_t period_ns;  // of the frames [ns]
} rt_flight_def;

// NULL with a message when there is no memory or the folder cannot be made.
rt_flight *rt_flight_create(const rt_flight_def *def, rt_diag *d);
// Starts the thread that takes the frames. RT_ERR_MEMORY with a message.
rt_status rt_flight_start(rt_flight *f, rt_diag *d);
// Hands over a frame; m->times.cause tells whether it missed. Counted when there is no room. Frame thread.
void rt_flight_push(rt_flight *f, const rt_miss *m);
// Drains the queue and writes the due traces. One thread, not the frame's.
void rt_flight_drain(rt_flight *f);
// Stops the thread, writes what is left and the last frames, and frees; warns of misses that have no trace.
// RT_ERR_FILE with a message when a trace could not be written. NULL is allowed.
rt_status rt_flight_close(rt_flight *f, rt_diag *d);
// Stops the thread, where it was started, and frees; nothing more is written. NULL is allowed.
void rt_flight_abandon(rt_flight *f);

#endif
