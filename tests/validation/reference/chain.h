// SPDX-License-Identifier: MIT
// References for chains of N uniform rigid rods in a vertical plane (x to the right, z up, g = 9.81 along -z).
#ifndef HAWSE_TESTS_VALIDATION_REFERENCE_CHAIN_H
#define HAWSE_TESTS_VALIDATION_REFERENCE_CHAIN_H

#include <stdbool.h>

enum { REF_RODS_MAX = 120 };

// N rods of one length [m] and mass [kg], joints 0..N.
typedef struct ref_rods {
    int count; // 1..REF_RODS_MAX
    double length, mass;
} ref_rods;

typedef struct ref_joint {
    double x, z; // [m]
    double h, v; // pull of the part beyond the joint on the part before it, along x and z [N]
} ref_joint;

// Equilibrium with joint 0 at (0, 0) and joint N at (x, z), x > 0; writes N + 1 joints; false if the ends are not
// nearer than the rods' length, or the iteration does not converge.
bool ref_rods_hang(const ref_rods *rods, double x, double z, ref_joint *joints);

// Catenary of the given length and weight per metre through (0, 0) and (x, z). Writes the point (x, height) at the
// fraction 0..1 of its length [m]; returns the horizontal pull [N], 0 if there is no catenary.
double ref_catenary(double length, double weight, double x, double z, double fraction, double point[2]);

typedef struct ref_rods_state {
    double angle[REF_RODS_MAX], rate[REF_RODS_MAX]; // of each rod from +x, towards +z [rad, rad/s]
} ref_rods_state;

typedef struct ref_rods_sample {
    double tip[2], middle[2]; // joint N, joint N/2 (rounded down) [m]
    double pull[2];           // force of the support on joint 0 [N]
    double energy;            // kinetic + potential [J]
} ref_rods_sample;

// Motion of the rods pinned at joint 0 = (0, 0), without friction, from time t0 to t1 [s]; false if the integration
// fails.
bool ref_rods_move(const ref_rods *rods, double t0, double t1, ref_rods_state *state);

void ref_rods_sample_at(const ref_rods *rods, const ref_rods_state *state, ref_rods_sample *out);

// Natural frequencies of the N rods hanging from joint 0, ascending, in units of sqrt(g/(N length)).
void ref_rods_frequencies(int count, double *out);

// A folded chain: both ends side by side, one held, the other released. Returns the time in which the tip of the
// energy-conserving continuum falls the fraction 0..1 of the chain's length L, in units of sqrt(L/g).
double ref_fold_time(double fraction);

// The same time for n rods. They start at rest in equilibrium with the ends four rods' lengths apart, so the separation
// vanishes as n grows and the error shrinks nearly with 1/n^2. At one or two lengths the fold turns rod by rod and
// shakes the rods at rest; the error then grew with n. 0 if the integration fails or the tip falls less far in two
// seconds.
double ref_fold_time_rods(int n, double fraction);

#endif
