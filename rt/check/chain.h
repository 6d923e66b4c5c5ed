// SPDX-License-Identifier: MIT
// Prints the chain section of hawse check.
#ifndef HAWSE_RT_CHECK_CHAIN_H
#define HAWSE_RT_CHECK_CHAIN_H

#include "rt/scenario/scenario.h"

// Prints length, mass, links by kind, loads and joining shackles of the scenario's chain to stdout. Fails with
// RT_ERR_MEMORY and a message.
rt_status check_chain_print(const scenario *s, rt_diag *d);

#endif
