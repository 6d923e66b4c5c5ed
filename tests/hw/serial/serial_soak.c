// SPDX-License-Identifier: MIT
// Fault injection into the serial device in real time: serial_soak SECONDS [SEED]. Unmodified libserialport on a
// pseudo-terminal (pty_shim.c); the reference firmware sends through virtual lines. Every kind of fault occurs in turn,
// in either direction or both, and the plug is pulled after every byte of a frame. The checks of
// tests/hw/console_faults.h run on the published inputs after each millisecond; the I/O thread must be in time and
// nearly idle. A run of less than an hour is short: each kind once, ending after the recovery, without a pull after
// every byte. Exit code 1 on a violation, 77 without pseudo-terminals.
#include "hw/serial/device.h"
#include "hw/virtual/pty.h"
#include "rt/frame/clock.h"
#include "tests/hw/console_faults.h"
#include "tests/hw/pty_shim.h"
#include "tests/hw/terminals.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_CPU 0.2   // largest part of a processor for the I/O thread
#define MOST_WAKES 4e3 // most wake-ups of the I/O thread [1/s]
#define WATCH_NS (1000 * MS)
#define STATUS_NS (300 * MS) // largest age of the device's statistics, with a margin
#define HOUR 3600

static virtual_pty pty;
static hw_device d;
static rt_clock clock_;
static char folder[64], link_path[128], port_name[160];
static int64_t seen_ns, stood_ns; // time of the last step; time of the last recorded stall

static int64_t now(void) { return rt_clock_now_ns(&clock_); }

// ---- the line -------------------------------------------------------------------------------------------------------

static void plug(void) {
    r.plugged = true;
    r.pull_behind = -1;
    console_init(&r.firmware, &r.def);
    if (!virtual_pty_open(&pty, link_path)) exit(1);
}

// Removes the link first, as udev does: another program may get the terminal's name at once.
static void unplug(void) {
    unlink(link_path);
    virtual_line_clear(&r.up);
    virtual_line_clear(&r.down);
    virtual_pty_close(&pty);
    r.plugged = false;
}

// Carries bytes to the host: one by one if a pull is due, and in a flood as many as the terminal accepts.
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

// Last time that the hands held this lever value, within the window of acceptable inputs; -1: not in it.
static int64_t time_of_lever(double lever) {
    int64_t back = HW_CONSOLE_FRESH_NS + 70 * MS + s.slack_ns;
    for (int64_t age = 0; age <= back; age += MS)
        if (lever_value(hands_lever((uint32_t)((r.now_ns - age - r.board_zero_ns) / 1000))) == lever)
            return r.now_ns - age;
    return -1;
}

// Conditions the newest input, as the session of a run does.
static void condition(double h_s) {
    static int64_t stamp;
    const hw_feedback f = {.t_ns = r.now_ns, .state = HW_HOST_ACTIVE, .tension_n = 1e5};
    hw_device_feedback(&d, &f);
    r.seen = *hw_device_input(&d);
    r.now_ns = now(); // the I/O thread runs on meanwhile
    r.command = rt_command_condition(&r.conditioner, &r.limits, &r.seen, r.now_ns, h_s, &r.events);
    if (!r.seen.has_device || r.seen.t_ns == stamp) return;
    stamp = r.seen.t_ns;
    int64_t given = time_of_lever(r.seen.lever);
    if (given < 0) stop_with("an input that the hands did not hold recently");
    r.true_ns = given;
    check_truth(hands_lever((uint32_t)((given - r.board_zero_ns) / 1000)));
}

// Records a stall of the machine, measured on this thread, which has real-time priority if permitted. A stall counts
// for a second.
static void record_stall(int64_t step_ns) {
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
    record_stall(step_ns);
    the_board.now_ns = r.now_ns - r.board_zero_ns;
    rig_set_hands(&r);
    carry_down();
    console_step(&r.firmware);
    if (r.plugged) carry_up();
}

static void check_io_thread_load(const hw_link_stats *k) {
    static int64_t since_ns, cpu_ns;
    static uint64_t wakes;
    if (since_ns > 0 && r.now_ns - since_ns < WATCH_NS) return;
    double wall = (double)(r.now_ns - since_ns + STATUS_NS);
    if (since_ns > 0 && (double)(k->cpu_ns - cpu_ns) > MOST_CPU * wall)
        stop_with("the I/O thread uses too much processor time");
    if (since_ns > 0 && (double)(k->wakes - wakes) > MOST_WAKES * 1e-9 * wall)
        stop_with("the I/O thread wakes too often");
    since_ns = r.now_ns;
    cpu_ns = k->cpu_ns;
    wakes = k->wakes;
}

