// SPDX-License-Identifier: MIT
// A05. By symmetry three coordinates: turn phi of the shaft about the vertical z, angle a of both rods below the
// horizontal, height s of the slider, which turns with the shaft. With r(x) = b + x cos a the distance of a rod's point
// from the axis, x from the pivot at (b, 1):
//   J(a) = Js + 2 [m r(L/2)^2 + It cos^2 a + Il sin^2 a + M r(L)^2]         inertia about z
//   A    = 2 [m L^2/4 + It + M L^2]                                        of both rods about their pivots
//   l^2  = (L/2 cos a)^2 + (1 - L/2 sin a - s)^2                           spring from (b, s) to the rod's middle
// T = (J phi'^2 + A a'^2 + ms s'^2)/2, V = 2 g [m (1 - L/2 sin a) + M (1 - L sin a)] + ms g s + K (l - l0)^2, and the
// dampers take 2 C l'^2. phi is cyclic: Hz = J phi' is constant, which leaves two coordinates.
#include "tests/validation/reference/ode.h"
#include "tests/validation/reference/spatial.h"

#include <math.h>
#include <stddef.h>

static const double pi = 3.14159265358979323846, g = 9.81, length = 1, width = 0.01, cube = 0.1, density = 3000,
                    ball = 5, offset = 0.05, pivot = 1, stiffness = 8e5, damping = 4e4, rest = 0.5;

typedef struct governor {
    double rod, slider;         // masses
    double across, along;       // rod's inertias about its centre
    double pivots, fixed, spin; // A; Js; Hz
} governor;

static double about_axis(const governor *m, double a, double *by_angle) {
    double c = cos(a), s = sin(a), middle = offset + length / 2 * c, end = offset + length * c;
    *by_angle = -2 * s * (m->rod * length * middle + 2 * (m->across - m->along) * c + 2 * ball * length * end);
    return m->fixed + 2 * (m->rod * middle * middle + m->across * c * c + m->along * s * s + ball * end * end);
}

static governor make(double angle, double spin) {
    governor m = {.rod = density * length * width * width, .slider = density * cube * cube * cube, .spin = 1};
    m.across = m.rod * (length * length + width * width) / 12;
    m.along = m.rod * (width * width + width * width) / 12;
    m.pivots = 2 * (m.rod * length * length / 4 + m.across + ball * length * length);
    m.fixed = m.along + m.slider * (cube * cube + cube * cube) / 12; // the shaft is a prism like the rods
    double by_angle;
    m.spin = spin * about_axis(&m, angle, &by_angle);
    return m;
}

// Spring's length and its derivatives by a and s.
static double spring(double a, double s, double *by_a, double *by_s) {
    double x = length / 2 * cos(a), z = pivot - length / 2 * sin(a) - s, l = hypot(x, z);
    *by_a = (-x * sin(a) - z * cos(a)) * length / 2 / l;
    *by_s = -z / l;
    return l;
}

// Forces on a and s at rest in the turning frame and with the springs' rate of length.
static void forces(const governor *m, double a, double s, double a_rate, double s_rate, double *on, double *loss) {
    double by_a, by_s, by_angle, l = spring(a, s, &by_a, &by_s), inertia = about_axis(m, a, &by_angle);
    double rate = by_a * a_rate + by_s * s_rate, pull = 2 * (stiffness * (l - rest) + damping * rate);
    double turn = m->spin / inertia;
    on[0] = by_angle * turn * turn / 2 + g * length * cos(a) * (m->rod + 2 * ball) - pull * by_a;
    on[1] = -m->slider * g - pull * by_s;
    *loss = 2 * damping * rate * rate;
}

// y = (phi, a, a', s, s', energy lost)
static bool rhs(const void *context, double t, const double *y, double *dy) {
    (void)t;
    const governor *m = context;
    double on[2], by_angle;
    forces(m, y[1], y[3], y[2], y[4], on, &dy[5]);
    dy[0] = m->spin / about_axis(m, y[1], &by_angle);
    dy[1] = y[2];
    dy[2] = on[0] / m->pivots;
    dy[3] = y[4];
    dy[4] = on[1] / m->slider;
    return true;
}

static double energy(const governor *m, const double *y) {
    double by_a, by_s, by_angle, stretch = spring(y[1], y[3], &by_a, &by_s) - rest;
    double kinetic =
        m->spin * m->spin / about_axis(m, y[1], &by_angle) + m->pivots * y[2] * y[2] + m->slider * y[4] * y[4];
    double high = 2 * m->rod * (pivot - length / 2 * sin(y[1])) + 2 * ball * (pivot - length * sin(y[1]));
    return kinetic / 2 + g * (high + m->slider * y[3]) + stiffness * stretch * stretch;
}

static void start(double *y) {
    for (int i = 0; i < 6; i++) y[i] = 0;
    y[1] = pi / 6;
    y[3] = 0.5;
}

// The dampers make the equations stiff (rates to 1e4 1/s), mildly enough for an explicit rule with step control.
bool ref_governor_run(const double *times, int count, ref_governor *out) {
    double y[6], d[6], t = 0;
    start(y);
    governor m = make(y[1], 2 * pi);
    ref_ode ode = {rhs, &m, 6, 1e-12, 1e-4};
    double e0 = energy(&m, y);
    for (int i = 0; i < count; i++) {
        if (ref_ode_run(&ode, t, times[i], y) < 0) return false;
        t = times[i];
        rhs(&m, t, y, d);
        out[i] = (ref_governor){y[3], y[4], y[1], y[2], y[0], d[0], energy(&m, y) + y[5] - e0};
    }
    return true;
}
