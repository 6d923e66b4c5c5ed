// SPDX-License-Identifier: MIT
#include "rt/frame/clock.h"
#include <errno.h>
#include <time.h>

static int64_t read_ns(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

rt_clock rt_clock_monotonic(void) { return (rt_clock){.manual = false}; }

rt_clock rt_clock_manual(void) { return (rt_clock){.manual = true}; }

int64_t rt_clock_now_ns(const rt_clock *c) { return c->manual ? c->now_ns : read_ns(CLOCK_MONOTONIC); }

void rt_clock_sleep_until(rt_clock *c, int64_t when_ns) {
    if (c->manual) {
        if (when_ns > c->now_ns) c->now_ns = when_ns;
        c->now_ns += c->late_ns;
        c->late_ns = 0;
        return;
    }
    if (when_ns < 0) when_ns = 0; // the kernel refuses negative times; both are in the past
    struct timespec t = {.tv_sec = when_ns / 1000000000, .tv_nsec = when_ns % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {}
}

int64_t rt_clock_thread_cpu_ns(void) { return read_ns(CLOCK_THREAD_CPUTIME_ID); }
