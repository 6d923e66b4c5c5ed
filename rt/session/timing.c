// SPDX-License-Identifier: MIT
// Statistics of frame times for the snapshot.
#include "rt/session/session.h"
#include <math.h>

static int32_t ns32(int64_t ns) { return ns < INT32_MAX ? (int32_t)ns : INT32_MAX; }

// Updates the longest time in the frame's slot. The first frame of each run of DYN_TIMING_RUN frames resets the slot.
static void update_longest(int32_t *slots, uint64_t frame, int64_t ns) {
    int32_t *slot = &slots[frame / DYN_TIMING_RUN % DYN_TIMING_SLOTS];
    if (frame % DYN_TIMING_RUN == 0 || ns32(ns) > *slot) *slot = ns32(ns);
}

int session_steps_for(double h) { return (int)fmax(1, ceil(SESSION_LEAST_PERIOD_S / h - 1e-6)); }

int64_t session_period_ns(const session *s) {
    return llround(1e9 * s->sim.model.h * (s->steps_a_frame > 1 ? s->steps_a_frame : 1));
}

void session_time_frame(session *s, const rt_profile *p, int64_t work_ns) {
    dyn_timing *t = &s->timing;
    uint64_t frame = t->frames++;
    s->timed_frame = s->loop ? s->loop->frames : 0;
    t->period_ns = s->loop ? s->loop->period_ns : session_period_ns(s);
    t->budget_ns = s->loop ? s->loop->budget_ns : t->period_ns;
    update_longest(t->worst_work_ns, frame, work_ns);
    if (!s->loop) update_longest(t->worst_end_ns, frame, work_ns);
    for (int k = 0; k < RT_PHASE_COUNT; k++) t->phase_ns[k] = ns32(p->ns[k]);
    int64_t bin = t->budget_ns > 0 ? 20 * work_ns / t->budget_ns : 0;
    t->bin[bin < DYN_TIMING_BINS ? bin : DYN_TIMING_BINS - 1]++;
}

void session_time_end(session *s) {
    const rt_loop_stats *l = s->loop;
    if (!l || s->timing.frames == 0) return;
    for (int k = 0; k < RT_MISS_CAUSE_COUNT; k++) s->timing.cause[k] = l->cause_count[k];
    if (l->last.frame != s->timed_frame) return; // the last frame was idle; the timed one is already reported
    update_longest(s->timing.worst_end_ns, s->timing.frames - 1, l->last.end_ns - l->last.release_ns);
}
