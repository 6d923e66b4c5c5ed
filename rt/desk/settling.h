// SPDX-License-Identifier: MIT
// Runs sim_start in its own thread while the main thread opens the window. The thread uses the frames' processor, which
// is idle before the first frame.
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

// Starts sim_start of an assembled sim; cpu -1: any processor. Until run_settling_end the caller reads the sim only as
// sim_start allows, and d not at all. If no thread starts, sim_start runs in the caller's thread before the return.
void run_settling_begin(run_settling *t, sim *s, int cpu, rt_diag *d);
// Waits for sim_start and returns its status; frees the sim if it failed.
rt_status run_settling_end(run_settling *t);

#endif
