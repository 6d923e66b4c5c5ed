// SPDX-License-Identifier: MIT
// The keyboard device with synthetic SDL events.
#include "hw/device/keyboard.h"
#include "tests/check.h"
#include <SDL.h>

#define MS INT64_C(1000000)

static hw_device keyboard;

static int open_keyboard(void **state) {
    (void)state;
    static rt_diag d;
    const rt_command start = {.brake = 0.5, .clutch = 1};
    return hw_keyboard_open(&keyboard, &(hw_opening){.start = &start}, &d) == RT_OK ? 0 : -1;
}

static int close_keyboard(void **state) {
    (void)state;
    hw_device_close(&keyboard);
    hw_device_close(&keyboard); // a second time does nothing
    return 0;
}

static void key(SDL_Keycode code, bool down, bool repeat, Uint16 mod) {
    SDL_Event e = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP, .repeat = repeat}};
    e.key.keysym.sym = code;
    e.key.keysym.mod = mod;
    hw_device_event(&keyboard, &e);
}

static void press(SDL_Keycode code) { key(code, true, false, KMOD_NONE); }
static void release(SDL_Keycode code) { key(code, false, false, KMOD_NONE); }

static void focus(bool gained) {
    SDL_Event e = {.window = {.type = SDL_WINDOWEVENT}};
    e.window.event = gained ? SDL_WINDOWEVENT_FOCUS_GAINED : SDL_WINDOWEVENT_FOCUS_LOST;
    hw_device_event(&keyboard, &e);
}

static rt_input poll_at(int64_t now_ns) {
    hw_device_poll(&keyboard, now_ns);
    return *hw_device_input(&keyboard);
}

static void test_start(void **state) {
    (void)state;
    assert_int_equal(hw_device_input(&keyboard)->t_ns, 0);
    assert_false(hw_device_input(&keyboard)->has_device);
    rt_input in = poll_at(1000 * MS);
    assert_int_equal(in.t_ns, 0); // no focus yet
    assert_false(in.has_device || in.dead_man);
    focus(true);
    in = poll_at(1010 * MS);
    assert_true(in.has_device);
    assert_int_equal(in.t_ns, 1010 * MS);
    assert_true(in.dead_man && in.clutch);
    assert_false(in.estop || in.reset);
    CHECK_NEAR(in.brake, 0.5, 0.0);
    CHECK_NEAR(in.lever, 0.0, 0.0);
    hw_identity id;
    hw_device_identity(&keyboard, &id);
    assert_string_equal(id.kind, "keyboard");
}

// 2 /s while held, 4 /s back, for each of the four keys; both directions at once let the spring win.
static void test_lever(void **state) {
    (void)state;
    static const struct {
        SDL_Keycode code;
        double sign;
    } keys[] = {{SDLK_w, 1}, {SDLK_UP, 1}, {SDLK_s, -1}, {SDLK_DOWN, -1}};
    focus(true);
    int64_t t = 1000 * MS;
    poll_at(t);
    for (int i = 0; i < 4; i++) {
        press(keys[i].code);
        CHECK_NEAR(poll_at(t += 10 * MS).lever, 0.02 * keys[i].sign, 1e-12);
        key(keys[i].code, true, true, KMOD_NONE); // key repeat changes nothing
        CHECK_NEAR(poll_at(t += 90 * MS).lever, 0.2 * keys[i].sign, 1e-12);
        for (int k = 0; k < 10; k++) poll_at(t += 50 * MS);
        CHECK_NEAR(poll_at(t).lever, keys[i].sign, 1e-12); // at the stop
        release(keys[i].code);
        CHECK_NEAR(poll_at(t += 50 * MS).lever, 0.8 * keys[i].sign, 1e-12);
        for (int k = 0; k < 10; k++) poll_at(t += 50 * MS);
        CHECK_NEAR(poll_at(t).lever, 0.0, 0.0);
    }
    press(SDLK_w);
    CHECK_NEAR(poll_at(t += 50 * MS).lever, 0.1, 1e-12);
    press(SDLK_DOWN);
    CHECK_NEAR(poll_at(t += 10 * MS).lever, 0.06, 1e-12);
    release(SDLK_DOWN);
    CHECK_NEAR(poll_at(t += 10 * MS).lever, 0.08, 1e-12);
    press(SDLK_UP);
    release(SDLK_w); // the other key still holds it
    CHECK_NEAR(poll_at(t += 10 * MS).lever, 0.10, 1e-12);
}

static void test_pause_does_not_move_the_lever_far(void **state) {
    (void)state;
    focus(true);
    poll_at(1000 * MS);
    press(SDLK_w);
    CHECK_NEAR(poll_at(9000 * MS).lever, 0.2, 1e-12); // 100 ms worth
    CHECK_NEAR(poll_at(8000 * MS).lever, 0.2, 1e-12); // a clock that steps back moves nothing
}

