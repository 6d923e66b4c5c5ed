// SPDX-License-Identifier: MIT
// Joystick device on SDL's virtual joystick: motion, roles, unplugging and reconnecting.
#include "hw/joystick/joystick.h"
#include "hw/open/list.h"
#include "tests/hw/virtual_stick.h"

#define MS INT64_C(1000000)

static hw_device stick;
static hw_map map;
static SDL_Joystick *ours;      // the test's own handle, to move it
static int recentred, removals; // events of our joystick in the last pump

static void plug_in(void) { ours = virtual_plug_in("hawse test lever"); }

static void unplug(void) {
    virtual_unplug(ours);
    ours = NULL;
}

// Passes every event to the device until the queue is empty, as the main program does.
static void pump(void) {
    SDL_Event e;
    recentred = removals = 0;
    while (SDL_PollEvent(&e)) {
        if (e.type == SDL_JOYAXISMOTION && e.jaxis.axis == 1 && e.jaxis.value == 0) recentred++;
        if (e.type == SDL_JOYDEVICEREMOVED) removals++;
        hw_device_event(&stick, &e);
    }
}

static rt_input poll_at(int64_t now_ns) {
    pump();
    hw_device_poll(&stick, now_ns);
    return *hw_device_input(&stick);
}

static int open_stick(void **state) {
    (void)state;
    static rt_diag d;
    const rt_command start = {.clutch = 1};
    plug_in();
    map = (hw_map){.lever = {1, -32768, -1000, 1000, 32767, false, 0.0, 0.0, 0, 0.0},
                   .brake = {2, -32768, -32768, -32768, 32767, false, 0.0, 0.0, 0, 0.0},
                   .bridge = {{.channel = HW_NO_CHANNEL}, {.channel = HW_NO_CHANNEL}, {.channel = HW_NO_CHANNEL}},
                   .button = {{0, false}, {1, false}, {2, false}, {HW_NO_CHANNEL, false}, {HW_NO_CHANNEL, false}}};
    SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(ours), map.guid, 33);
    const hw_opening o = {.map = &map, .start = &start, .map_named = true};
    return hw_joystick_open(&stick, &o, &d) == RT_OK ? 0 : -1;
}

static int close_stick(void **state) {
    (void)state;
    hw_device_close(&stick);
    if (ours) unplug();
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    return 0;
}

static void test_axis_is_silent_until_it_moves(void **state) {
    (void)state;
    for (int i = 1; i < 5; i++) {
        rt_input in = poll_at(100 * i * MS);
        assert_false(in.has_device);
        assert_int_equal(in.t_ns, 0);
    }
    SDL_JoystickSetVirtualAxis(ours, 2, 20000); // motion of the brake is not motion of the lever
    assert_int_equal(poll_at(600 * MS).t_ns, 0);
    SDL_JoystickSetVirtualButton(ours, 1, 1); // the emergency stop counts from the start
    rt_input in = poll_at(700 * MS);
    assert_int_equal(in.t_ns, 0);
    assert_true(in.estop && in.has_device);
    SDL_JoystickSetVirtualAxis(ours, 1, 10000);
    assert_int_equal(poll_at(800 * MS).t_ns, 800 * MS);
}

static void test_motion_and_roles(void **state) {
    (void)state;
    SDL_JoystickSetVirtualAxis(ours, 1, 32767);
    rt_input in = poll_at(10 * MS);
    CHECK_NEAR(in.lever, 1.0, 0.0);
    CHECK_NEAR(in.brake, 1.0, 0.0); // not moved yet: fully set, the safe side
    assert_true(in.clutch && in.dead_man && in.has_device);
    assert_false(in.estop || in.reset);
    SDL_JoystickSetVirtualAxis(ours, 1, -16884); // -(16884 - 1000) / (32768 - 1000) = -1/2
    SDL_JoystickSetVirtualAxis(ours, 2, -32768 + 13107);
    SDL_JoystickSetVirtualAxis(ours, 0, 32767); // an axis without a role
    in = poll_at(20 * MS);
    CHECK_NEAR(in.lever, -0.5, 1e-15);
    CHECK_NEAR(in.brake, 0.2, 1e-15); // 13107 / 65535
    SDL_JoystickSetVirtualButton(ours, 0, 1);
    assert_false(poll_at(30 * MS).clutch);
    SDL_JoystickSetVirtualButton(ours, 0, 0);
    SDL_JoystickSetVirtualButton(ours, 2, 1);
    in = poll_at(200 * MS);
    assert_true(in.reset);
    assert_false(in.clutch);
    assert_int_equal(poll_at(5000 * MS).t_ns, 5000 * MS); // the stamp advances although nothing moves
}

