// SPDX-License-Identifier: MIT
// Constraint rows at an iterate: phi, phi_q, (d phi_q/dt) qd + d phi_t/dt, and their terms in residual and tangent.
// Arrays by row have n_rows entries in the model's order; all entries of inactive bodies' rows are 0.
#ifndef HAWSE_DYNAMICS_CORE_CONSTRAINT_H
#define HAWSE_DYNAMICS_CORE_CONSTRAINT_H

#include "dynamics/core/model.h"

// The point at which phi_q is evaluated. Rigid-body and bilinear rows need the coordinates q alone, for phi_q is linear
// in q; rows of groups are stored in group_row.
typedef struct dyn_phi_q {
    const vec3 *q;
    const dyn_row *group_row;
} dyn_phi_q;

// The part of phi_qqᵀ lambda that enters the tangent.
typedef enum dyn_curvature {
    DYN_CURVATURE_NONE = 0, // none: tests that show its need; tangent of mass and penalties
    DYN_CURVATURE_POSITIVE, // its positive semi-definite part: |d|², |u|², |v|² rows with lambda > 0
    DYN_CURVATURE_FULL,
} dyn_curvature;

// Evaluates all rows at the iterate (n_rows). Slow: for set-up, reports and tests.
void dyn_rows_eval(const dyn_model *m, const dyn_eval *e, dyn_row *row);
// phi_q v of one row.
double dyn_row_times(const dyn_row *row, const vec3 *v);
// Finds the distinct nodes of a bilinear row, in the order of its gradient, and the slot of each of a, b, c, d (-1:
// DYN_ZERO). Returns the number of nodes.
int dyn_row_slots(const dyn_row_def *d, int node[4], int slot[4]);
// Index of the first row of the groups.
int dyn_first_group_row(const dyn_model *m);

// Evaluates the rows of groups at the iterate.
void dyn_groups_eval(const dyn_model *m, const dyn_eval *e, dyn_row *group_row);
// phi at the iterate.
void dyn_phi(const dyn_model *m, const dyn_eval *e, const dyn_row *group_row, double *phi);
// d phi/dt at fixed q; nonzero only in groups that depend on time.
void dyn_phi_t(const dyn_model *m, const dyn_row *group_row, double *phi_t);
// (d phi_q/dt) qd + d phi_t/dt at the iterate.
void dyn_phi_gamma(const dyn_model *m, const dyn_eval *e, const dyn_row *group_row, double *gamma);
// phi_q v.
void dyn_phi_q_times(const dyn_model *m, const unsigned char *body_on, dyn_phi_q at, const vec3 *v, double *out);
// force -= phi_qᵀ weight.
void dyn_phi_q_subtract(const dyn_model *m, const unsigned char *body_on, dyn_phi_q at, const double *weight,
                        vec3 *force);
// Adds mass and weight (phi_qᵀ alpha phi_q + phi_qqᵀ lambda) at the iterate to e->tangent.
void dyn_constraint_tangent(const dyn_model *m, const dyn_eval *e, const dyn_row *group_row, const double *lambda,
                            dyn_curvature curvature, double weight);

#endif
