// SPDX-License-Identifier: MIT
// Compliance of plating against the bending of a clamped plate by Ritz's method; contact and structure in series
// against closed forms; continuity over the boxes.
#include "tests/check.h"

#include "contact/law/law.h"
#include "contact/law/structure.h"
#include <stdlib.h>

// alpha of w = alpha P a² / D at the middle of a clamped plate a x b, by Ritz's method with the functions
// (1 - cos(2 pi m x / a)) (1 - cos(2 pi n y / b)): an approximation from below (Timoshenko & Woinowsky-Krieger 1959,
// §81). a = 1, D = 1, P = 1.
static double ritz_alpha(double b, int nx, int ny) {
    int n = nx * ny;
    double *k = calloc((size_t)n * (size_t)n, sizeof *k), *f = calloc((size_t)n, sizeof *f), alpha = 0;
    assert_true(k && f);
    for (int i = 0; i < n; i++) {
        int m = i / ny + 1, q = i % ny + 1;
        f[i] = (m % 2 ? 2 : 0) * (q % 2 ? 2 : 0);
        for (int j = 0; j <= i; j++) {
            int r = j / ny + 1, s = j % ny + 1;
            double wx = 2 * M_PI * m, wy = 2 * M_PI * q / b; // integrals of the products of functions and curvatures
            double x0 = 1 + (m == r) / 2.0, y0 = b * (1 + (q == s) / 2.0);
            double x2 = m == r ? -wx * wx / 2 : 0, y2 = q == s ? -wy * wy * b / 2 : 0;
            double x4 = -wx * wx * x2, y4 = -wy * wy * y2;
            k[i * n + j] = x4 * y0 + 2 * x2 * y2 + x0 * y4;
        }
    }
    for (int i = 0; i < n; i++) { // Cholesky's factor, and alpha = |L⁻¹ f|²
        for (int j = 0; j <= i; j++) {
            double sum = k[i * n + j];
            for (int l = 0; l < j; l++) sum -= k[i * n + l] * k[j * n + l];
            k[i * n + j] = i == j ? sqrt(sum) : sum / k[j * n + j];
        }
        for (int l = 0; l < i; l++) f[i] -= k[i * n + l] * f[l];
        f[i] /= k[i * n + i];
        alpha += f[i] * f[i];
    }
    free(k), free(f);
    return alpha;
}

static void plating_bends_like_a_clamped_plate(void **state) {
    (void)state;
    const double ratio[] = {1, 1.1, 1.2, 1.4, 1.7, 2, 0}, t = 0.016, s = 0.7;
    const double bending = 206e9 * t * t * t / (12 * (1 - 0.09));
    for (int i = 0; i < 7; i++) {
        double b = ratio[i] > 0 ? ratio[i] : 3;
        double expected = ritz_alpha(b, 14, (int)(14 * b));
        const contact_plating p = {t, s, ratio[i] * s};
        double alpha = contact_plating_compliance(&p) * bending / (s * s);
        print_message("sides 1 : %g: alpha %.5f, Ritz %.5f\n", ratio[i], alpha, expected);
        CHECK_NEAR(alpha, expected, 0.015 * expected);
    }
    // the shorter side decides; no thickness is rigid
    const contact_plating wide = {t, 1.4, 0.7}, tall = {t, 0.7, 1.4}, none = {0, 0.7, 0};
    CHECK_NEAR(contact_plating_compliance(&wide), contact_plating_compliance(&tall), 1e-20);
    CHECK_NEAR(contact_plating_compliance(&none), 0, 0);
    const contact_plating doubled = {2 * t, s, 0}, single = {t, s, 0};
    CHECK_NEAR(contact_plating_compliance(&single) / contact_plating_compliance(&doubled), 8, 1e-12);
}

static const double COMPLIANCE = 4.6e-8; // a plate of 16 mm between frames 0.7 m apart [m/N]

static void series_has_its_closed_form(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    for (double depth = 1e-7; depth < 0.1; depth *= 1.7) {
        m.exponent = 1, m.stiffness = 5e7; // F = d / (1/K + c)
        contact_press p = {.depth = depth, .compliance = COMPLIANCE};
        double force = depth / (1 / m.stiffness + COMPLIANCE);
        CHECK_NEAR(contact_elastic_force(&m, &p), force, 1e-12 * force);
        CHECK_NEAR(contact_elastic_energy(&m, &p), 0.5 * force * depth, 1e-12 * force * depth);
        m.exponent = 1.5, m.stiffness = 2e9; // F = K x^1.5 = (d - x) / c
        double f = contact_elastic_force(&m, &p), x = depth - COMPLIANCE * f;
        CHECK_NEAR(f, 2e9 * x * sqrt(x), 1e-9 * f);
        CHECK_NEAR(contact_own_depth(&m, depth, COMPLIANCE), x, 1e-12 * depth);
    }
}

