// SPDX-License-Identifier: MIT
#include "tests/validation/reference/linear.h"

#include <math.h>

bool ref_solve(int n, double *a, double *b) {
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) pivot = i;
        if (!(fabs(a[pivot * n + k]) > 0)) return false;
        for (int j = 0; j < n; j++) {
            double swap = a[k * n + j];
            a[k * n + j] = a[pivot * n + j];
            a[pivot * n + j] = swap;
        }
        double swap = b[k];
        b[k] = b[pivot];
        b[pivot] = swap;
        for (int i = k + 1; i < n; i++) {
            double factor = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
            b[i] -= factor * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
    return true;
}

bool ref_solve_spd(int n, double *a, double *b) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
            if (i == j && !(sum > 0)) return false;
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
        for (int k = 0; k < i; k++) b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) b[i] -= a[k * n + i] * b[k];
        b[i] /= a[i * n + i];
    }
    return true;
}

// The rotation in the plane (p, q) that makes a_pq zero (Golub & Van Loan, Matrix Computations, 8.5).
static void rotate(int n, double *a, int p, int q) {
    double apq = a[p * n + q];
    if (apq == 0) return;
    double tau = (a[q * n + q] - a[p * n + p]) / (2 * apq);
    double t = copysign(1, tau) / (fabs(tau) + sqrt(1 + tau * tau)), c = 1 / sqrt(1 + t * t), s = t * c;
    for (int k = 0; k < n; k++) {
        double x = a[k * n + p], y = a[k * n + q];
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }
    for (int k = 0; k < n; k++) {
        double x = a[p * n + k], y = a[q * n + k];
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
    }
}

void ref_eigenvalues(int n, double *a, double *values) {
    for (int sweep = 0; sweep < 30; sweep++) // quadratic convergence: under 12 sweeps even for n = 100
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) rotate(n, a, p, q);
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && values[at - 1] > a[i * n + i]; at--) values[at] = values[at - 1];
        values[at] = a[i * n + i];
    }
}
