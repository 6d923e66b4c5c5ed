// SPDX-License-Identifier: MIT
// Edits the parameters of a scenario.
#include "rt/editor/editor.h"
#include "rt/editor/files.h"
#include "rt/file/text.h"
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

void editor_write_relative(const char *folder, const char *file, char *out, size_t size) {
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

// Writes the value as text in SI; a path relative to the scenario's folder.
static void write_value(const editor *k, int f, const scenario *s, char text[PANEL_TEXT]) {
    char copy[RT_CONFIG_TEXT], folder[PATH_MAX], whole[PANEL_TEXT];
    snprintf(copy, sizeof copy, "%s", k->file);
    rt_config_format_value(&k->key[k->of_key[f]], s, text, PANEL_TEXT);
    if (!k->field[f].is_path || !text[0] || !realpath(dirname(copy), folder)) return;
    memcpy(whole, text, sizeof whole);
    editor_write_relative(folder, whole, text, PANEL_TEXT);
}

// Updates the field. written: the value as the user wrote it; NULL: in SI.
static void update_field(editor *k, int f, const char *written) {
    char as_read[PANEL_TEXT], now[PANEL_TEXT];
    write_value(k, f, &k->now, now);
    write_value(k, f, &k->scenario, as_read);
    k->field[f].changed = strcmp(as_read, now) != 0;
    const rt_key *key = &k->key[k->of_key[f]];
    if (key->kind == RT_KEY_NUMBER)
        k->field[f].number = *(const double *)(const void *)((const char *)&k->now + key->offset);
    bool keeps_unit = written && k->field[f].unit;
    snprintf(k->field[f].value, PANEL_TEXT, "%s", keeps_unit ? written : now);
    if (!k->field[f].is_path) return;
    free(k->files[f]);
    k->field[f].choices = k->files[f] = editor_list_choices(k->file, k->field[f].value);
}

static void list_fields(editor *k) {
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
        char written[PANEL_TEXT];
        bool given = k->scenario.line[i] > 0 && rt_config_written(k->text, key->path, written, sizeof written);
        update_field(k, k->n++, given ? written : key->def);
    }
}

// Takes the text; NULL: `failed`.
static rt_status begin_edit(editor *k, const char *file, bool anywhere, char *text, rt_status failed) {
    k->anywhere = anywhere;
    k->text = text;
    if (!text) {
        editor_close(k);
        return failed;
    }
    snprintf(k->file, sizeof k->file, "%s", file);
    k->now = k->scenario;
    list_fields(k);
    return RT_OK;
}

rt_status editor_open(editor *k, const char *file, bool anywhere, rt_diag *d) {
    memset(k, 0, sizeof *k);
    rt_status status = scenario_load(file, anywhere, &k->scenario, d);
    return status == RT_OK ? begin_edit(k, file, anywhere, rt_config_read_text(file, d), RT_ERR_FILE) : status;
}

rt_status editor_open_recorded(editor *k, const char *text, const char *path, const char *recording, bool anywhere,
                               rt_diag *d) {
    memset(k, 0, sizeof *k);
    rt_status status = scenario_load_resolved(text, path, anywhere ? NULL : recording, &k->scenario, d);
    if (status != RT_OK) return status;
    char *copy = strdup(text);
    if (!copy) rt_diag_error(d, path, 0, 0, "no memory for the scenario");
    return begin_edit(k, path, anywhere, copy, RT_ERR_MEMORY);
}

void editor_close(editor *k) {
    for (int f = 0; f < k->n; f++) free(k->files[f]);
    scenario_free(&k->scenario);
    free(k->text);
    memset(k, 0, sizeof *k);
}

int editor_find_field(const editor *k, const char *path) {
    for (int f = 0; f < k->n; f++)
        if (strcmp(k->field[f].path, path) == 0) return f;
    return -1;
}

static bool set_value(editor *k, int f, const char *text) {
    char root[RT_CONFIG_TEXT + 8], before[PANEL_TEXT];
    rt_config_root(k->file, root, sizeof root);
    panel_field *to = &k->field[f];
    to->error[0] = 0;
    memcpy(before, to->value, PANEL_TEXT);
    bool good = rt_config_set(&k->key[k->of_key[f]], text, k->file, k->anywhere ? NULL : root, &k->now, to->error,
                              sizeof to->error);
    update_field(k, f, good ? text : before);
    return good;
}

// Whether two texts are the same value. Both are valid.
static bool is_now(const editor *k, int f, const char *si) {
    char now[PANEL_TEXT];
    write_value(k, f, &k->now, now);
    return strcmp(now, si) == 0;
}

static void store_change(editor *k, int f, const char *before, bool joined) {
    if (k->done == EDITOR_CHANGES) { // the oldest action can no longer be undone
        int first = 1;
        while (first < k->done && k->change[first].joined) first++;
        k->done -= first;
        memmove(k->change, k->change + first, (size_t)k->done * sizeof *k->change);
    }
    editor_change *c = &k->change[k->done++];
    c->field = f;
    c->joined = joined && k->done > 1;
    memcpy(c->before, before, PANEL_TEXT);
    memcpy(c->after, k->field[f].value, PANEL_TEXT);
    k->known = k->done;
}

bool editor_set_one(editor *k, int f, const char *text, bool joined) {
    char before[PANEL_TEXT], si[PANEL_TEXT];
    memcpy(before, k->field[f].value, PANEL_TEXT);
    write_value(k, f, &k->now, si);
    if (!set_value(k, f, text)) return false;
    if (!is_now(k, f, si))
        store_change(k, f, before, joined);
    else if (k->field[f].unit)
        memcpy(k->field[f].value, before, PANEL_TEXT); // the same value in another unit
    return true;
}

bool editor_undo(editor *k) {
    if (k->done == 0) return false;
    for (bool more = true; more && k->done > 0;) {
        const editor_change *c = &k->change[--k->done];
        more = c->joined;
        set_value(k, c->field, c->before);
    }
    return true;
}

bool editor_redo(editor *k) {
    if (k->done == k->known) return false;
    do {
        const editor_change *c = &k->change[k->done++];
        set_value(k, c->field, c->after);
    } while (k->done < k->known && k->change[k->done].joined);
    return true;
}

bool editor_modified(const editor *k) {
    for (int f = 0; f < k->n; f++)
        if (k->field[f].changed) return true;
    return false;
}

char *editor_make_text(const editor *k, rt_diag *d) {
    const scenario *s = &k->now;
    rt_text t;
    rt_key table[SCENARIO_KEYS];
    int n = scenario_keys(s, table);
    if (rt_text_open(&t)) rt_config_write(t.file, table, n, s);
    char *text = rt_text_close(&t);
    if (!text) rt_diag_error(d, k->file, 0, 0, "no memory for the scenario");
    return text;
}

bool editor_equals(const editor *k, const scenario *s) {
    rt_diag ignored = {0}; // out of memory counts as modified
    char *text = editor_make_text(k, &ignored);
    bool same = text && strcmp(text, s->resolved) == 0;
    free(text);
    return same;
}

rt_status editor_scenario(const editor *k, scenario *out, rt_diag *d) {
    char *text = editor_make_text(k, d);
    rt_status status = text ? scenario_load_text(text, k->file, k->anywhere, out, d) : RT_ERR_MEMORY;
    free(text);
    return status;
}