// SDL centres the axes before it reports the removal. The device must not take this for a centred lever.
static void test_unplugged_is_lost_not_centred(void **state) {
    (void)state;
    SDL_JoystickSetVirtualAxis(ours, 1, 16884);
    SDL_JoystickSetVirtualButton(ours, 1, 1);
    rt_input in = poll_at(1000 * MS);
    CHECK_NEAR(in.lever, 0.5, 1e-4);
    unplug();
    rt_input after = poll_at(1010 * MS);
    assert_int_equal(recentred, 1); // SDL did centre the axis
    assert_int_equal(removals, 1);
    assert_false(after.has_device);
    assert_int_equal(after.t_ns, 1000 * MS);
    CHECK_NEAR(after.lever, in.lever, 0.0);
    assert_true(after.estop);
    after = poll_at(9000 * MS);
    assert_false(after.has_device);
    assert_int_equal(after.t_ns, 1000 * MS);
}

static void test_loss_is_detected_without_its_event(void **state) {
    (void)state;
    SDL_JoystickSetVirtualAxis(ours, 1, 16884);
    rt_input in = poll_at(1000 * MS);
    unplug();
    SDL_FlushEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
    rt_input after = poll_at(1010 * MS);
    assert_int_equal(removals, 0);
    assert_false(after.has_device);
    assert_int_equal(after.t_ns, 1000 * MS);
    CHECK_NEAR(after.lever, in.lever, 0.0);
}

static void test_plugged_in_again(void **state) {
    (void)state;
    SDL_JoystickSetVirtualAxis(ours, 1, 16884);
    SDL_JoystickSetVirtualButton(ours, 0, 1);
    rt_input before = poll_at(1000 * MS);
    assert_false(before.clutch);
    SDL_JoystickID old = SDL_JoystickInstanceID(ours);
    unplug();
    poll_at(1010 * MS);
    SDL_Joystick *foreign = virtual_plug_in("somebody else's pedals");
    assert_false(poll_at(1020 * MS).has_device); // another GUID is rejected
    plug_in();
    assert_int_not_equal(SDL_JoystickInstanceID(ours), old);
    rt_input in = poll_at(1030 * MS);
    assert_true(in.has_device);
    assert_int_equal(in.t_ns, 1000 * MS); // no new stamp before the lever moves
    CHECK_NEAR(in.lever, before.lever, 0.0);
    SDL_JoystickSetVirtualAxis(ours, 1, -32768);
    in = poll_at(1040 * MS);
    assert_int_equal(in.t_ns, 1040 * MS);
    CHECK_NEAR(in.lever, -1.0, 0.0);
    assert_false(in.clutch); // unchanged by the loss
    virtual_unplug(foreign);
    assert_true(poll_at(1050 * MS).has_device);
}

// Events of another joystick of the same kind have no effect on ours.
static void test_foreign_events(void **state) {
    (void)state;
    SDL_Joystick *foreign = SDL_JoystickOpen(virtual_attach("somebody else's pedals"));
    assert_non_null(foreign);
    SDL_JoystickSetVirtualAxis(ours, 1, 16884);
    rt_input before = poll_at(1000 * MS);
    SDL_JoystickSetVirtualAxis(foreign, 1, -32768);
    SDL_JoystickSetVirtualButton(foreign, 1, 1);
    rt_input in = poll_at(1010 * MS);
    CHECK_NEAR(in.lever, before.lever, 0.0);
    assert_false(in.estop);
    virtual_unplug(foreign);
    assert_int_equal(poll_at(1020 * MS).t_ns, 1020 * MS);
}

// The device works while the window lacks the focus: the operator still holds the lever.
static void test_works_without_focus(void **state) {
    (void)state;
    SDL_Window *window = SDL_CreateWindow("hawse test", 0, 0, 64, 64, SDL_WINDOW_HIDDEN);
    assert_non_null(window);
    assert_null(SDL_GetKeyboardFocus());
    SDL_JoystickSetVirtualAxis(ours, 1, 32767);
    CHECK_NEAR(poll_at(1000 * MS).lever, 1.0, 0.0);
    SDL_DestroyWindow(window);
}

// Unplugged and reconnected between two polls: the loss is still published. The new device starts without a known
// lever, whether SDL reports its initial values before or after opening.
static void test_unplugged_and_back_between_polls(void **state) {
    (void)state;
    SDL_JoystickSetVirtualAxis(ours, 1, 16884);
    poll_at(1000 * MS);
    unplug();
    plug_in();
    rt_input in = poll_at(1010 * MS);
    assert_false(in.has_device);
    in = poll_at(1020 * MS);
    assert_true(in.has_device);
    assert_int_equal(in.t_ns, 1000 * MS);
    unplug();
    plug_in();
    hw_device_poll(&stick, 1030 * MS);
    assert_false(hw_device_input(&stick)->has_device);
    hw_device_poll(&stick, 1040 * MS);
    assert_true(hw_device_input(&stick)->has_device);
    assert_int_equal(poll_at(1050 * MS).t_ns, 1000 * MS);
}

