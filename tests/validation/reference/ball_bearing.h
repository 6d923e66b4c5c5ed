// SPDX-License-Identifier: MIT
// A ball bearing as the crank pin of a slider-crank, without dynamics: stiffness of its contacts, its load, the share
// of each ball, the angle of its cage.
#ifndef HAWSE_TESTS_VALIDATION_REFERENCE_BALL_BEARING_H
#define HAWSE_TESTS_VALIDATION_REFERENCE_BALL_BEARING_H

enum { BEARING_BALLS = 8 };

// The mechanism of config/scenarios/contact/ball_bearing.yaml. SI.
typedef struct bearing_case {
    double speed, crank, rod;                  // of the crank [rad/s]; lengths [m]
    double rod_mass, rod_inertia, slider_mass; // the rod's centre in its middle
    double ball, pitch;                        // diameters of a ball, of the circle of their centres [m]
    double clearance, groove;                  // diametral [m]; groove radius over ball diameter
    double ball_mass, cage_mass;
} bearing_case;

// K of F = K depth^1.5 [N/m^1.5] between a ball and the inner (1) or outer (-1) ring, steel on steel.
double bearing_stiffness(const bearing_case *b, int ring);

// The slider-crank with an ideal pin.
typedef struct bearing_drive {
    double crank, rod; // angles [rad]
    double cage;       // by rolling without slip [rad]
    double cage_rate;  // [rad/s]
    double ax, ay;     // acceleration of the pin [m/s²]
    double fx, fy;     // force of the pin on the rod [N]
} bearing_drive;
bearing_drive bearing_drive_at(const bearing_case *b, double t);

// Normal force of the outer ring on each ball, at rest in the frame of the pin; the first ball is at the cage's
// angle. Returns 0, -1 if no balance was found.
int bearing_share(const bearing_case *b, const bearing_drive *d, double force[BEARING_BALLS]);

#endif
