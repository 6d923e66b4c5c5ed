// SPDX-License-Identifier: MIT
// A convergence study: a scenario's mechanism, run with steps halved from run to run, against a reference.
#ifndef HAWSE_TESTS_VALIDATION_STUDY_H
#define HAWSE_TESTS_VALIDATION_STUDY_H

#include <stdbool.h>
#include <stdio.h>

enum { STUDY_RUNS = 8, STUDY_TIMES = 5, STUDY_COLUMNS = 6 };

typedef struct study_def {
    const char *title, *file; // scenario file in config/scenarios/iftomm
    double h;                 // largest step [s]; halved from run to run
    int runs;                 // up to STUDY_RUNS
    int first, last;          // runs before round-off in which the order is that of the scheme; last - first >= 1
    double tolerance;         // of the Newton iteration [m]
    double time[STUDY_TIMES]; // ascending [s]
    int times;
    const char *column[STUDY_COLUMNS]; // of the scenario's record section
    int columns, in_error;             // the first in_error columns make up the error
    const char *energy;                // column of the energy's error, NULL: none
    const char *turned;                // column that a constant torque works along, NULL: none
    double torque;                     // [N m]
    double reference[STUDY_TIMES][STUDY_COLUMNS];
} study_def;

typedef struct study_run {
    double h, cpu; // [s]
    double energy; // largest |energy error - work of the torque| over the steps [J]
    double value[STUDY_TIMES][STUDY_COLUMNS];
    double error[STUDY_TIMES]; // distance to the reference
    double error_all;          // over all times: root of the sum of squares
    double newton;             // iterations a step
    int capped;                // steps accepted at the iteration cap
} study_run;

typedef struct study {
    const study_def *def;
    study_run run[STUDY_RUNS];
    double limit[STUDY_TIMES][STUDY_COLUMNS]; // Richardson's extrapolation of runs last - 1 and last, order 2
    double limit_spread[STUDY_TIMES]; // distance (largest column) to the extrapolation of runs last - 2 and last - 1
    double limit_error[STUDY_TIMES];  // and to the reference
} study;

// Runs the ladder. The test fails if a scenario cannot run, if a state is not finite, or if a second run without
// observation ends in another state.
void study_make(study *s, const study_def *def);
// Orders: log2 of the error of run k - 1 over that of run k.
double study_order_energy(const study *s, int k);
double study_order_all(const study *s, int k);
double study_order_at(const study *s, int k, int time);
// Writes the ladder and the converged values as tables in Markdown.
void study_print(const study *s, FILE *f);

#endif
