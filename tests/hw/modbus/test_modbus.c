// SPDX-License-Identifier: MIT
// A Modbus RTU console: libmodbus as the console, two ptys as the line, and faults on that line.
#include "hw/modbus/modbus.h"
#include "rt/frame/clock.h"
#include "tests/check.h"
#include "tests/hw/terminals.h"
#include <fcntl.h>
#include <modbus.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define MS INT64_C(1000000)

enum { UNIT = 17, AXES = 100, BUTTONS = 200, GAUGES = 300, DECK = 310, LAMPS = 400 };

// Fault of the line in the console's answers.
typedef enum line_fault { SOUND = 0, SILENT, GARBLED, HALVED, ONE_BYTE_LOST } line_fault;

typedef struct bench {
    int master[2];    // masters of the program's pty and of the console's
    int hold[2];      // slaves kept open: the ptys survive a close by their users
    char port[64];    // a link to the program's pty
    char console[64]; // path of the console's pty
    _Atomic int fault;
    _Atomic bool stop, cut, ticks; // cut: the wire carries nothing
    pthread_t wire, server;
    modbus_mapping_t *map;
    hw_device d;
} bench;

static bench b;
static rt_clock monotonic;

static void raw_mode(int fd) {
    struct termios t;
    assert_int_equal(tcgetattr(fd, &t), 0);
    cfmakeraw(&t);
    assert_int_equal(tcsetattr(fd, TCSANOW, &t), 0);
}

static void corrupt_answer(unsigned char *data, ssize_t *n) {
    int fault = atomic_load(&b.fault);
    if (fault == SILENT) *n = 0;
    if (fault == HALVED) *n /= 2;
    if (fault == ONE_BYTE_LOST && atomic_exchange(&b.fault, SOUND) == ONE_BYTE_LOST) (*n)--;
    for (ssize_t i = 0; fault == GARBLED && i < *n; i++) data[i] ^= 0x10;
}

// The wire: copies bytes between the two ptys.
static void *run_wire(void *arg) {
    (void)arg;
    while (!atomic_load(&b.cut)) {
        struct pollfd p[2] = {{b.master[0], POLLIN, 0}, {b.master[1], POLLIN, 0}};
        if (poll(p, 2, 10) <= 0) continue;
        for (int i = 0; i < 2; i++) {
            unsigned char data[512];
            ssize_t n = p[i].revents & POLLIN ? read(p[i].fd, data, sizeof data) : 0;
            if (i == 1 && n > 0) corrupt_answer(data, &n);
            if (n > 0 && write(b.master[1 - i], data, (size_t)n) < 0) break;
        }
    }
    return NULL;
}

static void *run_console(void *arg) {
    (void)arg;
    uint8_t query[MODBUS_RTU_MAX_ADU_LENGTH];
    modbus_t *line = modbus_new_rtu(b.console, 115200, 'E', 8, 1);
    modbus_set_slave(line, UNIT);
    modbus_set_indication_timeout(line, 0, 20000);
    if (modbus_connect(line) == 0)
        while (!atomic_load(&b.stop)) {
            int n = modbus_receive(line, query);
            if (n <= 0) continue;
            if (atomic_load(&b.ticks)) b.map->tab_input_registers[3]++;
            modbus_reply(line, query, n, b.map);
        }
    modbus_close(line);
    modbus_free(line);
    return NULL;
}

static void open_pty(int i, char *slave, size_t size) {
    b.master[i] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(b.master[i] >= 0 && grantpt(b.master[i]) == 0 && unlockpt(b.master[i]) == 0);
    snprintf(slave, size, "%s", ptsname(b.master[i]));
    b.hold[i] = open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(b.hold[i] >= 0);
    raw_mode(b.hold[i]);
}

static void point_port_at(const char *slave) {
    unlink(b.port);
    assert_int_equal(symlink(slave, b.port), 0);
}

static hw_map console_map(void) {
    hw_map m;
    hw_map_default(&m);
    m.lever = (hw_axis_map){.channel = 0, .min = -10000, .neutral_low = -100, .neutral_high = 100, .max = 10000};
    m.brake = (hw_axis_map){.channel = 2, .min = 0, .neutral_low = 0, .neutral_high = 0, .max = 27648, .margin = 500};
    m.button[HW_RESET].channel = 0;
    m.button[HW_CLUTCH].channel = 2;
    m.button[HW_DEAD_MAN].channel = 3;
    m.button[HW_ESTOP] = (hw_button_map){1, true};
    m.button[HW_RELEASE].channel = 4;
    m.button[HW_STOPPER].channel = 5;
    m.stopper_action = HW_CLUTCH_SWITCH;
    m.modbus.unit = UNIT, m.modbus.baud = 115200, m.modbus.axes = AXES, m.modbus.buttons = BUTTONS;
    m.modbus.heartbeat = 3, m.modbus.gauges = GAUGES, m.modbus.lamps = LAMPS, m.modbus.deck = DECK;
    m.modbus.period = 0.005, m.modbus.timeout = 0.03;
    return m;
}

