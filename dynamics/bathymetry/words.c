// SPDX-License-Identifier: MIT
#include "dynamics/bathymetry/words.h"
#include "rt/base/number.h"
#include "rt/base/plain.h"
#include "rt/file/input_file.h"
#include <math.h>
#include <string.h>

words words_of(FILE *stream, const char *file, rt_diag *d) {
    return (words){.file = file, .d = d, .line = 1, .next = 1, .stream = stream};
}

rt_status words_open(words *w, const char *file, rt_diag *d) {
    char why[RT_INPUT_WHY];
    *w = words_of(rt_input_open_stream(file, why), file, d);
    if (w->stream) return RT_OK;
    rt_diag_error(d, file, 0, 0, "cannot open the bathymetry: %s", why);
    return RT_ERR_FILE;
}

void words_close(words *w) {
    if (w->stream) fclose(w->stream);
    w->stream = NULL;
}

static int read_character(words *w) {
    int c = getc(w->stream);
    w->next += c == '\n';
    return c;
}

static void skip_to_line_end(words *w) {
    int c;
    do c = read_character(w);
    while (c != '\n' && c != EOF);
}

static bool separates(int c) { return c == 0 || strchr(" \t\r\n,;", c); }

bool words_next(words *w) {
    int n = 0, c = read_character(w);
    while (c != EOF && (separates(c) || c == '#')) {
        if (c == '#') skip_to_line_end(w);
        c = read_character(w);
    }
    if (c != EOF) w->line = w->next;
    while (c != EOF && !separates(c)) {
        if (n < WORDS_LONGEST) w->text[n++] = (char)c;
        c = getc(w->stream);
    }
    if (c != EOF) ungetc(c, w->stream);
    w->text[n] = 0;
    return n > 0;
}

void words_skip_line(words *w) {
    if (w->next == w->line) skip_to_line_end(w);
}

bool words_number(const words *w, const char *expected, double most, double *value) {
    const char *rest;
    char shown[4 * WORDS_LONGEST];
    if (rt_number_parse(w->text, value, &rest) && *rest == 0 && fabs(*value) <= most) return true;
    rt_diag_error(w->d, w->file, w->line, 0, "expected %s, a number of at most %g in size; found '%s'", expected, most,
                  rt_plain(shown, sizeof shown, w->text));
    return false;
}
