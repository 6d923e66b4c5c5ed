// SPDX-License-Identifier: MIT
// Empty frames, or frames of a set amount of arithmetic: they measure what this machine can promise a real-time thread.
// `hawse latency` runs them alone; --latency runs them on another processor beside a run.
#ifndef HAWSE_RT_LOOP_LATENCY_FRAME_H
#define HAWSE_RT_LOOP_LATENCY_FRAME_H

#include "rt/loop/loop.h"

typedef struct latency_frames {
    uint64_t frames; // 0: until rt_loop_stop
    int64_t work_ns; // CPU time of each frame without disturbance
    uint64_t turns;  // turns of arithmetic in that time
    uint64_t value;  // result of the last turn: the compiler would remove unused arithmetic
} latency_frames;

// Whether work_s [s] is less than the period of `def`; else false with a message that names the option.
bool latency_work_fits(double work_s, const rt_loop_def *def, const char *option, rt_diag *d);
// For rt_loop_def: the warm-up, which calibrates `turns`, and the frame. ctx: a latency_frames.
uint64_t latency_warm_up(void *ctx);
bool latency_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p);
// Writes "empty frames" or "frames of 0.400 ms".
void latency_describe(const latency_frames *w, char *out, size_t size);

#endif
