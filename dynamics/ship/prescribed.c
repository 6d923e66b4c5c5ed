// SPDX-License-Identifier: MIT
// Prescribed motion. The natural spline through the points is the smoothest motion with a continuous acceleration; a
// pose between points by straight lines would give an infinite force at each point.
#include "dynamics/ship/rows.h"
#include "dynamics/ship/ship.h"
#include <stdlib.h>

enum { COLUMNS = 1 + SHIP_MOTIONS, MOST_ROWS = 1000000 };
#define MOST_PUSH 20.0 // largest acceleration of the reference point: a table above it has kinks [m/s²]
#define MOST_TWIST 2.0 // largest angular acceleration [rad/s²]

static const double degree = 3.14159265358979323846 / 180;
static const char *const column[COLUMNS] = {"time_s",   "surge_m",   "sway_m", "heave_m",
                                            "roll_deg", "pitch_deg", "yaw_deg"};

// Rows of the table in SI, and their lines.
typedef struct points {
    double (*row)[COLUMNS];
    int *line;
    int n, capacity;
} points;

static bool grow(points *p) {
    int capacity = p->capacity ? 2 * p->capacity : 1024;
    void *row = realloc(p->row, (size_t)capacity * sizeof *p->row);
    if (row) p->row = row;
    void *line = realloc(p->line, (size_t)capacity * sizeof *p->line);
    if (line) p->line = line;
    if (row && line) p->capacity = capacity;
    return row && line;
}

static rt_status add_row(points *p, ship_rows *r) {
    if (p->n == MOST_ROWS) {
        rt_diag_error(r->d, r->file, r->line, 0, "expected at most %d rows", MOST_ROWS);
        return RT_ERR_FORMAT;
    }
    if (p->n == p->capacity && !grow(p)) {
        rt_diag_error(r->d, r->file, r->line, 0, "no memory for the table");
        return RT_ERR_MEMORY;
    }
    double *row = p->row[p->n];
    if (!ship_rows_numbers(r, 0, COLUMNS, row)) return RT_ERR_FORMAT;
    for (int k = 1 + SHIP_ROLL; k < COLUMNS; k++) row[k] *= degree;
    if (p->n == 0 && row[0] > 0) {
        rt_diag_error(r->d, r->file, r->line, 0, "expected a first time of 0 or before, found %g s", row[0]);
        return RT_ERR_FORMAT;
    }
    if (p->n > 0 && !(row[0] > p->row[p->n - 1][0])) {
        rt_diag_error(r->d, r->file, r->line, 0, "expected a time after %g s, found %g s", p->row[p->n - 1][0], row[0]);
        return RT_ERR_FORMAT;
    }
    p->line[p->n++] = r->line;
    return RT_OK;
}

static rt_status read_points(ship_rows *r, points *p) {
    if (!ship_rows_next(r)) {
        rt_diag_error(r->d, r->file, 0, 0, "has no rows");
        return RT_ERR_FORMAT;
    }
    if (!ship_rows_match(r, column, COLUMNS)) return RT_ERR_FORMAT;
    while (ship_rows_next(r)) {
        rt_status status = add_row(p, r);
        if (status != RT_OK) return status;
    }
    if (p->n >= 3) return RT_OK;
    rt_diag_error(r->d, r->file, r->line, 0, "expected at least 3 rows of motions, found %d", p->n);
    return RT_ERR_FORMAT;
}

// Refuses a motion with kinks, which would act on the chain as blows.
static rt_status check_smooth(const ship_prescribed *m, const points *p, const char *file, rt_diag *d) {
    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < SHIP_MOTIONS; k++) {
            double most = k < SHIP_ROLL ? MOST_PUSH : MOST_TWIST, found = m->motion[k].curve[i];
            if (fabs(found) <= most) continue;
            rt_diag_error(d, file, p->line[i], 0,
                          "%s: expected accelerations up to %g %s, found %.3g: smooth the table or give more points",
                          column[1 + k], most, k < SHIP_ROLL ? "m/s²" : "rad/s²", found);
            return RT_ERR_FORMAT;
        }
    return RT_OK;
}

static rt_status make_splines(ship_prescribed *m, const points *p, const char *file, rt_diag *d) {
    double(*point)[2] = calloc((size_t)p->n, sizeof *point);
    bool made = point != NULL;
    for (int k = 0; k < SHIP_MOTIONS && made; k++) {
        for (int i = 0; i < p->n; i++) point[i][0] = p->row[i][0], point[i][1] = p->row[i][1 + k];
        made = dyn_table_create(&m->motion[k], DYN_TABLE_SPLINE, (const double(*)[2])point, p->n);
    }
    free(point);
    if (made) return check_smooth(m, p, file, d);
    rt_diag_error(d, file, 0, 0, "no memory for the table");
    return RT_ERR_MEMORY;
}

rt_status ship_prescribed_load(ship_prescribed *m, const char *file, rt_diag *d) {
    ship_rows r;
    points p = {0};
    *m = (ship_prescribed){0};
    rt_status status = ship_rows_open(&r, file, SHIP_COMMAS, d);
    if (status == RT_OK) status = read_points(&r, &p);
    if (status == RT_OK) status = make_splines(m, &p, file, d);
    if (status != RT_OK) ship_prescribed_free(m);
    ship_rows_close(&r);
    free(p.row);
    free(p.line);
    return status;
}

void ship_prescribed_free(ship_prescribed *m) {
    for (int k = 0; k < SHIP_MOTIONS; k++) dyn_table_free(&m->motion[k]);
}

// After the end, where the spline has no acceleration, the speed v falls to 0: v (1 - 3u² + 2u³), u = time over
// SHIP_COMES_TO_REST.
static void motion_after_end(const dyn_table *f, double late, double value[3]) {
    double whole = SHIP_COMES_TO_REST, u = fmin(late / whole, 1), v;
    dyn_table_at(f, f->t[f->n - 1], value);
    v = value[1];
    value[0] += v * whole * (u - u * u * u + 0.5 * u * u * u * u);
    value[1] = v * (1 - u * u * (3 - 2 * u));
    value[2] = -6 * v * u * (1 - u) / whole;
}

static void add_motions(const void *self, double t, ship_motions *sum) {
    const ship_prescribed *m = self;
    for (int k = 0; k < SHIP_MOTIONS; k++) {
        const dyn_table *f = &m->motion[k];
        double value[3], late = t - f->t[f->n - 1];
        if (late > 0)
            motion_after_end(f, late, value);
        else
            dyn_table_at(f, t, value);
        sum->x[k] += value[0], sum->v[k] += value[1], sum->a[k] += value[2];
    }
}

ship_source ship_prescribed_source(const ship_prescribed *m) { return (ship_source){m, add_motions}; }