static void test_brake(void **state) {
    (void)state;
    focus(true);
    press(SDLK_d);
    release(SDLK_d);
    press(SDLK_RIGHT);
    key(SDLK_RIGHT, true, true, KMOD_NONE);
    CHECK_NEAR(poll_at(10 * MS).brake, 0.65, 1e-12);
    CHECK_NEAR(poll_at(5000 * MS).brake, 0.65, 1e-12); // stays
    for (int i = 0; i < 30; i++) press(SDLK_RIGHT);
    CHECK_NEAR(poll_at(5010 * MS).brake, 1.0, 0.0);
    press(SDLK_a);
    press(SDLK_LEFT);
    CHECK_NEAR(poll_at(5020 * MS).brake, 0.9, 1e-12);
    for (int i = 0; i < 30; i++) press(SDLK_a);
    CHECK_NEAR(poll_at(5030 * MS).brake, 0.0, 0.0);
}

static void test_clutch_toggles_once_a_press(void **state) {
    (void)state;
    focus(true);
    press(SDLK_c);
    for (int i = 0; i < 5; i++) key(SDLK_c, true, true, KMOD_NONE);
    assert_false(poll_at(10 * MS).clutch);
    release(SDLK_c);
    assert_false(poll_at(20 * MS).clutch);
    press(SDLK_c);
    assert_true(poll_at(30 * MS).clutch);
}

static void test_stopper_changes_once_a_press(void **state) {
    (void)state;
    focus(true);
    assert_false(poll_at(5 * MS).stopper);
    press(SDLK_b);
    for (int i = 0; i < 5; i++) key(SDLK_b, true, true, KMOD_NONE);
    assert_true(poll_at(10 * MS).stopper);
    release(SDLK_b);
    assert_true(poll_at(9000 * MS).stopper); // stays
    key(SDLK_b, true, false, KMOD_CTRL);     // a shortcut
    assert_true(poll_at(9010 * MS).stopper);
    release(SDLK_b);
    press(SDLK_b);
    assert_false(poll_at(9020 * MS).stopper);
}

static void test_stop_and_reset(void **state) {
    (void)state;
    focus(true);
    press(SDLK_SPACE);
    release(SDLK_SPACE);
    assert_true(poll_at(10 * MS).estop);
    assert_true(poll_at(9000 * MS).estop); // stays pressed
    press(SDLK_r);
    release(SDLK_r); // between two polls
    rt_input in = poll_at(9010 * MS);
    assert_true(in.reset);
    assert_false(in.estop);
    assert_true(poll_at(9059 * MS).reset);
    assert_false(poll_at(9060 * MS).reset);
    press(SDLK_r);
    assert_true(poll_at(9100 * MS).reset);
    assert_true(poll_at(9900 * MS).reset);
    press(SDLK_SPACE); // while R repeats: the stop wins
    key(SDLK_r, true, true, KMOD_NONE);
    assert_true(poll_at(9910 * MS).estop);
}

static void test_shortcuts_are_ignored(void **state) {
    (void)state;
    static const Uint16 mods[] = {KMOD_LCTRL, KMOD_RALT, KMOD_LGUI};
    focus(true);
    poll_at(10 * MS);
    for (int i = 0; i < 3; i++) {
        key(SDLK_w, true, false, mods[i]);
        key(SDLK_c, true, false, mods[i]);
        key(SDLK_d, true, false, mods[i]);
    }
    rt_input in = poll_at(60 * MS);
    CHECK_NEAR(in.lever, 0.0, 0.0);
    CHECK_NEAR(in.brake, 0.5, 0.0);
    assert_true(in.clutch);
    key(SDLK_SPACE, true, false, KMOD_LCTRL);
    assert_true(poll_at(70 * MS).estop);
}

