// SPDX-License-Identifier: MIT
#include "dynamics/ship/rows.h"
#include "rt/base/number.h"
#include "rt/config/yaml.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)64 << 20) // a day at 10 Hz

rt_status ship_rows_open(ship_rows *r, const char *file, const char *separators, rt_diag *d) {
    size_t size = 0;
    *r = (ship_rows){.file = file, .separators = separators, .d = d};
    r->text = r->rest = rt_read_text(file, MOST_BYTES, &size, d);
    if (!r->text) return RT_ERR_FILE;
    if (strncmp(r->rest, "\xEF\xBB\xBF", 3) == 0) r->rest += 3; // the byte order mark of spreadsheets
    if (!memchr(r->text, 0, size)) return RT_OK;
    rt_diag_error(d, file, 0, 0, "expected text, found a zero byte");
    ship_rows_close(r);
    return RT_ERR_FORMAT;
}

void ship_rows_close(ship_rows *r) {
    free(r->text);
    r->text = r->rest = NULL;
}

static char *trim(char *s) {
    char *end = s + strlen(s);
    while (isspace((unsigned char)*s)) s++;
    while (end > s && isspace((unsigned char)end[-1])) *--end = 0;
    return s;
}

static void split(ship_rows *r, char *line) {
    bool commas = r->separators[1] == 0;
    r->n = 0;
    for (char *cell; (cell = strsep(&line, r->separators));) {
        if (!*cell && !commas) continue;
        if (r->n < SHIP_CELLS) r->cell[r->n] = trim(cell);
        r->n++;
    }
}

bool ship_rows_next(ship_rows *r) {
    for (char *line; (line = strsep(&r->rest, "\n"));) {
        r->line++;
        line[strcspn(line, "#")] = 0;
        line = trim(line);
        if (!*line) continue;
        split(r, line);
        return true;
    }
    return false;
}

bool ship_rows_match(ship_rows *r, const char *const *word, int n) {
    for (int k = 0; k < n; k++) {
        const char *found = k < r->n ? r->cell[k] : "nothing";
        if (strcmp(found, word[k]) == 0) continue;
        rt_diag_error(r->d, r->file, r->line, 0, "column %d: expected '%s', found '%.80s'", k + 1, word[k], found);
        return false;
    }
    if (r->n == n) return true;
    rt_diag_error(r->d, r->file, r->line, 0, "expected %d columns, found %d", n, r->n);
    return false;
}

bool ship_rows_numbers(ship_rows *r, int first, int n, double *value) {
    if (r->n != first + n) {
        rt_diag_error(r->d, r->file, r->line, 0, "expected %d values, found %d", first + n, r->n);
        return false;
    }
    for (int k = 0; k < n; k++) {
        const char *cell = r->cell[first + k], *rest;
        if (rt_number_parse(cell, &value[k], &rest) && !*rest) continue;
        rt_diag_error(r->d, r->file, r->line, 0, "value %d: expected a number, found '%.80s'", first + k + 1, cell);
        return false;
    }
    return true;
}
