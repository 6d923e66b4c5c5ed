// SPDX-License-Identifier: MIT
#include "rt/command/command.h"
#include "tests/check.h"
#include <string.h>

#define MS ((int64_t)1000000)

typedef struct fixture {
    rt_conditioner c;
    rt_command_limits l;
    rt_input in;
    int64_t now;
    rt_events events; // of the last frames
    rt_command out;
} fixture;

static fixture f;

// Frames of 1 ms; while `talking` the device stamps each.
static void frames(int n, bool talking) {
    f.events = 0;
    for (int i = 0; i < n; i++) {
        rt_events events = 0;
        f.now += MS;
        if (talking) f.in.t_ns = f.now;
        f.out = rt_command_condition(&f.c, &f.l, &f.in, f.now, 1e-3, &events);
        f.events |= events;
    }
}

static int setup(void **state) {
    (void)state;
    memset(&f, 0, sizeof f);
    f.l = rt_command_limits_default();
    f.c = rt_conditioner_start(0.25, true);
    f.in = (rt_input){.dead_man = true, .has_device = true, .clutch = true, .brake = 0.25};
    f.now = 1000 * MS;
    return 0;
}

static void never_seen_is_failsafe_and_no_event(void **state) {
    (void)state;
    f.in = (rt_input){0};
    frames(1, false);
    assert_int_equal(f.out.failsafe, 1);
    frames(1000, false);
    assert_int_equal(f.events, 0);
    assert_int_equal(f.out.failsafe, 1);
    assert_int_equal(f.out.clutch, 1); // untouched
    CHECK_NEAR(f.out.lever, 0, 0);
    CHECK_NEAR(f.out.brake, 1, 0); // set
}

static void arms_by_itself_only_at_neutral(void **state) {
    (void)state;
    f.in.lever = 0.8; // pushed over before the program came up
    frames(500, true);
    assert_int_equal(f.out.failsafe, 1);
    CHECK_NEAR(f.out.lever, 0, 0);
    f.in.lever = 0.049;
    frames(1, true);
    assert_int_equal(f.out.failsafe, 0);
}

static void a_sample_stamped_zero_counts_at_time_zero(void **state) {
    (void)state;
    f.out = rt_command_condition(&f.c, &f.l, &f.in, 0, 1e-3, NULL);
    assert_int_equal(f.out.failsafe, 0);
}

static void lever_and_brake_keep_their_rates(void **state) {
    (void)state;
    frames(1, true);
    f.in.lever = -1;
    f.in.brake = 1;
    f.in.clutch = false;
    for (int i = 1; i <= 600; i++) {
        frames(1, true);
        CHECK_NEAR(f.out.lever, -fmin(1, 0.002 * i), 1e-12); // 2 /s
        CHECK_NEAR(f.out.brake, fmin(1, 0.25 + 0.002 * i), 1e-12);
        assert_int_equal(f.out.clutch, 0);
    }
    f.in.lever = 7; // beyond the end of its travel
    frames(1200, true);
    CHECK_NEAR(f.out.lever, 1, 0);
    assert_int_equal(f.events, 0);
}

static void drive_to(double lever) {
    f.in.lever = 0;
    frames(1, true);
    f.in.lever = lever;
    frames(1000, true);
    CHECK_NEAR(f.out.lever, lever, 1e-12);
}

static void stale_input_is_held_and_comes_back(void **state) {
    (void)state;
    drive_to(0.6);
    frames(99, false);
    assert_int_equal(f.events, 0);
    frames(1, false); // 100 ms old
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_DEVICE_LOST) | RT_EVENT_BIT(RT_EVENT_STALE));
    frames(199, false);
    assert_int_equal(f.events, 0); // told once
    CHECK_NEAR(f.out.lever, 0.6, 1e-12);
    assert_int_equal(f.out.failsafe, 0);
    f.in.lever = 0.5;
    frames(1, true);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_DEVICE_BACK) | RT_EVENT_BIT(RT_EVENT_ACTIVE));
    frames(500, true);
    CHECK_NEAR(f.out.lever, 0.5, 1e-12);
}

