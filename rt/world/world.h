// SPDX-License-Identifier: MIT
// From a scenario to a world: the one place that lists the kinds.
#ifndef HAWSE_RT_WORLD_WORLD_H
#define HAWSE_RT_WORLD_WORLD_H

#include "rt/sim/sim.h"

// Builds a world from the scenario, which it copies. On failure it frees everything, and d says why. Set-up.
rt_status sim_assemble(sim *s, const scenario *sc, rt_diag *d);
// Likewise, then sim_start. On failure it frees everything.
rt_status sim_create(sim *s, const scenario *sc, rt_diag *d);

#endif
