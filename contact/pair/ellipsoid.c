// SPDX-License-Identifier: MIT
// Pournaras §2.3, eq. (3)-(6): the stationarity conditions give x_i = e_i² p_i / (t + e_i²), and the constraint becomes
// one equation in the multiplier t (Eberly 2013, "Distance from a point to an ellipse, an ellipsoid, or a
// hyperellipsoid"): S(t) = sum (e_i p_i / (t + e_i²))² = 1. The nearest point belongs to the root above minus the least
// e_i², where S falls; with s = t + min e_i² the pole stands at s = 0 and no digit is lost beside it.
//
// 1 / sqrt S rises and is concave there (Conn, Gould & Toint 2000, "Trust-region methods", §7.3.3), so that Newton on
// 1 / sqrt S = 1 from a point with S >= 1 goes up to the root without ever passing it: it needs no bracket, and
// rounding shows as a step that does not go up.
#include "contact/pair/ellipsoid.h"

// Semi-axes from the longest to the shortest, the coordinates of the point beside them without their signs.
typedef struct sorted {
    double e[3], y[3];
    int axis[3]; // where each stood
    double d[3]; // e_i² - e_2²
} sorted;

static sorted sort_axes(const double e[3], const double p[3]) {
    sorted q = {.axis = {0, 1, 2}};
    for (int i = 1; i < 3; i++)
        for (int j = i; j > 0 && e[q.axis[j]] > e[q.axis[j - 1]]; j--) {
            int swap = q.axis[j];
            q.axis[j] = q.axis[j - 1];
            q.axis[j - 1] = swap;
        }
    for (int i = 0; i < 3; i++) {
        q.e[i] = e[q.axis[i]];
        q.y[i] = fabs(p[q.axis[i]]);
    }
    for (int i = 0; i < 3; i++) q.d[i] = (q.e[i] - q.e[2]) * (q.e[i] + q.e[2]);
    return q;
}

// y / (s + d), nothing where y is nothing, even at the pole.
static double share(const sorted *q, int i, double s) { return q->y[i] > 0 ? q->y[i] / (s + q->d[i]) : 0; }

static double sum_at(const sorted *q, double s, double *slope) {
    double sum = 0;
    *slope = 0;
    for (int i = 0; i < 3; i++) {
        double term = q->e[i] * share(q, i, s);
        sum += term * term;
        if (term > 0) *slope -= 2 * term * term / (s + q->d[i]);
    }
    return sum;
}

// The root from below: each term alone is at most 1 there. 0: S stays below 1 down to the pole, which has no weight.
static double root(const sorted *q, int *iterations) {
    double s = 0, slope;
    for (int i = 0; i < 3; i++) {
        double least = q->e[i] * q->y[i] - q->d[i];
        if (q->y[i] > 0 && least > s) s = least;
    }
    int n = 0;
    for (; n < CONTACT_ELLIPSOID_ITERATIONS; n++) {
        double sum = sum_at(q, s, &slope);
        if (!(sum > 1)) break;
        double next = s + 2 * sum * (1 - sqrt(sum)) / slope;
        if (!(next > s)) break;
        s = next;
    }
    if (iterations) *iterations = n;
    return s;
}

contact_surface_foot contact_ellipsoid_foot(vec3 semi_axes, vec3 p, int *iterations) {
    const double e[3] = {semi_axes.x, semi_axes.y, semi_axes.z}, at[3] = {p.x, p.y, p.z};
    sorted q = sort_axes(e, at);
    double s = root(&q, iterations), slope, gradient[3], x[3], n[3];
    for (int i = 0; i < 3; i++) gradient[i] = share(&q, i, s);
    if (s == 0) gradient[2] = sqrt(fmax(0, 1 - sum_at(&q, 0, &slope))) / q.e[2]; // as much of it as the others leave
    // the point and its foot lie t times the gradient apart, t = s - e_2²
    double norm = sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2]);
    for (int i = 0; i < 3; i++) {
        double sign = at[q.axis[i]] < 0 ? -1 : 1;
        x[q.axis[i]] = sign * q.e[i] * q.e[i] * gradient[i];
        n[q.axis[i]] = sign * gradient[i] / norm;
    }
    return (contact_surface_foot){{x[0], x[1], x[2]}, {n[0], n[1], n[2]}, (s - q.e[2] * q.e[2]) * norm};
}
