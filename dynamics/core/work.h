// SPDX-License-Identifier: MIT
// Scratch of a step, and the assembly of residual, tangent and solution at an iterate. Private to dynamics.
#ifndef HAWSE_DYNAMICS_CORE_WORK_H
#define HAWSE_DYNAMICS_CORE_WORK_H

#include "dynamics/core/constraint.h"
#include "dynamics/core/step.h"

struct dyn_work {
    dyn_step_def def;
    double beta, gamma;        // Newmark parameters
    double k_weight, c_weight; // beta h² [s²], gamma h [s]
    double tolerance;          // def.tolerance, or the limit by rounding if that is larger [m]
    dyn_curvature curvature;   // geometric stiffness in the tangent of this step
    dyn_matrix tangent;        // the work's values on the model's pattern
    dyn_solver *solver;
    dyn_row *group_now;      // rows of groups at the iterate
    dyn_row *group_factored; // rows of groups at the factored iterate
    vec3 *q_factored;        // coordinates of the factored iterate (n_nodes)
    double *phi;             // at the iterate (n_rows)
    double *weight;          // scratch by row (n_rows)
    vec3 *q0, *v0, *a0;      // last accepted coordinates, velocities, accelerations (n_nodes)
    vec3 *qdd_last;          // qdd_last of the state at the start of a step that may be divided (n_nodes)
    vec3 *qdd_now;           // accelerations at the start of a divided step (n_nodes)
    dyn_model part;          // the model with the step and the penalties of a part of a step
    double *alpha;           // penalties of a part of a step (n_rows)
    vec3 *force;             // generalised forces, then right-hand sides and solutions (n_nodes)
    vec3 *carried;           // accelerations of the nodes in the world, less that of the origin (n_nodes)
    dyn_axes axes0;          // axes at the start of the step
    vec3 *move;              // last move of the iteration (n_nodes)
    double *lambda;          // multipliers of the iterate (n_rows)
    double *lambda_move;     // their last move (n_rows)
    int *position;           // index of each node among the active ones; -1: inactive or ground (n_nodes)
    int n_active;
    const unsigned char *on; // bodies evaluated in this step, as dyn_eval.body_on: the state's flags, or `mask`
    unsigned char *mask;     // (n_bodies); NULL: the model's bodies do not sleep
    int *asleep, n_asleep;   // 2 × node, + 1 for a vector, of sleeping bodies (n_nodes); NULL as well
};

// phi_q at the iterate, and at the factored iterate.
static inline dyn_phi_q dyn_work_phi_q(const dyn_work *w, const dyn_eval *e) { return (dyn_phi_q){e->q, w->group_now}; }
static inline dyn_phi_q dyn_work_factored(const dyn_work *w) { return (dyn_phi_q){w->q_factored, w->group_factored}; }

// Numbers the active nodes in w->position, and sets w->on and w->asleep.
void dyn_work_place_nodes(const dyn_model *m, const dyn_state *s, dyn_work *w);
// Sets the weights for one of `parts` equal parts of a step. Returns the model to step: m itself for 1 part.
const dyn_model *dyn_work_set_parts(const dyn_model *m, dyn_work *w, int parts);
// Evaluates phi and the rows of groups at the iterate.
void dyn_work_constraints(const dyn_model *m, dyn_work *w, const dyn_eval *e);
// w->force = Q - M q'' - phi_qᵀ lambda - factored phi_qᵀ alpha phi at the iterate; adds the force elements' tangents
// when e->tangent is set.
void dyn_work_residual(const dyn_model *m, const dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p);
// Sets e->tangent to the terms of mass and constraints at the iterate, and makes it the factored iterate.
void dyn_work_start_tangent(const dyn_model *m, dyn_work *w, dyn_eval *e);
// Solves J x = scale × w->force in place; ground and inactive nodes do not move.
void dyn_work_solve(const dyn_model *m, dyn_work *w, double scale);
// Largest |x| of n numbers; NaN is ignored.
double dyn_max_abs(const double *x, int n);
// Largest move of a node in the solution [m]; NaN if the solution contains NaN.
double dyn_work_largest_move(const dyn_model *m, const dyn_work *w);

#endif
