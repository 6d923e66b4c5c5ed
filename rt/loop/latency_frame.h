// SPDX-License-Identifier: MIT
// Empty frames, or frames of so much arithmetic: what this machine can promise a real-time thread, with nothing of ours
// in the way. By themselves they are `hawse latency`; on another processor beside a run, its --latency.
#ifndef HAWSE_RT_LOOP_LATENCY_FRAME_H
#define HAWSE_RT_LOOP_LATENCY_FRAME_H

#include "rt/loop/loop.h"

typedef struct latency_frames {
    uint64_t frames; // 0: until the loop is stopped
    int64_t work_ns; // undisturbed processor time of each
    uint64_t turns;  // turns of arithmetic that take as long
    uint64_t value;  // result of the last turn: an unread result would be optimised away
} latency_frames;

// Whether frames of so much work [s] have room in the period of `def`; false with a message that names the option.
bool latency_work_fits(double work_s, const rt_loop_def *def, const char *option, rt_diag *d);
// For rt_loop_def: warm-up, which finds how many turns the work is, and the frame. ctx: a latency_frames.
uint64_t latency_warm_up(void *ctx);
bool latency_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p);
// "empty frames", or "frames of 0.400 ms".
void latency_name(const latency_frames *w, char *out, size_t size);

#endif
