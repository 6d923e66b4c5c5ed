// SPDX-License-Identifier: MIT
// Reader of our own format of responses (README.md).
#include "dynamics/ship/private.h"
#include <string.h>

enum { VALUES = 2 + 2 * SHIP_MOTIONS };

static const double degree = 3.14159265358979323846 / 180, gravity = 9.81;
static const char *const column[VALUES] = {"heading_deg", "omega_rad_s", "surge_re", "surge_im", "sway_re",
                                           "sway_im",     "heave_re",    "heave_im", "roll_re",  "roll_im",
                                           "pitch_re",    "pitch_im",    "yaw_re",   "yaw_im"};

// Conventions of the file.
typedef struct conventions {
    bool lags;  // phases lag
    bool slope; // angles are per wave slope
} conventions;

static bool next_key(ship_rows *r, const char *key, int values) {
    bool more = ship_rows_next(r);
    if (more && strcmp(r->cell[0], key) == 0 && r->n == 1 + values) return true;
    rt_diag_error(r->d, r->file, r->line, 0, "expected '%s' and %d value%s, found '%.80s' and %d", key, values,
                  values > 1 ? "s" : "", more ? r->cell[0] : "nothing", more ? r->n - 1 : 0);
    return false;
}

static bool next_word(ship_rows *r, const char *key, const char *word) {
    if (!next_key(r, key, 1)) return false;
    if (strcmp(r->cell[1], word) == 0) return true;
    rt_diag_error(r->d, r->file, r->line, 0, "%s: expected '%s', found '%.80s'", key, word, r->cell[1]);
    return false;
}

// Reads a key with one of two words; *second: it is the second one.
static bool next_choice(ship_rows *r, const char *key, const char *a, const char *b, bool *second) {
    if (!next_key(r, key, 1)) return false;
    *second = strcmp(r->cell[1], b) == 0;
    if (*second || strcmp(r->cell[1], a) == 0) return true;
    rt_diag_error(r->d, r->file, r->line, 0, "%s: expected '%s' or '%s', found '%.80s'", key, a, b, r->cell[1]);
    return false;
}

static bool read_conventions(ship_rows *r, conventions *c, vec3 *origin) {
    double at[3];
    if (!next_key(r, "origin_m", 3) || !ship_rows_numbers(r, 1, 3, at)) return false;
    *origin = vec3_make(at[0], at[1], at[2]);
    return next_word(r, "axes", "ahead port up") && next_choice(r, "phase", "leads", "lags", &c->lags) &&
           next_choice(r, "angles_per", "amplitude", "slope", &c->slope) && next_word(r, "depth", "deep");
}

static void fill_response(const conventions *c, const double *value, ship_response *out) {
    double k = value[1] * value[1] / gravity;
    for (int j = 0; j < SHIP_MOTIONS; j++) {
        double scale = c->slope && j >= SHIP_ROLL ? k : 1;
        out->re[j] = scale * value[2 + 2 * j];
        out->im[j] = (c->lags ? -scale : scale) * value[3 + 2 * j];
    }
}

static bool read_row(ship_rows *r, const conventions *c, ship_samples *s) {
    double value[VALUES];
    if (!ship_rows_numbers(r, 0, VALUES, value)) return false;
    if (!(value[0] >= 0 && value[0] < 360 && value[1] > 0)) {
        rt_diag_error(r->d, r->file, r->line, 0,
                      "expected a heading from 0 to below 360 deg and a frequency over 0 rad/s, found %g and %g",
                      value[0], value[1]);
        return false;
    }
    ship_sample *x = ship_samples_add(s, value[0] * degree, value[1], r);
    if (x) fill_response(c, value, &x->response);
    return x != NULL;
}

bool ship_read_csv(ship_rows *r, const ship_table_def *def, ship_samples *s, vec3 *origin) {
    conventions c = {0};
    (void)def;
    if (!read_conventions(r, &c, origin)) return false;
    if (!ship_rows_next(r)) {
        rt_diag_error(r->d, r->file, r->line, 0, "has no responses");
        return false;
    }
    if (!ship_rows_match(r, column, VALUES)) return false;
    while (ship_rows_next(r))
        if (!read_row(r, &c, s)) return false;
    return true;
}
