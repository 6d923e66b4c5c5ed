// SPDX-License-Identifier: MIT
// Several USB adapters of one kind, which only their ports tell apart: which of them a lost console is looked for at.
// The adapters are pseudo-terminals (tests/hw/pty_shim.c), their USB numbers what this file says in libserialport's
// place.
#include "hw/firmware/hawse_console/reference.h"
#include "hw/serial/device.h"
#include "hw/serial/serial.h"
#include "hw/virtual/board.h"
#include "hw/virtual/pty.h"
#include "rt/frame/clock.h"
#include "tests/check.h"
#include "tests/hw/pty_shim.h"
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
    char *serial; // NULL: none
} kind[ADAPTERS] = {
    {"a", 0x7523, NULL}, {"b", 0x7523, NULL}, {"c", 0x7523, NULL}, {"d", 0x5523, NULL}, {"e", 0x7523, "X7"}};

static char folder[64], link_of[ADAPTERS][128], name_of[ADAPTERS][160];
static virtual_pty plugged[ADAPTERS];
static _Atomic bool listed[ADAPTERS]; // what the device's thread may know of them

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

// Opens the port that p was, configured as B, and leaves it; which it was, -1: none.
static int look(void) {
    if (hw_port_reopen(&p, name_of[B], why, sizeof why) != RT_OK) return -1;
    int i = 0;
    while (i < ADAPTERS && strcmp(p.path, name_of[i]) != 0) i++;
    hw_port_close(&p);
    return i;
}

static void begin_at(int i) {
    for (int k = 0; k < ADAPTERS; k++) unplug(k);
    for (int k = 0; k < ADAPTERS; k++) plug(k);
    assert_int_equal(hw_port_open(&p, name_of[i], why, sizeof why), RT_OK);
    hw_port_record_answer(&p);
    hw_port_close(&p);
}

static void where_it_was_comes_first_then_each_in_turn(void **state) {
    (void)state;
    begin_at(B);
    assert_int_equal(look(), B);
    for (int k = 0; k < 2; k++) { // nobody answered
        assert_int_equal(look(), A);
        assert_int_equal(look(), C);
        assert_int_equal(look(), B);
    }
    unplug(B);
    int seen = 0;
    for (int k = 0; k < 2; k++) seen |= 1 << look();
    assert_int_equal(seen, 1 << A | 1 << C);
    unplug(A);
    unplug(C);
    assert_int_equal(look(), -1); // those that are left are of another kind, or of another number
    assert_non_null(strstr(why, "no such adapter"));
}

static void the_name_comes_before_others(void **state) {
    (void)state;
    begin_at(C);
    assert_int_equal(look(), C);
    assert_int_equal(look(), B);
    assert_int_equal(look(), A);
    begin_at(NUMBERED);
    for (int k = 0; k < 3; k++) assert_int_equal(look(), NUMBERED);
}

static void one_that_another_program_has_is_passed_over(void **state) {
    (void)state;
    begin_at(B);
    assert_int_equal(flock(plugged[B].slave, LOCK_EX), 0);
    assert_int_equal(look(), A);
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

// A console is switched on: ours, or another one.
static void boot_as(const console_def *def) {
    virtual_line_init(&up, 115200, 0, 0, 1);
    virtual_line_init(&down, 115200, 0, 0, 2);
    the_board = (virtual_board){.clock_rate = 1, .to_host = &up, .from_host = &down, .now_ns = now()};
    the_board.adc[REFERENCE_ADC_LEVER] = 512;
    the_board.adc[REFERENCE_ADC_BRAKE] = REFERENCE_LOW;
    console_init(&firmware, def);
}

static void boot(void) { boot_as(&reference_console); }

// The console behind adapter i, for a millisecond.
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

static void *open_it(void *unused) {
    (void)unused;
    const rt_command start = {.brake = 1, .clutch = 1};
    atomic_store(&opened, (int)hw_serial_open(&d, name_of[B], NULL, &start, &diag) + 1);
    return NULL;
}

static bool is_there(void) { return hw_device_input(&d)->has_device; }

// Until it is there, or for that long.
static bool comes_at(int i, int64_t most_ns) {
    for (int64_t end = now() + most_ns; !is_there() && now() < end;) play(i);
    return is_there();
}

static bool goes_at(int i) {
    for (int64_t end = now() + 1000 * MS; is_there() && now() < end;) play(i);
    return !is_there();
}

// The statistics come each 250 ms.
static hw_link_stats link_at(int i) {
    hw_link_stats link;
    for (int k = 0; k < 500; k++) play(i);
    assert_true(hw_device_link(&d, &link));
    return link;
}

static void begin_with_a_console_at_b(void) {
    pthread_t thread;
    atomic_store(&opened, 0);
    plug(A);
    plug(B);
    boot();
    assert_int_equal(pthread_create(&thread, NULL, open_it, NULL), 0);
    while (atomic_load(&opened) == 0) play(B);
    pthread_join(thread, NULL);
    if (atomic_load(&opened) - 1 != RT_OK) fail_msg("%s", diag.text);
    assert_true(comes_at(B, 1000 * MS));
}

// The console goes and comes back at another adapter of its kind, while a third one is there where nobody speaks: left
// after 3 s, and one second later the next is tried.
static void a_silent_adapter_is_left(void **state) {
    (void)state;
    begin_with_a_console_at_b();
    unplug(B);
    plug(C);
    boot();
    assert_true(goes_at(C));
    assert_true(comes_at(C, 10000 * MS));
    assert_string_equal(link_at(C).port, name_of[C]);
}

// Its console lost its supply, not its adapter: what speaks at another one is somebody else's.
static void a_silent_console_is_waited_for_where_it_is(void **state) {
    (void)state;
    begin_with_a_console_at_b();
    boot();
    assert_true(goes_at(A));
    assert_false(comes_at(A, 4500 * MS));
    boot();
    assert_true(comes_at(B, 1000 * MS));
    assert_int_equal(link_at(B).opened, 1);
}

// While its port is gone, another console of the kind is found first: it is refused, and the search goes on.
static void another_console_is_not_taken_for_it(void **state) {
    (void)state;
    console_def other = reference_console;
    begin_with_a_console_at_b();
    unplug(B);
    plug(C);
    other.hello.serial[6] = '2';
    boot_as(&other);
    assert_true(goes_at(A));
    assert_false(comes_at(A, 2500 * MS));
    const hw_link_stats link = link_at(A);
    assert_int_equal(link.state, HW_LINK_REFUSED);
    assert_string_equal(link.why, "console 'HC-0002', expected 'HC-0001'");
    assert_string_equal(link.hello.serial, "HC-0001"); // whose reports were counted
    boot();
    assert_true(comes_at(C, 10000 * MS));
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
    if (stat("/sys/class/tty", &st) == 0 && access("/dev/ptmx", R_OK | W_OK) == 0) return 0;
    print_message("skipped: no /sys/class/tty or no pseudo-terminals here\n");
    exit(77);
}

static int tear_down(void **state) {
    (void)state;
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(where_it_was_comes_first_then_each_in_turn, clean),
        cmocka_unit_test_teardown(the_name_comes_before_others, clean),
        cmocka_unit_test_teardown(one_that_another_program_has_is_passed_over, clean),
        cmocka_unit_test_teardown(a_silent_adapter_is_left, clean),
        cmocka_unit_test_teardown(a_silent_console_is_waited_for_where_it_is, clean),
        cmocka_unit_test_teardown(another_console_is_not_taken_for_it, clean),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
