// SPDX-License-Identifier: MIT
// The shipped scenarios of the IFToMM library of computational benchmark problems, each with a study of its convergence
// in h against a reference that does not use the dynamics of this project. The report goes to HAWSE_REPORT.
#include "tests/check.h"
#include "tests/validation/reference/planar.h"
#include "tests/validation/reference/spatial.h"
#include "tests/validation/study.h"

#include <string.h>

static FILE *report;

static void publish(const study *s) {
    study_print(s, stdout);
    study_print(s, report);
    fflush(report);
}

// Checks the order of the counting runs, over all times together and at the first few times separately. The
// extrapolations must agree with the reference within their spread, which must be less than the error of the finest of
// these runs.
static void check(const study *s, int by_themselves) {
    publish(s);
    const study_def *def = s->def;
    for (int k = def->first; k <= def->last; k++) {
        if (def->energy) CHECK_NEAR(study_order_energy(s, k), 2, 0.1);
        CHECK_NEAR(study_order_all(s, k), 2, 0.1);
        for (int i = 0; i < by_themselves; i++) CHECK_NEAR(study_order_at(s, k, i), 2, 0.1);
    }
    for (int i = 0; i < def->times; i++) {
        double plain = 0;
        for (int c = 0; c < def->columns; c++)
            plain = fmax(plain, fabs(s->run[def->last].value[i][c] - def->reference[i][c]));
        CHECK_NEAR(s->limit_error[i], 0, s->limit_spread[i]);
        assert_true(s->limit_spread[i] < plain);
    }
}

// Sets the reference to a point and a second one n metres beside it that moves with it.
static void of_point(study_def *def, const ref_point *p, int n) {
    for (int i = 0; i < def->times; i++) {
        const double x[STUDY_COLUMNS] = {p[i].x, p[i].y, p[i].vx, p[i].vy, p[i].x + n, p[i].y};
        memcpy(def->reference[i], x, sizeof x);
    }
}

static void test_pendulum(void **state) {
    (void)state;
    study s;
    ref_point p[4];
    study_def def = {.title = "A01 simple pendulum",
                     .file = "A01_simple_pendulum",
                     .h = 1e-2,
                     .runs = 7,
                     .first = 2,
                     .last = 6,
                     .tolerance = 1e-11,
                     .time = {1, 2, 5, 10},
                     .times = 4,
                     .column = {"x", "y", "vx", "vy"},
                     .columns = 4,
                     .in_error = 2,
                     .energy = "energy_error"};
    assert_true(ref_pendulum(def.time, def.times, p));
    of_point(&def, p, 0);
    study_make(&s, &def);
    check(&s, 4);
}

// On its branch all bars stay parallel to the first ones, so the far end stays n metres beside B0. Each of the ten
// passages of the flat position in 10 s adds an error that depends on the distance of the nearest step. Above 1 ms this
// error exceeds that of the scheme. Below 125 µs it no longer falls with h and, like rounding, changes with the penalty
// factor or the linear solver. The energy is second order from 4 ms.
static void four_bars(int n, const char *title, const char *file, const char *x, const char *y, int runs, int last) {
    study s;
    ref_point p[3];
    study_def def = {.title = title,
                     .file = file,
                     .h = 4e-3,
                     .runs = runs,
                     .first = 3,
                     .last = last,
                     .tolerance = 1e-11,
                     .time = {1, 5, 10},
                     .times = 3,
                     .column = {"B0_x", "B0_y", "B0_vx", "B0_vy", x, y},
                     .columns = 6,
                     .in_error = 2,
                     .energy = "energy_error"};
    assert_true(ref_four_bars(n, def.time, def.times, p));
    of_point(&def, p, n);
    study_make(&s, &def);
    for (int k = 1; k <= 5; k++) CHECK_NEAR(study_order_energy(&s, k), 2, 0.1);
    check(&s, 1);
}

static void test_two_windows(void **state) {
    (void)state;
    four_bars(2, "A02 N-four-bar mechanism, N = 2", "A02_four_bar_2", "B2_x", "B2_y", 8, 4);
}

static void test_forty_windows(void **state) {
    (void)state;
    four_bars(40, "A02 N-four-bar mechanism, N = 40", "A02_four_bar_40", "B40_x", "B40_y", 6, 4);
}

static void test_squeezer(void **state) {
    (void)state;
    study s;
    ref_squeezer q[3];
    study_def def = {.title = "A03 Andrews' squeezer",
                     .file = "A03_andrews_squeezer",
                     .h = 40e-6,
                     .runs = 7,
                     .first = 1,
                     .last = 6,
                     .tolerance = 1e-13,
                     .time = {0.03, 0.05},
                     .times = 2,
                     .column = {"F_x", "F_y", "beta"},
                     .columns = 3,
                     .in_error = 2,
                     .energy = "energy_error",
                     .turned = "beta",
                     .torque = 0.033};
    const double at[3] = {0, 0.03, 0.05};
    assert_true(ref_andrews(at, 3, q));
    for (int i = 0; i < 2; i++) {
        const double x[3] = {q[i + 1].f[0], q[i + 1].f[1], q[i + 1].angle[0] - q[0].angle[0]};
        memcpy(def.reference[i], x, sizeof x);
    }
    study_make(&s, &def);
    check(&s, 2);
}

static void test_bricard(void **state) {
    (void)state;
    study s;
    ref_bricard b[4];
    study_def def = {.title = "A04 Bricard's mechanism",
                     .file = "A04_bricard",
                     .h = 1e-2,
                     .runs = 7,
                     .first = 1,
                     .last = 4,
                     .tolerance = 1e-11,
                     .time = {1.25, 2.5, 5, 10},
                     .times = 4,
                     .column = {"x", "y", "z"},
                     .columns = 3,
                     .in_error = 3,
                     .energy = "energy_error"};
    assert_true(ref_bricard_run(def.time, def.times, b));
    for (int i = 0; i < def.times; i++) memcpy(def.reference[i], b[i].p, sizeof b[i].p);
    study_make(&s, &def);
    check(&s, 4);
}

static void test_governor(void **state) {
    (void)state;
    study s;
    ref_governor o[5];
    study_def def = {.title = "A05 stiff flyball governor",
                     .file = "A05_flyball_governor",
                     .h = 4e-3,
                     .runs = 6,
                     .first = 1,
                     .last = 5,
                     .tolerance = 1e-11,
                     .time = {0.5, 1, 2, 5, 10},
                     .times = 5,
                     .column = {"s", "s_rate", "spin"},
                     .columns = 3,
                     .in_error = 1};
    assert_true(ref_governor_run(def.time, def.times, o));
    for (int i = 0; i < def.times; i++) {
        const double x[3] = {o[i].s, o[i].s_rate, o[i].spin};
        memcpy(def.reference[i], x, sizeof x);
    }
    study_make(&s, &def);
    check(&s, 5);
}

static int open_report(void **state) {
    (void)state;
    report = fopen(HAWSE_REPORT, "w");
    return report ? 0 : -1;
}

static int close_report(void **state) {
    (void)state;
    return fclose(report);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pendulum), cmocka_unit_test(test_two_windows), cmocka_unit_test(test_forty_windows),
        cmocka_unit_test(test_squeezer), cmocka_unit_test(test_bricard),     cmocka_unit_test(test_governor),
    };
    return cmocka_run_group_tests(tests, open_report, close_report);
}
