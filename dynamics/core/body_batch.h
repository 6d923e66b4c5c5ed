// SPDX-License-Identifier: MIT
// Inertia and the six rigid-body rows of DYN_LANES bodies at a time; all rows are bilinear (García de Jalón & Bayo
// 1994, ch. 2 and 4). With d = p1 - p0 the rows are
//   s0 (d·d - k0), s1 (u·u - k1), s2 (v·v - k2), s3 (d·u - k3), s4 (d·v - k4), s5 (u·v - k5).
// Private to dynamics. `on` has an entry for each lane of all batches, and the rows
// of a body that is not DYN_AWAKE are 0; arrays of rows are indexed by row number.
#ifndef HAWSE_DYNAMICS_CORE_BODY_BATCH_H
#define HAWSE_DYNAMICS_CORE_BODY_BATCH_H

#include "dynamics/core/constraint.h"

// Copies the constants of the model's bodies and their matrix blocks into lanes.
void dyn_batches_fill(dyn_model *m);
void dyn_batches_phi(const dyn_model *m, const unsigned char *on, const vec3 *q, double *phi);
// (d phi_q/dt) qd.
void dyn_batches_gamma(const dyn_model *m, const unsigned char *on, const vec3 *qd, double *gamma);
// phi_q(q) v.
void dyn_batches_times(const dyn_model *m, const unsigned char *on, const vec3 *q, const vec3 *v, double *out);
// force -= phi_q(q)ᵀ weight.
void dyn_batches_subtract(const dyn_model *m, const unsigned char *on, const vec3 *q, const double *weight,
                          vec3 *force);
// force += G gravity - M a.
void dyn_batches_inertia(const dyn_model *m, const unsigned char *on, vec3 gravity, const vec3 *a, vec3 *force);
// Adds M + weight (phi_qᵀ alpha phi_q + phi_qqᵀ lambda) to the tangent.
void dyn_batches_tangent(const dyn_model *m, const unsigned char *on, const vec3 *q, const double *lambda,
                         dyn_curvature curvature, double weight, dyn_matrix *tangent);

#endif
