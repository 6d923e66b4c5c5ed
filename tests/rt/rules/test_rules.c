// SPDX-License-Identifier: MIT
// The operator's rules: order of conditions, times, visits, alarms, rewinding, bounds, and the text of a condition.
#include "rt/base/alloc_count.h"
#include "rt/rules/rules.h"
#include "tests/check.h"
#include <math.h>
#include <string.h>

static rules_table t;
static rules_state s;
static char why[512];

static int setup(void **state) {
    (void)state;
    memset(&t, 0, sizeof t);
    s = rules_begin();
    return 0;
}

static void ready(void) {
    if (!rules_resolve(&t, why, sizeof why)) fail_msg("%s", why);
}

// The name of the rule in force after a step with this reading of a gauge; all others are not visible.
static const char *step(rules_gauge g, double value, double now) {
    rules_seen seen;
    for (int k = 0; k < RULES_GAUGE_COUNT; k++) seen.value[k] = (double)NAN;
    seen.value[g] = value;
    return rules_step(&t, &s, &seen, now)->name;
}

// Heave until 4 m, then slowly; an alarm stops a moving lever.
static void make_heave(void) {
    rules_add(&t, "heave", 1, 0, true, false);
    rules_add_exit(&t, RULES_CHAIN, false, 4, 0, "slow");
    rules_add_exit(&t, RULES_TIME, true, 100, 0, "hold");
    rules_add(&t, "slow", 0.4, 0, true, false);
    rules_add_exit(&t, RULES_CHAIN, false, 1, 0, "hold");
    rules_add(&t, "any", 0, 1, true, false);
    rules_add_exit(&t, RULES_TENSION, true, 2e5, 0.5, "stop");
    rules_add(&t, "hold", 0, 1, true, true);
    rules_add(&t, "stop", 0, 1, true, false);
    rules_add_exit(&t, RULES_TIME, true, 3, 0, "heave");
    ready();
}

static void follows_the_gauges(void **state) {
    (void)state;
    make_heave();
    assert_string_equal(step(RULES_CHAIN, 9, 0), "heave");
    CHECK_NEAR(rules_now(&t, &s)->lever, 1, 0);
    assert_string_equal(step(RULES_CHAIN, 4, 1), "heave"); // at the value is not below it
    assert_string_equal(step(RULES_CHAIN, 3.9, 2), "slow");
    assert_false(rules_done(&t, &s));
    assert_string_equal(step(RULES_CHAIN, 0.9, 3), "hold");
    assert_true(rules_now(&t, &s)->stopper && rules_now(&t, &s)->brake == 1);
    assert_true(rules_done(&t, &s));
    assert_string_equal(step(RULES_CHAIN, 9, 1e6), "hold");
}

// A condition that holds at once with the next rule's: both rules in one step.
static void passes_through_rules_in_one_step(void **state) {
    (void)state;
    make_heave();
    assert_string_equal(step(RULES_CHAIN, 0.5, 0), "hold");
    assert_int_equal(s.entries, 3);
}

static void first_condition_of_a_rule_decides(void **state) {
    (void)state;
    rules_add(&t, "a", 0, 1, true, false);
    rules_add_exit(&t, RULES_FLUKES, true, 0.1, 0, "b");
    rules_add_exit(&t, RULES_FLUKES, true, 0.0, 0, "c");
    rules_add(&t, "b", 0, 1, true, false);
    rules_add(&t, "c", 0, 1, true, false);
    ready();
    assert_string_equal(step(RULES_FLUKES, 0.2, 0), "b");
    s = rules_begin();
    assert_string_equal(step(RULES_FLUKES, 0.05, 0), "c");
}

// The hand does not follow a blow: a condition with a time must hold for that time without a gap.
static void a_condition_must_last(void **state) {
    (void)state;
    make_heave();
    for (int k = 0; k < 499; k++) assert_string_equal(step(RULES_TENSION, 3e5, 1e-3 * k), "heave");
    assert_string_equal(step(RULES_TENSION, 1e5, 0.499), "heave"); // a gap
    for (int k = 500; k < 1000; k++) assert_string_equal(step(RULES_TENSION, 3e5, 1e-3 * k), "heave");
    assert_string_equal(step(RULES_TENSION, 3e5, 1.001), "stop");
    CHECK_NEAR(rules_now(&t, &s)->brake, 1, 0);
}

