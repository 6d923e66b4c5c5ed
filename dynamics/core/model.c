// SPDX-License-Identifier: MIT
#include "dynamics/core/body_batch.h"
#include "dynamics/core/step.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool dyn_model_create(dyn_model *m, double h, vec3 gravity, int nodes, int bodies, int rows, int groups, int forces) {
    size_t n = (size_t)nodes + DYN_FIRST_NODE, b = (size_t)bodies + 1, r = (size_t)rows + 1;
    *m = (dyn_model){.h = h,
                     .gravity = gravity,
                     .cap_nodes = nodes + DYN_FIRST_NODE,
                     .cap_bodies = bodies,
                     .cap_row_defs = rows,
                     .cap_groups = groups,
                     .cap_forces = forces};
    m->node0 = calloc(n, sizeof *m->node0);
    m->node_inertia = calloc(n, sizeof *m->node_inertia);
    m->node_weight = calloc(n, sizeof *m->node_weight);
    m->fixed = calloc(n, 1);
    m->lone = calloc(n, 1);
    m->body = calloc(b, sizeof *m->body);
    m->row_def = calloc(r, sizeof *m->row_def);
    m->row_body[0] = calloc(r, sizeof(int));
    m->row_body[1] = calloc(r, sizeof(int));
    m->row_block = calloc(r, sizeof *m->row_block);
    m->group = calloc((size_t)groups + 1, sizeof *m->group);
    m->force = calloc((size_t)forces + 1, sizeof *m->force);
    m->force_z = calloc((size_t)forces + 1, sizeof *m->force_z);
    if (!m->node0 || !m->node_inertia || !m->node_weight || !m->fixed || !m->lone || !m->body || !m->row_def ||
        !m->row_body[0] || !m->row_body[1] || !m->row_block || !m->group || !m->force || !m->force_z) {
        dyn_model_destroy(m);
        return false;
    }
    const vec3 ground[DYN_FIRST_NODE] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < DYN_FIRST_NODE; k++) dyn_add_node(m, ground[k], true);
    return true;
}

void dyn_model_destroy(dyn_model *m) {
    free(m->node0);
    free(m->node_inertia);
    free(m->node_weight);
    free(m->fixed);
    free(m->lone);
    free(m->body);
    free(m->batch);
    free(m->row_def);
    free(m->row_body[0]);
    free(m->row_body[1]);
    free(m->row_block);
    free(m->group);
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

int dyn_add_lone_node(dyn_model *m, vec3 x, vec3 inertia) {
    int node = dyn_add_node(m, x, false);
    m->lone[node] = 1;
    m->node_inertia[node] = inertia;
    return node;
}

void dyn_set_node_inertia(dyn_model *m, int node, vec3 inertia) { m->node_inertia[node] = inertia; }

void dyn_add_point_mass(dyn_model *m, int node, double mass) {
    m->node_inertia[node] = vec3_add(m->node_inertia[node], vec3_make(mass, mass, mass));
    m->node_weight[node] += mass;
    m->lone[node] = 1;
}

void dyn_couple(dyn_model *m, const int *nodes, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (nodes[i] >= DYN_FIRST_NODE && nodes[j] >= DYN_FIRST_NODE && nodes[i] != nodes[j])
                dyn_pattern_add(&m->pattern, nodes[i], nodes[j]);
}

void dyn_couple_bodies(dyn_model *m, int a, int b) {
    int node[8];
    for (int k = 0; k < 8; k++) node[k] = m->body[k < 4 ? a : b].node[k % 4];
    dyn_couple(m, node, 8);
}

static int node_or_zero(int node) { return node >= 0 ? node : DYN_ZERO; }

int dyn_add_row(dyn_model *m, const dyn_row_def *def, int body1, int body2) {
    assert(m->n_row_defs < m->cap_row_defs);
    int k = m->n_row_defs++;
    m->row_def[k] = (dyn_row_def){node_or_zero(def->a), node_or_zero(def->b), node_or_zero(def->c),
                                  node_or_zero(def->d), def->scale,           def->constant};
    m->row_body[0][k] = body1;
    m->row_body[1][k] = body2;
    dyn_couple(m, (const int[4]){def->a, def->b, def->c, def->d}, 4);
    return k;
}

// Planar moments ∫x xᵀ dm = tr(I)/2 1 - I of an inertia tensor.
static mat3 planar_moments(const mat3 *inertia) {
    double half_trace = 0.5 * (inertia->m[0][0] + inertia->m[1][1] + inertia->m[2][2]);
    mat3 p;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) p.m[r][c] = (r == c ? half_trace : 0) - inertia->m[r][c];
    return p;
}

