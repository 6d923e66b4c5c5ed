// SPDX-License-Identifier: MIT
// Firmware, line and host together on a manual clock: each reason to reject a complete report, and each way to lose a
// console.
#include "tests/hw/console_case.h"

static bool pulse(uint32_t t_us) { return t_us % 1000000 < 100000; }
static int32_t heave(uint32_t t_us) { return t_us % 1000000 < 300000 ? 512 : 700; } // neutral while reset is pressed

static int32_t full_heave(uint32_t t_us) {
    (void)t_us;
    return REFERENCE_HIGH;
}

// Reports that filled the buffers while the host did not read are old and cause no motion.
static void test_backlog_is_old(void **state) {
    (void)state;
    start_connected();
    r.lever = ramp;
    rig_run(&r, 200);
    virtual_line_set_fault(&r.up, HW_FAULT_STALL);
    rig_run(&r, 1000);
    check_fail_safe();
    uint32_t before = r.inputs;
    virtual_line_set_fault(&r.up, HW_FAULT_NONE);
    rig_run(&r, 10); // the whole backlog arrives
    assert_true(r.host.stats.bytes_in > 0 && r.inputs == before);
    rig_run(&r, 1000);
    assert_true(r.inputs > before);
    assert_true(r.now_ns - r.true_ns < 25 * MS);
    check_fail_safe(); // until a reset at neutral
}

// Sends a hand-made report that is sound except for the test's changes.
static void send_report(uint16_t seq, uint32_t t_us, uint16_t host_seq) {
    uint8_t body[WIRE_BODY_MAX], line[WIRE_FRAME_MAX];
    const wire_input in = {.host_seq = host_seq, .host_age_us = 1000, .axis = {512, REFERENCE_LOW}, .button = 11};
    uint8_t n = wire_pack_input(&in, reference_console.table, REFERENCE_CHANNELS, body);
    hw_console_receive(&r.host, line, wire_frame_build(WIRE_INPUT, seq, t_us, body, n, line), r.now_ns);
}

static void test_each_rejection_is_counted(void **state) {
    (void)state;
    const hw_link_stats *s = &r.host.stats;
    start_connected();
    uint32_t accepted = s->inputs, t_us = r.host.device_us;
    uint16_t seq = r.host.decoder.seq, newest = (uint16_t)(r.host.seq - 1);
    send_report(++seq, t_us += 5000, newest);
    assert_int_equal(s->inputs, ++accepted);
    send_report(++seq, t_us, newest);        // its clock has not advanced
    send_report(++seq, t_us - 5000, newest); // its clock goes back
    assert_int_equal(s->frozen, 2);
    assert_int_equal(hw_console_input(&r.host)->fault, RT_FAULT_FROZEN);
    send_report(++seq, t_us += 5000, (uint16_t)(newest + 1)); // answers a frame that was never sent
    send_report(++seq, t_us += 5000, (uint16_t)(newest - HW_CONSOLE_SENT));
    assert_int_equal(s->late, 2);
    assert_int_equal(s->inputs, accepted);
    r.now_ns += HW_CONSOLE_FRESH_NS - 25 * MS; // our newest frame is up to 20 ms old
    send_report(++seq, t_us += 5000, newest);
    assert_int_equal(s->inputs, ++accepted);
    assert_int_equal(hw_console_input(&r.host)->fault, RT_FAULT_NONE);
    r.now_ns += 30 * MS; // now the report is too old
    send_report(++seq, t_us += 5000, newest);
    assert_int_equal(s->late, 3);
    assert_int_equal(s->inputs, accepted);
}

// A report that answers a frame of the previous session is rejected.
static void test_other_session(void **state) {
    (void)state;
    uint8_t body[WIRE_BODY_MAX], line[WIRE_FRAME_MAX];
    start_connected();
    uint16_t before = (uint16_t)(r.host.seq - 1);
    uint8_t n = wire_pack_hello(&reference_console.hello, reference_console.table, body);
    hw_console_receive(&r.host, line, wire_frame_build(WIRE_HELLO, 30000, 0, body, n, line), r.now_ns);
    r.now_ns += HW_CONSOLE_SETTLE_NS;
    uint32_t accepted = r.host.stats.inputs;
    send_report(30001, 10000, before);
    assert_int_equal(r.host.stats.late, 1);
    assert_int_equal(r.host.stats.inputs, accepted);
    send_report(30002, 20000, (uint16_t)(before + 1)); // the ACCEPT
    assert_int_equal(r.host.stats.inputs, accepted + 1);
}

