// SPDX-License-Identifier: MIT
// Integer-nanosecond clock: monotonic, or manual in software-in-the-loop. Time is never summed in floating point.
#ifndef HAWSE_RT_FRAME_CLOCK_H
#define HAWSE_RT_FRAME_CLOCK_H

#include "rt/base/base.h"

typedef struct rt_clock {
    bool manual;     // advanced by rt_clock_sleep_until only
    int64_t now_ns;  // the manual clock's time [ns]
    int64_t late_ns; // manual: injected delay of the next wake-up, once [ns]
} rt_clock;

rt_clock rt_clock_monotonic(void);
rt_clock rt_clock_manual(void);
// Time now [ns]; the zero is arbitrary for the monotonic clock.
int64_t rt_clock_now_ns(const rt_clock *c);
// Sleeps until the absolute time [ns]; signals do not shorten the sleep. A manual clock jumps there, never backwards.
void rt_clock_sleep_until(rt_clock *c, int64_t when_ns);
// CPU time of the calling thread [ns].
int64_t rt_clock_thread_cpu_ns(void);

#endif
