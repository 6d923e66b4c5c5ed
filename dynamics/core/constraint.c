// SPDX-License-Identifier: MIT
// Bilinear rows phi = s ((xa - xb)·(xc - xd) - k): phi_q is linear in q and phi_qq is constant (García de Jalón & Bayo
// 1994, ch. 2). The rigid-body rows are bilinear too and have their own kernels (body_batch.h).
#include "dynamics/core/constraint.h"
#include "dynamics/core/body_batch.h"
#include <string.h>

static bool row_active(const dyn_model *m, const unsigned char *body_on, int k) {
    int b1 = m->row_body[0][k], b2 = m->row_body[1][k];
    const int on1 = b1 < 0 ? DYN_ASLEEP : body_on[b1], on2 = b2 < 0 ? DYN_ASLEEP : body_on[b2]; // ground rests
    return on1 && on2 && ((b1 < 0 && b2 < 0) || ((on1 | on2) & DYN_AWAKE));
}

static vec3 difference(const vec3 *x, int a, int b) { return vec3_sub(x[a], x[b]); }

int dyn_first_group_row(const dyn_model *m) { return dyn_bilinear_row(m, m->n_row_defs); }

// Evaluates value, gradient and gamma of a bilinear row.
static void evaluate_row(const dyn_row_def *d, const dyn_eval *e, dyn_row *row) {
    vec3 ab = difference(e->q, d->a, d->b), cd = difference(e->q, d->c, d->d);
    const vec3 g[4] = {vec3_scale(d->scale, cd), vec3_scale(-d->scale, cd), vec3_scale(d->scale, ab),
                       vec3_scale(-d->scale, ab)};
    int slot[4];
    row->phi = d->scale * (vec3_dot(ab, cd) - d->constant);
    row->phi_t = 0;
    row->gamma = 2 * d->scale * vec3_dot(difference(e->qd, d->a, d->b), difference(e->qd, d->c, d->d));
    row->n = dyn_row_slots(d, row->node, slot);
    for (int k = 0; k < row->n; k++) row->g[k] = vec3_make(0, 0, 0);
    for (int k = 0; k < 4; k++)
        if (slot[k] >= 0) row->g[slot[k]] = vec3_add(row->g[slot[k]], g[k]);
}

int dyn_row_slots(const dyn_row_def *d, int node[4], int slot[4]) {
    const int given[4] = {d->a, d->b, d->c, d->d};
    int n = 0;
    for (int k = 0; k < 4; k++) {
        slot[k] = -1;
        if (given[k] == DYN_ZERO) continue;
        slot[k] = 0;
        while (slot[k] < n && node[slot[k]] != given[k]) slot[k]++;
        if (slot[k] == n) node[n++] = given[k];
    }
    return n;
}

void dyn_rows_eval(const dyn_model *m, const dyn_eval *e, dyn_row *row) {
    for (int k = 0; k < dyn_bilinear_row(m, 0); k++) row[k] = (dyn_row){0};
    for (int b = 0; b < m->n_bodies; b++) {
        const dyn_body *body = &m->body[b];
        int p0 = body->node[0], p1 = body->node[1], u = body->node[2], v = body->node[3];
        const int node[DYN_BODY_ROWS][4] = {{p1, p0, p1, p0},           {u, DYN_ZERO, u, DYN_ZERO},
                                            {v, DYN_ZERO, v, DYN_ZERO}, {p1, p0, u, DYN_ZERO},
                                            {p1, p0, v, DYN_ZERO},      {u, DYN_ZERO, v, DYN_ZERO}};
        for (int r = 0; r < DYN_BODY_ROWS && e->body_on[b] == DYN_AWAKE; r++) {
            const int *n = node[r];
            const dyn_row_def def = {n[0], n[1], n[2], n[3], body->scale[r], body->constant[r]};
            evaluate_row(&def, e, &row[dyn_body_row(b, r)]);
        }
    }
    for (int k = 0; k < m->n_row_defs; k++) {
        if (row_active(m, e->body_on, k))
            evaluate_row(&m->row_def[k], e, &row[dyn_bilinear_row(m, k)]);
        else
            row[dyn_bilinear_row(m, k)] = (dyn_row){0};
    }
    dyn_groups_eval(m, e, row + dyn_first_group_row(m));
}

