// SPDX-License-Identifier: MIT
// A04. The loop is cut at the sixth joint: bar i turns by q_i against bar i - 1 about an axis that is a coordinate axis
// in the initial position. The recursion of Newton and Euler along the chain gives the motion of every bar, of the
// piece of ground behind the sixth joint, which must not move, and the joint torques. The six loop equations J q' = 0
// have rank 5: with n the null vector of J, q'' = b + a n, where b is any solution of J q'' + (terms in q') = 0, and a
// follows from the torques' projection n . tau = 0. No coordinate is chosen as independent, so none can become
// singular.
#include "tests/validation/reference/ode.h"
#include "tests/validation/reference/spatial.h"

#include <math.h>
#include <string.h>

enum { JOINTS = 6, BARS = 5 };

static const double g = 9.81, mass = 1, section = 0.1;
// Joints and axes of the initial position.
static const double joint_at[JOINTS][3] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
static const int axis_of[JOINTS] = {1, 2, 0, 1, 2, 0};

typedef struct loop {
    double turn[JOINTS][3][3];                     // bar i against the ground
    double axis[JOINTS][3], at[JOINTS][3];         // joints
    double w[JOINTS][3], dw[JOINTS][3];            // angular velocity and acceleration of bar i
    double velocity[JOINTS][3], change[JOINTS][3]; // of joint i: velocity and acceleration
} loop;

static void cross(const double *a, const double *b, double *out) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Turns the columns of r by the angle q about its own axis k.
static void turn_about(double r[3][3], int k, double q) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    double c = cos(q), s = sin(q);
    for (int row = 0; row < 3; row++) {
        double x = r[row][i], y = r[row][j];
        r[row][i] = c * x + s * y;
        r[row][j] = c * y - s * x;
    }
}

// Position, velocity and acceleration of a point of bar i at the distance arm from its joint.
static void carry(const loop *l, int i, const double *arm, double *p, double *v, double *a) {
    double wxr[3], dwxr[3], wxwxr[3];
    cross(l->w[i], arm, wxr);
    cross(l->dw[i], arm, dwxr);
    cross(l->w[i], wxr, wxwxr);
    for (int k = 0; k < 3; k++) {
        p[k] = l->at[i][k] + arm[k];
        v[k] = l->velocity[i][k] + wxr[k];
        a[k] = l->change[i][k] + dwxr[k] + wxwxr[k];
    }
}

static void arm_of(const loop *l, int i, double part, double *arm) {
    for (int k = 0; k < 3; k++) {
        arm[k] = 0;
        for (int j = 0; j < 3; j++) arm[k] += part * l->turn[i][k][j] * (joint_at[i + 1][j] - joint_at[i][j]);
    }
}

