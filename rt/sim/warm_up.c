// SPDX-License-Identifier: MIT
// Warm-up of a sim: steps that fill the caches and change no state.
#include "rt/sim/state.h"
#include <stdlib.h>

uint64_t sim_warm_up(sim *s, int n, dyn_snapshot *scratch) {
    void *start = malloc(sim_saved_size(s));
    if (!start) return 0;
    sim_save(s, start);
    // sim_save leaves out these fields, which the step does not read
    const dyn_step_info step = s->step;
    const rt_events events = s->events;
    const sim_counters counters = s->counters;
    const rt_command hold = s->command;
    uint64_t steps = 0;
    for (bool finite = true; finite && steps < (uint64_t)n; steps++) {
        finite = sim_frame(s, &hold, NULL);
        sim_hash(s);
        if (finite) sim_snapshot(s, scratch);
    }
    sim_restore(s, start);
    free(start);
    s->step = step;
    s->events = events;
    s->counters = counters;
    return steps;
}
