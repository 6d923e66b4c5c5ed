// SPDX-License-Identifier: MIT
#include "tests/bench/gate_inject.h"
#include "rt/clock.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRAIN_NS 300 // what is owed is burnt when it is this long: a few readings of the clock

static double share;    // of the phase's time
static rt_phase slowed; // the phase
static double owed_ns;  // not burnt yet

bool gate_inject_parse(const char *text) {
    char name[32], *end;
    double percent;
    if (sscanf(text, "phase=%31[a-z],", name) != 1) return false;
    const char *number = strchr(text, ',');
    if (!number || (number[1] != '+' && number[1] != '-')) return false;
    percent = strtod(number + 1, &end);
    if (end == number + 1 || strcmp(end, "%") != 0 || !(percent >= 0 && percent <= 1000)) return false;
    for (int k = 0; k < RT_PHASE_COUNT; k++)
        if (strcmp(name, rt_phase_name((rt_phase)k)) == 0) {
            slowed = (rt_phase)k;
            share = 0.01 * percent;
            return true;
        }
    return false;
}

// What stands before rt_profile_end (linked with --wrap): after the phase is booked, its share is burnt and booked too.
void __real_rt_profile_end(rt_profile *p, rt_phase phase);
void __wrap_rt_profile_end(rt_profile *p, rt_phase phase);
void __wrap_rt_profile_end(rt_profile *p, rt_phase phase) {
    int64_t before = p->ns[phase];
    __real_rt_profile_end(p, phase);
    if (share == 0 || phase != slowed) return;
    owed_ns += share * (double)(p->ns[phase] - before);
    if (owed_ns < GRAIN_NS) return;
    rt_clock clock = rt_clock_monotonic();
    int64_t from = p->mark_ns;
    while ((double)(rt_clock_now_ns(&clock) - from) < owed_ns) {}
    before = p->ns[phase];
    __real_rt_profile_end(p, phase);
    owed_ns -= (double)(p->ns[phase] - before);
    if (owed_ns < -GRAIN_NS) owed_ns = -GRAIN_NS; // interrupted while it burnt: not to be made up for
}
