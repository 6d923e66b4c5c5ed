// SPDX-License-Identifier: MIT
// A pull by hand in a step of a sim: its work on the world, its log, and the snapshot's picture of it. Internal to the
// room.
#ifndef HAWSE_RT_SIM_PULL_H
#define HAWSE_RT_SIM_PULL_H

#include "rt/sim/sim.h"

// The pulls of the last step and of this one, before the step.
typedef struct sim_pull {
    bool acts[2];
    dyn_grip grip[2];
    rt_pull pull[2];
} sim_pull;

// Before a step with this pull, while s->command is still the last step's. Frame thread, as the next two.
sim_pull sim_pull_begin(const sim *s, const rt_pull *pull);
// After the step: adds it to the log and returns the work of the pull on the world [J].
double sim_pull_end(sim *s, const sim_pull *p);
// Writes the pull of the last step into the snapshot, whose bodies are written.
void sim_pull_show(const sim *s, dyn_snapshot *out);

#endif