// After a reopening both sides start between frames, whatever the line carried before.
static void test_reconnect_in_a_frame(void **state) {
    (void)state;
    uint8_t body[WIRE_BODY_MAX], line[WIRE_FRAME_MAX];
    start_connected();
    uint8_t n = wire_pack_hello(&reference_console.hello, reference_console.table, body);
    size_t m = wire_frame_build(WIRE_HELLO, 5, 0, body, n, line);
    hw_console_receive(&r.host, line, m / 2, r.now_ns);
    hw_console_disconnect(&r.host, r.now_ns);
    assert_int_equal(r.host.n_out, 0);
    hw_console_connect(&r.host, r.now_ns);
    hw_console_receive(&r.host, line, m, r.now_ns);
    assert_int_equal(r.host.stats.state, HW_LINK_UP);
    assert_int_equal(r.host.out[0], 0);
}

// A backlog shorter than the freshness limit keeps its true age.
static void test_short_backlog_keeps_its_age(void **state) {
    (void)state;
    start_connected();
    rig_run(&r, 2000);
    virtual_line_set_fault(&r.up, HW_FAULT_STALL);
    rig_run(&r, 80);
    virtual_line_set_fault(&r.up, HW_FAULT_NONE);
    for (int i = 0; i < 100; i++) {
        rig_step(&r);
        assert_true(r.seen.t_ns - r.true_ns < 6 * MS); // batch, jitter, and the frame's own time on the line
    }
}

static void test_clock_drift(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        rig_start(&r, 0, 1);
        the_board.closed[REFERENCE_PIN_ESTOP] = true;
        the_board.clock_rate = 1 + 0.005 * sign; // as a ceramic resonator
        rig_run(&r, 500);
        assert_int_equal(r.host.stats.state, HW_LINK_UP);
        for (int i = 0; i < 60000; i++) {
            rig_step(&r);
            assert_true(r.now_ns - r.seen.t_ns < 25 * MS);
        }
        assert_int_equal(r.host.stats.losses, 0);
    }
}

static void fault_fails_safe(hw_fault fault, bool up, bool down) {
    start_connected();
    r.lever = heave;
    r.reset = pulse;
    rig_run(&r, 2000);
    assert_int_equal(r.host.stats.losses, 0);
    if (up) virtual_line_set_fault(&r.up, fault);
    if (down) virtual_line_set_fault(&r.down, fault);
    // reports in transit, the fail-safe limit, and the time during which our last frame is fresh
    rig_run(&r, 20 + 300 + (down ? 66 : 0));
    check_fail_safe();
    for (int i = 0; i < 3000; i++) {
        rig_step(&r);
        check_fail_safe();
    }
    virtual_line_set_fault(&r.up, HW_FAULT_NONE);
    virtual_line_set_fault(&r.down, HW_FAULT_NONE);
    rig_run(&r, 3000); // the hands press reset at neutral each second
    assert_false(r.command.failsafe);
}

static void test_line_faults(void **state) {
    (void)state;
    static const hw_fault fault[] = {HW_FAULT_SILENCE,    HW_FAULT_FLOOD,      HW_FAULT_HALF,        HW_FAULT_BAUD,
                                     HW_FAULT_STUCK_BYTE, HW_FAULT_FROZEN_SEQ, HW_FAULT_FROZEN_TIME, HW_FAULT_STALL};
    for (size_t i = 0; i < sizeof fault / sizeof *fault; i++) fault_fails_safe(fault[i], true, false);
}

// The console does not receive us: its reports say so and are rejected.
static void test_line_to_the_console_cut(void **state) {
    (void)state;
    fault_fails_safe(HW_FAULT_SILENCE, false, true);
    start_connected();
    virtual_line_set_fault(&r.down, HW_FAULT_SILENCE);
    rig_run(&r, 20 + 300 + 66);
    assert_true(the_board.lit[REFERENCE_PIN_NO_HOST]);
    check_fail_safe();
}

static void test_duplicates_do_nothing(void **state) {
    (void)state;
    start_connected();
    r.lever = ramp;
    virtual_line_set_fault(&r.up, HW_FAULT_DUPLICATES);
    uint32_t before = r.inputs;
    for (int i = 0; i < 3000; i++) {
        rig_step(&r);
        if (i > 50) CHECK_NEAR(r.seen.lever, lever_value(ramp(r.host.accepted_us)), 1e-12);
    }
    hw_link_stats s;
    hw_console_stats(&r.host, &s);
    assert_true(s.received.duplicates > 250);
    assert_in_range(r.inputs - before, 250, 310);
    assert_int_equal(s.losses, 0);
}

static void test_broken_wire(void **state) {
    (void)state;
    start_connected();
    r.broken_wire = true;
    rig_run(&r, 400);
    check_fail_safe();
    assert_true(r.host.stats.out_of_range > 30);
    assert_int_equal(r.seen.fault, RT_FAULT_RANGE);
    assert_int_equal(r.host.stats.losses, 0); // the link is sound
    assert_false(r.seen.estop);
    assert_true(r.seen.dead_man);
    r.dead_man_off = true; // dead-man
    rig_run(&r, 40);
    assert_false(r.seen.dead_man);
    r.dead_man_off = false;                        // a rejected report cannot restore it
    the_board.closed[REFERENCE_PIN_ESTOP] = false; // emergency stop
    rig_run(&r, 40);
    assert_true(r.seen.estop && !r.seen.dead_man);
}