// dE/dd = F and dF/dd = k, by differences, for each law that a hull with plating may have.
static void force_is_the_slope_of_the_energy(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    const double x[] = {1e-3, 5e-3}, y[] = {3e3, 20e3};
    assert_true(contact_curve_make(&m.force_table, x, y, 2, false));
    const contact_normal_law law[] = {CONTACT_LAW_EXACT, CONTACT_LAW_TABLE, CONTACT_LAW_IMPACT, CONTACT_LAW_POISSON};
    for (int i = 0; i < 4; i++)
        for (double depth = 1.2e-4; depth < 0.02; depth *= 2.3) { // beyond the corner of IMPACT's damping
            m.law = law[i];
            double d = 1e-5 * depth;
            contact_press p = {
                .depth = depth, .rate = 0.1, .v0 = 0.5, .h = 1e-3, .mass = 600, .compliance = COMPLIANCE};
            contact_press more = p, less = p;
            more.depth += d, less.depth -= d;
            double a = contact_hysteresis(m.law, 0.2), force = contact_elastic_force(&m, &p);
            double slope = (contact_elastic_energy(&m, &more) - contact_elastic_energy(&m, &less)) / (2 * d);
            CHECK_NEAR(slope, force, 1e-5 * force);
            contact_normal n = contact_normal_force(&m, a, &p);
            double k = (contact_normal_force(&m, a, &more).force - contact_normal_force(&m, a, &less).force) / (2 * d);
            CHECK_NEAR(n.k, k, 1e-4 * fabs(k));
        }
}

static void rigid_structure_changes_no_bit(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    const contact_press p = {.depth = 1.234e-3, .rate = 0.2, .v0 = 0.5, .h = 1e-3, .mass = 600};
    double s = 2e9 * sqrt(p.depth) * p.depth;
    assert_true(contact_elastic_force(&m, &p) == s);
    contact_press yields = p;
    yields.compliance = COMPLIANCE;
    assert_true(contact_normal_force(&m, 4.9, &yields).force < contact_normal_force(&m, 4.9, &p).force);
}

static void boxes_pass_into_each_other(void **state) {
    (void)state;
    contact_structure s = {.compliance = COMPLIANCE,
                           .n = 2,
                           .box = {{.lo = {0, 0, 0}, .hi = {1, 1, 1}, .edge = 0.1, .compliance = COMPLIANCE / 8},
                                   {.lo = {0.5, 0, 0}, .hi = {2, 1, 1}, .edge = 0.1, .compliance = 0}}};
    CHECK_NEAR(contact_structure_compliance(&s, vec3_make(-0.1, 0.5, 0.5)), COMPLIANCE, 0);
    CHECK_NEAR(contact_structure_compliance(&s, vec3_make(0.3, 0.5, 0.5)), COMPLIANCE / 8, 1e-20);
    CHECK_NEAR(contact_structure_compliance(&s, vec3_make(0.05, 0.5, 0.5)), COMPLIANCE * (1 + 0.125) / 2, 1e-20);
    CHECK_NEAR(contact_structure_compliance(&s, vec3_make(0.8, 0.5, 0.5)), 0, 1e-22); // the later box covers
    for (double x = -0.2; x < 2.2; x += 1e-4) {
        double here = contact_structure_compliance(&s, vec3_make(x, 0.5, 0.5));
        double there = contact_structure_compliance(&s, vec3_make(x + 1e-6, 0.5, 0.5));
        CHECK_NEAR(here, there, 1.1e-6 * COMPLIANCE / 0.1);
    }
    assert_true(contact_structure_yields(&s));
    s.n = 0, s.compliance = 0;
    assert_false(contact_structure_yields(&s));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plating_bends_like_a_clamped_plate), cmocka_unit_test(series_has_its_closed_form),
        cmocka_unit_test(force_is_the_slope_of_the_energy),   cmocka_unit_test(rigid_structure_changes_no_bit),
        cmocka_unit_test(boxes_pass_into_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
