// SPDX-License-Identifier: MIT
// The account of energy of a ship: it closes while the motor lifts, and a speed given from outside is found as a gain
// of its kinetic energy.
#include "rt/deck/deck.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include "tests/rt/short_heave.h"
#include <stdlib.h>

static rt_diag d;
static scenario sc;
static sim *s;

static int open_heave(void **state) {
    scratch_make(state);
    d = (rt_diag){0};
    s = calloc(1, sizeof *s);
    assert_non_null(s);
    if (scenario_load(short_heave(), true, &sc, &d) != RT_OK || sim_create(s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    return 0;
}

static int close_heave(void **state) {
    sim_destroy(s);
    scenario_free(&sc);
    free(s);
    return scratch_remove(state);
}

// The motor lifts anchor and chain: it does more work than their potential energy grows by, and no more is lost than
// gearbox, hawse pipe and joints take.
static void account_closes_while_heaving(void **state) {
    (void)state;
    const trust *t = &s->counters.trust;
    for (int k = 0; k < 3000; k++) {
        rt_command c = {.lever = fmin(1, k / 1000.0), .brake = fmax(0, 1 - k / 300.0), .clutch = 1};
        assert_true(sim_frame(s, &c, NULL));
    }
    assert_true(t->balanced && trust_holds(t));
    double weight = (6414 + deck_of(s)->chain.link.mass / deck_of(s)->chain.link.pitch * 5) * 9.81;
    double lifted = weight * s->outcome.chain_in_m;
    printf("%.1f kJ lifted, %.1f kJ lost, %.2g J gained (limit %.3g J)\n", 1e-3 * lifted, -1e-3 * t->balance, t->gained,
           trust_gain_limit(t));
    assert_true(lifted > 5e3 && -t->balance > 0.1 * lifted && -t->balance < 2 * lifted);
    assert_true(t->gained < 0.1 * trust_gain_limit(t));
}

// The rotor's energy I w²/2 appears from nothing.
static void given_speed_is_a_gain(void **state) {
    (void)state;
    const trust *t = &s->counters.trust;
    const rt_command hold = {.brake = 1, .clutch = 1};
    for (int k = 0; k < 50; k++) assert_true(sim_frame(s, &hold, NULL));
    assert_true(trust_holds(t));
    int node = deck_of(s)->lifter.node;
    double before = t->gained, w = 2;
    s->state.qd[node].y += w;
    assert_true(sim_frame(s, &hold, NULL));
    double given = 0.5 * s->model.node_inertia[node].y * w * w;
    printf("%.1f J given, %.1f J found\n", given, t->gained - before);
    assert_true(t->gained > 0.5 * given && t->gained < 1.1 * given); // the motor brake takes a part within the step
    assert_false(trust_holds(t));
}

// A pull test shakes the ship: gravity changes by half of it and back, which is no energy from nothing.
static void pulses_of_a_pull_test_are_no_gain(void **state) {
    (void)state;
    const trust *t = &s->counters.trust;
    const rt_command hold = {.brake = 1, .clutch = 1};
    deck *dk = s->self;
    double least = 9.81, most = 9.81;
    for (int k = 0; k < 50; k++) assert_true(sim_frame(s, &hold, NULL));
    s->sc.end.proof.slam = 0.5, s->sc.end.proof.slam_pulse = 0.2;
    dk->proof = (proof_test){.stage = PROOF_SHAKES, .since = sim_time(s), .before = s->outcome};
    for (int k = 0; k < 5000 && dk->proof.stage == PROOF_SHAKES; k++) {
        assert_true(sim_frame(s, &hold, NULL));
        least = fmin(least, -s->model.gravity.z), most = fmax(most, -s->model.gravity.z);
    }
    printf("gravity %.2f .. %.2f m/s2, %.2g J gained (limit %.3g J)\n", least, most, t->gained, trust_gain_limit(t));
    CHECK_NEAR(least, 0.5 * 9.81, 1e-3);
    CHECK_NEAR(most, 1.5 * 9.81, 1e-3);
    for (int k = 0; k < 500; k++) assert_true(sim_frame(s, &hold, NULL)); // the account goes on
    assert_true(t->balanced && trust_holds(t));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(account_closes_while_heaving, open_heave, close_heave),
        cmocka_unit_test_setup_teardown(given_speed_is_a_gain, open_heave, close_heave),
        cmocka_unit_test_setup_teardown(pulses_of_a_pull_test_are_no_gain, open_heave, close_heave)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