static rt_command condition(rt_conditioner *c, int64_t now_ns) {
    const rt_command_limits limits = rt_command_limits_default();
    const rt_input in = poll_at(now_ns);
    return rt_command_condition(c, &limits, &in, now_ns, 0.01, NULL);
}

// End to end: unplugging stops the windlass and leaves the clutch alone; motion needs a reset at neutral.
static void test_fail_safe_end_to_end(void **state) {
    (void)state;
    rt_conditioner c = rt_conditioner_start(0.0, true);
    int64_t t = 0;
    SDL_JoystickSetVirtualAxis(ours, 2, -32768);
    for (int i = 0; i < 100; i++) assert_true(condition(&c, t += 10 * MS).failsafe);
    SDL_JoystickSetVirtualAxis(ours, 1, 900); // in the detent
    condition(&c, t += 10 * MS);
    SDL_JoystickSetVirtualAxis(ours, 1, 32767);
    for (int i = 0; i < 100; i++) condition(&c, t += 10 * MS);
    assert_false(c.last.failsafe);
    CHECK_NEAR(c.last.lever, 1.0, 1e-12);
    unplug();
    for (int i = 0; i < 40; i++) condition(&c, t += 10 * MS);
    assert_true(c.last.failsafe);
    CHECK_NEAR(c.last.lever, 0.0, 0.0);
    assert_int_equal(c.last.clutch, 1);
    plug_in();
    for (int i = 0; i < 40; i++) assert_true(condition(&c, t += 10 * MS).failsafe);
    SDL_JoystickSetVirtualButton(ours, 2, 1); // reset while the lever is unknown
    assert_true(condition(&c, t += 10 * MS).failsafe);
    SDL_JoystickSetVirtualButton(ours, 2, 0);
    for (int i = 0; i < 10; i++) condition(&c, t += 10 * MS);
    SDL_JoystickSetVirtualAxis(ours, 1, 900);
    assert_true(condition(&c, t += 10 * MS).failsafe);
    SDL_JoystickSetVirtualButton(ours, 2, 1);
    assert_false(condition(&c, t += 10 * MS).failsafe);
}

// Without a matching joystick the device warns and waits. It accepts the first match, and from then on only that one.
static void test_plugged_in_later(void **state) {
    (void)state;
    static rt_diag d;
    const rt_command start = {0};
    hw_map absent = map;
    snprintf(absent.name, sizeof absent.name, "bridge console");
    snprintf(absent.guid, sizeof absent.guid, "0123456789abcdef0123456789abcdef");
    hw_device_close(&stick);
    assert_int_equal(hw_joystick_open(&stick, &(hw_opening){.map = &absent, .start = &start, .map_named = true}, &d),
                     RT_OK);
    assert_int_equal(d.warnings, 1);
    assert_non_null(strstr(d.text, absent.guid));
    assert_false(hw_joystick_present(&absent, false));
    SDL_JoystickSetVirtualAxis(ours, 1, 32767); // one that does not match
    assert_false(poll_at(5000 * MS).has_device);
    hw_device_close(&stick);

    char guid[33];
    SDL_JoystickGetGUIDString(SDL_JoystickGetGUID(ours), guid, sizeof guid);
    unplug();
    snprintf(absent.guid, sizeof absent.guid, "%s", guid);
    assert_int_equal(hw_joystick_open(&stick, &(hw_opening){.map = &absent, .start = &start, .map_named = true}, &d),
                     RT_OK);
    assert_int_equal(d.warnings, 2);
    rt_conditioner c = rt_conditioner_start(1.0, true);
    for (int k = 0; k < 100; k++) assert_true(condition(&c, (100 + k) * 10 * MS).failsafe);
    assert_int_equal(c.state, RT_SAFETY_UNKNOWN); // no device to lose yet
    plug_in();
    rt_input in = poll_at(3000 * MS);
    assert_false(in.has_device); // not before its lever has moved
    SDL_JoystickSetVirtualAxis(ours, 1, 500);
    in = poll_at(3010 * MS);
    assert_true(in.has_device);
    assert_int_equal(in.t_ns, 3010 * MS);
    condition(&c, 3020 * MS);
    assert_int_equal(c.state, RT_SAFETY_ACTIVE);
}

static void test_serial_number(void **state) {
    (void)state;
    static rt_diag d;
    const rt_command start = {0};
    hw_map other = map;
    snprintf(other.serial, sizeof other.serial, "0815"); // virtual joysticks have none
    hw_device_close(&stick);
    assert_int_equal(hw_joystick_open(&stick, &(hw_opening){.map = &other, .start = &start, .map_named = true}, &d),
                     RT_OK);
    assert_int_equal(d.warnings, 1);
    SDL_JoystickSetVirtualAxis(ours, 1, 32767);
    assert_false(poll_at(MS).has_device);
}