// "any" counts with the lever out of neutral only: a man who stands by a set brake has no alarm to answer.
static void an_alarm_stops_a_moving_lever(void **state) {
    (void)state;
    make_heave();
    step(RULES_CHAIN, 0.5, 0);
    for (int k = 0; k < 2000; k++) assert_string_equal(step(RULES_TENSION, 3e5, 1e-3 * k), "hold");
}

// After the stop the work begins again; an unreadable gauge fulfils no condition, neither below nor above.
static void blank_gauges_decide_nothing(void **state) {
    (void)state;
    make_heave();
    assert_string_equal(step(RULES_SWAY, 0, 0), "heave");
    assert_string_equal(step(RULES_SWAY, 0, 99), "heave");
    assert_string_equal(step(RULES_SWAY, 0, 100.1), "hold"); // only its own clock
}

static void visits_bound_the_tries(void **state) {
    (void)state;
    rules_add(&t, "read", 0, 1, true, false);
    rules_add_exit(&t, RULES_TIME, true, 1, 0, "lower");
    rules_add(&t, "lower", -0.5, 0, true, false);
    rules_add_exit(&t, RULES_VISITS, true, 2.5, 0, "give_up");
    rules_add_exit(&t, RULES_HOVE, false, -4, 0, "read");
    rules_add(&t, "give_up", 0, 1, true, false);
    ready();
    double now = 0, chain = 1;
    for (int k = 0; k < 2; k++) {
        step(RULES_CHAIN, chain, now);
        assert_string_equal(step(RULES_CHAIN, chain, now += 1.5), "lower");
        assert_string_equal(step(RULES_CHAIN, chain + 3.9, now += 1), "lower");
        assert_string_equal(step(RULES_CHAIN, chain + 4.1, now += 1), "read"); // since its own begin
        chain -= 0.2;
    }
    assert_string_equal(step(RULES_CHAIN, chain, now + 1.5), "give_up");
    assert_int_equal(s.visits[rules_find(&t, "lower")], 3);
}

// Rewound to an earlier time, the operator is where he was then, tries included; the same gauges lead the same way.
static void rewinding_takes_the_work_back(void **state) {
    (void)state;
    make_heave();
    step(RULES_CHAIN, 9, 0);
    step(RULES_CHAIN, 3, 10);
    step(RULES_CHAIN, 0.5, 20);
    assert_string_equal(step(RULES_CHAIN, 2, 15), "slow");
    assert_int_equal(s.visits[rules_find(&t, "hold")], 0);
    assert_string_equal(step(RULES_CHAIN, 9, 5), "heave");
    assert_string_equal(step(RULES_CHAIN, 3, 10), "slow");
    assert_int_equal(s.visits[rules_find(&t, "slow")], 1);
    assert_string_equal(step(RULES_CHAIN, 0.5, 20), "hold");
    assert_int_equal(s.entries, 3);
    assert_string_equal(step(RULES_CHAIN, 9, -1), "heave"); // before its begin: it begins
}

// Two rules that lead to each other at once neither hang a frame nor overrun the log; the loss is counted.
static void an_endless_circle_is_bounded(void **state) {
    (void)state;
    rules_add(&t, "a", 0, 1, true, false);
    rules_add_exit(&t, RULES_VISITS, true, 0, 0, "b");
    rules_add(&t, "b", 0, 1, true, false);
    rules_add_exit(&t, RULES_VISITS, true, 0, 0, "a");
    ready();
    uint64_t before = rt_alloc_count();
    for (int k = 0; k < 100; k++) step(RULES_CHAIN, 0, k);
    assert_int_equal(rt_alloc_count(), before);
    assert_true(s.entries <= RULES_LOG);
    assert_int_equal(s.visits[0] + s.visits[1], 100 * RULES_MOST + 1);
    assert_int_equal(s.dropped + (uint64_t)s.entries, 100 * RULES_MOST + 1);
}

