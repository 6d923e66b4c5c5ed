// SPDX-License-Identifier: MIT
// Coulomb friction by STEP and by table, friction against spin, and the curves behind them.
#include "tests/check.h"

#include "contact/law/law.h"
#include "tests/random.h"

static uint64_t seed = 2463534242u;

static const vec3 UP = {0, 0, 1}, NONE = {0, 0, 0};

static contact_curve mu_curve(void) {
    const double speed[] = {2e-3, 1e-2, 0.1, 1}, mu[] = {0.3, 0.25, 0.2, 0.22};
    contact_curve c;
    assert_true(contact_curve_make(&c, speed, mu, 4, true));
    return c;
}

static contact_material material(contact_friction_law law) {
    contact_material m = contact_material_default();
    m.friction = law;
    m.mu_table = mu_curve();
    return m;
}

static contact_friction friction_at(const contact_material *m, const contact_memory *mem, double n, vec3 v_t, vec3 slip,
                                    vec3 normal) {
    return contact_friction_force(m, mem, &(contact_slide){.n = n, .v_t = v_t, .slip = slip, .normal = normal});
}
static vec3 bristle_after(const contact_material *m, const contact_memory *mem, double n, vec3 slip, vec3 normal) {
    return contact_bristle_update(m, mem, &(contact_slide){.n = n, .slip = slip, .normal = normal});
}

static vec3 force_at(const contact_material *m, vec3 v, vec3 normal) {
    const contact_memory mem = {
        .v0 = 0.1, .bristle = {1e-4, 2e-4, 3e-4}, .n_ref = 1000}; // which these laws do not look at
    return friction_at(m, &mem, 1000, v, vec3_make(1e-4, 0, 0), normal).force;
}

// Values at the speeds of the definition.
static void test_step_has_its_defined_values(void **state) {
    (void)state;
    contact_material m = material(CONTACT_FRICTION_STEP);
    const double v[] = {0, 1.5e-3, 3e-3, 4.5e-3, 6e-3, 1};
    const double mu[] = {0, 0.6875 * 0.25, 0.25, 0.235, 0.22, 0.22}; // STEP at a quarter of its way from -1: 11/16
    for (int i = 0; i < 6; i++) CHECK_NEAR(force_at(&m, vec3_make(v[i], 0, 0), UP).x, -1000 * mu[i], 1e-9);
    m.friction = CONTACT_FRICTION_STEP_DYNAMIC;
    CHECK_NEAR(force_at(&m, vec3_make(0, 3e-3, 0), UP).y, -1000 * 0.6875 * 0.22, 1e-9);
    CHECK_NEAR(force_at(&m, vec3_make(0, 6e-3, 0), UP).y, -1000 * 0.22, 1e-9);
    CHECK_NEAR(force_at(&m, vec3_make(0, -60, 0), UP).y, 1000 * 0.22, 1e-9);
}

// The force is odd in the velocity, opposes it, and is zero at rest. There is no bristle.
static void test_force_is_odd_in_velocity(void **state) {
    (void)state;
    for (int law = CONTACT_FRICTION_STEP; law < CONTACT_FRICTION_USER; law++) {
        contact_material m = material((contact_friction_law)law);
        assert_true(vec3_norm(force_at(&m, NONE, UP)) == 0);
        for (int i = 0; i < 500; i++) {
            double size = pow(10, uniform(&seed, -6, 1)), angle = uniform(&seed, 0, 7);
            vec3 v = vec3_make(size * cos(angle), size * sin(angle), 0), f = force_at(&m, v, UP);
            CHECK_NEAR(vec3_norm(vec3_add(f, force_at(&m, vec3_scale(-1, v), UP))), 0, 1e-12);
            CHECK_NEAR(vec3_dot(f, v), -vec3_norm(f) * vec3_norm(v), 1e-9 * size);
            assert_true(vec3_norm(f) > 0 && vec3_norm(f) <= 301);
        }
        contact_memory mem = {.v0 = 0.1, .bristle = {1e-4, 0, 0}, .n_ref = 1000};
        assert_true(vec3_norm(bristle_after(&m, &mem, 1000, vec3_make(1e-4, 0, 0), UP)) == 0);
        contact_friction none = friction_at(&m, &mem, 0, vec3_make(1, 0, 0), NONE, UP);
        assert_true(vec3_norm(none.force) == 0 && none.c.m[0][0] == 0);
    }
}

