// SPDX-License-Identifier: MIT
// All in the frame of the body; n is the upward vertical, n' = n × w. The foot r seen from the centre of mass is, of an
// ellipsoid with A = diag(a²), s = sqrt(n A n), and of a rim with n_h the part of n across its axis,
//     -A n / s + (0, 0, below),   -radius n_h / |n_h| - (0, 0, half).
// Rolling: v = -w × r. Newton and Euler with the contact force F = m (dv/dt + w × v + g n):
//     I w' = -w × I w + r × F - T N n,  dv/dt = -w' × r - w × r',  N = n·F,
// where T N is the torque against turning on the spot; or, with the terms in w' on the left,
//     (I - m r × (r × .) - m T n (r × n)·) w' = -w × I w + m r × u - m T (n·u) n,  u = r' × w - w × (w × r) + g n.
// Without T energy is conserved: E = w I w / 2 + m v² / 2 - m g n·r.
#include "tests/validation/reference/rolling.h"
#include "tests/validation/reference/ode.h"

#include <math.h>
#include <string.h>

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Foot and its rate.
static void foot_of(const ref_rolling *b, const double n[3], const double rate[3], double r[3], double r_rate[3]) {
    double s2 = 0, mixed = 0, a2[3];
    bool rim = !(b->axis[0] > 0);
    for (int i = 0; i < 3; i++) {
        a2[i] = rim ? (i < 2) * b->radius * b->radius : b->axis[i] * b->axis[i];
        s2 += a2[i] * n[i] * n[i], mixed += a2[i] * n[i] * rate[i];
    }
    double s = sqrt(s2);
    for (int i = 0; i < 3; i++) {
        r[i] = -a2[i] * n[i] / s;
        r_rate[i] = -a2[i] * rate[i] / s + a2[i] * n[i] * mixed / (s2 * s);
    }
    r[2] += rim ? -b->half : b->below;
}

// a x = b by Cramer's rule; false where a is singular.
static bool solve(double a[3][3], const double b[3], double x[3]) {
    double c[3];
    cross(a[1], a[2], c);
    double det = dot(a[0], c);
    if (!(fabs(det) > 0)) return false;
    for (int i = 0; i < 3; i++) {
        double m[3][3];
        memcpy(m, a, sizeof m);
        for (int k = 0; k < 3; k++) m[k][i] = b[k];
        cross(m[1], m[2], c);
        x[i] = dot(m[0], c) / det;
    }
    return true;
}

// y: the rows of the rotation matrix (the world's axes in the body's frame, e' = e × w), then w.
static bool rhs(const void *context, double t, const double *y, double *dy) {
    const ref_rolling *b = context;
    const double *n = y + 6, *w = y + 9;
    double r[3], r_rate[3], iw[3], wiw[3], left[3][3], right[3], u[3], wr[3], rn[3], spin = dot(n, w);
    double pivot = b->pivot > 0 ? b->pivot * spin / hypot(spin, b->pivot_speed) : 0;
    (void)t;
    for (int i = 0; i < 3; i++) cross(y + 3 * i, w, dy + 3 * i);
    foot_of(b, n, dy + 6, r, r_rate);
    cross(r_rate, w, u);
    cross(w, r, wr);
    double turning[3];
    cross(w, wr, turning);
    for (int i = 0; i < 3; i++) u[i] = b->mass * (u[i] - turning[i] + b->gravity * n[i]);
    cross(r, u, right);
    cross(r, n, rn);
    for (int i = 0; i < 3; i++) iw[i] = dot(b->inertia[i], w);
    cross(w, iw, wiw);
    for (int i = 0; i < 3; i++) {
        right[i] -= wiw[i] + pivot * dot(n, u) * n[i];
        for (int k = 0; k < 3; k++)
            left[i][k] = b->inertia[i][k] + b->mass * ((i == k) * dot(r, r) - r[i] * r[k] - pivot * n[i] * rn[k]);
    }
    return solve(left, right, dy + 9);
}

bool ref_rolling_run(const ref_rolling *b, double t0, double t1, ref_rolling_state *s) {
    double y[12];
    for (int i = 0; i < 9; i++) y[i] = s->r[i / 3][i % 3];
    memcpy(y + 9, s->w, sizeof s->w);
    ref_ode o = {.rhs = rhs, .context = b, .count = 12, .tolerance = b->accuracy};
    if (ref_ode_run(&o, t0, t1, y) < 0) return false;
    for (int i = 0; i < 9; i++) s->r[i / 3][i % 3] = y[i];
    memcpy(s->w, y + 9, sizeof s->w);
    return true;
}

void ref_rolling_foot(const ref_rolling *b, const ref_rolling_state *s, double foot[3], double velocity[3]) {
    const double still[3] = {0, 0, 0};
    double unused[3];
    foot_of(b, s->r[2], still, foot, unused);
    cross(foot, s->w, velocity);
}

double ref_rolling_energy(const ref_rolling *b, const ref_rolling_state *s) {
    double r[3], v[3], e = 0;
    ref_rolling_foot(b, s, r, v);
    for (int i = 0; i < 3; i++) e += 0.5 * s->w[i] * dot(b->inertia[i], s->w);
    return e + 0.5 * b->mass * dot(v, v) - b->mass * b->gravity * dot(s->r[2], r);
}
