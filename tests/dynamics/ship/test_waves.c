// SPDX-License-Identifier: MIT
// Motion in waves: its rates by differences, the frequency of encounter, and its statistics over three hours against
// the integral of the spectrum times the squared response.
#include "dynamics/ship/ship.h"
#include "tests/check.h"
#include <string.h>

static const double pi = 3.14159265358979323846, degree = 3.14159265358979323846 / 180, gravity = 9.81;

static ship_form form_of(double length) {
    return (ship_form){.length = length,
                       .beam = length / 6,
                       .draught = length / 19,
                       .block = 0.8,
                       .waterplane = 0.86,
                       .metacentric_height = 2,
                       .roll_damping = 0.05};
}

static dyn_waves sea_of(double height, double period, double heading, uint64_t seed) {
    const dyn_waves_def def = {.height = height, .period = period, .direction = heading, .gravity = gravity};
    return dyn_waves_jonswap(&def, 3.3, seed);
}

// ---- rates ----------------------------------------------------------------------------------------------------------

// A slow motion of the ship, with a speed that changes.
static void add_slow(const void *self, double t, ship_motions *sum) {
    const double *size = self, w = 0.05;
    for (int k = SHIP_SURGE; k <= SHIP_SWAY; k++) {
        sum->x[k] += size[k] * sin(w * t), sum->v[k] += size[k] * w * cos(w * t);
        sum->a[k] -= size[k] * w * w * sin(w * t);
    }
}

// A ship of 100 m in an irregular sea, with this slow motion.
typedef struct seaway {
    moving_ship ship;
    ship_form form;
    ship_wave_motion motion;
} seaway;

static void seaway_make(seaway *w, const ship_source *slow, bool turns) {
    const dyn_waves waves = sea_of(2, 7, 2.2, 3);
    w->form = form_of(100);
    moving_ship_create(&w->ship, vec3_make(-40, 2, 0));
    const ship_responses from = ship_closed_form_responses(&w->form, vec3_make(-45, 0, 0));
    w->motion = ship_wave_motion_make(&waves, w->ship.reference, &from);
    if (turns) assert_int_equal(ship_wave_motion_turn(&w->motion, &waves, &from), RT_OK);
    const ship_source quick = ship_wave_motion_source(&w->motion);
    moving_ship_add(&w->ship, slow);
    moving_ship_add(&w->ship, &quick);
}

static void check_rates(const moving_ship *s, double seconds, double tolerance) {
    const double step = 1e-3;
    for (double t = 1; t < seconds; t += 1.3) {
        ship_motions m = moving_ship_motions(s, t), a = moving_ship_motions(s, t - step),
                     b = moving_ship_motions(s, t + step);
        for (int k = 0; k < SHIP_MOTIONS; k++) {
            CHECK_NEAR(m.v[k], (b.x[k] - a.x[k]) / (2 * step), tolerance);
            CHECK_NEAR(m.a[k], (b.v[k] - a.v[k]) / (2 * step), tolerance);
        }
    }
}

static void test_rates_by_differences(void **unused) {
    (void)unused;
    static const double size[2] = {80, 40};
    seaway w;
    seaway_make(&w, &(ship_source){size, add_slow}, false);
    check_rates(&w.ship, 60, 1e-6);
}

// The waves grow from a third to twice their height: rates by differences, and twice the motion in the end.
static void test_rates_while_the_waves_grow(void **unused) {
    (void)unused;
    static const double size[2] = {80, 40};
    seaway w;
    seaway_make(&w, &(ship_source){size, add_slow}, false);
    w.motion.growth = (ship_growth){1.0 / 3, 1.0 / 36, 0};
    check_rates(&w.ship, 60, 1e-6);
    const ship_source source = ship_wave_motion_source(&w.motion);
    ship_motions grown = {{0}, {0}, {0}}, once = grown;
    source.add(source.self, 60, &grown);
    w.motion.growth = (ship_growth){.share = 1};
    source.add(source.self, 60, &once);
    for (int k = 0; k < SHIP_MOTIONS; k++) CHECK_NEAR(grown.x[k], 2 * once.x[k], 1e-12);
}

// A ship that also swings in its slow motion, with responses over the heading.
static void add_swing(const void *self, double t, ship_motions *sum) {
    const double w = 0.04, size = 2.5;
    add_slow(self, t, sum);
    sum->x[SHIP_YAW] += size * sin(w * t), sum->v[SHIP_YAW] += size * w * cos(w * t);
    sum->a[SHIP_YAW] -= size * w * w * sin(w * t);
}

