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
    rt_events events; // events of the last run_frames
    rt_command out;
} fixture;

static fixture f;

// Runs n run_frames of 1 ms; if `talking`, the device stamps each one.
static void run_frames(int n, bool talking) {
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

static void no_device_is_failsafe_without_event(void **state) {
    (void)state;
    f.in = (rt_input){0};
    run_frames(1, false);
    assert_int_equal(f.out.failsafe, 1);
    run_frames(1000, false);
    assert_int_equal(f.events, 0);
    assert_int_equal(f.out.failsafe, 1);
    assert_int_equal(f.out.clutch, 1); // unchanged
    CHECK_NEAR(f.out.lever, 0, 0);
    CHECK_NEAR(f.out.brake, 1, 0); // applied
}

static void arms_only_at_neutral(void **state) {
    (void)state;
    f.in.lever = 0.8; // lever over before the program starts
    run_frames(500, true);
    assert_int_equal(f.out.failsafe, 1);
    CHECK_NEAR(f.out.lever, 0, 0);
    f.in.lever = 0.049;
    run_frames(1, true);
    assert_int_equal(f.out.failsafe, 0);
}

static void sample_stamped_zero_counts_at_time_zero(void **state) {
    (void)state;
    f.out = rt_command_condition(&f.c, &f.l, &f.in, 0, 1e-3, NULL);
    assert_int_equal(f.out.failsafe, 0);
}

static void lever_and_brake_are_rate_limited(void **state) {
    (void)state;
    run_frames(1, true);
    f.in.lever = -1;
    f.in.brake = 1;
    f.in.clutch = false;
    for (int i = 1; i <= 600; i++) {
        run_frames(1, true);
        CHECK_NEAR(f.out.lever, -fmin(1, 0.002 * i), 1e-12); // 2 /s
        CHECK_NEAR(f.out.brake, fmin(1, 0.25 + 0.002 * i), 1e-12);
        assert_int_equal(f.out.clutch, 0);
    }
    f.in.lever = 7; // beyond the end of its travel
    run_frames(1200, true);
    CHECK_NEAR(f.out.lever, 1, 0);
    assert_int_equal(f.events, 0);
}

static void drive_to(double lever) {
    f.in.lever = 0;
    run_frames(1, true);
    f.in.lever = lever;
    run_frames(1000, true);
    CHECK_NEAR(f.out.lever, lever, 1e-12);
}

static void stale_input_is_held_until_it_returns(void **state) {
    (void)state;
    drive_to(0.6);
    run_frames(99, false);
    assert_int_equal(f.events, 0);
    run_frames(1, false); // 100 ms old
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_DEVICE_LOST) | RT_EVENT_BIT(RT_EVENT_STALE));
    run_frames(199, false);
    assert_int_equal(f.events, 0); // one event only
    CHECK_NEAR(f.out.lever, 0.6, 1e-12);
    assert_int_equal(f.out.failsafe, 0);
    f.in.lever = 0.5;
    run_frames(1, true);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_DEVICE_BACK) | RT_EVENT_BIT(RT_EVENT_ACTIVE));
    run_frames(500, true);
    CHECK_NEAR(f.out.lever, 0.5, 1e-12);
}

static void lost_input_needs_reset_at_neutral(void **state) {
    (void)state;
    drive_to(0.6);
    run_frames(300, false);
    assert_int_equal(f.out.failsafe, 1);
    CHECK_NEAR(f.out.lever, 0, 0);
    CHECK_NEAR(f.out.brake, 0.252, 1e-12); // being applied
    run_frames(1, true);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_DEVICE_BACK));
    run_frames(500, true);
    assert_int_equal(f.out.failsafe, 1); // back, lever still over
    f.in.lever = 0;
    run_frames(500, true);
    assert_int_equal(f.out.failsafe, 1); // a centred lever alone is not enough
    f.in.reset = true;
    run_frames(1, true);
    assert_int_equal(f.out.failsafe, 0);
}

