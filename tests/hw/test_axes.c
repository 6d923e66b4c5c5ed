// SPDX-License-Identifier: MIT
// Axes of a virtual joystick, calibrated one by one and stored; what is stored is what the joystick is then opened
// with.
#include "hw/axes.h"
#include "tests/hw/virtual_stick.h"

static SDL_Joystick *ours;
static hw_axes a;
static rt_diag d;
static char path[HW_STORE_PATH];

static int plug_in(void **state) {
    (void)state;
    d = (rt_diag){0};
    ours = virtual_plug_in("panel's stick");
    return hw_axes_open(&a) ? 0 : -1;
}

static int unplug(void **state) {
    (void)state;
    hw_axes_close(&a);
    if (ours) virtual_unplug(ours);
    if (hw_store_path(a.raw.guid, a.raw.serial, path)) unlink(path);
    return 0;
}

static void stand(int axis, int value) {
    SDL_JoystickSetVirtualAxis(ours, axis, (Sint16)value);
    SDL_JoystickUpdate();
    assert_true(hw_axes_read(&a));
}

static void take(int axis, int low, int centre, int high) {
    const int at[] = {low, centre, high};
    for (int k = 0; k < HW_AXIS_POINTS; k++) {
        stand(axis, at[k]);
        hw_axes_take(&a, axis, (hw_axis_point)k);
    }
}

static void points_become_the_map(void **state) {
    (void)state;
    const char *role;
    hw_map stored;
    assert_non_null(hw_axes_map(&a, 0, &role)); // by default
    assert_string_equal(role, "lever");
    take(0, 30000, 1000, -28000); // heave is where the count is least
    if (hw_axes_store(&a, 0, path, &d) != RT_OK) fail_msg("%s", d.text);
    take(2, -20000, 0, 25000);
    assert_null(hw_axes_map(&a, 2, &role));
    if (hw_axes_store(&a, 2, path, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(hw_map_load(path, &stored, &d), RT_OK);
    assert_int_equal(stored.lever.channel, 0);
    assert_int_equal(stored.brake.channel, 2);
    // ends and neutral are what they were said to be, whatever way the axis runs
    const struct {
        const hw_axis_map *map;
        int raw;
        double value;
    } is[] = {{&stored.lever, -28000, 1}, {&stored.lever, 30000, -1}, {&stored.lever, 1000, 0},
              {&stored.lever, 1500, 0},   {&stored.brake, 25000, 1},  {&stored.brake, -20000, 0}};
    for (size_t k = 0; k < sizeof is / sizeof is[0]; k++)
        CHECK_NEAR(hw_axis_value(is[k].map, is[k].raw), is[k].value, 1e-9);
    hw_axes_close(&a);
    assert_true(hw_axes_open(&a)); // and found again
    assert_string_equal(hw_axes_map(&a, 2, &role) ? role : "", "brake");
}

static void what_makes_no_sense_is_refused(void **state) {
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
        if (bad[k].axis < 4) take(bad[k].axis, bad[k].low, bad[k].centre, bad[k].high);
        assert_int_equal(hw_axes_store(&a, bad[k].axis, path, &d), RT_ERR_USAGE);
        if (!strstr(d.text, bad[k].why)) fail_msg("%s", d.text);
    }
    take(1, -20000, 0, 20000);
    assert_int_equal(hw_axes_store(&a, 1, path, &d), RT_OK); // the brake
    take(3, -20000, 0, 20000);
    d = (rt_diag){0};
    assert_int_equal(hw_axes_store(&a, 3, path, &d), RT_ERR_USAGE);
    assert_non_null(strstr(d.text, "lever and brake are other axes"));
}

static void one_that_goes_is_noticed(void **state) {
    (void)state;
    virtual_unplug(ours);
    ours = NULL;
    SDL_JoystickUpdate();
    assert_false(hw_axes_read(&a));
    assert_false(a.open);
    assert_false(hw_axes_open(&a));
}

#define ON_STICK(f) cmocka_unit_test_setup_teardown(f, plug_in, unplug)

int main(void) {
    int unable = virtual_begin();
    if (unable) return unable;
    const struct CMUnitTest tests[] = {
        ON_STICK(points_become_the_map),
        ON_STICK(what_makes_no_sense_is_refused),
        ON_STICK(one_that_goes_is_noticed),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    SDL_Quit();
    config_end();
    return failed;
}
