// SPDX-License-Identifier: MIT
// Why a frame missed its deadline. Asked in this order, each from what would have helped:
//
//   woken no later than usual (the 90 % quantile of wake-ups, at most a quarter of the budget), its work (start to end)
//   would have fitted the budget; so it started too late:
//     backlog          it was not waited for: an earlier frame ended after this one's release; that miss and its cause
//                      are told with it
//     throttled        most of its lateness it was ready and waited for the processor, for about as long as the kernel
//                      may hold real-time threads back (sched_rt_period_us - sched_rt_runtime_us; recent kernels give
//                      that time to ordinary threads instead, which looks the same)
//     preempted        most of its lateness it was ready and waited for the processor; or the second thread ran it and
//                      the first was ready then, without its processor
//     host             /proc/stat shows that the host took the processor meanwhile (steal)
//     late_timer       none of these: the timer's interrupt or the processor's waking came late. Steal is counted in
//                      ticks of 10 ms, and by some hosts not at all: a short stop by the host ends up here
//   its work did not fit what such a start leaves of the budget:
//     page_fault       a page was read from disk, or without FAULT_NS for each minor fault it would have fitted
//     and the CPU time alone would have fitted; the rest was lost:
//       throttled, preempted   it waited for its processor for most of what was lost
//       blocked        it gave the processor away of itself (a voluntary switch that was no sleep of the loop's)
//       host           none of these: host, hypervisor, firmware or interrupts had the processor
//     and the CPU time did not fit either:
//       host           steal covers the excess (on most virtual machines a thread's CPU time includes stolen time)
//       own_work       with its usual speed the processor would not have done it either: MARGIN times the load, as its
//                      work was counted, at the median CPU time of a unit of load of the frames before, and what was
//                      injected, are beyond that; with fewer than KNOWN frames before that were not idle, always. A
//                      generous estimate: in doubt the work is ours
//       page_fault     without HUGE_FAULT_NS for each minor fault it would have fitted: nothing else explains the time,
//                      and a fault may have been that of a huge page
//       slow_processor more CPU time than its work explains: a lower clock, a busy sibling thread, or a stop by
//                      the host that steal does not show. Code of ours that is slow without more counted work shows
//                      here too, with the phase that it is in
#include "rt/loop/loop.h"
#include <stdio.h>

// Upper estimate of what a minor page fault costs, zeroing of the page and a virtual machine's second table included.
#define FAULT_NS 10000
#define HUGE_FAULT_NS 500000 // the same of a huge page: 2 MiB are zeroed
enum { KNOWN = 100 };
// Bound of a frame's work beyond its load (tests/bench/README.md, "What a frame costs").
#define MARGIN 1.35

// Lower bounds of the norms: one pair more than none explains nothing.
static const int32_t least[RT_WORK_COUNT] = {
    [RT_WORK_NEWTON] = 1,  [RT_WORK_FACTORS] = 1, [RT_WORK_PAIRS] = 32,   [RT_WORK_REGIONS] = 4,
    [RT_WORK_POINTS] = 16, [RT_WORK_LINKS] = 16,  [RT_WORK_INJECTED] = 10};

static double ratio(const rt_miss *m, int k) {
    return (double)m->times.work[k] / (m->norm_work[k] > least[k] ? m->norm_work[k] : least[k]);
}

// The phase that took most above its median; where that is no measure (too few frames before, or all of them too long),
// the longest.
static void find_phase(rt_miss *m, const rt_loop_stats *s) {
    bool measure = s->cpu.n >= KNOWN && m->norm_ns <= s->budget_ns;
    int64_t most = INT64_MIN;
    for (int k = 0; k < RT_PHASE_COUNT; k++) {
        int64_t took = m->times.phase_ns[k], above = took - (measure ? rt_histogram_quantile(&s->phase[k], 0.5) : 0);
        if (above < most || (above == most && took <= m->longest_ns)) continue;
        m->longest = (rt_phase)k;
        m->longest_ns = took;
        most = above;
    }
}

static void find_norms(rt_miss *m, const rt_loop_stats *s) {
    m->raised = -1;
    m->norm_ns = 0;
    if (s->cpu.n < KNOWN) return;
    m->norm_ns = rt_histogram_quantile(&s->cpu, 0.9);
    for (int k = 0; k < RT_WORK_COUNT; k++) {
        m->norm_work[k] = (int32_t)rt_histogram_quantile(&s->count[k], 0.9);
        if (k != RT_WORK_LOAD && ratio(m, k) > (m->raised < 0 ? 1 : ratio(m, m->raised))) m->raised = k;
    }
}

