// SPDX-License-Identifier: MIT
// Hints: the next action follows from the snapshots; its text has the keyboard's keys.
#include "hw/device/keyboard.h"
#include "render/instrument/hints.h"
#include "tests/check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static hints h;
static alarm_log alarms;
static dyn_snapshot *s;

static int begin(void **state) {
    (void)state;
    s = calloc(1, sizeof *s);
    h = (hints){.keys = {"keyboard", hw_keyboard_help(),
                         "Enter  acknowledge the alarm\nF5  start, pause\nF9  back 5 s\nQ  lashing on, off\n"
                         "0  slow speed on, off\nHome  anchor ball up, down\n"}};
    alarms = (alarm_log){0};
    s->gauges = (dyn_gauges){.brake = 1, .clutch = 1, .failsafe = 1, .safety = RT_SAFETY_UNKNOWN};
    return 0;
}

static int end(void **state) {
    (void)state;
    free(s);
    return 0;
}

static const alarm_limits LIMITS = {.tension = 196e3, .runaway = 5};

static void expect(hints_step step, const char *words, const char *keys) {
    char text[256];
    alarm_log_update(&alarms, alarm_conditions(&s->gauges, &LIMITS), &s->gauges, s->t);
    hints_note(&h, s, &alarms);
    assert_int_equal(hints_next(&h, s, &alarms, false), step);
    hints_text(&h, step, &s->gauges, &alarms, text, sizeof text);
    if (!strstr(text, words) || !strstr(text, keys)) fail_msg("expected '%s' and '%s', found '%s'", words, keys, text);
    if (strlen(text) > 80) fail_msg("%zu characters: %s", strlen(text), text);
}

static void start_armed(void) {
    s->t = 0.1;
    s->gauges.safety = RT_SAFETY_ACTIVE;
    s->gauges.failsafe = 0;
    s->gauges.engaged = 1;
    s->gauges.anchor_m = (double)NAN;
}

static void weighing_step_by_step(void **state) {
    (void)state;
    s->gauges.engaged = 1;
    expect(HINTS_START, "Paused", "Press F5 to start");
    s->t = 0.1;
    expect(HINTS_ARM, "Click", "keyboard");
    s->gauges.safety = RT_SAFETY_DISARMED;
    expect(HINTS_ARM, "Return the lever to neutral", "arm");
    start_armed();
    expect(HINTS_BRAKE, "Ease off", "press A or Left");
    s->gauges.brake = 0.4;
    expect(HINTS_BRAKE, "40 %", "A or Left");
    s->gauges.brake = 0;
    s->gauges.clutch = s->gauges.engaged = 0;
    expect(HINTS_CLUTCH, "Engage", "press C");
    s->gauges.clutch = s->gauges.engaged = 1;
    s->gauges.stopper = TACKLE_STOPPER_HOLDING;
    expect(HINTS_STOPPER, "lift the stopper bar", "press B");
    s->gauges.stopper = TACKLE_STOPPER_OPEN;
    s->gauges.claw = TACKLE_CLAW_ON;
    expect(HINTS_CLAW, "Take off the lashing", "press Q");
    s->gauges.claw = TACKLE_CLAW_OFF;
    expect(HINTS_LEVER, "lever", "hold W or Up; S or Down pays out");
    s->gauges.lever = 0.5;
    expect(HINTS_CHAIN, "Hold", "");
    s->t = 20;
    s->gauges.speed_m_s = 0.1;
    expect(HINTS_HEAVE, "Chain coming in", "F1");
    s->t = 27;
    expect(HINTS_HEAVE, "", "");
    s->t = 28.1;
    expect(HINTS_NONE, "", "");
    assert_int_equal(hints_next(&h, s, &alarms, true), HINTS_HEAVE); // the help shows it again
    s->gauges.anchor_m = 1.2;
    expect(HINTS_SLOW, "Change to slow speed", "press 0");
    s->gauges.controls = RT_CONTROL_SLOW;
    expect(HINTS_NEAR, "slowly until HOUSED", "");
}