// Without focus: lever neutral, dead-man released at once, and no further stamp although polling continues.
static void test_focus_loss_goes_stale(void **state) {
    (void)state;
    const rt_command_limits limits = rt_command_limits_default();
    rt_conditioner c = {0};
    int64_t t = 1000 * MS;
    rt_events events;
    focus(true);
    for (int i = 0; i < 100; i++) { // arms at neutral
        poll_at(t += 10 * MS);
        rt_command_condition(&c, &limits, hw_device_input(&keyboard), t, 0.01, &events);
    }
    press(SDLK_w);
    for (int i = 0; i < 100; i++) {
        poll_at(t += 10 * MS);
        rt_command_condition(&c, &limits, hw_device_input(&keyboard), t, 0.01, &events);
    }
    CHECK_NEAR(c.last.lever, 1.0, 1e-12);
    int64_t last_ns = t;
    focus(false);
    rt_input in = poll_at(t + 10 * MS);
    assert_int_equal(in.t_ns, last_ns);
    assert_true(in.has_device);
    assert_false(in.dead_man);
    CHECK_NEAR(in.lever, 0.0, 0.0);
    while (t < last_ns + limits.failsafe_ns) {
        poll_at(t += 10 * MS);
        rt_command_condition(&c, &limits, hw_device_input(&keyboard), t, 0.01, &events);
    }
    assert_true(c.last.failsafe);
    CHECK_NEAR(c.last.lever, 0.0, 0.0);
    assert_int_equal(hw_device_input(&keyboard)->t_ns, last_ns);
    focus(true);
    in = poll_at(t += 10 * MS);
    assert_int_equal(in.t_ns, t);
    CHECK_NEAR(in.lever, 0.0, 0.0);                                                 // losing the focus released W
    assert_true(rt_command_condition(&c, &limits, &in, t, 0.01, &events).failsafe); // until a reset
    press(SDLK_r);
    in = poll_at(t += 10 * MS);
    assert_false(rt_command_condition(&c, &limits, &in, t, 0.01, &events).failsafe);
}

// Without command brake, clutch and stopper follow the deck, whatever the keys; the emergency stop works. With command
// the keys go on from there.
static void test_follows_the_deck_without_command(void **state) {
    (void)state;
    hw_feedback f = {.state = HW_HOST_DISARMED, .without_command = true, .set_brake = 0.25, .set_stopper = true};
    focus(true);
    hw_device_feedback(&keyboard, &f);
    press(SDLK_d);
    press(SDLK_c);
    press(SDLK_b);
    rt_input in = poll_at(10 * MS);
    CHECK_NEAR(in.brake, 0.25, 0);
    assert_true(!in.clutch && in.stopper);
    press(SDLK_SPACE);
    assert_true(poll_at(20 * MS).estop);
    f = (hw_feedback){.state = HW_HOST_ACTIVE, .set_brake = 0.75, .set_clutch = true};
    hw_device_feedback(&keyboard, &f);
    release(SDLK_d);
    press(SDLK_d);
    in = poll_at(30 * MS);
    CHECK_NEAR(in.brake, 0.3, 1e-12);
    assert_true(!in.clutch && in.stopper);
}

// In fail-safe the brake's value is 1. Clutch and stopper ignore keys pressed in fail-safe, also after the reset.
static void test_fail_safe_sets_the_brake(void **state) {
    (void)state;
    static const hw_host_state stopped[] = {HW_HOST_FAILSAFE, HW_HOST_ESTOP},
                               other[] = {HW_HOST_DISARMED, HW_HOST_STALE};
    hw_feedback f = {0};
    int64_t t = 1000 * MS;
    focus(true);
    for (int k = 0; k < 2; k++) {
        f.state = other[k];
        hw_device_feedback(&keyboard, &f);
        CHECK_NEAR(poll_at(t += MS).brake, k ? 0.95 : 0.5, 1e-12);
        f.state = stopped[k];
        hw_device_feedback(&keyboard, &f);
        press(SDLK_a);
        press(SDLK_c);
        press(SDLK_b);
        rt_input in = poll_at(t += MS);
        CHECK_NEAR(in.brake, 1, 0);
        assert_true(in.clutch && !in.stopper);
        press(SDLK_r);
        assert_true(poll_at(t += MS).reset); // reset works in fail-safe
        release(SDLK_r);
        f.state = HW_HOST_ACTIVE;
        hw_device_feedback(&keyboard, &f);
        CHECK_NEAR(poll_at(t += MS).brake, 1, 0);
        press(SDLK_a);
        CHECK_NEAR(poll_at(t += MS).brake, 0.95, 1e-12);
    }
    press(SDLK_c);
    assert_false(poll_at(t += MS).clutch);
}

static void test_first_instant_of_a_manual_clock(void **state) {
    (void)state;
    focus(true);
    assert_int_equal(poll_at(0).t_ns, 1); // 0 means "never"
}

#define ON_KEYBOARD(f) cmocka_unit_test_setup_teardown(f, open_keyboard, close_keyboard)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_KEYBOARD(test_start),
        ON_KEYBOARD(test_lever),
        ON_KEYBOARD(test_pause_does_not_move_the_lever_far),
        ON_KEYBOARD(test_brake),
        ON_KEYBOARD(test_clutch_toggles_once_a_press),
        ON_KEYBOARD(test_stopper_changes_once_a_press),
        ON_KEYBOARD(test_stop_and_reset),
        ON_KEYBOARD(test_shortcuts_are_ignored),
        ON_KEYBOARD(test_focus_loss_goes_stale),
        ON_KEYBOARD(test_fail_safe_sets_the_brake),
        ON_KEYBOARD(test_follows_the_deck_without_command),
        ON_KEYBOARD(test_first_instant_of_a_manual_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
