// SPDX-License-Identifier: MIT
// Reads a document by its key table.
#include "rt/config/value.h"
#include "rt/config/yaml.h"
#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct walk {
    const char *file;
    const rt_key *keys;
    int n;
    int *lines; // (n) line of each key; 0: not in the file
    rt_path_rule rule;
    yaml_document_t *doc;
    void *out;
    rt_diag *diag;
    const char *prefix; // prefix of paths in messages: "" or "model.points[3]."
} walk;

static const rt_key *key_find(const walk *w, const char *path) {
    for (int i = 0; i < w->n; i++)
        if (strcmp(w->keys[i].path, path) == 0) return &w->keys[i];
    return NULL;
}

// Whether the table has keys below the path.
static bool is_section(const walk *w, const char *path) {
    size_t n = strlen(path);
    for (int i = 0; i < w->n; i++)
        if (strncmp(w->keys[i].path, path, n) == 0 && w->keys[i].path[n] == '.') return true;
    return false;
}

// The key that a section written as one word sets: `anchor: hall` is `anchor: {type: hall}`. NULL: none.
static const rt_key *find_type(const walk *w, const char *section) {
    char path[RT_PREFIX + 8];
    snprintf(path, sizeof path, "%s.type", section);
    return key_find(w, path);
}

static const char *describe_expected(rt_key_kind kind) {
    static const char *const text[] = {
        [RT_KEY_NUMBER] = "a number",
        [RT_KEY_INT] = "a whole number",
        [RT_KEY_BOOL] = "true or false",
        [RT_KEY_ENUM] = "one of its choices",
        [RT_KEY_TEXT] = "one text",
        [RT_KEY_PATH] = "a path",
        [RT_KEY_NAME] = "one name",
        [RT_KEY_VECTOR] = "a list of 3 numbers",
        [RT_KEY_QUATERNION] = "a list of 4 numbers",
        [RT_KEY_NAMES] = "a list of names",
        [RT_KEY_LIST] = "a list of mappings",
    };
    assert((size_t)kind < sizeof text / sizeof text[0]);
    return text[kind];
}

static void error_at(const walk *w, const yaml_node_t *n, const char *path, const char *why) {
    rt_diag_error(w->diag, w->file, rt_yaml_line(n), rt_yaml_column(n), "%s%s: %s", w->prefix, path, why);
}

static void report_expected(const walk *w, const yaml_node_t *n, const char *path, const char *expected) {
    char what[128];
    rt_diag_error(w->diag, w->file, rt_yaml_line(n), rt_yaml_column(n), "%s%s: expected %s, found %s", w->prefix, path,
                  expected, rt_yaml_describe(n, what, sizeof what));
}

static int count_entries(const yaml_node_t *list) {
    return (int)(list->data.sequence.items.top - list->data.sequence.items.start);
}

static const yaml_node_t *get_entry(const walk *w, const yaml_node_t *list, int i) {
    return yaml_document_get_node(w->doc, list->data.sequence.items.start[i]);
}

// Sets value `index` of the key from a scalar node.
static void read_scalar(const walk *w, const rt_key *key, int index, const yaml_node_t *n) {
    char why[RT_WHY];
    if (n->type != YAML_SCALAR_NODE)
        report_expected(w, n, key->path, key->kind == RT_KEY_NAMES ? "a name" : "a number");
    else if (!rt_value_set(key, index, rt_yaml_text(n), &w->rule, w->out, why))
        error_at(w, n, key->path, why);
}

static void read_vector(const walk *w, const rt_key *key, const yaml_node_t *value) {
    char why[RT_WHY];
    int n = count_entries(value), wanted = rt_value_numbers(key->kind);
    if (n != wanted) {
        snprintf(why, sizeof why, "expected a list of %d numbers, found %d", wanted, n);
        error_at(w, value, key->path, why);
        return;
    }
    for (int i = 0; i < n; i++) read_scalar(w, key, i, get_entry(w, value, i));
}

static void set_name_position(rt_name *name, const yaml_node_t *n) {
    name->line = rt_yaml_line(n);
    name->column = rt_yaml_column(n);
}

// Allocates the entries of a list in the target, zeroed, `size` bytes each. NULL with a message if their number is out
// of range or without memory; NULL without a message for an empty list.
static void *allocate_entries(const walk *w, const rt_key *key, const yaml_node_t *value, size_t size) {
    char why[RT_WHY];
    rt_items items = {NULL, count_entries(value)};
    if (items.n < key->min || items.n > key->max) {
        snprintf(why, sizeof why, "expected a list of %.10g .. %.10g entries, found %d", key->min, key->max, items.n);
        error_at(w, value, key->path, why);
        return NULL;
    }
    if (items.n == 0) return NULL;
    items.item = calloc((size_t)items.n, size);
    if (items.item)
        memcpy((char *)w->out + key->offset, &items, sizeof items);
    else
        error_at(w, value, key->path, "no memory for its entries");
    return items.item;
}

