// SPDX-License-Identifier: MIT
// Inside the rt library: the frames themselves, shared by the caller's thread and the loop's own.
#ifndef HAWSE_RT_LOOP_RUN_H
#define HAWSE_RT_LOOP_RUN_H

#include "rt/loop/loop.h"
#include <sys/types.h>

// Clears stats (which touches every page of it) and notes the definition.
void rt_loop_stats_begin(rt_loop_stats *s, const rt_loop_def *def);
// Notes how the calling thread is scheduled.
void rt_loop_stats_scheduler(rt_loop_stats *s, const rt_clock *clock);
// Sets the floating-point environment and makes the warm-up steps.
void rt_loop_warm_up(const rt_loop_def *def, void *ctx, rt_loop_stats *s);

// Shared state of the threads that run one loop's frames. The holder of the baton may run the next frame and alone
// touches the fields below it.
typedef struct rt_loop_shared {
    const rt_loop_def *def;
    rt_loop_frame *frame;
    void *ctx;
    const _Atomic bool *stop;   // may be NULL
    _Atomic bool taken;         // the baton; acquired when the first runner begins
    _Atomic int64_t release_ns; // intended release of the next frame; to be read without the baton too
    rt_loop_stats *stats;       // begun
    pid_t first_tid;            // the first thread, if there are two
    bool stood_in;              // the last frame was run by the second thread
    bool ended;
} rt_loop_shared;

// Runs frames on the calling thread, the loop's own, from now on until the loop ends.
void rt_loop_run_frames(rt_loop_shared *r, rt_clock *clock);

// The second thread of a loop, which runs a frame that the first has not begun half of the budget after its
// release: then something holds the first up, or its processor. One that is held up within a frame keeps the baton.
typedef struct rt_loop_standby {
    bool runs;
    pthread_t thread;
} rt_loop_standby;

// Starts the standby thread on the definition's processor, one real-time priority below the calling thread, whose
// frames it runs; does nothing if the definition names no other processor. Call it before rt_loop_run_frames. 0, or the
// errno of what was refused.
int rt_loop_standby_start(rt_loop_standby *b, rt_loop_shared *r);
// Waits for its end, which the loop's end brings.
void rt_loop_standby_join(rt_loop_standby *b);
// Its frames, until the loop ends.
void rt_loop_stand_by(rt_loop_shared *r, rt_clock *clock);
// Touches so much stack of the calling thread.
void rt_loop_touch_stack(size_t bytes);

#endif
