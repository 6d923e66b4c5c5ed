// SPDX-License-Identifier: MIT
// Reads the file of a study: title, base scenario, common keys and variants. A variant is a name and the scenario keys
// that it changes; `common` has keys that apply to every variant.
#include "rt/base/plain.h"
#include "rt/config/yaml.h"
#include "rt/file/text.h"
#include "rt/scenario/type.h"
#include "rt/study/study.h"
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct reading {
    study *s;
    yaml_document_t *doc;
    bool anywhere;
    rt_diag *d;
    scenario base;
    rt_key table[SCENARIO_KEYS];
    int keys;
    study_variant common;
} reading;

static void error_at(const reading *r, const yaml_node_t *n, const char *what) {
    rt_diag_error(r->d, r->s->path, rt_yaml_line(n), rt_yaml_column(n), "%s", what);
}

static yaml_node_t *node(const reading *r, int index) { return yaml_document_get_node(r->doc, index); }

// Writes a scalar as in the file, or a list of scalars as "[a, b, c]"; false if the node is neither, or too long.
static bool write_scalars(const reading *r, const yaml_node_t *n, char *text, size_t size) {
    if (n->type == YAML_SCALAR_NODE) return (size_t)snprintf(text, size, "%s", rt_yaml_text(n)) < size;
    if (n->type != YAML_SEQUENCE_NODE) return false;
    size_t used = (size_t)snprintf(text, size, "[");
    for (yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top; i++) {
        const yaml_node_t *entry = node(r, *i);
        if (entry->type != YAML_SCALAR_NODE) return false;
        used += (size_t)snprintf(text + used, size - used, "%s%s", used > 1 ? ", " : "", rt_yaml_text(entry));
        if (used + 2 >= size) return false;
    }
    snprintf(text + used, size - used, "]");
    return true;
}

static void add_change(const reading *r, study_variant *v, const char *key, const yaml_node_t *name,
                       const yaml_node_t *value) {
    study_change *more = realloc(v->change, ((size_t)v->n + 1) * sizeof *more);
    if (!more) {
        error_at(r, name, "no memory for the study");
        return;
    }
    v->change = more;
    study_change *c = &v->change[v->n++];
    memset(c, 0, sizeof *c);
    snprintf(c->key, sizeof c->key, "%s", key);
    c->line = rt_yaml_line(name);
    c->column = rt_yaml_column(name);
    if (!write_scalars(r, value, c->text, sizeof c->text))
        rt_diag_error(r->d, r->s->path, c->line, c->column, "%s: expected one value, or a list of numbers", key);
}

static bool is_key(const reading *r, const char *path) {
    for (int k = 0; k < r->keys; k++)
        if (strcmp(r->table[k].path, path) == 0) return true;
    return false;
}

// A section written as one word sets its type: `operator: house` is `operator: {type: house}`.
static void name_type(const reading *r, char *path, size_t size) {
    char type[128];
    size_t n = (size_t)snprintf(type, sizeof type, "%s.type", path);
    if (!is_key(r, path) && is_key(r, type) && n < size) memcpy(path, type, n + 1);
}

// Adds the keys of a mapping and of the mappings in it, by their full names. rt_yaml_load bounds the depth.
static void read_changes(const reading *r, study_variant *v, const yaml_node_t *map, const char *prefix) {
    char path[96];
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        const yaml_node_t *name = node(r, p->key), *value = node(r, p->value);
        int n = snprintf(path, sizeof path, "%s%s%s", prefix, *prefix ? "." : "", rt_yaml_text(name));
        if (!*prefix && v != &r->common && strcmp(path, "name") == 0) continue;
        if (value->type == YAML_SCALAR_NODE) name_type(r, path, sizeof path);
        if (n < 0 || (size_t)n >= sizeof path)
            error_at(r, name, "unknown key of a scenario: its name is too long");
        else if (value->type == YAML_MAPPING_NODE && !is_key(r, path))
            read_changes(r, v, value, path);
        else
            add_change(r, v, path, name, value);
    }
}

