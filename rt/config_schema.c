// SPDX-License-Identifier: MIT
// The walk of a document along the key table.
#include "rt/config_value.h"
#include "rt/config_yaml.h"
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct walk {
    const char *file;
    const rt_key *keys;
    int n;
    int *lines; // (n) where each key stands, 0: not in the file
    rt_path_rule rule;
    yaml_document_t *doc;
    void *out;
    rt_diag *diag;
} walk;

static const rt_key *key_find(const walk *w, const char *path) {
    for (int i = 0; i < w->n; i++)
        if (strcmp(w->keys[i].path, path) == 0) return &w->keys[i];
    return NULL;
}

// Whether keys lie below the path.
static bool is_section(const walk *w, const char *path) {
    size_t n = strlen(path);
    for (int i = 0; i < w->n; i++)
        if (strncmp(w->keys[i].path, path, n) == 0 && w->keys[i].path[n] == '.') return true;
    return false;
}

static const char *expected_of(rt_key_kind kind) {
    static const char *const text[] = {"a number", "a whole number", "true or false",      "one of its choices",
                                       "one text", "a path",         "a list of 3 numbers"};
    return text[kind];
}

static void error_at(walk *w, const yaml_node_t *n, const char *path, const char *why) {
    rt_diag_error(w->diag, w->file, rt_yaml_line(n), rt_yaml_column(n), "%s: %s", path, why);
}

static void read_vector(walk *w, const rt_key *key, const yaml_node_t *value) {
    char why[RT_WHY], what[128];
    const yaml_node_item_t *item = value->data.sequence.items.start;
    long n = value->data.sequence.items.top - item;
    if (n != 3) {
        snprintf(why, sizeof why, "expected a list of 3 numbers, found %ld", n);
        error_at(w, value, key->path, why);
        return;
    }
    for (int i = 0; i < 3; i++) {
        const yaml_node_t *entry = yaml_document_get_node(w->doc, item[i]);
        if (entry->type != YAML_SCALAR_NODE) {
            snprintf(why, sizeof why, "expected a number, found %s", rt_yaml_what(entry, what, sizeof what));
            error_at(w, entry, key->path, why);
        } else if (!rt_value_set(key, i, rt_yaml_text(entry), &w->rule, w->out, why)) {
            error_at(w, entry, key->path, why);
        }
    }
}

static void read_value(walk *w, const rt_key *key, const yaml_node_t *value) {
    char why[RT_WHY], what[128];
    bool list = value->type == YAML_SEQUENCE_NODE, vector = key->kind == RT_KEY_VECTOR;
    bool empty =
        value->type == YAML_SCALAR_NODE && !*rt_yaml_text(value) && value->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    w->lines[key - w->keys] = rt_yaml_line(value);
    if (value->type == YAML_MAPPING_NODE || list != vector || empty) {
        snprintf(why, sizeof why, "expected %s, found %s", expected_of(key->kind),
                 rt_yaml_what(value, what, sizeof what));
        error_at(w, value, key->path, why);
    } else if (vector) {
        read_vector(w, key, value);
    } else if (!rt_value_set(key, 0, rt_yaml_text(value), &w->rule, w->out, why)) {
        error_at(w, value, key->path, why);
    }
}

