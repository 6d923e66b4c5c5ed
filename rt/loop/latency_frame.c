// SPDX-License-Identifier: MIT
#include "rt/loop/latency_frame.h"
#include <stdio.h>

#define TRIES 100 // calibration: batches of TURNS turns, of which the fastest counts
#define TURNS 10000

bool latency_work_fits(double work_s, const rt_loop_def *def, const char *option, rt_diag *d) {
    if (1e9 * work_s < (double)def->period_ns) return true;
    rt_diag_error(d, NULL, 0, 0, "%s: expected less than the period of a frame, %g s, found %g s", option,
                  1e-9 * (double)def->period_ns, work_s);
    return false;
}

// `turns` steps of a linear congruential generator: a chain of dependent arithmetic that the processor cannot overlap.
static uint64_t turn(uint64_t x, uint64_t turns) {
    while (turns-- > 0) x = 6364136223846793005u * x + 1442695040888963407u;
    return x;
}

uint64_t latency_warm_up(void *ctx) {
    latency_frames *w = ctx;
    rt_clock clock = rt_clock_monotonic();
    int64_t least = INT64_MAX;
    for (int k = 0; w->work_ns > 0 && k < TRIES; k++) {
        int64_t begin = rt_clock_now_ns(&clock);
        w->value = turn(w->value, TURNS);
        int64_t took = rt_clock_now_ns(&clock) - begin;
        if (took < least) least = took;
    }
    w->turns = (uint64_t)(TURNS * (double)w->work_ns / (double)least);
    return 0;
}

bool latency_frame(void *ctx, uint64_t frame, int64_t release_ns, rt_profile *p) {
    latency_frames *w = ctx;
    (void)release_ns;
    (void)p;
    w->value = turn(w->value, w->turns);
    return frame + 1 != w->frames;
}

void latency_describe(const latency_frames *w, char *out, size_t size) {
    if (w->work_ns > 0)
        snprintf(out, size, "frames of %.3f ms", 1e-6 * (double)w->work_ns);
    else
        snprintf(out, size, "empty frames");
}
