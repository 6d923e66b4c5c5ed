// SPDX-License-Identifier: MIT
// A03. Seven bodies between the fixed points O, A, B and the moving E, F, G, H, with the angles of the test set for IVP
// solvers (Schiehlen, Multibody Systems Handbook, 1990; Hairer & Wanner, Solving Ordinary Differential Equations II,
// VII.7). In the absolute directions psi = (beta, beta + Theta, gamma, delta, delta + Phi, epsilon, epsilon + Omega)
// every point is a fixed point plus vectors turned by single directions, p = p0 + sum R(psi_k) v_k, so that
// p' = sum psi_k' R(psi_k) v_k^ and p'' adds -psi_k'^2 R(psi_k) v_k. Newton's equations projected on these partial
// velocities, bordered by the second derivative of the loop equations, give the accelerations (index 1).
#include "tests/validation/reference/linear.h"
#include "tests/validation/reference/ode.h"
#include "tests/validation/reference/planar.h"

#include <math.h>
#include <string.h>

enum { ANGLES = 7, LOOPS = 6, KKT = ANGLES + LOOPS };

static const double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092, ss = 0.035, sa = 0.01874,
                    sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308, tb = 0.00916, u = 0.04, ua = 0.01228,
                    ub = 0.00449, zf = 0.02, zt = 0.04, fa = 0.01421;
static const double mass[7] = {0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498};
static const double inertia[7] = {2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5};
static const double ax = -0.06934, ay = -0.00227, bx = -0.03635, by = 0.03273, cx = 0.014, cy = 0.072;
static const double torque = 0.033, c0 = 4530, l0 = 0.07785;

enum { BETA, BETA_THETA, GAMMA, DELTA, DELTA_PHI, EPSILON, EPSILON_OMEGA };
// Each direction as a sum of the seven angles, and the direction of each body.
static const double sum[7][7] = {{1, 0, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0, 0},
                                 {0, 0, 0, 0, 1, 0, 0}, {0, 0, 0, 1, 1, 0, 0}, {0, 0, 0, 0, 0, 0, 1},
                                 {0, 0, 0, 0, 0, 1, 1}};
static const int body_direction[7] = {BETA, BETA_THETA, GAMMA, DELTA_PHI, DELTA, EPSILON_OMEGA, EPSILON};

typedef struct point {
    double x, y, bias[2];      // position; the part of the acceleration that is quadratic in the rates
    double by_direction[2][7]; // partial velocities
} point;

typedef struct mechanism {
    double psi[7], rate[7];           // directions
    point f, spring, centre[7], e[4]; // F, D, centres of mass, E by the crank, gamma, delta and epsilon
} mechanism;

// p plus the vector (vx, vy) turned by direction k.
static point plus(const mechanism *m, point p, int k, double vx, double vy) {
    double c = cos(m->psi[k]), s = sin(m->psi[k]), x = c * vx - s * vy, y = s * vx + c * vy;
    p.x += x;
    p.y += y;
    p.by_direction[0][k] -= y;
    p.by_direction[1][k] += x;
    p.bias[0] -= m->rate[k] * m->rate[k] * x;
    p.bias[1] -= m->rate[k] * m->rate[k] * y;
    return p;
}

static mechanism place(const double *y) {
    mechanism m = {.psi = {0}};
    for (int k = 0; k < ANGLES; k++)
        for (int j = 0; j < ANGLES; j++) {
            m.psi[k] += sum[k][j] * y[j];
            m.rate[k] += sum[k][j] * y[ANGLES + j];
        }
    point o = {.x = 0}, a = {.x = ax, .y = ay}, b = {.x = bx, .y = by};
    point g = plus(&m, a, DELTA, zt, 0), h = plus(&m, a, EPSILON, 0, -u);
    m.f = plus(&m, o, BETA, rr, 0);
    m.spring = plus(&m, b, GAMMA, sd, -sc);
    m.centre[0] = plus(&m, o, BETA, ra, 0);
    m.centre[1] = plus(&m, m.f, BETA_THETA, -da, 0);
    m.centre[2] = plus(&m, b, GAMMA, sa, sb);
    m.centre[3] = plus(&m, g, DELTA_PHI, 0, ea - e);
    m.centre[4] = plus(&m, a, DELTA, ta, tb);
    m.centre[5] = plus(&m, h, EPSILON_OMEGA, zf - fa, 0);
    m.centre[6] = plus(&m, a, EPSILON, ua, ub);
    m.e[0] = plus(&m, m.f, BETA_THETA, -d, 0);
    m.e[1] = plus(&m, b, GAMMA, 0, -ss);
    m.e[2] = plus(&m, g, DELTA_PHI, 0, -e);
    m.e[3] = plus(&m, h, EPSILON_OMEGA, zf, 0);
    return m;
}

// From directions to angles: out_j = sum_k in_k sum[k][j].
static void to_angles(const double *in, double *out) {
    for (int j = 0; j < ANGLES; j++) {
        out[j] = 0;
        for (int k = 0; k < ANGLES; k++) out[j] += in[k] * sum[k][j];
    }
}

