// SPDX-License-Identifier: MIT
#include "rt/config.h"
#include <string.h>

static void print_kind(FILE *f, const rt_key *k) {
    const char *unit = k->unit && strcmp(k->unit, "1") ? k->unit : "";
    switch (k->kind) {
    case RT_KEY_NUMBER:
        fprintf(f, *unit ? "number [%s]" : "number", unit);
        break;
    case RT_KEY_VECTOR:
        fprintf(f, *unit ? "list of 3 numbers [%s]" : "list of 3 numbers", unit);
        break;
    case RT_KEY_INT:
        fputs("whole number", f);
        break;
    case RT_KEY_BOOL:
        fputs("true or false", f);
        break;
    case RT_KEY_ENUM:
        fprintf(f, "one of %s", k->choices);
        break;
    case RT_KEY_TEXT:
        fputs("text", f);
        break;
    case RT_KEY_PATH:
        fputs("path", f);
        break;
    }
    if (k->kind == RT_KEY_NUMBER || k->kind == RT_KEY_VECTOR || k->kind == RT_KEY_INT)
        fprintf(f, ", %.10g .. %.10g", k->min, k->max);
}

// One heading for each run of keys with the same first part.
void rt_config_print_schema(FILE *f, const rt_key *keys, int n) {
    const char *section = "";
    size_t length = 0;
    for (int i = 0; i < n; i++) {
        const rt_key *k = &keys[i];
        size_t dot = strcspn(k->path, ".");
        if (k->path[dot] && (dot != length || strncmp(k->path, section, dot) != 0)) {
            section = k->path;
            length = dot;
            fprintf(f, "%s%.*s:\n", i ? "\n" : "", (int)dot, section);
        }
        fprintf(f, "  %-32s ", k->path);
        print_kind(f, k);
        if (!k->def)
            fputs("; required", f);
        else
            fprintf(f, "; default %s", *k->def ? k->def : "none");
        fprintf(f, "\n  %-32s %s\n", "", k->help);
    }
}
