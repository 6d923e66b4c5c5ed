// SPDX-License-Identifier: MIT
// References of the planar benchmarks A01, A02 and A03 of the IFToMM library of computational benchmark problems.
#ifndef HAWSE_TESTS_VALIDATION_REFERENCE_PLANAR_H
#define HAWSE_TESTS_VALIDATION_REFERENCE_PLANAR_H

#include <stdbool.h>

typedef struct ref_point {
    double x, y;        // position [m]
    double vx, vy;      // velocity [m/s]
    double angle, rate; // A01: of the rod from +x; A02: of the bars from the upward vertical to +x [rad, rad/s]
} ref_point;

// A01: mass point of 1 kg on a massless rod of 1 m about the origin, from rest at (-1, 0), g = 9.81 along -y.
// Writes the point at each of the ascending times [s]; false where the integration fails.
bool ref_pendulum(const double *times, int count, ref_point *out);

// Period of that pendulum [s], from the complete elliptic integral by the arithmetic-geometric mean.
double ref_pendulum_period(void);

// A02: n windows of 2n + 1 bars (1 m, 1 kg), upright, moving at 1 m/s along +x; as ref_pendulum, for the upper end B0.
bool ref_four_bars(int n, const double *times, int count, ref_point *out);

// Time of one full turn of the n windows [s], by the arithmetic-geometric mean.
double ref_four_bars_turn(int n);

typedef struct ref_squeezer {
    double angle[7]; // beta, Theta, gamma, Phi, delta, Omega, epsilon [rad]
    double rate[7];  // [rad/s]
    double acceleration[7];
    double multiplier[6];
    double f[2];    // point F [m]
    double energy;  // kinetic + spring - start - work of the driving torque [J]: 0
    double closure; // largest violation of the loop equations [m]
} ref_squeezer;

// A03: Andrews' squeezing mechanism from rest; writes its state at each of the ascending times [s]; false where the
// integration fails.
bool ref_andrews(const double *times, int count, ref_squeezer *out);

#endif
