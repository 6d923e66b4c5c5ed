// SPDX-License-Identifier: MIT
// The step by ALI3-P: index-3 augmented Lagrangian with the trapezoidal rule and mass-orthogonal projections of
// velocities and accelerations (Cuadrado et al. 2001, 2004). Penalties are scaled by row; the tangent includes the
// constraint geometric stiffness.
#ifndef HAWSE_DYNAMICS_CORE_STEP_H
#define HAWSE_DYNAMICS_CORE_STEP_H

#include "dynamics/core/constraint.h"
#include "dynamics/core/state.h"

typedef struct dyn_step_def {
    dyn_solver_kind solver;
    int max_newton;   // cap of Newton iterations
    double tolerance; // the iteration ends at a largest |dq| of a node below it; rounding sets a lower bound [m]
    double refactor;  // contraction |dq| / last |dq| below which a factor is always reused; 0: never
    dyn_curvature
        curvature; // constraint geometric stiffness in the tangent; FULL falls back to POSITIVE where a pivot is bad
    double dissipation;  // x of Newmark-dissipative: gamma = 1/2 + x, beta = (gamma + 1/2)²/4; 0: trapezoidal rule
    int max_projections; // passes of each projection, at least 1
    double projection_tolerance; // projections end at this |phi_q qd + phi_t| [m/s], |phi_q qdd + gamma| [m/s²]
    int substeps;    // cap on the parts of a step when a force element asks for a shorter one; up to 1: never divided
    int retry_parts; // parts in which a step is repeated whose iteration did not converge; up to 1: it is accepted
} dyn_step_def;

// Statistics of the last step, all parts together.
typedef struct dyn_step_info {
    int parts;       // equal parts of the step; 1: not divided
    int newton;      // iterations
    int newton_most; // most iterations of one part
    bool capped;     // accepted at the cap, or unsolved
    bool unsolved;   // a factor was useless: the last iterate was accepted
    int pivots;      // regularised pivots
    int evaluations; // evaluations of forces and residual, with or without tangents
    int factors;     // factorisations
    double rcond;    // least estimate of the reciprocal condition
    double phi_max;  // largest constraint violation after the step [m]
    double dq;       // last |dq| [m]
    int projections; // passes of both projections
} dyn_step_info;

typedef struct dyn_work dyn_work;

dyn_step_def dyn_step_def_default(void);
// Allocates the scratch for stepping the model; NULL: out of memory.
dyn_work *dyn_work_create(const dyn_model *m, const dyn_step_def *def);
void dyn_work_destroy(dyn_work *w);

// Advances the state by h. A prediction that is not finite is left as it is. With substeps > 1, a step that a force
// element wants shorter (dyn_force.longest_step) is divided into equal parts, with penalties and weights of a part. If
// the cap on substeps allows no part as short as that, RT_EVENT_SUBSTEP_LIMIT is raised. With retry_parts > 1, a step
// whose iteration does not converge is rejected and repeated in so many parts; the statistics include the work of both.
// Costs at most `substeps` steps and one contact detection more, or `retry_parts` steps more. Frame thread: no
// allocation, bounded work. Sets bits of *events per rt_event.
dyn_step_info dyn_step(const dyn_model *m, dyn_state *s, dyn_work *w, const rt_command *c, rt_profile *p,
                       rt_events *events);
// Returns an evaluation context at the accepted state, for reading poses and points of bodies.
dyn_eval dyn_eval_at(const dyn_model *m, const dyn_state *s);
// Kinetic energy of a body [J] in the world at the accepted state.
double dyn_body_kinetic_energy(const dyn_model *m, const dyn_state *s, int body);
// Kinetic energy [J] in the world at the accepted state.
double dyn_kinetic_energy(const dyn_model *m, const dyn_state *s);
// Sum of the kinetic energy, the potential energy of gravity and the force elements' stored energy [J] at the accepted
// state.
double dyn_energy(const dyn_model *m, const dyn_state *s);

#endif