static void read_names(const walk *w, const rt_key *key, const yaml_node_t *value) {
    rt_name *name = allocate_entries(w, key, value, sizeof *name);
    for (int i = 0; name && i < count_entries(value); i++) {
        const yaml_node_t *entry = get_entry(w, value, i);
        set_name_position(&name[i], entry);
        read_scalar(w, key, i, entry);
    }
}

static void read_table(walk *w, const yaml_node_t *map);

static void read_list(const walk *w, const rt_key *key, const yaml_node_t *value) {
    const rt_list *l = key->of;
    char *items = allocate_entries(w, key, value, l->size), prefix[RT_PREFIX];
    assert(l->n <= RT_CONFIG_GIVEN);
    for (int i = 0; items && i < count_entries(value); i++) {
        const yaml_node_t *entry = get_entry(w, value, i);
        rt_item *item = (rt_item *)(void *)(items + (size_t)i * l->size);
        int seen[RT_CONFIG_GIVEN] = {0};
        walk sub = *w;
        sub.keys = l->keys, sub.n = l->n, sub.lines = seen, sub.out = item, sub.prefix = prefix;
        snprintf(prefix, sizeof prefix - 1, "%s%s[%d]", w->prefix, key->path, i);
        *item = (rt_item){rt_yaml_line(entry), rt_yaml_column(entry), 0};
        if (entry->type != YAML_MAPPING_NODE) {
            report_expected(&sub, entry, "", "a mapping of keys");
            continue;
        }
        strcat(prefix, ".");
        read_table(&sub, entry);
        for (int k = 0; k < l->n; k++) item->given |= (uint64_t)(seen[k] > 0) << k;
    }
}

static void read_value(const walk *w, const rt_key *key, const yaml_node_t *value) {
    bool list = value->type == YAML_SEQUENCE_NODE;
    bool wanted = rt_value_numbers(key->kind) || key->kind == RT_KEY_NAMES || key->kind == RT_KEY_LIST;
    bool empty =
        value->type == YAML_SCALAR_NODE && !*rt_yaml_text(value) && value->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    w->lines[key - w->keys] = rt_yaml_line(value);
    if (value->type == YAML_MAPPING_NODE || list != wanted || empty) {
        report_expected(w, value, key->path, describe_expected(key->kind));
        return;
    }
    switch (key->kind) {
    case RT_KEY_VECTOR:
    case RT_KEY_QUATERNION:
        read_vector(w, key, value);
        break;
    case RT_KEY_NAMES:
        read_names(w, key, value);
        break;
    case RT_KEY_LIST:
        read_list(w, key, value);
        break;
    case RT_KEY_NAME:
        set_name_position((rt_name *)(void *)((char *)w->out + key->offset), value);
        read_scalar(w, key, 0, value);
        break;
    default:
        read_scalar(w, key, 0, value);
    }
}

// Reports an unknown key; suggests the nearest sibling, or a key elsewhere with the same last part.
static void report_unknown_key(walk *w, const yaml_node_t *key, const char *path, size_t prefix) {
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
        near = rt_find_nearest(path + prefix, choice, w->n);
        for (int i = 0; i < w->n && !near; i++) {
            const char *dot = strrchr(w->keys[i].path, '.');
            if (dot && strcmp(dot + 1, path + prefix) == 0) near = w->keys[i].path;
        }
    }
    rt_diag_error(w->diag, w->file, rt_yaml_line(key), rt_yaml_column(key), "unknown key '%s%s'%s%s%s", w->prefix, path,
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    free(sibling);
    free(choice);
}

// Reads one mapping; path is its name with a dot ("chain."), or "" at the top.
static void read_mapping(walk *w, const yaml_node_t *map, const char *path) {
    char full[RT_PREFIX];
    for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        const yaml_node_t *name = yaml_document_get_node(w->doc, p->key);
        const yaml_node_t *value = yaml_document_get_node(w->doc, p->value);
        int n = snprintf(full, sizeof full - 1, "%s%.80s", path, rt_yaml_text(name));
        const rt_key *key = key_find(w, full);
        if (strchr(rt_yaml_text(name), '.')) {
            error_at(w, name, full, "a key has no '.': write its parts as nested mappings");
        } else if (key && key->kind == RT_KEY_RETIRED) {
            rt_diag_warning(w->diag, w->file, rt_yaml_line(name), rt_yaml_column(name), "%s%s: ignored: %s", w->prefix,
                            full, key->help);
        } else if (key) {
            read_value(w, key, value);
        } else if (!is_section(w, full) || (size_t)n >= sizeof full - 1) {
            report_unknown_key(w, name, full, strlen(path));
        } else if (value->type == YAML_SCALAR_NODE && (key = find_type(w, full))) {
            read_value(w, key, value);
        } else if (value->type != YAML_MAPPING_NODE) {
            report_expected(w, value, full, "a mapping of keys");
        } else {
            full[n] = '.';
            full[n + 1] = 0;
            read_mapping(w, value, full);
        }
    }
}

