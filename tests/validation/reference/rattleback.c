// SPDX-License-Identifier: MIT
// All in the frame of the body: n is the upward vertical, n' = n × w; A = diag(a²); the ellipsoid's lowest point is
// -A n / s, s = sqrt(n A n), so that the foot seen from the centre of mass is r = -A n / s + (0, 0, below), and
//     r' = -A n' / s + A n (n A n') / s³.
// Rolling: v = -w × r. Newton and Euler with the contact force F = m (dv/dt + w × v + g n):
//     I w' = -w × I w + r × F,  dv/dt = -w' × r - w × r',
// or, with r × (-w' × r) = r × (r × w') taken to the left,
//     (I - m r × (r × .)) w' = -w × I w + m r × (r' × w - w × (w × r) + g n).
// Nothing is lost: E = w I w / 2 + m v² / 2 - m g n·r.
#include "tests/validation/reference/rattleback.h"
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
static void foot_of(const ref_rattleback *b, const double n[3], const double rate[3], double r[3], double r_rate[3]) {
    double s2 = 0, mixed = 0;
    for (int i = 0; i < 3; i++) {
        double a2 = b->axis[i] * b->axis[i];
        s2 += a2 * n[i] * n[i], mixed += a2 * n[i] * rate[i];
    }
    double s = sqrt(s2);
    for (int i = 0; i < 3; i++) {
        double a2 = b->axis[i] * b->axis[i];
        r[i] = -a2 * n[i] / s;
        r_rate[i] = -a2 * rate[i] / s + a2 * n[i] * mixed / (s2 * s);
    }
    r[2] += b->below;
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
    const ref_rattleback *b = context;
    const double *n = y + 6, *w = y + 9;
    double r[3], r_rate[3], iw[3], left[3][3], right[3], u[3], wr[3];
    (void)t;
    for (int i = 0; i < 3; i++) cross(y + 3 * i, w, dy + 3 * i);
    foot_of(b, n, dy + 6, r, r_rate);
    cross(r_rate, w, u);
    cross(w, r, wr);
    double turning[3];
    cross(w, wr, turning);
    for (int i = 0; i < 3; i++) u[i] = b->mass * (u[i] - turning[i] + b->gravity * n[i]);
    cross(r, u, right);
    for (int i = 0; i < 3; i++) iw[i] = dot(b->inertia[i], w);
    cross(w, iw, u);
    for (int i = 0; i < 3; i++) {
        right[i] -= u[i];
        for (int k = 0; k < 3; k++) left[i][k] = b->inertia[i][k] + b->mass * ((i == k) * dot(r, r) - r[i] * r[k]);
    }
    return solve(left, right, dy + 9);
}

bool ref_rattleback_run(const ref_rattleback *b, double t0, double t1, ref_rattleback_state *s) {
    double y[12];
    for (int i = 0; i < 9; i++) y[i] = s->r[i / 3][i % 3];
    memcpy(y + 9, s->w, sizeof s->w);
    ref_ode o = {.rhs = rhs, .context = b, .count = 12, .tolerance = b->accuracy};
    if (ref_ode_run(&o, t0, t1, y) < 0) return false;
    for (int i = 0; i < 9; i++) s->r[i / 3][i % 3] = y[i];
    memcpy(s->w, y + 9, sizeof s->w);
    return true;
}

void ref_rattleback_foot(const ref_rattleback *b, const ref_rattleback_state *s, double foot[3], double velocity[3]) {
    const double still[3] = {0, 0, 0};
    double unused[3];
    foot_of(b, s->r[2], still, foot, unused);
    cross(foot, s->w, velocity);
}

double ref_rattleback_energy(const ref_rattleback *b, const ref_rattleback_state *s) {
    double r[3], v[3], e = 0;
    ref_rattleback_foot(b, s, r, v);
    for (int i = 0; i < 3; i++) e += 0.5 * s->w[i] * dot(b->inertia[i], s->w);
    return e + 0.5 * b->mass * dot(v, v) - b->mass * b->gravity * dot(s->r[2], r);
}
