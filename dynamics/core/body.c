// SPDX-License-Identifier: MIT
// Functions by which force elements read bodies and nodes and add forces and tangents to them.
#include "dynamics/core/state.h"
#include <assert.h>

pose dyn_body_pose(const dyn_eval *e, int body) {
    const dyn_body *b = &e->model->body[body];
    vec3 p0 = e->q[b->node[0]];
    mat3 x = mat3_columns(vec3_sub(e->q[b->node[1]], p0), e->q[b->node[2]], e->q[b->node[3]]);
    pose a = {.r = mat3_matmul(&x, &b->xb_inverse)};
    a.p = vec3_sub(p0, mat3_mul(&a.r, b->rb0));
    return a;
}

double dyn_body_mass(const dyn_eval *e, int body) { return e->model->body[body].mass; }

// 1/m + (r × n)·I⁻¹(r × n) about the centre of mass. Points p0 + d_i and vectors d_i of the body move with velocities
// omega × d_i. Hence its inertia about p0 is Σ m_ij ((d_i·d_j) 1 - d_j d_iᵀ), and m (c - p0) = Σ m_ij d_j over the
// points i. A slender body has no inertia about its axis: 1e-9 of the trace on the diagonal makes the tensor regular.
double dyn_body_mobility(const dyn_eval *e, int body, vec3 x, vec3 n) {
    const dyn_body *b = &e->model->body[body];
    vec3 p0 = e->q[b->node[0]], d[4] = {{0, 0, 0}, vec3_sub(e->q[b->node[1]], p0), e->q[b->node[2]], e->q[b->node[3]]};
    vec3 centre = {0, 0, 0};
    for (int j = 0; j < 4; j++) centre = vec3_madd(centre, (b->m[0][j] + b->m[1][j]) / b->mass, d[j]);
    mat3 inertia = {0};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            if ((i < 4) != (j < 4)) continue;
            double m = i < 4 ? b->m[i][j] : -b->mass;
            vec3 u = i < 4 ? d[i] : centre, v = i < 4 ? d[j] : centre;
            const double uv[2][3] = {{u.x, u.y, u.z}, {v.x, v.y, v.z}};
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    inertia.m[r][c] += m * ((r == c ? vec3_dot(u, v) : 0) - uv[1][r] * uv[0][c]);
        }
    double least = 1e-9 * (inertia.m[0][0] + inertia.m[1][1] + inertia.m[2][2]);
    for (int r = 0; r < 3; r++) inertia.m[r][r] += least;
    vec3 turn = vec3_cross(vec3_sub(vec3_sub(x, p0), centre), n);
    mat3 inverse = mat3_inverse(&inertia);
    return 1 / b->mass + vec3_dot(turn, mat3_mul(&inverse, turn));
}

// omega = ½ Σ b_k × b_k' over the dual basis b_k of the body's three vectors.
vec3 dyn_body_omega(const dyn_eval *e, int body) {
    const int *n = e->model->body[body].node;
    const vec3 b[3] = {vec3_sub(e->q[n[1]], e->q[n[0]]), e->q[n[2]], e->q[n[3]]};
    const vec3 rate[3] = {vec3_sub(e->qd[n[1]], e->qd[n[0]]), e->qd[n[2]], e->qd[n[3]]};
    double volume = vec3_dot(b[0], vec3_cross(b[1], b[2]));
    vec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        sum = vec3_madd(sum, 0.5 / volume, vec3_cross(vec3_cross(b[(k + 1) % 3], b[(k + 2) % 3]), rate[k]));
    return sum;
}

void dyn_body_weights(const dyn_model *m, int body, vec3 rb, double w[4]) {
    const dyn_body *b = &m->body[body];
    vec3 c = mat3_mul(&b->xb_inverse, vec3_sub(rb, b->rb0));
    w[0] = 1 - c.x;
    w[1] = c.x;
    w[2] = c.y;
    w[3] = c.z;
}

static vec3 weighted_sum(const vec3 *x, const int node[4], const double w[4]) {
    vec3 s = vec3_scale(w[0], x[node[0]]);
    for (int k = 1; k < 4; k++) s = vec3_madd(s, w[k], x[node[k]]);
    return s;
}

vec3 dyn_body_point(const dyn_eval *e, int body, const double w[4]) {
    return weighted_sum(e->q, e->model->body[body].node, w);
}

vec3 dyn_body_velocity(const dyn_eval *e, int body, const double w[4]) {
    return weighted_sum(e->qd, e->model->body[body].node, w);
}