// A stuck lever by the user's map: no stamp; emergency stop and dead-man still work.
static void test_stuck_lever(void **state) {
    (void)state;
    hw_map m;
    hw_map_default(&m);
    m.lever = (hw_axis_map){.channel = 0,
                            .min = REFERENCE_LOW,
                            .neutral_low = REFERENCE_NEUTRAL_LOW,
                            .neutral_high = REFERENCE_NEUTRAL_HIGH,
                            .max = REFERENCE_HIGH,
                            .stuck = 1};
    m.brake.channel = HW_NO_CHANNEL;
    m.button[HW_ESTOP] = (hw_button_map){1, true};
    m.button[HW_RESET].channel = 2;
    m.button[HW_DEAD_MAN].channel = 3;
    for (int dead_man = 0; dead_man < 2; dead_man++) {
        start_connected();
        hw_console_init(&r.host, &m, true, false);
        hw_console_connect(&r.host, r.now_ns);
        r.inputs = 0;
        rig_run(&r, 500);
        assert_true(r.seen.has_device && r.seen.fault == RT_FAULT_NONE);
        r.lever = full_heave;
        rig_run(&r, 1100);
        assert_int_equal(r.seen.fault, RT_FAULT_STUCK);
        assert_true(r.seen.dead_man && !r.seen.estop);
        int64_t stamp = r.seen.t_ns;
        r.dead_man_off = dead_man;
        if (!dead_man) the_board.closed[REFERENCE_PIN_ESTOP] = false;
        rig_run(&r, 40);
        assert_int_equal(r.seen.estop, !dead_man);
        assert_int_equal(r.seen.dead_man, !dead_man);
        assert_int_equal(r.seen.t_ns, stamp);
        assert_int_equal(r.host.stats.state, HW_LINK_UP);
    }
}

// A complete frame of type HELLO with a malformed body ends the session and gives no command.
static void test_malformed_hello(void **state) {
    (void)state;
    uint8_t body[WIRE_BODY_MAX], line[WIRE_FRAME_MAX];
    uint8_t n = wire_pack_hello(&reference_console.hello, reference_console.table, body);
    for (uint8_t k = 0; k < n; k++) {
        start_connected();
        uint32_t before = r.inputs;
        size_t m = wire_frame_build(WIRE_HELLO, 7, 0, body, k, line);
        hw_console_receive(&r.host, line, m, r.now_ns);
        assert_int_equal(r.host.stats.state, HW_LINK_REFUSED);
        assert_false(hw_console_input(&r.host)->has_device);
        rig_run(&r, 20);
        assert_int_equal(r.inputs, before);
        check_fail_safe();
    }
}

// The board restarts (supply dip): a new session, a published loss, no motion before a reset at neutral.
static void test_console_restarts(void **state) {
    (void)state;
    start_connected();
    r.lever = ramp;
    r.limits.lever_rate = 100;
    rig_run(&r, 500);
    assert_true(r.command.lever > 0);
    console_init(&r.firmware, &r.def);
    int without = 0;
    for (int i = 0; i < 500; i++) {
        rig_step(&r);
        without += !r.seen.has_device;
    }
    assert_true(without >= HW_CONSOLE_SETTLE_NS / MS);
    assert_int_equal(r.host.stats.losses, 1);
    assert_int_equal(r.host.stats.accepted, 2);
    check_fail_safe();
}

// The host restarts while the console reports: it requests a HELLO and continues within a second.
static void test_host_restarts(void **state) {
    (void)state;
    start_connected();
    hw_console_init(&r.host, NULL, true, false);
    hw_console_connect(&r.host, r.now_ns);
    r.inputs = 0;
    rig_run(&r, 500);
    assert_int_equal(r.host.stats.state, HW_LINK_UP);
    assert_true(r.inputs > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_backlog_is_old),
        cmocka_unit_test(test_each_rejection_is_counted),
        cmocka_unit_test(test_other_session),
        cmocka_unit_test(test_reconnect_in_a_frame),
        cmocka_unit_test(test_short_backlog_keeps_its_age),
        cmocka_unit_test(test_clock_drift),
        cmocka_unit_test(test_line_faults),
        cmocka_unit_test(test_line_to_the_console_cut),
        cmocka_unit_test(test_duplicates_do_nothing),
        cmocka_unit_test(test_broken_wire),
        cmocka_unit_test(test_stuck_lever),
        cmocka_unit_test(test_malformed_hello),
        cmocka_unit_test(test_console_restarts),
        cmocka_unit_test(test_host_restarts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
