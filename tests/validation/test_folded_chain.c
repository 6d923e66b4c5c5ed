// SPDX-License-Identifier: MIT
// A folded chain of N rigid rods, one end held, the other released beside it. Its tip outruns free fall, and its time
// of fall tends to that of the energy-conserving continuum.
//
// The continuum (Calkin & March, Am. J. Phys. 57, 154, 1989; Wong & Yasui, Am. J. Phys. 74, 490, 2006): length L, mass
// mu a length, arms close together. When the tip has fallen x, the fold is at depth (L + x)/2. The held arm, of this
// length, is at rest; the released arm, (L - x)/2 long from x to the fold, moves as one at x'. Energy, zero at the
// support:
//   V = -mu g [(L + x)²/8 + (L - x)/2 (x + (L - x)/4)] = -mu g (L² + 2 L x - x²)/4, T = mu (L - x) x'²/4,
// and T + V = -mu g L²/4 gives x'² = g x (2 L - x)/(L - x), above 2 g x of free fall by the factor (L - x/2)/(L - x).
// With x = L (1 - cos p), x (2 L - x) = L² sin² p and L - x = L cos p:
//   t = sqrt(L/g) ∫ sqrt(cos p) dp from 0 to arccos(1 - x/L), and in free fall t = sqrt(2 x/g).
// The whole fall takes 1.19814 against 1.41421 sqrt(L/g): ratio 0.84721.
//
// The rods start from rest in equilibrium, the ends four rods' lengths apart, so the separation vanishes as N grows.
// With the ends one rod apart the ratios converge from the other side and more slowly (1.2 % too large at N = 40
// instead of 0.5 % too small).
#include "tests/validation/reference/chain.h"
#include "tests/validation/rods.h"

static const double LENGTH = 10, G = 9.81, H = 2.5e-5, DEPTH = 0.95;

// ∫ sqrt(cos p) dp from 0 to `end` by Simpson's rule; with p = pi/2 - r² the integrand 2 r sqrt(sin r²) is smooth.
static double integral(double end) {
    enum { PARTS = 1000 };
    double a = sqrt(M_PI / 2 - end), b = sqrt(M_PI / 2), sum = 0;
    for (int i = 0; i <= PARTS; i++) {
        double r = a + (b - a) * i / PARTS;
        sum += (i == 0 || i == PARTS ? 1 : 2 + 2 * (i % 2)) * 2 * r * sqrt(sin(r * r));
    }
    return sum * (b - a) / (3 * PARTS);
}

// Time of the continuum's tip to the fraction of L, over the time of free fall.
static double continuum(double fraction) { return integral(acos(1 - fraction)) / sqrt(2 * fraction); }

typedef struct fall {
    double at_depth, lowest; // times over those of free fall: to DEPTH, and of the tip's lowest point to the whole L
    double least_lead;       // smallest lead of the tip over free fall, from half the length on [m]
    double energy;           // largest error, relative to the initial energy above the straight hanging chain
} fall;

static void fold(rods *r, int n) {
    const ref_rods hung = {n, LENGTH / n, 1.0 / n};
    ref_joint joint[RODS_MAX + 1];
    vec3 x[RODS_MAX + 1];
    assert_true(ref_rods_hang(&hung, 4 * LENGTH / n, 0, joint));
    for (int k = 0; k <= n; k++) x[k] = vec3_make(joint[k].x, 0, joint[k].z);
    dyn_step_def def = rods_step_def();
    rods_make(r, n, 1.0 / n, x, H, &def);
}

static fall drop(int n) {
    rods r;
    fold(&r, n);
    fall f = {.least_lead = INFINITY};
    double e0 = dyn_energy(&r.model, &r.state), all = e0 + 0.5 * G * LENGTH, last = 0, lowest = 0;
    for (int k = 1; k * H < sqrt(2 * LENGTH / G); k++) {
        rods_step(&r);
        double t = k * H, depth = -rods_tip(&r).z;
        f.energy = fmax(f.energy, fabs(dyn_energy(&r.model, &r.state) - e0) / all);
        if (f.at_depth == 0 && depth >= DEPTH * LENGTH)
            f.at_depth = (t - H * (depth - DEPTH * LENGTH) / (depth - last)) / sqrt(2 * DEPTH * LENGTH / G);
        if (depth > lowest) lowest = depth, f.lowest = t / sqrt(2 * LENGTH / G);
        if (f.at_depth == 0 && depth > 0.5 * LENGTH) f.least_lead = fmin(f.least_lead, depth - 0.5 * G * t * t);
        last = depth;
    }
    assert_int_equal(r.events, 0);
    rods_free(&r);
    return f;
}

static void test_continuum(void **state) {
    (void)state;
    // B(3/4, 1/2)/2 over the square root of 2
    CHECK_NEAR(continuum(1), 0.5 * tgamma(0.75) * sqrt(M_PI) / tgamma(1.25) / sqrt(2), 1e-10);
    CHECK_NEAR(continuum(1e-4), 1, 1e-4); // free fall at first
}

static void test_outruns_free_fall(void **state) {
    (void)state;
    const int rods_of[4] = {10, 20, 40, 80};
    const double exact = continuum(DEPTH), exact_all = continuum(1);
    double error_last = INFINITY, all_last = INFINITY;
    print_message("continuum: %.5f to %g L, %.5f in all\n", exact, DEPTH, exact_all);
    for (int i = 0; i < 4; i++) {
        fall f = drop(rods_of[i]);
        double error = fabs(f.at_depth - exact) / exact, all = fabs(f.lowest - exact_all) / exact_all;
        print_message("N = %2d: %.5f (%.2f %%), %.5f (%.2f %%); least lead %.2f m, energy error %.1e\n", rods_of[i],
                      f.at_depth, 100 * error, f.lowest, 100 * all, f.least_lead, f.energy);
        assert_true(f.at_depth > 0 && f.least_lead > 0.1);
        assert_true(error < 0.6 * error_last && all < 0.6 * all_last);
        assert_true(f.energy < 1e-3);
        error_last = error;
        all_last = all;
    }
    assert_true(error_last < 0.01);
    assert_true(all_last < 0.01);
}

// The same rods in minimal coordinates, by an integrator of high order.
static void test_same_rods_in_minimal_coordinates(void **state) {
    (void)state;
    for (int n = 10; n <= 20; n += 10)
        CHECK_NEAR(drop(n).at_depth, ref_fold_time_rods(n, DEPTH) / sqrt(2 * DEPTH), 2e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_continuum),
        cmocka_unit_test(test_outruns_free_fall),
        cmocka_unit_test(test_same_rods_in_minimal_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
