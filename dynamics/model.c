// SPDX-License-Identifier: MIT
#include "dynamics/constraint.h"
#include "dynamics/step.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool dyn_model_create(dyn_model *m, double h, vec3 gravity, int nodes, int bodies, int rows, int joints, int forces) {
    int all_rows = rows + 6 * bodies;
    *m = (dyn_model){.h = h,
                     .gravity = gravity,
                     .cap_nodes = nodes,
                     .cap_bodies = bodies,
                     .cap_row_defs = all_rows,
                     .cap_joints = joints,
                     .cap_forces = forces};
    m->node0 = calloc((size_t)nodes + 1, sizeof *m->node0);
    m->node_inertia = calloc((size_t)nodes + 1, sizeof *m->node_inertia);
    m->fixed = calloc((size_t)nodes + 1, 1);
    m->body = calloc((size_t)bodies + 1, sizeof *m->body);
    m->row_def = calloc((size_t)all_rows + 1, sizeof *m->row_def);
    m->row_body[0] = calloc((size_t)all_rows + 1, sizeof(int));
    m->row_body[1] = calloc((size_t)all_rows + 1, sizeof(int));
    m->row_block = calloc((size_t)all_rows + 1, sizeof *m->row_block);
    m->joint = calloc((size_t)joints + 1, sizeof *m->joint);
    m->force = calloc((size_t)forces + 1, sizeof *m->force);
    m->force_z = calloc((size_t)forces + 1, sizeof *m->force_z);
    if (m->node0 && m->node_inertia && m->fixed && m->body && m->row_def && m->row_body[0] && m->row_body[1] &&
        m->row_block && m->joint && m->force && m->force_z)
        return true;
    dyn_model_destroy(m);
    return false;
}

void dyn_model_destroy(dyn_model *m) {
    free(m->node0);
    free(m->node_inertia);
    free(m->fixed);
    free(m->body);
    free(m->row_def);
    free(m->row_body[0]);
    free(m->row_body[1]);
    free(m->row_block);
    free(m->joint);
    free(m->force);
    free(m->force_z);
    free(m->alpha);
    dyn_pattern_free(&m->pattern);
    dyn_matrix_free(&m->matrix_pattern);
    *m = (dyn_model){0};
}

int dyn_add_node(dyn_model *m, vec3 x, bool fixed) {
    assert(m->n_nodes < m->cap_nodes);
    m->node0[m->n_nodes] = x;
    m->fixed[m->n_nodes] = fixed;
    return m->n_nodes++;
}

void dyn_fix_node(dyn_model *m, int node) { m->fixed[node] = 1; }

void dyn_set_node_inertia(dyn_model *m, int node, vec3 inertia) { m->node_inertia[node] = inertia; }

void dyn_couple(dyn_model *m, const int *nodes, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (nodes[i] >= 0 && nodes[j] >= 0 && nodes[i] != nodes[j])
                dyn_pattern_add(&m->pattern, nodes[i], nodes[j]);
}

int dyn_add_row(dyn_model *m, const dyn_row_def *def, int body1, int body2) {
    assert(m->n_row_defs < m->cap_row_defs);
    int k = m->n_row_defs++;
    m->row_def[k] = *def;
    m->row_body[0][k] = body1;
    m->row_body[1][k] = body2;
    dyn_couple(m, (const int[4]){def->a, def->b, def->c, def->d}, 4);
    return k;
}

// Constant mass matrix of two points and two vectors in blocks of I3 (García de Jalón & Bayo 1994, ch. 4):
// Z = Xb⁻¹ J Xb⁻ᵀ with J = ∫ (rb - rb0)(rb - rb0)ᵀ dm, b = m Xb⁻¹ (rb_G - rb0).
static rt_status mass_matrix(dyn_body *b, const dyn_body_def *def) {
    vec3 g = vec3_sub(def->centre, def->rb_p0);
    double half_trace = 0.5 * (def->inertia.m[0][0] + def->inertia.m[1][1] + def->inertia.m[2][2]);
    mat3 j;
    const double gv[3] = {g.x, g.y, g.z};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            double planar = (r == c ? half_trace : 0) - def->inertia.m[r][c];
            if (r == c && !(planar >= 0)) return RT_ERR_NUMERIC;
            j.m[r][c] = planar + def->mass * gv[r] * gv[c];
        }
    mat3 xt = mat3_transpose(&b->xb_inverse), t = mat3_matmul(&b->xb_inverse, &j), z = mat3_matmul(&t, &xt);
    vec3 w = vec3_scale(def->mass, mat3_mul(&b->xb_inverse, g));
    const double bv[3] = {w.x, w.y, w.z};
    b->m[0][0] = def->mass - 2 * bv[0] + z.m[0][0];
    b->m[0][1] = b->m[1][0] = bv[0] - z.m[0][0];
    for (int k = 1; k < 3; k++) b->m[0][k + 1] = b->m[k + 1][0] = bv[k] - z.m[0][k];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) b->m[r + 1][c + 1] = z.m[r][c];
    b->gravity[0] = def->mass - bv[0];
    for (int k = 0; k < 3; k++) b->gravity[k + 1] = bv[k];
    return RT_OK;
}

