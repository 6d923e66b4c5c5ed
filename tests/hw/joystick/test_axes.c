// SPDX-License-Identifier: MIT
// Axes of a virtual joystick: calibrated one by one and stored. The joystick then opens with the stored map.
#include "hw/joystick/axes.h"
#include "hw/joystick/joystick.h"
#include "tests/hw/virtual_stick.h"

static SDL_Joystick *ours;
static hw_axes a;
static rt_diag d;
static char path[HW_STORE_PATH];

static int plug_in(void **state) {
    (void)state;
    d = (rt_diag){0};
    ours = virtual_plug_in("panel's stick");
    return hw_axes_open(&a, NULL, false) ? 0 : -1;
}

static int unplug(void **state) {
    (void)state;
    hw_axes_close(&a);
    if (ours) virtual_unplug(ours);
    if (hw_store_path(a.raw.guid, a.raw.serial, path)) unlink(path);
    return 0;
}

static void set_axis(int axis, int value) {
    SDL_JoystickSetVirtualAxis(ours, axis, (Sint16)value);
    SDL_JoystickUpdate();
    assert_true(hw_axes_read(&a));
}

static void set_points(int axis, int low, int centre, int high) {
    const int at[] = {low, centre, high};
    for (int k = 0; k < HW_AXIS_POINTS; k++) {
        set_axis(axis, at[k]);
        hw_axes_set_point(&a, axis, (hw_axis_point)k);
    }
}

