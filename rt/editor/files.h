// SPDX-License-Identifier: MIT
// Lists files that the editor offers as choices.
#ifndef HAWSE_RT_EDITOR_FILES_H
#define HAWSE_RT_EDITOR_FILES_H

#include "rt/config/config.h"

// Lists the names of the folder's files with one of these endings (".yaml", ..., NULL), sorted. Returns their number,
// at most `most`; 0 if the folder is not readable.
int editor_list_files(const char *folder, const char *const *ending, char (*file)[RT_CONFIG_TEXT], int most);
// Lists the files with the same ending in the folder of a scenario's path, written as in the scenario and separated by
// '|'. The caller frees the list. NULL: none, or no memory.
char *editor_list_choices(const char *scenario_file, const char *path);

#endif