// Upper bound of the processor time usual for this work; work without a load counts as a usual frame's.
static int64_t explained_ns(const rt_miss *m, const rt_loop_stats *s) {
    int64_t load = m->times.work[RT_WORK_LOAD], injected = 1000 * (int64_t)m->times.work[RT_WORK_INJECTED];
    if (load == 0) return m->norm_ns + injected - 1000 * (int64_t)m->norm_work[RT_WORK_INJECTED];
    return (int64_t)(MARGIN * (double)(load * rt_histogram_quantile(&s->per_load, 0.5))) + injected;
}

// Ready, while another thread had the processor for most of the lost time.
static bool waited(const rt_miss *m, int64_t lost_ns) {
    return m->times.count.waited_ns > 0 && 2 * m->times.count.waited_ns >= lost_ns;
}

static rt_miss_cause who_had_it(const rt_miss *m, const rt_loop_stats *s) {
    int64_t t = s->throttle_ns, w = m->times.count.waited_ns;
    return t > 0 && w > t / 2 && w < t + t / 2 ? RT_MISS_THROTTLED : RT_MISS_PREEMPTED;
}

// It was not waited for, as the frame before ended after its release. One that ended at its deadline, and missed none,
// leaves no time for a sleep either: that is no backlog.
static bool is_behind(const rt_miss *m, const rt_loop_stats *s) {
    return !m->slept && (s->consecutive > 0 || s->budget_ns > s->period_ns);
}

static rt_miss_cause started_late(const rt_miss *m, const rt_loop_stats *s) {
    if (is_behind(m, s)) return RT_MISS_BACKLOG;
    if (waited(m, m->wakeup_ns)) return who_had_it(m, s);
    if (m->first_ready) return RT_MISS_PREEMPTED;
    return m->times.count.steal_ns > 0 ? RT_MISS_HOST : RT_MISS_LATE_TIMER;
}

// What a start no later than usual leaves of the budget.
static int64_t room_ns(const rt_miss *m, const rt_loop_stats *s) {
    if (is_behind(m, s)) return s->budget_ns;
    int64_t usual = rt_histogram_quantile(&s->wakeup, 0.9), most = s->budget_ns / 4;
    return s->budget_ns - (usual < most ? usual : most);
}

static rt_miss_cause cause_of(const rt_miss *m, const rt_loop_stats *s) {
    const rt_counters *c = &m->times.count;
    int64_t room = room_ns(m, s);
    if (m->work_ns <= room) return started_late(m, s);
    if (c->major_faults > 0 || m->work_ns - c->minor_faults * (int64_t)FAULT_NS <= room) return RT_MISS_PAGE_FAULT;
    if (c->cpu_ns <= room) {
        if (waited(m, m->work_ns - c->cpu_ns)) return who_had_it(m, s);
        return c->waits > m->sleeps ? RT_MISS_BLOCKED : RT_MISS_HOST;
    }
    if (c->steal_ns >= c->cpu_ns - room) return RT_MISS_HOST;
    if (m->norm_ns == 0 || m->explained_ns > room) return RT_MISS_OWN_WORK;
    bool huge = c->minor_faults > 0 && m->work_ns - c->minor_faults * (int64_t)HUGE_FAULT_NS <= room;
    return huge ? RT_MISS_PAGE_FAULT : RT_MISS_SLOW_PROCESSOR;
}

void rt_miss_explain(rt_miss *m, const rt_loop_stats *before) {
    find_norms(m, before);
    find_phase(m, before);
    m->explained_ns = m->norm_ns > 0 ? explained_ns(m, before) : 0;
    m->behind_cause = -1;
    m->times.cause = -1;
    if (m->late_ns <= 0) return;
    m->cause = cause_of(m, before);
    m->behind_cause = m->cause == RT_MISS_BACKLOG && before->consecutive > 0 ? (int)before->root_cause : -1;
    m->behind_frame = before->root_frame;
    m->times.cause = (int32_t)m->cause;
}

static double ms(int64_t ns) { return 1e-6 * (double)ns; }

// "newton 12 where 3 are usual, ", or nothing.
static void describe_raised_counts(const rt_miss *m, char *text, size_t size) {
    text[0] = 0;
    if (m->raised >= 0)
        snprintf(text, size, "%s %d where %d is usual, ", rt_work_name((rt_work)m->raised),
                 (int)m->times.work[m->raised], (int)m->norm_work[m->raised]);
}

