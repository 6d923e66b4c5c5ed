// SPDX-License-Identifier: MIT
// Rods in absolute directions e_i = (cos a_i, sin a_i): joint i is the sum of l e_k over k < i, the centre of rod i
// half a rod further. With w_ij = N - max(i, j) - 1/2 rods' worth of mass beyond both (w_ii = N - i - 2/3 with the
// rod's own inertia) Lagrange's equations read, divided by m l^2,
//   sum_j w_ij [cos(a_i - a_j) a_j'' + sin(a_i - a_j) a_j'^2] + g/l (N - i - 1/2) cos a_i = 0.
#include "tests/validation/reference/chain.h"
#include "tests/validation/reference/linear.h"
#include "tests/validation/reference/ode.h"

#include <math.h>
#include <string.h>

static const double g = 9.81, pi = 3.14159265358979323846;

static double weight(int count, int i, int j) { return i == j ? count - i - 2.0 / 3 : count - (i > j ? i : j) - 0.5; }

static bool rhs(const void *context, double t, const double *y, double *dy) {
    (void)t;
    static _Thread_local double a[REF_RODS_MAX * REF_RODS_MAX];
    const ref_rods *r = context;
    int n = r->count;
    double c[REF_RODS_MAX], s[REF_RODS_MAX], *force = dy + n;
    for (int i = 0; i < n; i++) {
        c[i] = cos(y[i]);
        s[i] = sin(y[i]);
        force[i] = -g / r->length * (n - i - 0.5) * c[i];
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double w = weight(n, i, j), sine = w * (s[i] * c[j] - c[i] * s[j]);
            a[i * n + j] = a[j * n + i] = w * (c[i] * c[j] + s[i] * s[j]);
            force[i] -= sine * y[n + j] * y[n + j];
            force[j] += sine * y[n + i] * y[n + i];
        }
        a[i * n + i] = weight(n, i, i);
    }
    memcpy(dy, y + n, (size_t)n * sizeof *dy);
    return ref_solve_spd(n, a, force);
}

bool ref_rods_move(const ref_rods *r, double t0, double t1, ref_rods_state *state) {
    double y[2 * REF_RODS_MAX];
    size_t size = (size_t)r->count * sizeof *y;
    memcpy(y, state->angle, size);
    memcpy(y + r->count, state->rate, size);
    ref_ode ode = {rhs, r, 2 * r->count, 1e-11, 1e-3};
    if (ref_ode_run(&ode, t0, t1, y) < 0) return false;
    memcpy(state->angle, y, size);
    memcpy(state->rate, y + r->count, size);
    return true;
}

void ref_rods_sample_at(const ref_rods *r, const ref_rods_state *state, ref_rods_sample *out) {
    double y[2 * REF_RODS_MAX], dy[2 * REF_RODS_MAX], at[2] = {0}, v[2] = {0}, acceleration[2] = {0};
    int n = r->count;
    memcpy(y, state->angle, (size_t)n * sizeof *y);
    memcpy(y + n, state->rate, (size_t)n * sizeof *y);
    rhs(r, 0, y, dy);
    *out = (ref_rods_sample){.pull = {0, n * r->mass * g}};
    for (int i = 0; i < n; i++) {
        double e[2] = {cos(y[i]), sin(y[i])}, across[2] = {-e[1], e[0]}, energy = 0;
        if (i == n / 2) memcpy(out->middle, at, sizeof at);
        for (int k = 0; k < 2; k++) {
            double half = r->length / 2, swing = across[k] * y[n + i];
            double turn = across[k] * dy[n + i] - e[k] * y[n + i] * y[n + i], vc = v[k] + half * swing;
            out->pull[k] += r->mass * (acceleration[k] + half * turn);
            energy += r->mass * vc * vc / 2;
            at[k] += r->length * e[k];
            v[k] += r->length * swing;
            acceleration[k] += r->length * turn;
        }
        energy += r->mass * r->length * r->length / 24 * y[n + i] * y[n + i];
        out->energy += energy + r->mass * g * (at[1] - r->length / 2 * e[1]);
    }
    memcpy(out->tip, at, sizeof at);
}

// Small angles from the vertical: w a'' + g/l diag(N - i - 1/2) a = 0. The eigenvalues of D^-1/2 w D^-1/2 with
// D = diag(N - i - 1/2) are (g/l)/omega^2.
void ref_rods_frequencies(int n, double *out) {
    static _Thread_local double a[REF_RODS_MAX * REF_RODS_MAX];
    double values[REF_RODS_MAX];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[i * n + j] = weight(n, i, j) / sqrt((n - i - 0.5) * (n - j - 0.5));
    ref_eigenvalues(n, a, values);
    for (int i = 0; i < n; i++) out[i] = sqrt(n / values[n - 1 - i]);
}

// Released tip at depth x below its start: (L - x)/2 of the chain falls with it, the rest hangs at rest. Height of the
// fold's two arms gives V = -mu g (L^2 + 2 L x - x^2)/4, so with energy conserved (Calkin & March, Am. J. Phys. 57,
// 154, 1989; Wong & Yasui, Am. J. Phys. 74, 490, 2006) mu (L - x) x'^2/4 = mu g (2 L x - x^2)/4. With x = L (1 - cos
// p): t = sqrt(L/g) integral of sqrt(cos p) dp, and with p = pi/2 - r^2 the integrand 2 r sqrt(sin r^2) is smooth.
static bool fold_integrand(const void *context, double r, const double *y, double *dy) {
    (void)context, (void)y;
    dy[0] = 2 * r * sqrt(sin(r * r));
    return true;
}

double ref_fold_time(double fraction) {
    ref_ode ode = {fold_integrand, NULL, 1, 1e-15, 0.1};
    double y = 0;
    return ref_ode_run(&ode, sqrt(asin(1 - fraction)), sqrt(pi / 2), &y) < 0 ? 0 : y;
}

// Depth of the tip in chain lengths, below its start.
static double depth(const ref_rods *r, const ref_rods_state *state) {
    double z = 0;
    for (int i = 0; i < r->count; i++) z -= sin(state->angle[i]);
    return z / r->count;
}

// Bisection of the first interval in which the tip passes the depth; chain of 1 m and 1 kg.
double ref_fold_time_rods(int n, double fraction) {
    ref_rods r = {n, 1.0 / n, 1.0 / n};
    ref_rods_state state = {.rate = {0}}, next;
    ref_joint joints[REF_RODS_MAX + 1];
    if (!ref_rods_hang(&r, 4.0 / n, 0, joints)) return 0;
    for (int i = 0; i < n; i++) state.angle[i] = atan2(joints[i + 1].z - joints[i].z, joints[i + 1].x - joints[i].x);
    double t = 0, step = 0.01;
    while (step > 1e-9) {
        next = state;
        if (t > 2 || !ref_rods_move(&r, t, t + step, &next)) return 0;
        if (depth(&r, &next) >= fraction) {
            step /= 2;
        } else {
            state = next;
            t += step;
        }
    }
    return t * sqrt(g);
}
