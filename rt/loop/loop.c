// SPDX-License-Identifier: MIT
#include "rt/base/float_env.h"
#include "rt/loop/flight.h"
#include "rt/loop/run.h"
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
                         .standby_cpu = -1,
                         .lock_memory = true,
                         .keep_awake = true,
                         .stack_bytes = 512 * 1024};
}

enum {
    STEAL_EVERY = 10,   // frames between readings of the steal
    GIVE_WAY_SHARE = 4, // share of a period for other threads in catch-up: 1/4
    STANDBY_SHARE = 2   // share of the budget left to the first thread: 1/2; tests/bench/loop.md has the cost of less
};

// A thread that runs frames: the first or the standby thread.
typedef struct rt_loop_runner {
    rt_loop_shared *shared;
    rt_clock *clock;
    rt_clock real;       // measures durations even if the schedule's clock is manual
    int64_t patience_ns; // how long after its release this thread leaves a frame to the other; 0: first thread
    rt_counter_files files;
    int first_state;       // of the standby thread: state file of the first thread; -1: none
    rt_counters last;      // counters at the end of the last frame
    int sleeps;            // sleeps since then
    int64_t in_row_ns;     // duration of the frames run behind since the last sleep, at most a period each
    int64_t woken_late_ns; // largest delay of a wake-up not yet recorded; -1: none
    bool waited;           // has waited for the release waited_for_ns
    int64_t waited_for_ns;
    bool changed; // first frame after frames of the other thread
} rt_loop_runner;

static bool has_standby(const rt_loop_runner *s) { return s->patience_ns > 0; }

static int64_t now_ns(const rt_loop_runner *s) { return rt_clock_now_ns(s->clock); }

static int64_t release_of(const rt_loop_shared *r) {
    return atomic_load_explicit(&r->release_ns, memory_order_relaxed);
}

static void set_release(rt_loop_shared *r, int64_t release_ns) {
    atomic_store_explicit(&r->release_ns, release_ns, memory_order_relaxed);
}

static bool acquire_baton(rt_loop_shared *r) {
    bool taken = false;
    return atomic_compare_exchange_strong_explicit(&r->taken, &taken, true, memory_order_acquire, memory_order_relaxed);
}

static void release_baton(rt_loop_shared *r) { atomic_store_explicit(&r->taken, false, memory_order_release); }

static void sleep_until(rt_loop_runner *s, int64_t when_ns) {
    rt_clock_sleep_until(s->clock, when_ns);
    int64_t late = now_ns(s) - when_ns;
    if (late > s->woken_late_ns) s->woken_late_ns = late;
    s->sleeps++;
    s->in_row_ns = 0;
}

static bool has_waited(const rt_loop_runner *s) { return s->waited && s->waited_for_ns == release_of(s->shared); }

// Waits once for the next release plus patience_ns. False: already waited for it, or behind.
static bool wait_for_release(rt_loop_runner *s) {
    int64_t release = release_of(s->shared);
    if (has_waited(s) || now_ns(s) > release + s->patience_ns) return false;
    s->waited = true;
    s->waited_for_ns = release;
    sleep_until(s, release + s->patience_ns);
    return true;
}

// Whether this thread should run the next frame. If overlong frames put the loop behind by periods, the first thread
// has its processor, and the standby thread would only occupy a second one. A standby thread that already runs frames
// continues.
static bool should_run(const rt_loop_runner *s, int64_t lag_ns) {
    return !has_standby(s) || s->shared->stood_in || lag_ns <= s->shared->def->period_ns + s->patience_ns;
}

// Whether to run the next frame now; if not, the caller sleeps until *until_ns, unless 0, and asks again. A late frame
// runs at once. After four periods of late frames in a row the next one yields a quarter of a period: other threads do
// not starve, and frames of nine tenths of a period still catch up. A slip moves the schedule by whole periods and
// keeps its phase. The caller holds the baton.
static bool is_due(rt_loop_runner *s, int64_t *until_ns) {
    rt_loop_shared *r = s->shared;
    int64_t release = release_of(r), lag = now_ns(s) - release, period = r->def->period_ns;
    int64_t to_next = (lag / period + 1) * period; // from the release to the start of the next period
    if (has_waited(s)) return true;
    if (lag <= s->patience_ns) return false; // the other thread has just run the frame
    if (!should_run(s, lag)) {
        *until_ns = release + to_next + s->patience_ns;
        return false;
    }
    if (lag > r->def->max_lag_ns) {
        set_release(r, release + to_next);
        r->stats->slips++;
        r->stats->slip_ns += to_next;
        return false;
    }
    if (s->in_row_ns >= RT_LOOP_CATCH_UP * period) {
        *until_ns = release + lag + period / GIVE_WAY_SHARE;
        return false;
    }
    return true;
}

