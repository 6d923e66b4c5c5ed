// SPDX-License-Identifier: MIT
// Repeated entries: `repeat: N` makes N copies, whose names get the numbers 1 .. N. In copy k the name X of another
// repeated entry is its copy k, and X+s its copy k + s; any other name stays.
#include "rt/model/private.h"
#include <stdlib.h>
#include <string.h>

#define FAR 1e6 // more than any number of copies

typedef RT_ITEMS(char) items; // layout of every list

typedef struct base {
    const rt_name *name;
    int times;
} base;

typedef struct expansion {
    const model_check *c;
    base *base; // every repeated entry, sorted by name (n)
    int n;
} expansion;

static int key_of(const rt_list *l, const char *path) {
    int k = 0;
    while (k < l->n && strcmp(l->keys[k].path, path) != 0) k++;
    return k;
}

static const rt_name *name_of(const rt_list *l, const char *entry) {
    return (const rt_name *)(const void *)(entry + l->keys[key_of(l, "name")].offset);
}

static const scenario_repeat *repeat_of(const rt_list *l, const char *entry) {
    int k = key_of(l, "repeat");
    bool given = k < l->n && ((const rt_item *)(const void *)entry)->given >> k & 1;
    return given ? (const scenario_repeat *)(const void *)(entry + l->keys[k].offset) : NULL;
}

static int compare_bases(const void *a, const void *b) {
    return strcmp(((const base *)a)->name->text, ((const base *)b)->name->text);
}

static const base *find_base(const expansion *x, const char *name) {
    rt_name copy = {.line = 0};
    snprintf(copy.text, sizeof copy.text, "%s", name);
    const base wanted = {&copy, 0};
    return bsearch(&wanted, x->base, (size_t)x->n, sizeof *x->base, compare_bases);
}

// Sets the name of copy k of an entry, or that of its neighbours.
static bool number_name(rt_name *name, const char *text, int k) {
    char number[16];
    int digits = snprintf(number, sizeof number, "%d", k);
    size_t length = strlen(text);
    if (length + (size_t)digits >= sizeof name->text) return false;
    memmove(name->text, text, length);
    memcpy(name->text + length, number, (size_t)digits + 1);
    return true;
}

// Resolves a reference in copy k.
static void resolve_reference(const expansion *x, rt_name *name, int k) {
    char text[RT_CONFIG_NAME];
    snprintf(text, sizeof text, "%s", name->text);
    char *plus = strchr(text, '+');
    int shift = plus ? (int)fmin(strtod(plus + 1, NULL), FAR) : 0;
    if (plus) *plus = 0;
    const base *b = find_base(x, text);
    if (!b) return;
    if (k + shift > b->times)
        rt_diag_error(x->c->d, x->c->file, name->line, name->column,
                      "copy %d refers to '%s%d', and '%s' in line %d has %d copies", k, text, k + shift, text,
                      b->name->line, b->times);
    else
        number_name(name, text, k + shift); // shorter than the copy's own name, which fitted
}

// Copies what an entry owns: its names and its lists, whose entries own nothing.
static bool copy_owned(const rt_list *l, char *entry) {
    bool good = true;
    for (int i = 0; i < l->n; i++) {
        const rt_key *key = &l->keys[i];
        if (key->kind != RT_KEY_NAMES && key->kind != RT_KEY_LIST) continue;
        size_t each = key->kind == RT_KEY_LIST ? ((const rt_list *)key->of)->size : sizeof(rt_name);
        items own, none = {NULL, 0};
        memcpy(&own, entry + key->offset, sizeof own);
        memcpy(entry + key->offset, &none, sizeof none);
        if (own.n == 0) continue;
        char *copy = malloc((size_t)own.n * each);
        good = good && copy;
        if (!copy) continue;
        memcpy(copy, own.item, (size_t)own.n * each);
        own.item = copy;
        memcpy(entry + key->offset, &own, sizeof own);
    }
    return good;
}

// Makes an entry its copy k: name, references and place.
static void number_entry(const expansion *x, const rt_list *l, char *entry, const scenario_repeat *r, int k) {
    const rt_name *own = name_of(l, entry);
    for (int i = 0; i < l->n; i++) {
        void *at = entry + l->keys[i].offset;
        rt_names *names = at;
        if (l->keys[i].kind == RT_KEY_NAME && at != (const void *)own) resolve_reference(x, at, k);
        for (int n = 0; l->keys[i].kind == RT_KEY_NAMES && n < names->n; n++) resolve_reference(x, &names->name[n], k);
    }
    rt_name *name = (rt_name *)(void *)(entry + l->keys[key_of(l, "name")].offset);
    if (!number_name(name, name->text, k))
        rt_diag_error(x->c->d, x->c->file, name->line, name->column,
                      "the name '%s' with its number is too long: expected fewer than %d characters", name->text,
                      RT_CONFIG_NAME);
    int at = key_of(l, "at");
    double *place = at < l->n ? (double *)(void *)(entry + l->keys[at].offset) : NULL;
    for (int i = 0; place && i < 3; i++) place[i] += (k - 1) * r->offset[i];
}

