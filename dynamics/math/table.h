// SPDX-License-Identifier: MIT
// A function of time, given by points.
#ifndef HAWSE_DYNAMICS_MATH_TABLE_H
#define HAWSE_DYNAMICS_MATH_TABLE_H

#include <stdbool.h>

typedef enum dyn_table_kind {
    DYN_TABLE_LINEAR, // straight from point to point: continuous; beyond the ends constant. For forces
    DYN_TABLE_SPLINE, // natural cubic spline: continuous up to its second derivative, which is zero at the ends; beyond
                      // the ends straight. For motions: a jump of a rate would be an infinite force
} dyn_table_kind;

typedef struct dyn_table {
    int n;
    double *t, *y; // (n) points, t strictly ascending
    double *curve; // (n) second derivatives at the points; NULL: linear
} dyn_table;

// Makes the function from n >= 2 points {t, y}, t strictly ascending. False: out of memory. Set-up.
bool dyn_table_create(dyn_table *f, dyn_table_kind kind, const double (*point)[2], int n);
void dyn_table_free(dyn_table *f);
// Evaluates f and its first and second derivatives at t. Bounded by log2 n.
void dyn_table_at(const dyn_table *f, double t, double value[3]);
static inline double dyn_table_value(const dyn_table *f, double t) {
    double value[3];
    dyn_table_at(f, t, value);
    return value[0];
}

#endif
