// SPDX-License-Identifier: MIT
// Tests of the head's rebound from its stops: the damping for a restitution against the stop's law integrated in small
// steps.
#include "tests/check.h"

#include "dynamics/tackle/anchor.h"

// Speed after over speed before the impact of a body of this inertia on a stop at 0 (rates near 1).
static double rebound_of(const dyn_stop_def *d, double inertia) {
    double x = 0, v = 1, period = 2 * M_PI * sqrt(inertia / d->stiffness), h = 1e-5 * period;
    for (int k = 0; k < 1000000 && x >= 0; k++) { // semi-implicit midpoint
        double vm = v, xm = x;
        for (int i = 0; i < 3; i++) {
            xm = x + 0.5 * h * vm;
            vm = v + 0.5 * h * dyn_stop_law(d, xm, vm).force / inertia;
        }
        x += h * vm;
        v += 2 * (vm - v);
        if (x > 0 && v < 0 && dyn_stop_law(d, x, v).force == 0) break;
    }
    return -v;
}

static void rebound_matches_restitution(void **state) {
    (void)state;
    const double asked[] = {0.02, 0.1, exp(-2), 0.15, 0.2, 0.3, 0.5, 0.8, 0.95};
    const double stiffness = 2e7, inertia = 727;
    for (size_t k = 0; k < sizeof asked / sizeof asked[0]; k++) {
        dyn_stop_def d = {.min = -10,
                          .max = 0,
                          .stiffness = stiffness,
                          .damping = tackle_rebound_damping(stiffness, inertia, asked[k]),
                          .ramp = 1e-9};
        CHECK_NEAR(rebound_of(&d, inertia), asked[k], 2e-3);
    }
}

static void rebound_falls_with_damping(void **state) {
    (void)state;
    double last = 1e300;
    for (double e = 0.01; e <= 1; e += 0.01) {
        double c = tackle_rebound_damping(1e6, 10, e);
        assert_true(c < last && c >= 0);
        last = c;
    }
    CHECK_NEAR(tackle_rebound_damping(1e6, 10, 1), 0, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rebound_matches_restitution),
                                       cmocka_unit_test(rebound_falls_with_damping)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