static void points_become_the_map(void **state) {
    (void)state;
    const char *role;
    hw_map stored;
    assert_non_null(hw_axes_map(&a, 0, &role)); // default map
    assert_string_equal(role, "lever");
    set_points(0, 30000, 1000, -28000); // heave is at the lowest count
    if (hw_axes_store(&a, 0, path, &d) != RT_OK) fail_msg("%s", d.text);
    set_points(2, -20000, 0, 25000);
    assert_null(hw_axes_map(&a, 2, &role));
    if (hw_axes_store(&a, 2, path, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(hw_map_load(path, &stored, &d), RT_OK);
    assert_int_equal(stored.lever.channel, 0);
    assert_int_equal(stored.brake.channel, 2);
    // ends and neutral are as set, in either direction of the axis
    const struct {
        const hw_axis_map *map;
        int raw;
        double value;
    } is[] = {{&stored.lever, -28000, 1}, {&stored.lever, 30000, -1}, {&stored.lever, 1000, 0},
              {&stored.lever, 1500, 0},   {&stored.brake, 25000, 1},  {&stored.brake, -20000, 0}};
    for (size_t k = 0; k < sizeof is / sizeof is[0]; k++)
        CHECK_NEAR(hw_axis_value(is[k].map, is[k].raw), is[k].value, 1e-9);
    hw_axes_close(&a);
    assert_true(hw_axes_open(&a, NULL, false)); // the stored map is found
    assert_string_equal(hw_axes_map(&a, 2, &role) ? role : "", "brake");
}

static void implausible_calibration_is_refused(void **state) {
    (void)state;
    static const struct {
        int axis, low, centre, high;
        const char *why;
    } bad[] = {{0, -20000, 21000, 20000, "centre between"},
               {0, -3000, 0, 3000, "centre between"},
               {0, 20000, -20500, -20000, "centre between"},
               {1, -3000, 0, 3000, "well apart"},
               {9, 0, 0, 0, "no such axis"}};
    assert_int_equal(hw_axes_store(&a, 0, path, &d), RT_ERR_USAGE);
    assert_non_null(strstr(d.text, "expected low, centre and high to be taken first"));
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        d = (rt_diag){0};
        if (bad[k].axis < 4) set_points(bad[k].axis, bad[k].low, bad[k].centre, bad[k].high);
        assert_int_equal(hw_axes_store(&a, bad[k].axis, path, &d), RT_ERR_USAGE);
        if (!strstr(d.text, bad[k].why)) fail_msg("%s", d.text);
    }
    set_points(1, -20000, 0, 20000);
    assert_int_equal(hw_axes_store(&a, 1, path, &d), RT_OK); // the brake
    set_points(3, -20000, 0, 20000);
    d = (rt_diag){0};
    assert_int_equal(hw_axes_store(&a, 3, path, &d), RT_ERR_USAGE);
    assert_non_null(strstr(d.text, "lever and brake are other axes"));
}

static void unplugged_joystick_is_detected(void **state) {
    (void)state;
    virtual_unplug(ours);
    ours = NULL;
    SDL_JoystickUpdate();
    assert_false(hw_axes_read(&a));
    assert_false(a.open);
    assert_false(hw_axes_open(&a, NULL, false));
}

// The operator's map: emergency stop with a normally-closed contact, clutch by push button.
static hw_map own_map(void) {
    hw_map m;
    hw_map_default(&m);
    snprintf(m.name, sizeof m.name, "bridge wing");
    snprintf(m.guid, sizeof m.guid, "any");
    m.brake.channel = 1;
    m.button[HW_RESET].channel = 0;
    m.button[HW_ESTOP] = (hw_button_map){1, true};
    m.button[HW_CLUTCH].channel = 2;
    m.button[HW_STOPPER].channel = 3;
    m.stopper_action = HW_CLUTCH_SWITCH;
    return m;
}

static void pump(hw_device *device) {
    SDL_Event e;
    while (SDL_PollEvent(&e)) hw_device_event(device, &e);
}

static rt_input poll_at(hw_device *device, int64_t now_ns) {
    pump(device);
    hw_device_poll(device, now_ns);
    return *hw_device_input(device);
}

// The panel's reading removes no events: each press reaches the device, at any time relative to the frame.
static void reading_axes_leaves_the_event_queue(void **state) {
    (void)state;
    hw_device device;
    const rt_command start = {.clutch = 1};
    hw_map m = own_map();
    m.button[HW_ESTOP].invert = false;
    assert_int_equal(hw_joystick_open(&device, &(hw_opening){.map = &m, .start = &start, .map_named = true}, &d),
                     RT_OK);
    assert_false(poll_at(&device, 1000000000).estop);
    SDL_JoystickSetVirtualButton(ours, 1, 1); // after the pump, before the panel reads
    assert_true(hw_axes_read(&a));
    assert_true(poll_at(&device, 1010000000).estop);
    SDL_JoystickSetVirtualAxis(ours, 0, 20000);
    SDL_JoystickUpdate(); // puts the event into the queue
    assert_true(hw_axes_read(&a));
    assert_int_equal(a.raw.axis[0], 20000);
    assert_int_equal(poll_at(&device, 1020000000).t_ns, 1020000000);
    hw_device_close(&device);
}

// A device opened while the panel has the joystick open gets no initial events, but reads all levels.
static void device_reads_the_levels_of_an_open_joystick(void **state) {
    (void)state;
    hw_device device;
    const rt_command start = {.clutch = 1};
    const hw_map m = own_map();
    set_axis(0, 100);
    set_axis(1, 0);
    set_axis(1, 32767);
    set_axis(1, -32768); // the brake was moved and is open
    for (int button = 1; button < 4; button++) SDL_JoystickSetVirtualButton(ours, button, 1); // all contacts closed
    SDL_JoystickUpdate();
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    assert_int_equal(hw_joystick_open(&device, &(hw_opening){.map = &m, .start = &start, .map_named = true}, &d),
                     RT_OK);
    rt_input in = poll_at(&device, 1000000000);
    assert_int_equal(in.t_ns, 1000000000);
    assert_false(in.estop); // normally closed: closed is not pressed
    assert_true(in.clutch); // held before the start: no press
    assert_true(in.stopper);
    CHECK_NEAR(in.brake, 0, 0);
    SDL_JoystickSetVirtualButton(ours, 2, 0);
    assert_true(poll_at(&device, 1100000000).clutch);
    SDL_JoystickSetVirtualButton(ours, 2, 1);
    assert_false(poll_at(&device, 1200000000).clutch);
    hw_device_close(&device);
}

// Storing changes only the calibrated axis of the device's map, and writes the file of this joystick.
static void storing_changes_only_the_calibrated_axis(void **state) {
    (void)state;
    hw_map stored, other;
    const hw_map m = own_map();
    hw_axes_close(&a);
    assert_true(hw_axes_open(&a, &m, false));
    set_points(0, -30000, 1000, 28000);
    if (hw_axes_store(&a, 0, path, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(hw_map_load(path, &stored, &d), RT_OK);
    assert_int_equal(stored.lever.min, -30000);
    assert_int_equal(stored.button[HW_ESTOP].channel, 1);
    assert_true(stored.button[HW_ESTOP].invert);
    assert_int_equal(stored.brake.channel, 1);
    assert_string_equal(stored.name, "bridge wing");
    assert_string_equal(stored.guid, a.raw.guid);
    char own[HW_STORE_PATH];
    assert_true(hw_store_path(a.raw.guid, a.raw.serial, own));
    assert_string_equal(path, own);
    hw_axes_close(&a);
    other = m;
    other.brake.channel = 3;
    assert_true(hw_axes_open(&a, &other, false)); // the stored map precedes it
    assert_int_equal(a.map.brake.channel, 1);
    hw_axes_close(&a);
    assert_true(hw_axes_open(&a, &other, true)); // except for a map given for this run:
    assert_int_equal(a.map.brake.channel, 3);
    set_points(0, -30000, 1000, 28000); // there a stored map has no effect
    assert_int_equal(hw_axes_store(&a, 0, path, &d), RT_ERR_USAGE);
    assert_non_null(strstr(d.text, "joystick@MAP"));
}

// A device returns its map in use, and whether the user gave it.
static void device_returns_its_map(void **state) {
    (void)state;
    hw_device device;
    const rt_command start = {0};
    const hw_map m = own_map();
    bool given;
    for (int stored = 0; stored < 2; stored++) {
        assert_int_equal(hw_joystick_open(&device, &(hw_opening){.map = &m, .start = &start, .map_named = !stored}, &d),
                         RT_OK);
        const hw_map *in_use = hw_device_map(&device, &given);
        assert_true(in_use && in_use->brake.channel == 1 && given == !stored);
        hw_device_close(&device);
        assert_null(hw_device_map(&device, &given));
    }
}

#define ON_STICK(f) cmocka_unit_test_setup_teardown(f, plug_in, unplug)

int main(void) {
    int unable = virtual_begin();
    if (unable) return unable;
    const struct CMUnitTest tests[] = {
        ON_STICK(points_become_the_map),
        ON_STICK(implausible_calibration_is_refused),
        ON_STICK(reading_axes_leaves_the_event_queue),
        ON_STICK(device_reads_the_levels_of_an_open_joystick),
        ON_STICK(storing_changes_only_the_calibrated_axis),
        ON_STICK(device_returns_its_map),
        ON_STICK(unplugged_joystick_is_detected),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SDL_Quit();
    config_end();
    return failed;
}
