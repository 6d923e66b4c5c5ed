// SPDX-License-Identifier: MIT
// Constraint rows at an iterate: phi, phi_q, (d phi_q/dt) qd + d phi_t/dt, and their shares in residual and tangent.
// Arrays by row have n_rows entries in the model's order; rows of bodies that take no part are 0 throughout.
#ifndef HAWSE_DYNAMICS_CORE_CONSTRAINT_H
#define HAWSE_DYNAMICS_CORE_CONSTRAINT_H

#include "dynamics/core/model.h"

// Where phi_q is evaluated: for rigid-body and bilinear rows it is linear in the coordinates q; rows of groups are
// stored in group_row.
typedef struct dyn_phi_q {
    const vec3 *q;
    const dyn_row *group_row;
} dyn_phi_q;

// The part of phi_qqᵀ lambda that enters the tangent.
typedef enum dyn_curvature {
    DYN_CURVATURE_NONE = 0, // off only to demonstrate the need
    DYN_CURVATURE_POSITIVE, // its positive semi-definite part: |d|², |u|², |v| rows with lambda > 0
    DYN_CURVATURE_FULL,
} dyn_curvature;

// Writes out all rows at the iterate (n_rows). Set-up, reports and tests: slow.
void dyn_rows_eval(const dyn_model *m, const dyn_eval *e, dyn_row *row);
// phi_q v of one row.
double dyn_row_times(const dyn_row *row, const vec3 *v);
// The distinct nodes of a bilinear row, in the order of its gradient, and the slot of each of a, b, c, d; their number.
int dyn_row_slots(const dyn_row_def *d, int node[4], int slot[4]);
// Number of the first row that belongs to a group.
int dyn_first_group_row(const dyn_model *m);

// Writes out the rows of groups at the iterate.
void dyn_groups_eval(const dyn_model *m, const dyn_eval *e, dyn_row *group_row);
// phi at the iterate.
void dyn_phi(const dyn_model *m, const dyn_eval *e, const dyn_row *group_row, double *phi);
// d phi/dt at fixed q: zero but for groups that depend on time.
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
