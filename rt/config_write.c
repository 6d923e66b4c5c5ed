// SPDX-License-Identifier: MIT
#include "rt/config.h"
#include <assert.h>
#include <string.h>

// A text in double quotes, so that the reader takes it as it is.
static void write_text(FILE *f, const char *text) {
    fputc('"', f);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(f, "\\%c", *c);
        else if (*c < 0x20 || *c == 0x7f)
            fprintf(f, "\\x%02x", *c);
        else
            fputc(*c, f);
    }
    fputs("\"\n", f);
}

// The choice number i of a text that separates them by '|'.
static void write_choice(FILE *f, const char *choices, int i) {
    for (; i > 0 && strchr(choices, '|'); i--) choices = strchr(choices, '|') + 1;
    fprintf(f, "%.*s\n", (int)strcspn(choices, "|"), choices);
}

static void write_value(FILE *f, const rt_key *k, const void *at) {
    double number;
    int whole = 0;
    if (k->kind == RT_KEY_INT || k->kind == RT_KEY_ENUM) memcpy(&whole, at, sizeof whole);
    switch (k->kind) {
    case RT_KEY_NUMBER:
        memcpy(&number, at, sizeof number);
        fprintf(f, "%.17g\n", number);
        break;
    case RT_KEY_INT:
        fprintf(f, "%d\n", whole);
        break;
    case RT_KEY_BOOL:
        fputs(*(const bool *)at ? "true\n" : "false\n", f);
        break;
    case RT_KEY_ENUM:
        write_choice(f, k->of, whole);
        break;
    case RT_KEY_TEXT:
    case RT_KEY_PATH:
        write_text(f, at);
        break;
    default:
        assert(!"a kind that cannot be written");
    }
}

void rt_config_write(FILE *f, const rt_key *keys, int n, const void *values) {
    const char *section = "";
    size_t length = 0;
    for (int i = 0; i < n; i++) {
        const char *path = keys[i].path;
        size_t first = strcspn(path, ".");
        if (path[first] && (first != length || strncmp(path, section, first) != 0)) {
            section = path;
            length = first;
            fprintf(f, "%.*s:\n", (int)first, section);
        }
        fprintf(f, "%s%s: ", path[first] ? "  " : "", path[first] ? path + first + 1 : path);
        write_value(f, &keys[i], (const char *)values + keys[i].offset);
    }
}
