// SPDX-License-Identifier: MIT
#include "rt/file/outputs.h"
#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST = 16 }; // outputs of a command line

typedef struct output {
    char option[32], path[PATH_MAX];
    bool folder;
    rt_file_state at_start;
} output;

static output list[MOST];
static int n_list;

static bool is_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static void split(const char *path, char folder[PATH_MAX], char name[PATH_MAX]) {
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    snprintf(name, PATH_MAX, "%s", basename(copy));
    snprintf(copy, sizeof copy, "%s", path);
    snprintf(folder, PATH_MAX, "%s", dirname(copy));
}

// Whether both paths lead to one file, which need not exist yet. A file system may ignore the case of names.
static bool lead_to_one(const char *a, const char *b) {
    char folder[2][PATH_MAX], name[2][PATH_MAX];
    bool in_place, there = is_file(a);
    if (there || is_file(b)) return there && rt_same_file(a, b);
    char *place[] = {rt_whole_resolve_target(a, &in_place), rt_whole_resolve_target(b, &in_place)};
    struct stat st;
    bool one = place[0] && place[1] && stat(place[0], &st) != 0 && stat(place[1], &st) != 0;
    for (int k = 0; k < 2; k++) {
        if (one) split(place[k], folder[k], name[k]);
        free(place[k]);
    }
    return one && rt_same_file(folder[0], folder[1]) && strcasecmp(name[0], name[1]) == 0;
}

void rt_outputs_clear(void) { n_list = 0; }

bool rt_outputs_add(const char *option, const char *path, bool folder, rt_diag *d) {
    int at = n_list;
    for (int k = 0; k < n_list; k++) {
        if (strcmp(list[k].option, option) == 0) {
            at = k;
        } else if (!folder && !list[k].folder && lead_to_one(path, list[k].path)) {
            rt_diag_error(d, path, 0, 0, "%s: is the file of %s too: expected another name", option, list[k].option);
            return false;
        }
    }
    if (at == MOST) {
        rt_diag_error(d, path, 0, 0, "%s: expected at most %d outputs", option, MOST);
        return false;
    }
    output *o = &list[at];
    if (at == n_list) n_list++;
    *o = (output){.folder = folder, .at_start = rt_file_state_of(path)};
    snprintf(o->option, sizeof o->option, "%s", option);
    snprintf(o->path, sizeof o->path, "%s", path);
    return true;
}

// Whether the file is the input, or lies in it, a folder.
static bool replaces(const char *path, const char *input) {
    char folder[PATH_MAX], name[PATH_MAX], place[PATH_MAX];
    struct stat st;
    if (!is_file(path)) return false;
    if (rt_same_file(path, input)) return true;
    if (stat(input, &st) != 0 || !S_ISDIR(st.st_mode) || !realpath(path, place)) return false;
    split(place, folder, name);
    return rt_same_file(folder, input);
}

// Whether a picture or trace in the folder, which the run may write anew, is the input or a link to it.
static bool endangers(const output *o, const char *input) {
    char place[PATH_MAX];
    bool found = false;
    DIR *d = opendir(o->path);
    for (struct dirent *e; d && !found && (e = readdir(d));) {
        const char *dot = strrchr(e->d_name, '.');
        bool written = dot && (strcasecmp(dot, ".png") == 0 || strcasecmp(dot, ".json") == 0);
        bool fits = written && snprintf(place, sizeof place, "%s/%s", o->path, e->d_name) < (int)sizeof place;
        found = fits && replaces(place, input);
    }
    if (d) closedir(d);
    return found;
}

bool rt_outputs_spare(const char *input, const char *what, rt_diag *d) {
    for (int k = 0; k < n_list; k++) {
        const output *o = &list[k];
        if (o->folder ? !endangers(o, input) : !replaces(o->path, input)) continue;
        if (o->folder)
            rt_diag_error(d, o->path, 0, 0, "%s: holds %s, %s: expected another folder", o->option, what, input);
        else
            rt_diag_error(d, o->path, 0, 0, "is %s%s: expected another name for the output of %s",
                          rt_same_file(o->path, input) ? "" : "in ", what, o->option);
        return false;
    }
    return true;
}

static output *find(const char *path) {
    for (int k = 0; k < n_list; k++)
        if (strcmp(list[k].path, path) == 0) return &list[k];
    return NULL;
}

rt_file_state rt_outputs_state_at_start(const char *path) {
    const output *o = find(path);
    return o ? o->at_start : rt_file_state_of(path);
}

void rt_outputs_written(const char *path) {
    output *o = find(path);
    if (o) o->at_start = rt_file_state_of(path);
}
