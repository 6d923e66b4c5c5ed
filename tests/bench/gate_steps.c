// SPDX-License-Identifier: MIT
// Steps a scenario in blocks on command; gate.py lets two builds take turns on one processor. The protocol:
//   out: hawse-gate 1 COMPILER; phases NAME...; ready            once, after the skipped steps
//   in:  N                                                       run N steps
//   out: N lines "DISTURBED NS...", a time per phase [ns]; end HASH
//   in:  fork                                                    continue in a child process
//   in:  end of file; out: bye
// A step is disturbed if it takes longer than its thread's CPU time: another thread ran in between. Without the
// disturbed steps, the times are CPU times, at 25 ns a reading instead of the 400 ns of the CPU clock.
#include "rt/frame/clock.h"
#include "rt/session/on_loop.h"
#include "tests/bench/gate_run.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_STEPS 1000 // of a block
#define SLACK_NS 2000   // between the two clocks' readings

static const char usage[] =
    "usage: gate_steps SCENARIO [--depth M] [--settle S] [--skip STEPS] [--inject-slow phase=NAME,+P%]\n"
    "Runs the scenario's steps in blocks: reads a number of steps from each line of its input, and prints the time of\n"
    "each phase [ns], one line per step.\n"
    "  --depth M          depth of the anchor below the bolster at the start [m]\n"
    "  --settle S         time for the chain to settle before the first step [s]\n"
    "  --skip STEPS       steps before the first block\n"
    "  --inject-slow ...  test aid: slow a phase down by P %\n";

typedef struct step_time {
    int64_t ns[RT_PHASE_COUNT];
    bool disturbed;
} step_time;

static gate_run_def read_options(int argc, char **argv, rt_slow *slow) {
    static rt_diag d;
    gate_run_def o = {.depth = -1, .settle = -1};
    for (int k = 1; k < argc; k++) {
        const char *value = k + 1 < argc ? argv[k + 1] : NULL;
        if (gate_run_option(&o, argc, argv, &k)) continue;
        if (strcmp(argv[k], "--inject-slow") != 0 || !value || session_slow_read(value, slow, &d) != RT_OK) {
            fputs(d.text, stderr);
            fprintf(stderr, "error: unknown option or bad value: %s %s\n%s", argv[k], value ? value : "", usage);
            exit(2);
        }
        k++;
    }
    if (o.file) return o;
    fputs(usage, stderr);
    exit(2);
}

static bool timed_step(gate_run *g, step_time *t) {
    rt_clock wall = rt_clock_monotonic();
    rt_profile p = {0};
    int64_t cpu = rt_clock_thread_cpu_ns(), from = rt_clock_now_ns(&wall);
    bool good = gate_run_step(g, &p);
    int64_t took = rt_clock_now_ns(&wall) - from;
    t->disturbed = took > rt_clock_thread_cpu_ns() - cpu + SLACK_NS;
    memcpy(t->ns, p.ns, sizeof t->ns);
    return good;
}

// Runs each block at another place of the stack. The random position of the stack relative to the heap changes the time
// of a phase by some per cent (Mytkowicz et al. 2009, ASPLOS; Curtsinger & Berger 2013, ASPLOS). Many places average
// this.
static __attribute__((noinline)) bool run_block(gate_run *g, step_time *t, long n) {
    static uint32_t seed = 1;
    seed = seed * 1664525u + 1013904223u; // Numerical Recipes 7.1
    volatile char *below = __builtin_alloca(16 + (seed >> 20 & 0xFF0));
    below[0] = 0;
    bool good = true;
    for (long k = 0; k < n && good; k++) good = timed_step(g, &t[k]);
    return good;
}

// Rewrites a byte of every page, unchanged: the kernel then copies each page shared with the parent.
static void copy_pages(void) {
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        uintptr_t from, to;
        char rights[5];
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &from, &to, rights) != 3 || strcmp(rights, "rw-p") != 0)
            continue;
        for (uintptr_t at = from; at < to; at += 4096) {
            volatile char *byte = (volatile char *)at;
            *byte = *byte;
        }
    }
    if (maps) fclose(maps);
}

// Continues as a child process on other pages of memory: which pages share cache sets is random too. The parent exits
// after all pages are copied.
static void move_pages(void) {
    int done[2];
    char byte;
    if (pipe(done) != 0) exit(1);
    pid_t child = fork();
    if (child < 0) exit(1);
    close(done[child == 0 ? 0 : 1]);
    if (child == 0)
        copy_pages();
    else if (read(done[0], &byte, 1) == 0)
        _exit(0);
    close(done[1]);
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

static void print_hello(void) {
    printf("hawse-gate 1 %s\nphases", __VERSION__);
    for (int i = 0; i < RT_PHASE_COUNT; i++) printf(" %s", rt_phase_name((rt_phase)i));
    printf("\nready\n");
    fflush(stdout);
}

// Runs the blocks that the input requests, until end of file.
static bool serve(gate_run *g, step_time *t) {
    char line[64];
    print_hello();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (!strcmp(line, "fork")) {
            move_pages();
            continue;
        }
        long n = (long)gate_number("steps", line, 1, MOST_STEPS);
        if (!run_block(g, t, n)) return false;
        print_block(t, n, g->s.hash);
    }
    puts("bye");
    return true;
}

int main(int argc, char **argv) {
    static gate_run g;
    static step_time t[MOST_STEPS];
    static rt_diag d;
    rt_slow slow = {.share = 0};
    gate_run_def o = read_options(argc, argv, &slow);
    setvbuf(stdin, NULL, _IONBF, 0); // a child must find the input that its parent has not read
    rt_status status = gate_run_create(&g, &o, &d);
    fputs(d.text, stderr);
    if (status != RT_OK) return 2;
    g.s.slow = slow;
    bool good = true;
    for (long k = 0; k < o.skip && good; k++) good = timed_step(&g, t);
    good = good && serve(&g, t);
    gate_run_destroy(&g);
    return good ? 0 : 1;
}
