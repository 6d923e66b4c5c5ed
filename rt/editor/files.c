// SPDX-License-Identifier: MIT
// Lists the files of a folder by their endings.
#include "rt/editor/files.h"
#include "rt/file/text.h"
#include <dirent.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

static bool ends_in(const char *name, const char *const *ending) {
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name) return false;
    for (; *ending; ending++)
        if (strcmp(dot, *ending) == 0) return true;
    return false;
}

int editor_list_files(const char *folder, const char *const *ending, char (*file)[RT_CONFIG_TEXT], int most) {
    DIR *d = opendir(folder);
    int n = 0;
    for (struct dirent *e; d && (e = readdir(d)) && n < most;)
        if (ends_in(e->d_name, ending)) n += snprintf(file[n], RT_CONFIG_TEXT, "%s", e->d_name) < RT_CONFIG_TEXT;
    if (d) closedir(d);
    qsort(file, (size_t)n, sizeof file[0], compare_names);
    return n;
}

// Length of the path's folder with its last slash: that of "../models/" for "../models/bow.ply".
static int folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

char *editor_list_choices(const char *scenario_file, const char *path) {
    enum { MOST = 64 };
    const char *dot = strrchr(path, '.'), *const ending[] = {dot, NULL};
    char copy[RT_CONFIG_TEXT], folder[2 * RT_CONFIG_TEXT];
    rt_text t;
    int part = folder_length(path);
    if (!dot || dot < path + part) return NULL;
    snprintf(copy, sizeof copy, "%s", scenario_file);
    if (path[0] == '/')
        snprintf(folder, sizeof folder, "%.*s", part, path);
    else
        snprintf(folder, sizeof folder, "%s/%.*s", dirname(copy), part, path);
    char(*file)[RT_CONFIG_TEXT] = calloc(MOST, sizeof *file);
    FILE *f = file ? rt_text_open(&t) : NULL;
    int n = f ? editor_list_files(folder, ending, file, MOST) : 0;
    const char *between = "";
    for (int k = 0; k < n; k++) {
        if (strchr(file[k], '|')) continue;
        fprintf(f, "%s%.*s%s", between, part, path, file[k]);
        between = "|";
    }
    char *text = f ? rt_text_close(&t) : NULL;
    free(file);
    if (n > 0) return text;
    free(text);
    return NULL;
}
