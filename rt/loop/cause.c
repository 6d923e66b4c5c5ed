// SPDX-License-Identifier: MIT
// Decides why a frame missed its deadline: the first test that holds. Each asks what would have met the deadline.
//
//   Its work (start to end) fits the budget after a usual start (90 % quantile of wake-ups, at most a quarter of the
//   budget). So the frame started too late:
//     backlog          the loop did not wait for its release: an earlier frame ended after it. The sentence names that
//                      miss and its cause
//     throttled        for most of its lateness the thread was ready without a processor, for about as long as the
//                      kernel stops real-time threads (sched_rt_period_us - sched_rt_runtime_us; recent kernels give
//                      that time to ordinary threads, with the same counts)
//     preempted        for most of its lateness the thread was ready without a processor; or the standby thread ran
//                      the frame while the first thread was ready without its processor
//     host             /proc/stat shows steal: the host had the processor
//     late_timer       none of these: the timer's interrupt or the processor's wake-up was late. Steal has ticks of
//                      10 ms, and some hosts do not report it: a short stop by the host is a late timer here
//   Its work does not fit the budget after a usual start:
//     page_fault       the kernel read a page from disk, or the work fits without FAULT_NS for each minor fault
//     Its CPU time alone fits; the rest is lost time:
//       throttled, preempted   the thread was ready without a processor for most of the lost time
//       blocked        the frame itself waited (a voluntary switch other than the loop's sleeps)
//       host           none of these: host, hypervisor, firmware or interrupts had the processor
//     Its CPU time does not fit either:
//       host           steal covers the excess (on most virtual machines a thread's CPU time includes stolen time)
//       own_work       at the processor's usual speed the work does not fit: MARGIN times the counted load, at the
//                      median CPU time of a unit of load in earlier frames, plus injected load, exceeds the budget.
//                      Always after fewer than KNOWN earlier frames with work. A generous estimate: in doubt the work
//                      is ours
//       page_fault     the work fits without HUGE_FAULT_NS for each minor fault: nothing else explains the time, and a
//                      fault may be that of a huge page
//       slow_processor more CPU time than the counted work explains: a lower clock, a busy sibling thread, or a stop
//                      by the host that steal does not show. Also code of hawse that became slower without more
//                      counted work; the phase shows where
#include "rt/loop/loop.h"
#include <stdio.h>

// Upper estimate of the cost of a minor page fault, with zeroing of the page and a virtual machine's second page table.
#define FAULT_NS 10000
#define HUGE_FAULT_NS 500000 // the same for a huge page: the kernel zeroes 2 MiB
enum { KNOWN = 100 };
// Upper bound of CPU time over the estimate from the load (tests/bench/loop.md, "What a frame costs").
#define MARGIN 1.35

// Lower bounds of the norms: one more pair than none does not explain a miss.
static const int32_t least[RT_WORK_COUNT] = {
    [RT_WORK_NEWTON] = 1,  [RT_WORK_FACTORS] = 1, [RT_WORK_PAIRS] = 32,   [RT_WORK_REGIONS] = 4,
    [RT_WORK_POINTS] = 16, [RT_WORK_LINKS] = 16,  [RT_WORK_INJECTED] = 10};

static double ratio(const rt_miss *m, int k) {
    return (double)m->times.work[k] / (m->norm_work[k] > least[k] ? m->norm_work[k] : least[k]);
}

// Finds the phase that exceeds its median most. After too few frames, or if the usual frame is too long, the longest
// phase.
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

// Upper bound of the usual CPU time for this work [ns]. A frame without a load counts as a usual frame.
static int64_t explained_ns(const rt_miss *m, const rt_loop_stats *s) {
    int64_t load = m->times.work[RT_WORK_LOAD], injected = 1000 * (int64_t)m->times.work[RT_WORK_INJECTED];
    if (load == 0) return m->norm_ns + injected - 1000 * (int64_t)m->norm_work[RT_WORK_INJECTED];
    return (int64_t)(MARGIN * (double)(load * rt_histogram_quantile(&s->per_load, 0.5))) + injected;
}

