// SPDX-License-Identifier: MIT
// Devices by name: each row of hw/device/kinds.h; with a virtual joystick, `auto` and a mix of joystick and keyboard.
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

// The kind that the text opens, "" for an error; messages stay in d.
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

static const struct {
    const char *name, *argument, *help;
    hw_source source;
} rows[] = {
#define ROW(name, argument, map, source, opener, help) {name, argument, help, source},
    HW_DEVICE_KINDS(ROW)
#undef ROW
};
enum { ROWS = sizeof rows / sizeof rows[0] };

// The row's name with an argument that names no device or file.
static const char *text_of(int row) {
    static char text[64];
    snprintf(text, sizeof text, "%s%s", rows[row].name, rows[row].argument[0] ? ":/none" : "");
    return text;
}

// Without window, SDL events and wall clock every kind is refused, and the message names it or its file.
static void test_each_kind_is_refused(void **state) {
    (void)state;
    static rt_diag d;
    const device_context nothing = {.map = "", .script = ""};
    for (int i = 0; i < ROWS; i++) {
        assert_string_equal(kind_of(text_of(i), nothing, &d), "");
        const char *named = rows[i].source == HW_FROM_FILE ? "/none" : text_of(i);
        if (!strstr(d.text, named) || strstr(d.text, "expected auto")) fail_msg("%s: %s", text_of(i), d.text);
    }
}

static void test_live_by_the_table(void **state) {
    (void)state;
    char text[128];
    for (int i = 0; i < ROWS; i++) {
        bool live = rows[i].source == HW_FROM_THREAD;
        assert_int_equal(open_device_is_live(text_of(i)), live);
        snprintf(text, sizeof text, "lever=%s,rest=script:a.csv", text_of(i));
        assert_int_equal(open_device_is_live(text), live);
        snprintf(text, sizeof text, "script:%s", text_of(i)); // a file of that name
        assert_false(open_device_is_live(text));
    }
    assert_false(open_device_is_live("auto"));
}

static void test_help_and_error_name_each_kind(void **state) {
    (void)state;
    static rt_diag d;
    char *help, form[64], wrong[64];
    size_t size;
    FILE *f = open_memstream(&help, &size);
    assert_non_null(f);
    open_device_print_help(f);
    fclose(f);
    for (int i = 0; i < ROWS; i++) {
        snprintf(form, sizeof form, "%s%s%s", rows[i].name, rows[i].argument[0] ? ":" : "", rows[i].argument);
        if (!strstr(help, form) || !strstr(help, rows[i].help)) fail_msg("no help on %s", form);
        snprintf(wrong, sizeof wrong, "%sx", rows[i].name);
        assert_string_equal(kind_of(wrong, context(true, true), &d), "");
        if (!strstr(d.text, form) || !strstr(d.text, wrong)) fail_msg("%s: %s", wrong, d.text);
    }
    free(help);
}

static void test_auto(void **state) {
    (void)state;
    static rt_diag d;
    assert_string_equal(kind_of("auto", context(true, true), &d), "keyboard");
    assert_string_equal(kind_of("auto", context(false, true), &d), "script");
    SDL_Joystick *stick = virtual_plug_in("hawse test lever");
    assert_string_equal(kind_of("auto", context(true, true), &d), "mix");
    assert_string_equal(kind_of("auto", context(false, true), &d), "joystick");
    assert_string_equal(kind_of("auto", context(false, false), &d), "script"); // its events would not arrive
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

// auto: the joystick has every role. A keyboard without focus is no loss, and its space bar still stops.
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

// Lever by joystick, the rest by keyboard: unplugging the joystick loses the whole device.
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
    CHECK_NEAR(in.brake, 1, 0); // the keyboard's, as at the start; the joystick's throttle does not count
    assert_true(in.release && in.has_device);
    SDL_JoystickSetVirtualButton(stick, 2, 1); // the joystick's reset has no role here,
    assert_false(poll_at(&device, 105 * MS).reset);
    SDL_JoystickSetVirtualButton(stick, 1, 1); // but its stop counts
    assert_true(poll_at(&device, 106 * MS).estop);
    virtual_unplug(stick);
    in = poll_at(&device, 200 * MS);
    assert_false(in.has_device);
    assert_int_equal(in.t_ns, 106 * MS);
    hw_device_close(&device);
}

// An operator by rules works a ship's scenario alone; auto takes it where the scenario's operator is `house`.
static void test_operator_by_rules(void **state) {
    (void)state;
    static rt_diag d;
    rules_table rules = {.inboard = 9};
    char why[128];
    rules_add(&rules, "wait", 0, 1, true, false);
    assert_true(rules_resolve(&rules, why, sizeof why));
    device_context c = context(false, true);
    assert_string_equal(kind_of("house", c, &d), "");
    c.rules = &rules;
    assert_string_equal(kind_of("house", c, &d), "house");
    assert_string_equal(kind_of("auto", c, &d), "script");
    c.by_rules = true;
    assert_string_equal(kind_of("auto", c, &d), "house");
    c.window = true;
    assert_string_equal(kind_of("auto", c, &d), "keyboard");
    assert_string_equal(kind_of("lever=house,rest=keyboard", c, &d), "");
    assert_non_null(strstr(d.text, "house works all controls"));
}

int main(void) {
    int unable = virtual_begin();
    if (unable) return unable;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_kind_is_refused),
        cmocka_unit_test(test_live_by_the_table),
        cmocka_unit_test(test_help_and_error_name_each_kind),
        cmocka_unit_test(test_auto),
        cmocka_unit_test(test_operator_by_rules),
        cmocka_unit_test(test_stop_by_the_keyboard_beside_a_joystick),
        cmocka_unit_test(test_lever_by_joystick_rest_by_keyboard),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SDL_Quit();
    config_end();
    return failed;
}