// Tests the principal minors, within rounding: some minors of a plate or a bar are zero.
static bool is_positive_semidefinite(const mat3 *p) {
    double size = p->m[0][0] + p->m[1][1] + p->m[2][2], least = -1e-12 * size;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        double minor = p->m[i][i] * p->m[j][j] - p->m[i][j] * p->m[j][i];
        if (!(p->m[i][i] >= least) || !(minor >= least * size)) return false;
    }
    return mat3_det(p) >= least * size * size;
}

// Constant mass matrix of two points and two vectors in blocks of I3 (García de Jalón & Bayo 1994, ch. 4):
// Z = Xb⁻¹ J Xb⁻ᵀ with J = ∫ (rb - rb0)(rb - rb0)ᵀ dm, b = m Xb⁻¹ (rb_G - rb0).
static rt_status compute_mass_matrix(dyn_body *b, const dyn_body_def *def) {
    vec3 g = vec3_sub(def->centre, def->rb_p0);
    mat3 j = planar_moments(&def->inertia);
    if (!(def->mass > 0) || !is_positive_semidefinite(&j)) return RT_ERR_NUMERIC;
    const double gv[3] = {g.x, g.y, g.z};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) j.m[r][c] += def->mass * gv[r] * gv[c];
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
                    .mass = def->mass};
    rt_status status = compute_mass_matrix(b, def);
    if (status != RT_OK) return status;
    // six rows in metres: |d|², |u|², |v|², d·u, d·v, u·v, each divided by a length of its vectors
    vec3 u = def->ub, v = def->vb;
    double ld = vec3_norm(d), lu = vec3_norm(u), lv = vec3_norm(v);
    const double scale[DYN_BODY_ROWS] = {0.5 / ld, 0.5 / lu, 0.5 / lv, 1 / ld, 1 / ld, 1 / lu};
    const double constant[DYN_BODY_ROWS] = {vec3_dot(d, d), vec3_dot(u, u), vec3_dot(v, v),
                                            vec3_dot(d, u), vec3_dot(d, v), vec3_dot(u, v)};
    memcpy(b->scale, scale, sizeof scale);
    memcpy(b->constant, constant, sizeof constant);
    dyn_couple(m, b->node, 4);
    if (body) *body = m->n_bodies;
    m->n_bodies++;
    return RT_OK;
}

int dyn_add_rows(dyn_model *m, const dyn_row_group *group) {
    assert(m->n_groups < m->cap_groups);
    m->group[m->n_groups] = *group;
    return m->n_groups++;
}

int dyn_add_force(dyn_model *m, const dyn_force *force) {
    assert(m->n_forces < m->cap_forces && force->z_size % 8 == 0);
    m->force[m->n_forces] = force;
    m->force_z[m->n_forces] = m->z_size;
    m->z_size += force->z_size;
    return m->n_forces++;
}

#define NO_MASS 1e-12 // of the heaviest node: rounding errors of zero

// Effective mass of each node: the diagonal of the mass matrix.
static void compute_node_masses(const dyn_model *m, vec3 *mass) {
    for (int i = 0; i < m->n_nodes; i++) mass[i] = m->node_inertia[i];
    for (int k = 0; k < m->n_bodies; k++)
        for (int i = 0; i < 4; i++) {
            vec3 *n = &mass[m->body[k].node[i]];
            double d = m->body[k].m[i][i];
            *n = vec3_add(*n, vec3_make(d, d, d));
        }
    double most = 0;
    for (int i = 0; i < m->n_nodes; i++) most = fmax(most, mass[i].x);
    for (double *x = &mass[0].x; x < &mass[m->n_nodes].x; x++)
        if (fabs(*x) < NO_MASS * most) *x = 0;
}

