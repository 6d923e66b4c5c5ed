// SPDX-License-Identifier: MIT
// How much more a frame could do: a load that is really burnt in each frame, raised step by step until the first miss
// by our own work.
#ifndef HAWSE_RT_LOOP_HEADROOM_H
#define HAWSE_RT_LOOP_HEADROOM_H

#include "rt/loop/loop.h"

enum { HEADROOM_STAGE = 500, HEADROOM_STEPS = 50 }; // frames at a load; loads that make up the budget

typedef struct headroom {
    int64_t load_ns;     // of this stage [ns]
    int64_t margin_ns;   // the largest load of a stage that ended without an own miss [ns]
    uint64_t frames;     // at this load
    uint64_t first_miss; // the frame that missed, when found
    bool found;
} headroom;

// The load of the next frame [ns], from the own misses that the loop has counted so far. Frame thread.
int64_t headroom_load(headroom *h, const rt_loop_stats *loop);

#endif
