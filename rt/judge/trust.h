// SPDX-License-Identifier: MIT
// Whether a run can be trusted, from the solver alone: constraints, convergence, energy, and the user's contact laws.
#ifndef HAWSE_RT_JUDGE_TRUST_H
#define HAWSE_RT_JUDGE_TRUST_H

#include "rt/file/json.h"

// Limits. Beyond any of them the run is not to be trusted.
#define TRUST_PHI 1e-3 // constraint violation at the end of a step [m]: far above what a sound step leaves, 1e-8 m
// Steps in a row at the cap of Newton iterations. One step alone loses little: its remaining error enters the next
// step, which removes it. Several in a row mean that the iteration does not converge there at all.
#define TRUST_CAPS 5
// Energy gained from nothing: more than this share of the energy turned over so far, and more than the energy that
// lifts the whole world by TRUST_LIFT. The elastic energy of friction, which the account leaves out, comes and goes:
// 120 J in the shipped runs, which lift 75 kN.
#define TRUST_GAIN 1e-3 // [1]
#define TRUST_LIFT 5e-3 // [m]

// What one step tells.
typedef struct trust_step {
    double t;                // at its end [s]
    double phi;              // largest constraint violation [m]
    bool capped;             // accepted at the cap of Newton iterations
    bool refused;            // a user's contact law returned an unusable force
    const char *limit;       // limit of the model that the world has reached, static text; NULL: none
    bool balanced;           // energies and work are known
    double energy0, energy1; // of the world before and after [J]
    double work;             // of the drives on the world [J]
    // read in the first balanced step only
    double weight; // of the world [N]
    double motion; // kinetic energy [J]
} trust_step;

typedef struct trust {
    double phi_m, phi_s;     // largest violation and its time
    uint64_t phi_steps;      // steps beyond TRUST_PHI
    uint64_t row;            // steps at the cap in a row, up to now
    uint64_t caps;           // longest row
    double caps_s;           // time of its last step
    uint64_t refused;        // steps with an unusable force
    double refused_s;        // first of them
    const char *limit;       // the first limit reached; NULL: none
    double limit_s;          // its time
    bool balanced;           // the account of energy is kept
    double balance, least;   // energy less work since the start, and its least value: it can only fall [J]
    double gained, gained_s; // largest rise of the balance above its least value [J], and its time
    double most_in_step;     // largest rise in one step [J]
    double turned_over;      // kinetic energy at first, and the sum of all rises and falls of the energy [J]
    double weight;           // [N]
} trust;

// Updates by a step. Frame thread.
void trust_update(trust *r, const trust_step *s);
// Energy gain from which a run is not to be trusted [J].
double trust_gain_limit(const trust *r);
bool trust_holds(const trust *r);
// Writes in one line why the run is not to be trusted; "": it is.
void trust_explain(const trust *r, char *text, size_t size);
// What to do about it, in one line.
const char *trust_advice(const trust *r);
// Writes the report's object `trust`.
void trust_write(const trust *r, rt_json *j);

#endif
