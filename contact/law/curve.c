// SPDX-License-Identifier: MIT
#include "contact/law/curve.h"
#include <math.h>

// Slope at an inner knot: the weighted harmonic mean of the slopes on both sides, 0 at an extremum (Fritsch & Butland,
// SIAM J. Sci. Stat. Comput. 5, 1984, eq. 5 with the weights of the non-uniform case).
static double inner_slope(double h0, double h1, double d0, double d1) {
    if (d0 * d1 <= 0) return 0;
    double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    return (w0 + w1) / (w0 / d0 + w1 / d1);
}

// Slope at an end: of the parabola through three points, limited so that it makes no bump.
static double end_slope(double h0, double h1, double d0, double d1) {
    double s = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    if (s * d0 <= 0) return 0;
    return d0 * d1 <= 0 || fabs(s) > 3 * fabs(d0) ? copysign(fmin(fabs(s), 3 * fabs(d0)), d0) : s;
}

bool contact_curve_make(contact_curve *c, const double *x, const double *y, int n, bool level) {
    double h[CONTACT_CURVE_POINTS], d[CONTACT_CURVE_POINTS];
    *c = (contact_curve){0};
    if (n < 1 || n > CONTACT_CURVE_POINTS) return false;
    for (int i = 0; i < n; i++) {
        c->x[i + 1] = x[i], c->y[i + 1] = y[i];
        h[i] = c->x[i + 1] - c->x[i], d[i] = (c->y[i + 1] - c->y[i]) / h[i];
        if (!(h[i] > 0)) return false;
    }
    for (int i = 1; i < n; i++) c->slope[i] = inner_slope(h[i - 1], h[i], d[i - 1], d[i]);
    c->slope[0] = n > 1 ? end_slope(h[0], h[1], d[0], d[1]) : d[0];
    c->slope[n] = level ? 0 : n > 1 ? end_slope(h[n - 1], h[n - 2], d[n - 1], d[n - 2]) : d[0];
    c->n = n + 1;
    return true;
}

double contact_curve_at(const contact_curve *c, double x, double *slope) {
    int last = c->n - 1, i = 0;
    if (x >= c->x[last]) {
        *slope = c->slope[last];
        return c->y[last] + *slope * (x - c->x[last]);
    }
    while (x >= c->x[i + 1]) i++;
    double h = c->x[i + 1] - c->x[i], t = (x - c->x[i]) / h, u = 1 - t, rise = c->y[i + 1] - c->y[i];
    double s0 = c->slope[i], s1 = c->slope[i + 1];
    *slope = 6 * t * u * rise / h + u * (1 - 3 * t) * s0 + t * (3 * t - 2) * s1;
    return c->y[i] + t * t * (3 - 2 * t) * rise + h * t * u * (u * s0 - t * s1);
}

double contact_curve_integral(const contact_curve *c, double x) {
    double sum = 0, slope;
    for (int i = 0; i < c->n && c->x[i] < x; i++) {
        double end = i + 1 < c->n ? fmin(x, c->x[i + 1]) : x, h = end - c->x[i];
        double middle = contact_curve_at(c, c->x[i] + 0.5 * h, &slope);
        sum += h / 6 * (c->y[i] + 4 * middle + contact_curve_at(c, end, &slope)); // Simpson: exact for cubics
    }
    return sum;
}

double contact_step(double x, double x0, double y0, double x1, double y1, double *slope) {
    double t = fmin(fmax((x - x0) / (x1 - x0), 0), 1);
    *slope = 6 * t * (1 - t) * (y1 - y0) / (x1 - x0);
    return y0 + t * t * (3 - 2 * t) * (y1 - y0);
}
