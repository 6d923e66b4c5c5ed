// SPDX-License-Identifier: MIT
// Gusts: their variance against the integral of Davenport's spectrum, in whole and by frequency.
#include "dynamics/manoeuvre/gust.h"
#include "tests/check.h"

static const double pi = 3.14159265358979323846;

// Davenport's density [m²/s² per Hz].
static double density(double f, double mean) {
    double x = 1200 * f / mean;
    return 4 * 0.0026 * mean * mean * x * x / (f * pow(1 + x * x, 4.0 / 3));
}

// Integral of the density by Simpson's rule over the logarithm of f.
static double energy(double low, double high, double mean) {
    const int steps = 2000;
    double h = log(high / low) / steps, sum = 0;
    for (int k = 0; k <= steps; k++) {
        double f = low * exp(k * h);
        sum += (k == 0 || k == steps ? 1 : k % 2 ? 4 : 2) * f * density(f, mean);
    }
    return sum * h / 3;
}

static void test_variance(void **unused) {
    (void)unused;
    const double mean = 15, step = 0.5;
    const manoeuvre_wind w = manoeuvre_gusty_wind(mean, 0.0026, 0, 7);
    double sum = 0, squares = 0, wanted = energy(1.0 / 600, 1, mean);
    int n = 6 * 3600 * 2;
    for (int k = 0; k < n; k++) {
        double off = manoeuvre_wind_at(&w, k * step) - mean;
        sum += off, squares += off * off;
    }
    print_message("standard deviation %.3f m/s, of the spectrum %.3f m/s\n", sqrt(squares / n), sqrt(wanted));
    CHECK_NEAR(sum / n, 0, 0.02 * mean);
    CHECK_NEAR(squares / n, wanted, 0.02 * wanted);
    CHECK_NEAR(sqrt(wanted / (6 * 0.0026 * mean * mean)), 0.97, 5e-3); // the band's share of the standard deviation
}

// Each sine has the energy of its band; a large area takes the fast ones away.
static void test_bands(void **unused) {
    (void)unused;
    const double mean = 20, ratio = pow(600, 1.0 / MANOEUVRE_GUSTS);
    const manoeuvre_wind point = manoeuvre_gusty_wind(mean, 0.0026, 0, 7),
                         wide = manoeuvre_gusty_wind(mean, 0.0026, 2700, 7);
    for (int k = 0; k < MANOEUVRE_GUSTS; k++) {
        double low = pow(ratio, k) / 600, wanted = energy(low, low * ratio, mean), f = point.frequency[k] / (2 * pi);
        CHECK_NEAR(0.5 * point.amplitude[k] * point.amplitude[k], wanted, 1e-6 * wanted);
        assert_true(f > low && f < low * ratio);
        CHECK_NEAR(wide.amplitude[k], point.amplitude[k] / (1 + pow(2 * f * sqrt(2700) / mean, 4.0 / 3)), 1e-9);
    }
}

static void test_seed_and_steady(void **unused) {
    (void)unused;
    const manoeuvre_wind a = manoeuvre_gusty_wind(10, 0.0026, 0, 1), b = manoeuvre_gusty_wind(10, 0.0026, 0, 2),
                         calm = manoeuvre_gusty_wind(0, 0.0026, 0, 1), steady = manoeuvre_steady_wind(10);
    assert_true(manoeuvre_wind_at(&a, 5) != manoeuvre_wind_at(&b, 5));
    CHECK_NEAR(manoeuvre_wind_at(&calm, 5), 0, 0);
    CHECK_NEAR(manoeuvre_wind_at(&steady, 5), 10, 0);
}

// The mean changes evenly between two times, up or down, and the gusts with it.
static void test_rises(void **unused) {
    (void)unused;
    manoeuvre_wind steady = manoeuvre_steady_wind(10), gusty = manoeuvre_gusty_wind(10, 0.0026, 0, 3);
    const manoeuvre_wind before = gusty;
    manoeuvre_wind_rises(&steady, 25, 100, 60);
    manoeuvre_wind_rises(&gusty, 5, 100, 60);
    const double t[] = {0, 100, 115, 130, 160, 1000}, mean[] = {10, 10, 13.75, 17.5, 25, 25};
    for (int k = 0; k < 6; k++) {
        CHECK_NEAR(manoeuvre_wind_at(&steady, t[k]), mean[k], 1e-12);
        const double share = 1 - 0.5 * fmin(fmax((t[k] - 100) / 60, 0), 1);
        CHECK_NEAR(manoeuvre_wind_at(&gusty, t[k]), share * manoeuvre_wind_at(&before, t[k]), 1e-12);
    }
}

// Another mean takes the gusts with it, also in a wind that changes by itself; over a calm it is steady.
static void test_another_mean(void **unused) {
    (void)unused;
    manoeuvre_wind gusty = manoeuvre_gusty_wind(10, 0.0026, 0, 3);
    const manoeuvre_wind before = gusty, calm = manoeuvre_gusty_wind(0, 0.0026, 0, 3);
    manoeuvre_wind_rises(&gusty, 25, 0, 1);
    for (double t = 0; t < 600; t += 7) {
        CHECK_NEAR(manoeuvre_wind_of_mean(&before, 10, t), manoeuvre_wind_at(&before, t), 1e-12);
        CHECK_NEAR(manoeuvre_wind_of_mean(&gusty, 16, t), 1.6 * manoeuvre_wind_at(&before, t), 1e-12);
        CHECK_NEAR(manoeuvre_wind_of_mean(&calm, 16, t), 16, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variance), cmocka_unit_test(test_bands),        cmocka_unit_test(test_seed_and_steady),
        cmocka_unit_test(test_rises),    cmocka_unit_test(test_another_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
