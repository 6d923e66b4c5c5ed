// SPDX-License-Identifier: MIT
// References of the spatial benchmarks A04 and A05 of the IFToMM library of computational benchmark problems.
#ifndef HAWSE_TESTS_VALIDATION_REFERENCE_SPATIAL_H
#define HAWSE_TESTS_VALIDATION_REFERENCE_SPATIAL_H

#include <stdbool.h>

typedef struct ref_bricard {
    double angle[6], rate[6]; // of the joints, 0 in the initial position [rad, rad/s]
    double p[3], v[3];        // third joint [m, m/s]
    double energy;            // kinetic + potential - start [J]: 0
    double closure;           // largest violation of the loop equations [m, rad]
} ref_bricard;

// A04: Bricard's mechanism, five bars of 1 m, 1 kg and 0.1 m square section with six revolutes, from rest, gravity
// along -y; writes its state at each of the ascending times [s]; false where the integration fails.
bool ref_bricard_run(const double *times, int count, ref_bricard *out);

// Time from rest back to rest [s], from the conserved energy: the quadrature of dq / q' over the first joint's angle.
double ref_bricard_period(void);

typedef struct ref_governor {
    double s, s_rate;         // height of the slider's centre [m, m/s]
    double angle, angle_rate; // of the rods below the horizontal [rad, rad/s]
    double turn, spin;        // of the shaft [rad, rad/s]
    double energy;            // kinetic + potential + lost in the dampers - start [J]: 0
} ref_governor;

// A05: stiff flyball governor, taken as symmetric, its slider turning with the shaft; writes its state at each of the
// ascending times [s]; false where the integration fails.
bool ref_governor_run(const double *times, int count, ref_governor *out);

#endif
