// SPDX-License-Identifier: MIT
// Keeps a processor awake between frames: one that sleeps wakes late, by what its deep sleep or its host needs.
#ifndef HAWSE_RT_AWAKE_H
#define HAWSE_RT_AWAKE_H

#include "rt/base.h"
#include <pthread.h>

typedef struct rt_awake {
    int file;         // of the request to the kernel; -1: refused or not there
    pthread_t thread; // that is never done; only where spins
    bool spins;
    _Atomic bool end;
} rt_awake;

// Asks the kernel to keep processors out of deep sleep and, where a host could take an idle processor away, keeps that
// one busy with a thread of the lowest class, to which every other thread comes first. cpu: -1 asks the kernel only.
// True where either was granted. To be ended. Any thread.
bool rt_awake_begin(rt_awake *a, int cpu);
void rt_awake_end(rt_awake *a);

#endif