static void test_rates_of_a_ship_that_turns(void **unused) {
    (void)unused;
    static const double size[2] = {80, 40};
    seaway w;
    seaway_make(&w, &(ship_source){size, add_swing}, true);
    check_rates(&w.ship, 120, 2e-6);
    double last[SHIP_MOTIONS] = {0};
    for (int n = 0; n < 120000; n++) { // the accelerations have no jump where the heading passes a point of the splines
        ship_motions m = moving_ship_motions(&w.ship, 1e-3 * n);
        for (int k = 0; k < SHIP_MOTIONS && n > 0; k++) CHECK_NEAR(m.a[k], last[k], 3e-3);
        memcpy(last, m.a, sizeof last);
    }
    ship_wave_motion_free(&w.motion);
}

// A heading that is no number, of a run that has failed, reads no place beyond the splines.
static void add_unknown_heading(const void *self, double t, ship_motions *sum) {
    (void)self, (void)t;
    sum->x[SHIP_YAW] = (double)NAN;
}

static void test_unknown_heading(void **unused) {
    (void)unused;
    seaway w;
    seaway_make(&w, &(ship_source){NULL, add_unknown_heading}, true);
    assert_true(isnan(moving_ship_motions(&w.ship, 1).x[SHIP_HEAVE]));
    ship_wave_motion_free(&w.motion);
}

// At a fixed heading a ship moves as one whose axes point that way does in the turned sea.
static void add_heading(const void *self, double t, ship_motions *sum) {
    (void)t;
    sum->x[SHIP_YAW] += *(const double *)self;
}

static void test_heading_is_that_of_a_turned_sea(void **unused) {
    (void)unused;
    const ship_form f = form_of(100);
    const dyn_waves waves = sea_of(2, 9, 2.2, 3);
    double worst[SHIP_MOTIONS] = {0}, most[SHIP_MOTIONS] = {0};
    for (double psi = -4; psi < 4; psi += 0.37) {
        dyn_waves turned = sea_of(2, 9, 2.2 - psi, 3);
        moving_ship s, there;
        moving_ship_create(&s, vec3_make(0, 0, 0));
        moving_ship_create(&there, s.reference);
        const ship_responses from = ship_closed_form_responses(&f, vec3_make(0, 0, 0));
        ship_wave_motion motion = ship_wave_motion_make(&waves, s.reference, &from),
                         direct = ship_wave_motion_make(&turned, s.reference, &from);
        assert_int_equal(ship_wave_motion_turn(&motion, &waves, &from), RT_OK);
        const ship_source heading = {&psi, add_heading}, quick = ship_wave_motion_source(&motion),
                          straight = ship_wave_motion_source(&direct);
        moving_ship_add(&s, &heading);
        moving_ship_add(&s, &quick);
        moving_ship_add(&there, &straight);
        for (double t = 0; t < 300; t += 0.7) {
            ship_motions a = moving_ship_motions(&s, t), b = moving_ship_motions(&there, t);
            for (int k = SHIP_HEAVE; k <= SHIP_PITCH; k++)
                worst[k] = fmax(worst[k], fabs(a.x[k] - b.x[k])), most[k] = fmax(most[k], fabs(b.x[k]));
        }
        ship_wave_motion_free(&motion);
    }
    print_message("between two headings heave, roll, pitch are off by %.2g m of %.2g, %.2g rad of %.2g, %.2g of %.2g\n",
                  worst[SHIP_HEAVE], most[SHIP_HEAVE], worst[SHIP_ROLL], most[SHIP_ROLL], worst[SHIP_PITCH],
                  most[SHIP_PITCH]);
    for (int k = SHIP_HEAVE; k <= SHIP_PITCH; k++) CHECK_NEAR(worst[k], 0, 0.03 * most[k]);
}

// A response of 1 in heave alone, at an origin off the reference point: there the ship moves as the surface does.
static ship_response follow_surface(const void *self, double frequency, double heading) {
    (void)self, (void)frequency, (void)heading;
    return (ship_response){.re = {[SHIP_HEAVE] = 1}};
}

static void steam(const void *self, double t, ship_motions *sum) {
    (void)self;
    sum->x[SHIP_SURGE] += 5 * t, sum->v[SHIP_SURGE] += 5;
}

