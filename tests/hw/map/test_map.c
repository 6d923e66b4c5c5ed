// SPDX-License-Identifier: MIT
// Device map: calibration against hand-computed values and properties over every count, roles, and the YAML file.
#include "hw/map/map.h"
#include "tests/check.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define MS INT64_C(1000000)

// A lever with an off-centre detent; 900 counts to one side and 2000 to the other.
static const hw_axis_map lever = {.channel = 1, .min = -1000, .neutral_low = -100, .neutral_high = 300, .max = 2300};

static void test_four_points(void **state) {
    (void)state;
    CHECK_NEAR(hw_axis_value(&lever, -1000), -1.0, 0.0);
    CHECK_NEAR(hw_axis_value(&lever, -550), -0.5, 1e-15);
    CHECK_NEAR(hw_axis_value(&lever, -100), 0.0, 0.0);
    CHECK_NEAR(hw_axis_value(&lever, 0), 0.0, 0.0);
    CHECK_NEAR(hw_axis_value(&lever, 300), 0.0, 0.0);
    CHECK_NEAR(hw_axis_value(&lever, 800), 0.25, 1e-15);
    CHECK_NEAR(hw_axis_value(&lever, 2300), 1.0, 0.0);
    CHECK_NEAR(hw_axis_value(&lever, INT32_MAX), 1.0, 0.0);
    CHECK_NEAR(hw_axis_value(&lever, INT32_MIN), -1.0, 0.0);
}

static void test_dead_band_and_expo(void **state) {
    (void)state;
    hw_axis_map a = {.min = -1000, .max = 1000, .dead_band = 0.2};
    CHECK_NEAR(hw_axis_value(&a, 200), 0.0, 0.0);
    CHECK_NEAR(hw_axis_value(&a, 600), 0.5, 1e-15); // (0.6 - 0.2) / 0.8
    CHECK_NEAR(hw_axis_value(&a, -600), -0.5, 1e-15);
    CHECK_NEAR(hw_axis_value(&a, 1000), 1.0, 1e-15);
    a.dead_band = 0.0;
    a.expo = 0.5;
    CHECK_NEAR(hw_axis_value(&a, 500), 0.3125, 1e-15); // 0.5 * 0.5 + 0.5 * 0.5^3
    CHECK_NEAR(hw_axis_value(&a, -500), -0.3125, 1e-15);
    a.expo = 1.0;
    CHECK_NEAR(hw_axis_value(&a, 500), 0.125, 1e-15);
    CHECK_NEAR(hw_axis_value(&a, -1000), -1.0, 1e-15);
}

// For every count of a 16-bit axis the value is in range, never decreases and steps by no more than the steepest slope.
// The inverted axis is exactly opposite.
static void test_properties(void **state) {
    (void)state;
    static const double part[] = {0.0, 0.1, 0.5, 0.9}, expo[] = {0.0, 0.3, 1.0};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            hw_axis_map a = {.min = -30000, .neutral_low = -900, .neutral_high = 2500, .max = 32000};
            a.dead_band = part[i], a.expo = expo[k];
            hw_axis_map b = a;
            b.invert = true;
            // d(value)/d(raw) at most 1/shorter side, times 1/(1-dead band), times (1-e) + 3e.
            double jump = 1.0 / 29100.0 / (1.0 - part[i]) * (1.0 + 2.0 * expo[k]) * (1.0 + 1e-9), last = -1.0;
            for (int raw = -32768; raw <= 32767; raw++) {
                double value = hw_axis_value(&a, raw);
                if (!(value >= last && value <= 1.0 && value - last <= jump) || hw_axis_value(&b, raw) != -value)
                    fail_msg("raw %d, dead band %g, expo %g: %.17g after %.17g", raw, part[i], expo[k], value, last);
                last = value;
            }
            CHECK_NEAR(last, 1.0, 1e-15);
        }
}

