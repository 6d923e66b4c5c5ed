// SPDX-License-Identifier: MIT
// The shipped scenarios of the IFToMM library of computational benchmark problems: energy over a long time, passages of
// singular positions, and the program's output. Their convergence: test_iftomm.c.
#include "rt/mechanism/mechanism.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCENARIOS HAWSE_SOURCE_DIR "/config/scenarios/iftomm/"

static sim s;
static scenario sc;

static void start(const char *file, double h) {
    rt_diag d = {0};
    char path[512];
    snprintf(path, sizeof path, SCENARIOS "%s", file);
    if (scenario_load(path, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    sc.solver.step = h;
    if (sim_create(&s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
}

static void step(void) { assert_true(sim_frame(&s, &(rt_command){0}, NULL)); }

static void end(void) {
    sim_destroy(&s);
    scenario_free(&sc);
}

// Energy gain of Bricard's mechanism in 60 s from rest. The initial energy is relative to the lowest potential of the
// motion: it equals the largest kinetic energy.
static void test_bricard_energy(void **state) {
    (void)state;
    double gain = -INFINITY, loss = 0, kinetic = 0;
    start("A04_bricard.yaml", 1e-3);
    for (int k = 0; k < 60000; k++) {
        step();
        double change = dyn_energy(&s.model, &s.state) - mechanism_of(&s)->energy0;
        gain = fmax(gain, change);
        loss = fmax(loss, -change);
        kinetic = fmax(kinetic, dyn_kinetic_energy(&s.model, &s.state));
    }
    end();
    print_message("gain %.2g, loss %.2g of the initial %.4f J\n", gain / kinetic, loss / kinetic, kinetic);
    assert_true(kinetic > 1);
    assert_true(gain <= 1e-6 * kinetic);
}

// The last row of `hawse sil --csv` equals the end of the same run in the library, bit for bit.
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

    start("A04_bricard.yaml", 1e-3);
    for (int k = 0; k < 10000; k++) step();
    mechanism_solve_multipliers(s.self, &s.state, s.work, &s.command);
    char *at = line;
    CHECK_NEAR(strtod(at, &at), 10, 0);
    assert_int_equal(sc.model.records.n, 5);
    for (int k = 0; k < sc.model.records.n; k++) {
        assert_int_equal(*at, ',');
        CHECK_NEAR(strtod(at + 1, &at),
                   mechanism_column_value(mechanism_of(&s), &sc.model.records.item[k], &s.state, &s.step), 0);
    }
    assert_string_equal(at, "\r\n");
    end();
}

static double column(const char *name) {
    for (int k = 0; k < sc.model.records.n; k++)
        if (strcmp(sc.model.records.item[k].name.text, name) == 0)
            return mechanism_column_value(mechanism_of(&s), &sc.model.records.item[k], &s.state, &s.step);
    fail_msg("no column %s", name);
    return 0;
}

// N-four-bar mechanism, N = 2, 10 s with ten passages of the flat position, where the two windows can move differently.
// On the initial branch all bars stay parallel. Forty step sizes from 4 ms to 0.5 ms pass the flat position at many
// distances. The other branch is metres off; the iteration's tolerance is 1e-7 m. (Between 4 ms and 20 ms a step that
// ends at the flat position can push the mechanism off the branch and add energy: h = 17.2187 ms does.)
static void test_branch(void **state) {
    (void)state;
    enum { STEPS = 40 };
    for (int i = 0; i < STEPS; i++) {
        double h = 4e-3 * pow(0.125, (double)i / (STEPS - 1)), off = 0;
        start("A02_four_bar_2.yaml", h);
        for (long k = lround(10 / h); k > 0; k--) {
            step();
            off = fmax(off, fabs(column("B2_x") - column("B0_x") - 2) + fabs(column("B2_y") - column("B0_y")));
        }
        if (!(off <= 1e-6)) fail_msg("h = %g s: off the branch by %g m", h, off);
        end();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bricard_energy),
        cmocka_unit_test(test_branch),
        cmocka_unit_test(test_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
