// SPDX-License-Identifier: MIT
// What the threads of one loop share; internal to the room.
#ifndef HAWSE_RT_LOOP_RUN_H
#define HAWSE_RT_LOOP_RUN_H

#include "rt/loop/loop.h"
#include <sys/types.h>

// Clears stats, which touches each of its pages, and copies the definition's values.
void rt_loop_stats_begin(rt_loop_stats *s, const rt_loop_def *def);
// Records the calling thread's scheduling class.
void rt_loop_stats_set_scheduler(rt_loop_stats *s, const rt_clock *clock);
// Sets the floating-point environment and runs the warm-up steps.
void rt_loop_warm_up(const rt_loop_def *def, void *ctx, rt_loop_stats *s);

// Shared state of the threads that run one loop's frames. The holder of the baton may run the next frame; only the
// holder touches the fields after release_ns.
typedef struct rt_loop_shared {
    const rt_loop_def *def;
    rt_loop_frame *frame;
    void *ctx;
    const _Atomic bool *stop;   // may be NULL
    _Atomic bool taken;         // the baton; the first thread holds it at the start
    _Atomic int64_t release_ns; // intended release of the next frame; readable without the baton
    rt_loop_stats *stats;       // after rt_loop_stats_begin
    pid_t first_tid;            // the first thread, if a standby thread exists
    bool stood_in;              // the standby thread ran the last frame
    bool ended;
} rt_loop_shared;

// Runs frames on the calling thread, the loop's first, until the loop ends. The first release is now.
void rt_loop_run_frames(rt_loop_shared *r, rt_clock *clock);

// The standby thread of a loop. It runs a frame that the first thread has not started half a budget after its release:
// then the first thread or its processor is stopped. A thread that is stopped within a frame holds the baton.
typedef struct rt_loop_standby {
    bool runs;
    pthread_t thread;
} rt_loop_standby;

// Starts the standby thread on the definition's processor, one real-time priority below the definition's. Does nothing
// if the definition names no other processor. Call it on the first thread, before rt_loop_run_frames. Returns 0 or an
// errno.
int rt_loop_standby_start(rt_loop_standby *b, rt_loop_shared *r);
// Waits for the end of the standby thread, which follows the loop's end.
void rt_loop_standby_join(rt_loop_standby *b);
// Runs frames on the standby thread until the loop ends.
void rt_loop_run_standby(rt_loop_shared *r, rt_clock *clock);
// Touches `bytes` of the calling thread's stack.
void rt_loop_touch_stack(size_t bytes);

#endif
