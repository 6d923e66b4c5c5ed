// SPDX-License-Identifier: MIT
#include "rt/scenario/shipped.h"
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *scenario_shipped_folder(void) {
    static char folder[PATH_MAX + 32];
    char program[PATH_MAX];
    if (folder[0]) return folder;
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    for (int up = 0; up < 2 && n > 0; up++) // the program's name, then bin
        while (n > 0 && program[--n] != '/') {}
    if (n > 0) snprintf(folder, sizeof folder, "%.*s/share/hawse/config", (int)n, program);
    if (!folder[0] || access(folder, F_OK) != 0) snprintf(folder, sizeof folder, "%s", HAWSE_CONFIG);
    return folder;
}

static bool exists(const char *folder, const char *name, const char *ending, char path[RT_CONFIG_TEXT]) {
    int n = snprintf(path, RT_CONFIG_TEXT, "%s%s%s%s", folder, *folder ? "/" : "", name, ending);
    struct stat is;
    return n > 0 && n < RT_CONFIG_TEXT && stat(path, &is) == 0 && !S_ISDIR(is.st_mode);
}

// Appends the names of the shipped scenarios, as far as there is room.
static void list_shipped(const char *folder, char *text, size_t size) {
    char pattern[2 * PATH_MAX];
    glob_t found;
    size_t used = 0;
    snprintf(pattern, sizeof pattern, "%s/*.yaml", folder);
    text[0] = 0;
    if (glob(pattern, 0, NULL, &found) != 0) return;
    for (size_t k = 0; k < found.gl_pathc && used < size; k++) {
        const char *name = strrchr(found.gl_pathv[k], '/') + 1;
        if (strncmp(name, "study_", 6) == 0) continue; // for hawse study
        used += (size_t)snprintf(text + used, size - used, "%s%.*s", used ? ", " : "", (int)strcspn(name, "."), name);
    }
    globfree(&found);
}

rt_status scenario_find(const char *name, char path[RT_CONFIG_TEXT], rt_diag *d) {
    char folder[PATH_MAX + 64], exercises[PATH_MAX + 64], shipped[400];
    snprintf(folder, sizeof folder, "%s/scenarios", scenario_shipped_folder());
    snprintf(exercises, sizeof exercises, "%s/exercises", scenario_shipped_folder());
    if (name && exists("", name, "", path)) return RT_OK;
    if (!name) name = "weigh.yaml";
    bool is_path = name[0] == '/' || strncmp(name, "../", 3) == 0;
    if (!is_path && (exists(folder, name, "", path) || exists(folder, name, ".yaml", path))) return RT_OK;
    if (!is_path && (exists(exercises, name, "", path) || exists(exercises, name, ".yaml", path))) return RT_OK;
    snprintf(path, RT_CONFIG_TEXT, "%s", name);
    if (access(path, F_OK) == 0) return RT_OK; // a folder: scenario_load says so
    list_shipped(folder, shipped, sizeof shipped);
    rt_diag_error(d, name, 0, 0,
                  "cannot be opened: No such file. Expected a scenario's file, or the name of one in %s: %s", folder,
                  shipped[0] ? shipped : "none installed");
    return RT_ERR_USAGE;
}
