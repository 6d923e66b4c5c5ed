// SPDX-License-Identifier: MIT
// The page on a scenario's chain that hawse check prints.
#ifndef HAWSE_RT_APP_CHECK_CHAIN_H
#define HAWSE_RT_APP_CHECK_CHAIN_H

#include "rt/scenario/scenario.h"

// Prints length, mass, links by kind, loads and joining shackles of the scenario's chain; RT_ERR_MEMORY.
rt_status check_chain_print(const scenario *s, rt_diag *d);

#endif
