// SPDX-License-Identifier: MIT
// Gragg's modified midpoint rule with n = 2, 4, .., 16 substeps has an error expansion in even powers of the substep;
// Aitken-Neville extrapolation of the eight values has order 16 (Hairer, Norsett, Wanner, Solving Ordinary Differential
// Equations I, II.9). The difference of the last two diagonal entries estimates the error of one step.
#include "tests/validation/reference/ode.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 8 };

// Increment of y over one step, so that round-off is relative to the increment.
static bool midpoint(const ref_ode *o, double t, double h, int n, const double *y, double *out) {
    double low[REF_ODE_MAX], high[REF_ODE_MAX], at[REF_ODE_MAX], slope[REF_ODE_MAX], s = h / n;
    if (!o->rhs(o->context, t, y, slope)) return false;
    for (int i = 0; i < o->count; i++) {
        low[i] = 0;
        high[i] = s * slope[i];
    }
    for (int k = 1; k < n; k++) {
        for (int i = 0; i < o->count; i++) at[i] = y[i] + high[i];
        if (!o->rhs(o->context, t + k * s, at, slope)) return false;
        for (int i = 0; i < o->count; i++) {
            double next = low[i] + 2 * s * slope[i];
            low[i] = high[i];
            high[i] = next;
        }
    }
    memcpy(out, high, (size_t)o->count * sizeof *out);
    return true;
}

// Extrapolates the increment of y over one step h; error relative to the tolerance, infinite where there is none.
static double extrapolate(const ref_ode *o, double t, double h, const double *y, double *out) {
    double table[COLUMNS][REF_ODE_MAX], error = 0;
    for (int j = 0; j < COLUMNS; j++) {
        if (!midpoint(o, t, h, 2 * (j + 1), y, table[j])) return HUGE_VAL;
        for (int k = j - 1; k >= 0; k--) { // table[k] becomes the entry of row j that used rows k..j
            double ratio = (double)(j + 1) / (k + 1), weight = 1 / (ratio * ratio - 1);
            for (int i = 0; i < o->count; i++) {
                double better = table[k + 1][i] + (table[k + 1][i] - table[k][i]) * weight;
                if (j == COLUMNS - 1 && k == 0) {
                    double e = fabs(better - table[1][i]) / (o->tolerance * (1 + fabs(y[i] + better)));
                    if (!(e <= error)) error = e; // NaN passes through
                }
                table[k][i] = better;
            }
        }
    }
    memcpy(out, table[0], (size_t)o->count * sizeof *out);
    return isfinite(error) ? error : HUGE_VAL;
}

int ref_ode_run(ref_ode *o, double t0, double t1, double *y) {
    double t = t0, h = o->step > 0 ? o->step : 1e-3 * (t1 - t0), by[REF_ODE_MAX], carry[REF_ODE_MAX] = {0};
    int steps = 0;
    while (t < t1) {
        bool last = h >= t1 - t;
        double take = last ? t1 - t : h;
        double error = extrapolate(o, t, take, y, by);
        if (error <= 1) {
            for (int i = 0; i < o->count; i++) { // sum with Kahan's correction
                double add = by[i] + carry[i], sum = y[i] + add;
                carry[i] = add - (sum - y[i]);
                y[i] = sum;
            }
            t = last ? t1 : t + take;
            steps++;
        } else if (take < 1e-13 * (1 + fabs(t))) {
            return -1;
        }
        double factor = error > 0 ? 0.9 * pow(error, -1.0 / (2 * COLUMNS - 1)) : 4;
        factor = fmin(4, fmax(0.2, factor));
        if (!last || error > 1 || take * factor > h) h = take * factor; // a short last step is no reason to reduce h
    }
    o->step = h;
    return steps;
}