static void report_unknown_key(const reading *r, const study_change *c) {
    const char *choice[SCENARIO_KEYS];
    for (int k = 0; k < r->keys; k++) choice[k] = r->table[k].path;
    const char *near = rt_find_nearest(c->key, choice, r->keys);
    rt_diag_error(r->d, r->s->path, c->line, c->column, "unknown key '%s' of a scenario%s%s%s", c->key,
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool apply_change(const reading *r, const study_change *c, scenario *to) {
    char why[512], root[RT_CONFIG_TEXT + 8];
    int k = 0;
    while (k < r->keys && strcmp(r->table[k].path, c->key) != 0) k++;
    if (k == r->keys) {
        report_unknown_key(r, c);
        return false;
    }
    if (r->table[k].kind == RT_KEY_LIST || r->table[k].kind == RT_KEY_NAMES) {
        rt_diag_error(r->d, r->s->path, c->line, c->column, "%s: a variant cannot set a list", c->key);
        return false;
    }
    rt_config_root(r->s->path, root, sizeof root);
    if (rt_config_set(&r->table[k], c->text, r->s->path, r->anywhere ? NULL : root, to, why, sizeof why)) return true;
    rt_diag_error(r->d, r->s->path, c->line, c->column, "%s: %s", c->key, why);
    return false;
}

static bool apply_changes(const reading *r, const study_variant *v, scenario *to) {
    bool good = true;
    for (int i = 0; i < v->n; i++) good &= apply_change(r, &v->change[i], to);
    return good;
}

// Whether the study sets the key, for all variants or for this one.
static bool sets(const reading *r, const study_variant *v, const char *key) {
    const study_variant *const of[] = {&r->common, v};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < of[k]->n; i++)
            if (strcmp(of[k]->change[i].key, key) == 0) return true;
    return false;
}

// A variant is heaved by rules and not by the clock, unless the study names a script: where the anchor comes home at
// another time, a script stops too early or hauls too long.
static void choose_operator(const reading *r, const study_variant *v, scenario *changed) {
    if (sets(r, v, "operator.type")) return;
    bool script = sets(r, v, "operator.script");
    changed->operator.type = script ? SCENARIO_OPERATOR_SCRIPT : SCENARIO_OPERATOR_HOUSE;
}

// Makes the scenario of a variant: the base with its changes, read and checked again as a whole.
static void make_scenario(const reading *r, study_variant *v) {
    scenario changed = r->base;
    rt_text t;
    if (!apply_changes(r, &r->common, &changed) || !apply_changes(r, v, &changed)) return;
    choose_operator(r, v, &changed);
    if (rt_text_open(&t)) rt_config_write(t.file, r->table, r->keys, &changed);
    char *text = rt_text_close(&t);
    rt_diag *own = calloc(1, sizeof *own);
    bool good = text && own;
    if (!good || scenario_load_text(text, r->s->base, r->anywhere, &v->scenario, own) != RT_OK) {
        const char *why = own && strstr(own->text, "error: ") ? strstr(own->text, "error: ") + 7 : "no memory";
        rt_diag_error(r->d, r->s->path, v->line, 0, "variant '%s': %.*s", v->name, (int)strcspn(why, "\n"), why);
    }
    free(own);
    free(text);
}

// Reads the name of a variant, which is also the name of its picture's file.
static void read_name(const reading *r, study_variant *v, const yaml_node_t *map) {
    for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        const yaml_node_t *value = node(r, p->value);
        if (strcmp(rt_yaml_text(node(r, p->key)), "name") != 0) continue;
        const char *text = value->type == YAML_SCALAR_NODE ? rt_yaml_text(value) : "";
        char shown[4 * STUDY_NAME];
        bool plain = strlen(text) < STUDY_NAME && strcmp(rt_plain(shown, sizeof shown, text), text) == 0;
        if (!*text || !plain || strchr(text, '/') || *text == '.')
            error_at(r, value, "name: expected a short name without '/', control characters and a leading '.'");
        else
            snprintf(v->name, sizeof v->name, "%s", text);
        for (study_variant *other = r->s->variant; *text && other < v; other++)
            if (strcmp(other->name, text) == 0) error_at(r, value, "name: another variant has this name");
        return;
    }
    error_at(r, map, "a variant needs a name");
}

static void read_variants(reading *r, const yaml_node_t *list) {
    if (!list || list->type != YAML_SEQUENCE_NODE || list->data.sequence.items.start == list->data.sequence.items.top) {
        rt_diag_error(r->d, r->s->path, list ? rt_yaml_line(list) : 0, 0,
                      "variants: expected a list of mappings, each with a name and the keys that it sets");
        return;
    }
    long n = list->data.sequence.items.top - list->data.sequence.items.start;
    r->s->variant = n <= STUDY_VARIANTS ? calloc((size_t)n, sizeof *r->s->variant) : NULL;
    if (!r->s->variant) {
        rt_diag_error(r->d, r->s->path, rt_yaml_line(list), 0, "variants: expected at most %d, found %ld",
                      STUDY_VARIANTS, n);
        return;
    }
    for (long i = 0; i < n; i++) {
        const yaml_node_t *map = node(r, list->data.sequence.items.start[i]);
        study_variant *v = &r->s->variant[r->s->n++];
        v->line = rt_yaml_line(map);
        if (map->type != YAML_MAPPING_NODE) {
            error_at(r, map, "expected a variant: a mapping of a name and the keys that it sets");
            continue;
        }
        read_name(r, v, map);
        read_changes(r, v, map, "");
        make_scenario(r, v);
    }
}