static void cut_wire(void) {
    atomic_store(&b.cut, true);
    pthread_join(b.wire, NULL);
}

static void restore_wire(void) {
    atomic_store(&b.cut, false);
    assert_int_equal(pthread_create(&b.wire, NULL, run_wire, NULL), 0);
}

static int set_up(void **state) {
    (void)state;
    static rt_diag d;
    char slave[64];
    const rt_command start = {.clutch = 1};
    const hw_map m = console_map();
    memset(&b, 0, sizeof b);
    atomic_store(&b.ticks, true);
    open_pty(0, slave, sizeof slave);
    open_pty(1, b.console, sizeof b.console);
    snprintf(b.port, sizeof b.port, "/tmp/hawse-modbus-%d", (int)getpid());
    point_port_at(slave);
    b.map = modbus_mapping_new_start_address(LAMPS, 8, BUTTONS, 6, GAUGES, DECK - GAUGES + 3, AXES, 4);
    b.map->tab_input_bits[1] = 1; // the stop's normally closed contact
    b.map->tab_input_bits[3] = 1; // the dead-man is held
    restore_wire();
    assert_int_equal(pthread_create(&b.server, NULL, run_console, NULL), 0);
    if (hw_modbus_open(&b.d, &(hw_opening){.argument = b.port, .map = &m, .start = &start}, &d) != RT_OK)
        fail_msg("%s", d.text);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    hw_device_close(&b.d);
    atomic_store(&b.stop, true);
    cut_wire();
    pthread_join(b.server, NULL);
    for (int i = 0; i < 2; i++) {
        close(b.hold[i]);
        close(b.master[i]);
    }
    modbus_mapping_free(b.map);
    unlink(b.port);
    return 0;
}

static int64_t now(void) { return rt_clock_now_ns(&monotonic); }
static void pause_ms(int ms) { rt_clock_sleep_until(&monotonic, now() + ms * MS); }

// Waits, at most 3 s, for an input whose request follows this call.
static rt_input fresh_input(void) {
    for (int64_t since = now(); now() < since + 3000 * MS; pause_ms(1)) {
        const rt_input *in = hw_device_input(&b.d);
        if (in->t_ns <= since) continue;
        assert_true(in->heard_ns > in->t_ns && in->heard_ns <= now()); // after the answer
        return *in;
    }
    fail_msg("no fresh input");
    return (rt_input){0};
}

static void test_reads_the_console(void **state) {
    (void)state;
    b.map->tab_input_registers[0] = (uint16_t)-5050;
    b.map->tab_input_registers[2] = 6912;
    rt_input in = fresh_input();
    CHECK_NEAR(in.lever, -0.5, 1e-15); // -(5050 - 100) / 9900
    CHECK_NEAR(in.brake, 0.25, 1e-15); // 6912 / 27648
    assert_true(in.has_device && in.dead_man && in.clutch);
    assert_false(in.estop || in.reset || in.release);
    b.map->tab_input_bits[0] = b.map->tab_input_bits[4] = 1;
    b.map->tab_input_bits[1] = 0;
    in = fresh_input();
    assert_true(in.reset && in.release && in.estop && !in.stopper);
    b.map->tab_input_bits[5] = 1;
    in = fresh_input();
    assert_true(in.stopper);
    b.map->tab_input_bits[5] = 0;
    in = fresh_input();
    assert_false(in.stopper);
    hw_identity id;
    hw_device_identity(&b.d, &id);
    assert_string_equal(id.kind, "modbus");
    assert_non_null(strstr(id.id, ":17"));
}

// Sends the feedback repeatedly, as the frames do, until the console's word or lamp has this value, at most 3 s.
static void send_feedback_until(hw_feedback f, const uint16_t *word, const uint8_t *lamp, int value) {
    for (int k = 0; k < 300 && (word ? *word : *lamp) != value; k++) {
        f.t_ns = now();
        hw_device_feedback(&b.d, &f);
        pause_ms(10);
    }
}