void dyn_groups_eval(const dyn_model *m, const dyn_eval *e, dyn_row *group_row) {
    int first = dyn_first_group_row(m);
    for (int k = 0; k < m->n_groups; k++)
        m->group[k].eval(m->group[k].self, e, group_row + m->group[k].first_row - first);
}

double dyn_row_times(const dyn_row *row, const vec3 *v) {
    double sum = 0;
    for (int i = 0; i < row->n; i++) sum += vec3_dot(row->g[i], v[row->node[i]]);
    return sum;
}

void dyn_phi(const dyn_model *m, const dyn_eval *e, const dyn_row *group_row, double *phi) {
    dyn_batches_phi(m, e->body_on, e->q, phi);
    double *out = phi + dyn_bilinear_row(m, 0);
    for (int k = 0; k < m->n_row_defs; k++) {
        const dyn_row_def *d = &m->row_def[k];
        out[k] = 0;
        if (!row_active(m, e->body_on, k)) continue;
        double product = vec3_dot(difference(e->q, d->a, d->b), difference(e->q, d->c, d->d));
        out[k] = d->scale * (product - d->constant);
    }
    for (int k = dyn_first_group_row(m); k < m->n_rows; k++) phi[k] = group_row++->phi;
}

void dyn_phi_t(const dyn_model *m, const dyn_row *group_row, double *phi_t) {
    memset(phi_t, 0, (size_t)m->n_rows * sizeof *phi_t);
    for (int k = dyn_first_group_row(m); k < m->n_rows; k++) phi_t[k] = group_row++->phi_t;
}

void dyn_phi_gamma(const dyn_model *m, const dyn_eval *e, const dyn_row *group_row, double *gamma) {
    dyn_batches_gamma(m, e->body_on, e->qd, gamma);
    double *out = gamma + dyn_bilinear_row(m, 0);
    for (int k = 0; k < m->n_row_defs; k++) {
        const dyn_row_def *d = &m->row_def[k];
        out[k] = 0;
        if (!row_active(m, e->body_on, k)) continue;
        out[k] = 2 * d->scale * vec3_dot(difference(e->qd, d->a, d->b), difference(e->qd, d->c, d->d));
    }
    for (int k = dyn_first_group_row(m); k < m->n_rows; k++) gamma[k] = group_row++->gamma;
}

void dyn_phi_q_times(const dyn_model *m, const unsigned char *body_on, dyn_phi_q at, const vec3 *v, double *out) {
    dyn_batches_times(m, body_on, at.q, v, out);
    double *rows = out + dyn_bilinear_row(m, 0);
    for (int k = 0; k < m->n_row_defs; k++) {
        const dyn_row_def *d = &m->row_def[k];
        rows[k] = 0;
        if (!row_active(m, body_on, k)) continue;
        double sum = vec3_dot(difference(v, d->a, d->b), difference(at.q, d->c, d->d)) +
                     vec3_dot(difference(at.q, d->a, d->b), difference(v, d->c, d->d));
        rows[k] = d->scale * sum;
    }
    for (int k = dyn_first_group_row(m); k < m->n_rows; k++) out[k] = dyn_row_times(at.group_row++, v);
}

void dyn_phi_q_subtract(const dyn_model *m, const unsigned char *body_on, dyn_phi_q at, const double *weight,
                        vec3 *force) {
    dyn_batches_subtract(m, body_on, at.q, weight, force);
    const double *rows = weight + dyn_bilinear_row(m, 0);
    for (int k = 0; k < m->n_row_defs; k++) {
        const dyn_row_def *d = &m->row_def[k];
        if (!row_active(m, body_on, k)) continue;
        double w = d->scale * rows[k];
        vec3 ab = vec3_scale(w, difference(at.q, d->a, d->b)), cd = vec3_scale(w, difference(at.q, d->c, d->d));
        force[d->a] = vec3_sub(force[d->a], cd);
        force[d->b] = vec3_add(force[d->b], cd);
        force[d->c] = vec3_sub(force[d->c], ab);
        force[d->d] = vec3_add(force[d->d], ab);
    }
    for (int k = dyn_first_group_row(m); k < m->n_rows; k++, at.group_row++)
        for (int i = 0; i < at.group_row->n; i++) {
            vec3 *f = &force[at.group_row->node[i]];
            *f = vec3_madd(*f, -weight[k], at.group_row->g[i]);
        }
}

