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
    double depth;       // where the anchor starts below the bolster [m]; negative: as the scenario has it
    double settle;      // time for which the chain is let settle [s]; negative: as the scenario has it
    const char *script; // the operator's; NULL: the scenario's
    long skip;          // steps before those that are looked at
} gate_run_def;

// Reads the option argv[*k] with its value: a file, --depth, --settle, --script or --skip. Returns false, with *k
// unchanged, for any other option.
bool gate_run_option(gate_run_def *def, int argc, char **argv, int *k);
// Assembles the scenario; does not run the skipped steps.
rt_status gate_run_create(gate_run *g, const gate_run_def *def, rt_diag *d);
// One step; false when the state is lost.
bool gate_run_step(gate_run *g, rt_profile *p);
void gate_run_destroy(gate_run *g);
// Returns an option's number; ends the program with exit code 2 if the value is no number from least to most.
double gate_number(const char *option, const char *text, double least, double most);

#endif
