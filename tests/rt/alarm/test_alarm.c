// SPDX-License-Identifier: MIT
// Each alarm from constructed gauges; the log's states after IMO MSC.302(87), its rewind and its room.
#include "rt/alarm/log.h"
#include "tests/check.h"
#include <string.h>

static const alarm_limits LIMITS = {.tension = 196e3, .runaway = 5, .lining = 250};

static dyn_gauges quiet(void) {
    return (dyn_gauges){.safety = RT_SAFETY_ACTIVE, .clutch = 1, .engaged = 1, .tension_n = 90e3};
}

// Checks that these gauges give one alarm, its priority, and its text.
static void check_alarm(dyn_gauges v, alarm_kind kind, alarm_priority priority, const char *text) {
    char written[160];
    uint32_t now = alarm_conditions(&v, &LIMITS);
    if (now != 1u << kind) fail_msg("%s: conditions %x", text, now);
    assert_int_equal(alarm_priority_of(kind), priority);
    alarm_write(kind, alarm_value(kind, &v), &LIMITS, written, sizeof written);
    assert_string_equal(written, text);
}

#define ALARM_IF(member, value, kind, priority, text)                                                                  \
    do {                                                                                                               \
        dyn_gauges v = quiet();                                                                                        \
        v.member = value;                                                                                              \
        check_alarm(v, kind, priority, text);                                                                          \
    } while (0)

static void every_fault_of_the_deck_has_an_alarm(void **state) {
    (void)state;
    dyn_gauges none = quiet();
    assert_int_equal(alarm_conditions(&none, &LIMITS), 0);
    ALARM_IF(lost, 1, ALARM_ANCHOR_LOST, ALARM_ALARM, "ANCHOR AND CHAIN LOST: the exercise has failed");
    ALARM_IF(aground, 1, ALARM_AGROUND, ALARM_ALARM, "AGROUND: the keel touches the bottom");
    ALARM_IF(speed_m_s, -5.2, ALARM_RUNAWAY, ALARM_ALARM, "RUNAWAY: chain out at 312 m/min (limit 300)");
    ALARM_IF(bitter_end, 1, ALARM_BITTER_END, ALARM_ALARM, "BITTER END: all chain is out, the bitter end holds it");
    ALARM_IF(motor, 2, ALARM_MOTOR_BURST, ALARM_ALARM, "MOTOR BURST: chain held by brake or stopper only");
    ALARM_IF(stopper, TACKLE_STOPPER_BROKEN, ALARM_STOPPER_BROKEN, ALARM_ALARM,
             "STOPPER BROKEN: the bar holds nothing");
    ALARM_IF(claw, TACKLE_CLAW_PARTED, ALARM_CLAW_PARTED, ALARM_ALARM,
             "LASHING PARTED: the devil's claw holds nothing");
    ALARM_IF(dragging, 1, ALARM_DRAGGING, ALARM_ALARM, "ANCHOR DRAGGING: the ship is outside her alarm circle");
    ALARM_IF(release, 1, ALARM_RELEASE, ALARM_ALARM, "EMERGENCY RELEASE: the band brake is opening");
    ALARM_IF(estop, 1, ALARM_ESTOP, ALARM_ALARM, "EMERGENCY STOP: controls locked, brakes applied");
    ALARM_IF(safety, RT_SAFETY_FAILSAFE, ALARM_FAILSAFE, ALARM_ALARM, "FAIL-SAFE: controls locked, brakes applied");
    ALARM_IF(supply, DYN_SUPPLY_POWER, ALARM_POWER, ALARM_ALARM, "POWER LOST: motor stopped, its brake applied");
    ALARM_IF(motor, 3, ALARM_MOTOR_OFF, ALARM_WARNING, "MOTOR OFF: it starts with the lever at neutral only");
    ALARM_IF(supply, DYN_SUPPLY_PUMP, ALARM_PUMP, ALARM_WARNING, "PUMP LOST: the motor has part of its torque");
    ALARM_IF(safety, RT_SAFETY_STALE, ALARM_SIGNAL, ALARM_WARNING, "SIGNAL LOST: holding the last command");
    ALARM_IF(tension_n, 201e3, ALARM_OVER_TENSION, ALARM_WARNING, "OVER-TENSION: 201 kN (limit 196)");
    ALARM_IF(motor, 1, ALARM_MOTOR_TRIPPED, ALARM_WARNING, "MOTOR TRIPPED: overload or overspeed, no torque");
    ALARM_IF(lining_c, 331, ALARM_BRAKE_HOT, ALARM_WARNING,
             "BRAKE HOT: 331 \xc2\xb0"
             "C, the lining fades above 250");
    ALARM_IF(wrong_way, 1, ALARM_WRONG_WAY, ALARM_WARNING, "WRONG WAY ROUND: flukes point into the hull");
    ALARM_IF(jammed, 1, ALARM_JAMMED, ALARM_WARNING, "JAMMED: motor stalled, anchor not home");
    ALARM_IF(clutch, 0, ALARM_CLUTCH_LOADED, ALARM_WARNING, "CLUTCH LOADED: the dogs stay in under load");
    ALARM_IF(engaged, 0, ALARM_NOT_IN_GEAR, ALARM_CAUTION, "NOT IN GEAR: clutch lever in, dogs out");
    dyn_gauges v = quiet();
    v.controls = RT_CONTROL_PRESET, v.chain_out_m = 57.25;
    check_alarm(v, ALARM_PRESET, ALARM_WARNING, "PRESET LENGTH REACHED: 57.2 m of chain out");
    v = quiet();
    v.brake_slips = 1, v.speed_m_s = -0.3;
    check_alarm(v, ALARM_BRAKE_SLIPS, ALARM_ALARM, "BRAKE SLIPS: the chain pays out under the set brake");
}

