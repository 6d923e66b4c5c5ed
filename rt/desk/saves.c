// SPDX-License-Identifier: MIT
#include "rt/desk/saves.h"
#include "rt/session/rewind.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct search {
    const char *file;
    bool found;
} search;

static void compare_file(void *ctx, const char *path) {
    search *s = ctx;
    s->found = s->found || (*path && rt_same_file(path, s->file));
}

static const char *without_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_own(const saves *l, const rt_file_state *now) {
    for (int k = 0; k < l->n && k < SAVES_KNOWN; k++)
        if (rt_file_state_same(&l->file[k], now)) return true;
    return false;
}

// Why the file stays; NULL: it may be written.
static const char *find_reason(const saves *l, const char *file, const scenario *const *reads, int n) {
    search s = {.file = file};
    rt_file_state now = rt_file_state_of(file);
    if (!now.there) return NULL;
    if (!is_own(l, &now)) return "this window did not save it";
    for (int k = 0; k < n; k++) scenario_visit_files(reads[k], compare_file, &s);
    return s.found ? "the scenario reads it" : NULL;
}

// The next name that neither a scenario nor a recording beside it has.
static void suggest(const char *file, char *name, size_t size) {
    char kept[RT_CONFIG_TEXT];
    int n = 0;
    do {
        if (!run_next_name(file, &n, name, size) || strcmp(name, file) == 0) { // too long, or no regular file
            snprintf(name, size, "another name");
            return;
        }
        snprintf(kept, sizeof kept, "%.*s.rec", run_stem_length(name), name);
    } while (access(kept, F_OK) == 0);
}

bool saves_permit(const saves *l, const char *file, const char *kept, const scenario *const *reads, int n, rt_diag *d) {
    char name[RT_CONFIG_TEXT];
    if (kept && strcmp(file, kept) == 0) {
        rt_diag_error(d, file, 0, 0, "%s is the name of the run's recording: type a name that ends in .yaml",
                      without_folder(file));
        return false;
    }
    const char *stays = file, *why = find_reason(l, file, reads, n);
    if (!why && kept) stays = kept, why = find_reason(l, kept, reads, n);
    if (!why) return true;
    suggest(file, name, sizeof name);
    rt_diag_error(d, stays, 0, 0, "%s exists and stays: %s. Type %s", without_folder(stays), why,
                  without_folder(name)); // the panel has three short lines
    return false;
}

void saves_add(saves *l, const char *file) { l->file[l->n++ % SAVES_KNOWN] = rt_file_state_of(file); }
