// SPDX-License-Identifier: MIT
#include "rt/file/pairs.h"
#include "rt/base/number.h"
#include "rt/file/input_file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *path, *row;
    FILE *file;
    double (*pair)[2];
    int n, room, max, line;
} reader;

static bool at_end(const char *s) { return s[strspn(s, " \t\r\n")] == 0; }

// Two numbers and a comma between them, nothing else.
static bool parse_pair(const char *text, double pair[2]) {
    const char *after;
    text += strspn(text, " \t");
    if (!rt_number_parse(text, &pair[0], &after)) return false;
    after += strspn(after, " \t");
    if (*after++ != ',') return false;
    after += strspn(after, " \t");
    return rt_number_parse(after, &pair[1], &after) && at_end(after);
}

static rt_status append_pair(reader *r, const double pair[2], rt_diag *d) {
    if (r->n == r->max) {
        rt_diag_error(d, r->path, r->line, 0, "expected at most %d points, found more", r->max);
        return RT_ERR_FORMAT;
    }
    if (r->n == r->room) {
        int room = r->room ? 2 * r->room : 64;
        double(*more)[2] = realloc(r->pair, (size_t)room * sizeof *more);
        if (!more) {
            rt_diag_error(d, r->path, 0, 0, "no memory for %d points", room);
            return RT_ERR_MEMORY;
        }
        r->pair = more, r->room = room;
    }
    memcpy(r->pair[r->n++], pair, sizeof *r->pair);
    return RT_OK;
}

static rt_status read_lines(reader *r, rt_diag *d) {
    char text[256];
    rt_status status = RT_OK;
    bool named = false; // the first line with text may hold column names
    while (status == RT_OK && fgets(text, sizeof text, r->file)) {
        double pair[2];
        r->line++;
        if (text[0] == '#' || at_end(text)) continue;
        if (parse_pair(text, pair)) {
            status = append_pair(r, pair, d);
        } else if (r->n > 0 || named) {
            rt_diag_error(d, r->path, r->line, 0, "expected %s", r->row);
            status = RT_ERR_FORMAT;
        }
        named = true;
    }
    return status;
}

rt_status rt_pairs_read(const char *path, const char *what, const char *row, int max, double (**pair)[2], int *n,
                        rt_diag *d) {
    char why[RT_INPUT_WHY];
    reader r = {.path = path, .row = row, .max = max, .file = rt_input_open_stream(path, why)};
    if (!r.file) {
        rt_diag_error(d, path, 0, 0, "cannot open the %s: %s", what, why);
        return RT_ERR_FILE;
    }
    rt_status status = read_lines(&r, d);
    fclose(r.file);
    if (status != RT_OK) {
        free(r.pair);
        return status;
    }
    *pair = r.pair;
    *n = r.n;
    return RT_OK;
}
