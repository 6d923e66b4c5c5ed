// SPDX-License-Identifier: MIT
// Saves the scenario: the file's own text with the changed values.
#include "rt/editor/editor.h"
#include "rt/file/whole_file.h"
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Writes a value as YAML: a text with other than plain characters in quotes. A list stays as it is.
static void write_yaml(const rt_key *key, const char *value, char *out, size_t size) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./- ";
    bool is_text = key->kind == RT_KEY_TEXT || key->kind == RT_KEY_PATH;
    if (!is_text || (value[0] && value[0] != ' ' && value[0] != '-' && value[strspn(value, plain)] == 0)) {
        snprintf(out, size, "%s", value);
        return;
    }
    size_t used = (size_t)snprintf(out, size, "\"");
    for (; *value && used + 4 < size; value++) {
        if (*value == '"' || *value == '\\') out[used++] = '\\';
        out[used++] = *value;
    }
    snprintf(out + used, size - used, "\"");
}

static bool edit(char **text, const char *path, const char *value) {
    char *next = *text ? rt_config_edit(*text, path, value) : NULL;
    free(*text);
    *text = next;
    return next != NULL;
}

// The file's text with the changed values; a value that is the default again leaves the file.
static char *edit_changes(const editor *k) {
    char *text = strdup(k->text), value[2 * PANEL_TEXT];
    for (int f = 0; f < k->n && text; f++) {
        const panel_field *field = &k->field[f];
        const rt_key *key = &k->key[k->of_key[f]];
        if (!field->changed) continue;
        write_yaml(key, field->value, value, sizeof value);
        bool given = k->scenario.line[k->of_key[f]] > 0, usual = key->def && strcmp(field->value, key->def) == 0;
        if (!usual || given) edit(&text, key->path, usual ? NULL : value);
    }
    return text;
}

// Where paths of the text lead: from the folder of the scenario as read to that of the saved one.
typedef struct moving {
    const scenario *s;
    char from[PATH_MAX], to[PATH_MAX], root[PATH_MAX];
} moving;

typedef struct comparison {
    const char *file;
    bool is_input;
} comparison;

static void compare_file(void *ctx, const char *path) {
    comparison *c = ctx;
    c->is_input = c->is_input || (*path && rt_same_file(path, c->file));
}

// Whether the file is one that the scenario names: a mesh, a map, a script, a law.
static bool is_input(const scenario *s, const char *file) {
    comparison c = {.file = file};
    scenario_visit_files(s, compare_file, &c);
    return c.is_input;
}

// Replaces a scalar that is a path of the scenario.
static bool move_path(void *ctx, const char *scalar, char *with, size_t size) {
    const moving *m = ctx;
    char whole[2 * PATH_MAX], real[PATH_MAX], moved[PATH_MAX];
    const rt_key path = {.kind = RT_KEY_PATH};
    if (!*scalar) return false;
    snprintf(whole, sizeof whole, "%s%s%s", scalar[0] == '/' ? "" : m->from, scalar[0] == '/' ? "" : "/", scalar);
    if (!realpath(whole, real)) return false;
    if (!is_input(m->s, real)) return false;
    size_t root = strlen(m->root);
    bool within = strncmp(real, m->root, root) == 0 && real[root] == '/';
    snprintf(moved, sizeof moved, "%s", real);
    if (within) editor_write_relative(m->to, real, moved, sizeof moved);
    write_yaml(&path, moved, with, size);
    return true;
}

static rt_status write_file(const char *file, const char *text, rt_diag *d) {
    rt_whole_file w;
    rt_status status = rt_whole_open(&w, file, d);
    if (status != RT_OK) return status;
    fputs(text, w.file);
    return rt_whole_close(&w, d);
}

static rt_status find_folders(moving *m, const editor *k, const char *file, rt_diag *d) {
    char copy[PATH_MAX], of[PATH_MAX], up[PATH_MAX + 8];
    snprintf(copy, sizeof copy, "%s", file);
    snprintf(of, sizeof of, "%s", k->file);
    rt_config_root(file, up, sizeof up);
    if (realpath(dirname(copy), m->to) && realpath(dirname(of), m->from) && realpath(up, m->root)) return RT_OK;
    rt_diag_error(d, file, 0, 0, "the file's folder is not accessible: %s", strerror(errno));
    return RT_ERR_FILE;
}

// Makes the run's recording the script, and its end the duration.
static void edit_run(const editor *k, const moving *m, char **text, const char *script, double duration_s) {
    char value[RT_CONFIG_TEXT], quoted[2 * RT_CONFIG_TEXT];
    const rt_key path = {.kind = RT_KEY_PATH};
    if (duration_s > 0) {
        snprintf(value, sizeof value, "%.15g s", duration_s);
        if (strtod(value, NULL) != duration_s) snprintf(value, sizeof value, "%.17g s", duration_s);
        edit(text, "end.duration", value);
    }
    if (!script) return;
    editor_write_relative(m->to, script, value, sizeof value);
    write_yaml(&path, value, quoted, sizeof quoted);
    edit(text, "operator.script", quoted);
    if (!k->now.model_line && k->now.operator.type != SCENARIO_OPERATOR_SCRIPT) edit(text, "operator.type", "script");
}

rt_status editor_save(const editor *k, const char *file, const char *script, double duration_s, rt_diag *d) {
    moving m = {.s = &k->now};
    char real[PATH_MAX];
    rt_status status = find_folders(&m, k, file, d);
    if (status != RT_OK) return status;
    if (is_input(&k->now, file)) {
        rt_diag_error(d, file, 0, 0, "is a file that the scenario names: expected another name");
        return RT_ERR_USAGE;
    }
    if (script && (!realpath(script, real) || strlen(real) >= sizeof k->now.operator.script)) {
        rt_diag_error(d, script, 0, 0, "cannot be the script: no such file, or its path is too long");
        return RT_ERR_FILE;
    }
    char *text = edit_changes(k);
    if (text && strcmp(m.from, m.to) != 0) {
        char *moved = rt_config_replace(text, move_path, &m);
        free(text);
        text = moved;
    }
    edit_run(k, &m, &text, script ? real : NULL, duration_s);
    if (!text) rt_diag_error(d, file, 0, 0, "no memory for the scenario");
    status = text ? write_file(file, text, d) : RT_ERR_MEMORY;
    free(text);
    return status;
}
