// SPDX-License-Identifier: MIT
// The rules of a scenario's operator: the table `operator.rules`, or the rules for heaving an anchor home.
#ifndef HAWSE_RT_SCENARIO_RULES_H
#define HAWSE_RT_SCENARIO_RULES_H

#include "rt/rules/rules.h"
#include "rt/scenario/scenario.h"

// Fills the table of a ship's scenario. RT_ERR_FORMAT with a message for each fault of `operator.rules`.
rt_status scenario_rules(const char *file, const scenario *s, rules_table *t, rt_diag *d);
// Writes the table as `operator.rules` of a scenario.
void scenario_rules_write(FILE *f, const rules_table *t);

#endif
