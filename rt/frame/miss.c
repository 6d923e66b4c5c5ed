// SPDX-License-Identifier: MIT
#include "rt/frame/miss.h"

const char *rt_miss_cause_name(rt_miss_cause c) {
    static const char *const name[RT_MISS_CAUSE_COUNT] = {"own_work", "slow_processor", "preempted",
                                                          "blocked",  "page_fault",     "throttled",
                                                          "host",     "late_timer",     "backlog"};
    return c >= 0 && c < RT_MISS_CAUSE_COUNT ? name[c] : "unknown";
}
