// SPDX-License-Identifier: MIT
// Writing a target structure as a file that the loader reads back to the same values, bit for bit.
#include "rt/config_value.h"
#include <assert.h>
#include <string.h>

static void write_text(FILE *f, const char *text) {
    fputc('"', f);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', f);
        if ((unsigned char)*text < ' ')
            fprintf(f, "\\x%02x", (unsigned char)*text);
        else
            fputc(*text, f);
    }
    fputc('"', f);
}

static void write_choice(FILE *f, const char *choices, int k) {
    for (; k > 0; k--) {
        choices = strchr(choices, '|');
        assert(choices);
        choices++;
    }
    fprintf(f, "%.*s", (int)strcspn(choices, "|"), choices);
}

static void write_value(FILE *f, const rt_key *k, const void *at) {
    const double *v = at;
    const rt_names *names = at;
    switch (k->kind) {
    case RT_KEY_NUMBER:
        fprintf(f, "%.17g", *v);
        break;
    case RT_KEY_VECTOR:
        fprintf(f, "[%.17g, %.17g, %.17g]", v[0], v[1], v[2]);
        break;
    case RT_KEY_INT:
        fprintf(f, "%d", *(const int *)at);
        break;
    case RT_KEY_BOOL:
        fputs(*(const bool *)at ? "true" : "false", f);
        break;
    case RT_KEY_ENUM:
        write_choice(f, k->of, *(const int *)at);
        break;
    case RT_KEY_TEXT:
    case RT_KEY_PATH:
        write_text(f, at);
        break;
    case RT_KEY_NAME:
        fputs(((const rt_name *)at)->text, f);
        break;
    case RT_KEY_NAMES:
        for (int i = 0; i < names->n; i++) fprintf(f, "%s%s", i ? ", " : "[", names->name[i].text);
        fputc(']', f);
        break;
    case RT_KEY_LIST:
        break;
    }
}

// Whether there is something to write: an optional key without a default may be left out by leaving it empty.
static bool is_empty(const rt_key *k, const void *at) {
    switch (k->kind) {
    case RT_KEY_TEXT:
    case RT_KEY_PATH:
        return *(const char *)at == 0;
    case RT_KEY_NAME:
        return ((const rt_name *)at)->text[0] == 0;
    case RT_KEY_NAMES:
    case RT_KEY_LIST:
        return ((const rt_items *)at)->n == 0;
    default:
        return k->def && !*k->def;
    }
}

// What the file gave; the rest, which has its default, as a comment, since some keys must not stand with others.
static void write_entry(FILE *f, const rt_list *l, const void *item) {
    const rt_item *head = item;
    bool first = true;
    for (int given = 1; given >= 0; given--)
        for (int k = 0; k < l->n; k++) {
            const rt_key *key = &l->keys[k];
            const void *at = (const char *)item + key->offset;
            if ((int)(head->given >> k & 1) != given || (!given && is_empty(key, at))) continue;
            fprintf(f, "%s%s: ", !given ? "      # default: " : first ? "    - " : "      ", key->path);
            write_value(f, key, at);
            fputc('\n', f);
            first = false;
        }
}

static void write_key(FILE *f, const rt_key *k, const char *name, const void *out) {
    const void *at = (const char *)out + k->offset;
    if (is_empty(k, at)) return;
    fprintf(f, "%s%s:", name == k->path ? "" : "  ", name);
    if (k->kind == RT_KEY_LIST) {
        const rt_list *l = k->of;
        const rt_items *items = at;
        fputc('\n', f);
        for (int i = 0; i < items->n; i++) write_entry(f, l, (const char *)items->item + (size_t)i * l->size);
        return;
    }
    fputc(' ', f);
    write_value(f, k, at);
    fputc('\n', f);
}

// Whether the keys' paths begin with the same section.
static bool same_section(const rt_key *a, const rt_key *b) {
    size_t n = strcspn(a->path, ".");
    return a->path[n] && strncmp(a->path, b->path, n + 1) == 0;
}

void rt_config_write(FILE *f, const rt_key *keys, int n, const void *out) {
    for (int i = 0; i < n; i++) {
        size_t section = strcspn(keys[i].path, ".");
        bool done = false;
        for (int k = 0; k < i && !done; k++) done = same_section(&keys[i], &keys[k]);
        if (done) continue;
        if (!keys[i].path[section]) {
            write_key(f, &keys[i], keys[i].path, out);
            continue;
        }
        fprintf(f, "%.*s:\n", (int)section, keys[i].path);
        for (int k = i; k < n; k++)
            if (same_section(&keys[i], &keys[k])) write_key(f, &keys[k], keys[k].path + section + 1, out);
    }
}

void rt_config_paths(const rt_key *keys, int n, const void *out, void (*see)(void *ctx, const char *path), void *ctx) {
    for (int i = 0; i < n; i++) {
        const void *at = (const char *)out + keys[i].offset;
        if (keys[i].kind == RT_KEY_PATH && *(const char *)at) see(ctx, at);
        if (keys[i].kind != RT_KEY_LIST) continue;
        const rt_list *l = keys[i].of;
        const rt_items *items = at;
        for (int k = 0; k < items->n; k++)
            rt_config_paths(l->keys, l->n, (const char *)items->item + (size_t)k * l->size, see, ctx);
    }
}