static void check_refused(const char *part) {
    assert_false(rules_resolve(&t, why, sizeof why));
    if (!strstr(why, part)) fail_msg("%s", why);
}

static void a_table_is_refused(void **state) {
    (void)state;
    check_refused("a rule to begin with");
    rules_add(&t, "a", 0, 1, true, false);
    rules_add_exit(&t, RULES_TIME, true, 1, 0, "b");
    check_refused("found 'b'");
    rules_add(&t, "b", 0, 1, true, false);
    ready();
    rules_add(&t, "c", 0, 1, true, false);
    check_refused("'c'");
    setup(NULL);
    rules_add(&t, "any", 0, 1, true, false);
    check_refused("a rule to begin with");
    for (int k = 1; k < RULES_MOST; k++) assert_true(rules_add(&t, "r", 0, 1, true, false));
    assert_false(rules_add(&t, "r", 0, 1, true, false));
    for (int k = 0; k < RULES_EXITS; k++) assert_true(rules_add_exit(&t, RULES_TIME, true, 1, 0, "r"));
    assert_false(rules_add_exit(&t, RULES_TIME, true, 1, 0, "r"));
}

// Each gauge's condition is read as it is written, with units.
static void conditions_as_text(void **state) {
    (void)state;
    rules_exit e, back;
    char text[128];
    assert_true(rules_read_exit("tension > 170 kN for 1500 ms", &e, why, sizeof why));
    assert_true(e.gauge == RULES_TENSION && e.above);
    CHECK_NEAR(e.value, 170e3, 1e-9);
    CHECK_NEAR(e.hold, 1.5, 1e-12);
    assert_true(rules_read_exit("  flukes<-10 deg", &e, why, sizeof why));
    assert_true(e.gauge == RULES_FLUKES && !e.above && e.hold == 0);
    CHECK_NEAR(e.value, -10 * M_PI / 180, 1e-12);
    for (int g = 0; g < RULES_GAUGE_COUNT; g++) {
        const rules_exit one = {.gauge = (rules_gauge)g, .above = g % 2, .value = 0.125 * g - 1, .hold = g % 3};
        rules_write_exit(&one, text, sizeof text);
        if (!rules_read_exit(text, &back, why, sizeof why)) fail_msg("%s: %s", text, why);
        assert_true(back.gauge == one.gauge && back.above == one.above);
        CHECK_NEAR(back.value, one.value, 0);
        CHECK_NEAR(back.hold, one.hold, 0);
    }
}

static void wrong_conditions(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } of[] = {{"", "expected a condition such as"},
              {"tension = 3 kN", "expected a condition such as"},
              {"tension", "expected a condition such as"},
              {"tensoin > 3 kN", "did you mean 'tension'?"},
              {"tension > 3 m", "found '3 m'"},
              {"tension > ", "expected"},
              {"tension > 3 kN for 2", ""},
              {"tension > 3 kN for 2 kg", "found '2 kg'"},
              {"tension > 3 kN for -1 s", "0 s or more"},
              {"tension > nan", "expected"}};
    rules_exit e;
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
        why[0] = 0;
        bool good = rules_read_exit(of[k].text, &e, why, sizeof why);
        if (good != !of[k].says[0] || !strstr(why, of[k].says)) fail_msg("'%s': %s", of[k].text, why);
    }
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(follows_the_gauges),
        T(passes_through_rules_in_one_step),
        T(first_condition_of_a_rule_decides),
        T(a_condition_must_last),
        T(an_alarm_stops_a_moving_lever),
        T(blank_gauges_decide_nothing),
        T(visits_bound_the_tries),
        T(rewinding_takes_the_work_back),
        T(an_endless_circle_is_bounded),
        T(a_table_is_refused),
        T(conditions_as_text),
        T(wrong_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
