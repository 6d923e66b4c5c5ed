// SPDX-License-Identifier: MIT
// The step: ALI3-P, index-3 augmented Lagrangian with the trapezoidal rule and mass-orthogonal projections of
// velocities and accelerations (Cuadrado et al. 2001, 2004), with penalties scaled by row and the constraint geometric
// stiffness.
#ifndef HAWSE_DYNAMICS_CORE_STEP_H
#define HAWSE_DYNAMICS_CORE_STEP_H

#include "dynamics/core/constraint.h"
#include "dynamics/core/state.h"

typedef struct dyn_step_def {
    dyn_solver_kind solver;
    int max_newton;   // cap of Newton iterations
    double tolerance; // the iteration stops at a largest |dq| of a node below it; no less than rounding allows [m]
    double refactor;  // contraction |dq| / last |dq| below which a factor is always reused; 0: never
    dyn_curvature
        curvature; // constraint geometric stiffness in the tangent; FULL falls back to POSITIVE where a pivot is bad
    double dissipation;  // x of Newmark-dissipative: gamma = 1/2 + x, beta = (gamma + 1/2)²/4; 0: trapezoidal rule
    int max_projections; // passes of each projection, at least 1
    double projection_tolerance; // largest |phi_q qd + phi_t| [m/s], |phi_q qdd + gamma| [m/s²] at which they end
    int substeps; // most parts that a step is done in when a force element asks for a shorter one; up to 1: whole
} dyn_step_def;

// Statistics of the last step, all parts together.
typedef struct dyn_step_info {
    int parts;       // equal sub-steps that it was done in; 1: whole
    int newton;      // iterations
    int newton_most; // of them in one part
    bool capped;     // accepted at the cap, or unsolved
    bool unsolved;   // a factor was useless: accepted as the iterate stood
    int pivots;      // regularised pivots
    int evaluations; // of forces and residual, with or without tangents
    int factors;     // factorisations
    double rcond;    // least estimate of the reciprocal condition
    double phi_max;  // largest constraint violation after the step [m]
    double dq;       // last |dq| [m]
    int projections; // passes of both projections
} dyn_step_info;

typedef struct dyn_work dyn_work;

dyn_step_def dyn_step_def_default(void);
// Scratch for stepping the model; NULL for want of memory, or when the solver does not fit the model.
dyn_work *dyn_work_create(const dyn_model *m, const dyn_step_def *def);
void dyn_work_destroy(dyn_work *w);

// Advances the state by h; a state that is not finite is left at its prediction. With substeps > 1 a step that a force
// element wants shorter (dyn_force.longest_step) is done in equal parts of it, at most so many, for which penalties and
// weights are those of a part; a step that should have been shorter still is an event. Costs at most substeps steps and
// one detection more than a whole step. Frame thread: no allocation, bounded work. *events gathers bits per rt_event.
dyn_step_info dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                       rt_events *events);
// An evaluation context at the accepted state, for reading poses and points of bodies.
dyn_eval dyn_eval_at(const dyn_model *m, const dyn_state *s);
// Kinetic energy [J] at the accepted state.
double dyn_kinetic_energy(const dyn_model *m, const dyn_state *s);
// Kinetic energy, potential energy of gravity, and what force elements store [J] at the accepted state.
double dyn_energy(const dyn_model *m, const dyn_state *s);

#endif
