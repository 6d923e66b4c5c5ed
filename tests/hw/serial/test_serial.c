// SPDX-License-Identifier: MIT
// The serial device through the unmodified libserialport on a pseudo-terminal (tests/hw/pty_shim.c). The test plays the
// console: unplugged, flooded, garbled, replaced. It measures the I/O thread's processor time throughout.
#include "tests/hw/serial_rig.h"
#include "tests/hw/terminals.h"

static void test_input_and_feedback(void **state) {
    (void)state;
    start();
    p.lever = REFERENCE_HIGH;
    play(60);
    const rt_input *in = hw_device_input(&d);
    CHECK_NEAR(in->lever, 1, 0);
    CHECK_NEAR(in->brake, 0, 0);
    assert_true(in->clutch && in->dead_man && !in->estop && !in->reset);
    assert_true(in->t_ns <= now() && now() - in->t_ns < 200 * MS);
    const hw_feedback f = {.t_ns = now(), .state = HW_HOST_ACTIVE, .tension_n = 123456, .brake_temp = NAN};
    hw_device_feedback(&d, &f);
    play(100);
    assert_int_equal(p.output.tension, 123456);
    assert_int_equal(p.output.state, WIRE_STATE_ACTIVE);
    hw_identity id;
    hw_device_identity(&d, &id);
    assert_string_equal(id.kind, "serial");
    assert_string_equal(id.id, "HC-0001");
    meter m = measure();
    play(1000);
    check_io_thread_load(&m);
    hw_link_stats s = link_stats();
    assert_int_equal(s.state, HW_LINK_UP);
    assert_int_equal(s.received.crc_errors + s.received.lost + s.received.resyncs + s.losses, 0);
    assert_true(s.inputs > 50 && s.round_trip_p50_ns > 0);
    stop();
}

// Exclusive and close-on-exec: libserialport 0.1.1 sets neither.
static void test_port_is_exclusive(void **state) {
    (void)state;
    int before = pty_shim_exclusive;
    start();
    assert_int_equal(pty_shim_exclusive, before + 1);
    int ours = 0;
    for (int fd = 3; fd < 256; fd++) { // the device's descriptor of our terminal must be close-on-exec
        char name[64], path[128];
        snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
        ssize_t n = readlink(name, path, sizeof path - 1);
        if (n <= 0) continue;
        path[n] = '\0';
        if (strcmp(path, p.pty.path) != 0) continue;
        assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
        ours++;
    }
    assert_int_equal(ours, 2); // the console's and the device's
    char why[512];
    hw_port second;
    assert_int_equal(hw_port_open(&second, port_name, why, sizeof why), RT_ERR_DEVICE);
    assert_non_null(strstr(why, "in use by another program"));
    play(200);
    assert_int_equal(link_stats().losses, 0);
    stop();
}

// Unplugging after every byte of a report: the loss is immediate, half a frame moves nothing, and the console is back
// after a second.
static void test_unplug_at_every_byte(void **state) {
    (void)state;
    start();
    meter m = measure();
    uint8_t out[WIRE_FRAME_MAX];
    size_t length = build(out);
    for (size_t k = 0; k <= length; k++) {
        play(30);
        p.mute = true;
        p.lever = REFERENCE_HIGH; // the value in the cut frame
        size_t n = build(out);
        write_line(out, k < n ? k : n);
        wait_ms(2);
        unplug();
        int64_t t = now();
        while (hw_device_input(&d)->has_device && now() - t < 500 * MS) wait_ms(1);
        assert_false(hw_device_input(&d)->has_device);
        if (k + 1 < n) CHECK_NEAR(hw_device_input(&d)->lever, 0, 0);
        int64_t stamp = hw_device_input(&d)->t_ns;
        p.mute = false;
        p.lever = 512;
        plug();
        t = now();
        while (!hw_device_input(&d)->has_device && now() - t < 3000 * MS) play(5);
        assert_true(hw_device_input(&d)->has_device && hw_device_input(&d)->t_ns > stamp);
        assert_true(now() - t < 2000 * MS);
    }
    check_io_thread_load(&m);
    hw_link_stats s = link_stats();
    assert_true(s.losses >= length + 1); // a busy machine may add losses
    assert_int_equal(s.opened, length + 2);
    stop();
}