static void describe_cause(const rt_miss *m, char *why, size_t size) {
    const rt_counters *c = &m->times.count;
    char raised[80];
    describe_raised_counts(m, raised, sizeof raised);
    switch (m->cause) {
    case RT_MISS_OWN_WORK:
        snprintf(why, size,
                 "own work, %.3f ms of CPU time where %.3f ms is usual, %sthe phase that ran long was %s with %.3f ms",
                 ms(c->cpu_ns), ms(m->norm_ns), raised, rt_phase_name(m->longest), ms(m->longest_ns));
        break;
    case RT_MISS_SLOW_PROCESSOR:
        snprintf(why, size,
                 "slow processor, %.3f ms of CPU time for work that usually takes %.3f ms at most, %sthe phase "
                 "that ran long was %s with %.3f ms",
                 ms(c->cpu_ns), ms(m->explained_ns), raised, rt_phase_name(m->longest), ms(m->longest_ns));
        break;
    case RT_MISS_PREEMPTED:
        if (m->first_ready && !waited(m, m->wakeup_ns)) {
            snprintf(why, size, "pre-empted, another thread had the first thread's processor");
            break;
        }
        snprintf(why, size,
                 "pre-empted, ready to run for %.3f ms while another thread had the processor (%d forced switches)",
                 ms(c->waited_ns), (int)c->switches);
        break;
    case RT_MISS_BLOCKED:
        snprintf(why, size,
                 "blocked, it gave the processor away itself and %.3f ms passed with %.3f ms of CPU time, in %s",
                 ms(m->work_ns), ms(c->cpu_ns), rt_phase_name(m->longest));
        break;
    case RT_MISS_PAGE_FAULT:
        snprintf(why, size, "page faults, %d minor and %d major, in %s", (int)c->minor_faults, (int)c->major_faults,
                 rt_phase_name(m->longest));
        break;
    case RT_MISS_THROTTLED:
        snprintf(why, size, "throttled, ready to run for %.3f ms, as long as the kernel holds real-time threads back",
                 ms(c->waited_ns));
        break;
    case RT_MISS_HOST:
        snprintf(why, size,
                 "host, started %.3f ms late and ran %.3f ms with %.3f ms of CPU time and %.3f ms of waiting for it, "
                 "%.0f ms of steal",
                 ms(m->wakeup_ns), ms(m->work_ns), ms(c->cpu_ns), ms(c->waited_ns), ms(c->steal_ns));
        break;
    case RT_MISS_LATE_TIMER:
        snprintf(why, size, "late timer, woken %.3f ms late with no other thread ready, its own work took %.3f ms",
                 ms(m->wakeup_ns), ms(m->work_ns));
        break;
    default:
        if (m->behind_cause < 0)
            snprintf(why, size, "backlog, started %.3f ms behind the frame before, its own work took %.3f ms",
                     ms(m->wakeup_ns), ms(m->work_ns));
        else
            snprintf(why, size,
                     "backlog, started %.3f ms late behind the miss of frame %llu (%s), its own work took %.3f ms",
                     ms(m->wakeup_ns), (unsigned long long)m->behind_frame,
                     rt_miss_cause_name((rt_miss_cause)m->behind_cause), ms(m->work_ns));
    }
}

// What a frame of the worst that missed nothing did.
static void describe_frame(const rt_miss *m, char *what, size_t size) {
    snprintf(what, size,
             "started %.3f ms after its release, its work took %.3f ms, the phase that ran long was %s with "
             "%.3f ms",
             ms(m->wakeup_ns), ms(m->work_ns), rt_phase_name(m->longest), ms(m->longest_ns));
}

// "; the second thread ran it, ...", or nothing.
static void describe_thread(const rt_miss *m, char *who, size_t size) {
    who[0] = 0;
    if (m->stood_in)
        snprintf(who, size, "; the second thread ran it from %.3f ms after its release on, as the first %s",
                 ms(m->wakeup_ns), m->first_ready ? "was ready but had no processor" : "had not been woken");
}

void rt_miss_describe(const rt_miss *m, char *text, size_t size) {
    char why[300], who[140], allocated[60] = "";
    bool missed = m->late_ns > 0;
    if (missed)
        describe_cause(m, why, sizeof why);
    else
        describe_frame(m, why, sizeof why);
    describe_thread(m, who, sizeof who);
    if (m->times.allocations > 0)
        snprintf(allocated, sizeof allocated, "; it allocated memory (%d calls)", (int)m->times.allocations);
    snprintf(text, size, "frame %llu ended %.3f ms %s: %s%s%s", (unsigned long long)m->times.frame,
             ms(missed ? m->late_ns : -m->late_ns), missed ? "late" : "before its deadline", why, who, allocated);
}
