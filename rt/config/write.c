// SPDX-License-Identifier: MIT
// Writes a target structure as a file that loads to the same values, bit for bit.
#include "rt/config/value.h"
#include <assert.h>
#include <stdlib.h>
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

// Writes 15 digits, or 17 if 15 do not read back to the same number.
static void write_number(FILE *f, double v) {
    char text[40];
    snprintf(text, sizeof text, "%.15g", v);
    if (strtod(text, NULL) != v) snprintf(text, sizeof text, "%.17g", v);
    fputs(text, f);
}

static void write_value(FILE *f, const rt_key *k, const void *at) {
    const double *v = at;
    const rt_names *names = at;
    switch (k->kind) {
    case RT_KEY_NUMBER:
        write_number(f, *v);
        break;
    case RT_KEY_VECTOR:
    case RT_KEY_QUATERNION:
        for (int i = 0; i < rt_value_numbers(k->kind); i++) {
            fputs(i ? ", " : "[", f);
            write_number(f, v[i]);
        }
        fputc(']', f);
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
    case RT_KEY_RETIRED:
        break;
    }
}

// Whether a text, path, name or list is empty.
static bool is_empty(const rt_key *k, const void *at) {
    switch (k->kind) {
    case RT_KEY_TEXT:
    case RT_KEY_PATH:
        return k->def && *(const char *)at == 0; // a required text may be empty
    case RT_KEY_NAME:
        return ((const rt_name *)at)->text[0] == 0;
    case RT_KEY_NAMES:
    case RT_KEY_LIST:
        return ((const rt_items *)at)->n == 0;
    default:
        return false;
    }
}

// A mapping to write: the table, its target and, for a list's entry, the given keys.
typedef struct mapping {
    FILE *f;
    const rt_key *keys;
    int n;
    const void *out;
    const rt_item *item; // NULL at the top
} mapping;

static const void *value_of(const mapping *m, int k) { return (const char *)m->out + m->keys[k].offset; }

// Whether to write a key. In a list's entry only keys from the file, since some keys exclude each other.
static bool is_to_write(const mapping *m, int k) {
    bool given = !m->item || (m->item->given >> k & 1);
    return given && !is_empty(&m->keys[k], value_of(m, k));
}

static void write_mapping(const mapping *m, int indent);

static void write_entries(FILE *f, const rt_list *l, const rt_items *items, int indent) {
    for (int i = 0; i < items->n; i++) {
        const void *entry = (const char *)items->item + (size_t)i * l->size;
        fprintf(f, "%s%*s-\n", i ? "" : "\n", indent, "");
        write_mapping(&(mapping){f, l->keys, l->n, entry, entry}, indent + 2);
    }
}

static void write_key(const mapping *m, int k, const char *name, int indent) {
    const rt_key *key = &m->keys[k];
    const void *at = value_of(m, k);
    if (!is_to_write(m, k)) { // a comment for the human reader
        if (!is_empty(key, at) && key->def && *key->def) {
            fprintf(m->f, "%*s# default: %s: ", indent, "", key->path);
            write_value(m->f, key, at);
            fputc('\n', m->f);
        }
        return;
    }
    fprintf(m->f, "%*s%s:", indent, "", name);
    if (key->kind == RT_KEY_LIST) {
        write_entries(m->f, key->of, at, indent + 2);
    } else {
        fputc(' ', m->f);
        write_value(m->f, key, at);
        fputc('\n', m->f);
    }
}

// Whether the path of `key` begins with the first n characters of the path of `of`.
static bool has_prefix(const rt_key *key, const rt_key *of, size_t n) { return strncmp(key->path, of->path, n) == 0; }

// Writes the keys whose paths begin with the first n characters of the path of key `of`: "" or a section and its '.'.
// The keys of a section come together, wherever the table has them; a section may hold sections.
static void write_section(const mapping *m, int of, size_t n, int indent) {
    for (int i = of; i < m->n; i++) {
        if (!has_prefix(&m->keys[i], &m->keys[of], n)) continue;
        const char *name = m->keys[i].path + n;
        size_t length = strcspn(name, "."), inner = n + length + 1;
        bool done = false, any = false;
        if (!name[length]) {
            write_key(m, i, name, indent);
            continue;
        }
        for (int k = of; k < i && !done; k++) done = has_prefix(&m->keys[k], &m->keys[i], inner);
        if (done) continue;
        for (int k = i; k < m->n; k++) any = any || (has_prefix(&m->keys[k], &m->keys[i], inner) && is_to_write(m, k));
        if (any) fprintf(m->f, "%*s%.*s:\n", indent, "", (int)length, name);
        write_section(m, i, inner, indent + 2);
    }
}

static void write_mapping(const mapping *m, int indent) {
    if (m->n > 0) write_section(m, 0, 0, indent);
}

void rt_config_format_value(const rt_key *k, const void *out, char *text, size_t size) {
    const void *at = (const char *)out + k->offset;
    FILE *f = fmemopen(text, size, "w");
    text[0] = 0;
    if (!f) return;
    if (k->kind == RT_KEY_TEXT || k->kind == RT_KEY_PATH)
        fputs(at, f);
    else
        write_value(f, k, at);
    fclose(f);
    text[size - 1] = 0;
}

void rt_config_write(FILE *f, const rt_key *keys, int n, const void *out) {
    write_mapping(&(mapping){f, keys, n, out, NULL}, 0);
}

void rt_config_visit_paths(const rt_key *keys, int n, const void *out, void (*visit)(void *ctx, const char *path),
                           void *ctx) {
    for (int i = 0; i < n; i++) {
        const void *at = (const char *)out + keys[i].offset;
        if (keys[i].kind == RT_KEY_PATH && *(const char *)at) visit(ctx, at);
        if (keys[i].kind != RT_KEY_LIST) continue;
        const rt_list *l = keys[i].of;
        const rt_items *items = at;
        for (int k = 0; k < items->n; k++)
            rt_config_visit_paths(l->keys, l->n, (const char *)items->item + (size_t)k * l->size, visit, ctx);
    }
}
