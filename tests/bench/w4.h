// SPDX-License-Identifier: MIT
// Workload W4, the chain on the bottom: data for hawse and every peer, and the interface of a measured code. N links,
// rods of one pitch on ball joints, hang from a fairlead and end free on a level bottom with friction, which passes
// below the fairlead at a constant speed. Then, with the weight w per metre and a = T_h / w, the chain is a catenary
// with a grounded part, whose tension falls by mu w a metre to zero at the free end:
//   T_h = mu w L_g,   suspended length s = sqrt(y (y + 2 a)),   tension at the fairlead T_h + w y.
// Frame of the fairlead: x along the chain toward the free end, the way that the bottom moves; z up from the height of
// the resting chain's centre line. SI units throughout.
#ifndef HAWSE_TESTS_BENCH_W4_H
#define HAWSE_TESTS_BENCH_W4_H

#ifdef __cplusplus
extern "C" {
#endif

extern const double w4_bar, w4_pitch, w4_mass; // bar diameter, length and mass of a link
extern const double w4_inertia[2];             // of a link about its length, and across it [kg m²]
extern const double w4_height;                 // of the fairlead
extern const double w4_friction, w4_speed;     // of the bottom
extern const double w4_gravity;

// Joint k of a chain of n links, from the fairlead (0) to the free end (n), in the closed form's shape.
void w4_joint(int n, int k, double x[3]);
// Tension at the fairlead by the closed form [N].
double w4_tension(int n);

// One measured method of a code. Only `step` is timed.
typedef struct w4_code {
    const char *method;                  // as named on the command line
    void *(*create)(int n, double h);    // the chain at its start, at rest; NULL on failure
    void (*calm)(void *self);            // takes 2 % of all velocities relative to the fairlead
    void (*step)(void *self);            // advances by h
    double (*tension)(const void *self); // at the fairlead, in the last step [N]
    double (*gap)(const void *self);     // worst distance between the two sides of a joint [m]
    void (*destroy)(void *self);
} w4_code;

// The file of a code defines its name and its methods; the array ends with a NULL method.
extern const char w4_code_name[];
extern const w4_code w4_codes[];

#ifdef __cplusplus
}
#endif

#endif
