// SPDX-License-Identifier: MIT
// Three columns: x, y, value; in any order of lines, on a regular grid, whose spacings follow from the least distances
// of its columns and rows.
#include "dynamics/bathymetry/private.h"
#include "rt/base/number.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define OFF 0.02 // distance of a point from its node, over the spacing, that counts as written with few digits

typedef struct point {
    double x[3];
    int line;
} point;

typedef struct points {
    point *item; // (n)
    int n, capacity;
} points;

static bool append(const words *w, points *p, const point *one) {
    if (p->n == GROUND_GRID_NODES) {
        rt_diag_error(w->d, w->file, w->line, 0, "expected at most %d points; found more", GROUND_GRID_NODES);
        return false;
    }
    if (p->n == p->capacity) {
        const int capacity = p->capacity ? 2 * p->capacity : 1024;
        point *more = realloc(p->item, (size_t)capacity * sizeof *more);
        if (!more) {
            rt_diag_error(w->d, w->file, 0, 0, "no memory for %d points", capacity);
            return false;
        }
        p->item = more, p->capacity = capacity;
    }
    p->item[p->n++] = *one;
    return true;
}

// Whether the present word is a value that stands for none. Of a raster in single precision it has seven digits.
static bool is_gap(const words *w, const bathymetry_gaps *gaps) {
    const char *rest;
    double value;
    if (!gaps) return false;
    if (strcasecmp(w->text, "nan") == 0 || strcasecmp(w->text, "-nan") == 0) return true;
    return rt_number_parse(w->text, &value, &rest) && *rest == 0 &&
           fabs(value - gaps->value) <= 1e-6 * fabs(gaps->value);
}

// Reads all lines. The first one may have the names of the columns. gaps: values of a raster that stand for none.
static bool read_points(words *w, const bathymetry_gaps *gaps, points *p) {
    static const char *const what[] = {"x", "y", "a depth or an elevation"};
    bool more = words_next(w);
    if (more && isalpha((unsigned char)w->text[0])) words_skip_line(w), more = words_next(w);
    for (; more; more = words_next(w)) {
        point one = {.line = w->line};
        bool gap = false;
        if (p->n > 0 && p->item[p->n - 1].line == one.line) {
            rt_diag_error(w->d, w->file, one.line, 0, "expected x, y and a value in a line; found more");
            return false;
        }
        for (int k = 0; k < 3; k++) {
            if (k > 0 && (!words_next(w) || w->line != one.line)) {
                rt_diag_error(w->d, w->file, one.line, 0, "expected x, y and a value in a line; found fewer");
                return false;
            }
            gap = k == 2 && is_gap(w, gaps);
            if (!gap && !words_number(w, what[k], k < 2 ? BATHYMETRY_FARTHEST : BATHYMETRY_DEEPEST, &one.x[k]))
                return false;
        }
        if (!gap && !append(w, p, &one)) return false;
    }
    if (p->n > 0) return true;
    rt_diag_error(w->d, w->file, w->line, 0, "expected lines of x, y and a value; found none");
    return false;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// First coordinate, spacing and number of nodes along an axis. False: no memory.
static bool find_spacing(const points *p, int axis, double *from, double *step, double *nodes) {
    double *x = malloc((size_t)p->n * sizeof *x), least = INFINITY;
    if (!x) return false;
    for (int k = 0; k < p->n; k++) x[k] = p->item[k].x[axis];
    qsort(x, (size_t)p->n, sizeof *x, by_size);
    const double range = x[p->n - 1] - x[0], same = 1e-7 * fmax(range, 1e-3);
    for (int k = 1; k < p->n; k++)
        if (x[k] - x[k - 1] > same) least = fmin(least, x[k] - x[k - 1]);
    *from = x[0];
    *nodes = isfinite(least) ? round(range / least) + 1 : 1;
    *step = *nodes > 1 ? range / (*nodes - 1) : 0;
    free(x);
    return true;
}

// Sets the node of a point; where: line of each node's point, 0: none yet.
static bool set_node(const words *w, ground_grid *g, const point *p, int *where) {
    int i[2];
    for (int k = 0; k < 2; k++) {
        const double u = (p->x[k] - g->from[k]) / g->step[k];
        i[k] = (int)round(u);
        if (fabs(u - i[k]) < OFF) continue;
        rt_diag_error(w->d, w->file, p->line, 0,
                      "expected points on a regular grid, here of %g m by %g m; found one beside it, at %.10g, %.10g",
                      g->step[0], g->step[1], p->x[0], p->x[1]);
        return false;
    }
    const int at = i[1] * g->nx + i[0];
    if (where[at] > 0) {
        rt_diag_error(w->d, w->file, p->line, 0, "expected each point once; found that of line %d again", where[at]);
        return false;
    }
    where[at] = p->line;
    g->z[at] = p->x[2];
    g->filled[at] = false;
    return true;
}

static bool make_grid(const words *w, ground_grid *g, const points *p) {
    double from[2], step[2], nodes[2];
    bool known = true;
    for (int k = 0; k < 2 && known; k++) known = find_spacing(p, k, &from[k], &step[k], &nodes[k]);
    if (known && nodes[0] * nodes[1] > 4.0 * p->n) {
        rt_diag_error(w->d, w->file, 0, 0,
                      "expected points on a regular grid; found %d points, whose least distances %g m and %g m make a "
                      "grid of %.0f by %.0f",
                      p->n, step[0], step[1], nodes[0], nodes[1]);
        return false;
    }
    if (known && !bathymetry_create(w, g, nodes[0], nodes[1])) return false;
    int *where = known ? calloc((size_t)g->nx * (size_t)g->ny, sizeof *where) : NULL;
    if (!where) {
        rt_diag_error(w->d, w->file, 0, 0, "no memory for %d points", p->n);
        return false;
    }
    for (int k = 0; k < 2; k++) g->from[k] = from[k], g->step[k] = step[k];
    for (int k = 0; k < g->nx * g->ny; k++) g->filled[k] = true;
    bool good = true;
    for (int k = 0; k < p->n && good; k++) good = set_node(w, g, &p->item[k], where);
    free(where);
    return good;
}

bool bathymetry_read_xyz(words *w, const bathymetry_gaps *gaps, ground_grid *g) {
    points p = {0};
    const bool good = read_points(w, gaps, &p) && make_grid(w, g, &p);
    free(p.item);
    return good;
}
