// SPDX-License-Identifier: MIT
// From a scenario to a world: the one place that knows which kinds there are.
#ifndef HAWSE_RT_WORLD_WORLD_H
#define HAWSE_RT_WORLD_WORLD_H

#include "rt/sim/sim.h"

// Builds everything from the scenario, whose content is copied. On failure nothing is left behind and d says why.
// Set-up.
rt_status sim_assemble(sim *s, const scenario *sc, rt_diag *d);
// The same, and sim_start. On failure nothing is left behind.
rt_status sim_create(sim *s, const scenario *sc, rt_diag *d);

#endif