// C against differences. Where the force rises with speed, C is its derivative. Where the force falls, the filter sets
// the direction of slip to zero and leaves the one across. K is zero.
static void test_tangents_are_filtered_derivatives(void **state) {
    (void)state;
    for (int law = CONTACT_FRICTION_STEP; law < CONTACT_FRICTION_USER; law++) {
        contact_material m = material((contact_friction_law)law);
        m.mu_viscous = 50;
        int rising = 0, falling = 0;
        for (int i = 0; i < 2000; i++) {
            vec3 normal = vec3_unit(vec3_make(uniform(&seed, -1, 1), uniform(&seed, -1, 1), uniform(&seed, -1, 1)));
            double speed = pow(10, uniform(&seed, -5, 0)), angle = uniform(&seed, 0, 7);
            vec3 t = vec3_any_normal(normal), b = vec3_cross(normal, t);
            vec3 along = vec3_madd(vec3_scale(cos(angle), t), sin(angle), b), across = vec3_cross(normal, along);
            vec3 v = vec3_scale(speed, along);
            const contact_memory mem = {0};
            contact_friction f = friction_at(&m, &mem, 1000, v, NONE, normal);
            double step = 1e-5 * speed, d[2];
            vec3 axis[2] = {along, across};
            for (int k = 0; k < 2; k++) {
                vec3 more = force_at(&m, vec3_madd(v, step, axis[k]), normal);
                vec3 less = force_at(&m, vec3_madd(v, -step, axis[k]), normal);
                d[k] = -vec3_dot(vec3_sub(more, less), axis[k]) / (2 * step);
                vec3 got = mat3_mul(&f.c, axis[k]);
                CHECK_NEAR(vec3_dot(got, axis[k]), fmax(d[k], 0), 1e-4 * 1000 * 0.3 / speed);
                CHECK_NEAR(vec3_dot(got, axis[1 - k]), 0, 1e-9 * 1000 / speed);
            }
            rising += d[0] > 0, falling += d[0] < 0;
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) assert_true(f.k.m[r][c] == 0);
        }
        print_message("law %d: rising in %d, falling in %d\n", law, rising, falling);
        assert_true(rising > 500 && (law == CONTACT_FRICTION_STEP_DYNAMIC || falling > 50));
    }
}

// A curve passes through its points with continuous value and slope, is monotone between them, and continues after the
// last.
static void test_curve_is_smooth_and_monotone(void **state) {
    (void)state;
    const double x[] = {1e-3, 2e-3, 5e-3, 6e-3}, y[] = {1, 5, 5.5, 20};
    contact_curve c;
    double s, before = 0;
    assert_true(contact_curve_make(&c, x, y, 4, false));
    CHECK_NEAR(contact_curve_at(&c, 0, &s), 0, 0);
    for (int i = 0; i < 4; i++) CHECK_NEAR(contact_curve_at(&c, x[i], &s), y[i], 1e-12);
    for (double at = 1e-5; at < 8e-3; at += 1e-5) {
        double left, right, v = contact_curve_at(&c, at, &s);
        double low = contact_curve_at(&c, at - 1e-9, &left), high = contact_curve_at(&c, at + 1e-9, &right);
        assert_true(v >= before && s >= 0);
        CHECK_NEAR((high - low) / 2e-9, s, 1e-4 * (s + 1000));
        CHECK_NEAR(right, left, 0.1);
        before = v;
    }
    double end, beyond = contact_curve_at(&c, 7e-3, &s);
    contact_curve_at(&c, 6e-3, &end);
    CHECK_NEAR(beyond, 20 + 1e-3 * end, 1e-9);
    // a straight line through one point; a level end
    assert_true(contact_curve_make(&c, x, y, 1, false));
    CHECK_NEAR(contact_curve_at(&c, 3e-3, &s), 3, 1e-12);
    assert_true(contact_curve_make(&c, x, y, 4, true));
    CHECK_NEAR(contact_curve_at(&c, 1, &s), 20, 0);
    // not a table
    const double back[] = {1e-3, 1e-3}, zero[] = {0, 1e-3};
    assert_false(contact_curve_make(&c, back, y, 2, false));
    assert_false(contact_curve_make(&c, zero, y, 2, false));
    assert_false(contact_curve_make(&c, x, y, 0, false));
    assert_false(contact_curve_make(&c, x, y, CONTACT_CURVE_POINTS + 1, false));
}