static void test_side_without_travel(void **state) {
    (void)state;
    hw_axis_map a = {.min = 0, .neutral_low = 0, .neutral_high = 100, .max = 1100};
    CHECK_NEAR(hw_axis_value(&a, -5000), 0.0, 0.0);
    CHECK_NEAR(hw_axis_value(&a, 600), 0.5, 1e-15);
    hw_axis_map b = {.min = 100, .neutral_low = 1100, .neutral_high = 1200, .max = 1200, .invert = true};
    CHECK_NEAR(hw_axis_value(&b, 5000), 0.0, 0.0);
    CHECK_NEAR(hw_axis_value(&b, 600), 0.5, 1e-15);
    hw_axis_map c = {.min = INT_MIN, .neutral_low = -1, .neutral_high = 0, .max = INT_MAX};
    CHECK_NEAR(hw_axis_value(&c, INT32_MAX), 1.0, 0.0);
    CHECK_NEAR(hw_axis_value(&c, INT32_MIN), -1.0, 0.0);
    CHECK_NEAR(hw_axis_value(&c, 1 << 30), 0.5, 1e-9);
}

static hw_map console(void) {
    hw_map m = {.lever = lever,
                .brake = {.channel = 2, .min = 0, .neutral_low = 0, .neutral_high = 0, .max = 1000},
                .bridge = {{.channel = HW_NO_CHANNEL}, {.channel = HW_NO_CHANNEL}, {.channel = HW_NO_CHANNEL}},
                .button = {[HW_CLUTCH] = {4, false},
                           [HW_ESTOP] = {5, false},
                           [HW_RESET] = {6, false},
                           [HW_DEAD_MAN] = {7, false},
                           [HW_RELEASE] = {HW_NO_CHANNEL, false}}};
    return m;
}

static void test_silence_is_not_neutral(void **state) {
    (void)state;
    hw_map m = console();
    hw_map_state s = hw_map_start(&m, true, false);
    rt_input in = {0};
    assert_false(hw_map_input(&s, &m, 10 * MS, &in));
    CHECK_NEAR(in.brake, 1.0, 0.0); // unknown: fully set, the safe side
    assert_true(in.clutch);
    assert_false(in.dead_man);
    hw_map_set_axis(&s, &m, 3, 2300); // an axis without a role
    hw_map_set_axis(&s, &m, 2, 250);
    assert_false(hw_map_input(&s, &m, 11 * MS, &in));
    CHECK_NEAR(in.brake, 0.25, 1e-15);
    hw_map_set_axis(&s, &m, 1, 800);
    assert_true(hw_map_input(&s, &m, 12 * MS, &in));
    CHECK_NEAR(in.lever, 0.25, 1e-15);
    assert_false(in.no_brake);
    m.brake.channel = HW_NO_CHANNEL;
    m.button[HW_DEAD_MAN].channel = HW_NO_CHANNEL;
    assert_true(hw_map_input(&s, &m, 13 * MS, &in));
    CHECK_NEAR(in.brake, 0.0, 0.0);
    assert_true(in.dead_man && in.no_brake);
}

static void test_brake_is_one_sided(void **state) {
    (void)state;
    hw_map m = console();
    m.brake = (hw_axis_map){.channel = 2, .min = -1000, .neutral_low = -200, .neutral_high = 200, .max = 1200};
    hw_map_state s = hw_map_start(&m, false, false);
    rt_input in = {0};
    hw_map_set_axis(&s, &m, 2, -1000);
    hw_map_input(&s, &m, MS, &in);
    CHECK_NEAR(in.brake, 0.0, 0.0);
    hw_map_set_axis(&s, &m, 2, 700);
    hw_map_input(&s, &m, MS, &in);
    CHECK_NEAR(in.brake, 0.5, 1e-15);
    m.brake.invert = true;
    hw_map_set_axis(&s, &m, 2, -600);
    hw_map_input(&s, &m, MS, &in);
    CHECK_NEAR(in.brake, 0.5, 1e-15);
}

