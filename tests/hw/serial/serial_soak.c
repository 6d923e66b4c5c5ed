// SPDX-License-Identifier: MIT
// Fault injection into the serial device through the unmodified libserialport, on a pseudo-terminal (pty_shim.c), in
// real time: serial_soak SECONDS [SEED]. The reference firmware behind virtual lines speaks on it; every kind of fault
// in turn, on either direction or both, and the plug pulled behind every byte of a frame. After each millisecond the
// checks of tests/hw/console_faults.h, for what the device publishes; the I/O thread must come in time and leave the
// processor alone throughout. Of less than an hour is a short run: each kind once, ended when all is well again, and
// the plug not pulled behind every byte. Exit code 1 as there, 77 where there is no pseudo-terminal.
#include "hw/serial/device.h"
#include "hw/virtual/pty.h"
#include "rt/frame/clock.h"
#include "tests/hw/console_faults.h"
#include "tests/hw/pty_shim.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_CPU 0.2   // of a processor, for the I/O thread
#define MOST_WAKES 4e3 // of it in a second
#define WATCH_NS (1000 * MS)
#define STATUS_NS (300 * MS) // for which the device's statistics may be old, and a little more
#define HOUR 3600

static virtual_pty pty;
static hw_device d;
static rt_clock clock_;
static char folder[64], link_path[128], port_name[160];
static int64_t seen_ns, stood_ns; // when a step was last made; when the slack was noted

static int64_t now(void) { return rt_clock_now_ns(&clock_); }

// ---- the line -------------------------------------------------------------------------------------------------------

static void plug(void) {
    r.plugged = true;
    r.pull_behind = -1;
    console_init(&r.firmware, &r.def);
    if (!virtual_pty_open(&pty, link_path)) exit(1);
}

// The name goes first, as udev's would: the terminal's own may be another program's in a moment.
static void unplug(void) {
    unlink(link_path);
    virtual_line_clear(&r.up);
    virtual_line_clear(&r.down);
    virtual_pty_close(&pty);
    r.plugged = false;
}

// Bytes to the host, one by one where the plug is to be pulled behind one; of a flood, as many as the terminal takes.
static void carry_up(void) {
    uint8_t bytes[512];
    size_t n, most = r.up.fault == HW_FAULT_FLOOD ? 64 * sizeof bytes : sizeof bytes;
    while (r.pull_behind < 0 && most > 0 && (n = virtual_line_read(&r.up, bytes, sizeof bytes, the_board.now_ns)) > 0) {
        virtual_pty_write(&pty, bytes, n);
        most -= sizeof bytes;
    }
    if (r.pull_behind < 0) return;
    n = virtual_line_read(&r.up, bytes, sizeof bytes, the_board.now_ns);
    for (size_t i = 0; i < n; i++) {
        if (r.frame_bytes == r.pull_behind) {
            unplug();
            return;
        }
        virtual_pty_write(&pty, &bytes[i], 1);
        r.frame_bytes = bytes[i] ? r.frame_bytes + 1 : 0;
    }
}

static void carry_down(void) {
    size_t n = 0;
    virtual_pty_read(&pty);
    while (n < pty.n && virtual_line_send(&r.down, pty.in[n], the_board.now_ns)) n++;
    memmove(pty.in, pty.in + n, pty.n - n);
    pty.n -= n;
}

// ---- the host -------------------------------------------------------------------------------------------------------

// When the hands last gave such a lever, within the time in which an input may be believed; -1: they did not.
static int64_t given_ns(double lever) {
    int64_t back = HW_CONSOLE_FRESH_NS + 70 * MS + s.slack_ns;
    for (int64_t age = 0; age <= back; age += MS)
        if (value_of(hands_lever((uint32_t)((r.now_ns - age - r.board_zero_ns) / 1000))) == lever)
            return r.now_ns - age;
    return -1;
}