static void lost_input_needs_reset_at_neutral(void **state) {
    (void)state;
    drive_to(0.6);
    frames(300, false);
    assert_int_equal(f.out.failsafe, 1);
    CHECK_NEAR(f.out.lever, 0, 0);
    CHECK_NEAR(f.out.brake, 0.252, 1e-12); // being set
    frames(1, true);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_DEVICE_BACK));
    frames(500, true);
    assert_int_equal(f.out.failsafe, 1); // back, lever still over
    f.in.lever = 0;
    frames(500, true);
    assert_int_equal(f.out.failsafe, 1); // a centred lever alone is not enough
    f.in.reset = true;
    frames(1, true);
    assert_int_equal(f.out.failsafe, 0);
}

static void reset_off_neutral_or_held_does_not_arm(void **state) {
    (void)state;
    drive_to(0.6);
    frames(300, false);
    f.in.reset = true; // pressed with the lever over, and kept there
    frames(10, true);
    assert_int_equal(f.out.failsafe, 1);
    f.in.lever = 0;
    frames(10, true);
    assert_int_equal(f.out.failsafe, 1);
    f.in.reset = false;
    frames(1, true);
    f.in.reset = true;
    frames(1, true);
    assert_int_equal(f.out.failsafe, 0);
}

static void estop_latches(void **state) {
    (void)state;
    drive_to(-0.7);
    f.in.estop = true;
    frames(1, true);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_ESTOP) | RT_EVENT_BIT(RT_EVENT_FAILSAFE));
    assert_int_equal(f.out.failsafe, 1);
    CHECK_NEAR(f.out.lever, 0, 0);
    f.in.lever = 0;
    f.in.reset = true; // while still pressed
    frames(10, true);
    assert_int_equal(f.events, 0);
    f.in.reset = f.in.estop = false;
    frames(10, true);
    assert_int_equal(f.out.failsafe, 1); // let go is not re-armed
    f.in.reset = true;
    frames(1, true);
    assert_int_equal(f.out.failsafe, 0);
    CHECK_NEAR(f.out.lever, 0, 0); // and nothing moves of itself
}

static void estop_in_the_last_sample_counts_when_stale(void **state) {
    (void)state;
    drive_to(0.5);
    frames(150, false);
    f.in.estop = true;
    frames(1, false);
    assert_int_equal(f.out.failsafe, 1);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_ESTOP) | RT_EVENT_BIT(RT_EVENT_FAILSAFE));
}

static void unplugged_is_lost_at_once(void **state) {
    (void)state;
    drive_to(0.6);
    f.in.has_device = false;
    f.in.lever = 0; // what SDL says on removal: it must not look like a centred lever
    frames(1, true);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_DEVICE_LOST) | RT_EVENT_BIT(RT_EVENT_FAILSAFE));
    assert_int_equal(f.out.failsafe, 1);
    f.in.has_device = true;
    frames(10, true);
    assert_int_equal(f.out.failsafe, 1);
}

static void a_wiped_input_after_arming_is_lost(void **state) {
    (void)state;
    drive_to(0.6);
    f.in = (rt_input){0};
    frames(1, false);
    assert_int_equal(f.out.failsafe, 1);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_DEVICE_LOST) | RT_EVENT_BIT(RT_EVENT_FAILSAFE));
}

static void not_a_number_is_lost_input(void **state) {
    (void)state;
    double bad[] = {(double)NAN, (double)INFINITY};
    for (int i = 0; i < 2; i++) {
        setup(NULL);
        drive_to(0.6);
        f.in.lever = bad[i];
        frames(1, true);
        assert_int_equal(f.out.failsafe, 1);
        CHECK_NEAR(f.out.lever, 0, 0);
        setup(NULL);
        drive_to(0.6);
        f.in.brake = bad[i];
        frames(1, true);
        assert_int_equal(f.out.failsafe, 1);
        assert_true(isfinite(f.out.brake));
    }
}

