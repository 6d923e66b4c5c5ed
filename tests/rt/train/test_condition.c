// SPDX-License-Identifier: MIT
// Conditions of an exercise: what is read, what is refused and why, how long they hold.
#include "rt/train/condition.h"
#include "tests/check.h"
#include <string.h>

static const char *const channel[] = {"tension", "chain_speed", "brake", "stopper"};
static const char *const unit[] = {"N", "m/s", "1", "1"};
static const char *const act[] = {"heave_away"};
static const char *channel_of(const void *of, int k) { return ((const char *const *)of)[k]; }
static const char *unit_of(const void *of, int k) { return (void)of, unit[k]; }
static const train_names names = {4, channel_of, unit_of, channel, act, 1};

static train_condition read_good(const char *text) {
    train_condition c;
    char why[512];
    if (!train_condition_read(text, &names, &c, why, sizeof why)) fail_msg("%s: %s", text, why);
    return c;
}

static bool now(const train_condition *c, double tension, double speed, double brake, rt_events events, uint64_t acts) {
    const double value[4] = {tension, speed, brake, 2};
    return train_condition_now(c, &(train_seen){0, value, events, &acts});
}

static void test_comparisons(void **state) {
    (void)state;
    const train_condition c = read_good("tension > 170 kN and chain_speed < 1 cm/s");
    assert_int_equal(c.n, 2);
    CHECK_NEAR(c.atom[0].value, 170e3, 1e-9);
    assert_true(now(&c, 171e3, 0, 0, 0, 0));
    assert_false(now(&c, 169e3, 0, 0, 0, 0));
    assert_false(now(&c, 171e3, 0.02, 0, 0, 0));
    assert_false(now(&c, (double)NAN, 0, 0, 0, 0));
    const train_condition equal = read_good("stopper = 2");
    assert_true(now(&equal, 0, 0, 0, 0, 0));
}

static void test_and_binds_tighter_than_or(void **state) {
    (void)state;
    const train_condition c = read_good("brake > 90 % or tension > 1 kN and chain_speed > 1 m/s");
    for (int k = 0; k < 8; k++) { // every combination
        const bool a = k & 1, b = k & 2, d = k & 4;
        assert_int_equal(now(&c, b ? 2e3 : 0, d ? 2 : 0, a ? 1 : 0, 0, 0), a || (b && d));
    }
}

static void test_events_and_acts(void **state) {
    (void)state;
    const train_condition c = read_good("housed and not jammed and heave_away");
    const rt_events housed = RT_EVENT_BIT(RT_EVENT_HOUSED), jammed = RT_EVENT_BIT(RT_EVENT_JAMMED);
    assert_true(now(&c, 0, 0, 0, housed, 1));
    assert_false(now(&c, 0, 0, 0, housed, 0));
    assert_false(now(&c, 0, 0, 0, housed | jammed, 1));
    assert_false(now(&c, 0, 0, 0, 0, 1));
}

static void test_holds_for_its_time(void **state) {
    (void)state;
    const train_condition c = read_good("brake > 0.5 for 2 s");
    train_watch w = train_watch_begin();
    int edges = 0;
    for (int k = 0; k <= 100; k++) { // set from 1 s to 2.5 s, too short, and from 4 s on
        const double t = 0.1 * k, value[4] = {0, 0, (t >= 1 && t < 2.5) || t >= 4 ? 1 : 0, 0};
        train_watch_row(&w, &c, &(train_seen){t, value, 0, &(uint64_t){0}});
        edges += w.edge;
        assert_int_equal(w.holds, t > 5.95);
    }
    assert_int_equal(edges, 1);
}

static void test_refusals(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
    } bad[] = {
        {"", "expected a channel, an event or an act, found ''"},
        {"tensoin > 1 kN", "did you mean 'tension'?"},
        {"tension > 1 m", "expected"},
        {"tension 1 kN", "expected '<', '>' or '=' after 'tension', found '1'"},
        {"housed then jammed", "expected 'and', 'or', 'for' or the end, found 'then jammed'"},
        {"housed for -1 s", "expected a time of 0 s or more at the end"},
        {"housed for 1 s and jammed", "expected a time of 0 s or more at the end"},
        {"housed and housed and housed and housed and housed and housed and housed and housed and housed",
         "expected at most 8 comparisons"},
        {"housed and", "found ''"},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        train_condition c;
        char why[512] = "";
        assert_false(train_condition_read(bad[k].text, &names, &c, why, sizeof why));
        if (!strstr(why, bad[k].why)) fail_msg("'%s': %s", bad[k].text, why);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_comparisons),
                                       cmocka_unit_test(test_and_binds_tighter_than_or),
                                       cmocka_unit_test(test_events_and_acts),
                                       cmocka_unit_test(test_holds_for_its_time), cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
