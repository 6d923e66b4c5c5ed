// SPDX-License-Identifier: MIT
#include "rt/flight.h"
#include "rt/float_env.h"
#include "rt/loop_run.h"
#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

rt_loop_def rt_loop_def_default(void) {
    return (rt_loop_def){.period_ns = 1000000,
                         .budget_ns = 1000000,
                         .max_lag_ns = 50000000,
                         .on_overrun = RT_OVERRUN_SLIP,
                         .priority = 80,
                         .cpu = -1,
                         .lock_memory = true,
                         .keep_awake = true,
                         .stack_bytes = 512 * 1024};
}

enum { STEAL_EVERY = 10 }; // frames between readings of what the host took

typedef struct run {
    const rt_loop_def *def;
    rt_clock *clock;
    rt_clock real; // durations are real also where the schedule's clock is manual
    rt_loop_stats *stats;
    rt_counter_files files;
    int64_t release_ns; // intended release of the next frame
    int in_row;         // frames that started behind since the loop last slept
    int sleeps;         // since the last frame
    rt_counters last;   // at the end of the last frame
} run;

static int64_t now_ns(const run *r) { return rt_clock_now_ns(r->clock); }

static void sleep_until(run *r, int64_t when_ns) {
    rt_clock_sleep_until(r->clock, when_ns);
    rt_histogram_add(&r->stats->wakeup, now_ns(r) - when_ns);
    r->in_row = 0;
    r->sleeps++;
}

// Waits for the next release. True when the frame was waited for; false when it is already behind: then it runs at
// once, except that the fifth in a row gives way until the next period begins, so that catching up starves no one.
// Schedule and slips keep the phase: both move by whole periods.
static bool wait_for_release(run *r) {
    int64_t lag = now_ns(r) - r->release_ns, period = r->def->period_ns;
    int64_t to_next = (lag / period + 1) * period; // from the release to the next period that begins
    if (lag > r->def->max_lag_ns) {
        r->release_ns += to_next;
        r->stats->slips++;
        r->stats->slip_ns += to_next;
        lag -= to_next;
    }
    if (lag <= 0) {
        sleep_until(r, r->release_ns);
        return true;
    }
    if (r->in_row >= RT_LOOP_CATCH_UP) sleep_until(r, r->release_ns + to_next);
    r->in_row++;
    return false;
}

// Keeps the miss among the recent ones and, when it is late enough, among the worst.
static void keep_miss(rt_loop_stats *s, const rt_miss *m) {
    s->recent[s->misses % RT_LOOP_RECENT] = *m;
    s->misses++;
    if (m->cause == RT_MISS_OWN_WORK) s->own[s->cause_count[m->cause] % RT_LOOP_OWN] = *m;
    s->cause_count[m->cause]++;
    if (m->cause != RT_MISS_BACKLOG) {
        s->root_cause = m->cause;
        s->root_frame = m->times.frame;
        s->root_begun_late = m->wakeup_ns > s->budget_ns;
    } else if (m->behind_cause >= 0) {
        s->backlog_of[m->behind_cause]++;
    }
    s->begun_late += s->root_begun_late && m->wakeup_ns > s->budget_ns;
    if (++s->consecutive > s->max_consecutive_misses) s->max_consecutive_misses = s->consecutive;
    int i = s->n_worst;
    if (i == RT_LOOP_WORST && m->late_ns <= s->worst[i - 1].late_ns) return;
    if (i < RT_LOOP_WORST)
        s->n_worst++;
    else
        i--;
    for (; i > 0 && s->worst[i - 1].late_ns < m->late_ns; i--) s->worst[i] = s->worst[i - 1];
    s->worst[i] = *m;
}

// The frame's times, and what was counted up to its end.
static void take_times(run *r, rt_frame_times *t, int64_t start_ns, int64_t end_ns, const rt_profile *p) {
    bool missed = end_ns - r->release_ns > r->def->budget_ns;
    rt_counters c = rt_counters_read(&r->files, missed || r->stats->frames % STEAL_EVERY == 0);
    *t = (rt_frame_times){.frame = r->stats->frames,
                          .release_ns = r->release_ns,
                          .start_ns = start_ns,
                          .end_ns = end_ns,
                          .count = rt_counters_between(&r->last, &c),
                          .allocations = p->allocations,
                          .cause = -1};
    memcpy(t->phase_ns, p->ns, sizeof t->phase_ns);
    memcpy(t->work, p->work, sizeof t->work);
    r->last = c;
}