// What the session of a run would make of it: the newest input, conditioned.
static void condition(double h_s) {
    static int64_t stamp;
    const hw_feedback f = {.t_ns = r.now_ns, .state = HW_HOST_ACTIVE, .tension_n = 1e5};
    hw_device_feedback(&d, &f);
    r.seen = *hw_device_input(&d);
    r.now_ns = now(); // the I/O thread does not stand still meanwhile
    r.command = rt_command_condition(&r.conditioner, &r.limits, &r.seen, r.now_ns, h_s, &r.events);
    if (!r.seen.has_device || r.seen.t_ns == stamp) return;
    stamp = r.seen.t_ns;
    int64_t given = given_ns(r.seen.lever);
    if (given < 0) fail("an input that the hands did not give lately");
    r.true_ns = given;
    check_truth(hands_lever((uint32_t)((given - r.board_zero_ns) / 1000)));
}

// For how long everybody was kept waiting, by this thread, which goes first where that is permitted; told for a second.
static void note_standstill(int64_t step_ns) {
    int64_t stood = step_ns - 2 * MS;
    if (r.now_ns - stood_ns > 1000 * MS) s.slack_ns = 0;
    if (stood <= s.slack_ns) return;
    s.slack_ns = stood;
    stood_ns = r.now_ns;
}

static void step(void) {
    rt_clock_sleep_until(&clock_, r.now_ns + MS);
    r.now_ns = now();
    int64_t step_ns = r.now_ns - seen_ns;
    seen_ns = r.now_ns;
    note_standstill(step_ns);
    the_board.now_ns = r.now_ns - r.board_zero_ns;
    rig_hands(&r);
    carry_down();
    console_step(&r.firmware);
    if (r.plugged) carry_up();
}

static void check_quiet(const hw_link_stats *k) {
    static int64_t since_ns, cpu_ns;
    static uint64_t wakes;
    if (since_ns > 0 && r.now_ns - since_ns < WATCH_NS) return;
    double wall = (double)(r.now_ns - since_ns + STATUS_NS);
    if (since_ns > 0 && (double)(k->cpu_ns - cpu_ns) > MOST_CPU * wall) fail("the I/O thread burns its processor");
    if (since_ns > 0 && (double)(k->wakes - wakes) > MOST_WAKES * 1e-9 * wall)
        fail("the I/O thread wakes all the time");
    since_ns = r.now_ns;
    cpu_ns = k->cpu_ns;
    wakes = k->wakes;
}

// ---- the run --------------------------------------------------------------------------------------------------------

// Every kind in turn; in a long run every third fault is a pulled plug.
static hw_fault next_fault(bool is_long) {
    static uint32_t n, turn;
    if (is_long && n++ % 3 == 0) return HW_FAULT_UNPLUG;
    return (hw_fault)(1 + turn++ % (HW_FAULTS - 1));
}

// Of any length and direction; in a short run, which meets each once, long ones to the host.
static void begin_next(bool is_long) {
    uint32_t where = is_long ? chance(4) : 0;
    int64_t length_ns = (is_long ? 5 + chance(1500) : 500 + chance(300)) * MS;
    begin(next_fault(is_long), length_ns, where != 1, where == 1 || where == 2);
}

// The next fault comes soon after all is well and, in a short run, while the lever is out; in a long run, now and then,
// before.
static void schedule(bool is_long) {
    note_pull();
    if (s.fault != HW_FAULT_NONE) {
        if (r.now_ns < s.until_ns) return;
        end();
        bool wait = !is_long || chance(3) > 0;
        s.until_ns = wait ? INT64_MAX : r.now_ns + chance(500) * MS;
        return;
    }
    bool ready = s.was_up && (is_long || fabs(r.command.lever) > 0.1);
    if (s.until_ns == INT64_MAX && ready) s.until_ns = r.now_ns + (is_long ? 100 + chance(2000) : chance(50)) * MS;
    if (r.now_ns >= s.until_ns) begin_next(is_long);
}

static _Atomic int opened; // rt_status + 1 when done

