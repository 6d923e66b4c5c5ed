// SPDX-License-Identifier: MIT
// The start of a sim on a thread of its own, on the frames' processor, which has nothing to do before the first frame:
// the window is opened meanwhile.
#ifndef HAWSE_RT_DESK_SETTLING_H
#define HAWSE_RT_DESK_SETTLING_H

#include "rt/sim/sim.h"
#include <pthread.h>

typedef struct run_settling {
    sim *sim;
    rt_diag *d;
    rt_status status;
    bool apart;
    pthread_t thread;
} run_settling;

// Begins sim_start of an assembled sim; cpu -1: any processor. Until run_settling_end the sim may only be read as
// sim_start says, and d not at all. Where no thread can be had it is done on return.
void run_settling_begin(run_settling *t, sim *s, int cpu, rt_diag *d);
// Waits for sim_start's result; on failure the sim is freed.
rt_status run_settling_end(run_settling *t);

#endif