// A chain that stands again: what holds it is cleared away as at the beginning.
static void stopped_chain_is_cleared_again(void **state) {
    (void)state;
    start_armed();
    s->gauges.brake = 0, s->gauges.lever = 0.5, s->gauges.speed_m_s = 0.1;
    expect(HINTS_HEAVE, "", "");
    s->gauges.speed_m_s = s->gauges.lever = 0, s->gauges.brake = 1;
    expect(HINTS_BRAKE, "Ease off", "press A");
    s->gauges.brake = 0;
    expect(HINTS_LEVER, "", "hold W");
    s->t += 9;
    expect(HINTS_NONE, "", "");
}

// Housed is success, and what follows is the securing, one action after the other.
static void housed_anchor_is_secured_for_sea(void **state) {
    (void)state;
    start_armed();
    s->gauges.brake = 0, s->gauges.lever = 0.3, s->gauges.housed = 1;
    expect(HINTS_EASE, "Housed", "neutral");
    s->gauges.lever = 0;
    expect(HINTS_BAR, "Lower the stopper bar", "press B");
    s->gauges.stopper = TACKLE_STOPPER_DOWN; // the hint does not say to lift it again
    expect(HINTS_LASH, "Lash the chain", "press Q");
    s->gauges.claw = TACKLE_CLAW_ON;
    expect(HINTS_SET_BRAKE, "Apply the band brake", "press D or Right");
    s->gauges.brake = 1;
    expect(HINTS_OUT_OF_GEAR, "Disengage", "press C");
    s->gauges.clutch = 0; // the dogs are loaded and stay in
    expect(HINTS_ALARM, "walk back until the dogs come out", "hold S or Down");
    s->gauges.engaged = 0, s->gauges.secured = 1;
    alarm_log_acknowledge_all(&alarms);
    s->t += 2;
    expect(HINTS_SECURED, "Secured for sea", "");
    s->t += 9;
    expect(HINTS_NONE, "", "");
}

static void secured_anchor_is_let_go(void **state) {
    (void)state;
    start_armed();
    s->gauges.housed = s->gauges.secured = 1, s->gauges.engaged = s->gauges.clutch = 0;
    s->gauges.claw = TACKLE_CLAW_ON, s->gauges.stopper = TACKLE_STOPPER_DOWN;
    expect(HINTS_SECURED, "take off the lashing", "press Q");
    s->gauges.claw = TACKLE_CLAW_OFF, s->gauges.secured = 0;
    expect(HINTS_STOPPER, "lift the stopper bar", "press B");
    s->gauges.stopper = TACKLE_STOPPER_OPEN;
    expect(HINTS_READY, "Let go: ease off the band brake", "");
    s->gauges.brake = 0.2, s->gauges.speed_m_s = -1, s->gauges.housed = 0;
    expect(HINTS_RUNNING, "Snub it with the band brake", "press D or Right");
    s->gauges.engaged = s->gauges.clutch = 1, s->gauges.brake = 0, s->gauges.speed_m_s = -0.15, s->gauges.lever = -1;
    expect(HINTS_WALK_BACK, "Walking back", "neutral");
    s->gauges.lever = 0.5, s->gauges.speed_m_s = 0.1; // heaves again
    expect(HINTS_HEAVE, "Chain coming in", "");
}

