// SPDX-License-Identifier: MIT
// Each reason for distrust by itself, at and beyond its limit; and that no share of the steps decides.
#include "tests/check.h"

#include "rt/judge/trust.h"
#include <string.h>

static trust run;
static double now;

static void step(trust_step s) {
    s.t = now += 1e-3;
    trust_update(&run, &s);
}

static int start(void **state) {
    (void)state;
    run = (trust){0};
    now = 0;
    return 0;
}

static void check_reason(const char *says) {
    char why[512];
    trust_explain(&run, why, sizeof why);
    assert_true(trust_holds(&run) == (says[0] == 0));
    if (!strstr(why, says) || (says[0] == 0 && why[0])) fail_msg("'%s' in: %s", says, why);
}

static void constraint_error_of_one_step(void **state) {
    (void)state;
    for (int k = 0; k < 100000; k++) step((trust_step){.phi = 1e-9});
    step((trust_step){.phi = TRUST_PHI});
    check_reason("");
    step((trust_step){.phi = 4.1e-3});
    check_reason("constraints off by up to 4.1 mm (limit 1 mm) in 1 steps, most at 100.002 s");
}

static void caps_count_in_a_row(void **state) {
    (void)state;
    for (int k = 0; k < 1000; k++) step((trust_step){.capped = k % TRUST_CAPS != 0}); // 80 % of the steps
    check_reason("");
    for (int k = 0; k < 100000; k++) step((trust_step){0});
    for (int k = 0; k < TRUST_CAPS; k++) step((trust_step){.capped = true}); // 0.8 % of all steps with those before
    check_reason("5 steps in a row at the cap of Newton iterations (limit 4), up to 101.005 s");
}

// A body of 1000 N that falls: the energy stays; the drive's work and friction's losses are no gain.
static void energy_gained_is_told(void **state) {
    (void)state;
    double e = 500;
    const double limit = 1000 * TRUST_LIFT;
    for (int k = 0; k < 1000; k++) { // the drive lifts, half of its work is lost
        step((trust_step){.balanced = true, .energy0 = e, .energy1 = e + 0.5, .work = 1, .weight = 1000, .motion = 10});
        e += 0.5;
    }
    CHECK_NEAR(run.balance, -500, 1e-9);
    CHECK_NEAR(trust_gain_limit(&run), limit, 1e-12); // of 510 J turned over a thousandth is less
    step((trust_step){.balanced = true, .energy0 = e, .energy1 = e + limit - 0.01});
    check_reason("");
    step((trust_step){.balanced = true, .energy0 = e, .energy1 = e + 0.02});
    check_reason("5.01 J of energy gained from nothing (limit 5 J), up to 1.002 s");
    CHECK_NEAR(run.most_in_step, limit - 0.01, 1e-9);
}

static void account_stops_where_it_is_unknown(void **state) {
    (void)state;
    step((trust_step){.balanced = false, .energy0 = 0, .energy1 = 1e9});
    check_reason("");
    assert_false(run.balanced);
}

static void user_law_and_limits_are_told(void **state) {
    (void)state;
    step((trust_step){.refused = true});
    check_reason("the user's contact law returned an unusable force in 1 steps, first at 0.001 s");
    run = (trust){0};
    step((trust_step){.limit = "the chain ran out of links to simulate (chain.capacity)"});
    step((trust_step){.limit = "another"});
    check_reason("the chain ran out of links to simulate (chain.capacity) at 0.002 s");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup(constraint_error_of_one_step, start),
                                       cmocka_unit_test_setup(caps_count_in_a_row, start),
                                       cmocka_unit_test_setup(energy_gained_is_told, start),
                                       cmocka_unit_test_setup(account_stops_where_it_is_unknown, start),
                                       cmocka_unit_test_setup(user_law_and_limits_are_told, start)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
