// SPDX-License-Identifier: MIT
// Table of responses: reader and interpolation. Real and imaginary parts are interpolated, not amplitude and phase: a
// phase that turns between two points would otherwise jump.
#include "dynamics/ship/private.h"
#include "dynamics/ship/rows.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 100000, VALUES = 2 + 2 * SHIP_MOTIONS };

static const double pi = 3.14159265358979323846, gravity = 9.81;
static const char *const column[VALUES] = {"heading_deg", "omega_rad_s", "surge_re", "surge_im", "sway_re",
                                           "sway_im",     "heave_re",    "heave_im", "roll_re",  "roll_im",
                                           "pitch_re",    "pitch_im",    "yaw_re",   "yaw_im"};

// Conventions of the file.
typedef struct conventions {
    vec3 origin;
    bool lags;  // phases lag
    bool slope; // angles are per wave slope
} conventions;

static bool next_key(ship_rows *r, const char *key, int values) {
    if (ship_rows_next(r) && strcmp(r->cell[0], key) == 0 && r->n == 1 + values) return true;
    rt_diag_error(r->d, r->file, r->line, 0, "expected '%s' and %d value%s, found '%.80s'", key, values,
                  values > 1 ? "s" : "", r->line > 0 && r->n > 0 ? r->cell[0] : "nothing");
    return false;
}

// Reads a key with one of two words; *second: it is the second one.
static bool next_choice(ship_rows *r, const char *key, const char *a, const char *b, bool *second) {
    if (!next_key(r, key, 1)) return false;
    *second = strcmp(r->cell[1], b) == 0;
    if (*second || strcmp(r->cell[1], a) == 0) return true;
    rt_diag_error(r->d, r->file, r->line, 0, "%s: expected '%s'%s%s%s, found '%.80s'", key, a,
                  strcmp(a, b) == 0 ? "" : " or '", strcmp(a, b) == 0 ? "" : b, strcmp(a, b) == 0 ? "" : "'",
                  r->cell[1]);
    return false;
}

static bool read_conventions(ship_rows *r, conventions *c) {
    double origin[3];
    bool only;
    if (!next_key(r, "origin_m", 3) || !ship_rows_numbers(r, 1, 3, origin)) return false;
    c->origin = vec3_make(origin[0], origin[1], origin[2]);
    return next_choice(r, "axes", "ahead port up", "ahead port up", &only) &&
           next_choice(r, "phase", "leads", "lags", &c->lags) &&
           next_choice(r, "angles_per", "amplitude", "slope", &c->slope) &&
           next_choice(r, "depth", "deep", "deep", &only);
}

static void fill_response(const conventions *c, const double *value, ship_response *out) {
    double k = value[1] * value[1] / gravity;
    for (int j = 0; j < SHIP_MOTIONS; j++) {
        double scale = c->slope && j >= SHIP_ROLL ? k : 1;
        out->re[j] = scale * value[2 + 2 * j];
        out->im[j] = (c->lags ? -scale : scale) * value[3 + 2 * j];
    }
}

// Checks the order of a row's heading and frequency after the n rows so far: headings ascend, and each has the
// frequencies of the first, ascending. Adds new ones to the table.
static bool place_row(ship_table *t, int n, double heading, double frequency, const ship_rows *r) {
    bool more = t->headings > 0 && heading == t->heading[t->headings - 1];
    int at = more ? n - (t->headings - 1) * t->frequencies : 0;
    if (t->headings <= 1 && (more || t->headings == 0)) {
        bool good = frequency > 0 && (n == 0 || frequency > t->frequency[n - 1]);
        if (!good) rt_diag_error(r->d, r->file, r->line, 0, "expected ascending frequencies over 0");
        t->heading[0] = heading, t->headings = 1;
        t->frequency[n] = frequency, t->frequencies = n + 1;
        return good;
    }
    bool complete = n == t->headings * t->frequencies;
    if (!more && (!complete || !(heading > t->heading[t->headings - 1]))) {
        rt_diag_error(r->d, r->file, r->line, 0,
                      "expected headings in ascending order, each with the %d frequencies of the first",
                      t->frequencies);
        return false;
    }
    if (!more) t->heading[t->headings++] = heading;
    if (at < t->frequencies && frequency == t->frequency[at]) return true;
    rt_diag_error(r->d, r->file, r->line, 0, "expected the frequencies of the first heading, found %g rad/s",
                  frequency);
    return false;
}

// Reads the rows after the header. line: of the first row of each heading.
static bool read_responses(ship_rows *r, const conventions *c, ship_table *t, int *line) {
    int n = 0;
    while (ship_rows_next(r)) {
        double value[VALUES];
        if (n == MOST_POINTS) {
            rt_diag_error(r->d, r->file, r->line, 0, "expected at most %d rows", MOST_POINTS);
            return false;
        }
        if (!ship_rows_numbers(r, 0, VALUES, value)) return false;
        if (!(value[0] >= 0 && value[0] < 360)) {
            rt_diag_error(r->d, r->file, r->line, 0, "heading_deg: expected 0 to below 360, found %g", value[0]);
            return false;
        }
        int before = t->headings;
        if (!place_row(t, n, value[0] * pi / 180, value[1], r)) return false;
        if (t->headings > before) line[before] = r->line;
        fill_response(c, value, &t->response[n++]);
    }
    if (n > 0 && n == t->headings * t->frequencies) return true;
    rt_diag_error(r->d, r->file, r->line, 0, "ends before its last heading has all frequencies of the first");
    return false;
}

static rt_status read_table(ship_rows *r, ship_table *t) {
    conventions c = {0};
    int *line = calloc(MOST_POINTS, sizeof *line);
    t->heading = calloc(MOST_POINTS, sizeof *t->heading);
    t->frequency = calloc(MOST_POINTS, sizeof *t->frequency);
    t->response = calloc(MOST_POINTS, sizeof *t->response);
    rt_status status = RT_ERR_FORMAT;
    if (!line || !t->heading || !t->frequency || !t->response) {
        rt_diag_error(r->d, r->file, 0, 0, "no memory for the table");
        status = RT_ERR_MEMORY;
    } else if (read_conventions(r, &c) && ship_rows_next(r) && ship_rows_match(r, column, VALUES) &&
               read_responses(r, &c, t, line)) {
        t->origin = c.origin;
        status = ship_table_check(t, line, r->file, r->d);
    }
    free(line);
    return status;
}

rt_status ship_table_load(ship_table *t, const char *file, rt_diag *d) {
    ship_rows r;
    *t = (ship_table){0};
    rt_status status = ship_rows_open(&r, file, d);
    if (status == RT_OK) status = read_table(&r, t);
    if (status != RT_OK) ship_table_free(t);
    ship_rows_close(&r);
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
