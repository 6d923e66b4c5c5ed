// SPDX-License-Identifier: MIT
// Integrator of the reference solutions: extrapolated modified midpoint rule with step control.
#ifndef HAWSE_TESTS_VALIDATION_REFERENCE_ODE_H
#define HAWSE_TESTS_VALIDATION_REFERENCE_ODE_H

#include <stdbool.h>

enum { REF_ODE_MAX = 256 }; // most unknowns

// Writes y' at (t, y) to dy; false if it is undefined (singular matrix), which ends the integration.
typedef bool (*ref_rhs)(const void *context, double t, const double *y, double *dy);

typedef struct ref_ode {
    ref_rhs rhs;
    const void *context;
    int count;        // number of unknowns, 1..REF_ODE_MAX
    double tolerance; // local error of each unknown in one step, relative to 1 + |y|
    double step;      // in: first step to try; out: next step to try (0 = choose)
} ref_ode;

// Integrates y from t0 to t1 >= t0; returns the number of steps, -1 if the step size vanished or the right-hand side
// failed.
int ref_ode_run(ref_ode *ode, double t0, double t1, double *y);

#endif
