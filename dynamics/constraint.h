// SPDX-License-Identifier: MIT
// Constraint rows at an iterate: phi, phi_q and (dphi_q/dt) qd, and their shares in residual and tangent.
#ifndef HAWSE_DYNAMICS_CONSTRAINT_H
#define HAWSE_DYNAMICS_CONSTRAINT_H

#include "dynamics/model.h"

// Evaluates all rows (n_rows); rows of inactive bodies have n = 0 and phi = 0.
void dyn_rows_eval(const dyn_model *m, const dyn_eval *e, dyn_row *row);
// The distinct nodes of a bilinear row, in the order of its gradient, and the slot of each of a, b, c, d; their number.
int dyn_row_slots(const dyn_row_def *d, int node[4], int slot[4]);
// force -= phi_qᵀ weight, by node.
void dyn_rows_subtract(const dyn_model *m, const dyn_row *row, const double *weight, vec3 *force);
// phi_q v of one row.
double dyn_row_times(const dyn_row *row, const vec3 *v);
// Adds s (phi_qᵀ alpha phi_q + the positive semi-definite part of phi_qqᵀ lambda) to the tangent.
void dyn_rows_add_tangent(const dyn_model *m, const dyn_row *row, const double *lambda, bool geometric, double s,
                          dyn_matrix *tangent);

#endif
