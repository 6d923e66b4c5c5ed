// SPDX-License-Identifier: MIT
// The shipped scenarios of the IFToMM library of computational benchmark problems, each with a study of its convergence
// in h against a reference that does not use the dynamics of this project. The report goes to HAWSE_REPORT.
#include "rt/sim.h"
#include "tests/check.h"
#include "tests/validation/reference/planar.h"
#include "tests/validation/reference/spatial.h"
#include "tests/validation/study.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCENARIOS HAWSE_SOURCE_DIR "/config/scenarios/iftomm/"

static FILE *report;

static void publish(const study *s) {
    study_print(s, stdout);
    study_print(s, report);
    fflush(report);
}

// The order of the runs that count, over all times and at the first few of them by themselves. The extrapolations then
// agree with the reference within their own spread, which is less than what the error of the finest of these runs was.
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

// Of a point, and of one n metres beside it that moves with it.
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
    study_def def = {.title = "A01 simple pendulum", .file = "A01_simple_pendulum", .h = 1e-2, .runs = 7, .first = 2, .last = 6,
                     .tolerance = 1e-11, .time = {1, 2, 5, 10}, .times = 4, .column = {"x", "y", "vx", "vy"},
                     .columns = 4, .in_error = 2, .energy = "energy_error"};
    assert_true(ref_pendulum(def.time, def.times, p));
    of_point(&def, p, 0);
    study_make(&s, &def);
    check(&s, 4);
}

// All bars stay parallel to the first ones as long as the mechanism keeps to its branch: its far end then stays n metres
// beside B0. Of the ten passages of the flat position in 10 s each adds an error of its own, which depends on how near a
// step comes to it: above 1 ms it is larger than that of the scheme, below 125 µs it does not fall with h, because next
// to the flat position round-off is divided by the little that is left of the rank. The energy is second order from 4 ms.
static void four_bars(int n, const char *title, const char *file, const char *x, const char *y, int runs, int last) {
    study s;
    ref_point p[3];
    study_def def = {.title = title, .file = file, .h = 4e-3, .runs = runs, .first = 3, .last = last,
                     .tolerance = 1e-11, .time = {1, 5, 10}, .times = 3,
                     .column = {"B0_x", "B0_y", "B0_vx", "B0_vy", x, y}, .columns = 6, .in_error = 2,
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
    study_def def = {.title = "A03 Andrews' squeezer", .file = "A03_andrews_squeezer", .h = 40e-6, .runs = 7, .first = 1, .last = 6,
                     .tolerance = 1e-13, .time = {0.03, 0.05}, .times = 2, .column = {"F_x", "F_y", "beta"},
                     .columns = 3, .in_error = 2, .energy = "energy_error", .turned = "beta", .torque = 0.033};
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
    study_def def = {.title = "A04 Bricard's mechanism", .file = "A04_bricard", .h = 1e-2, .runs = 7, .first = 1, .last = 5,
                     .tolerance = 1e-11, .time = {1.25, 2.5, 5, 10}, .times = 4, .column = {"x", "y", "z"},
                     .columns = 3, .in_error = 3, .energy = "energy_error"};
    assert_true(ref_bricard_run(def.time, def.times, b));
    for (int i = 0; i < def.times; i++) memcpy(def.reference[i], b[i].p, sizeof b[i].p);
    study_make(&s, &def);
    check(&s, 4);
}

static void test_governor(void **state) {
    (void)state;
    study s;
    ref_governor o[5];
    study_def def = {.title = "A05 stiff flyball governor", .file = "A05_flyball_governor", .h = 4e-3, .runs = 6, .first = 1, .last = 5,
                     .tolerance = 1e-11, .time = {0.5, 1, 2, 5, 10}, .times = 5, .column = {"s", "s_rate", "spin"},
                     .columns = 3, .in_error = 1};
    assert_true(ref_governor_run(def.time, def.times, o));
    for (int i = 0; i < def.times; i++) {
        const double x[3] = {o[i].s, o[i].s_rate, o[i].spin};
        memcpy(def.reference[i], x, sizeof x);
    }
    study_make(&s, &def);
    check(&s, 5);
}

// What Bricard's mechanism gains in 60 s from rest, the initial energy counted from the lowest potential that it passes:
// all that the motion exchanges, its largest kinetic energy.
static void test_bricard_energy(void **state) {
    (void)state;
    double gain = -INFINITY, loss = 0, kinetic = 0;
    static sim s;
    scenario sc;
    rt_diag d = {0};
    assert_int_equal(scenario_load(SCENARIOS "A04_bricard.yaml", false, &sc, &d), RT_OK);
    assert_int_equal(sim_create(&s, &sc, &d), RT_OK);
    CHECK_NEAR(sc.solver.step, 1e-3, 0);
    for (int k = 0; k < 60000; k++) {
        assert_true(sim_frame(&s, &(rt_command){0}, NULL));
        double change = dyn_energy(&s.model, &s.state) - s.mechanism.energy0;
        gain = fmax(gain, change);
        loss = fmax(loss, -change);
        kinetic = fmax(kinetic, dyn_kinetic_energy(&s.model, &s.state));
    }
    sim_destroy(&s);
    scenario_free(&sc);
    fprintf(report, "Bricard, 60 s at 1 ms: gain %.2g, loss %.2g of the initial %.4f J\n\n", gain / kinetic,
            loss / kinetic, kinetic);
    print_message("gain %.2g, loss %.2g of the initial %.4f J\n", gain / kinetic, loss / kinetic, kinetic);
    assert_true(kinetic > 1);
    assert_true(gain <= 1e-6 * kinetic);
}

// The last row of what `hawse sil --csv` writes is the end of the same run in the library, every bit of it.
static void test_program(void **state) {
    (void)state;
    char file[] = P_tmpdir "/hawse-iftomm-XXXXXX", command[1024], line[4096] = "";
    int fd = mkstemp(file);
    assert_true(fd >= 0);
    snprintf(command, sizeof command, "%s sil %s --csv %s >%s.out", HAWSE_PROGRAM, SCENARIOS "A04_bricard.yaml", file,
             file);
    assert_int_equal(system(command), 0);
    FILE *f = fopen(file, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) continue;
    fclose(f);
    close(fd);
    remove(file);
    snprintf(command, sizeof command, "%s.out", file);
    remove(command);

    static sim s;
    scenario sc;
    rt_diag d = {0};
    assert_int_equal(scenario_load(SCENARIOS "A04_bricard.yaml", false, &sc, &d), RT_OK);
    assert_int_equal(sim_create(&s, &sc, &d), RT_OK);
    for (int k = 0; k < 10000; k++) assert_true(sim_frame(&s, &(rt_command){0}, NULL));
    mechanism_observe(&s.mechanism, &s.state, s.work, &s.command);
    char *at = line;
    CHECK_NEAR(strtod(at, &at), 10, 0);
    assert_int_equal(sc.model.records.n, 5);
    for (int k = 0; k < sc.model.records.n; k++) {
        assert_int_equal(*at, ',');
        CHECK_NEAR(strtod(at + 1, &at), mechanism_record(&s.mechanism, &sc.model.records.item[k], &s.state, &s.step), 0);
    }
    assert_string_equal(at, "\r\n");
    sim_destroy(&s);
    scenario_free(&sc);
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
        cmocka_unit_test(test_bricard_energy), cmocka_unit_test(test_program),
    };
    return cmocka_run_group_tests(tests, open_report, close_report);
}
