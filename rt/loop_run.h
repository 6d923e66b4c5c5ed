// SPDX-License-Identifier: MIT
// Inside the rt library: the frames themselves, shared by the caller's thread and the loop's own.
#ifndef HAWSE_RT_LOOP_RUN_H
#define HAWSE_RT_LOOP_RUN_H

#include "rt/loop.h"

// Clears stats (which touches every page of it) and notes the definition.
void rt_loop_stats_begin(rt_loop_stats *s, const rt_loop_def *def);
// Notes how the calling thread is scheduled.
void rt_loop_stats_scheduler(rt_loop_stats *s, const rt_clock *clock);
// Sets the floating-point environment and makes the warm-up steps.
void rt_loop_warm_up(const rt_loop_def *def, void *ctx, rt_loop_stats *s);
// Runs the frames into stats that were begun.
void rt_loop_run_frames(const rt_loop_def *def, rt_clock *clock, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                        const _Atomic bool *stop);

#endif