static bool is_among_worst(const rt_loop_stats *s, int64_t late_ns) {
    return s->n_worst < RT_LOOP_WORST || late_ns > s->worst[RT_LOOP_WORST - 1].late_ns;
}

static void record_worst(rt_loop_stats *s, const rt_miss *m) {
    int i = s->n_worst < RT_LOOP_WORST ? s->n_worst++ : RT_LOOP_WORST - 1;
    for (; i > 0 && s->worst[i - 1].late_ns < m->late_ns; i--) s->worst[i] = s->worst[i - 1];
    s->worst[i] = *m;
}

// Counts a miss by its cause and by the cause of its backlog, and stores it in the rings.
static void record_miss(rt_loop_stats *s, const rt_miss *m) {
    s->recent[s->misses % RT_LOOP_RECENT] = *m;
    s->misses++;
    if (m->cause == RT_MISS_OWN_WORK) s->own[s->cause_count[m->cause] % RT_LOOP_OWN] = *m;
    s->cause_count[m->cause]++;
    if (m->cause != RT_MISS_BACKLOG) {
        s->root_cause = m->cause;
        s->root_frame = m->times.frame;
        // a miss queued behind another keeps the first one's reason for its late start
        if (m->slept || s->consecutive == 0) s->root_begun_late = m->wakeup_ns > s->budget_ns;
    } else if (m->behind_cause >= 0) {
        s->backlog_of[m->behind_cause]++;
    }
    s->begun_late += s->root_begun_late && m->wakeup_ns > s->budget_ns;
    if (++s->consecutive > s->max_consecutive_misses) s->max_consecutive_misses = s->consecutive;
}

