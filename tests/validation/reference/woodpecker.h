// SPDX-License-Identifier: MIT
// The woodpecker toy of Leine, van Campen & Glocker (J. Vibration and Control 9, 2003) as rigid bodies with impacts and
// Coulomb friction, by Moreau's time-stepping: linearised as there, and with the full kinematics of Pournaras et al.
#ifndef HAWSE_TESTS_VALIDATION_REFERENCE_WOODPECKER_H
#define HAWSE_TESTS_VALIDATION_REFERENCE_WOODPECKER_H

#include <stdbool.h>

enum { PECKER_CYCLES = 64, PECKER_POINTS = 4000 };

#define PECKER_SAMPLE 5e-4 // between points of the path [s]

typedef struct pecker_data {
    double r_pole, r_sleeve, h_sleeve;         // radius of the pole; radius and half height of the sleeve's hole [m]
    double l_hinge, l_centre;                  // pole's axis to hinge, hinge to the bird's centre of mass [m]
    double l_beak, h_beak;                     // from there to the tip of the beak, toward the pole and up [m]
    double tip;                                // radius of the tip [m]
    double m_sleeve, m_bird, j_sleeve, j_bird; // [kg], [kg m²]
    double stiffness;                          // of the spring [N m/rad]
    double g;                                  // [m/s²]
    double e_beak, e_sleeve, mu;
} pecker_data;

// Published parameters.
extern const pecker_data pecker_leine;

// Options of a model: linearised, without the sleeve's movement across the pole, or full.
typedef struct pecker_run {
    bool linear;
    bool poisson;       // Poisson's law of impact; else Newton's
    double h, duration; // [s]
    double start[3],
        speed[3]; // height of the sleeve, angles of sleeve and bird, positive counter-clockwise, bird right
} pecker_run;

// A cycle: from one upward passage of the bird's angle through zero to the next.
typedef struct pecker_cycle {
    double begin, period;          // [s]
    double drop;                   // of the sleeve [m]
    double sleeve[2], bird[2];     // least and largest angle [rad]
    double w_sleeve[2], w_bird[2]; // and angular velocity [rad/s]
} pecker_cycle;

typedef struct pecker_point {
    double t, sleeve, bird, w_sleeve, w_bird; // [s], [rad], [rad/s]
} pecker_point;

typedef struct pecker_answer {
    pecker_cycle cycle[PECKER_CYCLES];
    int cycles; // complete ones
    pecker_point path[PECKER_POINTS];
    int points;
    double beak[256]; // times of the impacts of the beak [s]
    int beaks;
    double left; // largest residual of an impact's solution
} pecker_answer;

// Detector of cycles in a series of states; zero-initialised.
typedef struct pecker_watch {
    bool begun;
    double t, y, bird; // of the last state
    double y_begin;
    pecker_cycle now;
} pecker_watch;

// Processes the next state.
void pecker_add_state(pecker_watch *w, pecker_answer *a, double t, double y, double sleeve, double bird,
                      double w_sleeve, double w_bird);
void pecker_solve(const pecker_data *d, const pecker_run *r, pecker_answer *a);

#endif
