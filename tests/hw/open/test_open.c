// SPDX-License-Identifier: MIT
// Devices by name where there is a joystick, a virtual one: what auto takes, and a mix of joystick and keyboard.
#include "hw/map/store.h"
#include "hw/open/open.h"
#include "tests/hw/virtual_stick.h"

#define MS INT64_C(1000000)

static const char generic[] = HAWSE_SOURCE_DIR "/config/devices/generic_joystick.yaml";
static const char script[] = HAWSE_SOURCE_DIR "/config/scenarios/weigh.csv";

static device_context context(bool window, bool events) {
    return (device_context){
        .map = generic, .script = script, .window = window, .sdl_events = events, .start = {.brake = 1, .clutch = 1}};
}

// The kind that the text opens, "" when it does not; what it says stays in d.
static const char *kind_of(const char *text, device_context c, rt_diag *d) {
    hw_device device;
    hw_identity id = {.kind = ""};
    memset(d, 0, sizeof *d);
    if (open_device(text, &c, &device, d) == RT_OK) {
        hw_device_identity(&device, &id);
        hw_device_close(&device);
    } else {
        assert_true(d->errors > 0);
    }
    open_device_free(&c);
    return id.kind;
}

static void test_auto(void **state) {
    (void)state;
    static rt_diag d;
    assert_string_equal(kind_of("auto", context(true, true), &d), "keyboard");
    assert_string_equal(kind_of("auto", context(false, true), &d), "script");
    SDL_Joystick *stick = virtual_plug_in("hawse test lever");
    assert_string_equal(kind_of("auto", context(true, true), &d), "mix");
    assert_string_equal(kind_of("auto", context(false, true), &d), "joystick");
    assert_string_equal(kind_of("auto", context(false, false), &d), "script"); // nobody would hand over its events
    device_context unmapped = context(true, true);
    unmapped.map = "";
    assert_string_equal(kind_of("auto", unmapped, &d), "keyboard"); // neither mapped nor calibrated
    char path[HW_STORE_PATH];
    hw_map m;
    hw_map_default(&m);
    SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(stick), m.guid, 33);
    assert_int_equal(hw_store_save(&m, path, &d), RT_OK);
    assert_string_equal(kind_of("auto", unmapped, &d), "mix"); // calibrated
    assert_int_equal(unlink(path), 0);
    virtual_unplug(stick);
    device_context nothing = context(false, true);
    nothing.script = "";
    assert_string_equal(kind_of("auto", nothing, &d), "");
}

static rt_input poll_at(hw_device *d, int64_t now_ns) {
    SDL_Event e;
    while (SDL_PollEvent(&e)) hw_device_event(d, &e);
    hw_device_poll(d, now_ns);
    return *hw_device_input(d);
}

static void key(hw_device *d, SDL_Keycode sym, bool down) {
    SDL_Event e = {.key = {.type = down ? SDL_KEYDOWN : SDL_KEYUP, .keysym = {.sym = sym}}};
    hw_device_event(d, &e);
}

// auto: the stick does it all, the keyboard without focus is no loss, and its space bar stops all the same.
static void test_stop_by_the_keyboard_beside_a_joystick(void **state) {
    (void)state;
    static rt_diag d;
    hw_device device;
    device_context c = context(true, true);
    SDL_Joystick *stick = virtual_plug_in("hawse test lever");
    assert_int_equal(open_device("auto", &c, &device, &d), RT_OK);
    SDL_JoystickSetVirtualAxis(stick, 1, 32767);
    rt_input in = poll_at(&device, 100 * MS);
    CHECK_NEAR(in.lever, 1, 0);
    assert_int_equal(in.t_ns, 100 * MS);
    assert_true(in.dead_man && in.has_device);
    assert_false(in.estop);
    key(&device, SDLK_SPACE, true);
    assert_true(poll_at(&device, 110 * MS).estop);
    hw_device_close(&device);
    virtual_unplug(stick);
}

// Lever by the stick, the rest by the keyboard: unplugging the stick loses all, whatever the keyboard says.
static void test_lever_by_joystick_rest_by_keyboard(void **state) {
    (void)state;
    static rt_diag d;
    hw_device device;
    device_context c = context(true, true);
    SDL_Joystick *stick = virtual_plug_in("hawse test lever");
    SDL_Event focus = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_FOCUS_GAINED}};
    if (open_device("lever=joystick,rest=keyboard", &c, &device, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(device.thresholds.failsafe_ns, 300 * MS);
    hw_device_event(&device, &focus);
    SDL_JoystickSetVirtualAxis(stick, 1, 32767);
    key(&device, SDLK_x, true);
    rt_input in = poll_at(&device, 100 * MS);
    CHECK_NEAR(in.lever, 1, 0);
    CHECK_NEAR(in.brake, 1, 0); // the keyboard's, as at the start; the stick's throttle says nothing
    assert_true(in.release && in.has_device);
    SDL_JoystickSetVirtualButton(stick, 2, 1); // the stick's reset has no role here,
    assert_false(poll_at(&device, 105 * MS).reset);
    SDL_JoystickSetVirtualButton(stick, 1, 1); // its stop has
    assert_true(poll_at(&device, 106 * MS).estop);
    virtual_unplug(stick);
    in = poll_at(&device, 200 * MS);
    assert_false(in.has_device);
    assert_int_equal(in.t_ns, 106 * MS);
    hw_device_close(&device);
}

int main(void) {
    int unable = virtual_begin();
    if (unable) return unable;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_auto),
        cmocka_unit_test(test_stop_by_the_keyboard_beside_a_joystick),
        cmocka_unit_test(test_lever_by_joystick_rest_by_keyboard),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SDL_Quit();
    config_end();
    return failed;
}
