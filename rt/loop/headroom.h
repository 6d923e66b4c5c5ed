// SPDX-License-Identifier: MIT
// Searches the headroom of a frame: burns a load in each frame and raises the load in steps until the first miss by our
// own work.
#ifndef HAWSE_RT_LOOP_HEADROOM_H
#define HAWSE_RT_LOOP_HEADROOM_H

#include "rt/loop/loop.h"

enum { HEADROOM_STAGE = 500, HEADROOM_STEPS = 50 }; // frames at each load; load steps in a budget

typedef struct headroom {
    int64_t load_ns;     // load of the current stage [ns]
    int64_t margin_ns;   // largest load whose stage ended without an own miss [ns]
    uint64_t frames;     // frames at this load so far
    uint64_t first_miss; // first frame with an own miss; valid if found
    bool found;
} headroom;

// The load of the next frame [ns]; 0 after the loop has counted an own miss. Frame thread.
int64_t headroom_load(headroom *h, const rt_loop_stats *loop);

#endif
