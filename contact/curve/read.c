// SPDX-License-Identifier: MIT
// Reads the points of a contour from a CSV file.
#include "contact/curve/curve.h"
#include "rt/base/number.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct reader {
    const char *path;
    FILE *file;
    vec2 *point;
    int n, room, line;
} reader;

static bool at_end(const char *s) { return s[strspn(s, " \t\r\n")] == 0; }

// Two numbers and a comma between them, nothing else.
static bool parse_point(const char *text, vec2 *p) {
    const char *after;
    text += strspn(text, " \t");
    if (!rt_number_parse(text, &p->x, &after)) return false;
    after += strspn(after, " \t");
    if (*after++ != ',') return false;
    after += strspn(after, " \t");
    return rt_number_parse(after, &p->y, &after) && at_end(after);
}

static rt_status append_point(reader *r, vec2 p, rt_diag *d) {
    if (r->n == CONTACT_CURVE_MAX) {
        rt_diag_error(d, r->path, r->line, 0, "expected at most %d points, found more", CONTACT_CURVE_MAX);
        return RT_ERR_FORMAT;
    }
    if (r->n == r->room) {
        int room = r->room ? 2 * r->room : 64;
        vec2 *more = realloc(r->point, (size_t)room * sizeof *more);
        if (!more) {
            rt_diag_error(d, r->path, 0, 0, "no memory for %d points", room);
            return RT_ERR_MEMORY;
        }
        r->point = more, r->room = room;
    }
    r->point[r->n++] = p;
    return RT_OK;
}

static rt_status read_lines(reader *r, double scale, rt_diag *d) {
    char text[256];
    rt_status status = RT_OK;
    while (status == RT_OK && fgets(text, sizeof text, r->file)) {
        vec2 p;
        r->line++;
        if (text[0] == '#' || at_end(text)) continue;
        if (parse_point(text, &p)) {
            status = append_point(r, vec2_scale(scale, p), d);
        } else if (r->n > 0 || r->line > 1) { // the first line may hold column names
            rt_diag_error(d, r->path, r->line, 0, "expected a point \"x, y\"");
            status = RT_ERR_FORMAT;
        }
    }
    return status;
}

rt_status contact_curve_read(const char *path, double scale, vec2 **point, int *n, rt_diag *d) {
    struct stat st;
    errno = 0;
    reader r = {.path = path};
    // checked first: opening a pipe would wait for a writer
    if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) r.file = fopen(path, "r");
    if (!r.file) {
        rt_diag_error(d, path, 0, 0, "cannot open the contour: %s", errno ? strerror(errno) : "not a regular file");
        return RT_ERR_FILE;
    }
    rt_status status = read_lines(&r, scale, d);
    fclose(r.file);
    if (status != RT_OK) {
        free(r.point);
        return status;
    }
    *point = r.point;
    *n = r.n;
    return RT_OK;
}
