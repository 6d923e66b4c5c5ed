// SPDX-License-Identifier: MIT
// Keeps the frame thread's processor out of sleep states, from which it would wake late.
#ifndef HAWSE_RT_LOOP_AWAKE_H
#define HAWSE_RT_LOOP_AWAKE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct rt_awake {
    int latency_file; // /dev/cpu_dma_latency, open until rt_awake_end; -1: refused
    int error;        // errno of a refused measure that this machine needs; 0: none
    bool idles;       // the spinning thread runs
    pthread_t thread;
    _Atomic bool stop;
} rt_awake;

// Keeps processor cpu (-1: any) awake by the measure that works on this machine; returns success. Use it for one
// processor only: the host of a virtual machine throttles a processor that never sleeps (tests/bench/loop.md).
// idle_thread permits a spinning thread of the lowest priority, which needs cpu >= 0. Always call rt_awake_end
// afterwards.
bool rt_awake_begin(rt_awake *a, int cpu, bool idle_thread);
// Lets the processor sleep again; waits for the end of the thread.
void rt_awake_end(rt_awake *a);

#endif