// The day signal of a ship at anchor: hoisted once the chain is veered and held, lowered once the anchor is aweigh. A
// set brake before any chain has gone out is no anchorage.
static void ball_follows_the_anchor(void **state) {
    (void)state;
    start_armed();
    s->gauges.housed = s->gauges.secured = 1, s->gauges.engaged = s->gauges.clutch = 0;
    expect(HINTS_SECURED, "take off the lashing", "press Q");
    s->gauges.secured = 0;
    expect(HINTS_READY, "Let go", "");
    s->gauges.brake = 0.2, s->gauges.speed_m_s = -1, s->gauges.housed = 0;
    expect(HINTS_RUNNING, "Snub", "press D or Right");
    s->gauges.speed_m_s = 0; // held by a brake that is not set
    expect(HINTS_READY, "", "");
    s->gauges.brake = 1;
    expect(HINTS_HOIST_BALL, "Brought up. Hoist the anchor ball", "press Home");
    s->gauges.stopper = TACKLE_STOPPER_DOWN;
    expect(HINTS_HOIST_BALL, "", "");
    s->gauges.controls = RT_CONTROL_BALL;
    expect(HINTS_AT_ANCHOR, "At anchor", "");
    s->t += 9;
    expect(HINTS_NONE, "", "");
    s->gauges.stopper = TACKLE_STOPPER_OPEN;
    s->gauges.engaged = s->gauges.clutch = 1, s->gauges.brake = 0, s->gauges.lever = 0.5, s->gauges.speed_m_s = 0.1;
    expect(HINTS_LOWER_BALL, "Anchor aweigh. Lower the anchor ball", "press Home");
    s->gauges.controls = 0;
    expect(HINTS_HEAVE, "Chain coming in", "");
}

// An alarm comes first: what to do about it; then its acknowledgement.
static void alarm_tells_what_to_do(void **state) {
    (void)state;
    start_armed();
    s->gauges.brake = 0, s->gauges.speed_m_s = -6;
    expect(HINTS_ALARM, "Apply the band brake fully", "press D or Right");
    s->t = 5, s->gauges.speed_m_s = 0;
    expect(HINTS_ACKNOWLEDGE, "Acknowledge", "press Enter");
    alarm_log_acknowledge_all(&alarms);
    expect(HINTS_LEVER, "", "");
    s->gauges.lost = 1;
    expect(HINTS_FAILED, "the exercise has failed", "press F9");
}

// The lever first: who walks back from an eased lever finds the tension gone. A chain that gives way is no walking
// back.
// A lost signal: of the keyboard only a busy machine is the cause; of a console its cable is the first thing to check.
static void lost_signal_names_its_cause(void **state) {
    (void)state;
    start_armed();
    s->gauges.safety = RT_SAFETY_STALE;
    expect(HINTS_ALARM, "this machine is busy", "");
    h.keys.control = NULL;
    expect(HINTS_ALARM, "Check the console", "cable");
}

static void over_tension_eases_the_lever_first(void **state) {
    (void)state;
    start_armed();
    s->gauges.brake = 0, s->gauges.lever = 1, s->gauges.tension_n = 200e3;
    expect(HINTS_ALARM, "Ease the lever", "");
    s->gauges.lever = 0;
    expect(HINTS_ALARM, "walk back if the tension stays", "hold S or Down");
    s->t = 5, s->gauges.tension_n = 0, s->gauges.speed_m_s = -0.05;
    expect(HINTS_ACKNOWLEDGE, "", "");
    alarm_log_acknowledge_all(&alarms);
    expect(HINTS_LEVER, "", "hold W");
}

static void emergency_stop_has_a_way_out(void **state) {
    (void)state;
    s->t = 1;
    s->gauges.safety = RT_SAFETY_FAILSAFE;
    s->gauges.estop = 1;
    expect(HINTS_ARM, "Emergency stop: lever to neutral", "press R");
    s->gauges.estop = 0;
    expect(HINTS_ARM, "Fail-safe: lever to neutral", "press R");
}

// A lever moved before the controls are armed, or a chain that runs out, completes no step.
static void only_the_operators_actions_count(void **state) {
    (void)state;
    s->t = 1;
    s->gauges.lever = 1;
    s->gauges.speed_m_s = -2;
    s->gauges.engaged = 1;
    expect(HINTS_ARM, "", "");
    assert_false(h.moved);
    s->gauges.lever = s->gauges.speed_m_s = 0;
    s->gauges.failsafe = 0;
    s->gauges.safety = RT_SAFETY_ACTIVE;
    s->gauges.brake = 0;
    expect(HINTS_LEVER, "", "");
}

static void without_an_operator_there_are_none(void **state) {
    (void)state;
    h = (hints){0};
    expect(HINTS_NONE, "", "");
    assert_int_equal(hints_next(&h, s, &alarms, true), HINTS_NONE);
}

