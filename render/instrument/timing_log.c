// SPDX-License-Identifier: MIT
#include "render/instrument/timing_log.h"
#include <math.h>
#include <string.h>

static void clear(timing_log *l) {
    *l = (timing_log){0};
    memset(l->work_ns, 0xff, sizeof l->work_ns); // -1
    memset(l->end_ns, 0xff, sizeof l->end_ns);
}

// Adds runs that are new or longer since the last snapshot. A run that has left the snapshot's slots is a gap.
static void update_runs(timing_log *l, const dyn_timing *t, uint64_t newest) {
    uint64_t k = newest - l->run < TIMING_LOG_RUNS ? l->run : newest - TIMING_LOG_RUNS + 1;
    for (; k <= newest; k++) {
        bool held = newest - k < DYN_TIMING_SLOTS;
        if (!held && k == l->run) continue; // keeps the part that was seen
        l->work_ns[k % TIMING_LOG_RUNS] = held ? t->worst_work_ns[k % DYN_TIMING_SLOTS] : -1;
        l->end_ns[k % TIMING_LOG_RUNS] = held ? t->worst_end_ns[k % DYN_TIMING_SLOTS] : -1;
    }
    l->run = newest;
}

void timing_log_add(timing_log *l, const dyn_snapshot *s) {
    const dyn_timing *t = &s->timing;
    if (t->frames == 0) return;
    if (t->frames < l->now.frames || l->now.frames == 0) clear(l);
    if (t->frames == l->now.frames) return;
    double passed = 1e-9 * (double)(t->period_ns * (int64_t)(t->frames - l->now.frames));
    double weight = l->now.frames == 0 ? 1 : 1 - exp(-passed);
    for (int k = 0; k < RT_PHASE_COUNT; k++) l->phase_ns[k] += weight * (t->phase_ns[k] - l->phase_ns[k]);
    update_runs(l, t, (t->frames - 1) / DYN_TIMING_RUN);
    l->now = *t;
    l->misses = s->info.misses;
}

int timing_log_minute(const timing_log *l) {
    if (l->now.frames == 0 || l->now.period_ns <= 0) return 0;
    double runs = 60e9 / (double)l->now.period_ns / DYN_TIMING_RUN;
    return runs < TIMING_LOG_RUNS ? runs < 1 ? 1 : (int)runs : TIMING_LOG_RUNS;
}

void timing_log_columns(const timing_log *l, const int32_t *longest_ns, int runs, int n, int32_t *out) {
    for (int i = 0; i < n; i++) out[i] = -1;
    for (int age = 0; age < runs && (uint64_t)age <= l->run; age++) {
        int32_t ns = longest_ns[(l->run - (uint64_t)age) % TIMING_LOG_RUNS];
        int first = (runs - 1 - age) * n / runs, last = ((runs - age) * n - 1) / runs; // columns that the run covers
        for (int i = first; i <= last && i < n; i++)
            if (ns > out[i]) out[i] = ns;
    }
}

int timing_log_causes(const timing_log *l, int lines, timing_cause list[RT_MISS_CAUSE_COUNT]) {
    int n = 0, occurred = 0;
    uint64_t rest = l->misses;
    for (int k = 0; k < RT_MISS_CAUSE_COUNT; k++) occurred += l->now.cause[k] > 0;
    if (lines > RT_MISS_CAUSE_COUNT) lines = RT_MISS_CAUSE_COUNT;
    int whole = occurred <= lines ? occurred : lines - 1; // causes with a line of their own
    for (int k = 0; k < RT_MISS_CAUSE_COUNT && n < whole; k++) {
        if (l->now.cause[k] == 0) continue;
        list[n++] = (timing_cause){rt_miss_cause_name((rt_miss_cause)k), l->now.cause[k]};
        rest -= l->now.cause[k];
    }
    if (n < lines && rest > 0) list[n++] = (timing_cause){occurred > whole ? "other causes" : "no cause known", rest};
    return n;
}
