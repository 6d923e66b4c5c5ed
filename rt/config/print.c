// SPDX-License-Identifier: MIT
#include "rt/config/value.h"
#include <string.h>

static void print_kind(FILE *f, const rt_key *k) {
    const char *unit = k->unit && strcmp(k->unit, "1") ? k->unit : "";
    switch (k->kind) {
    case RT_KEY_NUMBER:
        fprintf(f, *unit ? "number [%s]" : "number", unit);
        break;
    case RT_KEY_VECTOR:
    case RT_KEY_QUATERNION:
        fprintf(f, *unit ? "list of %d numbers [%s]" : "list of %d numbers", rt_value_numbers(k->kind), unit);
        break;
    case RT_KEY_INT:
        fputs("whole number", f);
        break;
    case RT_KEY_BOOL:
        fputs("true or false", f);
        break;
    case RT_KEY_ENUM:
        fprintf(f, "one of %s", (const char *)k->of);
        break;
    case RT_KEY_TEXT:
        fputs("text", f);
        break;
    case RT_KEY_PATH:
        fputs("path", f);
        break;
    case RT_KEY_NAME:
        fputs("name", f);
        break;
    case RT_KEY_NAMES:
        fprintf(f, "list of %.10g .. %.10g names", k->min, k->max);
        break;
    case RT_KEY_LIST:
        fprintf(f, "list of %.10g .. %.10g mappings, each with", k->min, k->max);
        break;
    case RT_KEY_RETIRED:
        break;
    }
    if (k->kind == RT_KEY_NUMBER || rt_value_numbers(k->kind) || k->kind == RT_KEY_INT)
        fprintf(f, ", %.10g .. %.10g", k->min, k->max);
}

static void print_keys(FILE *f, const rt_key *keys, int n, const char *prefix);

static void print_key(FILE *f, const rt_key *k, const char *prefix) {
    char path[RT_PREFIX];
    snprintf(path, sizeof path, "%s%s", prefix, k->path);
    fprintf(f, "  %-32s ", path);
    print_kind(f, k);
    if (!k->def)
        fputs("; required", f);
    else
        fprintf(f, "; default %s", *k->def ? k->def : "none");
    fprintf(f, "\n  %-32s %s\n", "", k->help);
    if (k->kind != RT_KEY_LIST) return;
    const rt_list *l = k->of;
    snprintf(path, sizeof path, "%s%s[].", prefix, k->path);
    print_keys(f, l->keys, l->n, path);
}

static void print_keys(FILE *f, const rt_key *keys, int n, const char *prefix) {
    for (int i = 0; i < n; i++) print_key(f, &keys[i], prefix);
}

// Prints a heading for each run of keys with the same first part; a list at the top is its own heading.
void rt_config_print_schema(FILE *f, const rt_key *keys, int n) {
    const char *section = "";
    size_t length = 0;
    for (int i = 0; i < n; i++) {
        const rt_key *k = &keys[i];
        size_t first = strcspn(k->path, ".");
        bool heads = k->path[first] || k->kind == RT_KEY_LIST;
        if (heads && (first != length || strncmp(k->path, section, first) != 0)) {
            section = k->path;
            length = first;
            fprintf(f, "%s%.*s:\n", i ? "\n" : "", (int)first, section);
        }
        print_key(f, k, "");
    }
}
