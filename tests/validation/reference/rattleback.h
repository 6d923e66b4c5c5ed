// SPDX-License-Identifier: MIT
// An ellipsoid that rolls without slip on a plane, its masses askew to its axes: the rattleback of Kane & Levinson,
// Int. J. Non-Linear Mech. 17 (1982) 175.
#ifndef HAWSE_TESTS_REFERENCE_RATTLEBACK_H
#define HAWSE_TESTS_REFERENCE_RATTLEBACK_H

#include <stdbool.h>

typedef struct ref_rattleback {
    double axis[3];       // semi-axes along x, y, z of the body [m]
    double below;         // of the centre of mass below the ellipsoid's centre [m]
    double mass, gravity; // [kg], [m/s²]
    double inertia[3][3]; // about the centre of mass [kg m²]
    double accuracy;      // local error of the integration
} ref_rattleback;

// Rotation of the body (columns: its axes in the world, z up) and angular velocity along its axes [rad/s].
typedef struct ref_rattleback_state {
    double r[3][3], w[3];
} ref_rattleback_state;

// Takes the state from t0 to t1; false where the integration failed.
bool ref_rattleback_run(const ref_rattleback *b, double t0, double t1, ref_rattleback_state *s);
// Energy [J], the ellipsoid's potential energy from the plane on.
double ref_rattleback_energy(const ref_rattleback *b, const ref_rattleback_state *s);
// From the centre of mass to the point of contact, and velocity of the centre of mass, along the body's axes.
void ref_rattleback_foot(const ref_rattleback *b, const ref_rattleback_state *s, double foot[3], double velocity[3]);

#endif