// A press between two polls counts for 50 ms; a held button counts while held and 50 ms longer; the dead-man is never
// extended.
static void test_buttons(void **state) {
    (void)state;
    hw_map m = console();
    hw_map_state s = hw_map_start(&m, false, false);
    rt_input in = {0};
    for (int channel = 5; channel <= 7; channel++) {
        hw_map_set_button(&s, &m, channel, true);
        hw_map_set_button(&s, &m, channel, false);
    }
    hw_map_input(&s, &m, 100 * MS, &in);
    assert_true(in.estop && in.reset);
    assert_false(in.dead_man);
    hw_map_input(&s, &m, 149 * MS, &in);
    assert_true(in.estop && in.reset);
    hw_map_input(&s, &m, 150 * MS, &in);
    assert_false(in.estop || in.reset);
    hw_map_set_button(&s, &m, 5, true);
    hw_map_set_button(&s, &m, 7, true);
    hw_map_input(&s, &m, 200 * MS, &in);
    hw_map_input(&s, &m, 900 * MS, &in);
    assert_true(in.estop && in.dead_man);
    hw_map_set_button(&s, &m, 5, false);
    hw_map_set_button(&s, &m, 7, false);
    hw_map_input(&s, &m, 901 * MS, &in);
    assert_false(in.dead_man);
    hw_map_input(&s, &m, 949 * MS, &in);
    assert_true(in.estop);
    hw_map_input(&s, &m, 950 * MS, &in);
    assert_false(in.estop);
}

static void test_normally_closed_stop(void **state) {
    (void)state;
    hw_map m = console();
    m.button[HW_ESTOP].invert = true;
    hw_map_state s = hw_map_start(&m, false, false);
    rt_input in = {0};
    hw_map_input(&s, &m, MS, &in);
    assert_true(in.estop); // no report yet: pressed, the safe side
    hw_map_set_button(&s, &m, 5, true);
    hw_map_input(&s, &m, 100 * MS, &in);
    assert_false(in.estop);
    hw_map_set_button(&s, &m, 5, false); // the contact opens for an instant
    hw_map_set_button(&s, &m, 5, true);
    hw_map_input(&s, &m, 101 * MS, &in);
    assert_true(in.estop);
}

static void press_clutch(hw_map_state *s, const hw_map *m, int64_t now_ns, bool down, bool expected) {
    rt_input in = {0};
    hw_map_set_button(s, m, 4, down);
    hw_map_input(s, m, now_ns, &in);
    assert_int_equal(in.clutch, expected);
}

static void test_clutch(void **state) {
    (void)state;
    hw_map m = console();
    hw_map_state s = hw_map_start(&m, false, false);
    press_clutch(&s, &m, 10 * MS, true, true);
    press_clutch(&s, &m, 20 * MS, false, true);
    press_clutch(&s, &m, 30 * MS, true, true); // bounces
    press_clutch(&s, &m, 40 * MS, false, true);
    press_clutch(&s, &m, 200 * MS, true, false);
    press_clutch(&s, &m, 900 * MS, true, false); // held
    press_clutch(&s, &m, 901 * MS, false, false);
    press_clutch(&s, &m, 903 * MS, true, false); // bounces on release
    press_clutch(&s, &m, 904 * MS, false, false);
    m.clutch_action = HW_CLUTCH_SWITCH;
    press_clutch(&s, &m, 1000 * MS, true, true);
    press_clutch(&s, &m, 2000 * MS, true, true);
    press_clutch(&s, &m, 2001 * MS, false, false);
}

// The stopper works as the clutch. A device without a stopper leaves the bar unchanged, also on reconnection.
static void test_stopper(void **state) {
    (void)state;
    hw_map m = console();
    rt_input in = {0};
    for (int down = 0; down < 2; down++) {
        hw_map_state none = hw_map_start(&m, false, down);
        hw_map_input(&none, &m, 10 * MS, &in);
        assert_int_equal(in.stopper, down);
    }
    m.button[HW_STOPPER].channel = 11;
    hw_map_state s = hw_map_start(&m, false, false);
    for (int k = 1; k < 5; k++) { // each press counts once
        hw_map_set_button(&s, &m, 11, true);
        hw_map_input(&s, &m, 100 * k * MS, &in);
        hw_map_input(&s, &m, (100 * k + 20) * MS, &in);
        assert_int_equal(in.stopper, k % 2);
        hw_map_set_button(&s, &m, 11, false);
        hw_map_input(&s, &m, (100 * k + 60) * MS, &in);
        assert_int_equal(in.stopper, k % 2);
    }
    m.stopper_action = HW_CLUTCH_SWITCH;
    for (int k = 0; k < 4; k++) {
        hw_map_set_button(&s, &m, 11, k % 2);
        hw_map_input(&s, &m, (1000 + 100 * k) * MS, &in);
        assert_int_equal(in.stopper, k % 2);
    }
    assert_false(in.clutch);
}