static void add_to_histograms(rt_loop_stats *s, const rt_miss *m, bool idle) {
    const rt_frame_times *t = &m->times;
    s->frames++;
    if (m->wakeup_ns > s->max_lag_ns) s->max_lag_ns = m->wakeup_ns;
    rt_histogram_add(&s->response, t->end_ns - t->release_ns);
    if (idle) return;
    rt_histogram_add(&s->work, m->work_ns);
    rt_histogram_add(&s->cpu, t->count.cpu_ns);
    for (int i = 0; i < RT_PHASE_COUNT; i++) rt_histogram_add(&s->phase[i], t->phase_ns[i]);
    for (int i = 0; i < RT_WORK_COUNT; i++) rt_histogram_add(&s->count[i], t->work[i]);
    int64_t load = t->work[RT_WORK_LOAD];
    if (load > 0) rt_histogram_add(&s->per_load, (t->count.cpu_ns - 1000 * (int64_t)t->work[RT_WORK_INJECTED]) / load);
}

// Books the frame that ended, in the slack after it; true when it missed its deadline. Norms are those of frames that
// were not idle.
static bool book(run *r, rt_miss *m, bool idle) {
    rt_loop_stats *s = r->stats;
    m->late_ns = m->times.end_ns - m->times.release_ns - r->def->budget_ns;
    m->wakeup_ns = m->times.start_ns - m->times.release_ns;
    m->sleeps = r->sleeps;
    r->sleeps = 0;
    bool missed = m->late_ns > 0;
    if (missed) rt_miss_explain(m, s);
    add_to_histograms(s, m, idle);
    if (missed)
        keep_miss(s, m);
    else
        s->consecutive = 0;
    s->last = m->times;
    if (r->def->flight) rt_flight_push(r->def->flight, m);
    return missed;
}

// Runs one frame; false when the loop ends.
static bool run_frame(run *r, rt_loop_frame *frame, void *ctx) {
    rt_miss m = {0};
    rt_profile p = {0};
    m.slept = wait_for_release(r);
    int64_t start = now_ns(r), real = rt_clock_now_ns(&r->real);
    rt_profile_begin(&p);
    bool go_on = frame(ctx, r->stats->frames, r->release_ns, &p);
    int64_t end = now_ns(r);
    m.work_ns = end - start + (r->clock->manual ? rt_clock_now_ns(&r->real) - real : 0);
    take_times(r, &m.times, start, end, &p);
    bool missed = book(r, &m, p.idle);
    r->release_ns += r->def->period_ns;
    if (missed && r->def->on_overrun == RT_OVERRUN_HALT) {
        r->stats->halted = true;
        return false;
    }
    return go_on;
}

void rt_loop_stats_scheduler(rt_loop_stats *s, const rt_clock *clock) {
    struct sched_param p = {0};
    int policy = 0;
    pthread_getschedparam(pthread_self(), &policy, &p);
    if (clock->manual)
        snprintf(s->scheduler, sizeof s->scheduler, "manual clock");
    else if (policy == SCHED_FIFO || policy == SCHED_RR)
        snprintf(s->scheduler, sizeof s->scheduler, "%s %d", policy == SCHED_FIFO ? "SCHED_FIFO" : "SCHED_RR",
                 p.sched_priority);
    else
        snprintf(s->scheduler, sizeof s->scheduler, "SCHED_OTHER");
}

void rt_loop_stats_begin(rt_loop_stats *s, const rt_loop_def *def) {
    memset(s, 0, sizeof *s);
    s->period_ns = def->period_ns;
    s->budget_ns = def->budget_ns;
    s->on_overrun = def->on_overrun;
    s->cpu_pinned = -1;
}

void rt_loop_warm_up(const rt_loop_def *def, void *ctx, rt_loop_stats *s) {
    rt_clock real = rt_clock_monotonic();
    int64_t start = rt_clock_now_ns(&real);
    rt_float_env_set();
    s->float_env = rt_float_env();
    if (def->warm_up) s->warm_up_steps = def->warm_up(ctx);
    s->warm_up_ns = rt_clock_now_ns(&real) - start;
}

void rt_loop_run_frames(const rt_loop_def *def, rt_clock *clock, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                        const _Atomic bool *stop) {
    assert(def->period_ns > 0 && def->budget_ns > 0 && def->max_lag_ns >= def->period_ns);
    run r = {.def = def, .clock = clock, .real = rt_clock_monotonic(), .stats = stats};
    r.files = clock->manual ? rt_counters_none() : rt_counters_open(stats->cpu_pinned);
    stats->sees_waits = r.files.schedstat >= 0;
    stats->sees_steal = r.files.stat >= 0;
    r.last = rt_counters_read(&r.files, true);
    r.release_ns = now_ns(&r);
    while (!(stop && atomic_load_explicit(stop, memory_order_relaxed)) && run_frame(&r, frame, ctx)) {}
    rt_counters_close(&r.files);
}

void rt_loop_run(const rt_loop_def *def, rt_clock *clock, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                 const _Atomic bool *stop) {
    rt_loop_stats_begin(stats, def);
    rt_loop_stats_scheduler(stats, clock);
    rt_loop_warm_up(def, ctx, stats);
    rt_loop_run_frames(def, clock, frame, ctx, stats, stop);
}
