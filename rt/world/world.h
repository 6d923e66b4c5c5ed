// SPDX-License-Identifier: MIT
// Creates a world from a scenario; the only place that knows all kinds of world.
#ifndef HAWSE_RT_WORLD_WORLD_H
#define HAWSE_RT_WORLD_WORLD_H

#include "rt/sim/sim.h"

// Assembles a world from a copy of the scenario. On failure it frees everything and writes a message into d. Set-up.
rt_status sim_assemble(sim *s, const scenario *sc, rt_diag *d);
// Assembles a world and starts it (sim_start). On failure it frees everything and writes a message into d. Set-up.
rt_status sim_create(sim *s, const scenario *sc, rt_diag *d);

#endif
