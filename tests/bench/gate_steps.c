// SPDX-License-Identifier: MIT
// Steps a scenario in blocks on command, so that two builds can take turns on one processor (gate.py drives it).
//   out: hawse-gate 1 COMPILER, phases NAME..., ready            once, after the start and the skipped steps
//   in:  N                                                       run N steps
//   out: N lines "DISTURBED NS...", a time a phase [ns]; end HASH
// A step is disturbed when it took longer than its thread's CPU time: another thread had the processor in between.
#include "hw/script_device.h"
#include "rt/clock.h"
#include "rt/script.h"
#include "rt/session.h"
#include "tests/bench/gate_inject.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_STEPS 100000 // of a block
#define SLACK_NS 2000     // between the two clocks' readings

static const char usage[] =
    "usage: gate_steps SCENARIO [--depth M] [--skip STEPS] [--count STEPS] [--inject-slow phase=NAME,+P%]\n"
    "Runs the scenario's steps in blocks: reads a number of steps from each line of its input, and prints the time of\n"
    "each phase [ns], a line a step. --depth: the anchor starts so far below the bolster [m]; --skip: steps run before\n"
    "the first block; --count: runs so many steps, prints the state's hash and ends (for callgrind, see counts.py).\n";

typedef struct gate {
    const char *file;
    double depth;
    long skip, count;
    scenario sc;
    rt_script script;
    hw_device device;
    session s;
    int64_t period_ns;
} gate;

typedef struct step_time {
    int64_t ns[RT_PHASE_COUNT];
    bool disturbed;
} step_time;

static double number(const char *name, const char *text, double least, double most) {
    char *end = NULL;
    double x = text ? strtod(text, &end) : -1;
    if (text && end != text && *end == 0 && x >= least && x <= most) return x;
    fprintf(stderr, "%s: expected a number from %g to %g, found \"%s\"\n", name, least, most, text ? text : "nothing");
    exit(2);
}

static void read_options(gate *g, int argc, char **argv) {
    for (int k = 1; k < argc; k++) {
        const char *name = argv[k], *value = k + 1 < argc ? argv[k + 1] : NULL;
        if (name[0] != '-' && !g->file) {
            g->file = name;
            continue;
        }
        if (!strcmp(name, "--depth")) {
            g->depth = number(name, value, 0, 1e4);
        } else if (!strcmp(name, "--skip")) {
            g->skip = (long)number(name, value, 0, 1e9);
        } else if (!strcmp(name, "--count")) {
            g->count = (long)number(name, value, 1, 1e9);
        } else if (!strcmp(name, "--inject-slow")) {
            if (!value || !gate_inject_parse(value)) {
                fprintf(stderr, "%s: expected phase=NAME,+P%%, found \"%s\"\n", name, value ? value : "nothing");
                exit(2);
            }
        } else {
            fputs(usage, stderr);
            exit(2);
        }
        k++;
    }
    if (g->file) return;
    fputs(usage, stderr);
    exit(2);
}

static rt_status prepare(gate *g, rt_diag *d) {
    rt_status status = scenario_load(g->file, true, &g->sc, d);
    if (status == RT_OK && g->depth >= 0) g->sc.start.depth = g->depth;
    if (status == RT_OK) status = rt_script_load(g->sc.operator.script, &g->script, d);
    if (status == RT_OK) status = hw_script_open(&g->device, &g->script, g->sc.operator.script, 0, d);
    if (status == RT_OK) status = sim_create(&g->s.sim, &g->sc, d);
    if (status == RT_OK) status = session_init(&g->s, &g->device, d);
    if (status != RT_OK) return status;
    session_configure(&g->s);
    g->s.manual = true;
    g->s.sim.sc.end.stop_when_housed = false;
    g->period_ns = (int64_t)llround(1e9 * g->s.sim.model.h);
    return RT_OK;
}

// One step at the time that the manual clock of software-in-the-loop would have; false when the state is lost.
static bool step(gate *g, step_time *t) {
    rt_clock wall = rt_clock_monotonic();
    rt_profile p;
    uint64_t n = g->s.frames;
    int64_t cpu = rt_clock_thread_cpu_ns(), from = rt_clock_now_ns(&wall);
    bool good = session_frame(&g->s, n, (int64_t)n * g->period_ns, &p);
    int64_t took = rt_clock_now_ns(&wall) - from;
    t->disturbed = took > rt_clock_thread_cpu_ns() - cpu + SLACK_NS;
    memcpy(t->ns, p.ns, sizeof t->ns);
    return good;
}

static bool steps(gate *g, step_time *t, long n, bool keep) {
    for (long k = 0; k < n; k++)
        if (!step(g, &t[keep ? k : 0])) {
            fprintf(stderr, "the run ended in step %" PRIu64 "\n", g->s.frames);
            return false;
        }
    return true;
}

// The same, at another place of the stack each time: where the stack lies against the heap is worth some per cent of a
// phase's time and is luck (Curtsinger & Berger 2013, Stabilizer); blocks at many places average it.
static __attribute__((noinline)) bool steps_elsewhere(gate *g, step_time *t, long n) {
    static uint32_t seed = 1;
    seed = seed * 1664525u + 1013904223u;
    volatile char *below = __builtin_alloca(16 + (seed >> 20 & 0xFF0));
    below[0] = 0;
    return steps(g, t, n, true);
}

// Goes on as a child process, whose memory the system copies to other pages as it is written: which pages fall onto
// each other in the cache is luck as well.
static void move_pages(void) {
    pid_t child = fork();
    int status = 0;
    if (child == 0) return;
    if (child < 0 || waitpid(child, &status, 0) != child) exit(1);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

static void print_block(const step_time *t, long n, uint64_t hash) {
    for (long k = 0; k < n; k++) {
        printf("%d", t[k].disturbed);
        for (int i = 0; i < RT_PHASE_COUNT; i++) printf(" %" PRId64, t[k].ns[i]);
        putchar('\n');
    }
    printf("end %016" PRIx64 "\n", hash);
    fflush(stdout);
}

// Blocks as the input asks for them, to its end.
static int serve(gate *g, step_time *t) {
    char line[64];
    printf("hawse-gate 1 %s\nphases", __VERSION__);
    for (int i = 0; i < RT_PHASE_COUNT; i++) printf(" %s", rt_phase_name((rt_phase)i));
    printf("\nready\n");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (!strcmp(line, "fork")) {
            move_pages();
            continue;
        }
        long n = (long)number("steps", line, 1, MOST_STEPS);
        if (!steps_elsewhere(g, t, n)) return 1;
        print_block(t, n, g->s.hash);
    }
    return 0;
}

int main(int argc, char **argv) {
    static gate g = {.depth = -1};
    static step_time t[MOST_STEPS];
    static rt_diag d;
    read_options(&g, argc, argv);
    rt_status status = prepare(&g, &d);
    fputs(d.text, stderr);
    if (status != RT_OK) return 2;
    int code = steps(&g, t, g.skip, false) ? 0 : 1;
    if (code == 0 && g.count) {
        code = steps(&g, t, g.count, false) ? 0 : 1;
        printf("%016" PRIx64 "\n", g.s.hash);
    } else if (code == 0) {
        code = serve(&g, t);
    }
    session_free(&g.s);
    scenario_free(&g.sc);
    hw_device_close(&g.device);
    rt_script_free(&g.script);
    return code;
}
