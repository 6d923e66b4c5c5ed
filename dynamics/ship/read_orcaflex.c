// SPDX-License-Identifier: MIT
// Reader of OrcaFlex's text form of displacement responses (OrcaFlex documentation, Importing hydrodynamic data:
// Generic text files, RAO table headers). Marked lines enclose conventions and data; stars around a mark are optional:
//   ***OrcaFlex Conventions Start*** / RAOResponseUnits=degrees ... / ***OrcaFlex Conventions End***
//   ***OrcaFlex Displacement RAO Start*** / Draught NAME / Direction 180 / WP XA XP ... / rows / ... / ***... End***
// A direction is that of travel: 0 from astern, toward the x axis, which points ahead. Without conventions OrcaFlex's
// own hold: degrees, per amplitude, phases lag the crest. Directions and the sense of the phases are as the
// documentation of Flexcom, which imports them, has them (Theory, RAO Conversions, OrcaFlex), too.
#include "dynamics/ship/private.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const double pi = 3.14159265358979323846, gravity = 9.81;

enum { UNUSED = -1, PERIOD = 2 * SHIP_MOTIONS, HERTZ, OMEGA, COLUMNS };
// Amplitude and phase of each motion, then the three forms of the wave.
static const char *const header[COLUMNS] = {"XA",  "XP",  "YA",  "YP",  "ZA", "ZP",  "RXA", "RXP",
                                            "RYA", "RYP", "RZA", "RZP", "WP", "WFH", "WFR"};

// Conventions of a vessel type that concern displacement responses, with their choices: OrcaFlex's own first.
enum { UNITS, WAVE_UNIT, PHASE_UNITS, PHASE_SENSE, PHASE_FROM, SIGNS, CONVENTIONS = SIGNS + SHIP_MOTIONS, CHOICES = 4 };
static const struct {
    const char *key, *choice[CHOICES];
} convention[CONVENTIONS] = {
    [UNITS] = {"RAOResponseUnits", {"degrees", "radians"}},
    [WAVE_UNIT] = {"RAOWaveUnit", {"amplitude", "max wave slope", "wave steepness"}},
    [PHASE_UNITS] = {"RAOPhaseUnitsConvention", {"degrees", "radians"}},
    [PHASE_SENSE] = {"RAOPhaseConvention", {"lags", "leads"}},
    [PHASE_FROM] = {"RAOPhaseRelativeToConvention", {"crest", "zero down-crossing", "trough", "zero up-crossing"}},
    [SIGNS + SHIP_SURGE] = {"SurgePositive", {"forward", "aft"}},
    [SIGNS + SHIP_SWAY] = {"SwayPositive", {"port", "starboard"}},
    [SIGNS + SHIP_HEAVE] = {"HeavePositive", {"up", "down"}},
    [SIGNS + SHIP_ROLL] = {"RollPositiveStarboard", {"down", "up"}},
    [SIGNS + SHIP_PITCH] = {"PitchPositiveBow", {"down", "up"}},
    [SIGNS + SHIP_YAW] = {"YawPositiveBow", {"port", "starboard"}},
};

typedef struct reader {
    int chosen[CONVENTIONS];
    bool conventions, data;    // inside their marks
    bool drafted, directed;    // a draught and a direction were given
    double heading;            // [rad]
    int column[SHIP_CELLS], n; // of the table; n = 0: no header yet
} reader;

static bool fail(const ship_rows *r, const char *what, const char *expected, const char *found) {
    rt_diag_error(r->d, r->file, r->line, 0, "%s: expected %s, found '%.80s'", what, expected, found);
    return false;
}

// Whether the row is this mark, with or without stars.
static bool is_mark(const ship_rows *r, const char *mark) {
    char text[128] = "";
    for (int k = 0; k < r->n && k < SHIP_CELLS; k++) {
        const char *cell = r->cell[k] + strspn(r->cell[k], "*");
        size_t n = strlen(text), m = strcspn(cell, "*");
        snprintf(text + n, sizeof text - n, "%s%.*s", n ? " " : "", (int)m, cell);
    }
    return strcasecmp(text, mark) == 0;
}

// Joins the words of a convention's value, such as "zero down-crossing".
static void join_value(const ship_rows *r, char *text, size_t size) {
    size_t n = 0;
    text[0] = '\0';
    for (int k = 1; k < r->n && k < SHIP_CELLS && n < size; k++)
        n += (size_t)snprintf(text + n, size - n, "%s%s", k > 1 ? " " : "", r->cell[k]);
}

// Reads one of the table's conventions; others do not concern displacement responses.
static bool read_convention(reader *x, const ship_rows *r) {
    char value[80], expected[120] = "";
    join_value(r, value, sizeof value);
    for (int k = 0; k < CONVENTIONS; k++) {
        if (strcasecmp(r->cell[0], convention[k].key) != 0) continue;
        for (int c = 0; c < CHOICES && convention[k].choice[c]; c++) {
            size_t n = strlen(expected);
            snprintf(expected + n, sizeof expected - n, "%s'%s'", c ? " or " : "", convention[k].choice[c]);
            if (strcasecmp(value, convention[k].choice[c]) != 0) continue;
            x->chosen[k] = c;
            return true;
        }
        return fail(r, convention[k].key, expected, value);
    }
    return true;
}

