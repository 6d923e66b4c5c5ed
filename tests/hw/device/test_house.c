// SPDX-License-Identifier: MIT
// The operator by rules as a device: waits for the first feedback, follows the gauges of the frame before, twice the
// same, without allocation.
#include "hw/device/house.h"
#include "rt/base/alloc_count.h"
#include "tests/check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MS INT64_C(1000000)

static rules_table rules;
static hw_device d;

static int setup(void **state) {
    static rt_diag diag;
    char why[128];
    (void)state;
    memset(&rules, 0, sizeof rules);
    rules.inboard = 9.5;
    rules_add(&rules, "heave", 1, 0, true, false);
    rules_add_exit(&rules, RULES_CHAIN, false, 1, 0, "read");
    rules_add(&rules, "read", 0, 1, true, false);
    rules_add_exit(&rules, RULES_FLUKES, true, 0.2, 1, "secured");
    rules_add_exit(&rules, RULES_FAULT, true, 1.5, 0, "burst");
    rules_add_exit(&rules, RULES_BAR, true, 1.5, 0, "holds");
    rules_add_exit(&rules, RULES_ANCHOR, false, 0.1, 0, "near");
    rules_add_exit(&rules, RULES_SWAY, true, 0.5, 0, "swings");
    rules_add_exit(&rules, RULES_SPEED, false, -1, 0, "runs");
    rules_add_exit(&rules, RULES_TENSION, true, 3e5, 0, "heavy");
    rules_add_exit(&rules, RULES_MOTOR, true, 0.9, 0, "stalls");
    for (const char *const *name =
             (const char *const[]){"secured", "burst", "holds", "near", "swings", "runs", "heavy", "stalls", NULL};
         *name; name++)
        rules_add(&rules, *name, 0, 1, true, true);
    assert_true(rules_resolve(&rules, why, sizeof why));
    assert_int_equal(hw_house_follow(&d, &rules, 7000 * MS, &diag), RT_OK);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    hw_device_close(&d);
    return 0;
}

// A quiet deck with so much chain outboard of the lifter.
static hw_feedback deck(double counter_m) {
    return (hw_feedback){.t_ns = 1,
                         .counter_m = counter_m,
                         .tension_n = 1e5,
                         .anchor_m = (double)NAN,
                         .flukes_rad = (double)NAN,
                         .sway_m_s = (double)NAN};
}

static rt_input frame(const hw_feedback *f, int64_t t_ms) {
    hw_device_feedback(&d, f);
    hw_device_poll(&d, 7000 * MS + t_ms * MS);
    return *hw_device_input(&d);
}

static const char *rule(void) {
    const rules_table *t;
    const rules_state *z;
    assert_true(hw_house_story(&d, &t, &z));
    return rules_now(t, z)->name;
}

static void waits_for_the_first_feedback(void **state) {
    (void)state;
    hw_device_poll(&d, 7000 * MS);
    rt_input in = *hw_device_input(&d);
    assert_true(in.has_device && in.dead_man && in.clutch && !in.stopper && !in.estop);
    CHECK_NEAR(in.lever, 0, 0);
    CHECK_NEAR(in.brake, 1, 0);
    assert_int_equal(in.t_ns, 7000 * MS);
    assert_true(hw_device_polls_in_frame(&d) && !hw_device_is_live(&d));
    hw_identity id;
    hw_device_identity(&d, &id);
    assert_string_equal(id.kind, "house");
}

// The counter counts from the lifter, the rules from the hawse.
static void follows_the_chain_counter(void **state) {
    (void)state;
    hw_feedback f = deck(19.5);
    rt_input in = frame(&f, 0);
    CHECK_NEAR(in.lever, 1, 0);
    CHECK_NEAR(in.brake, 0, 0);
    f = deck(10.6);
    assert_true(frame(&f, 1).lever == 1);
    f = deck(10.4);
    in = frame(&f, 2);
    CHECK_NEAR(in.lever, 0, 0);
    CHECK_NEAR(in.brake, 1, 0);
}

// The flukes are read by eye, when in sight.
static void reads_the_flukes(void **state) {
    (void)state;
    hw_feedback f = deck(10);
    frame(&f, 0);
    assert_false(frame(&f, 5000).stopper); // not in sight
    f.flukes_rad = 0.5;
    assert_false(frame(&f, 5001).stopper);
    assert_false(frame(&f, 6000).stopper);
    assert_true(frame(&f, 6002).stopper);
    assert_string_equal(rule(), "secured");
}

// Each gauge reaches its condition.
static void every_gauge_arrives(void **state) {
    (void)state;
    static const char *const end[] = {"burst", "holds", "near", "swings", "runs", "heavy", "stalls"};
    for (int k = 0; k < 7; k++) {
        hw_feedback f = deck(10);
        frame(&f, 0);
        assert_string_equal(rule(), "read");
        if (k == 0) f.motor_state = HW_MOTOR_BURST;
        if (k == 1) f.stopper = HW_STOPPER_HOLDING;
        if (k == 2) f.anchor_m = 0.05;
        if (k == 3) f.sway_m_s = 0.6;
        if (k == 4) f.speed_m_s = -1.5;
        if (k == 5) f.tension_n = 4e5;
        if (k == 6) f.motor = 0.95;
        frame(&f, 1);
        assert_string_equal(rule(), end[k]);
        teardown(NULL);
        setup(NULL);
    }
}

// The same feedback gives the same input, bit for bit, and allocates nothing.
static void twice_the_same(void **state) {
    (void)state;
    enum { N = 3000 };
    static rt_input first[N], again[N];
    for (int k = 0; k < 2; k++) {
        uint64_t before = rt_alloc_count();
        for (int i = 0; i < N; i++) {
            hw_feedback f = deck(12 - 1e-3 * i);
            f.flukes_rad = 1e-3 * (i - 1500);
            (k ? again : first)[i] = frame(&f, i);
        }
        assert_int_equal(rt_alloc_count(), before);
        teardown(NULL);
        setup(NULL);
    }
    assert_memory_equal(first, again, sizeof first);
    CHECK_NEAR(first[0].lever, 1, 0);
    assert_true(first[N - 1].stopper);
}

static void a_mechanism_has_no_rules(void **state) {
    (void)state;
    static rt_diag diag;
    static const rt_command start = {.brake = 1, .clutch = 1};
    const hw_opening o = {.argument = "", .start = &start};
    hw_device other;
    assert_int_equal(hw_house_open(&other, &o, &diag), RT_ERR_USAGE);
    assert_non_null(strstr(diag.text, "a ship's scenario"));
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(waits_for_the_first_feedback),
        T(follows_the_chain_counter),
        T(reads_the_flukes),
        T(every_gauge_arrives),
        T(twice_the_same),
        T(a_mechanism_has_no_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
