// SPDX-License-Identifier: MIT
// hawse-console: the reference firmware on a pseudo-terminal, paced as a real line. A script or keys drive it; options
// inject faults.
#include "hw/firmware/hawse_console/reference.h"
#include "hw/virtual/board.h"
#include "hw/virtual/keys.h"
#include "hw/virtual/pty.h"
#include "rt/frame/clock.h"
#include "rt/script/script.h"
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STEP_NS 500000
#define FAULTS 16

typedef struct fault_plan {
    hw_fault fault;
    double start, end; // [s]
} fault_plan;

typedef struct virtual_console {
    const char *link;
    int baud;
    double batch_ms, jitter_ms, duration; // duration < 0: until interrupted
    unsigned seed;
    fault_plan plan[FAULTS];
    int n_plan;
    bool has_script;
    rt_script script;
    rt_input hands;
    virtual_line to_host, from_host;
    virtual_pty pty;
    console console;
    console_def def;
    hw_fault fault;
    int64_t start_ns, running_ns; // running_ns: when the host first reported a state; 0: not yet
    uint64_t frames;              // steps
} virtual_console;

static volatile sig_atomic_t interrupted;
static void on_signal(int number) {
    (void)number;
    interrupted = 1;
}

static const char usage[] =
    "usage: hawse-console [OPTION...]\n"
    "A windlass console on a pseudo-terminal, for hawse run --device serial:PATH\n"
    "  --link PATH        make a symbolic link to the terminal\n"
    "  --script FILE      operator script, as for hawse sil; starts when the host runs; default: keys\n"
    "  --baud N           baud rate of the line; default 115200\n"
    "  --batch MS         the adapter delivers bytes once in MS; 0: each byte at once; default 1\n"
    "  --jitter MS        largest random delay of a delivery; default 1\n"
    "  --fault KIND[@START[+DURATION]]\n"
    "                     inject a fault START s after the host runs (default: at once) for DURATION s\n"
    "                     (default: for good); repeatable. KIND: unplug, silence, garbage, flood, half,\n"
    "                     duplicates, baud, version, stuck, frozen, frozen-time, stall, range\n"
    "  --duration S       end after S seconds; default: run until interrupted\n"
    "  --seed N           seed of the random numbers; default 1\n"
    "  --help             print this text\n";

static bool parse_fault(virtual_console *v, const char *text) {
    char kind[32];
    fault_plan p = {.start = -1, .end = 1e9};
    double length;
    if (v->n_plan == FAULTS || sscanf(text, "%31[^@]", kind) != 1) return false;
    const char *at = strchr(text, '@');
    int found = hw_fault_find(kind), n = at ? sscanf(at, "@%lf+%lf", &p.start, &length) : 0;
    if (found <= 0 || (at && n < 1)) return false;
    if (n == 2) p.end = p.start + length;
    p.fault = (hw_fault)found;
    v->plan[v->n_plan++] = p;
    return true;
}

static bool parse_options(virtual_console *v, int argc, char **argv, rt_diag *d) {
    static const struct option table[] = {
        {"link", required_argument, NULL, 'l'},     {"script", required_argument, NULL, 's'},
        {"baud", required_argument, NULL, 'b'},     {"batch", required_argument, NULL, 'a'},
        {"jitter", required_argument, NULL, 'j'},   {"fault", required_argument, NULL, 'f'},
        {"duration", required_argument, NULL, 'd'}, {"seed", required_argument, NULL, 'e'},
        {"help", no_argument, NULL, 'h'},           {0}};
    for (int k; (k = getopt_long(argc, argv, "", table, NULL)) != -1;) {
        if (k == 'l') v->link = optarg;
        if (k == 'b') v->baud = atoi(optarg);
        if (k == 'a') v->batch_ms = atof(optarg);
        if (k == 'j') v->jitter_ms = atof(optarg);
        if (k == 'd') v->duration = atof(optarg);
        if (k == 'e') v->seed = (unsigned)atoi(optarg);
        if (k == 's' && rt_script_load(optarg, &v->script, d) != RT_OK) return false;
        if (k == 's') v->has_script = true;
        if (k == 'f' && !parse_fault(v, optarg)) {
            rt_diag_error(d, NULL, 0, 0, "--fault: expected KIND[@START[+DURATION]], found '%s'", optarg);
            return false;
        }
        if (k == 'h') {
            fputs(usage, stdout);
            exit(0);
        }
        if (k == '?') return false;
    }
    if (optind == argc && v->baud >= 300 && v->batch_ms >= 0 && v->jitter_ms >= 0) return true;
    rt_diag_error(d, NULL, 0, 0,
                  "expected --baud at least 300, --batch and --jitter at least 0, and no argument without --");
    return false;
}

static hw_fault find_planned_fault(const virtual_console *v, int64_t now_ns) {
    double t = v->running_ns ? 1e-9 * (double)(now_ns - v->running_ns) : -0.5;
    for (int i = 0; i < v->n_plan; i++)
        if (t >= v->plan[i].start && t < v->plan[i].end) return v->plan[i].fault;
    return HW_FAULT_NONE;
}

// Plugs in or unplugs the console; a console that is plugged in restarts. Removes the link before closing the
// terminal, since the system may give the closed terminal's name to another program at once.
static bool set_plugged(virtual_console *v, bool in) {
    virtual_line_clear(&v->to_host);
    virtual_line_clear(&v->from_host);
    if (v->link && v->pty.open) unlink(v->link);
    virtual_pty_close(&v->pty);
    if (!in) return true;
    console_init(&v->console, &v->def);
    return virtual_pty_open(&v->pty, v->link);
}

