// SPDX-License-Identifier: MIT
#include "rt/headroom.h"

static const rt_miss *last_own_miss(const rt_loop_stats *loop) {
    for (uint64_t k = loop->misses; k > 0 && k + RT_LOOP_RECENT > loop->misses; k--)
        if (loop->recent[(k - 1) % RT_LOOP_RECENT].cause == RT_MISS_OWN_WORK)
            return &loop->recent[(k - 1) % RT_LOOP_RECENT];
    return NULL;
}

int64_t headroom_load(headroom *h, const rt_loop_stats *loop) {
    const rt_miss *own = loop->cause_count[RT_MISS_OWN_WORK] > 0 ? last_own_miss(loop) : NULL;
    if (own) {
        h->found = true;
        h->first_miss = own->times.frame;
        return 0;
    }
    if (h->frames == HEADROOM_STAGE) {
        h->margin_ns = h->load_ns;
        h->load_ns += loop->budget_ns / HEADROOM_STEPS;
        h->frames = 0;
    }
    h->frames++;
    return h->load_ns;
}
