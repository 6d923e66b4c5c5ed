// SPDX-License-Identifier: MIT
// Tests functions of time from tables: points, continuity, order of convergence, ends.
#include "dynamics/math/table.h"
#include "tests/check.h"
#include <math.h>

#define PI 3.14159265358979323846
enum { MOST = 200 };

static dyn_table make(dyn_table_kind kind, int n, double end, double (*f)(double)) {
    double point[MOST][2];
    for (int i = 0; i < n; i++) point[i][0] = end * i / (n - 1), point[i][1] = f(point[i][0]);
    dyn_table t;
    assert_true(dyn_table_create(&t, kind, (const double(*)[2])point, n));
    return t;
}

static double wave(double t) { return sin(PI * t); }
static double line(double t) { return 3 - 2 * t; }

static void test_points_are_met(void **state) {
    (void)state;
    const double point[][2] = {{-1, 2}, {0, -1}, {0.5, -1}, {3, 8}};
    for (int kind = DYN_TABLE_LINEAR; kind <= DYN_TABLE_SPLINE; kind++) {
        dyn_table t;
        assert_true(dyn_table_create(&t, (dyn_table_kind)kind, point, 4));
        for (int i = 0; i < 4; i++) CHECK_NEAR(dyn_table_value(&t, point[i][0]), point[i][1], 1e-14);
        dyn_table_free(&t);
    }
}

static void test_linear(void **state) {
    (void)state;
    const double point[][2] = {{1, 10}, {2, 20}, {4, 0}};
    dyn_table t;
    assert_true(dyn_table_create(&t, DYN_TABLE_LINEAR, point, 3));
    const double at[][2] = {{-5, 10}, {1, 10}, {1.25, 12.5}, {2, 20}, {3, 10}, {4, 0}, {100, 0}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) CHECK_NEAR(dyn_table_value(&t, at[i][0]), at[i][1], 1e-14);
    dyn_table_free(&t);
}

// The derivatives are those of the value, and at the points both sides agree up to the second one.
static void test_spline_is_smooth(void **state) {
    (void)state;
    const double point[][2] = {{0, 0}, {0.3, 1}, {0.5, -2}, {1.4, 0.5}, {2, 0.5}};
    dyn_table t;
    assert_true(dyn_table_create(&t, DYN_TABLE_SPLINE, point, 5));
    for (double x = -0.5; x < 2.5; x += 0.0137) {
        double v[3], before[3], after[3], h = 1e-5;
        dyn_table_at(&t, x, v);
        dyn_table_at(&t, x - h, before);
        dyn_table_at(&t, x + h, after);
        CHECK_NEAR(v[1], (after[0] - before[0]) / (2 * h), 2e-6);
        CHECK_NEAR(v[2], (after[1] - before[1]) / (2 * h), 5e-3);
    }
    for (int i = 0; i < 5; i++) {
        double before[3], after[3], h = 1e-12;
        dyn_table_at(&t, point[i][0] - h, before);
        dyn_table_at(&t, point[i][0] + h, after);
        for (int k = 0; k < 3; k++) CHECK_NEAR(before[k], after[k], 1e-8);
    }
    dyn_table_free(&t);
}

// sin(pi t) has no curvature at 0 and 2, as the natural spline: values converge with h⁴, second derivatives with h².
static void test_spline_converges(void **state) {
    (void)state;
    double error[2][3] = {{0}};
    for (int fine = 0; fine < 2; fine++) {
        dyn_table t = make(DYN_TABLE_SPLINE, fine ? 41 : 21, 2, wave);
        for (double x = 0; x <= 2; x += 0.001) {
            double v[3];
            const double exact[3] = {wave(x), PI * cos(PI * x), -PI * PI * wave(x)};
            dyn_table_at(&t, x, v);
            for (int k = 0; k < 3; k++) error[fine][k] = fmax(error[fine][k], fabs(v[k] - exact[k]));
        }
        dyn_table_free(&t);
    }
    double h = 0.1, f4 = pow(PI, 4);
    assert_true(error[0][0] < 5 / 384.0 * pow(h, 4) * f4); // Hall & Meyer 1976
    assert_true(error[0][1] < pow(h, 3) * f4 / 24);
    assert_true(error[0][2] < 3 / 8.0 * h * h * f4);
    assert_true(error[0][0] / error[1][0] > 14 && error[0][2] / error[1][2] > 3.7);
}

static void test_straight_line_stays(void **state) {
    (void)state;
    for (int n = 2; n < 6; n++) {
        dyn_table t = make(DYN_TABLE_SPLINE, n, 1, line);
        for (double x = -3; x < 4; x += 0.1) {
            double v[3];
            dyn_table_at(&t, x, v);
            CHECK_NEAR(v[0], line(x), 1e-13);
            CHECK_NEAR(v[1], -2, 1e-13);
            CHECK_NEAR(v[2], 0, 1e-12);
        }
        dyn_table_free(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_are_met),      cmocka_unit_test(test_linear),
        cmocka_unit_test(test_spline_is_smooth),    cmocka_unit_test(test_spline_converges),
        cmocka_unit_test(test_straight_line_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
