// SPDX-License-Identifier: MIT
// The volume law: layers in series, pressure times area, tangents, energy, and the rebound of a flat and a round body.
#include "contact/law/law.h"
#include "tests/check.h"
#include "tests/random.h"

static uint64_t seed = 88172645463325252u;

static contact_material material(double exponent, double damping) {
    contact_material m = contact_material_default();
    m.law = CONTACT_LAW_VOLUME;
    m.stiffness = 1e9;
    m.exponent = exponent;
    m.impact_damping = damping;
    m.impact_depth = 1e-4;
    return m;
}

// A layer that cannot widen has the modulus lambda + 2 mu of Lamé's constants; bulk and shear modulus give the same.
static void test_layers_act_in_series(void **state) {
    (void)state;
    for (double nu = 0; nu < 0.49; nu += 0.07) {
        double e = 2.1e11, depth = 2e-3, lame = nu * e / ((1 + nu) * (1 - 2 * nu)), shear = e / (2 * (1 + nu));
        double bulk = e / (3 * (1 - 2 * nu)), want = (lame + 2 * shear) / depth;
        CHECK_NEAR(contact_layer_stiffness(e, nu, depth), want, 1e-12 * want);
        CHECK_NEAR((bulk + 4.0 / 3 * shear) / depth, want, 1e-12 * want);
    }
    // the softer layer decides; two equal ones give half
    CHECK_NEAR(contact_layers_in_series(1e9, 1e9), 5e8, 1);
    CHECK_NEAR(contact_layers_in_series(1e5, 1e12), 1e5, 1);
    // two layers of one material are one layer of both depths
    double one = contact_layer_stiffness(1e7, 0.3, 0.01), more = contact_layer_stiffness(1e7, 0.3, 0.03);
    CHECK_NEAR(contact_layers_in_series(one, more), contact_layer_stiffness(1e7, 0.3, 0.04), 1e-6 * one);
}

static void test_force_is_pressure_times_area(void **state) {
    (void)state;
    contact_material m = material(1, 500);
    contact_press p = {.depth = 2e-3, .area = 0.03};
    CHECK_NEAR(contact_normal_force(&m, 0, &p).force, 1e9 * 2e-3 * 0.03, 1e-6);
    CHECK_NEAR(contact_elastic_force(&m, &p), 1e9 * 2e-3 * 0.03, 1e-6);
    CHECK_NEAR(contact_elastic_energy(&m, &p), 0.5 * 1e9 * 4e-6 * 0.03, 1e-6);
    p.rate = 0.2;
    contact_normal n = contact_normal_force(&m, 0, &p);
    CHECK_NEAR(n.force, 6e4 + 500 * 0.2, 1e-6);
    CHECK_NEAR(n.elastic, 6e4, 1e-6);
    CHECK_NEAR(n.k, 3e7, 1e-3);
    CHECK_NEAR(n.c, 500, 1e-9);
    p.rate = -200; // the damper alone would pull
    n = contact_normal_force(&m, 0, &p);
    assert_true(n.force == 0 && n.k == 0 && n.c == 0);
    p.area = 0, p.rate = 0; // no area, no force
    assert_true(contact_normal_force(&m, 0, &p).force == 0);
    p.depth = -1e-3, p.area = 1;
    assert_true(contact_normal_force(&m, 0, &p).force == 0 && contact_elastic_energy(&m, &p) == 0);
    m.exponent = 2.5, p.depth = 1e-2;
    CHECK_NEAR(contact_elastic_force(&m, &p), 1e9 * 1e-5, 1e-3);
}

static void test_tangents_are_the_derivatives(void **state) {
    (void)state;
    for (int i = 0; i < 3000; i++) {
        contact_material m = material(i % 3 == 0 ? 1 : i % 3 == 1 ? 1.5 : 2.2, pow(10, uniform(&seed, 1, 5)));
        contact_press p = {
            .depth = pow(10, uniform(&seed, -5, -2)), .rate = uniform(&seed, -1, 1), .area = uniform(&seed, 1e-4, 1)};
        contact_normal n = contact_normal_force(&m, 0, &p);
        contact_press deeper = p, less = p, faster = p, slower = p;
        double dd = 1e-6 * p.depth, dr = 1e-6;
        deeper.depth += dd, less.depth -= dd, faster.rate += dr, slower.rate -= dr;
        double k = (contact_normal_force(&m, 0, &deeper).force - contact_normal_force(&m, 0, &less).force) / (2 * dd);
        double c = (contact_normal_force(&m, 0, &faster).force - contact_normal_force(&m, 0, &slower).force) / (2 * dr);
        assert_true(n.force >= 0 && n.k >= 0 && n.c >= 0);
        if (n.force == 0 || n.force < 1e-4 * n.elastic) continue;
        CHECK_NEAR(n.k, fmax(k, 0), 1e-5 * (fabs(k) + n.elastic / p.depth) + 1);
        CHECK_NEAR(n.c, c, 1e-5 * c + 1e-2);
    }
}

// Rebound of a mass from the layer, by the trapezoidal rule and Newton's method, with the area at each depth.
static double rebound(const contact_material *m, double mass, double v0, double h, double (*area)(double)) {
    double x = -0.3 * h * v0, v = v0, acc = 0;
    for (int step = 0; step < 2000000; step++) {
        double x1 = x + h * v, v1 = v, acc1 = acc;
        for (int i = 0; i < 50; i++) {
            v1 = 2 / h * (x1 - x) - v;
            acc1 = 4 / (h * h) * (x1 - x) - 4 / h * v - acc;
            const contact_press p = {.depth = x1, .rate = v1, .v0 = v0, .area = area(x1)};
            contact_normal n = contact_normal_force(m, 0, &p);
            double dx = -(mass * acc1 + n.force) / (4 * mass / (h * h) + 2 / h * n.c + 2 * n.k);
            x1 += dx;
            if (fabs(dx) < 1e-15) break;
        }
        x = x1, v = v1, acc = acc1;
        if (x < 0 && v < 0) break;
    }
    return -v / v0;
}

static double square(double depth) { return depth > 0 ? 0.01 : 0; }
static double ball(double depth) { return depth > 0 ? M_PI * depth * (2 * 0.3 - depth) : 0; }

// Without damping the rebound ratio is 1, flat and round. A flat body with full damping from the first touch is the
// damped oscillator until its force is zero (as for IMPACT: x'' = 0 at tan(w t) = 2 zeta w / (2 zeta² - 1) with w0 =
// 1).
static void test_rebound_matches_the_oscillator(void **state) {
    (void)state;
    const double mass = 50, v0 = 0.5;
    contact_material m = material(1, 0);
    CHECK_NEAR(rebound(&m, mass, v0, 1e-6, square), 1, 1e-4);
    CHECK_NEAR(rebound(&m, mass, v0, 1e-6, ball), 1, 1e-4);
    for (double zeta = 0.02; zeta < 0.9; zeta *= 2) {
        m = material(1, 2 * zeta * sqrt(1e9 * 0.01 * mass));
        m.impact_depth = 1e-9;
        double w = sqrt(1 - zeta * zeta), t = atan2(2 * zeta * w, 2 * zeta * zeta - 1) / w;
        double want = -exp(-zeta * t) * (cos(w * t) - zeta / w * sin(w * t));
        CHECK_NEAR(rebound(&m, mass, v0, 1e-6, square), want, 1e-3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers_act_in_series), cmocka_unit_test(test_force_is_pressure_times_area),
        cmocka_unit_test(test_tangents_are_the_derivatives), cmocka_unit_test(test_rebound_matches_the_oscillator)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