// Names the nearest key beside the unknown one, or, when there is none, the nearest last part of any key.
static void unknown_key(walk *w, const yaml_node_t *key, const char *path, size_t prefix) {
    char(*sibling)[96] = calloc((size_t)w->n + 1, sizeof *sibling);
    const char **choice = calloc((size_t)w->n + 1, sizeof *choice);
    const char *near = NULL;
    if (sibling && choice) {
        for (int i = 0; i < w->n; i++) {
            const char *p = w->keys[i].path;
            if (strncmp(p, path, prefix) != 0) continue;
            snprintf(sibling[i], sizeof sibling[i], "%s", p + prefix);
            sibling[i][strcspn(sibling[i], ".")] = 0;
            choice[i] = sibling[i];
        }
        near = rt_nearest(path + prefix, choice, w->n);
        for (int i = 0; i < w->n && !near; i++) {
            const char *dot = strrchr(w->keys[i].path, '.');
            if (dot && strcmp(dot + 1, path + prefix) == 0) near = w->keys[i].path;
        }
    }
    rt_diag_error(w->diag, w->file, rt_yaml_line(key), rt_yaml_column(key), "unknown key '%s'%s%s%s", path,
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    free(sibling);
    free(choice);
}

// Walks one mapping; path holds its name and a dot ("chain."), empty at the top.
static void read_mapping(walk *w, const yaml_node_t *map, const char *path) {
    char full[256], what[128];
    for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        const yaml_node_t *name = yaml_document_get_node(w->doc, p->key);
        const yaml_node_t *value = yaml_document_get_node(w->doc, p->value);
        int n = snprintf(full, sizeof full - 1, "%s%.80s", path, rt_yaml_text(name));
        const rt_key *key = key_find(w, full);
        if (strchr(rt_yaml_text(name), '.')) {
            error_at(w, name, full, "a key holds no point: write its parts as nested mappings");
        } else if (key) {
            read_value(w, key, value);
        } else if (!is_section(w, full) || (size_t)n >= sizeof full - 1) {
            unknown_key(w, name, full, strlen(path));
        } else if (value->type != YAML_MAPPING_NODE) {
            rt_diag_error(w->diag, w->file, rt_yaml_line(value), rt_yaml_column(value),
                          "%s: expected a mapping of keys, found %s", full, rt_yaml_what(value, what, sizeof what));
        } else {
            full[n] = '.';
            full[n + 1] = 0;
            read_mapping(w, value, full);
        }
    }
}

// Defaults first; what is required is checked at the end, when it is known what the file has.
static void set_defaults(walk *w) {
    char why[RT_WHY];
    for (int i = 0; i < w->n; i++)
        if (w->keys[i].def && w->keys[i].kind != RT_KEY_PATH && !rt_value_default(&w->keys[i], &w->rule, w->out, why))
            rt_diag_error(w->diag, w->file, 0, 0, "default of %s: %s", w->keys[i].path, why);
}

static void finish_missing(walk *w) {
    char why[RT_WHY];
    for (int i = 0; i < w->n; i++) {
        const rt_key *k = &w->keys[i];
        if (w->lines[i]) continue;
        if (!k->def)
            rt_diag_error(w->diag, w->file, 0, 0, "key '%s' is missing: %s", k->path, k->help);
        else if (k->kind == RT_KEY_PATH && !rt_value_default(k, &w->rule, w->out, why))
            rt_diag_error(w->diag, w->file, 0, 0, "default of %s: %s", k->path, why);
    }
}

static bool resolve(const char *path, char *real, rt_diag *d) {
    if (realpath(path, real)) return true;
    rt_diag_error(d, path, 0, 0, "cannot be opened: %s", strerror(errno));
    return false;
}

rt_status rt_config_load(const char *file, const rt_key *keys, int n, const char *root, void *out, int *lines,
                         rt_diag *d) {
    char real_file[PATH_MAX], real_root[PATH_MAX];
    int errors = d->errors;
    if (!resolve(file, real_file, d) || (root && !resolve(root, real_root, d))) return RT_ERR_FILE;
    yaml_document_t doc;
    rt_status status = rt_yaml_load(file, &doc, d);
    if (status != RT_OK) return status;
    int *seen = calloc((size_t)n + 1, sizeof *seen);
    walk w = {file, keys, n, seen, {dirname(real_file), root ? real_root : NULL}, &doc, out, d};
    yaml_node_t *top = yaml_document_get_root_node(&doc);
    if (!seen) {
        status = RT_ERR_MEMORY;
        rt_diag_error(d, file, 0, 0, "no memory for %d keys", n);
    } else {
        set_defaults(&w);
        bool mapping = !top || top->type == YAML_MAPPING_NODE; // an empty file lacks every key
        if (top && mapping) read_mapping(&w, top, "");
        if (mapping)
            finish_missing(&w);
        else
            rt_diag_error(d, file, rt_yaml_line(top), rt_yaml_column(top), "expected a mapping of keys");
        if (lines) memcpy(lines, seen, (size_t)n * sizeof *lines);
        status = d->errors > errors ? RT_ERR_FORMAT : RT_OK;
    }
    free(seen);
    yaml_document_delete(&doc);
    return status;
}
