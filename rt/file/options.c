// SPDX-License-Identifier: MIT
#include "rt/file/options.h"
#include "rt/base/number.h"
#include "rt/file/outputs.h"
#include "rt/file/whole_file.h"
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LONGEST_S 1e6

static const option *find_option(const option *table, int n, const char *name) {
    for (int k = 0; k < n; k++)
        if (strcmp(table[k].name, name) == 0) return &table[k];
    return NULL;
}

// Whether the output can be written: checked before a long run, not after it.
static bool can_write(const option *o, const char *path, rt_diag *d) {
    struct stat st;
    char copy[PATH_MAX];
    bool in_place, exists = stat(path, &st) == 0, folder = exists && S_ISDIR(st.st_mode);
    char *place = rt_whole_resolve_target(path, &in_place); // temporary files go into the same folder
    const char *lost = place ? NULL : strerror(errno);
    snprintf(copy, sizeof copy, "%s", place ? place : path);
    free(place);
    const char *within = folder ? path : dirname(copy);
    const char *slash = strrchr(path, '/');
    if (!*path || strlen(path) >= sizeof copy - RT_WHOLE_PART_ROOM)
        rt_diag_error(d, NULL, 0, 0, "%s: expected a path, found '%.200s'", o->name, path);
    else if (strlen(slash ? slash + 1 : path) > NAME_MAX - RT_WHOLE_PART_ROOM)
        rt_diag_error(d, NULL, 0, 0, "%s: expected a name of at most %d bytes, found '%.60s...'", o->name,
                      NAME_MAX - RT_WHOLE_PART_ROOM, slash ? slash + 1 : path);
    else if (lost)
        rt_diag_error(d, path, 0, 0, "%s: cannot be written: %s", o->name, lost);
    else if (exists && folder != (o->kind == OPTION_OUT_FOLDER))
        rt_diag_error(d, path, 0, 0, "%s: expected a %s, found a %s", o->name, folder ? "file" : "folder",
                      folder ? "folder" : "file");
    else if (exists && !folder && in_place && access(path, W_OK) == 0)
        return true; // a device, a pipe or the standard output has no temporary file beside it
    else if (access(within, W_OK | X_OK) != 0)
        rt_diag_error(d, path, 0, 0, "%s: cannot write in the folder '%s': %s", o->name, within, strerror(errno));
    else
        return true;
    return false;
}

static bool add_word(const option *o, const char *value, rt_diag *d) {
    option_list *list = o->target;
    if (list->n < OPTION_LIST_WORDS) {
        list->word[list->n++] = value;
        return true;
    }
    rt_diag_error(d, NULL, 0, 0, "%s: expected at most %d times", o->name, OPTION_LIST_WORDS);
    return false;
}

static bool is_number(const char *word) {
    const char *rest;
    double v;
    return rt_number_parse(word, &v, &rest) && !*rest;
}

static bool set_target(const option *o, const char *value, rt_diag *d) {
    if (o->kind == OPTION_TEXT || o->kind == OPTION_OUT_FILE || o->kind == OPTION_OUT_FOLDER) {
        *(const char **)o->target = value;
        bool folder = o->kind == OPTION_OUT_FOLDER;
        return o->kind == OPTION_TEXT || (can_write(o, value, d) && rt_outputs_add(o->name, value, folder, d));
    }
    if (o->kind == OPTION_LIST) return add_word(o, value, d);
    const char *end;
    double v;
    if (!rt_number_parse(value, &v, &end) || *end) {
        rt_diag_error(d, NULL, 0, 0, "%s: expected a number for %s, found '%s'", o->name, o->value, value);
        return false;
    }
    if (o->kind == OPTION_DURATION && !(v > 0 && v <= LONGEST_S)) {
        rt_diag_error(d, NULL, 0, 0, "%s: expected more than 0 and at most %g s, found '%s'", o->name, LONGEST_S,
                      value);
        return false;
    }
    *(double *)o->target = v;
    return true;
}

bool options_parse(int argc, char **argv, const option *table, int n, const char **words, int max_words, int *n_words,
                   bool *help, rt_diag *d) {
    *n_words = 0;
    *help = false;
    rt_outputs_clear();
    for (int k = 0; k < argc; k++) {
        const char *a = argv[k];
        if (strcmp(a, "--help") == 0 || strcmp(a, "-h") == 0) {
            *help = true;
            continue;
        }
        if (a[0] != '-' || a[1] == 0 || is_number(a)) {
            if (*n_words == max_words) {
                rt_diag_error(d, NULL, 0, 0, "unexpected argument '%s'", a);
                return false;
            }
            words[(*n_words)++] = a;
            continue;
        }
        const option *o = find_option(table, n, a);
        if (!o) {
            rt_diag_error(d, NULL, 0, 0, "unknown option '%s'; --help lists them", a);
            return false;
        }
        if (o->kind == OPTION_FLAG) {
            *(bool *)o->target = true;
        } else if (k + 1 == argc) {
            rt_diag_error(d, NULL, 0, 0, "%s: expected %s", a, o->value);
            return false;
        } else if (!set_target(o, argv[++k], d)) {
            return false;
        }
    }
    return true;
}

void options_print(FILE *f, const option *table, int n) {
    for (int k = 0; k < n; k++) {
        char head[64];
        snprintf(head, sizeof head, "%s%s%s", table[k].name, table[k].value ? " " : "",
                 table[k].value ? table[k].value : "");
        fprintf(f, "  %-22s %s\n", head, table[k].help);
    }
    fprintf(f, "  %-22s %s\n", "--help", "this text");
}

int options_fail(const rt_diag *d, rt_status status) {
    fputs(d->text, stderr);
    return status == RT_ERR_MEMORY ? EXIT_INTERNAL : EXIT_USAGE;
}
