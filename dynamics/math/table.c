// SPDX-License-Identifier: MIT
// The spline by its moments M, the second derivatives at the points (Stoer & Bulirsch, Introduction to Numerical
// Analysis, 3rd ed., §2.4.2): with h_i = t_(i+1) - t_i
//   h_(i-1) M_(i-1) + 2 (h_(i-1) + h_i) M_i + h_i M_(i+1) = 6 ((y_(i+1) - y_i)/h_i - (y_i - y_(i-1))/h_(i-1)),
// and M = 0 at both ends. The matrix is diagonally dominant: no pivots.
#include "dynamics/math/table.h"
#include <assert.h>
#include <stdlib.h>

static double slope(const dyn_table *f, int i) { return (f->y[i + 1] - f->y[i]) / (f->t[i + 1] - f->t[i]); }

// Solves for the moments. upper: n numbers of scratch.
static void solve_moments(dyn_table *f, double *upper) {
    const double *t = f->t;
    upper[0] = f->curve[0] = f->curve[f->n - 1] = 0;
    for (int i = 1; i + 1 < f->n; i++) {
        double before = t[i] - t[i - 1], after = t[i + 1] - t[i];
        double pivot = 2 * (before + after) - before * upper[i - 1];
        upper[i] = after / pivot;
        f->curve[i] = (6 * (slope(f, i) - slope(f, i - 1)) - before * f->curve[i - 1]) / pivot;
    }
    for (int i = f->n - 2; i > 0; i--) f->curve[i] -= upper[i] * f->curve[i + 1];
}

bool dyn_table_create(dyn_table *f, dyn_table_kind kind, const double (*point)[2], int n) {
    assert(n >= 2);
    bool spline = kind == DYN_TABLE_SPLINE;
    double *upper = spline ? calloc((size_t)n, sizeof *upper) : NULL;
    *f = (dyn_table){.n = n, .t = calloc((size_t)n, sizeof(double)), .y = calloc((size_t)n, sizeof(double))};
    if (spline) f->curve = calloc((size_t)n, sizeof(double));
    if (!f->t || !f->y || (spline && !(upper && f->curve))) {
        free(upper);
        dyn_table_free(f);
        return false;
    }
    for (int i = 0; i < n; i++) f->t[i] = point[i][0], f->y[i] = point[i][1];
    if (spline) solve_moments(f, upper);
    free(upper);
    return true;
}

void dyn_table_free(dyn_table *f) {
    free(f->t);
    free(f->y);
    free(f->curve);
    *f = (dyn_table){0};
}

// The interval of t, of 0 .. n - 2; the first or last one for t beyond the ends.
static int find_interval(const dyn_table *f, double t) {
    int low = 0, high = f->n - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (t < f->t[middle])
            high = middle;
        else
            low = middle;
    }
    return low;
}

void dyn_table_at(const dyn_table *f, double t, double value[3]) {
    int i = find_interval(f, t);
    double end = t < f->t[0] ? f->t[0] : t > f->t[f->n - 1] ? f->t[f->n - 1] : t, beyond = t - end;
    double h = f->t[i + 1] - f->t[i], b = (end - f->t[i]) / h, a = 1 - b, rise = slope(f, i);
    value[0] = a * f->y[i] + b * f->y[i + 1];
    value[1] = beyond == 0 ? rise : 0;
    value[2] = 0;
    if (!f->curve) return;
    double m0 = f->curve[i], m1 = f->curve[i + 1];
    value[0] += ((a * a * a - a) * m0 + (b * b * b - b) * m1) * h * h / 6;
    value[1] = rise + ((1 - 3 * a * a) * m0 + (3 * b * b - 1) * m1) * h / 6;
    value[2] = beyond == 0 ? a * m0 + b * m1 : 0;
    value[0] += beyond * value[1];
}