static void test_writes_gauges_and_lamps(void **state) {
    (void)state;
    const hw_feedback f = {.state = HW_HOST_FAILSAFE,
                           .tension_n = 183e3,
                           .speed_m_s = -0.15,
                           .counter_m = 27.5,
                           .motor = 0.4,
                           .brake_temp = 231.4,
                           .stopper = HW_STOPPER_HOLDING,
                           .motor_state = HW_MOTOR_TRIPPED,
                           .buzzer = HW_BUZZER_ON,
                           .clutch = true};
    send_feedback_until(f, &b.map->tab_registers[2], NULL, 183);
    const uint16_t expected[] = {HW_HOST_FAILSAFE, 183, (uint16_t)-150, 2750, 400};
    for (int i = 0; i < 5; i++) assert_int_equal(b.map->tab_registers[i + 1], expected[i]);
    const uint16_t deck[] = {HW_STOPPER_HOLDING, HW_MOTOR_TRIPPED, 2314};
    send_feedback_until(f, &b.map->tab_registers[DECK - GAUGES + 2], NULL, 2314);
    for (int i = 0; i < 3; i++) assert_int_equal(b.map->tab_registers[DECK - GAUGES + i], deck[i]);
    const uint8_t lamp[] = {1, 0, 0, 1, 0, 0, 0, 1};
    send_feedback_until(f, NULL, &b.map->tab_bits[7], 1);
    for (int i = 0; i < 8; i++) assert_int_equal(b.map->tab_bits[i], lamp[i]);
    // the frames stop: all values become 0
    for (int k = 0; k < 300 && b.map->tab_bits[7]; k++) pause_ms(10);
    for (int i = 0; i < 5; i++) assert_int_equal(b.map->tab_registers[i + 1], 0);
    for (int i = 0; i < 3; i++) assert_int_equal(b.map->tab_registers[DECK - GAUGES + i], 0);
    for (int i = 0; i < 8; i++) assert_int_equal(b.map->tab_bits[i], 0);
    uint16_t beat = b.map->tab_registers[0];
    for (int k = 0; k < 300 && b.map->tab_registers[0] == beat; k++) pause_ms(10);
    assert_int_not_equal(b.map->tab_registers[0], beat); // the beat still changes, for the console's watchdog
}

// Checks that during the fault no stamp and no value passes, and that input returns afterwards.
static void check_no_input_during(line_fault fault) {
    fresh_input();
    atomic_store(&b.fault, fault);
    pause_ms(100); // answers in transit have arrived
    b.map->tab_input_registers[0] = 10000;
    int64_t last = hw_device_input(&b.d)->t_ns;
    for (int k = 0; k < 40; k++) {
        pause_ms(10);
        const rt_input *in = hw_device_input(&b.d);
        assert_int_equal(in->t_ns, last);
        CHECK_NEAR(in->lever, 0, 0);
    }
    atomic_store(&b.fault, SOUND);
    CHECK_NEAR(fresh_input().lever, 1, 0);
}

static void test_silent_console(void **state) {
    (void)state;
    check_no_input_during(SILENT);
}
static void test_garbled_line(void **state) {
    (void)state;
    check_no_input_during(GARBLED);
}
static void test_half_answers(void **state) {
    (void)state;
    check_no_input_during(HALVED);
}

// A lost byte costs one answer and is not a loss of the console.
static void test_one_lost_byte(void **state) {
    (void)state;
    const rt_command_limits l = rt_command_limits_default();
    for (int k = 0; k < 10; k++) {
        int64_t oldest = 0, t = fresh_input().t_ns;
        atomic_store(&b.fault, ONE_BYTE_LOST);
        for (int64_t end = t + 700 * MS; now() < end; pause_ms(1)) {
            int64_t age = now() - hw_device_input(&b.d)->t_ns;
            if (age > oldest) oldest = age;
        }
        assert_int_equal(atomic_load(&b.fault), SOUND); // the byte was lost
        if (oldest >= l.failsafe_ns) fail_msg("the input was %g ms old", 1e-6 * (double)oldest);
    }
}

static void test_stopped_heartbeat_is_a_fault(void **state) {
    (void)state;
    fresh_input();
    atomic_store(&b.ticks, false);
    for (int k = 0; k < 300 && hw_device_input(&b.d)->fault == 0; k++) pause_ms(10);
    const rt_input in = *hw_device_input(&b.d);
    assert_int_equal(in.fault, RT_FAULT_FROZEN);
    pause_ms(100);
    assert_int_equal(hw_device_input(&b.d)->t_ns, in.t_ns);
    b.map->tab_input_bits[1] = 0; // stop and dead-man still work when the PLC's program hangs
    b.map->tab_input_bits[3] = 0;
    for (int k = 0; k < 300 && !hw_device_input(&b.d)->estop; k++) pause_ms(10);
    assert_true(in.dead_man && hw_device_input(&b.d)->estop);
    assert_false(hw_device_input(&b.d)->dead_man);
    atomic_store(&b.ticks, true);
    assert_int_equal(fresh_input().fault, RT_FAULT_NONE);
}

