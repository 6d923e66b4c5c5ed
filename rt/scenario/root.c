// SPDX-License-Identifier: MIT
// The root of a scenario's paths, and its inputs against the outputs of the command line.
#include "rt/base/outputs.h"
#include "rt/scenario/scenario.h"
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Whether the folder is the scenarios/ of a folder that has models/ too.
static bool is_scenarios(const char *folder) {
    char copy[PATH_MAX], beside[PATH_MAX + 16];
    struct stat st;
    snprintf(copy, sizeof copy, "%s", folder);
    if (strcmp(basename(copy), "scenarios") != 0) return false;
    snprintf(beside, sizeof beside, "%s/../models", folder);
    return stat(beside, &st) == 0 && S_ISDIR(st.st_mode);
}

void scenario_root(const char *path, char *root, size_t size) {
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

typedef struct check {
    bool good;
    rt_diag *d;
} check;

static void spare(void *ctx, const char *path) {
    check *c = ctx;
    if (*path) c->good = rt_outputs_spare(path, "a file that the scenario names", c->d) && c->good;
}

bool scenario_spare_inputs(const scenario *s, rt_diag *d) {
    check c = {.good = rt_outputs_spare(s->path, "the scenario", d), .d = d};
    scenario_visit_files(s, spare, &c);
    return c.good;
}
