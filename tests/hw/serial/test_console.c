// SPDX-License-Identifier: MIT
// Firmware, line and host together on a manual clock: handshake, counts, feedback, versions, contacts.
#include "tests/hw/console_case.h"

static void test_handshake(void **state) {
    (void)state;
    rig_start(&r, 0, 1);
    the_board.closed[REFERENCE_PIN_ESTOP] = true;
    assert_false(hw_console_input(&r.host)->has_device);
    int ms = 0;
    while (!r.seen.has_device && ms < 1000) rig_step(&r), ms++;
    assert_true(ms < 200); // the settling time, a HELLO's 85 bytes, and a few frames
    assert_int_equal(r.host.stats.accepted, 1);
    assert_string_equal(r.host.stats.hello.serial, "HC-0001");
    assert_int_equal(r.firmware.accept.watchdog_ms, HW_CONSOLE_WATCHDOG_NS / MS);
    rig_run(&r, 1000);
    hw_link_stats s;
    hw_console_stats(&r.host, &s);
    assert_int_equal(s.received.crc_errors + s.received.lost + s.received.duplicates + s.received.resyncs, 0);
    assert_int_equal(s.late + s.frozen + s.malformed + s.unheard + s.out_of_range + s.losses, 0);
    assert_in_range(s.interval_p50_ns, 8 * MS, 12 * MS);
    assert_in_range(s.round_trip_p99_ns, 1 * MS, 12 * MS);
    assert_true(s.age_max_ns < 20 * MS);
}

static void test_counts_become_the_lever(void **state) {
    (void)state;
    start_connected();
    r.lever = ramp;
    rig_run(&r, 50);
    int64_t heard_ns = r.seen.heard_ns;
    uint32_t inputs = r.host.stats.inputs;
    for (int i = 0; i < 2000; i++) {
        rig_step(&r);
        CHECK_NEAR(r.seen.lever, lever_value(ramp(r.host.accepted_us)), 1e-12);
        assert_true(r.seen.t_ns <= r.now_ns && r.now_ns - r.seen.t_ns < 25 * MS);
        bool new = r.host.stats.inputs != inputs; // accepted in this step, not before the line carried it
        assert_int_equal(r.seen.heard_ns, new ? r.now_ns : heard_ns);
        assert_true(r.seen.heard_ns > r.true_ns && r.seen.heard_ns >= r.seen.t_ns);
        heard_ns = r.seen.heard_ns;
        inputs = r.host.stats.inputs;
    }
}

static void test_feedback_arrives(void **state) {
    (void)state;
    start_connected();
    r.feedback = (hw_feedback){.state = HW_HOST_STALE,
                               .tension_n = 500000,
                               .speed_m_s = -0.25,
                               .counter_m = 27.5,
                               .motor = 1.2,
                               .brake_temp = NAN,
                               .buzzer = HW_BUZZER_ON,
                               .alarm = true};
    rig_run(&r, 50);
    const wire_output *o = &r.firmware.output;
    assert_int_equal(o->state, WIRE_STATE_STALE);
    assert_int_equal(o->lamps, WIRE_LAMP_ARMED | WIRE_LAMP_STALE | WIRE_LAMP_ALARM);
    assert_int_equal(o->tension, 500000);
    assert_int_equal(o->speed, -250);
    assert_int_equal(o->counter, 27500);
    assert_int_equal(o->motor, 1200);
    assert_int_equal(o->brake_temp, WIRE_NO_VALUE);
    assert_int_equal(the_board.pwm[REFERENCE_PWM_TENSION], 127);
    assert_int_equal(the_board.pwm[REFERENCE_PWM_SPEED], 127); // shows the magnitude
    assert_int_equal(the_board.pwm[REFERENCE_PWM_BRAKE_TEMP], 0);
    assert_true(the_board.lit[REFERENCE_LAMP_ARMED]);
    assert_false(the_board.lit[REFERENCE_LAMP_FAILSAFE] || the_board.lit[REFERENCE_PIN_NO_HOST]);
    assert_true(the_board.lit[REFERENCE_LAMP_ALARM] && the_board.lit[REFERENCE_PIN_BUZZER]);
}

