// SPDX-License-Identifier: MIT
#include "dynamics/element/applied.h"
#include "dynamics/core/model.h"
#include <assert.h>

static void force_eval(void *self, const dyn_eval *e, const void *z) {
    const dyn_applied_force *a = self;
    const dyn_vector *p = &a->point;
    (void)z;
    if (p->body >= 0 && !dyn_body_active(e, p->body)) return;
    vec3 f = a->factor ? vec3_scale(dyn_table_value(a->factor, e->t), a->f) : a->f;
    for (int k = 0; k < p->n; k++) dyn_node_add_force(e, p->body, p->node[k], vec3_scale(p->weight[k], f));
}

int dyn_applied_force_add(dyn_applied_force *a, dyn_model *m, const dyn_vector *point, vec3 f) {
    *a = (dyn_applied_force){.point = *point, .f = f};
    a->force = (dyn_force){.self = a, .phase = RT_PHASE_ASSEMBLE, .eval = force_eval};
    return dyn_add_force(m, &a->force);
}

// Dual basis b[0..2] of {p1 - p0, u, v} of a body.
static void dual_basis(const dyn_eval *e, int body, vec3 b[3]) {
    const int *n = e->model->body[body].node;
    mat3 x = mat3_columns(vec3_sub(e->q[n[1]], e->q[n[0]]), e->q[n[2]], e->q[n[3]]), inverse = mat3_inverse(&x);
    for (int k = 0; k < 3; k++) b[k] = vec3_make(inverse.m[k][0], inverse.m[k][1], inverse.m[k][2]);
}

// The basis vectors p1 - p0, u, v as sums of nodes: node, vector and sign of each term.
static const int basis_node[4] = {1, 2, 3, 0}, basis_vector[4] = {0, 1, 2, 0};
static const double basis_sign[4] = {1, 1, 1, -1};

// Adds the block t of K = -dQ/dq in symmetric form, (K + Kᵀ)/2.
static void add_symmetric_part(const dyn_eval *e, int i, int j, double weight, const mat3 *t) {
    mat3 half = {0};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) half.m[r][c] = 0.5 * weight * (i == j ? t->m[r][c] + t->m[c][r] : t->m[r][c]);
    dyn_node_add_tangent(e, i, j, &half);
}

// K at constant torque: db^k = -Σ_j b^j (b^k·de_j), so K_kj = -dQ_k/de_j = (1/2) (torque × b^j) b^kᵀ.
static void add_basis_tangent(const dyn_eval *e, int body, vec3 torque, const vec3 b[3]) {
    const int *n = e->model->body[body].node;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            vec3 x = vec3_cross(torque, b[basis_vector[j]]), y = b[basis_vector[i]];
            mat3 t = mat3_columns(vec3_scale(y.x, x), vec3_scale(y.y, x), vec3_scale(y.z, x));
            add_symmetric_part(e, n[basis_node[i]], n[basis_node[j]], 0.5 * e->k_weight * basis_sign[i] * basis_sign[j],
                               &t);
        }
}

// K of the change of a torque Σ_j w_j q_j that turns with a body: -dQ_k/dq_j = (1/2) w_j [b^k]×.
static void add_follower_tangent(const dyn_eval *e, int body, const dyn_vector *torque, double sign, const vec3 b[3]) {
    const int *n = e->model->body[body].node;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < torque->n; j++) {
            vec3 y = b[basis_vector[i]];
            mat3 t = {{{0, -y.z, y.y}, {y.z, 0, -y.x}, {-y.y, y.x, 0}}};
            add_symmetric_part(e, n[basis_node[i]], torque->node[j],
                               0.5 * sign * e->k_weight * basis_sign[i] * torque->weight[j], &t);
        }
}

// Q_k = (1/2) torque × b^k, b the dual basis: Σ b_k × Q_k = torque.
static void add_torque(const dyn_eval *e, int body, const dyn_vector *torque, double sign) {
    const int *n = e->model->body[body].node;
    vec3 b[3], tau = vec3_make(0, 0, 0);
    for (int k = 0; k < torque->n; k++) tau = vec3_madd(tau, sign * torque->weight[k], e->q[torque->node[k]]);
    dual_basis(e, body, b);
    for (int i = 0; i < 4; i++)
        dyn_node_add_force(e, body, n[basis_node[i]],
                           vec3_scale(0.5 * basis_sign[i], vec3_cross(tau, b[basis_vector[i]])));
    if (!e->tangent) return;
    add_basis_tangent(e, body, tau, b);
    if (torque->body >= 0) add_follower_tangent(e, body, torque, sign, b);
}

static void torque_eval(void *self, const dyn_eval *e, const void *z) {
    const dyn_applied_torque *a = self;
    (void)z;
    if (!dyn_body_active(e, a->body) || (a->reaction >= 0 && !dyn_body_active(e, a->reaction))) return;
    double factor = a->factor ? dyn_table_value(a->factor, e->t) : 1;
    add_torque(e, a->body, &a->torque, factor);
    if (a->reaction >= 0) add_torque(e, a->reaction, &a->torque, -factor);
}

int dyn_applied_torque_add(dyn_applied_torque *a, dyn_model *m, int body, int reaction, int frame, vec3 torque) {
    assert(frame < 0 || frame == body || frame == reaction);
    *a = (dyn_applied_torque){.body = body, .reaction = reaction, .torque = dyn_vector_of_body(m, frame, torque)};
    a->force = (dyn_force){.self = a, .phase = RT_PHASE_ASSEMBLE, .eval = torque_eval};
    if (frame >= 0 && reaction >= 0) dyn_couple_bodies(m, body, reaction);
    return dyn_add_force(m, &a->force);
}