// The port never returns: the thread tries once a second and otherwise sleeps.
static void test_port_gone_for_good(void **state) {
    (void)state;
    start();
    unplug();
    meter m = measure();
    wait_ms(2500);
    hw_link_stats s = link_stats();
    assert_int_equal(s.state, HW_LINK_DOWN);
    assert_false(hw_device_input(&d)->has_device);
    assert_true(s.wakes - m.wakes < 30);
    assert_true(s.cpu_ns - m.cpu_ns < 200 * MS);
    stop();
}

static void send_flood(int ms, int kind) {
    uint8_t bytes[512];
    uint64_t r = 7;
    int64_t end = now() + ms * MS;
    while (now() < end) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            r = r * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            bytes[i] = kind == 0 ? (uint8_t)(r >> 56) : kind == 1 ? 0x55 : 0;
        }
        write_line(bytes, sizeof bytes);
        struct pollfd room = {.fd = p.pty.master, .events = POLLOUT};
        poll(&room, 1, 5);
    }
}

// A flood at the pseudo-terminal's rate, a hundred times the line's: no command and little processor time.
static void test_floods(void **state) {
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        start();
        p.lever = 512;
        play(50);
        meter m = measure();
        hw_link_stats before = link_stats();
        send_flood(1500, kind);
        hw_link_stats s = link_stats();
        assert_true(s.bytes_in - before.bytes_in > 20000);
        CHECK_NEAR(hw_device_input(&d)->lever, 0, 0);
        assert_true(now() - hw_device_input(&d)->t_ns > 1000 * MS); // no new stamp: the input ages
        assert_false(hw_device_input(&d)->has_device);
        check_io_thread_load(&m);
        int64_t t = now();
        while (!hw_device_input(&d)->has_device && now() - t < 3000 * MS) play(5);
        assert_true(hw_device_input(&d)->has_device); // recovered
        stop();
    }
}

// The console reports but does not read: its answers stop, then the line fills. The host rejects its reports, and the
// thread neither blocks nor spins.
static void test_console_that_never_reads(void **state) {
    (void)state;
    start();
    meter m = measure();
    uint8_t out[WIRE_FRAME_MAX];
    assert_int_equal(tcflow(p.pty.slave, TCOOFF), 0);
    int64_t end = now() + 2500 * MS;
    while (now() < end) {
        write_line(out, build(out));
        wait_ms(10);
    }
    hw_link_stats s = link_stats();
    assert_true(s.unheard > 10);
    assert_int_equal(s.state, HW_LINK_WAITING);
    assert_false(hw_device_input(&d)->has_device);
    check_io_thread_load(&m);
    assert_int_equal(tcflow(p.pty.slave, TCOON), 0);
    int64_t t = now();
    while (!hw_device_input(&d)->has_device && now() - t < 3000 * MS) play(5);
    assert_true(hw_device_input(&d)->has_device);
    stop();
}

static void test_other_version(void **state) {
    (void)state;
    reset_player();
    p.major = WIRE_MAJOR + 1;
    assert_int_equal(open_device(), RT_ERR_DEVICE);
    assert_non_null(strstr(diag.text, "expected protocol 1.x, found 2.2"));
    play(50);
    assert_true(p.refused > 0);
    assert_string_equal(p.reason, "expected protocol 1.x, found 2.2");
    unplug();
}

// The probe finds a console that sends HELLO, and one that still reports to an earlier host.
static void *run_probe(void *probe) {
    hw_serial_probe(port_name, 1500 * MS, probe);
    atomic_store(&opened, 1);
    return NULL;
}

static void probe(hw_probe *out) {
    pthread_t thread;
    atomic_store(&opened, 0);
    assert_int_equal(pthread_create(&thread, NULL, run_probe, out), 0);
    while (atomic_load(&opened) == 0) play(1);
    pthread_join(thread, NULL);
}