// Torque of a disc, as the sum over small pieces with Coulomb friction.
static double disc_torque(double radius, double spin, double speed) {
    enum { RINGS = 300, PARTS = 300 };
    double torque = 0;
    for (int i = 0; i < RINGS; i++)
        for (int k = 0; k < PARTS; k++) {
            double r = radius * (i + 0.5) / RINGS, a = 2 * M_PI * (k + 0.5) / PARTS;
            double x = r * cos(a), y = r * sin(a), vx = speed - spin * y, vy = spin * x, v = hypot(vx, vy);
            if (v > 0) torque -= 2 * r / (RINGS * radius) / PARTS * (x * vy - y * vx) / v; // share of the area
        }
    return torque;
}

static void test_spin_torque_matches_the_disc(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    const double n = 1000, radius = 0.3, area = M_PI * radius * radius;
    // without sliding (2/3) mu N R; in fast sliding mu N R² w / (4 v)
    CHECK_NEAR(contact_spin_torque(&m, n, area, 5, 0).torque, m.mu_dynamic * n * disc_torque(radius, 5, 0), 0.02);
    double slow = m.mu_dynamic * n * disc_torque(radius, 0.01, 1);
    CHECK_NEAR(contact_spin_torque(&m, n, area, 0.01, 1).torque, slow, 1e-3 * fabs(slow));
    for (double w = 0.1; w < 30; w *= 1.5) { // between the two the form is low by up to 22 % of the largest
        double want = m.mu_dynamic * n * disc_torque(radius, w, 1);
        CHECK_NEAR(contact_spin_torque(&m, n, area, w, 1).torque, want, 0.23 * 2.0 / 3 * m.mu_dynamic * n * radius);
        assert_true(contact_spin_torque(&m, n, area, -w, 1).torque == -contact_spin_torque(&m, n, area, w, 1).torque);
    }
    for (int i = 0; i < 1000; i++) {
        double w = uniform(&seed, -1, 1) * pow(10, uniform(&seed, -5, 1)), v = i % 2 ? 0 : uniform(&seed, 0, 1),
               step = 1e-5 * fabs(w);
        double d = (contact_spin_torque(&m, n, area, w - step, v).torque -
                    contact_spin_torque(&m, n, area, w + step, v).torque) /
                   (2 * step);
        double c = contact_spin_torque(&m, n, area, w, v).c;
        CHECK_NEAR(c, d, 1e-5 * fabs(d) + 1e-9 * n / fabs(w));
        assert_true(c >= 0);
    }
    assert_true(contact_spin_torque(&m, 0, area, 1, 0).torque == 0 && contact_spin_torque(&m, n, 0, 1, 0).torque == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_step_has_its_defined_values),       cmocka_unit_test(test_force_is_odd_in_velocity),
        cmocka_unit_test(test_tangents_are_filtered_derivatives), cmocka_unit_test(test_curve_is_smooth_and_monotone),
        cmocka_unit_test(test_spin_torque_matches_the_disc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
