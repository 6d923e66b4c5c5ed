// SPDX-License-Identifier: MIT
// The scenarios and models that come with the program.
#ifndef HAWSE_RT_SCENARIO_SHIPPED_H
#define HAWSE_RT_SCENARIO_SHIPPED_H

#include "rt/config/config.h"

// Folder of the shipped `scenarios` and `models`: ../share/hawse/config beside the program's folder if it exists, as
// after `cmake --install`; else config of the source tree that the program was built from. Main thread.
const char *scenario_shipped_folder(void);
// Finds the scenario that the user names: a file as given, or else a shipped scenario by its name, with or without
// ".yaml". name NULL: the shipped heave, weigh. RT_ERR_USAGE with a message that says how to name one.
rt_status scenario_find(const char *name, char path[RT_CONFIG_TEXT], rt_diag *d);

#endif
