// SPDX-License-Identifier: MIT
// Files that the desk offers to choose from.
#ifndef HAWSE_RT_DESK_FILES_H
#define HAWSE_RT_DESK_FILES_H

#include "rt/config/config.h"

// Names of the folder's files with one of these endings (".yaml", ..., NULL), sorted; how many, `most` at most. None
// where the folder cannot be read.
int desk_files(const char *folder, const char *const *ending, char (*file)[RT_CONFIG_TEXT], int most);
// The files of the same ending in the folder of a path that a scenario has, as it would have them, separated by '|'; to
// be freed. NULL where there is none, or no memory.
char *desk_file_path(const char *scenario_file, const char *path);

#endif
