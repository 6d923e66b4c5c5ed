// SPDX-License-Identifier: MIT
#include "rt/loop_run.h"
#include <assert.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

rt_loop_def rt_loop_def_default(void) {
    return (rt_loop_def){.period_ns = 1000000,
                         .budget_ns = 1000000,
                         .max_lag_ns = 50000000,
                         .on_overrun = RT_OVERRUN_CONTINUE,
                         .priority = 80,
                         .cpu = -1,
                         .lock_memory = true,
                         .stack_bytes = 512 * 1024};
}

// What the kernel has counted for this thread.
typedef struct counters {
    int64_t cpu_ns;
    long minor, major, switches;
} counters;

static counters counters_read(void) {
    struct rusage u;
    getrusage(RUSAGE_THREAD, &u);
    return (counters){rt_clock_thread_cpu_ns(), u.ru_minflt, u.ru_majflt, u.ru_nivcsw};
}

typedef struct run {
    const rt_loop_def *def;
    rt_clock *clock;
    rt_clock real; // durations are real also where the schedule's clock is manual
    rt_loop_stats *stats;
    int64_t release_ns; // intended release of the next frame
    int in_row;         // frames that started behind since the loop last slept
    counters last;      // at the end of the last frame
} run;

static int64_t now_ns(const run *r) { return rt_clock_now_ns(r->clock); }

static void sleep_until(run *r, int64_t when_ns) {
    rt_clock_sleep_until(r->clock, when_ns);
    rt_histogram_add(&r->stats->wakeup, now_ns(r) - when_ns);
    r->in_row = 0;
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
    s->cause_count[m->cause]++;
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

// Books the frame that ended; true when it missed its deadline.
static bool book(run *r, rt_miss *m, int64_t end_ns, bool slept, const rt_profile *p) {
    rt_loop_stats *s = r->stats;
    counters c = counters_read();
    m->late_ns = end_ns - r->release_ns - r->def->budget_ns;
    m->cpu_ns = c.cpu_ns - r->last.cpu_ns;
    m->minor_faults = (int32_t)(c.minor - r->last.minor);
    m->major_faults = (int32_t)(c.major - r->last.major);
    m->switches = (int32_t)(c.switches - r->last.switches);
    r->last = c;
    s->frames++;
    if (m->wakeup_ns > s->max_lag_ns) s->max_lag_ns = m->wakeup_ns;
    rt_histogram_add(&s->work, m->work_ns);
    for (int i = 0; i < RT_PHASE_COUNT; i++) {
        rt_histogram_add(&s->phase[i], p->ns[i]);
        if (p->ns[i] > p->ns[m->longest]) m->longest = (rt_phase)i;
    }
    if (m->late_ns <= 0) {
        s->consecutive = 0;
        return false;
    }
    m->longest_ns = p->ns[m->longest];
    memcpy(m->work, p->work, sizeof m->work);
    m->cause = rt_loop_cause(m, r->def->budget_ns, slept);
    keep_miss(s, m);
    return true;
}

// Runs one frame; false when the loop ends.
static bool run_frame(run *r, rt_loop_frame *frame, void *ctx) {
    rt_miss m = {.frame = r->stats->frames};
    rt_profile p;
    bool slept = wait_for_release(r);
    int64_t start = now_ns(r), real = rt_clock_now_ns(&r->real);
    m.wakeup_ns = start - r->release_ns;
    rt_profile_begin(&p);
    bool go_on = frame(ctx, m.frame, r->release_ns, &p);
    int64_t end = now_ns(r);
    m.work_ns = end - start + (r->clock->manual ? rt_clock_now_ns(&r->real) - real : 0);
    bool missed = book(r, &m, end, slept, &p);
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
}

void rt_loop_run_frames(const rt_loop_def *def, rt_clock *clock, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                        const _Atomic bool *stop) {
    assert(def->period_ns > 0 && def->budget_ns > 0 && def->max_lag_ns >= def->period_ns);
    run r = {.def = def, .clock = clock, .real = rt_clock_monotonic(), .stats = stats, .last = counters_read()};
    r.release_ns = now_ns(&r);
    while (!(stop && atomic_load_explicit(stop, memory_order_relaxed)) && run_frame(&r, frame, ctx)) {}
}

void rt_loop_run(const rt_loop_def *def, rt_clock *clock, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                 const _Atomic bool *stop) {
    rt_loop_stats_begin(stats, def);
    rt_loop_stats_scheduler(stats, clock);
    rt_loop_run_frames(def, clock, frame, ctx, stats, stop);
}