static void reset_off_neutral_or_held_does_not_arm(void **state) {
    (void)state;
    drive_to(0.6);
    run_frames(300, false);
    f.in.reset = true; // pressed with the lever over, and kept there
    run_frames(10, true);
    assert_int_equal(f.out.failsafe, 1);
    f.in.lever = 0;
    run_frames(10, true);
    assert_int_equal(f.out.failsafe, 1);
    f.in.reset = false;
    run_frames(1, true);
    f.in.reset = true;
    run_frames(1, true);
    assert_int_equal(f.out.failsafe, 0);
}

static void estop_latches(void **state) {
    (void)state;
    drive_to(-0.7);
    f.in.estop = true;
    run_frames(1, true);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_ESTOP) | RT_EVENT_BIT(RT_EVENT_FAILSAFE));
    assert_int_equal(f.out.failsafe, 1);
    CHECK_NEAR(f.out.lever, 0, 0);
    f.in.lever = 0;
    f.in.reset = true; // while still pressed
    run_frames(10, true);
    assert_int_equal(f.events, 0);
    f.in.reset = f.in.estop = false;
    run_frames(10, true);
    assert_int_equal(f.out.failsafe, 1); // releasing the stop does not re-arm
    f.in.reset = true;
    run_frames(1, true);
    assert_int_equal(f.out.failsafe, 0);
    CHECK_NEAR(f.out.lever, 0, 0); // no control moved
}

static void estop_in_the_last_sample_counts_when_stale(void **state) {
    (void)state;
    drive_to(0.5);
    run_frames(150, false);
    f.in.estop = true;
    run_frames(1, false);
    assert_int_equal(f.out.failsafe, 1);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_ESTOP) | RT_EVENT_BIT(RT_EVENT_FAILSAFE));
}

static void unplugged_is_lost_at_once(void **state) {
    (void)state;
    drive_to(0.6);
    f.in.has_device = false;
    f.in.lever = 0; // SDL's value on removal: must not act like a centred lever
    run_frames(1, true);
    assert_int_equal(f.events, RT_EVENT_BIT(RT_EVENT_DEVICE_LOST) | RT_EVENT_BIT(RT_EVENT_FAILSAFE));
    assert_int_equal(f.out.failsafe, 1);
    f.in.has_device = true;
    run_frames(10, true);
    assert_int_equal(f.out.failsafe, 1);
}

static void zeroed_input_after_arming_is_lost(void **state) {
    (void)state;
    drive_to(0.6);
    f.in = (rt_input){0};
    run_frames(1, false);
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
        run_frames(1, true);
        assert_int_equal(f.out.failsafe, 1);
        CHECK_NEAR(f.out.lever, 0, 0);
        setup(NULL);
        drive_to(0.6);
        f.in.brake = bad[i];
        run_frames(1, true);
        assert_int_equal(f.out.failsafe, 1);
        assert_true(isfinite(f.out.brake));
    }
}

static void dead_man_stops_at_once_and_ramps_back(void **state) {
    (void)state;
    drive_to(0.6);
    f.in.dead_man = false;
    run_frames(1, true);
    CHECK_NEAR(f.out.lever, 0, 0);
    assert_int_equal(f.out.failsafe, 0);
    f.in.dead_man = true;
    run_frames(10, true);
    CHECK_NEAR(f.out.lever, 0.02, 1e-12);
}

// An emergency stop applies the brake while its control is open; then the reset.
static void stop_and_reset(void) {
    f.in.brake = 0;
    run_frames(1000, true);
    CHECK_NEAR(f.out.brake, 0, 0);
    f.in.lever = 0;
    f.in.estop = true;
    run_frames(1000, true);
    CHECK_NEAR(f.out.brake, 1, 0);
    f.in.estop = false;
    run_frames(10, true);
    f.in.reset = true;
    run_frames(1, true);
    f.in.reset = false;
    assert_int_equal(f.out.failsafe, 0);
}

