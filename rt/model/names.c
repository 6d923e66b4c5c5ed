// SPDX-License-Identifier: MIT
// Resolves the names of a mechanism; makes its messages.
#include "rt/model/private.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HINTS 100 // errors after which no nearest name is searched: the messages no longer fit in rt_diag

const char *model_kind_name(int kind) {
    static const char *const name[] = {"point",  "vector",        "body",  "joint",    "coordinate",
                                       "driver", "force element", "shape", "material", "contact"};
    int k = 0;
    while (k < 9 && !(kind >> k & 1)) k++;
    return name[k];
}

void model_set_entry(model_check *c, const void *item, const char *what, const rt_name *name) {
    c->item = item;
    snprintf(c->who, sizeof c->who, "%s '%s'", what, name->text);
}

void model_report_fault(const model_check *c, const char *format, ...) {
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    rt_diag_error(c->d, c->file, c->item->line, c->item->column, "%s: %s", c->who, text);
}

static int compare_names(const void *a, const void *b) {
    const rt_name *x = ((const model_entry *)a)->name, *y = ((const model_entry *)b)->name;
    int order = strcmp(x->text, y->text);
    if (order == 0) order = (x->line > y->line) - (x->line < y->line);
    return order ? order : (x->column > y->column) - (x->column < y->column);
}

static int fill_entries(model_entry *e, const scenario_model *m) {
    int n = 0;
#define ADD(list, what)                                                                                                \
    for (int i = 0; i < m->list.n; i++) e[n++] = (model_entry){&m->list.item[i].name, what, i}
    ADD(points, SCENARIO_POINT);
    ADD(vectors, SCENARIO_VECTOR);
    ADD(bodies, SCENARIO_BODY);
    ADD(joints, SCENARIO_JOINT);
    ADD(coordinates, SCENARIO_COORDINATE);
    ADD(drivers, SCENARIO_DRIVER);
    ADD(forces, SCENARIO_FORCE);
    ADD(shapes, SCENARIO_SHAPE);
    ADD(materials, SCENARIO_MATERIAL);
    ADD(contacts, SCENARIO_CONTACT);
#undef ADD
    return n;
}

bool model_names_collect(model_check *c) {
    const scenario_model *m = c->m;
    size_t n = (size_t)m->points.n + (size_t)m->vectors.n + (size_t)m->bodies.n + (size_t)m->joints.n +
               (size_t)m->coordinates.n + (size_t)m->drivers.n + (size_t)m->forces.n + (size_t)m->shapes.n +
               (size_t)m->materials.n + (size_t)m->contacts.n;
    c->entry = calloc(n + 1, sizeof *c->entry);
    if (!c->entry) {
        rt_diag_error(c->d, c->file, 0, 0, "no memory for %zu names", n);
        return false;
    }
    c->n = fill_entries(c->entry, m);
    qsort(c->entry, (size_t)c->n, sizeof *c->entry, compare_names); // unique: no two names share a line
    for (int i = 0; i < c->n; i++) {
        const rt_name *name = c->entry[i].name;
        if (strchr(name->text, '+'))
            rt_diag_error(c->d, c->file, name->line, name->column,
                          "the name '%s' has a '+', which is for references to a repeated entry", name->text);
        else if (strcmp(name->text, "ground") == 0)
            rt_diag_error(c->d, c->file, name->line, name->column, "the name 'ground' is reserved for what is fixed");
        else if (i > 0 && strcmp(name->text, c->entry[i - 1].name->text) == 0)
            rt_diag_error(c->d, c->file, name->line, name->column, "the name '%s' is already used by the %s in line %d",
                          name->text, model_kind_name(c->entry[i - 1].kind), c->entry[i - 1].name->line);
    }
    return true;
}