static int count_copies(const rt_list *l, const items *list) {
    int n = 0;
    for (int i = 0; i < list->n; i++) {
        const scenario_repeat *r = repeat_of(l, list->item + (size_t)i * l->size);
        n += r ? r->times : 1;
    }
    return n;
}

static void free_items(const rt_list *l, items *list) {
    for (int i = 0; i < list->n; i++) rt_config_free(l->keys, l->n, list->item + (size_t)i * l->size);
    free(list->item);
    *list = (items){NULL, 0};
}

// Replaces the list by one with all copies. False with a message: no memory, or too many.
static bool expand_list(const expansion *x, const rt_key *key, char *at) {
    const rt_list *l = key->of;
    items old, list = {NULL, 0};
    memcpy(&old, at, sizeof old);
    int n = count_copies(l, &old);
    if (n == old.n && key_of(l, "repeat") == l->n) return true;
    if (n > key->max) {
        rt_diag_error(x->c->d, x->c->file, 0, 0, "%s: expected at most %.10g entries with all copies, found %d",
                      key->path, key->max, n);
        return false;
    }
    list.item = calloc((size_t)n + 1, l->size);
    bool good = list.item != NULL;
    for (int i = 0; i < old.n && good; i++) {
        const char *from = old.item + (size_t)i * l->size;
        const scenario_repeat *r = repeat_of(l, from);
        for (int k = 1; k <= (r ? r->times : 1) && good; k++) {
            char *to = list.item + (size_t)list.n++ * l->size;
            memcpy(to, from, l->size);
            good = copy_owned(l, to);
            if (good && r) number_entry(x, l, to, r, k);
        }
    }
    if (!good) rt_diag_error(x->c->d, x->c->file, 0, 0, "%s: no memory for %d copies", key->path, n);
    items *rest = good ? &old : &list;
    memcpy(at, good ? &list : &old, sizeof old);
    if (rest->item) free_items(l, rest);
    return good;
}

// Collects the repeated entries of all lists into `to` (NULL: none); returns their number.
static int collect_bases(const rt_key *keys, int n, const scenario_model *m, base *to) {
    int count = 0;
    for (int k = 0; k < n; k++) {
        if (keys[k].kind != RT_KEY_LIST) continue;
        items list;
        memcpy(&list, (const char *)m + keys[k].offset, sizeof list);
        for (int i = 0; i < list.n; i++) {
            const rt_list *l = keys[k].of;
            const char *entry = list.item + (size_t)i * l->size;
            const scenario_repeat *r = repeat_of(l, entry);
            if (r && to) to[count] = (base){name_of(l, entry), r->times};
            count += r != NULL;
        }
    }
    return count;
}

// Copies the names of the bases, since the lists that hold them are replaced.
static rt_name *copy_names(expansion *x) {
    rt_name *name = calloc((size_t)x->n + 1, sizeof *name);
    for (int i = 0; name && i < x->n; i++) {
        const rt_name *from = x->base[i].name;
        if (from) name[i] = *from; // always: collect_bases has set it
        x->base[i].name = &name[i];
    }
    return name;
}

bool model_expand_repeats(const model_check *c) {
    int n, before = c->d->errors;
    const rt_key *keys = scenario_model_keys(&n);
    expansion x = {.c = c, .n = collect_bases(keys, n, c->m, NULL)};
    if (x.n == 0) return true;
    x.base = calloc((size_t)x.n, sizeof *x.base);
    rt_name *names = NULL;
    if (x.base) {
        collect_bases(keys, n, c->m, x.base);
        names = copy_names(&x);
    }
    if (!names) rt_diag_error(c->d, c->file, 0, 0, "no memory for %d repeated entries", x.n);
    if (names) qsort(x.base, (size_t)x.n, sizeof *x.base, compare_bases);
    for (int k = 0; names && k < n; k++)
        if (keys[k].kind == RT_KEY_LIST && !expand_list(&x, &keys[k], (char *)c->m + keys[k].offset)) break;
    free(names);
    free(x.base);
    return c->d->errors == before;
}
