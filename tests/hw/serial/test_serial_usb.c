// SPDX-License-Identifier: MIT
// Search for a lost console among several USB adapters of one kind, which differ only by their ports. The adapters are
// pseudo-terminals (tests/hw/pty_shim.c); this file replaces libserialport's functions that return USB numbers.
#include "hw/firmware/hawse_console/reference.h"
#include "hw/serial/device.h"
#include "hw/serial/serial.h"
#include "hw/virtual/board.h"
#include "hw/virtual/pty.h"
#include "rt/frame/clock.h"
#include "tests/check.h"
#include "tests/hw/pty_shim.h"
#include "tests/hw/terminals.h"
#include <libserialport.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MS INT64_C(1000000)
#define SHOWN __attribute__((visibility("default")))

enum { A, B, C, OTHER_KIND, NUMBERED, ADAPTERS };
static const struct {
    const char *name;
    int product;
    char *serial; // NULL: no serial number
} kind[ADAPTERS] = {
    {"a", 0x7523, NULL}, {"b", 0x7523, NULL}, {"c", 0x7523, NULL}, {"d", 0x5523, NULL}, {"e", 0x7523, "X7"}};

static char folder[64], link_of[ADAPTERS][128], name_of[ADAPTERS][160];
static virtual_pty plugged[ADAPTERS];
static _Atomic bool listed[ADAPTERS]; // adapters that the device's thread may find

static void plug(int i) {
    assert_true(virtual_pty_open(&plugged[i], link_of[i]));
    listed[i] = true;
}

static void unplug(int i) {
    listed[i] = false;
    if (plugged[i].open) unlink(link_of[i]);
    virtual_pty_close(&plugged[i]);
}

static int adapter_of(const struct sp_port *port) {
    for (int i = 0; i < ADAPTERS; i++)
        if (strcmp(sp_get_port_name(port), name_of[i]) == 0) return i;
    return -1;
}

SHOWN enum sp_return sp_list_ports(struct sp_port ***list) {
    int n = 0;
    *list = calloc(ADAPTERS + 1, sizeof **list);
    if (!*list) return SP_ERR_MEM;
    for (int i = 0; i < ADAPTERS; i++)
        if (listed[i] && sp_get_port_by_name(name_of[i], &(*list)[n]) == SP_OK) n++;
    return SP_OK;
}

SHOWN enum sp_transport sp_get_port_transport(const struct sp_port *port) {
    return adapter_of(port) >= 0 ? SP_TRANSPORT_USB : SP_TRANSPORT_NATIVE;
}

SHOWN enum sp_return sp_get_port_usb_vid_pid(const struct sp_port *port, int *vendor, int *product) {
    *vendor = 0x1A86;
    *product = kind[adapter_of(port)].product;
    return SP_OK;
}

SHOWN char *sp_get_port_usb_serial(const struct sp_port *port) { return kind[adapter_of(port)].serial; }

// ---- ports ----------------------------------------------------------------------------------------------------------

static hw_port p;
static char why[512];

// Reopens p, configured as B, and closes it; returns the adapter found, -1 if none.
static int reopen_port(void) {
    if (hw_port_reopen(&p, name_of[B], why, sizeof why) != RT_OK) return -1;
    int i = 0;
    while (i < ADAPTERS && strcmp(p.path, name_of[i]) != 0) i++;
    hw_port_close(&p);
    return i;
}

static void open_first_at(int i) {
    for (int k = 0; k < ADAPTERS; k++) unplug(k);
    for (int k = 0; k < ADAPTERS; k++) plug(k);
    assert_int_equal(hw_port_open(&p, name_of[i], why, sizeof why), RT_OK);
    hw_port_record_answer(&p);
    hw_port_close(&p);
}