// A motor that the operator stopped at its button is no fault; without power its own alarm tells.
static void stopped_motor_is_no_fault(void **state) {
    (void)state;
    dyn_gauges v = quiet();
    v.motor = 3, v.controls = RT_CONTROL_STOP_PUMP;
    assert_int_equal(alarm_conditions(&v, &LIMITS), 0);
    v.controls = 0, v.supply = DYN_SUPPLY_POWER;
    assert_int_equal(alarm_conditions(&v, &LIMITS), 1u << ALARM_POWER);
}

// After the loss the gauges of the chain mean nothing; those of the machine do.
static void lost_anchor_raises_no_alarm_of_a_chain(void **state) {
    (void)state;
    dyn_gauges v = quiet();
    v.lost = 1, v.speed_m_s = -9, v.bitter_end = 1, v.tension_n = 1e6, v.jammed = 1, v.motor = 1;
    assert_int_equal(alarm_conditions(&v, &LIMITS), 1u << ALARM_ANCHOR_LOST | 1u << ALARM_MOTOR_TRIPPED);
}

// Without a limit there is no such alarm.
static void alarms_have_the_scenarios_limits(void **state) {
    (void)state;
    dyn_gauges v = quiet();
    v.speed_m_s = -40, v.lining_c = 2000, v.tension_n = 1e9;
    assert_int_equal(alarm_conditions(&v, &(alarm_limits){0}), 0);
    alarm_limits own = alarm_limits_of(178e3, 2, 120);
    CHECK_NEAR(own.tension, 195.8e3, 1);
    CHECK_NEAR(own.runaway, 2, 0);
    CHECK_NEAR(own.lining, 120, 0);
}

// Texts of the deck are at most 80 characters, each with an action.
static void texts_are_short(void **state) {
    (void)state;
    for (int k = 0; k < ALARM_KINDS; k++) {
        char text[160];
        const char *control;
        alarm_write(k, 99999, &(alarm_limits){99999e3, 99.9, 9999}, text, sizeof text);
        if (strlen(text) > 80) fail_msg("%zu characters: %s", strlen(text), text);
        assert_in_range(strlen(alarm_action(k, &control)), 10, 80);
        assert_true(strlen(alarm_key(k)) > 0 && strlen(alarm_name(k)) > 0 && control);
    }
}

static void highest_priority_counts(void **state) {
    (void)state;
    assert_int_equal(alarm_highest_priority(0), -1);
    assert_int_equal(alarm_highest_priority(1u << ALARM_NOT_IN_GEAR), ALARM_CAUTION);
    assert_int_equal(alarm_highest_priority(1u << ALARM_NOT_IN_GEAR | 1u << ALARM_JAMMED), ALARM_WARNING);
    assert_int_equal(alarm_highest_priority(~0u), ALARM_ALARM);
}

// --- the log