static bool set_fault(virtual_console *v, hw_fault fault) {
    if (fault == v->fault) return true;
    bool was_out = v->fault == HW_FAULT_UNPLUG, was_other = v->fault == HW_FAULT_VERSION;
    v->fault = fault;
    virtual_line_set_fault(&v->to_host, fault);
    v->def.hello.major = (uint8_t)(WIRE_MAJOR + (fault == HW_FAULT_VERSION));
    if (was_other || fault == HW_FAULT_VERSION) console_init(&v->console, &v->def);
    if (was_out || fault == HW_FAULT_UNPLUG) return set_plugged(v, !(fault == HW_FAULT_UNPLUG));
    return true;
}

static void move_hands(virtual_console *v, int64_t now_ns) {
    bool runs = v->console.state == CONSOLE_REPORTING && v->console.output.state != WIRE_STATE_UNKNOWN;
    if (runs && !v->running_ns) v->running_ns = now_ns;
    if (v->has_script) {
        double t = v->running_ns ? 1e-9 * (double)(now_ns - v->running_ns) : 0;
        v->hands = rt_script_input(&v->script, t);
    }
    virtual_board_set_hands(&the_board, &v->hands);
    if (v->fault == HW_FAULT_RANGE) the_board.adc[REFERENCE_ADC_LEVER] = 0; // a broken wire
}

// One step: bytes in, firmware, bytes out.
static void step(virtual_console *v, int64_t now_ns) {
    uint8_t bytes[256];
    the_board.now_ns = now_ns - v->start_ns;
    move_hands(v, now_ns);
    while (v->pty.n > 0 && virtual_line_send(&v->from_host, v->pty.in[0], the_board.now_ns))
        memmove(v->pty.in, v->pty.in + 1, --v->pty.n);
    virtual_pty_read(&v->pty);
    console_step(&v->console);
    size_t n = virtual_line_read(&v->to_host, bytes, sizeof bytes, the_board.now_ns);
    virtual_pty_write(&v->pty, bytes, n);
}

static void print_status(const virtual_console *v) {
    const wire_output *o = &v->console.output;
    static const char *const stopper[] = {"open", "down", "holding", "broken"};
    static const char *const state[] = {"unknown", "disarmed", "active", "stale", "fail-safe", "e-stop"};
    printf("%s, fault %s | lever %+.2f brake %.2f clutch %d stopper %d dead-man %d e-stop %d | %s %s%sstopper %s, "
           "tension %.0f kN, chain "
           "%.2f m, %.3f m/s",
           v->console.state == CONSOLE_REPORTING ? "reporting"
           : v->console.state == CONSOLE_REFUSED ? "refused"
                                                 : "hello",
           hw_fault_name(v->fault), v->hands.lever, v->hands.brake, v->hands.clutch, v->hands.stopper,
           v->hands.dead_man, v->hands.estop,
           v->console.no_host ? "NO HOST" : state[o->state < WIRE_STATES ? o->state : 0],
           o->lamps & WIRE_LAMP_ALARM ? "ALARM " : "", o->buzzer ? "BUZZER " : "", stopper[o->stopper % 4],
           o->tension / 1e3, o->counter / 1e3, o->speed / 1e3);
}

static int run(virtual_console *v) {
    rt_clock clock = rt_clock_monotonic();
    bool keys = !v->has_script && virtual_keys_begin();
    int64_t now_ns = v->start_ns = rt_clock_now_ns(&clock);
    hw_fault by_key = HW_FAULT_NONE;
    bool go_on = true;
    while (go_on && !interrupted && (v->duration < 0 || 1e-9 * (double)(now_ns - v->start_ns) < v->duration)) {
        hw_fault fault = find_planned_fault(v, now_ns);
        if (keys) go_on = virtual_keys_read(&v->hands, &by_key);
        if (!set_fault(v, fault != HW_FAULT_NONE ? fault : by_key)) return 2;
        step(v, now_ns);
        if (keys && v->frames++ % 200 == 0) {
            printf("\r\033[K");
            print_status(v);
            fflush(stdout);
        }
        rt_clock_sleep_until(&clock, now_ns + STEP_NS);
        now_ns = rt_clock_now_ns(&clock);
    }
    if (keys) virtual_keys_end();
    print_status(v);
    printf("\n");
    return 0;
}

int main(int argc, char **argv) {
    static virtual_console v = {.baud = 115200, .batch_ms = 1, .jitter_ms = 1, .duration = -1, .seed = 1};
    static rt_diag d;
    v.hands = (rt_input){.brake = 1, .clutch = true, .dead_man = true};
    if (!parse_options(&v, argc, argv, &d)) {
        fprintf(stderr, "%s%s", d.text, d.errors ? "" : usage);
        return 2;
    }
    fputs(d.text, stderr);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGHUP, on_signal);
    v.def = reference_console;
    virtual_line_init(&v.to_host, v.baud, (int64_t)(1e6 * v.batch_ms), (int64_t)(1e6 * v.jitter_ms), v.seed);
    virtual_line_init(&v.from_host, v.baud, (int64_t)(1e6 * v.batch_ms), (int64_t)(1e6 * v.jitter_ms), v.seed + 1);
    the_board.to_host = &v.to_host;
    the_board.from_host = &v.from_host;
    int code = 2;
    if (set_plugged(&v, true)) {
        printf("console at %s%s%s\n", v.pty.path, v.link ? ", linked from " : "", v.link ? v.link : "");
        fflush(stdout);
        code = run(&v);
    }
    virtual_pty_close(&v.pty);
    if (v.link) unlink(v.link);
    rt_script_free(&v.script);
    return code;
}
