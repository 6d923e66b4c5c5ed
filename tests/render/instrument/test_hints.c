// SPDX-License-Identifier: MIT
// First steps: the next action follows from the snapshots; its text has the keyboard's keys.
#include "hw/device/keyboard.h"
#include "render/instrument/hints.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

static hints h;
static dyn_snapshot *s;

static int begin(void **state) {
    (void)state;
    s = calloc(1, sizeof *s);
    h = (hints){.keys = {"keyboard", hw_keyboard_help(), "Enter  start, pause or go on\nEsc  ends the program\n"}};
    s->gauges = (dyn_gauges){.brake = 1, .clutch = 1, .failsafe = 1, .safety = RT_SAFETY_UNKNOWN};
    return 0;
}

static int end(void **state) {
    (void)state;
    free(s);
    return 0;
}

static void expect(hints_step step, const char *words, const char *keys) {
    char text[256];
    hints_note(&h, s);
    assert_int_equal(hints_next(&h, s, false), step);
    hints_text(&h, step, &s->gauges, text, sizeof text);
    if (!strstr(text, words) || !strstr(text, keys)) fail_msg("expected '%s' and '%s', found '%s'", words, keys, text);
    assert_true(strlen(text) < 100); // one line of 1280 × 720
}

static void steps_come_one_after_the_other(void **state) {
    (void)state;
    expect(HINTS_START, "start", "Enter");
    s->t = 0.1;
    expect(HINTS_ARM, "Click", "keyboard");
    s->gauges.safety = RT_SAFETY_DISARMED;
    expect(HINTS_ARM, "neutral", "Let go");
    s->gauges.safety = RT_SAFETY_ACTIVE;
    s->gauges.failsafe = 0;
    expect(HINTS_BRAKE, "brake", "press A or Left");
    s->gauges.brake = 0.4;
    expect(HINTS_BRAKE, "40 %", "A or Left");
    s->gauges.brake = 0;
    s->gauges.clutch = 0;
    expect(HINTS_CLUTCH, "clutch", "press C");
    s->gauges.clutch = 1;
    s->gauges.stopper = TACKLE_STOPPER_HOLDING;
    expect(HINTS_STOPPER, "stopper", "press B");
    s->gauges.stopper = TACKLE_STOPPER_BROKEN;
    expect(HINTS_LEVER, "", "");
    s->gauges.stopper = TACKLE_STOPPER_OPEN;
    expect(HINTS_LEVER, "lever", "hold W or Up; S or Down pays out");
    s->gauges.lever = 0.5;
    expect(HINTS_CHAIN, "Hold", "");
    s->t = 20;
    s->gauges.speed_m_s = 0.1;
    expect(HINTS_LAST, "HOUSED", "F1");
    s->t = 27;
    expect(HINTS_LAST, "", "");
    s->t = 28.1;
    expect(HINTS_NONE, "", "");
    s->gauges.lever = 0; // a step is done once
    s->gauges.brake = 1;
    expect(HINTS_NONE, "", "");
    assert_int_equal(hints_next(&h, s, true), HINTS_BRAKE); // the help shows them again
}

static void emergency_stop_has_a_way_out(void **state) {
    (void)state;
    s->t = 1;
    s->gauges.safety = RT_SAFETY_FAILSAFE;
    s->gauges.estop = 1;
    expect(HINTS_ARM, "neutral", "press R");
    expect(HINTS_ARM, "ease the brake", "fully set");
}

// A lever moved before the controls are armed, or a chain that runs out, completes no step.
static void only_the_operators_actions_count(void **state) {
    (void)state;
    s->t = 1;
    s->gauges.lever = 1;
    s->gauges.speed_m_s = -2;
    expect(HINTS_ARM, "", "");
    assert_false(h.moved);
    s->gauges.lever = 0;
    s->gauges.failsafe = 0;
    s->gauges.safety = RT_SAFETY_ACTIVE;
    s->gauges.brake = 0;
    expect(HINTS_LEVER, "", "");
}

static void without_an_operator_there_are_none(void **state) {
    (void)state;
    h = (hints){0};
    expect(HINTS_NONE, "", "");
    assert_int_equal(hints_next(&h, s, true), HINTS_NONE);
}

static void console_has_levers_instead_of_keys(void **state) {
    (void)state;
    char text[256];
    h.keys = (operator_keys){"deck console", NULL, NULL};
    expect(HINTS_START, "start", "");
    s->t = 1;
    expect(HINTS_ARM, "deck console", "");
    s->gauges.failsafe = 0;
    s->gauges.safety = RT_SAFETY_ACTIVE;
    expect(HINTS_BRAKE, "brake", "");
    hints_text(&h, HINTS_BRAKE, &s->gauges, text, sizeof text);
    assert_null(strstr(text, "press"));
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
        T(steps_come_one_after_the_other),     T(emergency_stop_has_a_way_out),
        T(only_the_operators_actions_count),   T(without_an_operator_there_are_none),
        T(console_has_levers_instead_of_keys), T(keys_are_found_by_their_action),
    };
    return cmocka_run_group_tests_name("render.instrument.hints", tests, NULL, NULL);
}