static void test_any(void **state) {
    (void)state;
    static rt_diag d;
    const rt_command start = {0};
    hw_device other;
    hw_map any = map;
    if (SDL_NumJoysticks() > 1) skip(); // "any" would open a real joystick of this machine
    snprintf(any.guid, sizeof any.guid, "any");
    any.stale = 0.05, any.failsafe = 0.2, any.neutral = 0.1;
    assert_int_equal(hw_joystick_open(&other, &(hw_opening){.map = &any, .start = &start, .map_named = true}, &d),
                     RT_OK);
    hw_identity id;
    hw_device_identity(&other, &id);
    assert_string_equal(id.kind, "joystick");
    assert_string_equal(id.name, "hawse test lever");
    assert_string_equal(id.id, map.guid);
    assert_int_equal(other.thresholds.stale_ns, 50 * MS);
    assert_int_equal(other.thresholds.failsafe_ns, 200 * MS);
    CHECK_NEAR(other.thresholds.neutral, 0.1, 0);
    hw_device_close(&other);
}

// A lever that is stuck off neutral gives no stamp; the emergency stop still works.
static void test_stuck_lever(void **state) {
    (void)state;
    static rt_diag d;
    const rt_command start = {0};
    hw_device_close(&stick);
    map.lever.stuck = 1.0;
    map.button[HW_DEAD_MAN].channel = 4;
    assert_int_equal(hw_joystick_open(&stick, &(hw_opening){.map = &map, .start = &start, .map_named = true}, &d),
                     RT_OK);
    SDL_JoystickSetVirtualButton(ours, 4, 1);
    SDL_JoystickSetVirtualAxis(ours, 1, 20000);
    assert_int_equal(poll_at(1000 * MS).t_ns, 1000 * MS);
    assert_int_equal(poll_at(2000 * MS).t_ns, 2000 * MS);
    rt_input in = poll_at(2001 * MS);
    assert_int_equal(in.t_ns, 2000 * MS);
    assert_int_equal(in.fault, RT_FAULT_STUCK);
    assert_true(in.dead_man);
    SDL_JoystickSetVirtualButton(ours, 4, 0);
    assert_false(poll_at(2001 * MS).dead_man);
    SDL_JoystickSetVirtualButton(ours, 4, 1);
    assert_false(poll_at(2001 * MS).dead_man); // it can stop, not start
    SDL_JoystickSetVirtualButton(ours, 1, 1);
    assert_true(poll_at(2002 * MS).estop);
    SDL_JoystickSetVirtualAxis(ours, 1, 20001);
    in = poll_at(2003 * MS);
    assert_int_equal(in.t_ns, 2003 * MS);
    assert_int_equal(in.fault, RT_FAULT_NONE);
    assert_true(in.dead_man);
}

static void test_list(void **state) {
    (void)state;
    static rt_diag d;
    char *text = NULL;
    size_t size;
    SDL_JoystickSetVirtualAxis(ours, 3, -12345);
    FILE *f = open_memstream(&text, &size);
    assert_non_null(f);
    assert_int_equal(hw_list_devices(f, &d), SDL_NumJoysticks());
    fclose(f);
    assert_non_null(strstr(text, "keyboard\n"));
    assert_non_null(strstr(text, "joystick \"hawse test lever\"\n"));
    assert_non_null(strstr(text, map.guid));
    assert_non_null(strstr(text, "map     none stored"));
    assert_non_null(strstr(text, "axes    4: 0 0 0 -12345\n"));
    assert_non_null(strstr(text, "buttons 6: 0 0 0 0 0 0\n"));
    free(text);
}

#define ON_STICK(f) cmocka_unit_test_setup_teardown(f, open_stick, close_stick)

int main(void) {
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_JOYSTICK) != 0) {
        fprintf(stderr, "SDL: %s\n", SDL_GetError());
        return 1;
    }
    const struct CMUnitTest tests[] = {
        ON_STICK(test_axis_is_silent_until_it_moves),
        ON_STICK(test_motion_and_roles),
        ON_STICK(test_unplugged_is_lost_not_centred),
        ON_STICK(test_loss_is_detected_without_its_event),
        ON_STICK(test_plugged_in_again),
        ON_STICK(test_foreign_events),
        ON_STICK(test_works_without_focus),
        ON_STICK(test_unplugged_and_back_between_polls),
        ON_STICK(test_fail_safe_end_to_end),
        ON_STICK(test_plugged_in_later),
        ON_STICK(test_serial_number),
        ON_STICK(test_any),
        ON_STICK(test_stuck_lever),
        ON_STICK(test_list),
    };
    config_begin();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SDL_Quit();
    config_end();
    return failed;
}