static void test_probe(void **state) {
    (void)state;
    static hw_probe out;
    char text[2000] = "";
    reset_player();
    for (int reporting = 0; reporting < 2; reporting++) {
        p.accepted = reporting;
        probe(&out);
        assert_int_equal(out.heard, HW_HEARD_CONSOLE);
        assert_string_equal(out.hello.serial, "HC-0001");
        assert_int_equal(p.asked, reporting); // the probe sends a request only to a reporting console
    }
    FILE *f = fmemopen(text, sizeof text, "w");
    hw_serial_print_hello(f, &out.hello, out.table);
    fclose(f);
    assert_non_null(strstr(text, "console HC-0001, hawse console 2, protocol 1.2"));
    assert_non_null(strstr(text, "axis 0    lever          82 .. 942 counts, neutral 490 .. 534"));
    assert_non_null(strstr(text, "button 1  e-stop         NC"));
    assert_non_null(strstr(text, "button 4  stopper switch NO"));
    p.mute = true;
    probe(&out);
    assert_int_equal(out.heard, HW_HEARD_NOTHING);
    unplug();
    probe(&out);
    assert_int_equal(out.heard, HW_HEARD_CLOSED);
}

static void test_silent_or_foreign_port_is_an_error(void **state) {
    (void)state;
    reset_player();
    p.mute = true;
    assert_int_equal(open_device(), RT_ERR_DEVICE);
    assert_non_null(strstr(diag.text, "received nothing for 3 s"));
    unplug();
}

static void test_bad_ports(void **state) {
    (void)state;
    const rt_command begin = {.brake = 1, .clutch = 1};
    static const struct {
        const char *port, *message;
    } bad[] = {
        {"/dev/no_such_port", "not found: No such file"},    {"/dev/null", "/dev/null: "},
        {"/etc/passwd", "/etc/passwd: not a serial port"},   {"dead:beef", "dead:beef: no such adapter plugged in"},
        {"dead:beef:HC-0001", "no such adapter plugged in"}, {"", "not found"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        memset(&diag, 0, sizeof diag);
        assert_int_equal(hw_serial_open(&d, &(hw_opening){.argument = bad[i].port, .start = &begin}, &diag),
                         RT_ERR_DEVICE);
        assert_int_equal(diag.errors, 1);
        if (!strstr(diag.text, bad[i].message)) fail_msg("%s: %s", bad[i].port, diag.text);
    }
}

static void test_repeated_open_leaks_nothing(void **state) {
    (void)state;
    reset_player();
    for (int i = 0; i < 20; i++) {
        assert_int_equal(open_device(), RT_OK);
        hw_device_close(&d);
    }
    int before = dup(0);
    close(before);
    assert_int_equal(open_device(), RT_OK);
    hw_device_close(&d);
    int after = dup(0);
    close(after);
    assert_int_equal(after, before); // no descriptor leaks
    unplug();
}

static int set_up(void **state) {
    (void)state;
    struct stat st;
    clock_ = rt_clock_monotonic();
    const struct sched_param urgent = {.sched_priority = 60}; // if permitted: a real console is not pre-empted
    pthread_setschedparam(pthread_self(), SCHED_FIFO, &urgent);
    snprintf(folder, sizeof folder, "/tmp/hawse_serial_XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(link_path, sizeof link_path, "%s/console", folder);
    snprintf(port_name, sizeof port_name, "%s%s", PTY_SHIM_ROOT, link_path);
    if (stat("/sys/class/tty", &st) == 0) return 0;
    print_message("skipped: no /sys/class/tty here\n");
    exit(77);
}

// Runs after a failure too: the next test must not find the last one's thread.
static int clean(void **state) {
    (void)state;
    stop();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    unlink(link_path);
    return rmdir(folder);
}

int main(void) {
    if (!has_terminals()) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_input_and_feedback, clean),
        cmocka_unit_test_teardown(test_port_is_exclusive, clean),
        cmocka_unit_test_teardown(test_unplug_at_every_byte, clean),
        cmocka_unit_test_teardown(test_port_gone_for_good, clean),
        cmocka_unit_test_teardown(test_floods, clean),
        cmocka_unit_test_teardown(test_console_that_never_reads, clean),
        cmocka_unit_test_teardown(test_other_version, clean),
        cmocka_unit_test_teardown(test_probe, clean),
        cmocka_unit_test_teardown(test_silent_or_foreign_port_is_an_error, clean),
        cmocka_unit_test_teardown(test_bad_ports, clean),
        cmocka_unit_test_teardown(test_repeated_open_leaks_nothing, clean),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
