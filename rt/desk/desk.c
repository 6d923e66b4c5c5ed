// SPDX-License-Identifier: MIT
// Edits and saves the parameters of a scenario.
#include "rt/desk/desk.h"
#include "rt/desk/files.h"
#include "rt/file/whole_file.h"
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// The keys changed most often.
static const char *const main_key[] = {
    "ship.hull",       "anchor.type",     "anchor.shank",      "anchor.head",          "chain.bar_diameter",
    "chain.capacity",  "chain.type",      "start.depth",       "windlass.max_tension", "contact.method",
    "contact.law",     "end.duration",    "contact.mu_static", "contact.mu_dynamic",   "sea.immersion",
    "sea.wave_height", "sea.wave_period", "sea.wave_direction"};

static bool is_main(const char *path) {
    for (size_t i = 0; i < sizeof main_key / sizeof main_key[0]; i++)
        if (strcmp(main_key[i], path) == 0) return true;
    return false;
}

// Writes the path of a file relative to a folder; both are absolute and free of symbolic links.
static void write_relative(const char *folder, const char *file, char *out, size_t size) {
    size_t same = 0, used = 0;
    for (size_t i = 0; folder[i] == file[i] || (folder[i] == 0 && file[i] == '/'); i++) {
        if (file[i] == '/') same = i; // the last slash up to which both agree
        if (folder[i] == 0 || file[i] == 0) break;
    }
    out[0] = 0;
    for (const char *up = folder + same; *up && used < size; up++)
        if (*up == '/') used += (size_t)snprintf(out + used, size - used, "../");
    if (used < size) snprintf(out + used, size - used, "%s", file + same + 1);
}

// Writes the value as text; a path relative to the scenario's folder.
static void write_value(const desk *k, int f, const scenario *s, char text[PANEL_TEXT]) {
    char copy[RT_CONFIG_TEXT], folder[PATH_MAX], whole[PANEL_TEXT];
    snprintf(copy, sizeof copy, "%s", k->file);
    rt_config_format_value(&k->key[k->of_key[f]], s, text, PANEL_TEXT);
    if (!k->field[f].is_path || !text[0] || !realpath(dirname(copy), folder)) return;
    memcpy(whole, text, sizeof whole);
    write_relative(folder, whole, text, PANEL_TEXT);
}

static void update_field(desk *k, int f) {
    char as_read[PANEL_TEXT];
    write_value(k, f, &k->now, k->field[f].value);
    write_value(k, f, &k->scenario, as_read);
    k->field[f].changed = strcmp(as_read, k->field[f].value) != 0;
    if (!k->field[f].is_path) return;
    free(k->files[f]);
    k->field[f].choices = k->files[f] = desk_list_choices(k->file, k->field[f].value);
}

static void list_fields(desk *k) {
    int keys = scenario_keys(&k->scenario, k->key);
    k->n = 0;
    for (int i = 0; i < keys; i++) {
        const rt_key *key = &k->key[i];
        if (key->kind == RT_KEY_LIST) continue;
        bool number = key->kind == RT_KEY_NUMBER || key->kind == RT_KEY_INT || key->kind == RT_KEY_VECTOR;
        k->of_key[k->n] = i;
        k->field[k->n] = (panel_field){.path = key->path,
                                       .unit = key->unit,
                                       .help = key->help,
                                       .choices = key->kind == RT_KEY_ENUM ? key->of : NULL,
                                       .min = number ? key->min : 0,
                                       .max = number ? key->max : 0,
                                       .main = is_main(key->path),
                                       .is_bool = key->kind == RT_KEY_BOOL,
                                       .is_path = key->kind == RT_KEY_PATH};
        update_field(k, k->n++);
    }
}

static void begin_edit(desk *k, const char *file, bool anywhere) {
    k->anywhere = anywhere;
    snprintf(k->file, sizeof k->file, "%s", file);
    k->now = k->scenario;
    list_fields(k);
}

rt_status desk_open(desk *k, const char *file, bool anywhere, rt_diag *d) {
    memset(k, 0, sizeof *k);
    rt_status status = scenario_load(file, anywhere, &k->scenario, d);
    if (status == RT_OK) begin_edit(k, file, anywhere);
    return status;
}

rt_status desk_open_recorded(desk *k, const char *text, const char *path, const char *recording, bool anywhere,
                             rt_diag *d) {
    memset(k, 0, sizeof *k);
    rt_status status = scenario_load_resolved(text, path, anywhere ? NULL : recording, &k->scenario, d);
    if (status == RT_OK) begin_edit(k, path, anywhere);
    return status;
}

void desk_close(desk *k) {
    for (int f = 0; f < k->n; f++) free(k->files[f]);
    scenario_free(&k->scenario);
    memset(k, 0, sizeof *k);
}

int desk_find_field(const desk *k, const char *path) {
    for (int f = 0; f < k->n; f++)
        if (strcmp(k->field[f].path, path) == 0) return f;
    return -1;
}

static bool set_value(desk *k, int f, const char *text) {
    char root[RT_CONFIG_TEXT + 8];
    rt_config_root(k->file, root, sizeof root);
    panel_field *to = &k->field[f];
    to->error[0] = 0;
    bool good = rt_config_set(&k->key[k->of_key[f]], text, k->file, k->anywhere ? NULL : root, &k->now, to->error,
                              sizeof to->error);
    update_field(k, f);
    return good;
}

