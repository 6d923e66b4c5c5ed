// SPDX-License-Identifier: MIT
// The total of blows grows by the rise of the contact force in each blow, however short the blow.
#include "tests/check.h"

#include "rt/judge/blows.h"
#include <math.h>

#define H 1e-3

// A blow: a half sine of n steps on top of a steady force.
static void strike(blows *b, double base, double peak, int n) {
    for (int k = 1; k < n; k++) blows_update(b, k == 1, base + peak * sin(M_PI * k / n), H);
    blows_update(b, 0, base, H);
}

static void quiet(blows *b, double base, int n) {
    for (int k = 0; k < n; k++) blows_update(b, 0, base, H);
}

static void blow_counts_by_its_peak(void **state) {
    (void)state;
    blows b = {0};
    quiet(&b, 0, 10);
    strike(&b, 0, 300e3, 6);
    CHECK_NEAR(b.sum_n, 300e3, 1e-6);
    quiet(&b, 0, 100);
    strike(&b, 0, 50e3, 6);
    CHECK_NEAR(b.sum_n, 350e3, 1e-6);
}

static void steady_force_is_no_blow(void **state) {
    (void)state;
    blows b = {0};
    quiet(&b, 0, 1);
    for (int k = 0; k < 1000; k++) blows_update(&b, 0, 100.0 * k, H); // a slowly rising force
    CHECK_NEAR(b.sum_n, 0, 0);
    strike(&b, 99.9e3, 20e3, 6); // a blow on top of it counts by its own rise
    CHECK_NEAR(b.sum_n, 20e3, 1e-6);
}

static void chatter_is_one_blow(void **state) {
    (void)state;
    blows b = {0};
    for (int k = 0; k < 5; k++) strike(&b, 0, 10e3, 6);
    CHECK_NEAR(b.sum_n, 10e3, 1e-6);
    strike(&b, 0, 30e3, 6); // a harder strike adds the difference
    CHECK_NEAR(b.sum_n, 30e3, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blow_counts_by_its_peak),
        cmocka_unit_test(steady_force_is_no_blow),
        cmocka_unit_test(chatter_is_one_blow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
