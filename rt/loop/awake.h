// SPDX-License-Identifier: MIT
// Keeps the frames' processor out of the sleep from which it wakes late.
#ifndef HAWSE_RT_LOOP_AWAKE_H
#define HAWSE_RT_LOOP_AWAKE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct rt_awake {
    int latency_file; // /dev/cpu_dma_latency, open while it works; -1: not granted
    int error;        // errno of the refused measure that would help here; 0: none
    bool idles;       // the thread below runs
    pthread_t thread;
    _Atomic bool stop;
} rt_awake;

// Keeps processor cpu (-1: any) awake by the measure that works on this machine. Only one processor: the host of a
// virtual machine throttles one that never rests (tests/bench/README.md). idle_thread permits a spinning thread of the
// lowest priority, which needs a cpu. Returns success. rt_awake_end ends it.
bool rt_awake_begin(rt_awake *a, int cpu, bool idle_thread);
// Lets it sleep again; returns when the thread is gone.
void rt_awake_end(rt_awake *a);

#endif