static void brake_stays_applied_after_reset(void **state) {
    (void)state;
    stop_and_reset();
    run_frames(2000, true);
    CHECK_NEAR(f.out.brake, 1, 0); // the control is open: the brake holds
    f.in.brake = 0.94;
    run_frames(2000, true);
    CHECK_NEAR(f.out.brake, 1, 0); // the control is not close enough
    f.in.brake = 0.96;
    run_frames(100, true);
    CHECK_NEAR(f.out.brake, 0.96, 1e-12); // the control has taken over
    f.in.brake = 0;
    run_frames(100, true);
    CHECK_NEAR(f.out.brake, 0.76, 1e-12); // eased by hand, rate-limited
    run_frames(1000, true);
    CHECK_NEAR(f.out.brake, 0, 0);
}

// The fail-safe had no time to apply the brake fully: it holds where it was, and the operator can apply it further.
static void partly_applied_brake_is_held(void **state) {
    (void)state;
    f.in.brake = 0;
    run_frames(500, true);
    f.in.estop = true;
    run_frames(100, true);
    f.in.estop = false;
    f.in.reset = true;
    run_frames(200, true);
    CHECK_NEAR(f.out.brake, 0.2, 1e-12);
    f.in.brake = 0.1;
    run_frames(200, true);
    CHECK_NEAR(f.out.brake, 0.2, 1e-12);
    f.in.brake = 0.5;
    run_frames(300, true);
    CHECK_NEAR(f.out.brake, 0.5, 1e-12);
    f.in.brake = 0.1;
    run_frames(300, true);
    CHECK_NEAR(f.out.brake, 0.1, 1e-12);
}

static void lever_frees_brake_without_brake_control(void **state) {
    (void)state;
    f.in.no_brake = true;
    stop_and_reset();
    run_frames(2000, true);
    CHECK_NEAR(f.out.brake, 1, 0);
    f.in.lever = 0.06;
    f.in.dead_man = false; // lever moved without the dead-man
    run_frames(500, true);
    CHECK_NEAR(f.out.brake, 1, 0);
    f.in.dead_man = true;
    run_frames(500, true);
    CHECK_NEAR(f.out.brake, 0, 1e-12);
}

static void emergency_release_overrides_hold(void **state) {
    (void)state;
    stop_and_reset();
    f.in.release = true;
    run_frames(1000, true);
    CHECK_NEAR(f.out.brake, 0.5, 1e-12); // at release_rate
    assert_true(f.out.release && f.out.failsafe);
}

// Buttons pressed in fail-safe have no effect after the reset.
static void clutch_and_stopper_hold_after_reset(void **state) {
    (void)state;
    run_frames(10, true);
    assert_true(f.out.clutch && !f.out.stopper);
    f.in.estop = true;
    run_frames(10, true);
    f.in.clutch = false;
    f.in.stopper = true;
    f.in.estop = false;
    run_frames(10, true);
    f.in.reset = true;
    run_frames(500, true);
    assert_true(!f.out.failsafe && f.out.clutch && !f.out.stopper);
    f.in.clutch = true; // control matches the state,
    f.in.stopper = false;
    run_frames(1, true);
    f.in.clutch = false; // then moves again
    f.in.stopper = true;
    run_frames(1, true);
    assert_true(!f.out.clutch && f.out.stopper);
}

// Rewind into a fail-safe; the controls have moved since.
static void rewind_into_failsafe_moves_no_clutch_or_stopper(void **state) {
    (void)state;
    const rt_command stopped = {.brake = 0.3, .clutch = 1, .stopper = 0, .failsafe = 1};
    f.in.clutch = false;
    f.in.stopper = true;
    run_frames(500, true);
    assert_true(!f.out.clutch && f.out.stopper);
    rt_conditioner_resume(&f.c, &stopped);
    run_frames(500, true);
    assert_true(!f.out.failsafe && f.out.clutch && !f.out.stopper);
    f.in.clutch = true;
    f.in.stopper = false;
    run_frames(1, true);
    f.in.clutch = false;
    f.in.stopper = true;
    run_frames(1, true);
    assert_true(!f.out.clutch && f.out.stopper);
}

