// SPDX-License-Identifier: MIT
// The flight recorder: holds the last four seconds of frames. The frame thread pushes each frame's times into a queue;
// a second thread stores them. For a miss it writes the frames from 2 s before to 1 s after as a Chrome trace (JSON)
// for Perfetto; at the close it writes the last frames.
#ifndef HAWSE_RT_LOOP_FLIGHT_H
#define HAWSE_RT_LOOP_FLIGHT_H

#include "rt/loop/loop.h"

enum { RT_FLIGHT_FILES = 50 }; // traces of misses a run, at most; up to 5 MB each

typedef struct rt_flight rt_flight;

typedef struct rt_flight_def {
    const char *last;   // file for the last frames, written at the close; NULL: none
    const char *misses; // folder for miss_NNNN.trace.json, created if missing; NULL: none
    int64_t period_ns;  // of the frames [ns]
} rt_flight_def;

// Creates the recorder and its folder. NULL with a message: out of memory, or the folder could not be created.
rt_flight *rt_flight_create(const rt_flight_def *def, rt_diag *d);
// Starts the thread that stores the frames. RT_ERR_MEMORY with a message.
rt_status rt_flight_start(rt_flight *f, rt_diag *d);
// Pushes a frame; m->times.cause >= 0 marks a miss. If the queue is full, the frame is dropped and counted. Frame
// thread.
void rt_flight_push(rt_flight *f, const rt_miss *m);
// Drains the queue and writes the due traces. One thread, not the frame's.
void rt_flight_drain(rt_flight *f);
// Stops the thread, writes the remaining traces and the last frames, frees; warns of misses and frames without a trace.
// RT_ERR_FILE with a message if a trace could not be written. NULL is allowed.
rt_status rt_flight_close(rt_flight *f, rt_diag *d);
// Stops the thread, if it runs, and frees without writing. NULL is allowed.
void rt_flight_abandon(rt_flight *f);

#endif