// Fills in the frame's times and its counts.
static void record_times(rt_loop_runner *s, rt_frame_times *t, int64_t start_ns, int64_t end_ns, const rt_profile *p) {
    const rt_loop_shared *r = s->shared;
    bool missed = end_ns - release_of(r) > r->def->budget_ns;
    rt_counters c = rt_counters_read(&s->files, missed || s->changed || r->stats->frames % STEAL_EVERY == 0);
    if (s->changed) s->last.steal_ns = c.steal_ns; // restart_counters_after_handover did not read the steal
    *t = (rt_frame_times){.frame = r->stats->frames,
                          .release_ns = release_of(r),
                          .start_ns = start_ns,
                          .end_ns = end_ns,
                          .count = rt_counters_subtract(&s->last, &c),
                          .allocations = p->allocations,
                          .cause = -1};
    memcpy(t->phase_ns, p->ns, sizeof t->phase_ns);
    memcpy(t->work, p->work, sizeof t->work);
    s->last = c;
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

// Adds the ended frame to the statistics, in the slack after it; returns whether it missed its deadline. Idle frames do
// not enter the norms.
static bool record_frame(rt_loop_runner *by, rt_miss *m, bool idle) {
    const rt_loop_shared *r = by->shared;
    rt_loop_stats *s = r->stats;
    m->late_ns = m->times.end_ns - m->times.release_ns - r->def->budget_ns;
    m->wakeup_ns = m->times.start_ns - m->times.release_ns;
    m->sleeps = by->sleeps;
    by->sleeps = 0;
    bool missed = m->late_ns > 0, worst = is_among_worst(s, m->late_ns);
    if (missed || worst) rt_miss_explain(m, s);
    add_to_histograms(s, m, idle);
    if (worst) record_worst(s, m);
    if (missed)
        record_miss(s, m);
    else
        s->consecutive = 0;
    s->last = m->times;
    if (r->def->flight) rt_flight_push(r->def->flight, m);
    return missed;
}

// After frames of the other thread: restarts the counters, since the counts of that time belong to no frame. Does not
// read the steal, because the frame is already late.
static void restart_counters_after_handover(rt_loop_runner *s) {
    rt_loop_shared *r = s->shared;
    s->changed = r->stood_in != has_standby(s);
    if (!s->changed) return;
    r->stood_in = has_standby(s);
    s->last = rt_counters_read(&s->files, false);
    s->sleeps = 0;
}

// Runs one frame; false if it ends the loop.
static bool run_frame(rt_loop_runner *s) {
    rt_loop_shared *r = s->shared;
    rt_miss m = {.slept = has_waited(s),
                 .stood_in = has_standby(s),
                 .first_ready = has_standby(s) && rt_counters_is_ready(s->first_state)};
    rt_profile p = {0};
    restart_counters_after_handover(s);
    int64_t start = now_ns(s), real = rt_clock_now_ns(&s->real);
    rt_profile_begin(&p);
    bool go_on = r->frame(r->ctx, r->stats->frames, release_of(r), &p);
    int64_t end = now_ns(s);
    m.work_ns = end - start + (s->clock->manual ? rt_clock_now_ns(&s->real) - real : 0);
    record_times(s, &m.times, start, end, &p);
    bool missed = record_frame(s, &m, p.idle);
    r->stats->stood_in += m.stood_in;
    // A stopped frame does not occupy the processor, so each frame counts at most a period towards the pause.
    if (!m.slept) s->in_row_ns += m.work_ns < r->def->period_ns ? m.work_ns : r->def->period_ns;
    set_release(r, release_of(r) + r->def->period_ns);
    if (missed && r->def->on_overrun == RT_OVERRUN_HALT) {
        r->stats->halted = true;
        return false;
    }
    return go_on;
}

// The other thread runs a frame: waits for the next release. If that has passed, polls after an eighth of a period; the
// processor stays free meanwhile.
static void wait_for_other_thread(rt_loop_runner *s) {
    int64_t period = s->shared->def->period_ns, next = release_of(s->shared) + period;
    int64_t soon = now_ns(s) + period / 8, until = next + s->patience_ns;
    s->waited = until > soon; // after a poll the thread has not waited for the release: it is late
    s->waited_for_ns = next;
    sleep_until(s, s->waited ? until : soon);
}

static void record_wakeup(rt_loop_runner *s) {
    if (s->woken_late_ns >= 0 && !has_standby(s)) rt_histogram_add(&s->shared->stats->wakeup, s->woken_late_ns);
    s->woken_late_ns = -1;
}

// Runs the next frame or waits for it; false after the loop's end.
static bool run_or_wait(rt_loop_runner *s) {
    rt_loop_shared *r = s->shared;
    if (wait_for_release(s)) return true;
    if (!acquire_baton(r)) {
        wait_for_other_thread(s);
        return true;
    }
    int64_t until_ns = 0;
    record_wakeup(s);
    if (!r->ended && is_due(s, &until_ns)) r->ended = !run_frame(s);
    bool go_on = !r->ended;
    release_baton(r);
    if (until_ns > 0) sleep_until(s, until_ns);
    return go_on;
}

void rt_loop_stats_set_scheduler(rt_loop_stats *s, const rt_clock *clock) {
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
    s->cpu_pinned = s->standby_cpu = -1;
}

void rt_loop_warm_up(const rt_loop_def *def, void *ctx, rt_loop_stats *s) {
    rt_clock real = rt_clock_monotonic();
    int64_t start = rt_clock_now_ns(&real);
    rt_float_env_set();
    s->float_env = rt_float_env();
    if (def->warm_up) s->warm_up_steps = def->warm_up(ctx);
    s->warm_up_ns = rt_clock_now_ns(&real) - start;
}

static void run_loop_thread(rt_loop_runner *s) {
    const _Atomic bool *stop = s->shared->stop;
    while (!(stop && atomic_load_explicit(stop, memory_order_relaxed)) && run_or_wait(s)) {}
    rt_counters_close(&s->files);
    rt_counters_close_state(s->first_state);
}

static rt_loop_runner make_runner(rt_loop_shared *r, rt_clock *clock, int cpu) {
    rt_loop_runner s = {
        .shared = r, .clock = clock, .real = rt_clock_monotonic(), .first_state = -1, .woken_late_ns = -1};
    s.files = clock->manual ? rt_counters_none() : rt_counters_open(cpu);
    s.last = rt_counters_read(&s.files, true);
    return s;
}

void rt_loop_run_frames(rt_loop_shared *r, rt_clock *clock) {
    assert(r->def->period_ns > 0 && r->def->budget_ns > 0 && r->def->max_lag_ns >= r->def->period_ns);
    rt_loop_runner s = make_runner(r, clock, r->stats->cpu_pinned);
    r->stats->sees_waits = s.files.schedstat >= 0;
    r->stats->sees_steal = s.files.sees_steal;
    set_release(r, now_ns(&s));
    release_baton(r);
    run_loop_thread(&s);
}

void rt_loop_run_standby(rt_loop_shared *r, rt_clock *clock) {
    rt_loop_runner s = make_runner(r, clock, r->def->standby_cpu);
    s.first_state = rt_counters_open_state(r->first_tid);
    s.patience_ns = r->def->budget_ns / STANDBY_SHARE;
    run_loop_thread(&s);
}

void rt_loop_run(const rt_loop_def *def, rt_clock *clock, rt_loop_frame *frame, void *ctx, rt_loop_stats *stats,
                 const _Atomic bool *stop) {
    rt_loop_stats_begin(stats, def);
    rt_loop_stats_set_scheduler(stats, clock);
    rt_loop_warm_up(def, ctx, stats);
    rt_loop_shared r = {.def = def, .frame = frame, .ctx = ctx, .stats = stats, .stop = stop, .taken = true};
    rt_loop_run_frames(&r, clock);
}