static void test_phase_at_the_moving_ship(void **unused) {
    (void)unused;
    const dyn_waves waves = sea_of(2, 7, 2.2, 3);
    const ship_responses from = {NULL, {-70, 4, 0}, follow_surface};
    moving_ship s;
    moving_ship_create(&s, vec3_make(-40, 2, 0));
    const ship_wave_motion motion = ship_wave_motion_make(&waves, s.reference, &from);
    const ship_source ahead = {NULL, steam}, quick = ship_wave_motion_source(&motion);
    moving_ship_add(&s, &ahead);
    moving_ship_add(&s, &quick);
    for (double t = 0; t < 30; t += 0.7)
        CHECK_NEAR(moving_ship_motions(&s, t).x[SHIP_HEAVE], dyn_waves_surface(&waves, -70 + 5 * t, 4, t), 1e-9);
}

// ---- statistics -----------------------------------------------------------------------------------------------------

enum { HEAVE, PITCH, ROLL, HAWSE, HAWSE_SPEED, SERIES };

static const double hawse_x = 85, hawse_y = 7;

// Squared response of each series to a wave of this frequency.
static void squared(const ship_form *f, double w, double heading, double out[SERIES]) {
    ship_response r = ship_closed_form(f, w, heading);
    double re = r.re[SHIP_HEAVE] - hawse_x * r.re[SHIP_PITCH] + hawse_y * r.re[SHIP_ROLL],
           im = r.im[SHIP_HEAVE] - hawse_x * r.im[SHIP_PITCH] + hawse_y * r.im[SHIP_ROLL];
    static const int motion[] = {SHIP_HEAVE, SHIP_PITCH, SHIP_ROLL};
    for (int k = HEAVE; k <= ROLL; k++) out[k] = r.re[motion[k]] * r.re[motion[k]] + r.im[motion[k]] * r.im[motion[k]];
    out[HAWSE] = re * re + im * im;
    out[HAWSE_SPEED] = w * w * out[HAWSE];
}

// Standard deviations by the integral of the JONSWAP spectrum, Hs²/16 its area.
static void integrate(const ship_form *f, double height, double period, double heading, double sigma[SERIES]) {
    double peak = 2 * pi / period, area = 0, sum[SERIES] = {0};
    for (int i = 0; i < 27000; i++) {
        double x = 0.3 + (i + 0.5) * 1e-4, s = dyn_waves_jonswap_shape(x, 3.3), h2[SERIES];
        squared(f, x * peak, heading, h2);
        area += s;
        for (int k = 0; k < SERIES; k++) sum[k] += s * h2[k];
    }
    for (int k = 0; k < SERIES; k++) sigma[k] = 0.25 * height * sqrt(sum[k] / area);
}

// Standard deviations of the motion over three hours, the hawse's by the ship's axes.
static void observe(const ship_form *f, double height, double period, double heading, uint64_t seed,
                    double sigma[SERIES]) {
    const dyn_waves waves = sea_of(height, period, heading, seed);
    moving_ship s;
    moving_ship_create(&s, vec3_make(0, 0, 0));
    const ship_responses from = ship_closed_form_responses(f, s.reference);
    const ship_wave_motion motion = ship_wave_motion_make(&waves, s.reference, &from);
    const ship_source source = ship_wave_motion_source(&motion);
    moving_ship_add(&s, &source);
    double sum[SERIES] = {0};
    int n = 0;
    for (double t = 0; t < 10800; t += 0.25, n++) {
        ship_motions m = moving_ship_motions(&s, t);
        dyn_axes a;
        s.motion.at(s.motion.self, t, &a);
        vec3 hawse = {hawse_x, hawse_y, 0}, none = {0, 0, 0};
        double value[SERIES] = {m.x[SHIP_HEAVE], m.x[SHIP_PITCH], m.x[SHIP_ROLL], dyn_axes_height(&a, hawse),
                                mat3_mul(&a.r, dyn_axes_velocity(&a, hawse, none)).z};
        for (int k = 0; k < SERIES; k++) sum[k] += value[k] * value[k];
    }
    for (int k = 0; k < SERIES; k++) sigma[k] = sqrt(sum[k] / n);
}