static void dead_man_stops_at_once_and_ramps_back(void **state) {
    (void)state;
    drive_to(0.6);
    f.in.dead_man = false;
    frames(1, true);
    CHECK_NEAR(f.out.lever, 0, 0);
    assert_int_equal(f.out.failsafe, 0);
    f.in.dead_man = true;
    frames(10, true);
    CHECK_NEAR(f.out.lever, 0.02, 1e-12);
}

// An emergency stop that has set the brake, with its control still open, and the reset.
static void stop_and_reset(void) {
    f.in.brake = 0;
    frames(1000, true);
    CHECK_NEAR(f.out.brake, 0, 0);
    f.in.lever = 0;
    f.in.estop = true;
    frames(1000, true);
    CHECK_NEAR(f.out.brake, 1, 0);
    f.in.estop = false;
    frames(10, true);
    f.in.reset = true;
    frames(1, true);
    f.in.reset = false;
    assert_int_equal(f.out.failsafe, 0);
}

static void a_reset_leaves_the_brake_set(void **state) {
    (void)state;
    stop_and_reset();
    frames(2000, true);
    CHECK_NEAR(f.out.brake, 1, 0); // its control stands open: nothing moves
    f.in.brake = 0.94;
    frames(2000, true);
    CHECK_NEAR(f.out.brake, 1, 0); // not there yet
    f.in.brake = 0.96;
    frames(100, true);
    CHECK_NEAR(f.out.brake, 0.96, 1e-12); // taken over
    f.in.brake = 0;
    frames(100, true);
    CHECK_NEAR(f.out.brake, 0.76, 1e-12); // and eased by hand, at its rate
    frames(1000, true);
    CHECK_NEAR(f.out.brake, 0, 0);
}

// The fail-safe had no time to set all of it: held where it was, and set further by hand.
static void a_brake_that_was_being_set_is_held_there(void **state) {
    (void)state;
    f.in.brake = 0;
    frames(500, true);
    f.in.estop = true;
    frames(100, true);
    f.in.estop = false;
    f.in.reset = true;
    frames(200, true);
    CHECK_NEAR(f.out.brake, 0.2, 1e-12);
    f.in.brake = 0.1;
    frames(200, true);
    CHECK_NEAR(f.out.brake, 0.2, 1e-12);
    f.in.brake = 0.5;
    frames(300, true);
    CHECK_NEAR(f.out.brake, 0.5, 1e-12);
    f.in.brake = 0.1;
    frames(300, true);
    CHECK_NEAR(f.out.brake, 0.1, 1e-12);
}

static void without_a_brake_control_the_lever_takes_over(void **state) {
    (void)state;
    f.in.no_brake = true;
    stop_and_reset();
    frames(2000, true);
    CHECK_NEAR(f.out.brake, 1, 0);
    f.in.lever = 0.06;
    f.in.dead_man = false; // a lever that is only touched
    frames(500, true);
    CHECK_NEAR(f.out.brake, 1, 0);
    f.in.dead_man = true;
    frames(500, true);
    CHECK_NEAR(f.out.brake, 0, 1e-12);
}

static void the_release_is_not_held(void **state) {
    (void)state;
    stop_and_reset();
    f.in.release = true;
    frames(1000, true);
    CHECK_NEAR(f.out.brake, 0.5, 1e-12); // at its own rate
    assert_true(f.out.release && f.out.failsafe);
}

// Of what was pressed in fail-safe nothing is carried out by the reset.
static void clutch_and_stopper_stay_over_a_reset(void **state) {
    (void)state;
    frames(10, true);
    assert_true(f.out.clutch && !f.out.stopper);
    f.in.estop = true;
    frames(10, true);
    f.in.clutch = false;
    f.in.stopper = true;
    f.in.estop = false;
    frames(10, true);
    f.in.reset = true;
    frames(500, true);
    assert_true(!f.out.failsafe && f.out.clutch && !f.out.stopper);
    f.in.clutch = true; // seen where it is,
    f.in.stopper = false;
    frames(1, true);
    f.in.clutch = false; // and worked again
    f.in.stopper = true;
    frames(1, true);
    assert_true(!f.out.clutch && f.out.stopper);
}