bool desk_set(desk *k, int f, const char *text) {
    char before[PANEL_TEXT];
    snprintf(before, sizeof before, "%s", k->field[f].value);
    if (!set_value(k, f, text)) return false;
    if (strcmp(before, k->field[f].value) == 0) return true;
    if (k->done == DESK_CHANGES) { // the oldest change can no longer be undone
        memmove(k->change, k->change + 1, (DESK_CHANGES - 1) * sizeof *k->change);
        k->done--;
    }
    desk_change *c = &k->change[k->done++];
    c->field = f;
    memcpy(c->before, before, PANEL_TEXT);
    memcpy(c->after, k->field[f].value, PANEL_TEXT);
    k->known = k->done;
    return true;
}

bool desk_undo(desk *k) {
    if (k->done == 0) return false;
    const desk_change *c = &k->change[--k->done];
    return set_value(k, c->field, c->before);
}

bool desk_redo(desk *k) {
    if (k->done == k->known) return false;
    const desk_change *c = &k->change[k->done++];
    return set_value(k, c->field, c->after);
}

bool desk_modified(const desk *k) {
    for (int f = 0; f < k->n; f++)
        if (k->field[f].changed) return true;
    return false;
}

static char *make_text(const desk *k, const scenario *s, rt_diag *d) {
    char *text = NULL;
    size_t size;
    rt_key table[SCENARIO_KEYS];
    int n = scenario_keys(s, table);
    FILE *f = open_memstream(&text, &size);
    if (f) rt_config_write(f, table, n, s);
    if (f && fclose(f) == 0) return text;
    rt_diag_error(d, k->file, 0, 0, "no memory for the scenario");
    return NULL;
}

bool desk_equals(const desk *k, const scenario *s) {
    rt_diag ignored = {0}; // out of memory counts as modified
    char *text = make_text(k, &k->now, &ignored);
    bool same = text && strcmp(text, s->resolved) == 0;
    free(text);
    return same;
}

rt_status desk_scenario(const desk *k, scenario *out, rt_diag *d) {
    char *text = make_text(k, &k->now, d);
    rt_status status = text ? scenario_load_text(text, k->file, k->anywhere, out, d) : RT_ERR_MEMORY;
    free(text);
    return status;
}

typedef struct writing {
    char *text; // of the scenario file
    // paths within root become relative to folder
    char folder[PATH_MAX], root[PATH_MAX];
} writing;

// Replaces a quoted path in the text by its relative form if it lies within the root.
static void make_relative(void *ctx, const char *path) {
    writing *w = ctx;
    char quoted[RT_CONFIG_TEXT + 2], other[RT_CONFIG_TEXT + 2], from_folder[RT_CONFIG_TEXT];
    size_t root = strlen(w->root);
    if (!w->text || strncmp(path, w->root, root) != 0 || path[root] != '/') return;
    write_relative(w->folder, path, from_folder, sizeof from_folder);
    int n = snprintf(quoted, sizeof quoted, "\"%s\"", path);
    snprintf(other, sizeof other, "\"%s\"", from_folder);
    for (char *at = strstr(w->text, quoted); at; at = strstr(w->text, quoted)) {
        char *next = NULL;
        if (asprintf(&next, "%.*s%s%s", (int)(at - w->text), w->text, other, at + n) < 0) next = NULL;
        free(w->text);
        w->text = next;
        if (!next) return;
    }
}

static rt_status write_file(const char *file, const char *text, rt_diag *d) {
    rt_whole_file w;
    rt_status status = rt_whole_open(&w, file, d);
    if (status != RT_OK) return status;
    fprintf(w.file, "# Saved by hawse: every key with its value, in SI.\n%s", text);
    return rt_whole_close(&w, d);
}

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

rt_status desk_save(const desk *k, const char *file, const char *script, double duration_s, rt_diag *d) {
    scenario s = k->now;
    writing w = {0};
    char copy[PATH_MAX], up[PATH_MAX + 8];
    snprintf(copy, sizeof copy, "%s", file);
    const char *folder = dirname(copy);
    rt_config_root(file, up, sizeof up);
    if (!realpath(folder, w.folder) || !realpath(up, w.root)) {
        rt_diag_error(d, file, 0, 0, "the file's folder is not accessible: %s", strerror(errno));
        return RT_ERR_FILE;
    }
    if (is_input(&s, file)) {
        rt_diag_error(d, file, 0, 0, "is a file that the scenario names: expected another name");
        return RT_ERR_USAGE;
    }
    if (duration_s > 0) s.end.duration = duration_s;
    if (script && (!realpath(script, copy) || strlen(copy) >= sizeof s.operator.script)) {
        rt_diag_error(d, script, 0, 0,
                      "cannot be the scenario's script: the file does not exist, or its path is too long");
        return RT_ERR_FILE;
    }
    if (script) {
        memcpy(s.operator.script, copy, strlen(copy) + 1);
        s.operator.type = SCENARIO_OPERATOR_SCRIPT;
    }
    w.text = make_text(k, &s, d);
    if (!w.text) return RT_ERR_MEMORY;
    scenario_visit_files(&s, make_relative, &w);
    rt_status status = w.text ? write_file(file, w.text, d) : RT_ERR_MEMORY;
    free(w.text);
    return status;
}
