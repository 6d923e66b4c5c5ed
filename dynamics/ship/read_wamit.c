// SPDX-License-Identifier: MIT
// Reader of WAMIT's responses, the file .4 (WAMIT User Manual, Numerical output files): rows PER BETA I MOD PHA RE IM;
// PER the period [s], BETA the direction of travel [deg], I = 1..6 the motion, RE + i IM = MOD exp(i PHA) its amplitude
// over the wave's; a rotation is times the length ULEN. The time factor is exp(i w t): phases lead. WAMIT's axes are
// the ship's if its x points ahead. Flexcom's documentation (Theory, RAO Conversions, WAMIT) has the same: heading 0 on
// the stern, phases that lead.
#include "dynamics/ship/private.h"
#include "rt/base/number.h"

enum { PERIOD, BETA, MOTION, SIZE, PHASE, REAL, IMAGINARY, VALUES };
#define PRINTED 1e-3 // agreement of RE, IM with MOD, PHA: rounding of the printed digits

static const double pi = 3.14159265358979323846;

// Checks a row's motion, and its two forms against each other: a table shifted by a column does not agree.
static bool check_row(const ship_rows *r, const double *v) {
    double off = hypot(v[REAL] - v[SIZE] * cos(v[PHASE] * pi / 180), v[IMAGINARY] - v[SIZE] * sin(v[PHASE] * pi / 180));
    if (!(v[MOTION] >= 1 && v[MOTION] <= SHIP_MOTIONS && v[MOTION] == floor(v[MOTION]))) {
        rt_diag_error(r->d, r->file, r->line, 0, "expected a motion from 1 to 6 of a single body, found %g", v[MOTION]);
        return false;
    }
    if (off <= PRINTED * v[SIZE] + 1e-9) return true;
    rt_diag_error(r->d, r->file, r->line, 0, "expected RE and IM of MOD %g and PHA %g deg, found %g and %g", v[SIZE],
                  v[PHASE], v[REAL], v[IMAGINARY]);
    return false;
}

// Rows of a wave follow each other.
static bool read_row(ship_rows *r, double length, ship_samples *s) {
    double v[VALUES];
    if (!ship_rows_numbers(r, 0, VALUES, v)) return false;
    if (v[PERIOD] <= 0) return true; // WAMIT's marks of the limits for long and short waves
    if (!check_row(r, v)) return false;
    double heading = fmod(fmod(v[BETA], 360) + 360, 360) * pi / 180, frequency = 2 * pi / v[PERIOD];
    ship_sample *x = s->n > 0 ? &s->item[s->n - 1] : NULL;
    if (!x || x->heading != heading || x->frequency != frequency) x = ship_samples_add(s, heading, frequency, r);
    if (!x) return false;
    int j = (int)v[MOTION] - 1;
    double scale = j >= SHIP_ROLL ? 1 / length : 1;
    x->response.re[j] = scale * v[REAL], x->response.im[j] = scale * v[IMAGINARY];
    return true;
}

bool ship_read_wamit(ship_rows *r, const ship_table_def *def, ship_samples *s, vec3 *origin) {
    (void)origin;
    for (bool first = true; ship_rows_next(r); first = false) {
        if (first && rt_number_length(r->cell[0]) == 0) continue; // a title
        if (!read_row(r, def->length, s)) return false;
    }
    return true;
}
