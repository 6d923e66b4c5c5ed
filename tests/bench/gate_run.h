// SPDX-License-Identifier: MIT
// Steps a scenario as software-in-the-loop does, for programs that time or count its steps.
#ifndef HAWSE_TESTS_BENCH_GATE_RUN_H
#define HAWSE_TESTS_BENCH_GATE_RUN_H

#include "hw/device/script.h"
#include "rt/session/session.h"

typedef struct gate_run {
    scenario sc;
    rt_script script;
    hw_device device;
    session s;
    int64_t period_ns;
} gate_run;

// The run's settings.
typedef struct gate_run_def {
    const char *file;
    double depth;       // of the anchor below the bolster at the start [m]; negative: the scenario's
    double settle;      // time for the chain to settle [s]; negative: the scenario's
    const char *script; // the operator's script; NULL: the scenario's
    long skip;          // steps before the first measured step
} gate_run_def;

// Reads the argument argv[*k] with its value: a file, --depth, --settle, --script or --skip. Returns false and leaves
// *k for any other argument.
bool gate_run_option(gate_run_def *def, int argc, char **argv, int *k);
// Assembles the scenario; does not run the skipped steps.
rt_status gate_run_create(gate_run *g, const gate_run_def *def, rt_diag *d);
// Runs one step. Returns false, with a message, if the run ended.
bool gate_run_step(gate_run *g, rt_profile *p);
void gate_run_destroy(gate_run *g);
// Returns the number of an option. Ends the program with exit code 2 unless it is from least to most.
double gate_number(const char *option, const char *text, double least, double most);

#endif
