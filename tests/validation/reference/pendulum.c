// SPDX-License-Identifier: MIT
// A01 and A02 are the same equation theta'' = k sin theta, with theta from the upward vertical.
// A01: k = g/L. A02, a parallelogram linkage of n windows: all bars stay parallel to the first or horizontal, so the
// n + 1 upright bars turn about their feet (inertia 1/3 each) and the n horizontal ones move as points with the upper
// ends: ((n + 1)/3 + n) theta'' = g ((n + 1)/2 + n) sin theta.
#include "tests/validation/reference/ode.h"
#include "tests/validation/reference/planar.h"

#include <math.h>

static const double pi = 3.14159265358979323846, g = 9.81;

static bool inverted(const void *context, double t, const double *y, double *dy) {
    (void)t;
    dy[0] = y[1];
    dy[1] = *(const double *)context * sin(y[0]);
    return true;
}

static bool run(double k, double angle, double rate, const double *times, int count, ref_point *out) {
    ref_ode ode = {inverted, &k, 2, 3e-15, 0.01};
    double y[2] = {angle, rate}, t = 0;
    for (int i = 0; i < count; i++) {
        if (ref_ode_run(&ode, t, times[i], y) < 0) return false;
        t = times[i];
        double s = sin(y[0]), c = cos(y[0]);
        out[i] = (ref_point){.x = s, .y = c, .vx = c * y[1], .vy = -s * y[1], .angle = y[0], .rate = y[1]};
    }
    return true;
}

static double mean(double a, double b) {
    for (int i = 0; i < 12; i++) { // quadratic convergence
        double next = (a + b) / 2;
        b = sqrt(a * b);
        a = next;
    }
    return a;
}

bool ref_pendulum(const double *times, int count, ref_point *out) {
    if (!run(g, -pi / 2, 0, times, count, out)) return false;
    for (int i = 0; i < count; i++) { // from the clockwise angle from +y to the anticlockwise one from +x
        out[i].angle = pi / 2 - out[i].angle;
        out[i].rate = -out[i].rate;
    }
    return true;
}

// Amplitude 90 degrees: T = 4 K(sin 45 deg) sqrt(L/g), K(m) = pi / (2 agm(1, cos 45 deg)).
double ref_pendulum_period(void) { return 2 * pi / sqrt(g) / mean(1, sqrt(0.5)); }

static double stiffness(int n) { return g * ((n + 1) / 2.0 + n) / ((n + 1) / 3.0 + n); }

bool ref_four_bars(int n, const double *times, int count, ref_point *out) {
    return run(stiffness(n), 0, 1, times, count, out);
}

// rate^2 = 1 + 4 k sin^2(theta/2) = 1 + 4 k - 4 k cos^2: T = 4 K(m)/sqrt(1 + 4 k), m = 4 k/(1 + 4 k), 1 - m = 1/(1 + 4
// k).
double ref_four_bars_turn(int n) {
    double w = sqrt(1 + 4 * stiffness(n));
    return 2 * pi / w / mean(1, 1 / w);
}