// Adds s u wᵀ to a block.
static void add_outer(double *b, double s, vec3 u, vec3 w) {
    double sx = s * u.x, sy = s * u.y, sz = s * u.z;
    b[0] += sx * w.x, b[1] += sx * w.y, b[2] += sx * w.z;
    b[3] += sy * w.x, b[4] += sy * w.y, b[5] += sy * w.z;
    b[6] += sz * w.x, b[7] += sz * w.y, b[8] += sz * w.z;
}

// Adds weight g gᵀ. block[e] is the block of the e-th pair of slots (i, j <= i); NULL: this function finds it. A pair
// of nodes is stored once, with the larger node's components as rows.
static void add_products(const dyn_row *row, double weight, const int *block, dyn_matrix *t) {
    for (int i = 0, e = 0; i < row->n; i++)
        for (int j = 0; j <= i; j++, e++) {
            int ni = row->node[i], nj = row->node[j];
            int b = block ? block[e] : dyn_matrix_block(t, ni, nj);
            if (ni >= nj)
                add_outer(t->a + 9 * b, weight, row->g[i], row->g[j]);
            else
                add_outer(t->a + 9 * b, weight, row->g[j], row->g[i]);
        }
}

static void add_diagonal(double *b, double v) { b[0] += v, b[4] += v, b[8] += v; }

// phi_qq of a bilinear row: + at (a, c) and (b, d), - at (a, d) and (b, c).
static void add_curvature(const dyn_row_def *d, double v, dyn_matrix *t) {
    const int pair[4][2] = {{d->a, d->c}, {d->b, d->d}, {d->a, d->d}, {d->b, d->c}};
    for (int k = 0; k < 4; k++) {
        int i = pair[k][0], j = pair[k][1];
        if (i == DYN_ZERO || j == DYN_ZERO) continue;
        double sign = k < 2 ? 1 : -1;
        add_diagonal(t->a + 9 * dyn_matrix_block(t, i, j), sign * (i == j ? 2 : 1) * v); // (i, j) and (j, i) coincide
    }
}

void dyn_constraint_tangent(const dyn_model *m, const dyn_eval *e, const dyn_row *group_row, const double *lambda,
                            dyn_curvature curvature, double weight) {
    dyn_matrix *t = e->tangent;
    for (int i = DYN_FIRST_NODE; i < m->n_nodes; i++) {
        double *d = t->a + 9 * (t->start[i + 1] - 1); // the diagonal block ends its row
        d[0] += m->node_inertia[i].x, d[4] += m->node_inertia[i].y, d[8] += m->node_inertia[i].z;
    }
    dyn_batches_tangent(m, e->body_on, e->q, lambda, curvature, weight, t);
    for (int k = 0; k < m->n_row_defs; k++) {
        if (!row_active(m, e->body_on, k)) continue;
        dyn_row row;
        int r = dyn_bilinear_row(m, k);
        evaluate_row(&m->row_def[k], e, &row);
        add_products(&row, weight * m->alpha[r], m->row_block[k], t);
        if (curvature == DYN_CURVATURE_FULL) add_curvature(&m->row_def[k], weight * m->row_def[k].scale * lambda[r], t);
    }
    for (int k = dyn_first_group_row(m); k < m->n_rows; k++, group_row++)
        add_products(group_row, weight * m->alpha[k], NULL, t);
    for (int k = 0; k < m->n_groups && curvature == DYN_CURVATURE_FULL; k++)
        if (m->group[k].curve) m->group[k].curve(m->group[k].self, e, lambda + m->group[k].first_row, weight);
}
