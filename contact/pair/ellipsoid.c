// SPDX-License-Identifier: MIT
// Nearest point of an ellipsoid (Pournaras §2.3, eq. (3)-(6)). The stationarity conditions give x_i = e_i² p_i / (t +
// e_i²). The constraint becomes one equation in the multiplier t (Eberly 2013, "Distance from a point to an ellipse, an
// ellipsoid, or a hyperellipsoid"): S(t) = sum (e_i p_i / (t + e_i²))² = 1. The nearest point belongs to the root above
// minus the least e_i², where S falls. With s = t + min e_i² the pole lies at s = 0, and no digit is lost near it.
//
// 1 / sqrt S rises and is concave there (Conn, Gould & Toint 2000, "Trust-region methods", §7.3.3). So Newton's method
// on 1 / sqrt S = 1 from a point with S >= 1 rises to the root and never passes it. It needs no bracket; a step that
// does not rise is rounding.
#include "contact/pair/ellipsoid.h"

// Semi-axes, longest first, and the absolute coordinates of the point in the same order.
typedef struct sorted {
    double e[3], y[3];
    int axis[3]; // original index of each
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

// y / (s + d); 0 where y is 0, even at the pole.
static double gradient_component(const sorted *q, int i, double s) { return q->y[i] > 0 ? q->y[i] / (s + q->d[i]) : 0; }

static double sum_at(const sorted *q, double s, double *slope) {
    double sum = 0;
    *slope = 0;
    for (int i = 0; i < 3; i++) {
        double term = q->e[i] * gradient_component(q, i, s);
        sum += term * term;
        if (term > 0) *slope -= 2 * term * term / (s + q->d[i]);
    }
    return sum;
}

// The root, approached from below. Newton's method starts where the greatest single term is 1. 0: S stays below 1 down
// to the pole, whose term is 0.
static double find_root(const sorted *q, int *iterations) {
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
    double s = find_root(&q, iterations), slope, gradient[3], x[3], n[3];
    for (int i = 0; i < 3; i++) gradient[i] = gradient_component(&q, i, s);
    if (s == 0) gradient[2] = sqrt(fmax(0, 1 - sum_at(&q, 0, &slope))) / q.e[2]; // makes S = 1
    // the point and its foot are t times the gradient apart, t = s - e_2²
    double norm = sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2]);
    for (int i = 0; i < 3; i++) {
        double sign = at[q.axis[i]] < 0 ? -1 : 1;
        x[q.axis[i]] = sign * q.e[i] * q.e[i] * gradient[i];
        n[q.axis[i]] = sign * gradient[i] / norm;
    }
    return (contact_surface_foot){{x[0], x[1], x[2]}, {n[0], n[1], n[2]}, (s - q.e[2] * q.e[2]) * norm};
}