static void update(alarm_log *a, dyn_gauges v, double from, double to) {
    for (int k = 0; from + 0.05 * k < to; k++) alarm_log_update(a, alarm_conditions(&v, &LIMITS), &v, from + 0.05 * k);
}

static dyn_gauges taut(double tension_n) {
    dyn_gauges v = quiet();
    v.tension_n = tension_n;
    return v;
}

static void check_listed(const alarm_log *a, int n, alarm_kind first, alarm_state state) {
    int list[ALARM_RECORDS];
    assert_int_equal(alarm_log_list(a, list), n);
    if (n == 0) return;
    assert_int_equal(a->record[list[0]].kind, first);
    assert_int_equal(alarm_state_of(&a->record[list[0]]), state);
}

static void alarm_stays_until_acknowledged(void **state) {
    (void)state;
    static alarm_log a;
    a = (alarm_log){0};
    update(&a, taut(9e4), 0, 1);
    check_listed(&a, 0, 0, 0);
    update(&a, taut(2.2e5), 1, 2);
    check_listed(&a, 1, ALARM_OVER_TENSION, ALARM_ACTIVE);
    update(&a, taut(9e4), 2, 4);
    check_listed(&a, 1, ALARM_OVER_TENSION, ALARM_RECTIFIED);
    assert_int_equal(alarm_log_sounding(&a), ALARM_WARNING);
    CHECK_NEAR(a.record[0].raised, 1, 1e-9);
    CHECK_NEAR(a.record[0].held, 1.95, 1e-9);
    CHECK_NEAR(a.record[0].worst, 2.2e5, 0);
    alarm_log_acknowledge(&a, 0);
    check_listed(&a, 0, 0, 0);
    assert_int_equal(alarm_log_sounding(&a), -1);
    update(&a, taut(2.3e5), 4, 5);
    alarm_log_acknowledge_all(&a);
    check_listed(&a, 1, ALARM_OVER_TENSION, ALARM_ACKNOWLEDGED);
    assert_int_equal(alarm_log_sounding(&a), -1);
    update(&a, taut(9e4), 5, 7);
    check_listed(&a, 0, 0, 0);
    assert_int_equal(a.n, 2);
}

// A value about its limit raises one alarm, not hundreds.
static void chatter_is_one_alarm(void **state) {
    (void)state;
    static alarm_log a;
    a = (alarm_log){0};
    for (int k = 0; k < 400; k++) {
        dyn_gauges v = taut(k % 2 ? 1.97e5 : 1.95e5);
        alarm_log_update(&a, alarm_conditions(&v, &LIMITS), &v, 0.01 * k);
    }
    assert_int_equal(a.n, 1);
}

static void caution_needs_no_acknowledgement(void **state) {
    (void)state;
    static alarm_log a;
    a = (alarm_log){0};
    dyn_gauges v = quiet();
    v.engaged = 0;
    update(&a, v, 0, 1);
    check_listed(&a, 1, ALARM_NOT_IN_GEAR, ALARM_ACKNOWLEDGED);
    assert_int_equal(alarm_log_sounding(&a), -1);
    update(&a, quiet(), 1, 3);
    check_listed(&a, 0, 0, 0);
}

// Unacknowledged before acknowledged, then by priority, then the newest; the first of a cascade is first-out.
static void gravest_comes_first(void **state) {
    (void)state;
    static alarm_log a;
    a = (alarm_log){0};
    int list[ALARM_RECORDS];
    dyn_gauges v = quiet();
    v.motor = 1;
    update(&a, v, 0, 1);
    v.speed_m_s = -6;
    update(&a, v, 1, 2);
    v.lining_c = 300;
    update(&a, v, 2, 3);
    assert_int_equal(alarm_log_list(&a, list), 3);
    assert_int_equal(a.record[list[0]].kind, ALARM_RUNAWAY);
    assert_int_equal(a.record[list[1]].kind, ALARM_BRAKE_HOT);
    assert_int_equal(a.record[list[2]].kind, ALARM_MOTOR_TRIPPED);
    assert_true(a.record[list[2]].first && !a.record[list[0]].first && !a.record[list[1]].first);
    assert_true(alarm_log_raised_since(&a, 1.5) && !alarm_log_raised_since(&a, 2));
    alarm_log_acknowledge(&a, list[0]);
    assert_int_equal(alarm_log_list(&a, list), 3);
    assert_int_equal(a.record[list[2]].kind, ALARM_RUNAWAY);
    assert_int_equal(alarm_log_sounding(&a), ALARM_WARNING);
}