// Motion of all bars; bar JOINTS - 1 is the ground behind the sixth joint.
static void move(loop *l, const double *q, const double *rate, const double *change) {
    memset(l, 0, sizeof *l);
    double r[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, w[3] = {0}, dw[3] = {0};
    for (int i = 0; i < JOINTS; i++) {
        double gyro[3], arm[3];
        for (int k = 0; k < 3; k++) l->axis[i][k] = r[k][axis_of[i]];
        cross(w, l->axis[i], gyro);
        for (int k = 0; k < 3; k++) {
            w[k] += l->axis[i][k] * rate[i];
            dw[k] += l->axis[i][k] * change[i] + gyro[k] * rate[i];
        }
        turn_about(r, axis_of[i], q[i]);
        memcpy(l->turn[i], r, sizeof r);
        memcpy(l->w[i], w, sizeof w);
        memcpy(l->dw[i], dw, sizeof dw);
        if (i == JOINTS - 1) break;
        arm_of(l, i, 1, arm);
        carry(l, i, arm, l->at[i + 1], l->velocity[i + 1], l->change[i + 1]);
    }
}

// Derivative of angular momentum of bar i about its centre, and that momentum.
static void momentum(const loop *l, int i, double *h, double *dh) {
    double unit[3], along = mass * section * section / 6, across = mass * (1 + section * section) / 12, gyro[3];
    arm_of(l, i, 1, unit); // the bars are 1 m long
    double w = dot(unit, l->w[i]), dw = dot(unit, l->dw[i]);
    for (int k = 0; k < 3; k++) {
        h[k] = across * l->w[i][k] + (along - across) * w * unit[k];
        dh[k] = across * l->dw[i][k] + (along - across) * dw * unit[k];
    }
    cross(l->w[i], h, gyro);
    for (int k = 0; k < 3; k++) dh[k] += gyro[k];
}

// Torques in the joints of the open chain for the motion in l (d'Alembert, gravity along -y).
static void torques(const loop *l, double *out) {
    memset(out, 0, JOINTS * sizeof *out);
    for (int b = 0; b < BARS; b++) {
        double arm[3], c[3], v[3], f[3], h[3], dh[3], moment[3];
        arm_of(l, b, 0.5, arm);
        carry(l, b, arm, c, v, f);
        f[1] += g;
        momentum(l, b, h, dh);
        for (int i = 0; i <= b; i++) {
            double from[3] = {c[0] - l->at[i][0], c[1] - l->at[i][1], c[2] - l->at[i][2]};
            cross(from, f, moment);
            out[i] += dot(l->axis[i], dh) + mass * dot(l->axis[i], moment);
        }
    }
}

// Solves J x = right for the rank 5 (complete pivoting); x and the null vector; false where the rank is lower.
static bool solve_loop(const loop *l, const double *right, double *x, double *null) {
    double a[JOINTS][JOINTS + 1];
    int column[JOINTS];
    const double *end = l->at[JOINTS - 1];
    for (int i = 0; i < JOINTS; i++) {
        double arm[3] = {end[0] - l->at[i][0], end[1] - l->at[i][1], end[2] - l->at[i][2]}, speed[3];
        cross(l->axis[i], arm, speed);
        for (int k = 0; k < 3; k++) {
            a[k][i] = l->axis[i][k];
            a[k + 3][i] = speed[k];
        }
        a[i][JOINTS] = right[i];
        column[i] = i;
    }
    for (int n = 0; n < JOINTS - 1; n++) {
        int row = n, at = n;
        for (int i = n; i < JOINTS; i++)
            for (int j = n; j < JOINTS; j++)
                if (fabs(a[i][j]) > fabs(a[row][at])) row = i, at = j;
        if (!(fabs(a[row][at]) > 1e-6)) return false;
        for (int j = 0; j <= JOINTS; j++) {
            double swap = a[n][j];
            a[n][j] = a[row][j];
            a[row][j] = swap;
        }
        for (int i = 0; i < JOINTS; i++) {
            double swap = a[i][n];
            a[i][n] = a[i][at];
            a[i][at] = swap;
        }
        int swap = column[n];
        column[n] = column[at];
        column[at] = swap;
        for (int i = 0; i < JOINTS; i++) {
            double factor = i == n ? 0 : a[i][n] / a[n][n];
            for (int j = n; j <= JOINTS; j++) a[i][j] -= factor * a[n][j];
        }
    }
    for (int n = 0; n < JOINTS - 1; n++) {
        x[column[n]] = a[n][JOINTS] / a[n][n];
        null[column[n]] = -a[n][JOINTS - 1] / a[n][n];
    }
    x[column[JOINTS - 1]] = 0;
    null[column[JOINTS - 1]] = 1;
    return true;
}

static bool rhs(const void *context, double t, const double *y, double *dy) {
    (void)context, (void)t;
    const double *rate = y + JOINTS, zero[JOINTS] = {0};
    double right[JOINTS], base[JOINTS], null[JOINTS], more[JOINTS], at_base[JOINTS], at_more[JOINTS];
    loop l;
    move(&l, y, rate, zero);
    for (int k = 0; k < 3; k++) {
        right[k] = -l.dw[JOINTS - 1][k];
        right[k + 3] = -l.change[JOINTS - 1][k];
    }
    if (!solve_loop(&l, right, base, null)) return false;
    for (int i = 0; i < JOINTS; i++) more[i] = base[i] + null[i];
    move(&l, y, rate, base);
    torques(&l, at_base);
    move(&l, y, rate, more);
    torques(&l, at_more);
    double work = 0, inertia = 0;
    for (int i = 0; i < JOINTS; i++) {
        work += null[i] * at_base[i];
        inertia += null[i] * (at_more[i] - at_base[i]);
    }
    for (int i = 0; i < JOINTS; i++) {
        dy[i] = rate[i];
        dy[JOINTS + i] = base[i] - work / inertia * null[i];
    }
    return true;
}

// Energy, and twice the kinetic energy to *inertia.
static double energy(const loop *l, double *inertia) {
    double potential = 0;
    *inertia = 0;
    for (int b = 0; b < BARS; b++) {
        double arm[3], c[3], v[3], a[3], h[3], dh[3];
        arm_of(l, b, 0.5, arm);
        carry(l, b, arm, c, v, a);
        momentum(l, b, h, dh);
        *inertia += mass * dot(v, v) + dot(h, l->w[b]);
        potential += mass * g * c[1];
    }
    return *inertia / 2 + potential;
}

// Violation of the loop equations: position of the sixth joint and turn of the ground behind it.
static double closure(const loop *l, double *by_equation) {
    const double(*r)[3] = l->turn[JOINTS - 1];
    double worst = 0;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        by_equation[k] = (r[j][i] - r[i][j]) / 2;
        by_equation[k + 3] = l->at[JOINTS - 1][k] - joint_at[JOINTS - 1][k];
        worst = fmax(worst, fmax(fabs(by_equation[k]), fabs(by_equation[k + 3])));
    }
    return worst;
}