// Of an exercise without hints: only how to start.
static void silent_hints_say_how_to_start(void **state) {
    (void)state;
    h.keys.silent = true;
    expect(HINTS_START, "Paused", "Press F5 to start");
    s->t = 1;
    expect(HINTS_NONE, "", "");
    s->gauges.failsafe = 0;
    s->gauges.safety = RT_SAFETY_ACTIVE;
    expect(HINTS_NONE, "", "");
    h.keys.silent = false;
    assert_int_not_equal(hints_next(&h, s, &alarms, false), HINTS_NONE);
}

static void console_has_levers_instead_of_keys(void **state) {
    (void)state;
    char text[256];
    h.keys = (operator_keys){"deck console", NULL, NULL, false, false, false};
    s->gauges.engaged = 1;
    expect(HINTS_START, "start", "");
    s->t = 1;
    expect(HINTS_ARM, "deck console", "no signal yet");
    s->gauges.failsafe = 0;
    s->gauges.safety = RT_SAFETY_ACTIVE;
    expect(HINTS_BRAKE, "brake", "");
    hints_text(&h, HINTS_BRAKE, &s->gauges, &alarms, text, sizeof text);
    assert_null(strstr(text, "press"));
}

// Two positions: keys are offered by the one that has command only, and the one that is off neutral is told what to do.
static void keys_of_the_position_in_command(void **state) {
    (void)state;
    char text[256];
    for (int remote = 0; remote < 2; remote++) {
        h.keys.two_positions = true;
        h.keys.remote = remote;
        s->t = 1;
        s->gauges.failsafe = 0;
        s->gauges.safety = RT_SAFETY_ACTIVE;
        s->gauges.brake = 1;
        s->gauges.engaged = 1;
        for (int selected = 0; selected < 2; selected++) {
            s->gauges.controls = selected ? RT_CONTROL_REMOTE : 0;
            hints_text(&h, HINTS_BRAKE, &s->gauges, &alarms, text, sizeof text);
            assert_int_equal(strstr(text, "press") != NULL, remote == selected);
            assert_int_not_equal(hints_next(&h, s, &alarms, true), HINTS_ARM);
            s->gauges.controls |= RT_CONTROL_WAITS;
            assert_int_equal(hints_next(&h, s, &alarms, true), HINTS_ARM);
            hints_text(&h, HINTS_ARM, &s->gauges, &alarms, text, sizeof text);
            assert_string_equal(text, selected ? "Move the REMOTE lever to neutral to take command"
                                               : "Move the LOCAL lever to neutral to take command");
        }
    }
}

static void keys_are_found_by_their_action(void **state) {
    (void)state;
    char key[24];
    assert_string_equal(hints_key("A or B  one\nC      two one\n", "two", key), "C");
    assert_string_equal(hints_key("A or B  one\n", "three", key), "");
    assert_string_equal(hints_key("two  one\n", "two", key), ""); // the key itself does not count
    assert_string_equal(hints_key(NULL, "one", key), "");
    assert_string_equal(hints_key("keys:\n  F5   start, pause\n  F10  on 5 s\n", "start", key), "F5");
    assert_string_equal(hints_key("  F5   start, pause\n\n  F10  on 5 s\n", "on 5 s", key), "F10");
    assert_string_equal(hints_key("no gap one", "one", key), "");
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        T(weighing_step_by_step),
        T(stopped_chain_is_cleared_again),
        T(housed_anchor_is_secured_for_sea),
        T(secured_anchor_is_let_go),
        T(lost_signal_names_its_cause),
        T(over_tension_eases_the_lever_first),
        T(ball_follows_the_anchor),
        T(alarm_tells_what_to_do),
        T(emergency_stop_has_a_way_out),
        T(only_the_operators_actions_count),
        T(without_an_operator_there_are_none),
        T(silent_hints_say_how_to_start),
        T(console_has_levers_instead_of_keys),
        T(keys_of_the_position_in_command),
        T(keys_are_found_by_their_action),
    };
    return cmocka_run_group_tests_name("render.instrument.hints", tests, NULL, NULL);
}
