// SPDX-License-Identifier: MIT
#include "rt/logbook/agreement.h"
#include <math.h>

static double sum_row(const double *count, int n, int row) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += count[row * n + k];
    return sum;
}

static double sum_column(const double *count, int n, int column) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += count[k * n + column];
    return sum;
}

double logbook_weighted_kappa(const double *count, const double *weight, int n) {
    double total = 0, observed = 0, chance = 0;
    for (int k = 0; k < n; k++) total += sum_row(count, n, k);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            observed += weight[i * n + j] * count[i * n + j];
            chance += weight[i * n + j] * sum_row(count, n, i) * sum_column(count, n, j) / total;
        }
    return total > 0 && chance > 0 ? 1 - observed / chance : (double)NAN;
}

double logbook_icc_2_1(const double *x, int n, int k) {
    if (n < 2 || k < 2) return NAN;
    double mean = 0, targets = 0, raters = 0, all = 0;
    for (int i = 0; i < n * k; i++) mean += x[i] / (n * k);
    for (int i = 0; i < n; i++) {
        double m = 0;
        for (int j = 0; j < k; j++) m += x[i * k + j] / k;
        targets += k * (m - mean) * (m - mean);
    }
    for (int j = 0; j < k; j++) {
        double m = 0;
        for (int i = 0; i < n; i++) m += x[i * k + j] / n;
        raters += n * (m - mean) * (m - mean);
    }
    for (int i = 0; i < n * k; i++) all += (x[i] - mean) * (x[i] - mean);
    // Mean squares between targets, between raters, and of the residual.
    double bms = targets / (n - 1), jms = raters / (k - 1), ems = (all - targets - raters) / ((n - 1) * (k - 1));
    double below = bms + (k - 1) * ems + k * (jms - ems) / n;
    return all > 0 && below > 0 ? (bms - ems) / below : (double)NAN;
}

int logbook_grade(logbook_kind kind, double points, double of) {
    double share = of > 0 ? fabs(points) / of : points != 0;
    if (kind != LOGBOOK_FORBIDDEN && points < 0) share = 0;
    return (int)lround(fmin(share, 1) * (LOGBOOK_GRADES - 1));
}