// Mass matrix over the directions, and the forces (inertia of the quadratic terms, spring, torque) on them.
static void mass_and_force(const mechanism *m, double matrix[7][7], double *force) {
    double dx = m->spring.x - cx, dy = m->spring.y - cy, length = hypot(dx, dy), pull = -c0 * (length - l0) / length;
    for (int i = 0; i < ANGLES; i++) {
        force[i] = pull * (dx * m->spring.by_direction[0][i] + dy * m->spring.by_direction[1][i]);
        memset(matrix[i], 0, sizeof matrix[i]);
    }
    force[BETA] += torque;
    for (int b = 0; b < 7; b++) {
        const point *c = &m->centre[b];
        matrix[body_direction[b]][body_direction[b]] += inertia[b];
        for (int axis = 0; axis < 2; axis++)
            for (int i = 0; i < ANGLES; i++) {
                force[i] -= mass[b] * c->by_direction[axis][i] * c->bias[axis];
                for (int j = 0; j < ANGLES; j++)
                    matrix[i][j] += mass[b] * c->by_direction[axis][i] * c->by_direction[axis][j];
            }
    }
}

// Accelerations [7] and multipliers [6] of the loops E(crank) - E(gamma, delta, epsilon) in x and y.
static bool solve(const mechanism *m, double *x) {
    double matrix[7][7], force[7], half[7][7], row[7], a[KKT * KKT] = {0};
    mass_and_force(m, matrix, force);
    to_angles(force, x);
    for (int k = 0; k < ANGLES; k++) to_angles(matrix[k], half[k]);
    for (int j = 0; j < ANGLES; j++) {
        double column[7];
        for (int k = 0; k < ANGLES; k++) column[k] = half[k][j];
        to_angles(column, row);
        for (int i = 0; i < ANGLES; i++) a[i * KKT + j] = row[i];
    }
    for (int l = 0; l < LOOPS; l++) {
        const point *way = &m->e[1 + l / 2];
        int axis = l % 2;
        double by_direction[7];
        for (int k = 0; k < ANGLES; k++) by_direction[k] = m->e[0].by_direction[axis][k] - way->by_direction[axis][k];
        to_angles(by_direction, row);
        for (int j = 0; j < ANGLES; j++) a[(ANGLES + l) * KKT + j] = a[j * KKT + ANGLES + l] = row[j];
        x[ANGLES + l] = way->bias[axis] - m->e[0].bias[axis];
    }
    return ref_solve(KKT, a, x);
}

static bool rhs(const void *context, double t, const double *y, double *dy) {
    (void)context, (void)t;
    mechanism m = place(y);
    double x[KKT];
    if (!solve(&m, x)) return false;
    memcpy(dy, y + ANGLES, ANGLES * sizeof *dy);
    memcpy(dy + ANGLES, x, ANGLES * sizeof *dy);
    return true;
}

// Kinetic and spring energy less the work of the torque [J].
static double energy(const mechanism *m) {
    double matrix[7][7], force[7], stretch = hypot(m->spring.x - cx, m->spring.y - cy) - l0;
    double sum_energy = c0 * stretch * stretch / 2 - torque * m->psi[BETA];
    mass_and_force(m, matrix, force);
    for (int i = 0; i < ANGLES; i++)
        for (int j = 0; j < ANGLES; j++) sum_energy += m->rate[i] * matrix[i][j] * m->rate[j] / 2;
    return sum_energy;
}

static bool describe(const double *y, double start, ref_squeezer *out) {
    mechanism m = place(y);
    double x[KKT];
    if (!solve(&m, x)) return false;
    memcpy(out->angle, y, sizeof out->angle);
    memcpy(out->rate, y + ANGLES, sizeof out->rate);
    memcpy(out->acceleration, x, sizeof out->acceleration);
    memcpy(out->multiplier, x + ANGLES, sizeof out->multiplier);
    out->f[0] = m.f.x;
    out->f[1] = m.f.y;
    out->energy = energy(&m) - start;
    out->closure = 0;
    for (int l = 1; l <= 3; l++) out->closure = fmax(out->closure, hypot(m.e[0].x - m.e[l].x, m.e[0].y - m.e[l].y));
    return true;
}

bool ref_andrews(const double *times, int count, ref_squeezer *out) {
    // Start of the test set: Theta is given, the other angles close the loops.
    double y[2 * ANGLES] = {
        -0.0617138900142764, 0, 0.455279819163070, 0.222668390165886, 0.487364979543843, -0.222668390165886,
        1.23054744454982};
    ref_ode ode = {rhs, NULL, 2 * ANGLES, 3e-15, 1e-4};
    mechanism m = place(y);
    double start = energy(&m), t = 0;
    for (int i = 0; i < count; i++) {
        if (ref_ode_run(&ode, t, times[i], y) < 0 || !describe(y, start, &out[i])) return false;
        t = times[i];
    }
    return true;
}