static void last_port_is_tried_first_then_the_others(void **state) {
    (void)state;
    open_first_at(B);
    assert_int_equal(reopen_port(), B);
    for (int k = 0; k < 2; k++) { // no console answered
        assert_int_equal(reopen_port(), A);
        assert_int_equal(reopen_port(), C);
        assert_int_equal(reopen_port(), B);
    }
    unplug(B);
    int seen = 0;
    for (int k = 0; k < 2; k++) seen |= 1 << reopen_port();
    assert_int_equal(seen, 1 << A | 1 << C);
    unplug(A);
    unplug(C);
    assert_int_equal(reopen_port(), -1); // the remaining adapters are of another kind or serial number
    assert_non_null(strstr(why, "no such adapter"));
}

static void named_port_is_tried_before_others(void **state) {
    (void)state;
    open_first_at(C);
    assert_int_equal(reopen_port(), C);
    assert_int_equal(reopen_port(), B);
    assert_int_equal(reopen_port(), A);
    open_first_at(NUMBERED);
    for (int k = 0; k < 3; k++) assert_int_equal(reopen_port(), NUMBERED);
}

static void busy_port_is_skipped(void **state) {
    (void)state;
    open_first_at(B);
    assert_int_equal(flock(plugged[B].slave, LOCK_EX), 0);
    assert_int_equal(reopen_port(), A);
    assert_int_equal(flock(plugged[A].slave, LOCK_EX), 0);
    assert_int_equal(hw_port_open(&p, "1a86:7523", why, sizeof why), RT_OK);
    assert_string_equal(p.path, name_of[C]);
    hw_port_close(&p);
    assert_int_equal(hw_port_open(&p, "1a86:7523:X7", why, sizeof why), RT_OK);
    assert_string_equal(p.path, name_of[NUMBERED]);
    hw_port_close(&p);
    assert_int_equal(flock(plugged[NUMBERED].slave, LOCK_EX), 0);
    assert_int_equal(hw_port_open(&p, "1a86:7523:X7", why, sizeof why), RT_ERR_DEVICE);
    assert_non_null(strstr(why, "in use by another program"));
}

// ---- the device -----------------------------------------------------------------------------------------------------

static hw_device d;
static rt_diag diag;
static _Atomic int opened; // rt_status + 1 when done
static virtual_line up, down;
static console firmware;
static rt_clock clock_;

static int64_t now(void) { return rt_clock_now_ns(&clock_); }

// Switches on a console with this definition.
static void boot_as(const console_def *def) {
    virtual_line_init(&up, 115200, 0, 0, 1);
    virtual_line_init(&down, 115200, 0, 0, 2);
    the_board = (virtual_board){.clock_rate = 1, .to_host = &up, .from_host = &down, .now_ns = now()};
    the_board.adc[REFERENCE_ADC_LEVER] = 512;
    the_board.adc[REFERENCE_ADC_BRAKE] = REFERENCE_LOW;
    console_init(&firmware, def);
}

static void boot(void) { boot_as(&reference_console); }

// Runs the console behind adapter i for a millisecond.
static void play(int i) {
    virtual_pty *line = &plugged[i];
    uint8_t bytes[512];
    the_board.now_ns = now();
    virtual_pty_read(line);
    for (size_t k = 0; k < line->n; k++) virtual_line_send(&down, line->in[k], the_board.now_ns);
    line->n = 0;
    console_step(&firmware);
    virtual_pty_write(line, bytes, virtual_line_read(&up, bytes, sizeof bytes, the_board.now_ns));
    rt_clock_sleep_until(&clock_, now() + MS);
}

static void *open_in_thread(void *unused) {
    (void)unused;
    const rt_command start = {.brake = 1, .clutch = 1};
    atomic_store(&opened, (int)hw_serial_open(&d, &(hw_opening){.argument = name_of[B], .start = &start}, &diag) + 1);
    return NULL;
}

static bool is_connected(void) { return hw_device_input(&d)->has_device; }

// Runs the console at adapter i until the device is connected, at most most_ns.
static bool wait_for_connection_at(int i, int64_t most_ns) {
    for (int64_t end = now() + most_ns; !is_connected() && now() < end;) play(i);
    return is_connected();
}

static bool wait_for_loss_at(int i) {
    for (int64_t end = now() + 1000 * MS; is_connected() && now() < end;) play(i);
    return !is_connected();
}

