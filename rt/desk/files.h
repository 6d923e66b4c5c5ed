// SPDX-License-Identifier: MIT
// Files that the desk offers to choose from.
#ifndef HAWSE_RT_DESK_FILES_H
#define HAWSE_RT_DESK_FILES_H

#include "rt/config/config.h"

// Names of the folder's files with one of these endings (".yaml", ..., NULL), sorted; returns their number, at most
// `most`; 0 if the folder cannot be read.
int desk_files(const char *folder, const char *const *ending, char (*file)[RT_CONFIG_TEXT], int most);
// Files with the same ending in the folder of a scenario's path, written as the scenario would, separated by '|'. The
// caller frees it. NULL: none, or no memory.
char *desk_file_path(const char *scenario_file, const char *path);

#endif