// Sets defaults before the file is read. finish_missing_keys checks the required keys at the end.
static void set_defaults(walk *w) {
    char why[RT_WHY];
    for (int i = 0; i < w->n; i++) {
        const rt_key *k = &w->keys[i];
        bool now = k->def && k->kind != RT_KEY_PATH && k->kind != RT_KEY_RETIRED;
        if (now && !rt_value_default(k, &w->rule, w->out, why))
            rt_diag_error(w->diag, w->file, 0, 0, "default of %s: %s", k->path, why);
    }
}

// Reports missing required keys and sets the defaults of paths. at: the entry of a list, NULL at the top.
static void finish_missing_keys(const walk *w, const yaml_node_t *at) {
    char why[RT_WHY];
    int line = at ? rt_yaml_line(at) : 0, column = at ? rt_yaml_column(at) : 0;
    for (int i = 0; i < w->n; i++) {
        const rt_key *k = &w->keys[i];
        if (w->lines[i] || k->kind == RT_KEY_RETIRED) continue;
        if (!k->def)
            rt_diag_error(w->diag, w->file, line, column, "key '%s%s' is missing: %s", w->prefix, k->path, k->help);
        else if (k->kind == RT_KEY_PATH && !rt_value_default(k, &w->rule, w->out, why))
            rt_diag_error(w->diag, w->file, line, column, "default of %s: %s", k->path, why);
    }
}

// Reads all keys of the table, at the top (map NULL: empty file) or in an entry of a list.
static void read_table(walk *w, const yaml_node_t *map) {
    memset(w->lines, 0, (size_t)w->n * sizeof *w->lines);
    set_defaults(w);
    if (map) read_mapping(w, map, "");
    finish_missing_keys(w, *w->prefix ? map : NULL);
}

static bool resolve_path(const char *path, char *real, rt_diag *d) {
    if (realpath(path, real)) return true;
    rt_diag_error(d, path, 0, 0, "cannot be opened: %s", strerror(errno));
    return false;
}

void rt_config_defaults(const rt_key *keys, int n, void *out) {
    rt_diag d = {0};
    walk w = {.keys = keys, .n = n, .out = out, .diag = &d, .prefix = ""};
    set_defaults(&w);
    assert(d.errors == 0);
}

static rt_status load_file(const char *file, size_t limit, const rt_key *keys, int n, const char *root, void *out,
                           int *lines, rt_diag *d) {
    char real_file[PATH_MAX], real_root[PATH_MAX];
    int errors = d->errors;
    rt_config_clear(keys, n, out);
    if (!resolve_path(file, real_file, d) || (root && !resolve_path(root, real_root, d))) return RT_ERR_FILE;
    yaml_document_t doc;
    rt_status status = rt_yaml_load(file, limit, &doc, d);
    if (status != RT_OK) return status;
    int *seen = calloc((size_t)n + 1, sizeof *seen);
    walk w = {file, keys, n, seen, {dirname(real_file), root ? real_root : NULL}, &doc, out, d, ""};
    yaml_node_t *top = yaml_document_get_root_node(&doc);
    if (!seen) {
        status = RT_ERR_MEMORY;
        rt_diag_error(d, file, 0, 0, "no memory for %d keys", n);
    } else {
        bool table = !top || top->type == YAML_MAPPING_NODE; // an empty file lacks every key
        if (table)
            read_table(&w, top);
        else
            rt_diag_error(d, file, rt_yaml_line(top), rt_yaml_column(top), "expected a mapping of keys");
        if (table && lines) memcpy(lines, seen, (size_t)n * sizeof *lines);
        status = d->errors > errors ? RT_ERR_FORMAT : RT_OK;
    }
    if (status != RT_OK) rt_config_free(keys, n, out);
    free(seen);
    yaml_document_delete(&doc);
    return status;
}

rt_status rt_config_load(const char *file, const rt_key *keys, int n, const char *root, void *out, int *lines,
                         rt_diag *d) {
    return load_file(file, RT_YAML_BYTES, keys, n, root, out, lines, d);
}

rt_status rt_config_load_written(const char *file, const rt_key *keys, int n, const char *root, void *out, int *lines,
                                 rt_diag *d) {
    return load_file(file, RT_YAML_WRITTEN, keys, n, root, out, lines, d);
}