// Mobility g M⁻¹ gᵀ of a row with the diagonal of M, over the nodes that have inertia.
static double row_mobility(const dyn_model *m, const vec3 *mass, const dyn_row *row) {
    double sigma = 0;
    for (int k = 0; k < row->n; k++) {
        if (m->fixed[row->node[k]]) continue;
        vec3 g = row->g[k], w = mass[row->node[k]];
        sigma += (w.x > 0 ? g.x * g.x / w.x : 0) + (w.y > 0 ? g.y * g.y / w.y : 0) + (w.z > 0 ? g.z * g.z / w.z : 0);
    }
    return sigma;
}

// Gives a node without inertia (a further point of a body, a relative coordinate, a vector across a slender bar) the
// effective mass g²/sigma of its stiffest row. A row may connect only nodes without inertia and so depend on another
// row, hence the passes.
static void assign_masses(const dyn_model *m, const dyn_row *row, vec3 *mass, vec3 *lent) {
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < m->n_nodes; i++) lent[i] = vec3_make(0, 0, 0);
        for (int k = 0; k < m->n_rows; k++) {
            double sigma = row_mobility(m, mass, &row[k]);
            for (int i = 0; i < row[k].n && sigma > 0; i++) {
                vec3 *to = &lent[row[k].node[i]];
                double share = vec3_norm2(row[k].g[i]) / sigma;
                *to = vec3_max(*to, vec3_make(share, share, share));
            }
        }
        for (double *x = &mass[0].x, *from = &lent[0].x; x < &mass[m->n_nodes].x; x++, from++)
            if (*x == 0) *x = *from;
    }
}

static rt_status compute_penalties(dyn_model *m, double gamma) {
    vec3 *mass = calloc((size_t)m->n_nodes, sizeof *mass), *lent = calloc((size_t)m->n_nodes, sizeof *lent);
    dyn_row *row = calloc((size_t)m->n_rows + 1, sizeof *row);
    m->alpha = calloc((size_t)m->n_rows + 1, sizeof *m->alpha);
    dyn_state s = {0};
    rt_status status =
        mass && lent && row && m->alpha ? dyn_state_create(m, &s) : RT_ERR_MEMORY; // at the initial coordinates
    if (status == RT_OK) {
        compute_node_masses(m, mass);
        dyn_eval e = dyn_eval_at(m, &s);
        dyn_rows_eval(m, &e, row);
        assign_masses(m, row, mass, lent);
        for (int k = 0; k < m->n_rows; k++) {
            double sigma = row_mobility(m, mass, &row[k]);
            m->alpha[k] = sigma > 0 ? gamma * 4 / (m->h * m->h) / sigma : 0;
        }
        dyn_state_free(&s);
    }
    free(mass);
    free(lent);
    free(row);
    return status;
}

rt_status dyn_model_finish(dyn_model *m, double gamma) {
    m->gamma = gamma;
    m->n_batches = (m->n_bodies + DYN_LANES - 1) / DYN_LANES;
    dyn_pattern_drop(&m->pattern, m->fixed);
    size_t size = ((size_t)m->n_batches + 1) * sizeof *m->batch;
    m->batch = aligned_alloc(64, (size + 63) / 64 * 64);
    rt_status status = m->batch ? dyn_matrix_create(&m->matrix_pattern, m->n_nodes, &m->pattern) : RT_ERR_MEMORY;
    if (status != RT_OK) return status;
    m->n_rows = dyn_first_group_row(m);
    for (int k = 0; k < m->n_groups; k++) {
        m->group[k].first_row = m->n_rows;
        m->n_rows += m->group[k].n_rows;
    }
    const dyn_matrix *t = &m->matrix_pattern;
    for (int k = 0; k < m->n_bodies; k++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                m->body[k].block[i][j] = dyn_matrix_block(t, m->body[k].node[i], m->body[k].node[j]);
    for (int k = 0; k < m->n_row_defs; k++) {
        int node[4], slot[4], n = dyn_row_slots(&m->row_def[k], node, slot);
        for (int i = 0, e = 0; i < n; i++)
            for (int j = 0; j <= i; j++, e++) m->row_block[k][e] = dyn_matrix_block(t, node[i], node[j]);
    }
    dyn_batches_fill(m);
    for (int f = 0; f < m->n_forces; f++)
        if (m->force[f]->finish) m->force[f]->finish(m->force[f]->self, m);
    return compute_penalties(m, gamma);
}
