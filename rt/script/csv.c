// SPDX-License-Identifier: MIT
#include "rt/config/config.h"
#include "rt/config/yaml.h"
#include "rt/script/read.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define CSV_BYTES ((size_t)64 << 20) // largest file: an hour at 1 kHz fits

enum { CELLS = RT_SCRIPT_COLUMNS };

// Cells of a line, trimmed, and their 1-based columns in the file.
typedef struct cells {
    char *text[CELLS];
    int at[CELLS];
    int n; // may exceed CELLS: the excess is only counted
} cells;

static char *trim(char *s) {
    char *end = s + strlen(s);
    while (isspace((unsigned char)*s)) s++;
    while (end > s && isspace((unsigned char)end[-1])) *--end = 0;
    return s;
}

// Splits the line in place; no cells for an empty line or a comment.
static cells split_line(char *line) {
    cells c = {.n = 0};
    char *start = line, *cell;
    line[strcspn(line, "#")] = 0;
    if (!*trim(line)) return c;
    for (char *rest = line; (cell = strsep(&rest, ",")); c.n++) {
        if (c.n >= CELLS) continue;
        c.text[c.n] = trim(cell);
        c.at[c.n] = (int)(c.text[c.n] - start) + 1;
    }
    return c;
}

// Column and unit of each cell, from the header.
typedef struct header {
    int column[CELLS];
    char unit[CELLS][80];
    int n;
} header;

// Checks a unit by converting 0: a bad unit would fail for every value of the column.
static bool check_unit(int column, const char *unit, char why[SCRIPT_WHY]) {
    double row[RT_SCRIPT_COLUMNS];
    return rt_script_set_value(row, column, "0", *unit ? unit : NULL, why);
}

static void read_header_cell(header *h, int i, char *text, const char *file, int line, int at, rt_diag *d) {
    char why[SCRIPT_WHY];
    char *open = strchr(text, '['), *close = open ? strchr(open, ']') : NULL;
    snprintf(h->unit[i], sizeof h->unit[i], "%s", "");
    if (open && close) {
        *close = *open = 0;
        snprintf(h->unit[i], sizeof h->unit[i], "%s", trim(open + 1));
    }
    const char *name = trim(text);
    h->column[i] = rt_script_column_find(name);
    if (h->column[i] < 0) {
        const char *near = rt_script_column_nearest(name);
        rt_diag_error(d, file, line, at, "unknown column '%.80s'%s%s%s", name, near ? "; did you mean '" : "",
                      near ? near : "", near ? "'?" : "");
        return;
    }
    for (int j = 0; j < i; j++)
        if (h->column[j] == h->column[i]) rt_diag_error(d, file, line, at, "column '%s' is given twice", name);
    if (!check_unit(h->column[i], h->unit[i], why)) rt_diag_error(d, file, line, at, "column '%s': %s", name, why);
}

static void read_header(header *h, cells *c, const char *file, int line, rt_diag *d) {
    if (c->n > CELLS) {
        rt_diag_error(d, file, line, 0, "expected at most %d columns, found %d", CELLS, c->n);
        return;
    }
    h->n = c->n;
    for (int i = 0; i < c->n; i++) read_header_cell(h, i, c->text[i], file, line, c->at[i], d);
    for (int k = 0; k < RT_SCRIPT_COLUMNS; k++) {
        bool found = !rt_script_column_required(k);
        for (int i = 0; i < c->n; i++) found = found || h->column[i] == k;
        if (!found) rt_diag_error(d, file, line, 0, "column '%s' is missing", rt_script_column_name(k));
    }
}

static void read_row(const header *h, const cells *c, rt_script *s, const char *file, int line, rt_diag *d) {
    double row[RT_SCRIPT_COLUMNS];
    char why[SCRIPT_WHY];
    int errors = d->errors;
    if (c->n != h->n) {
        rt_diag_error(d, file, line, 0, "expected %d values as in the header, found %d", h->n, c->n);
        return;
    }
    rt_script_row_clear(row);
    for (int i = 0; i < c->n; i++) {
        const char *unit = *h->unit[i] ? h->unit[i] : NULL;
        if (!rt_script_set_value(row, h->column[i], c->text[i], unit, why))
            rt_diag_error(d, file, line, c->at[i], "%s: %s", rt_script_column_name(h->column[i]), why);
    }
    if (d->errors == errors) rt_script_append(s, row, file, line, d);
}

rt_status rt_script_read_csv(const char *file, rt_script *s, rt_diag *d) {
    size_t size = 0;
    header h = {.n = 0};
    int line = 0, errors = d->errors;
    char *text = rt_read_text(file, CSV_BYTES, &size, d), *rest = text, *start;
    if (!text) return RT_ERR_FILE;
    if (strncmp(rest, "\xEF\xBB\xBF", 3) == 0) rest += 3; // the byte order mark of spreadsheets
    if (memchr(text, 0, size)) {
        rt_diag_error(d, file, 0, 0, "expected text, found a zero byte");
        rest = NULL;
    }
    while ((start = strsep(&rest, "\n"))) {
        line++;
        cells c = split_line(start);
        if (c.n == 0) continue;
        if (h.n > 0) {
            read_row(&h, &c, s, file, line, d);
            continue;
        }
        read_header(&h, &c, file, line, d);
        if (d->errors > errors) break; // without the header the rows cannot be read
    }
    free(text);
    return d->errors > errors ? RT_ERR_FORMAT : RT_OK;
}