// A count beyond the ends plus margin is a broken wire; within the margin it is the end of the travel.
static void test_out_of_range(void **state) {
    (void)state;
    hw_map m = console();
    m.lever.margin = 50;
    m.brake.margin = 10;
    static const struct {
        int channel;
        int32_t raw;
        rt_input_fault fault;
    } count[] = {
        {1, -1000, RT_FAULT_NONE},      {1, -1050, RT_FAULT_NONE}, {1, -1051, RT_FAULT_RANGE},
        {1, 2350, RT_FAULT_NONE},       {1, 2351, RT_FAULT_RANGE}, {1, INT32_MAX, RT_FAULT_RANGE},
        {1, INT32_MIN, RT_FAULT_RANGE}, {1, 0, RT_FAULT_NONE},     {2, 1010, RT_FAULT_NONE},
        {2, 1011, RT_FAULT_RANGE},      {2, -11, RT_FAULT_RANGE},  {2, 500, RT_FAULT_NONE},
    };
    hw_map_state s = hw_map_start(&m, true, false);
    for (size_t i = 0; i < sizeof count / sizeof count[0]; i++) {
        rt_input in = {0};
        hw_map_set_axis(&s, &m, count[i].channel, count[i].raw);
        hw_map_set_axis(&s, &m, count[i].channel == 1 ? 2 : 1, 100); // the other axis is in range
        assert_int_equal(hw_map_input(&s, &m, (int64_t)i * MS, &in), count[i].fault == RT_FAULT_NONE);
        assert_int_equal(in.fault, count[i].fault);
    }
    m.lever.margin = 0; // off
    rt_input in = {0};
    hw_map_set_axis(&s, &m, 1, INT32_MAX);
    assert_true(hw_map_input(&s, &m, 99 * MS, &in));
}

// A noisy lever that stops changing is stuck. At neutral it may rest for any time.
static void test_stuck(void **state) {
    (void)state;
    hw_map m = console();
    m.lever.stuck = 2.0;
    hw_map_state s = hw_map_start(&m, true, false);
    rt_input in = {0};
    int64_t t = 1000 * MS;
    for (int k = 0; k < 5000; k++) { // noise of one count
        hw_map_set_axis(&s, &m, 1, 1000 + k % 2);
        assert_true(hw_map_input(&s, &m, t += MS, &in));
    }
    for (int k = 0; k < 2000; k++) {
        hw_map_set_axis(&s, &m, 1, 1001); // repeats the same count
        assert_true(hw_map_input(&s, &m, t += MS, &in));
    }
    assert_false(hw_map_input(&s, &m, t += MS, &in));
    assert_int_equal(in.fault, RT_FAULT_STUCK);
    hw_map_set_axis(&s, &m, 1, 1000); // there and back between two polls is a change
    hw_map_set_axis(&s, &m, 1, 1001);
    assert_true(hw_map_input(&s, &m, t += MS, &in));
    assert_int_equal(in.fault, RT_FAULT_NONE);
    hw_map_set_axis(&s, &m, 1, 100); // in the detent
    assert_true(hw_map_input(&s, &m, t += MS, &in));
    assert_true(hw_map_input(&s, &m, t += 60000 * MS, &in));
    m.lever.stuck = 0; // off
    hw_map_set_axis(&s, &m, 1, 1000);
    assert_true(hw_map_input(&s, &m, t += MS, &in));
    assert_true(hw_map_input(&s, &m, t += 60000 * MS, &in));
}

static void test_frozen(void **state) {
    (void)state;
    hw_map m = console();
    m.frozen = 0.25;
    hw_map_state s = hw_map_start(&m, true, false);
    rt_input in = {0};
    hw_map_set_axis(&s, &m, 1, 800);
    assert_true(hw_map_input(&s, &m, 90000 * MS, &in)); // without a clock there is no such fault
    hw_map_set_clock(&s, 77, 90000 * MS);
    for (int k = 0; k <= 250; k++) {
        hw_map_set_clock(&s, 77, (90000 + k) * MS);
        assert_true(hw_map_input(&s, &m, (90000 + k) * MS, &in));
    }
    hw_map_set_clock(&s, 77, 90251 * MS);
    assert_false(hw_map_input(&s, &m, 90251 * MS, &in));
    assert_int_equal(in.fault, RT_FAULT_FROZEN);
    hw_map_set_clock(&s, 0, 90252 * MS); // wrapped or restarted: any change counts
    assert_true(hw_map_input(&s, &m, 90252 * MS, &in));
    m.frozen = 0;
    assert_true(hw_map_input(&s, &m, 99999 * MS, &in));
}

