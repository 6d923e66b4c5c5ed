// SPDX-License-Identifier: MIT
#include "tests/bench/w4.h"
#include <math.h>

const double w4_bar = 0.05, w4_pitch = 0.2, w4_height = 10, w4_friction = 0.8, w4_speed = 0.05, w4_gravity = 9.81;
const double w4_mass = 10.95; // stud link of 50 mm
const double w4_inertia[2] = {0.03, 0.07};

typedef struct shape {
    double grounded, a; // length on the bottom, T_h / w [m]
} shape;

static shape shape_of(int n) {
    const double length = n * w4_pitch;
    double low = 0, high = length;
    for (int i = 0; i < 100; i++) {
        double mid = 0.5 * (low + high), s = sqrt(w4_height * (w4_height + 2 * w4_friction * mid));
        *(mid + s > length ? &high : &low) = mid;
    }
    return (shape){low, w4_friction * low};
}

// Point at the arc length u from the point of touchdown, upward positive; x toward the free end.
static void point_at(const shape *s, double u, double x[3]) {
    x[0] = u <= 0 ? -u : -s->a * asinh(u / s->a), x[1] = 0, x[2] = u <= 0 ? 0 : hypot(s->a, u) - s->a;
}

// Chords of one pitch from the fairlead on: the arc is a little longer.
void w4_joint(int n, int k, double x[3]) {
    const shape s = shape_of(n);
    double top[3], u = n * w4_pitch - s.grounded;
    point_at(&s, u, top);
    for (int i = 0; i < 3; i++) x[i] = top[i];
    for (int j = 0; j < k; j++) {
        double low = u - 1.2 * w4_pitch, high = u, at[3] = {x[0], x[1], x[2]};
        for (int i = 0; i < 60; i++) {
            const double mid = 0.5 * (low + high);
            point_at(&s, mid, x);
            *(hypot(x[0] - at[0], x[2] - at[2]) > w4_pitch ? &low : &high) = mid;
        }
        u = low;
        point_at(&s, u, x);
    }
    x[0] -= top[0];
}

double w4_tension(int n) {
    const double weight = w4_mass * w4_gravity / w4_pitch;
    return weight * (shape_of(n).a + w4_height);
}
