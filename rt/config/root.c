// SPDX-License-Identifier: MIT
// The root that the paths in a file may not leave.
#include "rt/config/config.h"
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Whether the folder is the scenarios/ or the exercises/ of a folder that has models/ too.
static bool is_scenarios(const char *folder) {
    char copy[PATH_MAX], beside[PATH_MAX + 16];
    struct stat st;
    snprintf(copy, sizeof copy, "%s", folder);
    const char *name = basename(copy);
    if (strcmp(name, "scenarios") != 0 && strcmp(name, "exercises") != 0) return false;
    snprintf(beside, sizeof beside, "%s/../models", folder);
    return stat(beside, &st) == 0 && S_ISDIR(st.st_mode);
}

void rt_config_root(const char *path, char *root, size_t size) {
    char copy[PATH_MAX], folder[PATH_MAX], up[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    const char *named = dirname(copy);
    snprintf(root, size, "%s", named);
    if (!realpath(named, folder)) return; // reported when the file is opened
    snprintf(up, sizeof up, "%s", folder);
    if (is_scenarios(folder))
        snprintf(root, size, "%s/..", named);
    else if (is_scenarios(dirname(up)))
        snprintf(root, size, "%s/../..", named);
}
