// SPDX-License-Identifier: MIT
// Keeps the frames' processor out of the sleep from which it wakes late.
#ifndef HAWSE_RT_LOOP_AWAKE_H
#define HAWSE_RT_LOOP_AWAKE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct rt_awake {
    int latency_file; // /dev/cpu_dma_latency while it is held open; -1: not granted
    int error;        // errno of what would have helped here and was refused; 0: nothing was
    bool idles;       // the thread below runs
    pthread_t thread;
    _Atomic bool stop;
} rt_awake;

// Begins to keep processor cpu (-1: any) awake, by what helps on this machine (one processor, not all: the host of a
// virtual machine holds back one that never rests, tests/bench/README.md); idle_thread allows a thread that never
// sleeps, at the lowest priority there is, and needs a cpu. Returns whether it is kept awake. To be ended.
bool rt_awake_begin(rt_awake *a, int cpu, bool idle_thread);
// Lets it sleep again; returns when the thread is gone.
void rt_awake_end(rt_awake *a);

#endif