// New in protocol 1.1: states of stopper and motor and the stopper's lamp to the console, the stopper switch from it.
static void test_stopper(void **state) {
    (void)state;
    for (int down = 0; down < 2; down++) { // state of the deck until the console reports
        hw_console_init(&r.host, NULL, true, down);
        assert_int_equal(hw_console_input(&r.host)->stopper, down);
    }
    start_connected();
    assert_false(r.seen.stopper);
    the_board.closed[REFERENCE_PIN_STOPPER] = true;
    rig_run(&r, 50);
    assert_true(r.seen.stopper);
    for (int k = 0; k < 4; k++) {
        r.feedback = (hw_feedback){
            .state = HW_HOST_ACTIVE, .clutch = true, .stopper = (hw_stopper)k, .motor_state = (hw_motor)(k % 4)};
        rig_run(&r, 50);
        unsigned lamps = WIRE_LAMP_ARMED | WIRE_LAMP_CLUTCH | (k == HW_STOPPER_HOLDING ? WIRE_LAMP_STOPPER : 0);
        assert_int_equal(r.firmware.output.lamps, lamps);
        assert_int_equal(r.firmware.output.stopper, k);
        assert_int_equal(r.firmware.output.motor_state, k % 4);
    }
    rig_run(&r, 500);
    assert_true(r.seen.stopper); // unchanged
    the_board.closed[REFERENCE_PIN_STOPPER] = false;
    rig_run(&r, 50);
    assert_false(r.seen.stopper);
}

// The lowest value of a field means unknown and leaves the pointer at rest.
static void test_unknown_gauges(void **state) {
    (void)state;
    start_connected();
    r.feedback = (hw_feedback){.tension_n = 500000, .speed_m_s = 0.25, .counter_m = 1, .motor = 1, .brake_temp = 100};
    rig_run(&r, 50);
    assert_true(the_board.pwm[REFERENCE_PWM_TENSION] > 0 && the_board.pwm[REFERENCE_PWM_BRAKE_TEMP] > 0);
    r.feedback = (hw_feedback){
        .tension_n = NAN, .speed_m_s = -(double)INFINITY, .counter_m = NAN, .motor = NAN, .brake_temp = NAN};
    rig_run(&r, 50);
    assert_int_equal(r.firmware.output.tension, INT32_MIN);
    assert_int_equal(r.firmware.output.counter, INT32_MIN);
    for (int i = 0; i < 4; i++) assert_int_equal(the_board.pwm[i], 0);
    r.feedback = (hw_feedback){.tension_n = -1e300, .speed_m_s = 1e300, .counter_m = 1e300};
    rig_run(&r, 50);
    assert_int_equal(r.firmware.output.tension, -INT32_MAX);
    assert_int_equal(r.firmware.output.speed, INT16_MAX);
    assert_int_equal(the_board.pwm[REFERENCE_PWM_SPEED], 255);
}

static void test_no_host(void **state) {
    (void)state;
    start_connected();
    r.feedback.buzzer = HW_BUZZER_ON;
    rig_run(&r, 50);
    assert_true(the_board.lit[REFERENCE_PIN_BUZZER]);
    r.plugged = false; // the host is dead: it neither reads nor sends
    rig_run(&r, HW_CONSOLE_WATCHDOG_NS / MS + 30);
    assert_true(the_board.lit[REFERENCE_PIN_NO_HOST]);
    assert_false(the_board.lit[REFERENCE_PIN_BUZZER] || the_board.lit[REFERENCE_LAMP_ARMED]);
    assert_int_equal(the_board.pwm[REFERENCE_PWM_TENSION], 0);
    // the console's reports carry the flag
    wire_decoder d = {0};
    wire_frame f;
    wire_input in = {0};
    uint8_t byte;
    int said = 0;
    while (virtual_line_read(&r.up, &byte, 1, the_board.now_ns) == 1)
        if (wire_decode(&d, byte, &f) == WIRE_FRAME && f.type == WIRE_INPUT &&
            wire_unpack_input(f.body, f.n, reference_console.table, REFERENCE_CHANNELS, false, &in))
            said += in.flags == WIRE_FLAG_NO_HOST && in.host_age_us == UINT16_MAX;
    assert_in_range(said, 1, 5); // reports of the last 30 ms
    rig_run(&r, 80 * 60 * 1000); // longer than a wrap of the console's clock
    assert_true(the_board.lit[REFERENCE_PIN_NO_HOST]);
}

static void test_estop_is_a_normally_closed_contact(void **state) {
    (void)state;
    start_connected();
    assert_false(r.seen.estop);
    the_board.closed[REFERENCE_PIN_ESTOP] = false;
    rig_run(&r, 30);
    assert_true(r.seen.estop);
    check_fail_safe();
}

