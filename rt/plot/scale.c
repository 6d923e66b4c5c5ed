// SPDX-License-Identifier: MIT
// Arithmetic of a plot: ticks, prefixes and decimation of points.
#include "rt/plot/plot.h"
#include <math.h>
#include <string.h>

static double round_step(double at_least) {
    double power = pow(10, floor(log10(at_least)));
    static const double multiple[] = {1, 2, 5};
    for (int k = 0; k < 3; k++)
        if (multiple[k] * power >= at_least * (1 - 1e-9)) return multiple[k] * power;
    return 10 * power;
}

plot_ticks plot_ticks_over(double low, double high, int most, double smallest) {
    if (!isfinite(low) || !isfinite(high)) low = 0, high = 1;
    if (low > high) {
        double swap = low;
        low = high, high = swap;
    }
    double least = 1e-9 * fmax(fabs(low), fabs(high)); // below this span labels would be equal
    if (high - low <= least) {
        double half = low == 0 && high == 0 ? 0.5 : fmax(0.05 * fabs(low), 0.5 * least);
        low -= half, high += half;
    }
    plot_ticks t = {0};
    double first, last;
    t.step = fmax(round_step((high - low) / (most - 1)), smallest);
    for (;;) {
        first = floor(low / t.step + 1e-9), last = ceil(high / t.step - 1e-9);
        if (last - first + 1 <= most) break;
        t.step = round_step(t.step * 1.5);
    }
    t.first = first * t.step;
    t.n = (int)(last - first) + 1;
    t.decimals = (int)fmax(0, -floor(log10(t.step) + 1e-9));
    return t;
}

const char *plot_prefix(const char *unit, double most, double *scale) {
    static const char *const large[] = {"N", "N m", "W", "J", "Pa"};
    *scale = 1;
    for (size_t k = 0; k < sizeof large / sizeof large[0]; k++)
        if (strcmp(unit, large[k]) == 0 && isfinite(most) && most >= 1e4) {
            *scale = most >= 1e7 ? 1e6 : 1e3;
            return most >= 1e7 ? "M" : "k";
        }
    return "";
}

// Indices to keep of a column of pixels; -1: none.
typedef struct column {
    int at, first, least, greatest, last, gap;
} column;

static int add_indices(const column *c, int *index) {
    int kept[5] = {c->first, c->least, c->greatest, c->last, c->gap}, n = 0;
    for (int i = 1; i < 5; i++) // insertion sort
        for (int k = i; k > 0 && kept[k] < kept[k - 1]; k--) {
            int swap = kept[k];
            kept[k] = kept[k - 1], kept[k - 1] = swap;
        }
    for (int i = 0; i < 5; i++)
        if (kept[i] >= 0 && (i == 0 || kept[i] != kept[i - 1])) index[n++] = kept[i];
    return n;
}

int plot_decimate(const double *x, const double *y, int n, double x0, double x1, int columns, int *index) {
    int kept = 0;
    column c = {.at = -2};
    for (int i = 0; i < n; i++) {
        // Points beyond either end form one column each, so that a line reaches the edge.
        int at = x[i] < x0 ? -1 : x[i] > x1 ? columns : (int)fmin(columns * (x[i] - x0) / (x1 - x0), columns - 1);
        if (at != c.at) {
            if (c.at > -2) kept += add_indices(&c, index + kept);
            c = (column){at, -1, -1, -1, -1, -1};
        }
        if (!isfinite(y[i])) {
            c.gap = i;
            continue;
        }
        if (c.first < 0) c.first = c.least = c.greatest = i;
        if (y[i] < y[c.least]) c.least = i;
        if (y[i] > y[c.greatest]) c.greatest = i;
        c.last = i;
    }
    if (c.at > -2) kept += add_indices(&c, index + kept);
    return kept;
}