// Set back in the run, into a fail-safe: the hands are elsewhere by now.
static void going_back_into_a_stop_moves_no_coupling(void **state) {
    (void)state;
    const rt_command stopped = {.brake = 0.3, .clutch = 1, .stopper = 0, .failsafe = 1};
    f.in.clutch = false;
    f.in.stopper = true;
    frames(500, true);
    assert_true(!f.out.clutch && f.out.stopper);
    rt_conditioner_return(&f.c, &stopped);
    frames(500, true);
    assert_true(!f.out.failsafe && f.out.clutch && !f.out.stopper);
    f.in.clutch = true;
    f.in.stopper = false;
    frames(1, true);
    f.in.clutch = false;
    f.in.stopper = true;
    frames(1, true);
    assert_true(!f.out.clutch && f.out.stopper);
}

// Set back in the run: what was set in fail-safe there is held, and what is held is not let go.
static void going_back_lets_no_brake_go(void **state) {
    (void)state;
    const rt_command heaving = {.lever = 0.5, .brake = 0, .clutch = 1}, stopped = {.brake = 0.7, .failsafe = 1};
    f.in.brake = 0;
    frames(500, true);
    rt_conditioner_return(&f.c, &stopped);
    frames(500, true);
    CHECK_NEAR(f.out.brake, 0.7, 1e-12);
    rt_conditioner_return(&f.c, &heaving);
    CHECK_NEAR(f.c.last.lever, 0.5, 0);
    frames(500, true);
    CHECK_NEAR(f.out.brake, 0, 0);
    stop_and_reset();
    const rt_command held = {.brake = 1, .clutch = 1};
    rt_conditioner_return(&f.c, &held);
    frames(500, true);
    CHECK_NEAR(f.out.brake, 1, 0);
}

// It is hashed and recorded as it lies in memory.
static void has_no_padding(void **state) {
    (void)state;
    rt_command c;
    assert_int_equal(sizeof c, sizeof c.lever + sizeof c.brake + sizeof c.clutch + sizeof c.failsafe +
                                   sizeof c.release + sizeof c.stopper + sizeof c.failures);
}

static void limits_are_the_documented_ones(void **state) {
    (void)state;
    CHECK_NEAR(f.l.lever_rate, 2, 0);
    CHECK_NEAR(f.l.brake_rate, 2, 0);
    CHECK_NEAR(f.l.neutral, 0.05, 0);
    assert_int_equal(f.l.stale_ns, 100 * MS);
    assert_int_equal(f.l.failsafe_ns, 300 * MS);
}

#define T(name) cmocka_unit_test_setup(name, setup)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(never_seen_is_failsafe_and_no_event),
        T(arms_by_itself_only_at_neutral),
        T(a_sample_stamped_zero_counts_at_time_zero),
        T(lever_and_brake_keep_their_rates),
        T(stale_input_is_held_and_comes_back),
        T(lost_input_needs_reset_at_neutral),
        T(reset_off_neutral_or_held_does_not_arm),
        T(estop_latches),
        T(estop_in_the_last_sample_counts_when_stale),
        T(unplugged_is_lost_at_once),
        T(a_wiped_input_after_arming_is_lost),
        T(not_a_number_is_lost_input),
        T(dead_man_stops_at_once_and_ramps_back),
        T(a_reset_leaves_the_brake_set),
        T(a_brake_that_was_being_set_is_held_there),
        T(without_a_brake_control_the_lever_takes_over),
        T(the_release_is_not_held),
        T(clutch_and_stopper_stay_over_a_reset),
        T(going_back_into_a_stop_moves_no_coupling),
        T(going_back_lets_no_brake_go),
        T(has_no_padding),
        T(limits_are_the_documented_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