static void test_release(void **state) {
    (void)state;
    hw_map m = console();
    rt_input in = {.release = true};
    hw_map_state s = hw_map_start(&m, true, false);
    hw_map_input(&s, &m, MS, &in);
    assert_false(in.release); // the device has no release
    m.button[HW_RELEASE].channel = 9;
    s = hw_map_start(&m, true, false);
    hw_map_set_button(&s, &m, 9, true);
    hw_map_input(&s, &m, 2 * MS, &in);
    assert_true(in.release);
    hw_map_set_button(&s, &m, 9, false);
    hw_map_input(&s, &m, 3 * MS, &in);
    assert_false(in.release); // at once, not extended
}

// Orders of the bridge come from the axes that are mapped and have reported; nothing of them stops the lever.
static void test_bridge(void **state) {
    (void)state;
    hw_map m = console();
    const hw_axis_map telegraph = {.channel = 5, .min = -100, .neutral_low = -10, .neutral_high = 10, .max = 60},
                      rudder = {.channel = 6, .min = -35, .max = 35, .invert = true};
    m.bridge[RT_ORDER_ENGINE] = telegraph, m.bridge[RT_ORDER_RUDDER] = rudder;
    rt_input in = {.orders = {.thruster = 7}};
    hw_map_state s = hw_map_start(&m, true, false);
    hw_map_set_axis(&s, &m, m.lever.channel, 0);
    hw_map_input(&s, &m, MS, &in);
    assert_int_equal(in.bridge, 0); // silence is no order
    hw_map_set_axis(&s, &m, 5, 35);
    assert_true(hw_map_input(&s, &m, 2 * MS, &in));
    assert_true(in.bridge == RT_GIVES_ENGINE && in.orders.engine == 500);
    hw_map_set_axis(&s, &m, 5, -100);
    hw_map_set_axis(&s, &m, 6, 7);
    assert_true(hw_map_input(&s, &m, 3 * MS, &in));
    assert_true(in.bridge == (RT_GIVES_ENGINE | RT_GIVES_RUDDER));
    assert_true(in.orders.engine == -1000 && in.orders.rudder == -200 && in.orders.thruster == 7);
    hw_map_set_axis(&s, &m, 5, 5);
    assert_true(hw_map_input(&s, &m, 4 * MS, &in));
    assert_int_equal(in.orders.engine, 0);
}

