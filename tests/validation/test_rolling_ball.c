// SPDX-License-Identifier: MIT
// The shipped ball on a round table of triangles: it slides by Coulomb's law, then rolls. The edges and corners that it
// crosses, including the centre of the table's fan, have no effect.
#include "rt/mechanism/mechanism.h"
#include "rt/world/world.h"
#include "tests/validation/ledger.h"
// after world.h, which names a parameter scenario
#include "rt/sim/sim.h"
#include <string.h>

#define SCENARIO "config/scenarios/contact/rolling_ball.yaml"

// Values of the scenario. The force acts at half the depth, which sets the lever of friction.
static const double G = 9.81, SPEED = 1, MU = 0.25, RADIUS = 0.05, MASS = 1, INERTIA = 0.001, STIFFNESS = 1e7;

static sim s;
static scenario sc;

static double column(const char *name) {
    for (int k = 0; k < sc.model.records.n; k++)
        if (strcmp(sc.model.records.item[k].name.text, name) == 0)
            return mechanism_column_value(mechanism_of(&s), &sc.model.records.item[k], &s.state, &s.step);
    fail_msg("no column %s", name);
    return 0;
}

static void test_rolling_ball(void **state) {
    (void)state;
    rt_diag d = {0};
    ledger l = ledger_begin("ball rolling on triangles",
                            "A ball slides, then rolls across the middle of a table cut into triangles.", SCENARIO);
    if (scenario_load(HAWSE_SOURCE_DIR "/" SCENARIO, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    if (sim_create(&s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    double lever = RADIUS - 0.5 * pow(MASS * G / STIFFNESS, 2.0 / 3), weight = MASS * G;
    double rolling = SPEED / (1 + INERTIA / (MASS * lever * lever)); // angular momentum about a point of the track
    double ripple = 0, aside = 0, slide = 0;
    int rolling_since = 0, before = 0, after = 0;
    for (long k = 0; k < lround(sc.end.duration / sc.solver.step); k++) {
        assert_true(sim_frame(&s, &(rt_command){0}, NULL));
        mechanism_solve_multipliers(s.self, &s.state, s.work, &s.command);
        assert_true(k < 20 || column("hits") == 1);
        if (!rolling_since && column("friction") < 0.5 * MU * weight && k > 100)
            rolling_since = 1, slide = (double)(k + 1) * sc.solver.step;
        aside = fmax(aside, fabs(column("y")));
        if (k < 1000) continue;
        ripple = fmax(ripple, fabs(column("force") / weight - 1));
        before += column("x")<0, after += column("x")> 0;
    }
    assert_true(before > 100 && after > 100); // it went over the middle
    ledger_row(&l, "speed of rolling", "m/s", rolling, "angular momentum about the track (5/7 for a hard ball)",
               column("vx"), 1e-5);
    ledger_row(&l, "time of sliding", "s", (SPEED - rolling) / (MU * G), "Coulomb", slide, 0.01);
    ledger_row(&l, "ripple of the normal force over the weight", "1", 0, "a plane has none", ripple, 1e-6);
    ledger_row(&l, "way to the side", "m", 0, "symmetry", aside, 1e-6);
    ledger_end(&l);
    sim_destroy(&s);
    scenario_free(&sc);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rolling_ball)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
