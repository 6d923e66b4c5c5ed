// SPDX-License-Identifier: MIT
// Feedback of a session to a console: gauges, lamps and buzzer.
#include "rt/session/session.h"
#include "tests/check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static hw_feedback received;

static void receive_feedback(hw_device *d, const hw_feedback *f) {
    (void)d;
    received = *f;
}

static const hw_device_ops ops = {.kind = "test", .feedback = receive_feedback};
static hw_device device = {.ops = &ops};
static session *s;

static int setup(void **state) {
    (void)state;
    s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->device = &device;
    s->conditioner = rt_conditioner_start(1, true);
    memset(&received, 0xAB, sizeof received);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    free(s);
    return 0;
}

// A quiet deck.
static const dyn_gauges quiet = {.tension_n = 123456,
                                 .speed_m_s = -0.125,
                                 .chain_out_m = 55.5,
                                 .counter_m = 44.25,
                                 .motor_load = -0.75,
                                 .lining_c = 87.5};

// Each state of the conditioning gives the console's state; stale or lost input pulses the buzzer.
static void console_shows_the_safety_state(void **state) {
    (void)state;
    static const struct {
        rt_safety safety;
        hw_host_state shown;
        hw_buzzer buzzer;
    } of[] = {{RT_SAFETY_UNKNOWN, HW_HOST_UNKNOWN, HW_BUZZER_OFF},
              {RT_SAFETY_DISARMED, HW_HOST_DISARMED, HW_BUZZER_OFF},
              {RT_SAFETY_ACTIVE, HW_HOST_ACTIVE, HW_BUZZER_OFF},
              {RT_SAFETY_STALE, HW_HOST_STALE, HW_BUZZER_PULSES},
              {RT_SAFETY_FAILSAFE, HW_HOST_FAILSAFE, HW_BUZZER_PULSES}};
    assert_int_equal(sizeof of / sizeof *of, RT_SAFETY_COUNT);
    for (int k = 0; k < RT_SAFETY_COUNT; k++) {
        s->conditioner.state = of[k].safety;
        s->conditioner.estop_latched = false;
        session_feedback(s, &quiet, 1000 + k);
        assert_int_equal(received.t_ns, 1000 + k);
        assert_int_equal(received.state, of[k].shown);
        assert_int_equal(received.buzzer, of[k].buzzer);
        assert_false(received.alarm);
        // a latched emergency stop has priority
        s->conditioner.estop_latched = true;
        session_feedback(s, &quiet, 2000);
        assert_int_equal(received.state, HW_HOST_ESTOP);
        assert_int_equal(received.buzzer, HW_BUZZER_OFF);
    }
}

static void gauges_have_their_units(void **state) {
    (void)state;
    session_feedback(s, &quiet, 1);
    CHECK_NEAR(received.tension_n, 123456, 0);
    CHECK_NEAR(received.speed_m_s, -0.125, 0);
    CHECK_NEAR(received.counter_m, 55.5, 0); // a sound sensor shows the true length
    CHECK_NEAR(received.motor, 0.75, 0);     // the load has no sign
    CHECK_NEAR(received.brake_temp, 87.5, 0);
    assert_true(!received.clutch && !received.housed);
}

// A failed sensor is also blind on the console.
static void failed_sensors_are_blind_on_the_console(void **state) {
    (void)state;
    dyn_gauges g = quiet;
    g.blind = (1u << (RT_FAILURE_TENSION - RT_FAILURE_TENSION)) | (1u << (RT_FAILURE_COUNTER - RT_FAILURE_TENSION));
    session_feedback(s, &g, 1);
    CHECK_NEAR(received.tension_n, 0, 0);
    CHECK_NEAR(received.motor, 0, 0);
    CHECK_NEAR(received.counter_m, 44.25, 0);
    CHECK_NEAR(received.speed_m_s, -0.125, 0);
    CHECK_NEAR(received.brake_temp, 87.5, 0);
}

// What the eye sees reaches the operator, also that the anchor is out of sight.
static void the_anchor_by_eye(void **state) {
    (void)state;
    dyn_gauges g = quiet;
    g.anchor_m = 2.5, g.flukes_rad = -0.25, g.sway_m_s = 0.125;
    g.blind = 0xF; // no sensor is needed
    session_feedback(s, &g, 1);
    CHECK_NEAR(received.anchor_m, 2.5, 0);
    CHECK_NEAR(received.flukes_rad, -0.25, 0);
    CHECK_NEAR(received.sway_m_s, 0.125, 0);
    g.flukes_rad = (double)NAN;
    session_feedback(s, &g, 1);
    assert_true(isnan(received.flukes_rad));
}

// Alarm lamp and steady buzzer for each reason in turn; clutch and housed have their own lamps.
static void lamps_and_alarm_follow_the_gauges(void **state) {
    (void)state;
    s->conditioner.state = RT_SAFETY_ACTIVE;
    for (int k = 0; k < 6; k++) {
        dyn_gauges g = quiet;
        g.jammed = k == 0;
        g.motor = k == 1 ? HW_MOTOR_TRIPPED : k == 2 ? HW_MOTOR_BURST : HW_MOTOR_SOUND;
        g.stopper = k == 3 ? HW_STOPPER_BROKEN : k == 4 ? HW_STOPPER_HOLDING : HW_STOPPER_OPEN;
        g.clutch = g.engaged = k == 4;
        g.housed = k == 5;
        session_feedback(s, &g, 1);
        bool alarm = k < 4;
        assert_int_equal(received.alarm, alarm);
        assert_int_equal(received.buzzer, alarm ? HW_BUZZER_ON : HW_BUZZER_OFF);
        assert_int_equal(received.motor_state, g.motor);
        assert_int_equal(received.stopper, g.stopper);
        assert_int_equal(received.clutch, k == 4);
        assert_int_equal(received.housed, k == 5);
    }
    // the steady buzzer has priority over pulses
    s->conditioner.state = RT_SAFETY_FAILSAFE;
    dyn_gauges g = quiet;
    g.jammed = 1;
    session_feedback(s, &g, 1);
    assert_int_equal(received.state, HW_HOST_FAILSAFE);
    assert_int_equal(received.buzzer, HW_BUZZER_ON);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(console_shows_the_safety_state),          T(gauges_have_their_units),
        T(failed_sensors_are_blind_on_the_console), T(the_anchor_by_eye),
        T(lamps_and_alarm_follow_the_gauges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