static void test_broken_wire(void **state) {
    (void)state;
    fresh_input();
    b.map->tab_input_registers[2] = 32767; // an open 4-20 mA input reads beyond its range
    for (int k = 0; k < 300 && hw_device_input(&b.d)->fault == 0; k++) pause_ms(10);
    assert_int_equal(hw_device_input(&b.d)->fault, RT_FAULT_RANGE);
    b.map->tab_input_registers[2] = 0;
    assert_int_equal(fresh_input().fault, RT_FAULT_NONE);
}

static int64_t cpu_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// The adapter is pulled out: the device is lost at once, the thread stays idle, and the line reopens when it returns.
static void test_unplugged_and_back(void **state) {
    (void)state;
    char slave[64];
    fresh_input();
    cut_wire();
    unlink(b.port);
    close(b.hold[0]);
    close(b.master[0]);           // hang-up
    b.map->tab_input_bits[2] = 1; // the clutch's push button is held when the line returns
    for (int k = 0; k < 300 && hw_device_input(&b.d)->has_device; k++) pause_ms(10);
    assert_false(hw_device_input(&b.d)->has_device);
    int64_t before = cpu_ns();
    pause_ms(1500);
    assert_true(cpu_ns() - before < 500 * MS);
    open_pty(0, slave, sizeof slave);
    restore_wire();
    point_port_at(slave);
    b.map->tab_input_registers[0] = 10000;
    rt_input in = fresh_input();
    assert_true(in.has_device);
    CHECK_NEAR(in.lever, 1, 0);
    assert_true(in.clutch); // a button held at reconnection is no press
    b.map->tab_input_bits[2] = 0;
    pause_ms(100);
    fresh_input();
    b.map->tab_input_bits[2] = 1;
    assert_false(fresh_input().clutch);
}

// Redirects stderr to a file; returns the old descriptor.
static int redirect_stderr(const char *file) {
    fflush(stderr);
    int was = dup(2), to = open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(was >= 0 && to >= 0 && dup2(to, 2) == 2);
    close(to);
    return was;
}

// The map names registers that the console lacks: one message with the request.
static void test_refusal_is_reported_once(void **state) {
    (void)state;
    static rt_diag d;
    char file[64], text[1000] = "";
    hw_map m = console_map();
    const rt_command start = {0};
    m.modbus.axes = AXES + 40;
    hw_device_close(&b.d);
    snprintf(file, sizeof file, "/tmp/hawse-modbus-%d.txt", (int)getpid());
    int was = redirect_stderr(file);
    rt_status status = hw_modbus_open(&b.d, &(hw_opening){.argument = b.port, .map = &m, .start = &start}, &d);
    pause_ms(500);
    int64_t stamp = status == RT_OK ? hw_device_input(&b.d)->t_ns : -1;
    dup2(was, 2);
    close(was);
    FILE *f = fopen(file, "r");
    assert_true(f && fread(text, 1, sizeof text - 1, f) > 0);
    fclose(f);
    unlink(file);
    assert_int_equal(stamp, 0);
    assert_non_null(strstr(text, "the console refuses input registers 140..143: Illegal data address"));
    assert_null(strchr(strchr(text, '\n') + 1, '\n')); // one line
}

static void test_missing_port_is_an_error(void **state) {
    (void)state;
    static rt_diag d;
    hw_device other;
    const hw_map m = console_map();
    const rt_command start = {0};
    assert_int_equal(hw_modbus_open(&other, &(hw_opening){.argument = "/dev/nobody", .map = &m, .start = &start}, &d),
                     RT_ERR_DEVICE);
    assert_non_null(strstr(d.text, "modbus: /dev/nobody cannot be opened: No such file or directory"));
    hw_device_close(&other); // closing after a failed open is harmless
}

#define T(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
int main(void) {
    if (!has_terminals()) return 77;
    if (!hw_modbus_available()) {
        print_message("skipped: built without libmodbus\n");
        return 77;
    }
    monotonic = rt_clock_monotonic();
    const struct CMUnitTest tests[] = {
        T(test_reads_the_console),
        T(test_writes_gauges_and_lamps),
        T(test_silent_console),
        T(test_garbled_line),
        T(test_half_answers),
        T(test_one_lost_byte),
        T(test_stopped_heartbeat_is_a_fault),
        T(test_broken_wire),
        T(test_unplugged_and_back),
        T(test_refusal_is_reported_once),
        cmocka_unit_test(test_missing_port_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