vec3 dyn_node_acceleration(const dyn_eval *e, int node) {
    const dyn_state *s = e->state;
    return s->axes ? vec3_add(s->qdd[node], dyn_axes_carried(s->axes, s->q[node], s->qd[node])) : s->qdd[node];
}

vec3 dyn_apparent_gravity(const dyn_eval *e) {
    return e->state->axes ? dyn_axes_gravity(e->state->axes, e->model->gravity) : e->model->gravity;
}

void dyn_node_add_force(const dyn_eval *e, int body, int node, vec3 f) {
    if (e->only_body < 0 || e->only_body == body) e->force[node] = vec3_add(e->force[node], f);
}

void dyn_body_add_force(const dyn_eval *e, int body, const double w[4], vec3 f) {
    if (e->only_body >= 0 && e->only_body != body) return;
    const dyn_body *b = &e->model->body[body];
    for (int k = 0; k < 4; k++) e->force[b->node[k]] = vec3_madd(e->force[b->node[k]], w[k], f);
}

static void add_scaled(double *b, double s, const mat3 *t) {
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) b[3 * r + c] += s * t->m[r][c];
}

void dyn_body_add_tangent(const dyn_eval *e, int body, const double w[4], const mat3 *t) {
    const dyn_body *b = &e->model->body[body];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i && w[i] != 0; j++) // a point in a link's axis has two weights
            if (w[j] != 0) add_scaled(e->tangent->a + 9 * b->block[i][j], w[i] * w[j], t);
}

// Generalised forces of a torque on a body's nodes: axis·omega = Σ g_k·node_k' by the formula of omega, so Q_k = g_k.
// The force on the vector p1 - p0 acts on p1 and, reversed, on p0.
static void torque_weights(const dyn_eval *e, int body, vec3 axis, vec3 g[4]) {
    const int *n = e->model->body[body].node;
    const vec3 b[3] = {vec3_sub(e->q[n[1]], e->q[n[0]]), e->q[n[2]], e->q[n[3]]};
    double volume = vec3_dot(b[0], vec3_cross(b[1], b[2]));
    for (int k = 0; k < 3; k++)
        g[k + 1] = vec3_scale(0.5 / volume, vec3_cross(axis, vec3_cross(b[(k + 1) % 3], b[(k + 2) % 3])));
    g[0] = vec3_scale(-1, g[1]);
}

void dyn_body_add_torque(const dyn_eval *e, int body, vec3 torque) {
    vec3 g[4];
    torque_weights(e, body, torque, g);
    for (int k = 0; k < 4; k++) dyn_node_add_force(e, body, e->model->body[body].node[k], g[k]);
}

void dyn_body_add_spin_tangent(const dyn_eval *e, int body, vec3 axis, double t) {
    const dyn_body *b = &e->model->body[body];
    vec3 g[4];
    torque_weights(e, body, axis, g);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++) { // rows are those of the larger node
            vec3 row = b->node[i] < b->node[j] ? g[j] : g[i], column = b->node[i] < b->node[j] ? g[i] : g[j];
            mat3 gg = mat3_columns(vec3_scale(column.x, row), vec3_scale(column.y, row), vec3_scale(column.z, row));
            add_scaled(e->tangent->a + 9 * b->block[i][j], t, &gg);
        }
}

void dyn_node_add_tangent(const dyn_eval *e, int i, int j, const mat3 *t) {
    int block = dyn_matrix_block(e->tangent, i, j);
    assert(block < e->tangent->n_blocks || e->model->fixed[i] || e->model->fixed[j]);
    mat3 turned = mat3_transpose(t);
    add_scaled(e->tangent->a + 9 * block, 1, i >= j ? t : &turned);
}

void dyn_bodies_add_tangent(const dyn_eval *e, int a, const double wa[4], int b, const double wb[4], const mat3 *t) {
    dyn_body_add_tangent(e, a, wa, t);
    dyn_body_add_tangent(e, b, wb, t);
    const int *na = e->model->body[a].node, *nb = e->model->body[b].node;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            // a shared node: its diagonal block receives the block and the transpose
            double s = -wa[i] * wb[j] * (na[i] == nb[j] ? 2 : 1);
            mat3 block = *t;
            for (int k = 0; k < 9; k++) block.m[k / 3][k % 3] *= s;
            dyn_node_add_tangent(e, na[i], nb[j], &block);
        }
}

double dyn_body_tension(const dyn_eval *e, int body) { return e->state->lambda[dyn_body_row(body, 0)]; }
