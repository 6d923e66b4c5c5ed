// SPDX-License-Identifier: MIT
// Why a frame missed its deadline, and how to say it.
#include "rt/loop.h"
#include <stdio.h>

// Upper estimate of what a minor page fault costs, zeroing of the page and a virtual machine's second table included.
#define FAULT_NS 10000

// Asks what would have helped: a start in time, no page faults, less CPU time; else another thread had the processor.
rt_miss_cause rt_loop_cause(const rt_miss *m, int64_t budget_ns, bool slept) {
    if (m->work_ns <= budget_ns) return slept ? RT_MISS_LATE_WAKEUP : RT_MISS_BACKLOG;
    if (m->major_faults > 0 || m->work_ns - m->minor_faults * (int64_t)FAULT_NS <= budget_ns) return RT_MISS_PAGE_FAULT;
    return m->cpu_ns > budget_ns ? RT_MISS_OWN_WORK : RT_MISS_PREEMPTED;
}

const char *rt_miss_cause_name(rt_miss_cause c) {
    static const char *const name[RT_MISS_CAUSE_COUNT] = {"own_work", "preempted", "late_wakeup", "page_fault",
                                                          "backlog"};
    return c >= 0 && c < RT_MISS_CAUSE_COUNT ? name[c] : "unknown";
}

void rt_miss_describe(const rt_miss *m, char *text, size_t size) {
    char why[160];
    double ms = 1e-6;
    switch (m->cause) {
    case RT_MISS_OWN_WORK:
        snprintf(why, sizeof why, "own work ran long, %.3f ms of CPU time, the longest phase was %s with %.3f ms",
                 (double)m->cpu_ns * ms, rt_phase_name(m->longest), (double)m->longest_ns * ms);
        break;
    case RT_MISS_PREEMPTED:
        snprintf(why, sizeof why, "pre-empted, %.3f ms passed with %.3f ms of CPU time (%d forced switches)",
                 (double)m->work_ns * ms, (double)m->cpu_ns * ms, (int)m->switches);
        break;
    case RT_MISS_LATE_WAKEUP:
        snprintf(why, sizeof why, "woken %.3f ms late, its own work took %.3f ms", (double)m->wakeup_ns * ms,
                 (double)m->work_ns * ms);
        break;
    case RT_MISS_PAGE_FAULT:
        snprintf(why, sizeof why, "page faults, %d minor and %d major", (int)m->minor_faults, (int)m->major_faults);
        break;
    default:
        snprintf(why, sizeof why, "started %.3f ms behind an earlier frame, its own work took %.3f ms",
                 (double)m->wakeup_ns * ms, (double)m->work_ns * ms);
    }
    snprintf(text, size, "frame %llu ended %.3f ms late: %s", (unsigned long long)m->frame, (double)m->late_ns * ms,
             why);
}