// ---- the run --------------------------------------------------------------------------------------------------------

// Next kind of fault, in turn; in a long run every third one is a pulled plug.
static hw_fault next_fault(bool is_long) {
    static uint32_t n, turn;
    if (is_long && n++ % 3 == 0) return HW_FAULT_UNPLUG;
    return (hw_fault)(1 + turn++ % (HW_FAULTS - 1));
}

// Starts the next fault: random length and direction; in a short run long and toward the host.
static void begin_next(bool is_long) {
    uint32_t where = is_long ? random_below(4) : 0;
    int64_t length_ns = (is_long ? 5 + random_below(1500) : 500 + random_below(300)) * MS;
    begin_fault(next_fault(is_long), length_ns, where != 1, where == 1 || where == 2);
}

// Starts the next fault soon after the recovery; in a short run with the lever off neutral, in a long run sometimes
// before the recovery.
static void schedule(bool is_long) {
    note_pull();
    if (s.fault != HW_FAULT_NONE) {
        if (r.now_ns < s.until_ns) return;
        end_fault();
        bool wait = !is_long || random_below(3) > 0;
        s.until_ns = wait ? INT64_MAX : r.now_ns + random_below(500) * MS;
        return;
    }
    bool ready = s.was_up && (is_long || fabs(r.command.lever) > 0.1);
    if (s.until_ns == INT64_MAX && ready)
        s.until_ns = r.now_ns + (is_long ? 100 + random_below(2000) : random_below(50)) * MS;
    if (r.now_ns >= s.until_ns) begin_next(is_long);
}

static _Atomic int opened; // rt_status + 1 when done

static void *open_in_thread(void *diag) {
    const rt_command start = {.brake = 1, .clutch = 1};
    atomic_store(&opened, (int)hw_serial_open(&d, &(hw_opening){.argument = port_name, .start = &start}, diag) + 1);
    return NULL;
}

// Opens the device on another thread while the console answers.
static void open_device(void) {
    static rt_diag diag;
    pthread_t thread;
    if (pthread_create(&thread, NULL, open_in_thread, &diag) != 0) exit(1);
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
    // the board's clock wraps in the second minute
    r.board_zero_ns = r.now_ns - (INT64_C(4294967296) - 100000000) * 1000;
    the_board.now_ns = r.now_ns - r.board_zero_ns;
    the_board.closed[REFERENCE_PIN_ESTOP] = true;
    period_us = is_long ? 1200000 : 700000; // so that a reset follows soon after a fault
    r.lever = hands_lever;
    r.reset = hands_reset;
    s.plug = plug;
    s.recovery_ns = 3000 * MS; // a lost port is reopened once a second
    plug();
    open_device();
    s.faultless_ns = r.now_ns;
    s.until_ns = INT64_MAX;
}

// Whether each kind occurred and the line has recovered from the last.
static bool all_faults_occurred(void) {
    for (int k = 1; k < HW_FAULTS; k++)
        if (s.met[k] == 0) return false;
    return s.fault == HW_FAULT_NONE && s.was_up;
}

static bool soak_for(double seconds, bool is_long, hw_link_stats *k) {
    int64_t end_ns = r.now_ns + (int64_t)(1e9 * seconds), longest = 0;
    int64_t begin_ns = r.now_ns;
    while (r.now_ns < end_ns && (is_long || !all_faults_occurred())) {
        int64_t before = r.now_ns;
        step();
        if (r.now_ns - before > longest) longest = r.now_ns - before;
        condition(1e-9 * (double)(r.now_ns - before));
        hw_device_link(&d, k);
        // the published link state is up to 0.25 s old; a fresh input is newer
        s.link = r.seen.has_device ? HW_LINK_UP : k->state;
        check_command();
        check_recovery();
        check_io_thread_load(k);
        schedule(is_long);
    }
    printf("longest stall of the machine: %.1f ms\n", 1e-6 * (double)longest);
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
    if (!has_terminals()) return 77;
    if (stat("/sys/class/tty", &st) != 0) {
        printf("skipped: no /sys/class/tty here\n");
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
    if (!good) printf("incomplete coverage: run more seconds\n");
    hw_device_close(&d);
    virtual_pty_close(&pty);
    unlink(link_path);
    rmdir(folder);
    return good ? 0 : 1;
}
