// SPDX-License-Identifier: MIT
#include "rt/file/json.h"
#include "rt/base/plain.h"
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

rt_status rt_json_open(rt_json *j, const char *path, rt_diag *d) {
    memset(j, 0, sizeof *j);
    rt_status status = rt_whole_open(&j->whole, path, d);
    j->file = j->whole.file;
    return status;
}

static void write_quoted(FILE *f, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    fputc('"', f);
    while (*s) {
        int n = rt_utf8_length((const char *)s);
        if (n == 0)
            fputs("\\ufffd", f);
        else if (*s == '"' || *s == '\\')
            fprintf(f, "\\%c", *s);
        else if (*s == '\n')
            fputs("\\n", f);
        else if (*s < 0x20 || *s == 0x7F)
            fprintf(f, "\\u%04x", *s);
        else
            fwrite(s, 1, (size_t)n, f);
        s += n ? n : 1;
    }
    fputc('"', f);
}

static void new_line(rt_json *j) { fprintf(j->file, "\n%*s", 2 * j->depth, ""); }

// Writes the comma, new line and key before an entry.
static void begin_entry(rt_json *j, const char *key) {
    if (j->depth == 0) {
        assert(!key && !j->complete);
        return;
    }
    int top = j->depth - 1;
    assert(!key == j->array[top]);
    if (j->filled[top]) fputc(',', j->file);
    j->filled[top] = true;
    new_line(j);
    if (key) {
        write_quoted(j->file, key);
        fputs(": ", j->file);
    }
}

static void begin_group(rt_json *j, const char *key, bool array) {
    assert(j->depth < RT_JSON_DEPTH);
    begin_entry(j, key);
    fputc(array ? '[' : '{', j->file);
    j->array[j->depth] = array;
    j->filled[j->depth++] = false;
}

void rt_json_object(rt_json *j, const char *key) { begin_group(j, key, false); }

void rt_json_array(rt_json *j, const char *key) { begin_group(j, key, true); }

void rt_json_end(rt_json *j) {
    assert(j->depth > 0);
    j->depth--;
    if (j->filled[j->depth]) new_line(j);
    fputc(j->array[j->depth] ? ']' : '}', j->file);
    if (j->depth == 0) {
        j->complete = true;
        fputc('\n', j->file);
    }
}

void rt_json_number(rt_json *j, const char *key, double v) {
    char text[32] = "null";
    if (isfinite(v))
        for (int digits = 15; digits <= 17; digits++) {
            snprintf(text, sizeof text, "%.*g", digits, v);
            if (strtod(text, NULL) == v) break;
        }
    begin_entry(j, key);
    fputs(text, j->file);
}

void rt_json_int(rt_json *j, const char *key, int64_t v) {
    begin_entry(j, key);
    fprintf(j->file, "%" PRId64, v);
}

void rt_json_bool(rt_json *j, const char *key, bool v) {
    begin_entry(j, key);
    fputs(v ? "true" : "false", j->file);
}

void rt_json_text(rt_json *j, const char *key, const char *v) {
    begin_entry(j, key);
    if (v)
        write_quoted(j->file, v);
    else
        fputs("null", j->file);
}

rt_status rt_json_close(rt_json *j, rt_diag *d) {
    assert(j->depth == 0 && j->complete);
    return rt_whole_close(&j->whole, d);
}
