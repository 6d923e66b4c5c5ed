// SPDX-License-Identifier: MIT
#include "tests/bench/w1.h"
#include <math.h>

const w1_body w1_link = {18.92, {0.0792, 0.2440, 0.2440}, 0.12, 0.12};
const w1_body w1_shank = {2000, {60, 960, 960}, 1.2, 1.2};
const w1_body w1_flukes = {4414, {1960, 802, 2402}, 0.3, 0};
const double w1_gravity = 9.81;

static const double tip_speed = 1; // of the flukes' centre of mass, out of the plane, along world y [m/s]

const w1_body *w1_body_at(int n, int k) { return k < n ? &w1_link : k == n ? &w1_shank : &w1_flukes; }

int w1_bodies(int n) { return n + 2; }

// d = (sin 30°, 0, -cos 30°) is the chain's direction, world y and d × y the unrolled axes across it.
void w1_attitude(double r[3][3]) {
    const double s = 0.5, c = sqrt(0.75), roll = sqrt(0.5);
    const double d[3] = {s, 0, -c}, y[3] = {0, 1, 0}, z[3] = {c, 0, s};
    for (int i = 0; i < 3; i++) {
        r[i][0] = d[i];
        r[i][1] = roll * (y[i] + z[i]);
        r[i][2] = roll * (z[i] - y[i]);
    }
}

static double distance_from_top(int n, int k) {
    double x = 0;
    for (int i = 0; i < k; i++) x += w1_body_at(n, i)->upper + w1_body_at(n, i)->lower;
    return x + w1_body_at(n, k)->upper;
}

void w1_centre(int n, int k, double x[3]) {
    double r[3][3], s = distance_from_top(n, k);
    w1_attitude(r);
    for (int i = 0; i < 3; i++) x[i] = s * r[i][0];
}

// omega = tip_speed / D (d × y): then omega × (D d) = tip_speed y.
void w1_omega(int n, double omega[3]) {
    const double rate = tip_speed / distance_from_top(n, n + 1);
    omega[0] = rate * sqrt(0.75);
    omega[1] = 0;
    omega[2] = rate * 0.5;
}

void w1_omega_body(int n, double omega[3]) {
    double r[3][3], w[3];
    w1_attitude(r);
    w1_omega(n, w);
    for (int j = 0; j < 3; j++) omega[j] = r[0][j] * w[0] + r[1][j] * w[1] + r[2][j] * w[2];
}