bool ref_bricard_run(const double *times, int count, ref_bricard *out) {
    double y[2 * JOINTS] = {0}, zero[JOINTS] = {0}, t = 0, e0 = 0, inertia, violation[6];
    ref_ode ode = {rhs, NULL, 2 * JOINTS, 3e-15, 1e-2};
    loop l;
    move(&l, y, y + JOINTS, zero);
    e0 = energy(&l, &inertia);
    for (int i = 0; i < count; i++) {
        if (ref_ode_run(&ode, t, times[i], y) < 0) return false;
        t = times[i];
        move(&l, y, y + JOINTS, zero);
        memcpy(out[i].angle, y, sizeof out[i].angle);
        memcpy(out[i].rate, y + JOINTS, sizeof out[i].rate);
        memcpy(out[i].p, l.at[2], sizeof out[i].p);
        memcpy(out[i].v, l.velocity[2], sizeof out[i].v);
        out[i].energy = energy(&l, &inertia) - e0;
        out[i].closure = closure(&l, violation);
    }
    return true;
}

// The lengths and twists have threefold symmetry, and so has the motion: q1 = q3 = q5 = a and q2 = q4 = q6 = b with
// sin a sin b + sin a + sin b = 0 (the loop equation of the 6R linkage of Bricard's with twists of 90 degrees: Chen,
// You and Tarnai, Int. J. Solids Struct. 42, 2287-2301, 2005, here with angles from the initial position); a swings
// between rest at 0 and at pi. With a = pi sin^2(u/2) the integrand is smooth and periodic in u: the midpoint rule
// converges faster than any power.
double ref_bricard_period(void) {
    enum { PARTS = 64 };
    const double pi = 3.14159265358979323846;
    double half = 0, zero[JOINTS] = {0}, q[JOINTS], rate[JOINTS], inertia;
    loop l;
    move(&l, zero, zero, zero);
    double start = energy(&l, &inertia);
    for (int k = 0; k < PARTS; k++) {
        double u = (k + 0.5) * pi / PARTS, a = pi * sin(u / 2) * sin(u / 2), s = sin(a);
        double b = -asin(s / (1 + s)), b_rate = -cos(a) / ((1 + s) * (1 + s) * cos(b));
        for (int i = 0; i < JOINTS; i++) {
            q[i] = i % 2 ? b : a;
            rate[i] = i % 2 ? b_rate : 1;
        }
        move(&l, q, rate, zero);
        double total = energy(&l, &inertia), free = start - (total - inertia / 2);
        half += sqrt(inertia / (2 * free)) * pi / 2 * sin(u) * pi / PARTS;
    }
    return 2 * half;
}
