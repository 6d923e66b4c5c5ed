// SPDX-License-Identifier: MIT
// Tables of responses: reading, interpolation, mirroring; damaged tables and wrong signs are refused with the line.
#include "dynamics/ship/ship.h"
#include "tests/check.h"
#include "tests/rt/scratch.h"
#include <string.h>

static const double pi = 3.14159265358979323846, degree = 3.14159265358979323846 / 180, gravity = 9.81;

enum { HEADINGS = 7, FREQUENCIES = 8 };

// How a table is written.
typedef struct style {
    bool lags, slope; // conventions, told by the header
    double flip[SHIP_MOTIONS];
    double first, last; // headings [deg]
    bool astern;        // headings count from the stern: an error
} style;

static const style plain = {.flip = {1, 1, 1, 1, 1, 1}, .last = 180};

// A ship that follows the water, less in short waves; yaw by a made-up response.
static ship_response follow(double w, double heading) {
    double q = exp(-w * w), k = w * w / gravity, c = cos(heading), s = sin(heading);
    return (ship_response){.re = {0, 0, q, 0.1 * q * k * s, 0, 0.02 * q * s},
                           .im = {-c * q, -s * q, -0.2 * q * w, -k * s * q, k * c * q, 0}};
}

static double frequency_of(int i) { return 0.2 + 0.15 * i; }

// Writes the table; returns its text.
static const char *write_table(const style *y) {
    static char text[1 << 16];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "origin_m,-60,0,2\naxes,ahead port up\nphase,%s\nangles_per,%s\ndepth,deep\n"
                                "heading_deg,omega_rad_s,surge_re,surge_im,sway_re,sway_im,heave_re,heave_im,roll_re,"
                                "roll_im,pitch_re,pitch_im,yaw_re,yaw_im\n",
                                y->lags ? "lags" : "leads", y->slope ? "slope" : "amplitude");
    for (int b = 0; b < HEADINGS; b++)
        for (int i = 0; i < FREQUENCIES; i++) {
            double heading = y->first + (y->last - y->first) * b / (HEADINGS - 1), w = frequency_of(i);
            ship_response r = follow(w, (y->astern ? 180 - heading : heading) * degree);
            n += (size_t)snprintf(text + n, sizeof text - n, "%g,%.17g", heading, w);
            for (int j = 0; j < SHIP_MOTIONS; j++) {
                double per = y->slope && j >= SHIP_ROLL ? gravity / (w * w) : 1;
                n += (size_t)snprintf(text + n, sizeof text - n, ",%.17g,%.17g", y->flip[j] * per * r.re[j],
                                      y->flip[j] * (y->lags ? -per : per) * r.im[j]);
            }
            n += (size_t)snprintf(text + n, sizeof text - n, "\n");
        }
    return text;
}

static rt_status load_as(const char *name, ship_table *t, const char *text, rt_diag *d) {
    const ship_table_def def = {.origin = {-60, 0, 2}, .length = 12.5};
    *d = (rt_diag){0};
    return ship_table_load(t, scratch_text(name, text), &def, d);
}

static rt_status load_text(ship_table *t, const char *text, rt_diag *d) { return load_as("rao.csv", t, text, d); }

static void check_response(const ship_response *found, const ship_response *want, double tolerance) {
    for (int j = 0; j < SHIP_MOTIONS; j++) {
        CHECK_NEAR(found->re[j], want->re[j], tolerance);
        CHECK_NEAR(found->im[j], want->im[j], tolerance);
    }
}

static void check_file(const style *y, const char *name, const char *text) {
    static rt_diag d;
    ship_table t;
    rt_status status = load_as(name, &t, text, &d);
    if (status != RT_OK) fail_msg("refused: %s", d.text);
    const ship_responses r = ship_table_responses(&t);
    CHECK_NEAR(vec3_norm(vec3_sub(r.origin, vec3_make(-60, 0, 2))), 0, 0);
    for (int b = 0; b < HEADINGS; b++)
        for (int i = 0; i < FREQUENCIES; i++)
            for (int side = -1; side <= 1; side += 2) { // the other side by the ship's symmetry
                double heading = side * (y->first + (y->last - y->first) * b / (HEADINGS - 1)) * degree;
                ship_response want = follow(frequency_of(i), heading), found = r.at(r.self, frequency_of(i), heading);
                check_response(&found, &want, 1e-12);
            }
    ship_response a = follow(frequency_of(2), 90 * degree), b = follow(frequency_of(3), 90 * degree), mean,
                  found = r.at(r.self, 0.5 * (frequency_of(2) + frequency_of(3)), 90 * degree);
    for (int j = 0; j < SHIP_MOTIONS; j++)
        mean.re[j] = 0.5 * (a.re[j] + b.re[j]), mean.im[j] = 0.5 * (a.im[j] + b.im[j]);
    check_response(&found, &mean, 1e-12);
    ship_response last = follow(frequency_of(FREQUENCIES - 1), pi), beyond = r.at(r.self, 9, pi);
    check_response(&beyond, &last, 1e-12);
    ship_table_free(&t);
}

