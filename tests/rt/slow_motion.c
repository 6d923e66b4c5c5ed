// SPDX-License-Identifier: MIT
// The monotonic clock at half its speed, linked into walks of a sanitized build: a frame takes it longer than
// 1 ms, and a trainee who waits for the clock would act too late. Nothing else about the walk changes.
#include "rt/frame/clock.h"

enum { SLOWER = 2 };

int64_t __real_rt_clock_now_ns(const rt_clock *c);
int64_t __wrap_rt_clock_now_ns(const rt_clock *c);
void __real_rt_clock_sleep_until(rt_clock *c, int64_t when_ns);
void __wrap_rt_clock_sleep_until(rt_clock *c, int64_t when_ns);

int64_t __wrap_rt_clock_now_ns(const rt_clock *c) { return __real_rt_clock_now_ns(c) / (c->manual ? 1 : SLOWER); }

void __wrap_rt_clock_sleep_until(rt_clock *c, int64_t when_ns) {
    __real_rt_clock_sleep_until(c, when_ns * (c->manual ? 1 : SLOWER));
}