rt_status dyn_add_body(dyn_model *m, const dyn_body_def *def, int *body) {
    assert(m->n_bodies < m->cap_bodies);
    dyn_body *b = &m->body[m->n_bodies];
    vec3 d = vec3_sub(def->rb_p1, def->rb_p0);
    mat3 xb = mat3_columns(d, def->ub, def->vb);
    if (!(fabs(mat3_det(&xb)) > 1e-9 * vec3_norm(d) * vec3_norm(def->ub) * vec3_norm(def->vb))) return RT_ERR_NUMERIC;
    *b = (dyn_body){.node = {def->p0, def->p1, def->u, def->v},
                    .xb_inverse = mat3_inverse(&xb),
                    .rb0 = def->rb_p0,
                    .mass = def->mass,
                    .rows = m->n_row_defs};
    rt_status status = mass_matrix(b, def);
    if (status != RT_OK) return status;
    int id = m->n_bodies++, p0 = def->p0, p1 = def->p1, u = def->u, v = def->v;
    double length = vec3_norm(d);
    // six rows in metres: |d|², |u|², |v|², d·u, d·v, u·v, each divided by a length of its vectors
    const dyn_row_def row[6] = {
        {p1, p0, p1, p0, 0.5 / length, vec3_dot(d, d)},
        {u, -1, u, -1, 0.5 / vec3_norm(def->ub), vec3_dot(def->ub, def->ub)},
        {v, -1, v, -1, 0.5 / vec3_norm(def->vb), vec3_dot(def->vb, def->vb)},
        {p1, p0, u, -1, 1 / length, vec3_dot(d, def->ub)},
        {p1, p0, v, -1, 1 / length, vec3_dot(d, def->vb)},
        {u, -1, v, -1, 1 / vec3_norm(def->ub), vec3_dot(def->ub, def->vb)},
    };
    for (int k = 0; k < 6; k++) dyn_add_row(m, &row[k], id, -1);
    dyn_couple(m, b->node, 4);
    if (body) *body = id;
    return RT_OK;
}

int dyn_add_joint(dyn_model *m, const dyn_joint *joint) {
    assert(m->n_joints < m->cap_joints);
    m->joint[m->n_joints] = *joint;
    return m->n_joints++;
}

int dyn_add_force(dyn_model *m, const dyn_force *force) {
    assert(m->n_forces < m->cap_forces && force->z_size % 8 == 0);
    m->force[m->n_forces] = force;
    m->force_z[m->n_forces] = m->z_size;
    m->z_size += force->z_size;
    return m->n_forces++;
}

// Mass seen by each node: the diagonal of the mass matrix.
static void node_masses(const dyn_model *m, vec3 *mass) {
    for (int i = 0; i < m->n_nodes; i++) mass[i] = m->node_inertia[i];
    for (int k = 0; k < m->n_bodies; k++)
        for (int i = 0; i < 4; i++) {
            vec3 *n = &mass[m->body[k].node[i]];
            double d = m->body[k].m[i][i];
            *n = vec3_add(*n, vec3_make(d, d, d));
        }
}

// alpha of a row with gradient g: gamma 4/h² / (g M⁻¹ gᵀ) with the diagonal of M.
static double penalty(const dyn_model *m, const vec3 *mass, const dyn_row *row, double gamma) {
    double sigma = 0;
    for (int k = 0; k < row->n; k++) {
        if (m->fixed[row->node[k]]) continue;
        vec3 g = row->g[k], w = mass[row->node[k]];
        sigma += (g.x != 0 ? g.x * g.x / w.x : 0) + (g.y != 0 ? g.y * g.y / w.y : 0) + (g.z != 0 ? g.z * g.z / w.z : 0);
    }
    return sigma > 0 ? gamma * 4 / (m->h * m->h) / sigma : 0;
}

static rt_status penalties(dyn_model *m, double gamma) {
    vec3 *mass = calloc((size_t)m->n_nodes + 1, sizeof *mass);
    dyn_row *row = calloc((size_t)m->n_rows + 1, sizeof *row);
    m->alpha = calloc((size_t)m->n_rows + 1, sizeof *m->alpha);
    dyn_state s = {0};
    rt_status status = mass && row && m->alpha ? dyn_state_create(m, &s) : RT_ERR_MEMORY; // at the initial coordinates
    if (status == RT_OK) {
        node_masses(m, mass);
        dyn_eval e = dyn_eval_at(m, &s);
        dyn_rows_eval(m, &e, row);
        for (int k = 0; k < m->n_rows; k++) m->alpha[k] = penalty(m, mass, &row[k], gamma);
        dyn_state_free(&s);
    }
    free(mass);
    free(row);
    return status;
}

static int block_of(const dyn_model *m, int i, int j) {
    return dyn_matrix_find(&m->matrix_pattern, i > j ? i : j, i > j ? j : i);
}

rt_status dyn_model_finish(dyn_model *m, double gamma) {
    m->n_rows = m->n_row_defs;
    for (int k = 0; k < m->n_joints; k++) {
        m->joint[k].first_row = m->n_rows;
        m->n_rows += m->joint[k].n_rows;
    }
    rt_status status = dyn_matrix_create(&m->matrix_pattern, m->n_nodes, &m->pattern);
    if (status != RT_OK) return status;
    for (int k = 0; k < m->n_bodies; k++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) m->body[k].block[i][j] = block_of(m, m->body[k].node[i], m->body[k].node[j]);
    for (int k = 0; k < m->n_row_defs; k++) {
        int node[4], slot[4], n = dyn_row_slots(&m->row_def[k], node, slot);
        for (int i = 0, e = 0; i < n; i++)
            for (int j = 0; j <= i; j++, e++) m->row_block[k][e] = block_of(m, node[i], node[j]);
    }
    return penalties(m, gamma);
}