// Waits for new statistics, published each 250 ms.
static hw_link_stats link_at(int i) {
    hw_link_stats link;
    for (int k = 0; k < 500; k++) play(i);
    assert_true(hw_device_link(&d, &link));
    return link;
}

static void open_device_with_console_at_b(void) {
    pthread_t thread;
    atomic_store(&opened, 0);
    plug(A);
    plug(B);
    boot();
    assert_int_equal(pthread_create(&thread, NULL, open_in_thread, NULL), 0);
    while (atomic_load(&opened) == 0) play(B);
    pthread_join(thread, NULL);
    if (atomic_load(&opened) - 1 != RT_OK) fail_msg("%s", diag.text);
    assert_true(wait_for_connection_at(B, 1000 * MS));
}

// The console returns at another adapter of its kind, beside a third, silent one. The device leaves the silent one
// after 3 s and tries the next one second later.
static void silent_adapter_is_left_after_3_s(void **state) {
    (void)state;
    open_device_with_console_at_b();
    unplug(B);
    plug(C);
    boot();
    assert_true(wait_for_loss_at(C));
    assert_true(wait_for_connection_at(C, 10000 * MS));
    assert_string_equal(link_at(C).port, name_of[C]);
}

// The console lost its supply, not its adapter: a console at another adapter is not ours.
static void silent_console_is_awaited_at_its_port(void **state) {
    (void)state;
    open_device_with_console_at_b();
    boot();
    assert_true(wait_for_loss_at(A));
    assert_false(wait_for_connection_at(A, 4500 * MS));
    boot();
    assert_true(wait_for_connection_at(B, 1000 * MS));
    assert_int_equal(link_at(B).opened, 1);
}

// While the port is gone, the search finds another console of the kind first, refuses it and continues.
static void other_console_is_refused(void **state) {
    (void)state;
    console_def other = reference_console;
    open_device_with_console_at_b();
    unplug(B);
    plug(C);
    other.hello.serial[6] = '2';
    boot_as(&other);
    assert_true(wait_for_loss_at(A));
    assert_false(wait_for_connection_at(A, 2500 * MS));
    const hw_link_stats link = link_at(A);
    assert_int_equal(link.state, HW_LINK_REFUSED);
    assert_string_equal(link.why, "console 'HC-0002', expected 'HC-0001'");
    assert_string_equal(link.hello.serial, "HC-0001"); // the statistics stay those of our console
    boot();
    assert_true(wait_for_connection_at(C, 10000 * MS));
    assert_string_equal(link_at(C).port, name_of[C]);
}

static int clean(void **state) {
    (void)state;
    hw_device_close(&d);
    for (int i = 0; i < ADAPTERS; i++) unplug(i);
    return 0;
}

static int set_up(void **state) {
    (void)state;
    struct stat st;
    clock_ = rt_clock_monotonic();
    snprintf(folder, sizeof folder, "/tmp/hawse_usb_XXXXXX");
    if (!mkdtemp(folder)) return -1;
    for (int i = 0; i < ADAPTERS; i++) {
        snprintf(link_of[i], sizeof link_of[i], "%s/%s", folder, kind[i].name);
        snprintf(name_of[i], sizeof name_of[i], "%s%s/%s", PTY_SHIM_ROOT, folder, kind[i].name);
    }
    if (stat("/sys/class/tty", &st) == 0) return 0;
    print_message("skipped: no /sys/class/tty here\n");
    exit(77);
}

static int tear_down(void **state) {
    (void)state;
    return rmdir(folder);
}

int main(void) {
    if (!has_terminals()) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(last_port_is_tried_first_then_the_others, clean),
        cmocka_unit_test_teardown(named_port_is_tried_before_others, clean),
        cmocka_unit_test_teardown(busy_port_is_skipped, clean),
        cmocka_unit_test_teardown(silent_adapter_is_left_after_3_s, clean),
        cmocka_unit_test_teardown(silent_console_is_awaited_at_its_port, clean),
        cmocka_unit_test_teardown(other_console_is_refused, clean),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
