// SPDX-License-Identifier: MIT
// The scratch of a step, and its assembly: residual, tangent and solution at an iterate. Inside of dynamics.
#ifndef HAWSE_DYNAMICS_WORK_H
#define HAWSE_DYNAMICS_WORK_H

#include "dynamics/constraint.h"
#include "dynamics/step.h"

struct dyn_work {
    dyn_step_def def;
    dyn_matrix tangent; // own values on the model's pattern
    dyn_solver *solver;
    dyn_row *row;        // at the iterate (n_rows)
    dyn_row *factored;   // at the iterate whose tangent is factored (n_rows)
    double *weight;      // per row (n_rows)
    vec3 *q0, *v0, *a0;  // last accepted coordinates, velocities, accelerations (n_nodes)
    vec3 *force;         // generalised forces, then right-hand sides and solutions (n_nodes)
    vec3 *move;          // last move of the iteration (n_nodes)
    double *lambda;      // multipliers of the iterate (n_rows)
    double *lambda_move; // their last move (n_rows)
    int *position;       // place of each node in the elimination, -1 inactive (n_nodes)
    int n_active;
};

// Gives every active node its place in the order of elimination.
void dyn_work_place_nodes(const dyn_model *m, const dyn_state *s, dyn_work *w);
// w->force = Q - M q'' - phi_qᵀ lambda - factored phi_qᵀ alpha phi at the iterate; adds the force elements' tangents
// when e->tangent is set.
void dyn_work_residual(const dyn_model *m, const dyn_state *s, dyn_work *w, dyn_eval *e, rt_profile *p);
// Starts the tangent of the iterate with mass and constraints, whose rows become the factored ones.
void dyn_work_start_tangent(const dyn_model *m, const dyn_state *s, dyn_work *w);
// Solves J x = scale × w->force in place; what is ground or inactive does not move.
void dyn_work_solve(const dyn_model *m, dyn_work *w, double scale);
// The solution's largest move of a node; not a number when the solution is not.
double dyn_work_largest_move(const dyn_model *m, const dyn_work *w);

#endif