static void check_table(const style *y) { check_file(y, "rao.csv", write_table(y)); }

static void test_conventions(void **unused) {
    (void)unused;
    style y = plain;
    check_table(&y);
    y.lags = true;
    check_table(&y);
    y.slope = true;
    check_table(&y);
}

// A table round the whole ship is periodic: between its last heading and its first too.
static void test_whole_circle(void **unused) {
    (void)unused;
    style y = plain;
    y.last = 300;
    static rt_diag d;
    ship_table t;
    assert_int_equal(load_text(&t, write_table(&y), &d), RT_OK);
    const ship_responses r = ship_table_responses(&t);
    ship_response a = follow(frequency_of(1), 300 * degree), b = follow(frequency_of(1), 0),
                  found = r.at(r.self, frequency_of(1), -30 * degree);
    for (int j = 0; j < SHIP_MOTIONS; j++) a.re[j] = 0.5 * (a.re[j] + b.re[j]), a.im[j] = 0.5 * (a.im[j] + b.im[j]);
    check_response(&found, &a, 1e-12);
    ship_table_free(&t);
}

static void refuse(const style *y, const char *says) {
    static rt_diag d;
    ship_table t;
    assert_int_equal(load_text(&t, write_table(y), &d), RT_ERR_FORMAT);
    if (!strstr(d.text, says)) fail_msg("expected '%s' in '%s'", says, d.text);
    assert_null(t.response);
}

// Line 7 is the first row; each heading has eight.
static void test_wrong_signs(void **unused) {
    (void)unused;
    style y = plain;
    y.flip[SHIP_PITCH] = -1;
    refuse(&y, "rao.csv:7: error: pitch in the longest wave, 31.4 s at 0 deg: expected");
    y = plain, y.flip[SHIP_HEAVE] = -1;
    refuse(&y, "rao.csv:7: error: heave in the longest wave");
    y = plain, y.flip[SHIP_HEAVE] = 0.5;
    refuse(&y, "found 0.48 times");
    y = plain, y.flip[SHIP_SWAY] = y.flip[SHIP_ROLL] = -1; // y to starboard
    refuse(&y, "rao.csv:31: error: sway in the longest wave, 31.4 s at 90 deg");
    y = plain, y.flip[SHIP_PITCH] = 1 / degree; // degrees
    refuse(&y, "pitch in the longest wave");
    y = plain, y.astern = true;
    refuse(&y, "rao.csv:7: error: surge in the longest wave");
    y = plain, y.flip[SHIP_SURGE] = y.flip[SHIP_PITCH] = -1; // phases that lag
    refuse(&y, "rao.csv:7: error: surge in the longest wave");
}

static void test_damaged(void **unused) {
    (void)unused;
    static const struct {
        const char *old, *now, *says;
    } bad[] = {{"origin_m,-60,0,2", "origin_m,-60,0", ":1: error: expected 'origin_m' and 3 values"},
               {"ahead port up", "ahead starboard down", ":2: error: axes: expected 'ahead port up'"},
               {"phase,leads", "phase,early", ":3: error: phase: expected 'leads' or 'lags', found 'early'"},
               {"depth,deep", "depth,30", ":5: error: depth: expected 'deep', found '30'"},
               {"surge_re", "surge", ":6: error: column 3: expected 'surge_re', found 'surge'"},
               {"\n30,", "\n-30,", ":15: error: expected a heading from 0 to below 360 deg and a frequency"},
               {"\n60,0.2", "\n20,0.2", ":15: error: expected the same frequencies at each heading: after line 8,"},
               {"\n60,0.2", "\n60,0.3", ":23: error: expected the same frequencies at each heading: after line 7,"},
               {"\n30,0.2", "\n0,0.2", ":15: error: line 7 has this wave of 0.2 rad/s at 0 deg before"},
               {"\n0,0.2", "\n0,900.2", ":7: error: expected a frequency up to 100 rad/s"},
               {"\n0,0.2", "\n0,x.2", ":7: error: value 2: expected a number, found 'x.2"}};
    static rt_diag d;
    ship_table t;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        const char *text = write_table(&plain), *at = strstr(text, bad[k].old);
        assert_non_null(at);
        char *damaged = calloc(1, strlen(text) + 64);
        assert_non_null(damaged);
        sprintf(damaged, "%.*s%s%s", (int)(at - text), text, bad[k].now, at + strlen(bad[k].old));
        assert_int_equal(load_text(&t, damaged, &d), RT_ERR_FORMAT);
        if (!strstr(d.text, bad[k].says)) fail_msg("expected '%s' in '%s'", bad[k].says, d.text);
        free(damaged);
    }
    char *cut = strdup(write_table(&plain));
    assert_non_null(cut);
    *strrchr(cut, '\n') = 0;
    *strrchr(cut, '\n') = 0; // the last row is missing
    assert_int_equal(load_text(&t, cut, &d), RT_ERR_FORMAT);
    assert_non_null(strstr(d.text, "the last heading lacks frequencies of the first"));
    free(cut);
}