static void test_contact_bounce(void **state) {
    (void)state;
    start_connected();
    for (int i = 0; i < 100; i++) { // opens for up to 4 ms at a time
        the_board.closed[REFERENCE_PIN_ESTOP] = i % 5 == 4;
        rig_step(&r);
        assert_false(r.seen.estop);
    }
}

// Another major version is refused, with the reason sent to the console, and never becomes a command.
static void test_other_major_refused(void **state) {
    (void)state;
    rig_start(&r, 0, 1);
    the_board.closed[REFERENCE_PIN_ESTOP] = true;
    r.def.hello.major = WIRE_MAJOR + 1;
    r.def.hello.minor = 3;
    rig_run(&r, 5000);
    assert_int_equal(r.host.stats.state, HW_LINK_REFUSED);
    assert_string_equal(r.host.stats.why, "expected protocol 1.x, found 2.3");
    assert_int_equal(r.firmware.state, CONSOLE_REFUSED);
    assert_int_equal(r.inputs, 0);
    assert_false(r.seen.has_device);
}

// The host asks a refused console again once a second, since another console may be connected by then. The requests do
// not increase the rate of HELLOs.
static void test_refused_console_is_asked_every_second(void **state) {
    (void)state;
    uint8_t body[WIRE_BODY_MAX], line[WIRE_FRAME_MAX];
    rig_start(&r, 0, 1);
    r.plugged = false; // the board is silent; the test counts the host's frames
    wire_hello other = r.def.hello;
    other.major = WIRE_MAJOR + 1;
    uint8_t n = wire_pack_hello(&other, r.def.table, body);
    hw_console_receive(&r.host, line, wire_frame_build(WIRE_HELLO, 1, 0, body, n, line), r.now_ns);
    wire_decoder d = {0};
    int asked = 0, refused = 0;
    for (int ms = 0; ms < 3500; ms++) {
        wire_frame f;
        hw_console_tick(&r.host, NULL, r.now_ns += MS);
        for (size_t i = 0; i < r.host.n_out; i++) {
            if (wire_decode(&d, r.host.out[i], &f) != WIRE_FRAME) continue;
            asked += f.type == WIRE_ASK;
            refused += f.type == WIRE_REFUSE;
        }
        hw_console_mark_sent(&r.host, r.host.n_out);
    }
    assert_int_equal(refused, 1);
    assert_int_equal(asked, 3);
    rig_start(&r, 0, 1);
    r.def.hello.major = WIRE_MAJOR + 1;
    rig_run(&r, 5000);
    assert_in_range(r.host.seq, 5, 14); // a REFUSE and an ASK each second, and the frames before the first
}

static void test_other_class_refused(void **state) {
    (void)state;
    rig_start(&r, 0, 1);
    r.def.hello.device_class = 2;
    rig_run(&r, 500);
    assert_int_equal(r.host.stats.state, HW_LINK_REFUSED);
    assert_string_equal(r.host.stats.why, "expected class 1 (windlass console), found 2");
}

// 36 bytes plus the channels are at most 241: 15 axes (195) leave room for 3 buttons (9).
static void test_oversized_table_is_refused(void **state) {
    (void)state;
    static const uint8_t buttons_that_fit[] = {32, 32, 32, 32, 32, 32, 32, 32, 32, 29, 25, 20, 16, 12, 7, 3};
    uint8_t body[512];
    for (int axes = 0; axes <= 16; axes++)
        for (int n = axes; n <= WIRE_CHANNELS; n++) {
            wire_channel table[WIRE_CHANNELS] = {{0}};
            wire_hello h = reference_console.hello;
            for (int i = 0; i < n; i++) table[i].kind = i < axes ? WIRE_KIND_AXIS : WIRE_KIND_BUTTON;
            h.n_channels = (uint8_t)n;
            memset(body, 0xA5, sizeof body);
            int bytes = wire_pack_hello(&h, table, body), whole = 36 + 13 * axes + 3 * (n - axes);
            assert_int_equal(bytes, axes < 16 && n - axes <= buttons_that_fit[axes] ? whole : 0);
            for (size_t i = WIRE_BODY_MAX; i < sizeof body; i++) assert_int_equal(body[i], 0xA5);
        }
}

static void test_newer_minor_accepted(void **state) {
    (void)state;
    rig_start(&r, 0, 1);
    the_board.closed[REFERENCE_PIN_ESTOP] = true;
    r.def.hello.minor = WIRE_MINOR + 7;
    rig_run(&r, 500);
    assert_int_equal(r.host.stats.state, HW_LINK_UP);
    assert_true(r.seen.has_device);
}

