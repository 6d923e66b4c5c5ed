// SPDX-License-Identifier: MIT
// Checks of a ship's chain beyond its table of keys.
#ifndef HAWSE_RT_SCENARIO_CHAIN_H
#define HAWSE_RT_SCENARIO_CHAIN_H

#include "dynamics/tackle/chain.h"
#include "rt/scenario/scenario.h"

// Checks numbers and kinds of the special links, and the list of parts; errors have the entry's line.
rt_status scenario_chain_check(const char *file, const scenario *s, rt_diag *d);
// The common link of the scenario's chain.
tackle_link scenario_common_link(const scenario *s);

#endif
