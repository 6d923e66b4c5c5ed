// SPDX-License-Identifier: MIT
#include "rt/sim.h"
#include <stdlib.h>
#include <string.h>

// What frames leave behind beside the state: all of it only looked at from outside.
typedef struct traces {
    rt_command command;
    dyn_step_info step;
    rt_events events;
    outcome outcome;
    deck deck;
    jam jam;
    sim_counters counters;
} traces;

static traces traces_of(const sim *s) {
    return (traces){s->command, s->step, s->events, s->outcome, s->deck, s->jam, s->counters};
}

static void put_back(sim *s, const traces *t) {
    s->command = t->command;
    s->step = t->step;
    s->events = t->events;
    s->outcome = t->outcome;
    s->deck = t->deck;
    s->jam = t->jam;
    s->counters = t->counters;
}

uint64_t sim_warm_up(sim *s, int n, dyn_snapshot *scratch) {
    size_t size;
    const void *bytes = dyn_state_bytes(&s->state, &size);
    void *start = malloc(size);
    if (!start) return 0;
    memcpy(start, bytes, size);
    const traces before = traces_of(s);
    const rt_command hold = s->command;
    uint64_t steps = 0;
    for (bool finite = true; finite && steps < (uint64_t)n; steps++) {
        finite = sim_frame(s, &hold, NULL);
        sim_hash(s);
        if (finite) sim_snapshot(s, scratch);
    }
    dyn_state_restore(&s->state, start, size);
    free(start);
    put_back(s, &before);
    return steps;
}
