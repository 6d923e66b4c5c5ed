// SPDX-License-Identifier: MIT
// A scenario stepped as software-in-the-loop steps it, for programs that time or count its steps.
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

// What is run.
typedef struct gate_run_def {
    const char *file;
    double depth;       // where the anchor starts below the bolster [m]; negative: as the scenario has it
    double settle;      // time for which the chain is let settle [s]; negative: as the scenario has it
    const char *script; // the operator's; NULL: the scenario's
    long skip;          // steps before those that are looked at
} gate_run_def;

// Takes the argument argv[*k], and its value: a file, --depth, --settle, --script or --skip. False, and *k as it was,
// when it is another.
bool gate_run_option(gate_run_def *def, int argc, char **argv, int *k);
// Assembles the scenario; the skipped steps are not run yet.
rt_status gate_run_create(gate_run *g, const gate_run_def *def, rt_diag *d);
// One step; false when the state is lost.
bool gate_run_step(gate_run *g, rt_profile *p);
void gate_run_destroy(gate_run *g);
// The number that an option was given; ends the program with exit code 2 when it is none from least to most.
double gate_number(const char *option, const char *text, double least, double most);

#endif
