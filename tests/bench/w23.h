// SPDX-License-Identifier: MIT
// Workloads W2 (anchor into the pipe) and W3 (chain over the lip): data for hawse and every peer, and the interface of
// a measured code. World: z up, x outboard. All body frames: origin at the centre of mass, x downward along link or
// shank, y across. The hull's pipe leads from the origin inboard along `w23_axis`. SI units.
#ifndef HAWSE_TESTS_BENCH_W23_H
#define HAWSE_TESTS_BENCH_W23_H

#ifdef __cplusplus
extern "C" {
#endif

#define W23_GRAVITY 9.81
#define W23_FRICTION 0.3

extern const double w23_axis[3]; // of the pipe, inboard and up
extern const double w23_down[3]; // the pipe's normal, downward

// Drag on a body: -translation v - rotation omega.
typedef struct w23_drag {
    double translation, rotation; // [N s/m], [N m s]
} w23_drag;

// Length hauled by the winch until t [m], and its speed [m/s]: starts at 2 s, reaches full speed 0.5 s later.
double w23_haul_length(double t);
double w23_haul_speed(double t);

// ---- W2
// --------------------------------------------------------------------------------------------------------------

extern const double w2_shackle[3];                        // initial place of the shank's upper end [m]
extern const double w2_winch[3];                          // place of the winch [m]
extern const double w2_hinge_stiffness, w2_hinge_damping; // [N m/rad], [N m s/rad]
extern const w23_drag w2_drag;                            // of each body

// Force of the unilateral cable [N]. `length` [m]: distance of its ends, growing at `rate` [m/s]. *k, *c (or NULL):
// derivatives by length [N/m] and rate [N s/m].
double w2_cable_force(double t, double length, double rate, double *k, double *c);

// ---- W3
// --------------------------------------------------------------------------------------------------------------

#define W3_LINKS 60
extern const double w3_winch_stiffness, w3_winch_damping; // [N/m], [N s/m]; along and across
extern const w23_drag w3_link_drag, w3_anchor_drag;
extern const double w3_bar;     // diameter of the links' bar [m]
extern const double w3_capsule; // radius of the capsules that replace links in codes without tori [m]

// Place of the first joint point as prescribed by the winch at t [m], and its velocity [m/s].
void w3_winch_motion(double t, double x[3], double v[3]);
// Initial joint points: from the winch down the pipe, in an arc over the lower lip, then straight down [m].
void w3_joint_points(double x[W3_LINKS + 1][3]);

// ---- codes under measurement
// -----------------------------------------------------------------------------------------

// Result of a step.
typedef struct w23_sample {
    double force;   // of cable or winch [N]
    double contact; // magnitude of the sum of all contact forces [N]
    double depth;   // greatest penetration [m]
    double gap;     // worst distance between the two sides of a joint [m]
    double x[3];    // centre of mass of the flukes [m]
    int contacts;
    int finite;
} w23_sample;

typedef struct w23_setup {
    const char *data; // folder of the meshes
    const char *hull; // "20k" or "100k"
    double h;         // step [s]
    double stiffness; // of contact; 0: the code's own
    double v_stick;   // of friction; 0: the code's own
} w23_setup;

// One measured method of a code. Only `step` is timed: forces, collision and motion of one step.
typedef struct w23_code {
    const char *workload, *method;
    void *(*create)(const w23_setup *s); // at the start; NULL, with a message, on failure
    void (*step)(void *self);
    void (*sample)(const void *self, w23_sample *s);
    void (*destroy)(void *self);
} w23_code;

// The file of a code defines its name and its methods; the array ends with NULL.
extern const char w23_code_name[];
extern const w23_code *const w23_codes[];

#ifdef __cplusplus
}
#endif

#endif