static void test_generic_joystick_file(void **state) {
    (void)state;
    static rt_diag d;
    hw_map m;
    rt_status status = hw_map_load(HAWSE_SOURCE_DIR "/config/devices/generic_joystick.yaml", &m, &d);
    if (status != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(d.warnings, 0);
    assert_string_equal(m.guid, "any");
    assert_int_equal(m.lever.channel, 1);
    assert_int_equal(m.brake.channel, 2);
    assert_int_equal(m.button[HW_DEAD_MAN].channel, HW_NO_CHANNEL);
    assert_int_equal(m.clutch_action, HW_CLUTCH_TOGGLE);
    CHECK_NEAR(hw_axis_value(&m.lever, 32767), 1.0, 1e-15);
    CHECK_NEAR(hw_axis_value(&m.lever, -32768), -1.0, 1e-15);
    CHECK_NEAR(hw_axis_value(&m.brake, -32768), 0.0, 0.0);
    CHECK_NEAR(hw_axis_value(&m.brake, 32767), 1.0, 1e-15);
}

// Loads the text as a map file; messages go to d.
static rt_status load_text(const char *text, hw_map *m, rt_diag *d) {
    char path[] = "/tmp/hawse-map-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    memset(d, 0, sizeof *d);
    rt_status status = hw_map_load(path, m, d);
    unlink(path);
    return status;
}

static void test_file_errors(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } faults[] = {
        {"name: x\nreset: {channel: 2}\n", "lever.channel"},
        {"name: x\nlever: {channel: 1}\n", "reset.channel"},
        {"name: x\nlever: {channel: 99}\nreset: {channel: 2}\n", ":2:"},
        {"name: x\nlever:\n  channel: 1\n  min: 10\n  max: -10\nreset: {channel: 2}\n",
         ":3: error: lever: expected min <= neutral_low <= neutral_high <= max, found 10, -1638, 1638, -10"},
        {"name: x\nlever: {channel: 1, min: -1638}\nreset: {channel: 2}\n",
         ":2: error: lever: no travel between min and neutral_low"},
        {"name: x\nlever: {channel: 1}\nreset: {channel: 2}\nbrake: {channel: 0, invert: true}\n",
         ":4: error: brake: no travel between min and neutral_low"},
        {"name: x\nlever: {channel: 1}\nreset: {channel: 2}\nbrake: {channel: 1}\n",
         ":4: error: brake.channel: axis 1 is already the lever"},
        {"name: x\nlever: {channel: 1}\nreset: {channel: 2}\nrudder: {channel: 1}\n",
         ":4: error: rudder.channel: axis 1 is already the lever"},
        {"name: x\nlever: {channel: 1}\nreset: {channel: 2}\nengine: {channel: 3, max: 1638}\n",
         ":4: error: engine: no travel between neutral_high and max"},
        {"name: x\nlever: {channel: 1}\nreset: {channel: 2}\nestop: {channel: 2}\n",
         ":3: error: reset.channel: button 2 is already the estop"},
        {"name: x\nguid: 0300\nlever: {channel: 1}\nreset: {channel: 2}\n",
         ":2: error: guid: expected 32 hexadecimal digits or any, found \"0300\""},
        {"name: x\nlever: {channel: 1, expo: 1.5}\nreset: {channel: 2}\n", "expo"},
        {"name: x\nlever: {channel: 1}\nreset: {channel: 2}\nsafety: {stale: 400 ms}\n",
         "safety.failsafe: expected more than safety.stale, 0.4 s, found 0.3 s"},
        {"name: x\nlever: {channel: 1}\nreset: {channel: 2}\nsafety:\n  failsafe: 3\n  stale: 0\n", ":6:"},
        {"name: x\nlever: {channel: 1, margin: -1}\nreset: {channel: 2}\n", "margin"},
        {"name: x\nlever: {channel: 1, stuck: 5 m}\nreset: {channel: 2}\n", "stuck"},
        {"name: x\nlever: {channel: 1}\nreset: {channel: 2}\nrelease: {channel: 2}\n",
         "release.channel: button 2 is already the reset"},
        {"name: x\nlever: {chanel: 1}\nreset: {channel: 2}\n", "chanel"},
    };
    static rt_diag d;
    hw_map m;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        assert_int_equal(load_text(faults[i].text, &m, &d), RT_ERR_FORMAT);
        if (!strstr(d.text, faults[i].message)) fail_msg("expected \"%s\" in:\n%s", faults[i].message, d.text);
    }
    assert_int_equal(load_text("name: x\nlever: {channel: 1}\nreset: {channel: 2}\n", &m, &d), RT_OK);
    assert_int_equal(m.button[HW_ESTOP].channel, HW_NO_CHANNEL);
    for (int i = 0; i < RT_ORDERS; i++) assert_int_equal(m.bridge[i].channel, HW_NO_CHANNEL);
    hw_thresholds own = hw_map_thresholds(&m);
    assert_int_equal(own.stale_ns, 100 * MS);
    assert_int_equal(own.failsafe_ns, 300 * MS);
    CHECK_NEAR(own.neutral, 0.05, 0.0);
    CHECK_NEAR(m.frozen, 0.25, 0.0);
    CHECK_NEAR(m.lever.stuck, 0.0, 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_four_points),
        cmocka_unit_test(test_bridge),
        cmocka_unit_test(test_dead_band_and_expo),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_side_without_travel),
        cmocka_unit_test(test_silence_is_not_neutral),
        cmocka_unit_test(test_brake_is_one_sided),
        cmocka_unit_test(test_buttons),
        cmocka_unit_test(test_normally_closed_stop),
        cmocka_unit_test(test_clutch),
        cmocka_unit_test(test_stopper),
        cmocka_unit_test(test_out_of_range),
        cmocka_unit_test(test_stuck),
        cmocka_unit_test(test_frozen),
        cmocka_unit_test(test_release),
        cmocka_unit_test(test_generic_joystick_file),
        cmocka_unit_test(test_file_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
