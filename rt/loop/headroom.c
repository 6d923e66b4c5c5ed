// SPDX-License-Identifier: MIT
#include "rt/loop/headroom.h"

int64_t headroom_load(headroom *h, const rt_loop_stats *loop) {
    uint64_t own = loop->cause_count[RT_MISS_OWN_WORK];
    if (own > 0) {
        h->found = true;
        h->first_miss = loop->own[(own - 1) % RT_LOOP_OWN].times.frame;
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
