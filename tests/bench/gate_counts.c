// SPDX-License-Identifier: MIT
// Counts the instructions of a scenario's steps under callgrind, by phase and without noise; counts.py runs it. At the
// end of each phase the program dumps the instructions since the last mark under the name of the phase.
#include "tests/bench/gate_run.h"
#include <SuiteSparse_config.h>
#include <gnu/libc-version.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

static const char usage[] =
    "usage: valgrind --tool=callgrind --instr-atstart=no --combine-dumps=yes gate_counts SCENARIO --steps N\n"
    "           [--depth M] [--settle S] [--script FILE] [--skip STEPS]\n"
    "           [--plant phase=NAME,INSTRUCTIONS]\n"
    "Runs N steps and dumps the instructions of each phase. gate_counts --key prints compiler, flags and libraries.\n"
    "  --depth M      depth of the anchor below the bolster at the start [m]\n"
    "  --settle S     time for the chain to settle before the first step [s]\n"
    "  --script FILE  the operator's script (default: the scenario's)\n"
    "  --skip STEPS   steps before the first counted step\n"
    "  --plant ...    test aid: more instructions at each mark of this phase\n";

static bool counting;
static int planted_phase = -1;
static long planted_loops;

// Parses "phase=solve,1000": 1000 instructions, as 500 loops of two.
static bool parse_plant(const char *text) {
    char name[32];
    double n;
    if (!text || sscanf(text, "phase=%31[a-z],%lf", name, &n) != 2 || !(n >= 0 && n < 1e9)) return false;
    for (int k = 0; k < RT_PHASE_COUNT; k++)
        if (strcmp(name, rt_phase_name((rt_phase)k)) == 0) planted_phase = k;
    planted_loops = (long)(n / 2);
    return planted_phase >= 0;
}

static void execute_plant(void) {
    long n = planted_loops;
    if (n > 0) __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n));
}

// Replaces rt_profile_end (linker option --wrap).
void __real_rt_profile_end(rt_profile *p, rt_phase phase);
void __wrap_rt_profile_end(rt_profile *p, rt_phase phase);
void __wrap_rt_profile_end(rt_profile *p, rt_phase phase) {
    if (counting) {
        if ((int)phase == planted_phase) execute_plant();
        CALLGRIND_DUMP_STATS_AT(rt_phase_name(phase));
    }
    __real_rt_profile_end(p, phase);
}

static gate_run_def read_options(int argc, char **argv, long *steps) {
    gate_run_def o = {.depth = -1, .settle = -1};
    for (int k = 1; k < argc; k++) {
        const char *value = k + 1 < argc ? argv[k + 1] : NULL;
        if (gate_run_option(&o, argc, argv, &k)) continue;
        if (!strcmp(argv[k], "--steps"))
            *steps = (long)gate_number(argv[k], value, 1, 1e9);
        else if (strcmp(argv[k], "--plant") != 0 || !parse_plant(value)) {
            fprintf(stderr, "error: unknown option or bad value: %s %s\n%s", argv[k], value ? value : "", usage);
            exit(2);
        }
        k++;
    }
    if (o.file && *steps) return o;
    fputs(usage, stderr);
    exit(2);
}

// Prints what the counts depend on besides the source.
static void print_key(void) {
    printf("gcc %s; %s; glibc %s; SuiteSparse %d.%d.%d\n", __VERSION__, GATE_FLAGS, gnu_get_libc_version(),
           SUITESPARSE_MAIN_VERSION, SUITESPARSE_SUB_VERSION, SUITESPARSE_SUBSUB_VERSION);
}

int main(int argc, char **argv) {
    static gate_run g;
    if (argc == 2 && strcmp(argv[1], "--key") == 0) {
        print_key();
        return 0;
    }
    static rt_diag d;
    long steps = 0;
    gate_run_def o = read_options(argc, argv, &steps);
    rt_status status = gate_run_create(&g, &o, &d);
    fputs(d.text, stderr);
    if (status != RT_OK) return 2;
    rt_profile p = {0};
    bool good = true;
    for (long k = 0; k < o.skip && good; k++) good = gate_run_step(&g, &p);
    int links = sim_bodies(&g.s.sim);
    CALLGRIND_START_INSTRUMENTATION;
    counting = true;
    for (long k = 0; k < steps && good; k++) {
        good = gate_run_step(&g, &p);
        CALLGRIND_DUMP_STATS_AT("between"); // the frame's statistics, outside all phases
    }
    counting = false;
    CALLGRIND_STOP_INSTRUMENTATION;
    printf("%016" PRIx64 "\n", g.s.hash);
    fprintf(stderr, "links: %d to %d\n", links, sim_bodies(&g.s.sim));
    gate_run_destroy(&g);
    return good ? 0 : 1;
}