// Rewind: a brake applied in fail-safe then is held, and a brake held now does not open.
static void rewind_opens_no_held_brake(void **state) {
    (void)state;
    const rt_command heaving = {.lever = 0.5, .brake = 0, .clutch = 1}, stopped = {.brake = 0.7, .failsafe = 1};
    f.in.brake = 0;
    run_frames(500, true);
    rt_conditioner_resume(&f.c, &stopped);
    run_frames(500, true);
    CHECK_NEAR(f.out.brake, 0.7, 1e-12);
    rt_conditioner_resume(&f.c, &heaving);
    CHECK_NEAR(f.c.last.lever, 0.5, 0);
    run_frames(500, true);
    CHECK_NEAR(f.out.brake, 0, 0);
    stop_and_reset();
    const rt_command held = {.brake = 1, .clutch = 1};
    rt_conditioner_resume(&f.c, &held);
    run_frames(500, true);
    CHECK_NEAR(f.out.brake, 1, 0);
}

// The program hashes and records rt_command as bytes.
static void command_has_no_padding(void **state) {
    (void)state;
    rt_command c;
    assert_int_equal(sizeof c, sizeof c.lever + sizeof c.brake + sizeof c.clutch + sizeof c.failsafe +
                                   sizeof c.release + sizeof c.stopper + sizeof c.failures + sizeof c.controls +
                                   sizeof c.orders + sizeof c.phrase + sizeof c.act + sizeof c.weather + sizeof c.pull);
    assert_int_equal(sizeof c.pull, sizeof c.pull.kind + sizeof c.pull.number + sizeof c.pull.at + sizeof c.pull.to);
}

// The bridge's orders pass in fail-safe, too; a lost bridge leaves its last ones; other devices change none.
static void orders_of_the_bridge(void **state) {
    (void)state;
    f.in.orders = (rt_orders){.engine = 300, .rudder = -500};
    run_frames(1, true);
    assert_int_equal(f.out.orders.engine, 0);
    f.in.bridge = RT_GIVES_ALL;
    run_frames(1, true);
    assert_int_equal(f.out.orders.engine, 300);
    assert_int_equal(f.out.orders.rudder, -500);
    f.in.estop = true;
    f.in.orders.engine = -1000;
    run_frames(1, true);
    assert_int_equal(f.out.failsafe, 1);
    assert_int_equal(f.out.orders.engine, -1000);
    f.in = (rt_input){.bridge = RT_GIVES_ALL};
    run_frames(500, false);
    assert_int_equal(f.out.orders.engine, -1000);
    CHECK_NEAR(rt_order_share(f.out.orders.rudder), -0.5, 0);
}

static void default_limits_match_documentation(void **state) {
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
        T(no_device_is_failsafe_without_event),
        T(arms_only_at_neutral),
        T(sample_stamped_zero_counts_at_time_zero),
        T(lever_and_brake_are_rate_limited),
        T(stale_input_is_held_until_it_returns),
        T(lost_input_needs_reset_at_neutral),
        T(reset_off_neutral_or_held_does_not_arm),
        T(estop_latches),
        T(estop_in_the_last_sample_counts_when_stale),
        T(unplugged_is_lost_at_once),
        T(zeroed_input_after_arming_is_lost),
        T(not_a_number_is_lost_input),
        T(dead_man_stops_at_once_and_ramps_back),
        T(brake_stays_applied_after_reset),
        T(partly_applied_brake_is_held),
        T(lever_frees_brake_without_brake_control),
        T(emergency_release_overrides_hold),
        T(clutch_and_stopper_hold_after_reset),
        T(rewind_into_failsafe_moves_no_clutch_or_stopper),
        T(rewind_opens_no_held_brake),
        T(command_has_no_padding),
        T(orders_of_the_bridge),
        T(default_limits_match_documentation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