static int find_column(const char *name) {
    for (int k = 0; k < COLUMNS; k++)
        if (strcasecmp(name, header[k]) == 0) return k;
    return UNUSED;
}

static bool stands_before(const reader *x, int k) {
    for (int i = 0; i < k; i++)
        if (x->column[i] == x->column[k]) return true;
    return false;
}

static bool read_header(reader *x, const ship_rows *r) {
    int waves = 0;
    if (r->n > SHIP_CELLS) return fail(r, "header", "at most 16 columns", "more");
    for (int k = 0; k < r->n; k++) {
        x->column[k] = find_column(r->cell[k]);
        if (x->column[k] == UNUSED) return fail(r, "header", "columns such as WP, XA, XP, RYA, RYP", r->cell[k]);
        if (stands_before(x, k)) return fail(r, "header", "each column once", r->cell[k]);
        waves += x->column[k] >= PERIOD;
    }
    x->n = r->n;
    return waves == 1 || fail(r, "header", "one column of WP, WFH and WFR", waves ? "several" : "none");
}

// Amplitude of a rotation [rad] per metre of the wave's amplitude a: its largest slope is k a, its steepness height
// over length, k a/pi; k = w²/g in deep water.
static double rotation_of(const reader *x, double size, double frequency) {
    const double number = frequency * frequency / gravity, per[] = {1, number, number / pi};
    return size * (x->chosen[UNITS] ? 1 : pi / 180) * per[x->chosen[WAVE_UNIT]];
}

// The phase by which a motion leads the crest. A fixed point of the wave passes its crest, then a quarter of a period
// later each its zero down-crossing, its trough and its zero up-crossing.
static double lead_of(const reader *x, double phase) {
    const double angle = (x->chosen[PHASE_UNITS] ? 1 : pi / 180) * phase;
    return (x->chosen[PHASE_SENSE] ? angle : -angle) - 0.5 * pi * x->chosen[PHASE_FROM];
}

static void fill_response(const reader *x, const double *of, double frequency, ship_response *out) {
    for (int j = 0; j < SHIP_MOTIONS; j++) {
        double size = of[2 * j], lead = lead_of(x, of[2 * j + 1]);
        if (j >= SHIP_ROLL) size = rotation_of(x, size, frequency);
        if (x->chosen[SIGNS + j]) size = -size;
        out->re[j] = size * cos(lead), out->im[j] = size * sin(lead);
    }
}

static bool read_row(const reader *x, ship_rows *r, ship_samples *s) {
    double value[SHIP_CELLS], of[COLUMNS] = {0};
    if (!x->directed) return fail(r, "responses", "a line 'Direction' before them", r->cell[0]);
    if (!ship_rows_numbers(r, 0, x->n, value)) return false;
    for (int k = 0; k < x->n; k++) of[x->column[k]] = value[k];
    double frequency = of[OMEGA] + 2 * pi * of[HERTZ] + (of[PERIOD] > 0 ? 2 * pi / of[PERIOD] : 0);
    if (!(frequency > 0)) return fail(r, "wave", "a period or frequency over 0", r->cell[0]);
    ship_sample *to = ship_samples_add(s, x->heading, frequency, r);
    if (to) fill_response(x, of, frequency, &to->response);
    return to != NULL;
}

static bool read_direction(reader *x, ship_rows *r) {
    double degrees;
    if (!ship_rows_numbers(r, 1, 1, &degrees)) return false;
    x->heading = fmod(fmod(degrees, 360) + 360, 360) * pi / 180;
    x->directed = true;
    return true;
}

static bool read_data(reader *x, ship_rows *r, ship_samples *s) {
    if (strcasecmp(r->cell[0], "Draught") == 0) {
        if (x->drafted) return fail(r, "Draught", "a single one", r->n > 1 ? r->cell[1] : "");
        x->drafted = true;
        return true;
    }
    if (strcasecmp(r->cell[0], "Direction") == 0 || strcasecmp(r->cell[0], "Heading") == 0) return read_direction(x, r);
    if (find_column(r->cell[0]) != UNUSED) return read_header(x, r);
    if (x->n > 0) return read_row(x, r, s);
    return fail(r, "header", "columns such as WP, XA, XP, RYA, RYP before the responses", r->cell[0]);
}

bool ship_read_orcaflex(ship_rows *r, const ship_table_def *def, ship_samples *s, vec3 *origin) {
    reader x = {0};
    bool good = true;
    (void)def, (void)origin;
    while (good && ship_rows_next(r)) {
        if (is_mark(r, "OrcaFlex Conventions Start") || is_mark(r, "OrcaFlex Conventions End"))
            x.conventions = !x.conventions;
        else if (is_mark(r, "OrcaFlex Displacement RAO Start") || is_mark(r, "OrcaFlex Displacement RAO End"))
            x.data = !x.data;
        else if (x.conventions)
            good = read_convention(&x, r);
        else if (x.data)
            good = read_data(&x, r, s);
    }
    if (good && s->n == 0)
        return fail(r, "responses", "a mark '***OrcaFlex Displacement RAO Start***' before them", "none");
    return good;
}