// Whether the thread was ready without a processor for at least half of the lost time.
static bool waited_for_most_of(const rt_miss *m, int64_t lost_ns) {
    return m->times.count.waited_ns > 0 && 2 * m->times.count.waited_ns >= lost_ns;
}

static rt_miss_cause preempted_or_throttled(const rt_miss *m, const rt_loop_stats *s) {
    int64_t t = s->throttle_ns, w = m->times.count.waited_ns;
    return t > 0 && w > t / 2 && w < t + t / 2 ? RT_MISS_THROTTLED : RT_MISS_PREEMPTED;
}

// Whether the frame is a backlog: the loop did not sleep before it, because the frame before missed its deadline. A
// frame that ends just at its deadline also leaves no time for a sleep, but it makes no backlog.
static bool is_behind(const rt_miss *m, const rt_loop_stats *s) {
    return !m->slept && (s->consecutive > 0 || s->budget_ns > s->period_ns);
}

static rt_miss_cause cause_of_late_start(const rt_miss *m, const rt_loop_stats *s) {
    if (is_behind(m, s)) return RT_MISS_BACKLOG;
    if (waited_for_most_of(m, m->wakeup_ns)) return preempted_or_throttled(m, s);
    if (m->first_ready) return RT_MISS_PREEMPTED;
    return m->times.count.steal_ns > 0 ? RT_MISS_HOST : RT_MISS_LATE_TIMER;
}

// Budget less a usual start [ns].
static int64_t room_ns(const rt_miss *m, const rt_loop_stats *s) {
    if (is_behind(m, s)) return s->budget_ns;
    int64_t usual = rt_histogram_quantile(&s->wakeup, 0.9), most = s->budget_ns / 4;
    return s->budget_ns - (usual < most ? usual : most);
}

static rt_miss_cause cause_of(const rt_miss *m, const rt_loop_stats *s) {
    const rt_counters *c = &m->times.count;
    int64_t room = room_ns(m, s);
    if (m->work_ns <= room) return cause_of_late_start(m, s);
    if (c->major_faults > 0 || m->work_ns - c->minor_faults * (int64_t)FAULT_NS <= room) return RT_MISS_PAGE_FAULT;
    if (c->cpu_ns <= room) {
        if (waited_for_most_of(m, m->work_ns - c->cpu_ns)) return preempted_or_throttled(m, s);
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

// "newton 12 where 3 is usual, "; empty if no counter exceeds its norm.
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
        if (m->first_ready && !waited_for_most_of(m, m->wakeup_ns)) {
            snprintf(why, size, "pre-empted, another thread had the first thread's processor");
            break;
        }
        snprintf(why, size,
                 "pre-empted, ready to run for %.3f ms while another thread had the processor (%d forced switches)",
                 ms(c->waited_ns), (int)c->switches);
        break;
    case RT_MISS_BLOCKED:
        snprintf(why, size, "blocked by a wait of its own, %.3f ms passed with %.3f ms of CPU time, in %s",
                 ms(m->work_ns), ms(c->cpu_ns), rt_phase_name(m->longest));
        break;
    case RT_MISS_PAGE_FAULT:
        snprintf(why, size, "page faults, %d minor and %d major, in %s", (int)c->minor_faults, (int)c->major_faults,
                 rt_phase_name(m->longest));
        break;
    case RT_MISS_THROTTLED:
        snprintf(why, size, "throttled, ready to run for %.3f ms, about as long as the kernel stops real-time threads",
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

// The sentence of a worst frame that met its deadline.
static void describe_frame(const rt_miss *m, char *what, size_t size) {
    snprintf(what, size,
             "started %.3f ms after its release, its work took %.3f ms, the phase that ran long was %s with "
             "%.3f ms",
             ms(m->wakeup_ns), ms(m->work_ns), rt_phase_name(m->longest), ms(m->longest_ns));
}

// "; the second thread ran it ..."; empty if the first thread ran it.
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