// ---- other programs' formats ----------------------------------------------------------------------------------------

// Rows PER BETA I MOD PHA RE IM, short waves first, a rotation times the length 12.5 m.
static const char *write_wamit(void) {
    static char text[1 << 17];
    size_t n = 0;
    for (int i = FREQUENCIES - 1; i >= 0; i--)
        for (int b = 0; b < HEADINGS; b++)
            for (int j = 0; j < SHIP_MOTIONS; j++) {
                double heading = 30 * b, w = frequency_of(i), scale = j >= SHIP_ROLL ? 12.5 : 1;
                ship_response r = follow(w, heading * degree);
                double re = scale * r.re[j], im = scale * r.im[j];
                n += (size_t)snprintf(text + n, sizeof text - n, " %.17E  %.6E     %d  %.6E %.6E %.17E %.17E\n",
                                      2 * pi / w, heading, j + 1, hypot(re, im), atan2(im, re) / degree, re, im);
            }
    return text;
}

static void test_wamit(void **unused) {
    (void)unused;
    static rt_diag d;
    ship_table t;
    char *text = strdup(write_wamit());
    assert_non_null(text);
    check_file(&plain, "ship.4", text);
    char *seventh = strstr(text, "     5  "); // the motion of the fifth row
    seventh[5] = '7';
    assert_int_equal(load_as("ship.4", &t, text, &d), RT_ERR_FORMAT);
    assert_non_null(strstr(d.text, "ship.4:5: error: expected a motion from 1 to 6 of a single body, found 7"));
    seventh[5] = '5';
    memcpy(strchr(seventh, 'E') - 4, "9999", 4); // another modulus
    assert_int_equal(load_as("ship.4", &t, text, &d), RT_ERR_FORMAT);
    assert_non_null(strstr(d.text, "ship.4:5: error: expected RE and IM of MOD"));
    free(text);
}

// How an OrcaFlex file is written.
typedef struct orca {
    bool leads, radians, periods;
    int unit;         // 0: per amplitude, 1: per largest slope, 2: per steepness
    int quarter;      // periods/4 from the crest to the point from which phases count
    bool turned;      // all six motions positive the other way
    const char *more; // further lines before the data
} orca;

static int write_conventions(const orca *o, char *text, size_t size) {
    static const char *const unit[] = {"amplitude", "max wave slope", "wave steepness"}, *const from[] = {
                                                                                             "crest",
                                                                                             "zero down-crossing",
                                                                                             "trough",
                                                                                             "zero up-crossing"};
    int n = snprintf(text, size,
                     "***OrcaFlex Conventions Start***\nRAOResponseUnits=%s\nRAOWaveUnit=%s\nRAOPhaseConvention=%s\n"
                     "RAOPhaseUnitsConvention=degrees\nQTFConventions=any\nRAOPhaseRelativeToConvention=%s\n",
                     o->radians ? "radians" : "degrees", unit[o->unit], o->leads ? "leads" : "lags", from[o->quarter]);
    if (o->turned)
        n += snprintf(text + n, size - (size_t)n,
                      "SurgePositive=aft\nSwayPositive=starboard\nHeavePositive=down\nRollPositiveStarboard=up\n"
                      "PitchPositiveBow=up\nYawPositiveBow=starboard\n");
    return n;
}

