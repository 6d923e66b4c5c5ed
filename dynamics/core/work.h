// SPDX-License-Identifier: MIT
// The scratch of a step, and its assembly: residual, tangent and solution at an iterate. Inside of dynamics.
#ifndef HAWSE_DYNAMICS_CORE_WORK_H
#define HAWSE_DYNAMICS_CORE_WORK_H

#include "dynamics/core/constraint.h"
#include "dynamics/core/step.h"

struct dyn_work {
    dyn_step_def def;
    double beta, gamma;        // of the Newmark family
    double k_weight, c_weight; // beta h² [s²], gamma h [s]
    double tolerance;          // of the step, but not below what rounding leaves of a move [m]
    dyn_curvature curvature;   // of the tangent in this step
    dyn_matrix tangent;        // own values on the model's pattern
    dyn_solver *solver;
    dyn_row *group_now;      // rows of groups at the iterate
    dyn_row *group_factored; // and at the iterate of the factored tangent
    vec3 *q_factored;        // coordinates of that iterate (n_nodes)
    double *phi;             // at the iterate (n_rows)
    double *weight;          // scratch by row (n_rows)
    vec3 *q0, *v0, *a0;      // last accepted coordinates, velocities, accelerations (n_nodes)
    vec3 *qdd_last;          // accelerations before those, for a step that may be divided (n_nodes)
    vec3 *qdd_now;           // and those at its start, once it is (n_nodes)
    dyn_model part;          // the model with the step and the penalties of a part of a step
    double *alpha;           // those penalties (n_rows)
    vec3 *force;             // generalised forces, then right-hand sides and solutions (n_nodes)
    vec3 *move;              // last move of the iteration (n_nodes)
    double *lambda;          // multipliers of the iterate (n_rows)
    double *lambda_move;     // their last move (n_rows)
    int *position;           // place of each node in the elimination, -1 inactive (n_nodes)
    int n_active;
};

// phi_q at the iterate, and at that of the factored tangent.
static inline dyn_phi_q dyn_work_phi_q(const dyn_work *w, const dyn_eval *e) { return (dyn_phi_q){e->q, w->group_now}; }
static inline dyn_phi_q dyn_work_factored(const dyn_work *w) { return (dyn_phi_q){w->q_factored, w->group_factored}; }

// Gives every active node its place in the order of elimination.
void dyn_work_place_nodes(const dyn_model *m, const dyn_state *s, dyn_work *w);
// The weights for one of so many equal parts of a step, and the model as it is to be stepped then: for 1 itself.
const dyn_model *dyn_work_divide(const dyn_model *m, dyn_work *w, int parts);
// phi and the rows of groups at the iterate.
void dyn_work_constraints(const dyn_model *m, dyn_work *w, const dyn_eval *e);
// w->force = Q - M q'' - phi_qᵀ lambda - factored phi_qᵀ alpha phi at the iterate; adds the force elements' tangents
// when e->tangent is set.
void dyn_work_residual(const dyn_model *m, const dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p);
// Starts the tangent of the iterate in e->tangent with mass and constraints, which becomes the factored iterate.
void dyn_work_start_tangent(const dyn_model *m, dyn_work *w, dyn_eval *e);
// Solves J x = scale × w->force in place; what is ground or inactive does not move.
void dyn_work_solve(const dyn_model *m, dyn_work *w, double scale);
// Largest |x| of n numbers; what is not a number is passed over.
double dyn_largest(const double *x, int n);
// The solution's largest move of a node; not a number when the solution is not.
double dyn_work_largest_move(const dyn_model *m, const dyn_work *w);

#endif