static void test_no_lever_refused(void **state) {
    (void)state;
    static const wire_channel table[] = {{1, WIRE_KIND_BRAKE, WIRE_UNIT_COUNT, 0, 0, 10, 1023, 1024}};
    rig_start(&r, 0, 1);
    r.def.table = table;
    r.def.hello.n_channels = 1;
    rig_run(&r, 500);
    assert_int_equal(r.host.stats.state, HW_LINK_REFUSED);
    assert_string_equal(r.host.stats.why, "expected a lever with travel to both sides, found none");
}

// The user's map precedes the console's table; its channels must exist.
static void test_users_map(void **state) {
    (void)state;
    hw_map m = {.lever = {.channel = 1, .min = 100, .neutral_low = 500, .neutral_high = 520, .max = 900},
                .brake = {.channel = HW_NO_CHANNEL}};
    for (int i = 0; i < HW_BUTTON_ROLES; i++) m.button[i].channel = HW_NO_CHANNEL;
    for (int i = 0; i < RT_ORDERS; i++) m.bridge[i].channel = HW_NO_CHANNEL;
    rig_start(&r, 0, 1);
    hw_console_init(&r.host, &m, true, false);
    hw_console_connect(&r.host, r.now_ns);
    rig_run(&r, 500);
    CHECK_NEAR(r.seen.lever, -1, 0); // the brake's axis, below 100
    assert_false(r.seen.estop);
    m.button[HW_RESET].channel = 9;
    rig_start(&r, 0, 1);
    hw_console_init(&r.host, &m, true, false);
    hw_console_connect(&r.host, r.now_ns);
    rig_run(&r, 500);
    assert_int_equal(r.host.stats.state, HW_LINK_REFUSED);
    assert_string_equal(r.host.stats.why, "button 9 of the device map is missing");
    m.button[HW_RESET].channel = HW_NO_CHANNEL;
    m.bridge[RT_ORDER_RUDDER].channel = 7;
    rig_start(&r, 0, 1);
    hw_console_init(&r.host, &m, true, false);
    hw_console_connect(&r.host, r.now_ns);
    rig_run(&r, 500);
    assert_string_equal(r.host.stats.why, "axis 7 of the device map is missing");
}

// New in protocol 1.2: axes of the bridge. They give the orders that the console has; a broken wire gives none, and
// stops neither lever nor windlass; nor does the loss of the console change the last orders.
static const wire_channel bridge_table[] = {{0, WIRE_KIND_LEVER, WIRE_UNIT_COUNT, REFERENCE_LOW, REFERENCE_NEUTRAL_LOW,
                                             REFERENCE_NEUTRAL_HIGH, REFERENCE_HIGH, 861},
                                            {1, WIRE_KIND_ENGINE, WIRE_UNIT_COUNT, 100, 490, 510, 900, 801},
                                            {2, WIRE_KIND_RUDDER, WIRE_UNIT_TENTH_DEGREE, -350, 0, 0, 350, 701}};
enum { ADC_ENGINE = 5, ADC_RUDDER };
static const uint8_t bridge_source[] = {REFERENCE_ADC_LEVER, ADC_ENGINE, ADC_RUDDER};

static void test_bridge(void **state) {
    (void)state;
    rig_start(&r, 0, 1);
    r.def.table = bridge_table;
    r.def.source = bridge_source;
    r.def.hello.n_channels = 3;
    the_board.adc[ADC_ENGINE] = 500, the_board.adc[ADC_RUDDER] = 0;
    rig_run(&r, 500);
    assert_int_equal(r.seen.bridge, RT_GIVES_ENGINE | RT_GIVES_RUDDER);
    assert_true(r.seen.orders.engine == 0 && r.seen.orders.rudder == 0);
    the_board.adc[ADC_ENGINE] = 100, the_board.adc[ADC_RUDDER] = 175;
    rig_run(&r, 50);
    assert_true(r.command.orders.engine == -1000 && r.command.orders.rudder == 500);
    the_board.adc[ADC_ENGINE] = 3; // a broken wire
    the_board.adc[ADC_RUDDER] = -350;
    rig_run(&r, 50);
    assert_true(r.seen.fault == RT_FAULT_NONE && r.command.orders.engine == -1000 && r.command.orders.rudder == -1000);
    rig_unplug(&r);
    rig_run(&r, 1000);
    assert_true(r.command.failsafe && r.command.orders.engine == -1000 && r.command.orders.rudder == -1000);
}

