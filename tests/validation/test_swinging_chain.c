// SPDX-License-Identifier: MIT
// A heavy anchor on a light chain: 100 links of 11 kg (50 mm) under 6 414 kg, released at 0.5 rad, h = 5 ms, penalty
// factor 1e5, cap 30, tolerance 1e-8. Under the tension T the transverse modes make the textbook tangent of ALI3, which
// has no constraint geometric stiffness phi_qqᵀ lambda, a fixed-point iteration with a factor of about 3 h² T/(L m),
// here 2.3: it diverges in the first step. With the term an independent implementation of the case needs 4.2 iterations
// a step and loses 0.19 J of the energy in 2 s.
#include "dynamics/core/start.h"
#include "tests/check.h"
#include "tests/dynamics/ship.h"

typedef struct outcome {
    int capped, first_capped, most; // steps at the cap, the first of them, most iterations of one step
    double mean, energy, phi;       // iterations a step; largest errors of energy [J] and constraints [m]
} outcome;

static outcome swing(bool geometric, int steps) {
    ship_def d = {.h = 5e-3, .d = 0.05, .gamma = 1e5, .angle = 0.5, .links = 100, .step = dyn_step_def_default()};
    d.step.max_newton = 30;
    d.step.tolerance = 1e-8;
    d.step.curvature = geometric ? DYN_CURVATURE_FULL : DYN_CURVATURE_NONE;
    d.step.refactor = 0; // full Newton iteration, as in the case
    ship s;
    ship_make(&s, &d);
    CHECK_NEAR(s.chain.link.mass, 11, 0.1);
    assert_true(dyn_initial_acceleration(&s.model, &s.state, s.work, &s.command) < 1e-6);
    outcome o = {.first_capped = -1};
    double e0 = dyn_energy(&s.model, &s.state);
    for (int n = 0; n < steps; n++) {
        dyn_step_info info = ship_step(&s);
        double error = fabs(dyn_energy(&s.model, &s.state) - e0);
        if (info.capped && o.first_capped < 0) o.first_capped = n;
        o.capped += info.capped;
        o.most = info.newton > o.most ? info.newton : o.most;
        o.mean += (double)info.newton / steps;
        o.phi = fmax(o.phi, info.phi_max);
        o.energy = error > o.energy || error != error ? error : o.energy;
    }
    ship_free(&s);
    return o;
}

static void test_with_geometric_stiffness(void **state) {
    (void)state;
    outcome o = swing(true, 400);
    print_message("%.2f iterations a step, at most %d; energy error %.3f J\n", o.mean, o.most, o.energy);
    assert_int_equal(o.capped, 0);
    assert_true(o.mean <= 4.2);
    assert_true(o.energy <= 2 * 0.19); // of a model with two bodies for the anchor instead of one
    assert_true(o.phi <= 1e-8);        // the tolerance of the iteration
}

static void test_without_it_fails(void **state) {
    (void)state;
    outcome o = swing(false, 100);
    print_message("first capped step %d, %d of 100 capped\n", o.first_capped, o.capped);
    assert_in_range(o.first_capped, 0, 4);
    assert_true(o.capped >= 50 || !(o.energy < 1e6));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_with_geometric_stiffness),
        cmocka_unit_test(test_without_it_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
