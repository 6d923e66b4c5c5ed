// SPDX-License-Identifier: MIT
// What a console's gauges, lamps and buzzer are told of the run.
#include "rt/session/session.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

static hw_feedback told;

static void take_feedback(hw_device *d, const hw_feedback *f) {
    (void)d;
    told = *f;
}

static const hw_device_ops ops = {.kind = "test", .feedback = take_feedback};
static hw_device device = {.ops = &ops};
static session *s;

static int setup(void **state) {
    (void)state;
    s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->device = &device;
    s->conditioner = rt_conditioner_start(1, true);
    memset(&told, 0xAB, sizeof told);
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

// Each state of the conditioning, the state that the console shows, and the buzzer's pulses of old or lost input.
static void the_state_is_told(void **state) {
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
        assert_int_equal(told.t_ns, 1000 + k);
        assert_int_equal(told.state, of[k].shown);
        assert_int_equal(told.buzzer, of[k].buzzer);
        assert_false(told.alarm);
        // a latched emergency stop is told, whatever else
        s->conditioner.estop_latched = true;
        session_feedback(s, &quiet, 2000);
        assert_int_equal(told.state, HW_HOST_ESTOP);
        assert_int_equal(told.buzzer, HW_BUZZER_OFF);
    }
}

static void gauges_are_told_in_their_units(void **state) {
    (void)state;
    session_feedback(s, &quiet, 1);
    CHECK_NEAR(told.tension_n, 123456, 0);
    CHECK_NEAR(told.speed_m_s, -0.125, 0);
    CHECK_NEAR(told.counter_m, 55.5, 0); // the sensor is sound: the chain itself
    CHECK_NEAR(told.motor, 0.75, 0);     // a load has no side
    CHECK_NEAR(told.brake_temp, 87.5, 0);
    assert_true(!told.clutch && !told.housed);
}

// What a sensor that has failed no longer shows on deck it does not show on the console either.
static void failed_sensors_are_blind_here_too(void **state) {
    (void)state;
    dyn_gauges g = quiet;
    g.blind = (1u << (RT_FAILURE_TENSION - RT_FAILURE_TENSION)) | (1u << (RT_FAILURE_COUNTER - RT_FAILURE_TENSION));
    session_feedback(s, &g, 1);
    CHECK_NEAR(told.tension_n, 0, 0);
    CHECK_NEAR(told.motor, 0, 0);
    CHECK_NEAR(told.counter_m, 44.25, 0);
    CHECK_NEAR(told.speed_m_s, -0.125, 0);
    CHECK_NEAR(told.brake_temp, 87.5, 0);
}

// The alarm's lamp and the steady buzzer, one reason after the other; clutch and housed have lamps of their own.
static void lamps_and_alarm(void **state) {
    (void)state;
    s->conditioner.state = RT_SAFETY_ACTIVE;
    for (int k = 0; k < 6; k++) {
        dyn_gauges g = quiet;
        g.jammed = k == 0;
        g.motor = k == 1 ? HW_MOTOR_TRIPPED : k == 2 ? HW_MOTOR_BURST : HW_MOTOR_SOUND;
        g.stopper = k == 3 ? HW_STOPPER_BROKEN : k == 4 ? HW_STOPPER_HOLDING : HW_STOPPER_OPEN;
        g.engaged = k == 4;
        g.housed = k == 5;
        session_feedback(s, &g, 1);
        bool alarm = k < 4;
        assert_int_equal(told.alarm, alarm);
        assert_int_equal(told.buzzer, alarm ? HW_BUZZER_ON : HW_BUZZER_OFF);
        assert_int_equal(told.motor_state, g.motor);
        assert_int_equal(told.stopper, g.stopper);
        assert_int_equal(told.clutch, k == 4);
        assert_int_equal(told.housed, k == 5);
    }
    // steady before pulses
    s->conditioner.state = RT_SAFETY_FAILSAFE;
    dyn_gauges g = quiet;
    g.jammed = 1;
    session_feedback(s, &g, 1);
    assert_int_equal(told.state, HW_HOST_FAILSAFE);
    assert_int_equal(told.buzzer, HW_BUZZER_ON);
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        T(the_state_is_told),
        T(gauges_are_told_in_their_units),
        T(failed_sensors_are_blind_here_too),
        T(lamps_and_alarm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