// A button that is held at the start of a session counts as no press: the clutch stays.
static const wire_channel push_table[] = {{0, WIRE_KIND_LEVER, WIRE_UNIT_COUNT, REFERENCE_LOW, REFERENCE_NEUTRAL_LOW,
                                           REFERENCE_NEUTRAL_HIGH, REFERENCE_HIGH, 861},
                                          {5, WIRE_KIND_CLUTCH, WIRE_UNIT_NORMALLY_OPEN, 0, 0, 0, 0, 0}};
static const uint8_t push_source[] = {REFERENCE_ADC_LEVER, 20};

static void test_clutch_push_button(void **state) {
    (void)state;
    rig_start(&r, 0, 1);
    r.def.table = push_table;
    r.def.source = push_source;
    r.def.hello.n_channels = 2;
    the_board.closed[20] = true;
    rig_run(&r, 500);
    assert_true(r.seen.has_device && r.seen.clutch);
    the_board.closed[20] = false;
    rig_run(&r, 200);
    assert_true(r.seen.clutch);
    the_board.closed[20] = true;
    rig_run(&r, 200);
    assert_false(r.seen.clutch);
    rig_run(&r, 1000);
    assert_false(r.seen.clutch);
}

static const wire_channel release_table[] = {{0, WIRE_KIND_LEVER, WIRE_UNIT_COUNT, REFERENCE_LOW, REFERENCE_NEUTRAL_LOW,
                                              REFERENCE_NEUTRAL_HIGH, REFERENCE_HIGH, 861},
                                             {6, WIRE_KIND_RELEASE, WIRE_UNIT_NORMALLY_OPEN, 0, 0, 0, 0, 0}};

static void test_release_button(void **state) {
    (void)state;
    rig_start(&r, 0, 1);
    r.def.table = release_table;
    r.def.source = push_source;
    r.def.hello.n_channels = 2;
    rig_run(&r, 500);
    assert_true(r.seen.has_device && !r.seen.release);
    the_board.closed[20] = true;
    rig_run(&r, 50);
    assert_true(r.seen.release);
    the_board.closed[20] = false;
    rig_run(&r, 50);
    assert_false(r.seen.release);
}

// A blocked line costs frames, not memory or time.
static void test_blocked_line_loses_frames(void **state) {
    (void)state;
    start_connected();
    for (int i = 0; i < 1000; i++) {
        r.now_ns += MS;
        hw_console_tick(&r.host, &r.feedback, r.now_ns);
        assert_true(r.host.n_out <= sizeof r.host.out);
    }
    assert_true(r.host.stats.unsent > 0);
}

// The frames have stopped; the I/O thread runs on.
static void test_old_feedback_is_not_shown(void **state) {
    (void)state;
    start_connected();
    rig_run(&r, 50);
    assert_int_equal(r.firmware.output.state, WIRE_STATE_ACTIVE);
    hw_feedback old = r.feedback;
    old.t_ns = r.now_ns - 600 * MS;
    r.host.due_ns = r.now_ns;
    hw_console_tick(&r.host, &old, r.now_ns);
    wire_decoder d = {0};
    wire_frame f;
    wire_output o = {.state = 9};
    for (size_t i = 0; i < r.host.n_out; i++)
        if (wire_decode(&d, r.host.out[i], &f) == WIRE_FRAME && f.type == WIRE_OUTPUT)
            wire_unpack_output(f.body, f.n, &o);
    assert_int_equal(o.state, WIRE_STATE_UNKNOWN);
    assert_int_equal(o.tension, INT32_MIN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handshake),
        cmocka_unit_test(test_counts_become_the_lever),
        cmocka_unit_test(test_feedback_arrives),
        cmocka_unit_test(test_stopper),
        cmocka_unit_test(test_unknown_gauges),
        cmocka_unit_test(test_no_host),
        cmocka_unit_test(test_estop_is_a_normally_closed_contact),
        cmocka_unit_test(test_contact_bounce),
        cmocka_unit_test(test_other_major_refused),
        cmocka_unit_test(test_refused_console_is_asked_every_second),
        cmocka_unit_test(test_other_class_refused),
        cmocka_unit_test(test_oversized_table_is_refused),
        cmocka_unit_test(test_newer_minor_accepted),
        cmocka_unit_test(test_no_lever_refused),
        cmocka_unit_test(test_bridge),
        cmocka_unit_test(test_users_map),
        cmocka_unit_test(test_clutch_push_button),
        cmocka_unit_test(test_release_button),
        cmocka_unit_test(test_blocked_line_loses_frames),
        cmocka_unit_test(test_old_feedback_is_not_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
