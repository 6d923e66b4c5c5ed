// SPDX-License-Identifier: MIT
// Table of responses: loader and interpolation. Real and imaginary parts are interpolated, not amplitude and phase: a
// phase that turns between two points would otherwise jump.
#include "dynamics/ship/private.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double pi = 3.14159265358979323846;

// A file format by its ending.
typedef struct format {
    const char *ending, *separators;
    bool (*read)(ship_rows *r, const ship_table_def *def, ship_samples *s, vec3 *origin);
} format;

static const format known[] = {{".csv", SHIP_COMMAS, ship_read_csv},
                               {".4", SHIP_SPACES, ship_read_wamit},
                               {".txt", SHIP_SPACES, ship_read_orcaflex}};

static const format *find_format(const char *file) {
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        size_t n = strlen(file), m = strlen(known[k].ending);
        if (n > m && strcasecmp(file + n - m, known[k].ending) == 0) return &known[k];
    }
    return NULL;
}

rt_status ship_table_load(ship_table *t, const char *file, const ship_table_def *def, rt_diag *d) {
    const format *f = find_format(file);
    ship_samples samples = {0};
    ship_rows r;
    *t = (ship_table){.origin = def->origin};
    if (!f) {
        rt_diag_error(d, file, 0, 0, "expected responses that end in .csv, .4 (WAMIT) or .txt (OrcaFlex)");
        return RT_ERR_USAGE;
    }
    rt_status status = ship_rows_open(&r, file, f->separators, d);
    if (status == RT_OK && !f->read(&r, def, &samples, &t->origin)) status = RT_ERR_FORMAT;
    if (status == RT_OK) status = ship_table_make(t, &samples, file, d);
    if (status != RT_OK) ship_table_free(t);
    ship_rows_close(&r);
    free(samples.item);
    return status;
}

void ship_table_free(ship_table *t) {
    free(t->heading);
    free(t->frequency);
    free(t->response);
    *t = (ship_table){0};
}

// Finds the interval of x in n ascending values, and the share of its upper end; the nearest end beyond them.
static int find_interval(const double *value, int n, double x, double *share) {
    int k = 0;
    while (k + 2 < n && x >= value[k + 1]) k++;
    *share = n > 1 ? fmin(fmax((x - value[k]) / (value[k + 1] - value[k]), 0), 1) : 0;
    return k;
}

// out = a + share (b - a).
static void mix(const ship_response *a, const ship_response *b, double share, ship_response *out) {
    for (int j = 0; j < SHIP_MOTIONS; j++) {
        out->re[j] = a->re[j] + share * (b->re[j] - a->re[j]);
        out->im[j] = a->im[j] + share * (b->im[j] - a->im[j]);
    }
}

static ship_response at_heading(const ship_table *t, int heading, double frequency) {
    ship_response out;
    double share;
    int k = find_interval(t->frequency, t->frequencies, frequency, &share), next = k + (t->frequencies > 1);
    const ship_response *row = t->response + (ptrdiff_t)heading * t->frequencies;
    mix(&row[k], &row[next], share, &out);
    return out;
}

// Turns responses to waves from one side into those to waves from the other side.
static void mirror(ship_response *r) {
    static const int odd[] = {SHIP_SWAY, SHIP_ROLL, SHIP_YAW};
    for (int k = 0; k < 3; k++) r->re[odd[k]] = -r->re[odd[k]], r->im[odd[k]] = -r->im[odd[k]];
}

static ship_response response_at(const void *self, double frequency, double heading) {
    const ship_table *t = self;
    int last = t->headings - 1;
    double turn = heading - 2 * pi * floor(heading / (2 * pi)), share; // 0 .. 2 pi
    bool half = t->heading[last] <= pi, other = half && turn > pi;
    if (other) turn = 2 * pi - turn;
    int low = find_interval(t->heading, t->headings, turn, &share), high = low + (last > 0);
    if (!half && (turn > t->heading[last] || turn < t->heading[0])) { // between the last heading and the first
        double gap = t->heading[0] + 2 * pi - t->heading[last], past = turn - t->heading[last];
        low = last, high = 0, share = (past < 0 ? past + 2 * pi : past) / gap;
    }
    ship_response a = at_heading(t, low, frequency), b = at_heading(t, high, frequency), out;
    mix(&a, &b, share, &out);
    if (other) mirror(&out);
    return out;
}

ship_responses ship_table_responses(const ship_table *t) { return (ship_responses){t, t->origin, response_at}; }