static void read_text(const reading *r, const yaml_node_t *value, const char *name, char *to) {
    if (value && value->type == YAML_SCALAR_NODE && strlen(rt_yaml_text(value)) < RT_CONFIG_TEXT)
        snprintf(to, RT_CONFIG_TEXT, "%s", rt_yaml_text(value));
    else if (value)
        rt_diag_error(r->d, r->s->path, rt_yaml_line(value), 0, "%s: expected one text", name);
}

static rt_status read_base(reading *r, const yaml_node_t *value) {
    char copy[RT_CONFIG_TEXT], name[RT_CONFIG_TEXT] = "";
    if (!value) rt_diag_error(r->d, r->s->path, 0, 0, "key 'base' is missing: the scenario that is varied");
    read_text(r, value, "base", name);
    if (!name[0]) return RT_ERR_FORMAT;
    snprintf(copy, sizeof copy, "%s", r->s->path);
    int n = name[0] == '/' ? snprintf(r->s->base, RT_CONFIG_TEXT, "%s", name)
                           : snprintf(r->s->base, RT_CONFIG_TEXT, "%s/%s", dirname(copy), name);
    if (n < 0 || n >= RT_CONFIG_TEXT) {
        rt_diag_error(r->d, r->s->path, 0, 0, "base: the path is too long");
        return RT_ERR_FILE;
    }
    char root[RT_CONFIG_TEXT + 8];
    rt_config_root(r->s->path, root, sizeof root);
    if (!r->anywhere && access(r->s->base, F_OK) == 0 && !rt_config_path_inside(r->s->base, root)) {
        rt_diag_error(r->d, r->s->path, rt_yaml_line(value), rt_yaml_column(value),
                      "base: '%s' leaves the configuration root '%s'; --anywhere allows it", name, root);
        return RT_ERR_FORMAT;
    }
    rt_status status = scenario_load(r->s->base, r->anywhere, &r->base, r->d);
    if (status != RT_OK) return status;
    r->keys = scenario_keys(&r->base, r->table);
    if (!r->base.model_line) return RT_OK;
    rt_diag_error(r->d, r->s->path, rt_yaml_line(value), 0, "base: expected a ship's scenario, found a mechanism");
    scenario_free(&r->base);
    return RT_ERR_FORMAT;
}

static void read_top(reading *r, const yaml_node_t *top) {
    static const char *const known[] = {"title", "base", "common", "variants"};
    const yaml_node_t *value[4] = {0};
    for (yaml_node_pair_t *p = top->data.mapping.pairs.start; p < top->data.mapping.pairs.top; p++) {
        const yaml_node_t *name = node(r, p->key);
        int k = 0;
        while (k < 4 && strcmp(known[k], rt_yaml_text(name)) != 0) k++;
        if (k < 4)
            value[k] = node(r, p->value);
        else
            rt_diag_error(r->d, r->s->path, rt_yaml_line(name), rt_yaml_column(name),
                          "unknown key '%s' of a study: expected title, base, common or variants", rt_yaml_text(name));
    }
    read_text(r, value[0], "title", r->s->title);
    if (read_base(r, value[1]) != RT_OK) return;
    if (value[2] && value[2]->type == YAML_MAPPING_NODE)
        read_changes(r, &r->common, value[2], "");
    else if (value[2])
        error_at(r, value[2], "common: expected a mapping of a scenario's keys");
    read_variants(r, value[3]);
    scenario_free(&r->base);
}

rt_status study_load(const char *file, bool anywhere, study *s, rt_diag *d) {
    yaml_document_t doc;
    int errors = d->errors;
    memset(s, 0, sizeof *s);
    snprintf(s->path, sizeof s->path, "%s", file);
    rt_status status = rt_yaml_load(file, RT_YAML_BYTES, &doc, d);
    if (status != RT_OK) return status;
    reading *r = calloc(1, sizeof *r);
    const yaml_node_t *top = yaml_document_get_root_node(&doc);
    if (r) *r = (reading){.s = s, .doc = &doc, .anywhere = anywhere, .d = d};
    if (r && top && top->type == YAML_MAPPING_NODE)
        read_top(r, top);
    else
        rt_diag_error(d, file, 0, 0, r ? "expected a study: a mapping of title, base and variants" : "no memory");
    if (r) free(r->common.change);
    free(r);
    yaml_document_delete(&doc);
    if (d->errors == errors) return RT_OK;
    study_free(s);
    return RT_ERR_FORMAT;
}

void study_free(study *s) {
    for (int k = 0; k < s->n; k++) {
        scenario_free(&s->variant[k].scenario);
        free(s->variant[k].change);
    }
    free(s->variant);
    s->variant = NULL;
    s->n = 0;
}
