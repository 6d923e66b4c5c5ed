// SPDX-License-Identifier: MIT
// Workload W1, the swinging chain: data for hawse and every peer, and the interface of a measured code. N links hang on
// universal joints from the world; the anchor follows on a ball joint; its flukes turn about
// a hinge. Everything starts straight, 30° from the vertical, in one rigid rotation about the top. World: z up.
// All body frames are equal at the start: origin at the centre of mass, x along the chain (downward), y and z rolled
// by 45° about it. SI units throughout.
#ifndef HAWSE_TESTS_BENCH_W1_H
#define HAWSE_TESTS_BENCH_W1_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct w1_body {
    double mass;       // [kg]
    double inertia[3]; // principal moments about the centre of mass, body frame [kg m²]
    double upper;      // from the joint above to the centre of mass, along x [m]
    double lower;      // from the centre of mass to the joint below; 0 for the flukes [m]
} w1_body;

extern const w1_body w1_link, w1_shank, w1_flukes;
extern const double w1_gravity; // along -z [m/s²]

// Body k of a chain of n links: 0 .. n-1 the links from the top, n the shank, n+1 the flukes.
const w1_body *w1_body_at(int n, int k);
// Number of bodies.
int w1_bodies(int n);
// Initial attitude of all bodies: r[i][j] is component i of body axis j.
void w1_attitude(double r[3][3]);
// Initial centre of mass of body k, world frame [m].
void w1_centre(int n, int k, double x[3]);
// Initial angular velocity of all bodies, world frame [rad/s].
void w1_omega(int n, double omega[3]);
// The same in the body frame: (0, about y, about z).
void w1_omega_body(int n, double omega[3]);

// One measured method of a code. Only `step` is timed.
typedef struct w1_code {
    const char *method;                            // as named on the command line
    void *(*create)(int n, double h);              // the chain at its start; NULL on failure
    void (*step)(void *self, int steps);           // advances by `steps` steps of h
    void (*flukes)(const void *self, double x[3]); // centre of mass of the flukes, world frame [m]
    double (*gap)(const void *self);               // worst distance between the two sides of a joint [m]
    void (*destroy)(void *self);
} w1_code;

// The file of a code defines its name and its methods; the array ends with a NULL method.
extern const char w1_code_name[];
extern const w1_code w1_codes[];

#ifdef __cplusplus
}
#endif

#endif