static void rewind_forgets_what_came_later(void **state) {
    (void)state;
    static alarm_log a;
    a = (alarm_log){0};
    update(&a, taut(2.2e5), 0, 2);
    update(&a, taut(9e4), 2, 5);
    dyn_gauges v = quiet();
    v.motor = 1;
    update(&a, v, 5, 6);
    assert_int_equal(a.n, 2);
    update(&a, taut(9e4), 3, 3.1); // between the two
    assert_int_equal(a.n, 1);
    check_listed(&a, 1, ALARM_OVER_TENSION, ALARM_RECTIFIED);
    update(&a, taut(2.2e5), 1, 1.1); // while the first held
    check_listed(&a, 1, ALARM_OVER_TENSION, ALARM_ACTIVE);
    update(&a, taut(9e4), 0, 0.1);
}

// A replay shows the log of the whole run as it was: the times stay, and so does what the viewer has acknowledged.
static void log_of_an_earlier_time(void **state) {
    (void)state;
    static alarm_log a, then;
    a = (alarm_log){0};
    dyn_gauges v = quiet();
    v.motor = 2;
    update(&a, v, 1, 4);
    v.tension_n = 2.2e5;
    update(&a, v, 4, 6);
    update(&a, quiet(), 6, 9);
    alarm_log_acknowledge(&a, 1);
    alarm_log_at(&a, 0.5, &then);
    check_listed(&then, 0, 0, 0);
    alarm_log_at(&a, 2, &then);
    check_listed(&then, 1, ALARM_MOTOR_BURST, ALARM_ACTIVE);
    CHECK_NEAR(then.record[0].raised, 1, 1e-9);
    assert_true(then.record[0].first);
    alarm_log_at(&a, 5, &then);
    check_listed(&then, 2, ALARM_MOTOR_BURST, ALARM_ACTIVE);
    assert_int_equal(alarm_state_of(&then.record[1]), ALARM_ACKNOWLEDGED);
    CHECK_NEAR(then.record[1].raised, 4, 1e-9);
    assert_false(then.record[1].first);
    alarm_log_at(&a, 6.5, &then); // over, but not for ALARM_CLEAR_S
    assert_int_equal(alarm_state_of(&then.record[0]), ALARM_ACTIVE);
    alarm_log_at(&a, 8.9, &then);
    check_listed(&then, 1, ALARM_MOTOR_BURST, ALARM_RECTIFIED);
}

// When the log is full, the oldest alarm in the normal state goes. One that nobody has seen stays.
static void full_log_keeps_what_is_open(void **state) {
    (void)state;
    static alarm_log a;
    a = (alarm_log){0};
    dyn_gauges v = quiet();
    v.motor = 2;
    update(&a, v, 0, 1);
    for (int k = 0; k < 300; k++) {
        v.tension_n = 2.2e5;
        update(&a, v, 10 + 4 * k, 11 + 4 * k);
        v.tension_n = 9e4;
        update(&a, v, 11 + 4 * k, 13 + 4 * k);
        for (int i = 1; i < a.n; i++) alarm_log_acknowledge(&a, i);
    }
    assert_int_equal(a.n, ALARM_RECORDS);
    assert_int_equal(a.dropped, 301 - ALARM_RECORDS);
    check_listed(&a, 1, ALARM_MOTOR_BURST, ALARM_ACTIVE);
    CHECK_NEAR(a.record[0].raised, 0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_of_the_deck_has_an_alarm),
        cmocka_unit_test(lost_anchor_raises_no_alarm_of_a_chain),
        cmocka_unit_test(stopped_motor_is_no_fault),
        cmocka_unit_test(alarms_have_the_scenarios_limits),
        cmocka_unit_test(texts_are_short),
        cmocka_unit_test(highest_priority_counts),
        cmocka_unit_test(alarm_stays_until_acknowledged),
        cmocka_unit_test(chatter_is_one_alarm),
        cmocka_unit_test(caution_needs_no_acknowledgement),
        cmocka_unit_test(gravest_comes_first),
        cmocka_unit_test(rewind_forgets_what_came_later),
        cmocka_unit_test(log_of_an_earlier_time),
        cmocka_unit_test(full_log_keeps_what_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