static const model_entry *find_entry(const model_check *c, const char *text) {
    int low = 0, high = c->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(c->entry[middle].name->text, text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->n && strcmp(c->entry[low].name->text, text) == 0 ? &c->entry[low] : NULL;
}

static const char *find_nearest(const model_check *c, const char *text, unsigned wanted) {
    const char **choice = c->d->errors < HINTS ? calloc((size_t)c->n + 1, sizeof *choice) : NULL;
    if (!choice) return NULL;
    for (int i = 0; i < c->n; i++)
        if (c->entry[i].kind & (int)wanted) choice[i] = c->entry[i].name->text;
    const char *near = rt_find_nearest(text, choice, c->n);
    free(choice);
    return near;
}

int model_resolve(const model_check *c, const rt_name *name, unsigned wanted, bool ground, int *kind) {
    if (!*name->text) return SCENARIO_NONE;
    if (ground && strcmp(name->text, "ground") == 0) return SCENARIO_GROUND;
    const model_entry *e = find_entry(c, name->text);
    if (e && (e->kind & (int)wanted)) {
        if (kind) *kind = e->kind;
        return e->index;
    }
    bool single = (wanted & (wanted - 1)) == 0;
    const char *what = single ? model_kind_name((int)wanted) : "part with such a value";
    if (e) {
        rt_diag_error(c->d, c->file, name->line, name->column, "%s: expected a %s, '%s' is the %s of line %d", c->who,
                      what, name->text, model_kind_name(e->kind), e->name->line);
        return SCENARIO_NONE;
    }
    if (strcmp(name->text, "ground") == 0) {
        rt_diag_error(c->d, c->file, name->line, name->column, "%s: expected a %s, found ground", c->who, what);
        return SCENARIO_NONE;
    }
    const char *near = find_nearest(c, name->text, wanted);
    rt_diag_error(c->d, c->file, name->line, name->column, "%s: there is no %s '%s'%s%s%s", c->who,
                  single ? what : "part", name->text, near ? "; did you mean '" : "", near ? near : "",
                  near ? "'?" : "");
    return SCENARIO_NONE;
}

void model_resolve_all(const model_check *c, const rt_names *names, unsigned wanted, int *index, int most) {
    for (int i = 0; i < most; i++)
        index[i] = i < names->n ? model_resolve(c, &names->name[i], wanted, false, NULL) : SCENARIO_NONE;
}

void model_resolve_pair(const model_check *c, const rt_names *names, unsigned wanted, bool ground, int index[2]) {
    for (int i = 0; i < 2; i++)
        index[i] = i < names->n ? model_resolve(c, &names->name[i], wanted, ground, NULL) : SCENARIO_NONE;
}

bool model_has_word(const char *words, const char *word) {
    size_t n = strlen(word);
    for (const char *at = words; at && (at = strstr(at, word)); at += n)
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == 0)) return true;
    return false;
}

void model_check_keys(const model_check *c, const rt_list *list, const model_rule *rule, const char *what) {
    int found = 0;
    for (int k = 0; k < list->n; k++) {
        const char *key = list->keys[k].path;
        bool given = rt_config_is_given(list, c->item, key), one = model_has_word(rule->one, key);
        found += given && one;
        if (!given && model_has_word(rule->needs, key))
            model_report_fault(c, "key '%s' is missing: %s", key, list->keys[k].help);
        else if (given && !one && !model_has_word("name kind repeat", key) && !model_has_word(rule->needs, key) &&
                 !model_has_word(rule->may, key))
            model_report_fault(c, "key '%s' does not fit a %s", key, what);
    }
    if (rule->one && found != 1)
        model_report_fault(c, "expected exactly one of the keys %s, found %s", rule->one, found ? "more" : "none");
}

bool model_check_count(const model_check *c, const char *key, const rt_names *names, int low, int high) {
    if (names->n >= low && names->n <= high) return true;
    if (low == high)
        model_report_fault(c, "%s: expected %d, found %d", key, low, names->n);
    else
        model_report_fault(c, "%s: expected %d .. %d, found %d", key, low, high, names->n);
    return false;
}

bool model_check_direction(const model_check *c, const char *key, double v[3]) {
    double size = fmax(fmax(fabs(v[0]), fabs(v[1])), fabs(v[2]));
    if (size == 0) {
        model_report_fault(c, "%s: expected a direction, found the zero vector", key);
        return false;
    }
    vec3 u = vec3_unit(vec3_make(v[0] / size, v[1] / size, v[2] / size)); // the square of a tiny vector would underflow
    v[0] = u.x, v[1] = u.y, v[2] = u.z;
    return true;
}

const char *model_choice_name(const rt_list *list, const char *key, int k, char *buffer, size_t size) {
    int i = 0;
    while (strcmp(list->keys[i].path, key) != 0) i++;
    const char *at = list->keys[i].of;
    for (; k > 0; k--) at = strchr(at, '|') + 1;
    snprintf(buffer, size, "%.*s", (int)strcspn(at, "|"), at);
    return buffer;
}