// A row of a table of responses.
static int write_responses(const orca *o, double w, const ship_response *r, char *text, size_t size) {
    const double slope = w * w / gravity, per[] = {1, slope, slope / pi};
    int n = snprintf(text, size, "%.17g", o->periods ? 2 * pi / w : w);
    for (int j = 0; j < SHIP_MOTIONS; j++) {
        double sign = o->turned ? -1 : 1, amplitude = hypot(r->re[j], r->im[j]),
               lead = atan2(sign * r->im[j], sign * r->re[j]) / degree + 90 * o->quarter;
        if (j >= SHIP_ROLL) amplitude *= (o->radians ? 1 : 1 / degree) / per[o->unit];
        n += snprintf(text + n, size - (size_t)n, "\t%.17g\t%.17g", amplitude, o->leads ? lead : -lead);
    }
    return n + snprintf(text + n, size - (size_t)n, "\n");
}

static const char *write_orcaflex(const orca *o) {
    static char text[1 << 17];
    size_t n = (size_t)write_conventions(o, text, sizeof text);
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "***OrcaFlex Conventions End***\nsome words\n***OrcaFlex Displacement RAO Start***\n"
                          "Draught Ballast\n%s",
                          o->more);
    for (int b = 0; b < HEADINGS; b++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "Direction %d\n%s XA XP YA YP ZA ZP RXA RXP RYA RYP RZA RZP\n",
                              30 * b, o->periods ? "WP" : "WFR");
        for (int i = 0; i < FREQUENCIES; i++) {
            const ship_response r = follow(frequency_of(i), 30 * b * degree);
            n += (size_t)write_responses(o, frequency_of(i), &r, text + n, sizeof text - n);
        }
    }
    snprintf(text + n, sizeof text - n, "***OrcaFlex Displacement RAO End***\n");
    return text;
}

static void test_orcaflex(void **unused) {
    (void)unused;
    static const orca good[] = {{.more = ""},
                                {.leads = true, .radians = true, .more = ""},
                                {.unit = 1, .periods = true, .more = ""},
                                {.unit = 2, .quarter = 1, .more = ""},
                                {.quarter = 2, .turned = true, .more = ""},
                                {.leads = true, .quarter = 3, .more = ""}};
    for (size_t k = 0; k < sizeof good / sizeof good[0]; k++) check_file(&plain, "ship.txt", write_orcaflex(&good[k]));
    static const struct {
        orca o;
        const char *says;
    } bad[] = {
        {{.more = "Draught Loaded\n"}, "ship.txt:12: error: Draught: expected a single one, found 'Loaded'"},
        {{.more = "WP XA XA\n"}, "ship.txt:12: error: header: expected each column once, found 'XA'"},
        {{.more = "WP XA XQ\n"}, "ship.txt:12: error: header: expected columns such as WP"},
        {{.more = "XA XP\n"}, "ship.txt:12: error: header: expected one column of WP, WFH and WFR, found 'none'"},
        {{.more = "1 2 3\n"}, "ship.txt:12: error: header: expected columns such as WP"},
        {{.more = "Direction ahead\n"}, "ship.txt:12: error: value 2: expected a number, found 'ahead'"},
        {{.more = "WP XA XP\n9 1 0\n"}, "ship.txt:13: error: responses: expected a line 'Direction' before"}};
    static rt_diag d;
    ship_table t;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        assert_int_equal(load_as("ship.txt", &t, write_orcaflex(&bad[k].o), &d), RT_ERR_FORMAT);
        if (!strstr(d.text, bad[k].says)) fail_msg("expected '%s' in '%s'", bad[k].says, d.text);
    }
    static const char unknown[] = "***OrcaFlex Conventions Start***\nRAOPhaseRelativeToConvention=zero crossing\n";
    assert_int_equal(load_as("ship.txt", &t, unknown, &d), RT_ERR_FORMAT);
    assert_non_null(strstr(d.text, "ship.txt:2: error: RAOPhaseRelativeToConvention: expected 'crest' or 'zero "
                                   "down-crossing' or 'trough' or 'zero up-crossing', found 'zero crossing'"));
    assert_int_equal(load_as("ship.txt", &t, "WP XA XP\n", &d), RT_ERR_FORMAT);
    assert_non_null(strstr(d.text, "a mark '***OrcaFlex Displacement RAO Start***'"));
    assert_int_equal(load_as("ship.rao", &t, "", &d), RT_ERR_USAGE);
    assert_non_null(strstr(d.text, "expected responses that end in .csv, .4 (WAMIT) or .txt (OrcaFlex)"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_conventions), cmocka_unit_test(test_whole_circle),
                                       cmocka_unit_test(test_wrong_signs), cmocka_unit_test(test_damaged),
                                       cmocka_unit_test(test_wamit),       cmocka_unit_test(test_orcaflex)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
