// SPDX-License-Identifier: MIT
// Sign test of a table of responses. In a long wave the ship follows the water: per metre of amplitude, for a wave that
// travels at the heading b from the bow toward port,
//   surge -i cos b, sway -i sin b, heave 1, roll -i k sin b, pitch i k cos b (bow down),  k = w²/g.
// A table with other signs, phases, headings or units does not. (A tanker of 246 m by WAMIT, head sea of 24.9 s: heave
// 0.917, pitch 0.954 k.)
#include "dynamics/ship/private.h"

static const double pi = 3.14159265358979323846, gravity = 9.81;

// Limits of a motion's amplitude over that of the water, and of its phase from that of the water [rad]; our choice.
// Roll has wide limits: near its natural period it exceeds the wave's slope and lags by up to a quarter of a turn.
typedef struct rule {
    int motion;
    const char *name;
    double least, most, phase;
} rule;

static const rule heave = {SHIP_HEAVE, "heave", 0.7, 1.3, 0.5}, surge = {SHIP_SURGE, "surge", 0.3, 1.5, 0.8},
                  pitch = {SHIP_PITCH, "pitch", 0.6, 1.4, 0.6}, sway = {SHIP_SWAY, "sway", 0.3, 1.5, 0.8},
                  roll = {SHIP_ROLL, "roll", 0.3, 20, 1.55};

// The row of the table under test.
typedef struct row {
    const ship_response *found;
    double heading, frequency;
    int line;
    const char *file;
} row;

// Response of the water, re + i im.
static void follow_water(const row *r, int motion, double *re, double *im) {
    double k = r->frequency * r->frequency / gravity, c = cos(r->heading), s = sin(r->heading);
    const double imaginary[SHIP_MOTIONS] = {-c, -s, 0, -k * s, k * c, 0};
    *re = motion == SHIP_HEAVE ? 1 : 0;
    *im = imaginary[motion];
}

static bool obeys(const row *r, const rule *u, rt_diag *d) {
    double re, im, a = r->found->re[u->motion], b = r->found->im[u->motion];
    follow_water(r, u->motion, &re, &im);
    double share = hypot(a, b) / hypot(re, im), off = atan2(b * re - a * im, a * re + b * im);
    if (share >= u->least && share <= u->most && fabs(off) <= u->phase) return true;
    rt_diag_error(
        d, r->file, r->line, 0,
        "%s in the longest wave, %.1f s at %.0f deg: expected %.2g to %.2g times the water's motion within %.0f "
        "deg of its phase, found %.2f times at %.0f deg; check axes, phase, units and headings (180 deg: head "
        "sea), or add longer waves",
        u->name, 2 * pi / r->frequency, r->heading * 180 / pi, u->least, u->most, u->phase * 180 / pi, share,
        off * 180 / pi);
    return false;
}

// The heading with the largest |cos|, or |sin|.
static int find_heading(const ship_table *t, bool across) {
    int best = 0;
    for (int k = 1; k < t->headings; k++) {
        double here = fabs(across ? sin(t->heading[k]) : cos(t->heading[k])),
               most = fabs(across ? sin(t->heading[best]) : cos(t->heading[best]));
        if (here > most) best = k;
    }
    return best;
}

rt_status ship_table_check(const ship_table *t, const int *line, const char *file, rt_diag *d) {
    int along = find_heading(t, false), across = find_heading(t, true);
    row ahead = {t->response + (ptrdiff_t)along * t->frequencies, t->heading[along], t->frequency[0], line[along],
                 file};
    row abeam = {t->response + (ptrdiff_t)across * t->frequencies, t->heading[across], t->frequency[0], line[across],
                 file};
    bool good = obeys(&ahead, &heave, d);
    if (good && fabs(cos(ahead.heading)) > 0.7) good = obeys(&ahead, &surge, d) && obeys(&ahead, &pitch, d);
    if (good && fabs(sin(abeam.heading)) > 0.7) good = obeys(&abeam, &sway, d) && obeys(&abeam, &roll, d);
    return good ? RT_OK : RT_ERR_FORMAT;
}
