// SPDX-License-Identifier: MIT
// The closed forms against the example of the ship's design note: L 180, B 30, T 9.5, C_B 0.8, computed by an
// independent script. Tolerance: the printed digits.
#include "dynamics/ship/ship.h"
#include "tests/check.h"

static const double pi = 3.14159265358979323846, degree = 3.14159265358979323846 / 180;

static ship_form example(double speed) {
    return (ship_form){.length = 180,
                       .beam = 30,
                       .draught = 9.5,
                       .block = 0.8,
                       .waterplane = 0.86,
                       .metacentric_height = 2,
                       .roll_damping = 0.05,
                       .speed = speed};
}

static double amplitude(const ship_response *r, int motion) { return hypot(r->re[motion], r->im[motion]); }

// Amplitude of the vertical motion at x ahead [m/m].
static double bow(const ship_response *r, double x) {
    return hypot(r->re[SHIP_HEAVE] - x * r->re[SHIP_PITCH], r->im[SHIP_HEAVE] - x * r->im[SHIP_PITCH]);
}

static void test_head_sea(void **unused) {
    (void)unused;
    static const double want[][4] = {// wave period, heave, pitch, and the vertical motion 85 m ahead
                                     {8, 0.0739, 0.00386, 0.336},
                                     {10, 0.1356, 0.00743, 0.646},
                                     {12, 0.2449, 0.01453, 1.259},
                                     {15, 0.6374, 0.01403, 1.352}};
    const ship_form f = example(0);
    for (int k = 0; k < 4; k++) {
        ship_response r = ship_closed_form(&f, 2 * pi / want[k][0], pi);
        CHECK_NEAR(amplitude(&r, SHIP_HEAVE), want[k][1], 0.6e-4);
        CHECK_NEAR(amplitude(&r, SHIP_PITCH), want[k][2], 0.6e-5);
        CHECK_NEAR(bow(&r, 85), want[k][3], 0.6e-3);
    }
    ship_response r = ship_closed_form(&f, 2 * pi / 10, pi);
    CHECK_NEAR(amplitude(&r, SHIP_PITCH) / degree, 0.426, 0.6e-3);
    double w = 2 * pi / 10;
    CHECK_NEAR(w * w * bow(&r, 85), 0.255, 0.6e-3);
    // F is negative here: the heave lags by 60.5 deg and half a turn
    double lag = atan2(-r.im[SHIP_HEAVE], r.re[SHIP_HEAVE]) / degree;
    CHECK_NEAR(fmod(lag + 360, 180), 60.5, 0.06);
}

static void test_with_speed(void **unused) {
    (void)unused;
    const ship_form f = example(6);
    ship_response r = ship_closed_form(&f, 2 * pi / 10, pi);
    CHECK_NEAR(amplitude(&r, SHIP_HEAVE), 0.1017, 0.6e-4);
    CHECK_NEAR(amplitude(&r, SHIP_PITCH), 0.00557, 0.6e-5);
}

static void test_roll(void **unused) {
    (void)unused;
    const ship_form f = example(0);
    double natural = ship_roll_period(&f);
    CHECK_NEAR(natural, 15.62, 0.006);
    ship_response r = ship_closed_form(&f, 2 * pi / 10, pi / 2);
    CHECK_NEAR(amplitude(&r, SHIP_ROLL) / degree, 0.748, 0.6e-3);
    r = ship_closed_form(&f, 2 * pi / natural, pi / 2);
    CHECK_NEAR(amplitude(&r, SHIP_ROLL) / degree, 1.853, 0.6e-3);
    r = ship_closed_form(&f, 2 * pi / 10, 120 * degree);
    CHECK_NEAR(amplitude(&r, SHIP_ROLL) / degree, 0.311, 0.6e-3);
    r = ship_closed_form(&f, 2 * pi / 10, pi);
    CHECK_NEAR(amplitude(&r, SHIP_ROLL), 0, 1e-12);
}

// In a wave much longer than the ship, heave and pitch are those of the water, ahead and astern.
static void test_long_wave(void **unused) {
    (void)unused;
    const ship_form f = example(0);
    double w = 0.15, k = w * w / 9.81;
    for (int side = -1; side <= 1; side += 2) {
        ship_response r = ship_closed_form(&f, w, side < 0 ? pi : 0);
        CHECK_NEAR(r.re[SHIP_HEAVE], 1, 0.03);
        CHECK_NEAR(r.im[SHIP_HEAVE], 0, 0.06);
        CHECK_NEAR(r.im[SHIP_PITCH] / (side * k), 1, 0.03);
        CHECK_NEAR(r.re[SHIP_PITCH] / k, 0, 0.06);
    }
    for (int side = -1; side <= 1; side += 2) { // the side that rises first leads the crest
        ship_response r = ship_closed_form(&f, w, side * pi / 2);
        assert_true(r.im[SHIP_ROLL] * side < 0 && fabs(r.re[SHIP_ROLL]) < 0.1 * fabs(r.im[SHIP_ROLL]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_head_sea), cmocka_unit_test(test_with_speed),
                                       cmocka_unit_test(test_roll), cmocka_unit_test(test_long_wave)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
