// SPDX-License-Identifier: MIT
// The chain of a ship's scenario: what its table of keys cannot check.
#ifndef HAWSE_RT_SCENARIO_CHAIN_H
#define HAWSE_RT_SCENARIO_CHAIN_H

#include "dynamics/tackle/chain.h"
#include "rt/scenario/scenario.h"

// The special links' numbers and kinds; errors with the entry's line.
rt_status scenario_chain_check(const char *file, const scenario *s, rt_diag *d);
// The common link of the scenario's chain.
tackle_link scenario_common_link(const scenario *s);

#endif
