// SPDX-License-Identifier: MIT
// Normal force laws: restitution of simulated impacts against theory, tangents against differences, limits.
#include "tests/check.h"

#include "contact/law/law.h"
#include "tests/random.h"

static const double BLOCK = 6414; // [kg]

// Rebound ratio e' for each restitution set, four digits, for F = K d^n (1 + a d'/v0). It solves a (1 + e') =
// ln((1 + a) / (1 - a e')) and depends on a alone. The last row gives the a whose e' is e.
static const double SET[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
enum { SETS = sizeof SET / sizeof *SET };
static const double HERBERT_MCWHANNELL[] = {.4884, .4907, .5008, .5200, .5503, .5936,
                                            .6511, .7227, .8070, .9009, .9501};
static const double LEE_WANG[] = {.6746, .6867, .7120, .7390, .7680, .7992, .8329, .8693, .9090, .9524, .9756};
static const double ZHIYING_QISHAO[] = {.1969, .2175, .2664, .3267, .3988, .4826, .5769, .6796, .7874, .8959, .9489};
static const double GONTHIER[] = {.0501, .1010, .2046, .3042, .3978, .4877, .5773, .6696, .7680, .8764, .9359};
static const double HU_GUO[] = {.0351, .0741, .1656, .2707, .3796, .4877, .5936, .6973, .7992, .8999, .9500};
static const double HUNT_CROSSLEY[] = {.5014, .5158, .5469, .5813, .6197, .6630, .7120, .7680, .8329, .9090, .9524};
static const double LANKARANI[] = {.6635, .6653, .6723, .6842, .7016, .7252, .7561, .7960, .8471, .9132, .9535};
static const double FLORES[] = {.0329, .0694, .1555, .2562, .3629, .4704, .5773, .6832, .7885, .8939, .9468};
static const double EXACT_A[] = {20.000, 9.9982, 4.9192, 3.0871, 2.0825, 1.4328, .9749, .6348, .3731, .1665, .0789};

// Without area; step2_mass: h² / m.
static contact_normal normal_at(const contact_material *m, double a, double depth, double rate, double v0,
                                double step2_mass) {
    const contact_press p = {
        .depth = depth, .rate = rate, .v0 = v0, .h = 1, .mass = step2_mass > 0 ? 1 / step2_mass : 0};
    return contact_normal_force(m, a, &p);
}
static double elastic_at(const contact_material *m, double depth) {
    return contact_elastic_force(m, &(contact_press){.depth = depth});
}
static double energy_at(const contact_material *m, double depth) {
    return contact_elastic_energy(m, &(contact_press){.depth = depth});
}
static double withheld_at(const contact_material *m, double depth, double v0, double mass, double h) {
    return contact_withheld(m, &(contact_press){.depth = depth, .v0 = v0, .mass = mass, .h = h});
}

typedef struct impact {
    double rebound, depth; // rebound ratio, greatest depth [m]
} impact;

// Rebound of a mass thrown at the contact, by the trapezoidal rule and Newton's method. It touches after `phase` of the
// first step. v0 is the speed of the last separated state.
static impact simulate(const contact_material *m, double mass, double v0, double h, double phase) {
    double a = contact_hysteresis(m->law, m->restitution), x = -phase * h * v0, v = v0, acc = 0;
    impact r = {0, 0};
    for (int step = 0; step < 2000000; step++) {
        double x1 = x + h * v, v1 = v, acc1 = acc;
        for (int i = 0; i < 50; i++) {
            v1 = 2 / h * (x1 - x) - v;
            acc1 = 4 / (h * h) * (x1 - x) - 4 / h * v - acc;
            contact_normal n = normal_at(m, a, x1, v1, v0, h * h / mass);
            double dx = -(mass * acc1 + n.force) / (4 * mass / (h * h) + 2 / h * n.c + n.k);
            x1 += dx;
            if (fabs(dx) < 1e-15) break;
        }
        x = x1;
        v = v1;
        acc = acc1;
        r.depth = fmax(r.depth, x);
        if (x < 0 && v < 0) break;
    }
    r.rebound = -v / v0;
    return r;
}

// Peak depth of m d'' = -K d^n (1 + a d'/v0): d^(n+1) = (n+1) m v0²/K (1/a - ln(1+a)/a²); 1/2 for a = 0.
static double peak_depth(const contact_material *m, double a, double mass, double v0) {
    double g = a > 1e-4 ? 1 / a - log1p(a) / (a * a) : 0.5 - a / 3;
    return pow((m->exponent + 1) * mass * v0 * v0 / m->stiffness * g, 1 / (m->exponent + 1));
}

static contact_material unguarded(contact_normal_law law, double e) {
    contact_material m = contact_material_default();
    m.law = law;
    m.restitution = e;
    m.damping_max = INFINITY;
    return m;
}

static void check_rebounds(contact_normal_law law, const double *expected) {
    for (int i = 0; i < SETS; i++) {
        contact_material m = unguarded(law, SET[i]);
        // Elastic contact time 2.943 d_max / v0 (Hertz).
        double v0 = 0.5, time = 2.943 * peak_depth(&m, 0, BLOCK, v0) / v0;
        for (int phase = 0; phase < 8; phase++)
            CHECK_NEAR(simulate(&m, BLOCK, v0, time / 32, (phase + 0.5) / 8).rebound, expected[i], 0.002);
        impact fine = simulate(&m, BLOCK, v0, time / 4096, 0.5);
        CHECK_NEAR(fine.rebound, expected[i], 6e-5);
        double a = contact_hysteresis(law, SET[i]);
        CHECK_NEAR(fine.depth / peak_depth(&m, a, BLOCK, v0), 1, 1e-5);
    }
}

static void test_exact_law_rebounds_with_e(void **state) {
    (void)state;
    check_rebounds(CONTACT_LAW_EXACT, SET);
}
static void test_hunt_crossley_rebounds_as_theory_says(void **state) {
    (void)state;
    check_rebounds(CONTACT_LAW_HUNT_CROSSLEY, HUNT_CROSSLEY);
}
static void test_flores_rebounds_as_theory_says(void **state) {
    (void)state;
    check_rebounds(CONTACT_LAW_FLORES, FLORES);
}
static void test_lankarani_rebounds_as_theory_says(void **state) {
    (void)state;
    check_rebounds(CONTACT_LAW_LANKARANI, LANKARANI);
}

static void test_other_laws_rebound_as_published(void **state) {
    (void)state;
    check_rebounds(CONTACT_LAW_HERBERT_MCWHANNELL, HERBERT_MCWHANNELL);
    check_rebounds(CONTACT_LAW_LEE_WANG, LEE_WANG);
    check_rebounds(CONTACT_LAW_ZHIYING_QISHAO, ZHIYING_QISHAO);
    check_rebounds(CONTACT_LAW_GONTHIER, GONTHIER);
    check_rebounds(CONTACT_LAW_HU_GUO, HU_GUO);
}

static void test_exact_factor_solves_its_equation(void **state) {
    (void)state;
    for (int i = 0; i < SETS; i++)
        CHECK_NEAR(contact_hysteresis(CONTACT_LAW_EXACT, SET[i]), EXACT_A[i], i == 0 ? 6e-4 : 6e-5);
    for (double e = 0.06; e < 0.999; e += 0.0137) {
        double a = contact_hysteresis(CONTACT_LAW_EXACT, e);
        CHECK_NEAR(a * (1 + e) - log((1 + a) / (1 - a * e)), 0, 1e-7); // the argument loses digits as a e -> 1
    }
    assert_true(contact_hysteresis(CONTACT_LAW_EXACT, 1) == 0);
    CHECK_NEAR(contact_hysteresis(CONTACT_LAW_EXACT, 1 - 1e-5), 1.5e-5, 1e-9);
    CHECK_NEAR(contact_hysteresis(CONTACT_LAW_EXACT, 0), 100, 1e-9); // e is held at 0.01, where a e = 1 - exp(-96)
}

// The rebound ratio does not depend on K, n, m or v0.
static void test_rebound_depends_on_a_alone(void **state) {
    (void)state;
    double exponent[] = {1, 1.5, 2, 3}, stiffness[] = {1e7, 2e9, 1e10, 1e12}, mass[] = {1, 40, BLOCK, 3};
    for (int i = 0; i < 4; i++) {
        contact_material m = unguarded(CONTACT_LAW_EXACT, 0.35);
        m.exponent = exponent[i];
        m.stiffness = stiffness[i];
        double v0 = 0.1 * (i + 1), depth = peak_depth(&m, 0, mass[i], v0);
        CHECK_NEAR(simulate(&m, mass[i], v0, depth / v0 / 2000, 0.3).rebound, 0.35, 2e-4);
    }
}

// A curve that is neither a power law nor convex.
static contact_curve table_curve(void) {
    const double depth[] = {5e-4, 2e-3, 4e-3, 9e-3}, force[] = {1e4, 3e5, 4e5, 2e6};
    contact_curve c;
    assert_true(contact_curve_make(&c, depth, force, 4, false));
    return c;
}

// The rebound ratio of a table is e for any curve. That of the Poisson force is e for a fast impact.
static void test_table_and_poisson_rebound_with_e(void **state) {
    (void)state;
    for (int i = 0; i < SETS; i++) {
        contact_material m = unguarded(CONTACT_LAW_TABLE, SET[i]);
        m.force_table = table_curve();
        CHECK_NEAR(simulate(&m, BLOCK, 0.5, 1e-5, 0.3).rebound, SET[i], 2e-4);
        m = unguarded(CONTACT_LAW_POISSON, SET[i]);
        m.v_transition = 1e-4;
        CHECK_NEAR(simulate(&m, BLOCK, 0.5, 1e-5, 0.3).rebound, SET[i], 2e-4);
    }
}

// IMPACT with a linear spring and full damping from the first touch is the damped oscillator until its force -m x'' is
// zero. With w0 = 1, x = exp(-zeta t) sin(w t) / w, and x'' = 0 at tan(w t) = 2 zeta w / (2 zeta² - 1).
static void test_impact_is_a_damped_oscillator(void **state) {
    (void)state;
    for (double zeta = 0.02; zeta < 0.9; zeta *= 2) {
        contact_material m = unguarded(CONTACT_LAW_IMPACT, 0);
        m.exponent = 1;
        m.stiffness = 1e8;
        m.impact_depth = 1e-9; // a damper at once
        m.impact_damping = 2 * zeta * sqrt(m.stiffness * BLOCK);
        // - 1)
        double w = sqrt(1 - zeta * zeta), t = atan2(2 * zeta * w, 2 * zeta * zeta - 1) / w;
        double rebound = -exp(-zeta * t) * (cos(w * t) - zeta / w * sin(w * t));
        CHECK_NEAR(simulate(&m, BLOCK, 0.5, 1e-5, 0.3).rebound, rebound, 1e-3);
    }
}

static uint64_t seed = 88172645463325252u;

// Compares K and C with central differences. Returns false if one of them is filtered (the force falls with depth).
static bool check_normal_tangents(const contact_material *m, double a, double depth, double rate, double v0,
                                  double step2_mass) {
    double dd = 1e-6 * depth, dr = 1e-6;
    contact_normal n = normal_at(m, a, depth, rate, v0, step2_mass);
    double k = (normal_at(m, a, depth + dd, rate, v0, step2_mass).force -
                normal_at(m, a, depth - dd, rate, v0, step2_mass).force) /
               (2 * dd);
    double c = (normal_at(m, a, depth, rate + dr, v0, step2_mass).force -
                normal_at(m, a, depth, rate - dr, v0, step2_mass).force) /
               (2 * dr);
    assert_true(n.force >= 0 && n.elastic >= 0 && n.k >= 0 && n.c >= 0);
    if (k < -1e-6 * n.elastic / depth) {
        assert_true(n.k == 0);
        return false;
    }
    CHECK_NEAR(n.k, k, 2e-6 * (fabs(k) + n.elastic / depth) + 1e-6);
    CHECK_NEAR(n.c, c, 2e-6 * fabs(c) + 1e-3);
    return true;
}

// Every law at random states, except close to the kinks where the force is clipped.
static void test_tangents_are_the_derivatives(void **state) {
    (void)state;
    for (int law = 0; law < CONTACT_LAW_VOLUME; law++) {
        int compared = 0, total = 3000;
        for (int i = 0; i < total; i++) {
            contact_material m = contact_material_default();
            m.law = (contact_normal_law)law;
            m.exponent = i % 3 == 0 ? 1 : i % 3 == 1 ? 1.5 : 2.2;
            m.restitution = uniform(&seed, 0.02, 1);
            m.force_table = table_curve();
            m.v_transition = uniform(&seed, 0.01, 0.5);
            m.impact_depth = uniform(&seed, 1e-4, 1e-2);
            double a = contact_hysteresis(m.law, m.restitution), depth = pow(10, uniform(&seed, -5, -1.7));
            double rate = uniform(&seed, -1, 1), v0 = uniform(&seed, 0, 0.8),
                   step2_mass = i % 2 ? 0 : pow(10, uniform(&seed, -11, -8));
            contact_normal n = normal_at(&m, a, depth, rate, v0, step2_mass);
            double v = fmax(fmax(v0, m.v_min), a / m.damping_max);
            if (fabs(rate - v) < 1e-5 || (n.force > 0 && n.force < 1e-4 * n.elastic)) continue;
            compared += check_normal_tangents(&m, a, depth, rate, v0, step2_mass);
        }
        print_message("law %d: tangents compared in %d of %d\n", law, compared, total);
        assert_true(compared > total / 2);
    }
}

static void test_force_stays_within_its_limits(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    double a = contact_hysteresis(m.law, m.restitution), depth = 1e-3, elastic = m.stiffness * pow(depth, 1.5);
    contact_normal apart = normal_at(&m, a, 0, 1, 1, 0), away = normal_at(&m, a, -1e-3, 1, 1, 0);
    assert_true(apart.force == 0 && apart.k == 0 && apart.c == 0 && away.force == 0 && away.k == 0 && away.c == 0);
    // A rebound faster than v0/a gives no tension.
    contact_normal tensile = normal_at(&m, a, depth, -10, 1, 0);
    assert_true(tensile.force == 0 && tensile.k == 0 && tensile.c == 0);
    // Closing faster than at first touch: the bracket stays at 1 + a.
    contact_normal hit = normal_at(&m, a, depth, 50, 1, 0);
    CHECK_NEAR(hit.force, elastic * (1 + a), 1e-9 * hit.force);
    assert_true(hit.c == 0);
    // v0 is at least v_min, and a/v0 at most damping_max, which decides here: 4.92 / 100 = 0.049 m/s.
    contact_normal slow = normal_at(&m, a, depth, 0.01, 0, 0);
    CHECK_NEAR(slow.force, elastic * (1 + m.damping_max * 0.01), 1e-9 * slow.force);
    CHECK_NEAR(slow.c, elastic * m.damping_max, 1e-9 * slow.c);
    m.damping_max = INFINITY;
    CHECK_NEAR(normal_at(&m, a, depth, 0.01, 0.001, 0).force, elastic * (1 + a * 0.01 / m.v_min), 1e-6);
}

// The stored energy is the integral of the force at rate zero.
static void test_energy_is_the_integral_of_the_force(void **state) {
    (void)state;
    const contact_normal_law law[] = {CONTACT_LAW_EXACT, CONTACT_LAW_TABLE};
    for (int i = 0; i < 2; i++) {
        contact_material m = contact_material_default();
        m.law = law[i];
        m.force_table = table_curve();
        double sum = 0, step = 1e-6;
        assert_true(energy_at(&m, 0) == 0 && elastic_at(&m, -1) == 0);
        for (double d = 0.5 * step; d < 0.012; d += step) {
            CHECK_NEAR(normal_at(&m, 3, d, 0, 1, 0).force, elastic_at(&m, d), 1e-9);
            sum += step * elastic_at(&m, d);
            CHECK_NEAR(energy_at(&m, d + 0.5 * step), sum, 1e-4 * sum + 1e-6);
        }
    }
}

// The law enlarges its damping by (w h)²/5 with w² = k/m, at most by a factor of two.
static void test_damping_is_compensated(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    double a = contact_hysteresis(m.law, m.restitution), depth = 1e-3, elastic = m.stiffness * pow(depth, 1.5);
    double bare = normal_at(&m, a, depth, 0.2, 1, 0).force - elastic, w2h2 = 1.5 * elastic / depth / BLOCK;
    double made = normal_at(&m, a, depth, 0.2, 1, 1e-6 / BLOCK).force - elastic;
    CHECK_NEAR(made / bare - 1, 1e-6 * w2h2 / 5, 1e-2 * 1e-6 * w2h2 / 5);
    double stiff = normal_at(&m, a, depth, 0.2, 1, 1e3).force - elastic;
    CHECK_NEAR(stiff / bare, 2, 1e-6);
}

// A contact that begins deep reaches its force within 50 ms. If it may have sunk in within a step, or hardly pushes, it
// has its force at once.
static void test_deep_start_is_ramped(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    const double h = 1e-3, mass = 2000, deep = 5e-3;
    assert_true(m.stiffness * pow(deep, 1.5) > 10 * 9.81 * mass);
    CHECK_NEAR(withheld_at(&m, deep, 0, mass, h), 1, 0);
    CHECK_NEAR(withheld_at(&m, deep, 3, mass, h), 0, 0); // 3 m/s: 3 mm a step
    CHECK_NEAR(withheld_at(&m, 2e-4, 0, mass, h), 0, 0); // carries a third of its weight
    CHECK_NEAR(withheld_at(&m, deep, 0, 1e6, h), 0, 0);  // and so here
    double withheld = 1, last = 1;
    for (int i = 1; i <= 60; i++, last = withheld) {
        withheld = contact_withheld_next(&m, withheld, 0, 0.2, h);
        CHECK_NEAR(withheld, i < 50 ? 1 - i / 50.0 : 0, 1e-12);
        assert_true(withheld <= last);
    }
}

// A fast first touch acts with the share whose impact lasts four steps, 2.94 d_max / v0 with K d_max^2.5 = 1.25 m v0²,
// and keeps that share until it is at rest. A long impact and a slow touch act in full.
static void test_fast_touch_is_softened(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    contact_press p = {.v0 = 18, .h = 1e-3, .mass = 11};
    double share = 1 - contact_withheld_of_blow(&m, &p),
           deepest = pow(1.25 * 11 * 18 * 18 / (share * m.stiffness), 0.4);
    CHECK_NEAR(2.94 * deepest / 18, 4e-3, 1e-12);
    assert_true(share > 0 && share < 0.1);
    p.mass = 1e4;
    CHECK_NEAR(contact_withheld_of_blow(&m, &p), 0, 0);
    p.mass = 11, p.v0 = CONTACT_FAST;
    CHECK_NEAR(contact_withheld_of_blow(&m, &p), 0, 0);
    CHECK_NEAR(contact_withheld_next(&m, 0.9, 18, 1, 1e-3), 0.9, 0);
    CHECK_NEAR(contact_withheld_next(&m, 0.9, 18, -1, 1e-3), 0.9, 0);
    double withheld = 1 - share;
    int steps = 0;
    for (; withheld > 0; steps++) withheld = contact_withheld_next(&m, withheld, 18, 0.01, 1e-3);
    CHECK_NEAR(steps, -log(share) / log(1.02), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_law_rebounds_with_e),
        cmocka_unit_test(test_hunt_crossley_rebounds_as_theory_says),
        cmocka_unit_test(test_flores_rebounds_as_theory_says),
        cmocka_unit_test(test_lankarani_rebounds_as_theory_says),
        cmocka_unit_test(test_other_laws_rebound_as_published),
        cmocka_unit_test(test_exact_factor_solves_its_equation),
        cmocka_unit_test(test_rebound_depends_on_a_alone),
        cmocka_unit_test(test_table_and_poisson_rebound_with_e),
        cmocka_unit_test(test_impact_is_a_damped_oscillator),
        cmocka_unit_test(test_tangents_are_the_derivatives),
        cmocka_unit_test(test_force_stays_within_its_limits),
        cmocka_unit_test(test_energy_is_the_integral_of_the_force),
        cmocka_unit_test(test_damping_is_compensated),
        cmocka_unit_test(test_deep_start_is_ramped),
        cmocka_unit_test(test_fast_touch_is_softened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