static void *open_it(void *diag) {
    const rt_command start = {.brake = 1, .clutch = 1};
    atomic_store(&opened, (int)hw_serial_open(&d, port_name, NULL, &start, diag) + 1);
    return NULL;
}

// The device, opened on another thread while the console answers.
static void open_device(void) {
    static rt_diag diag;
    pthread_t thread;
    if (pthread_create(&thread, NULL, open_it, &diag) != 0) exit(1);
    while (atomic_load(&opened) == 0) step();
    pthread_join(thread, NULL);
    if (atomic_load(&opened) == RT_OK + 1) return;
    fputs(diag.text, stderr);
    exit(1);
}

static void start(bool is_long) {
    const struct sched_param urgent = {.sched_priority = 60};
    pthread_setschedparam(pthread_self(), SCHED_FIFO, &urgent);
    clock_ = rt_clock_monotonic();
    rig_start(&r, 0, seed);
    r.now_ns = seen_ns = now();
    // the board has been on for so long that its clock wraps in the second minute
    r.board_zero_ns = r.now_ns - (INT64_C(4294967296) - 100000000) * 1000;
    the_board.now_ns = r.now_ns - r.board_zero_ns;
    the_board.closed[REFERENCE_PIN_ESTOP] = true;
    period_us = is_long ? 1200000 : 700000; // so that reset comes round soon after a fault
    r.lever = hands_lever;
    r.reset = hands_reset;
    s.plug = plug;
    s.recovery_ns = 3000 * MS; // a port that has gone is looked for once a second
    plug();
    open_device();
    s.faultless_ns = r.now_ns;
    s.until_ns = INT64_MAX;
}

// And all is well again after the last.
static bool each_was_met(void) {
    for (int k = 1; k < HW_FAULTS; k++)
        if (s.met[k] == 0) return false;
    return s.fault == HW_FAULT_NONE && s.was_up;
}

static bool soak_for(double seconds, bool is_long, hw_link_stats *k) {
    int64_t end_ns = r.now_ns + (int64_t)(1e9 * seconds), longest = 0;
    int64_t begin_ns = r.now_ns;
    while (r.now_ns < end_ns && (is_long || !each_was_met())) {
        int64_t before = r.now_ns;
        step();
        if (r.now_ns - before > longest) longest = r.now_ns - before;
        condition(1e-9 * (double)(r.now_ns - before));
        hw_device_link(&d, k);
        // what is published of the link is old by up to a quarter of a second; a fresh input tells at once
        s.link = r.seen.has_device ? HW_LINK_UP : k->state;
        check_command();
        check_recovery();
        check_quiet(k);
        schedule(is_long);
    }
    printf("the machine stood still for at most %.1f ms\n", 1e-6 * (double)longest);
    return report(1e-9 * (double)(r.now_ns - begin_ns), k, is_long);
}

int main(int argc, char **argv) {
    struct stat st;
    double seconds = argc > 1 ? atof(argv[1]) : 0;
    if (seconds <= 0) {
        fprintf(stderr, "usage: serial_soak SECONDS [SEED]\n");
        return 2;
    }
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    if (stat("/sys/class/tty", &st) != 0 || access("/dev/ptmx", R_OK | W_OK) != 0) {
        printf("skipped: no /sys/class/tty or no pseudo-terminals here\n");
        return 77;
    }
    snprintf(folder, sizeof folder, "/tmp/hawse_soak_XXXXXX");
    if (!mkdtemp(folder)) return 1;
    snprintf(link_path, sizeof link_path, "%s/console", folder);
    snprintf(port_name, sizeof port_name, "%s%s", PTY_SHIM_ROOT, link_path);
    hw_link_stats k;
    bool is_long = seconds >= HOUR;
    start(is_long);
    bool good = soak_for(seconds, is_long, &k);
    if (!good) printf("not everything was met: more seconds are needed\n");
    hw_device_close(&d);
    virtual_pty_close(&pty);
    unlink(link_path);
    rmdir(folder);
    return good ? 0 : 1;
}
