// SPDX-License-Identifier: MIT
// A rigid body that rolls without slip on a plane: on an ellipsoid (the rattleback of Kane & Levinson, Int. J.
// Non-Linear Mech. 17 (1982) 175) or on the lower rim of a disk (Euler's disk), with or without friction against
// turning on the spot.
#ifndef HAWSE_TESTS_VALIDATION_REFERENCE_ROLLING_H
#define HAWSE_TESTS_VALIDATION_REFERENCE_ROLLING_H

#include <stdbool.h>

typedef struct ref_rolling {
    double axis[3];       // semi-axes of the ellipsoid along x, y, z of the body [m]; zero: a rim
    double below;         // depth of the centre of mass below the ellipsoid's centre [m]
    double radius, half;  // of a rim, at z = -half from the centre of mass [m]
    double mass, gravity; // [kg], [m/s²]
    double inertia[3][3]; // about the centre of mass [kg m²]
    double pivot;         // torque against turning about the normal, per normal force [m], well above ...
    double pivot_speed;   // ... this speed: pivot N w / sqrt(w² + pivot_speed²) [rad/s]
    double accuracy;      // local error of the integration
} ref_rolling;

// Rotation of the body (columns: its axes in the world, z up) and angular velocity along its axes [rad/s].
typedef struct ref_rolling_state {
    double r[3][3], w[3];
} ref_rolling_state;

// Integrates the state from t0 to t1; false if the integration failed.
bool ref_rolling_run(const ref_rolling *b, double t0, double t1, ref_rolling_state *s);
// Energy [J]; the potential energy is zero at the plane.
double ref_rolling_energy(const ref_rolling *b, const ref_rolling_state *s);
// From the centre of mass to the point of contact, and velocity of the centre of mass, along the body's axes.
void ref_rolling_foot(const ref_rolling *b, const ref_rolling_state *s, double foot[3], double velocity[3]);

#endif