static void check_statistics(double length, double height, double period, double heading) {
    static const char *const name[SERIES] = {"heave", "pitch", "roll", "hawse", "hawse's speed"};
    const ship_form f = form_of(length);
    double want[SERIES], found[SERIES], worst = 0;
    integrate(&f, height, period, heading, want);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        observe(&f, height, period, heading, seed, found);
        for (int k = 0; k < SERIES; k++) {
            if (want[k] < 1e-9) continue;
            double share = found[k] * found[k] / (want[k] * want[k]);
            if (!(fabs(share - 1) <= 0.02)) print_error("%s, seed %d: sigma %g\n", name[k], (int)seed, found[k]);
            CHECK_NEAR(share, 1, 0.02);
            worst = fmax(worst, fabs(share - 1));
        }
    }
    print_message("L %g m, Tp %g s, %.0f deg: variances within %.2f %%\n", length, period, heading / degree,
                  100 * worst);
}

static void test_statistics_180_m(void **unused) {
    (void)unused;
    check_statistics(180, 2, 8, pi);
    check_statistics(180, 4, 10, 150 * degree);
}

static void test_statistics_100_m(void **unused) {
    (void)unused;
    check_statistics(100, 2, 8, pi);
    check_statistics(100, 2, 8, 120 * degree);
}

// Responses with all six motions, some in narrow bands.
static ship_response move_all(const void *self, double w, double heading) {
    (void)self;
    double band = exp(-200 * (w - 0.55) * (w - 0.55)), long_waves = exp(-2 * w * w), c = cos(heading), s = sin(heading);
    return (ship_response){.re = {0, 0.2 * long_waves, long_waves, 0.05 * band * s, 0.01 * w * w * c, 0.002 * band},
                           .im = {-c * long_waves, -s * long_waves, 0.3 * w * long_waves, -0.05 * band * s, 0, 0.001}};
}

static void test_statistics_of_six_motions(void **unused) {
    (void)unused;
    const double heading = 2.2, peak = 2 * pi / 8;
    const ship_responses from = {NULL, {0, 0, 0}, move_all};
    const dyn_waves waves = sea_of(2, 8, heading, 5);
    const ship_wave_motion motion = ship_wave_motion_make(&waves, from.origin, &from);
    const ship_source source = ship_wave_motion_source(&motion);
    double area = 0, want[SHIP_MOTIONS] = {0}, found[SHIP_MOTIONS] = {0}, worst = 0;
    for (int i = 0; i < 27000; i++) {
        double x = 0.3 + (i + 0.5) * 1e-4, s = dyn_waves_jonswap_shape(x, 3.3);
        ship_response h = move_all(NULL, x * peak, heading);
        area += s;
        for (int k = 0; k < SHIP_MOTIONS; k++) want[k] += s * (h.re[k] * h.re[k] + h.im[k] * h.im[k]);
    }
    int n = 0;
    for (double t = 0; t < 10800; t += 0.25, n++) {
        ship_motions m = {{0}, {0}, {0}};
        source.add(source.self, t, &m);
        for (int k = 0; k < SHIP_MOTIONS; k++) found[k] += m.x[k] * m.x[k];
    }
    for (int k = 0; k < SHIP_MOTIONS; k++) {
        double share = found[k] / n / (0.25 * want[k] / area); // Hs²/16 = 0.25 m²
        worst = fmax(worst, fabs(share - 1));
        CHECK_NEAR(share, 1, 0.02);
    }
    print_message("six motions: variances within %.2f %%\n", 100 * worst);
}

// The integrals themselves against the design note's values: L 180, B 30, T 9.5, head sea, Hs 2 m, Tp 8 s.
static void test_integrals(void **unused) {
    (void)unused;
    double sigma[SERIES];
    ship_form f = form_of(180);
    f.draught = 9.5;
    integrate(&f, 2, 8, pi, sigma);
    CHECK_NEAR(sigma[HEAVE], 0.0478, 0.0006);
    CHECK_NEAR(sigma[PITCH] / degree, 0.0880, 0.001);
    CHECK_NEAR(sigma[HAWSE], 0.1390, 0.0015);
    CHECK_NEAR(sigma[HAWSE_SPEED], 0.0975, 0.001);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rates_by_differences),
                                       cmocka_unit_test(test_rates_of_a_ship_that_turns),
                                       cmocka_unit_test(test_rates_while_the_waves_grow),
                                       cmocka_unit_test(test_unknown_heading),
                                       cmocka_unit_test(test_heading_is_that_of_a_turned_sea),
                                       cmocka_unit_test(test_phase_at_the_moving_ship),
                                       cmocka_unit_test(test_integrals),
                                       cmocka_unit_test(test_statistics_of_six_motions),
                                       cmocka_unit_test(test_statistics_180_m),
                                       cmocka_unit_test(test_statistics_100_m)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
