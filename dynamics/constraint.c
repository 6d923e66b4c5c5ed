// SPDX-License-Identifier: MIT
// All rows of rigid bodies and most joints are bilinear: phi = s ((xa - xb)·(xc - xd) - k), so phi_q is linear in q and
// phi_qq is constant (García de Jalón & Bayo 1994, ch. 2).
#include "dynamics/constraint.h"

static vec3 difference(const vec3 *x, int a, int b) { return b >= 0 ? vec3_sub(x[a], x[b]) : x[a]; }

static bool row_active(const dyn_model *m, const dyn_eval *e, int k) {
    int b1 = m->row_body[0][k], b2 = m->row_body[1][k];
    return (b1 < 0 || e->body_on[b1]) && (b2 < 0 || e->body_on[b2]);
}

static void bilinear(const dyn_row_def *d, const dyn_eval *e, dyn_row *row) {
    vec3 ab = difference(e->q, d->a, d->b), cd = difference(e->q, d->c, d->d);
    vec3 abd = difference(e->qd, d->a, d->b), cdd = difference(e->qd, d->c, d->d);
    bool square = d->a == d->c && d->b == d->d;
    row->phi = d->scale * (vec3_dot(ab, cd) - d->constant);
    row->gamma = 2 * d->scale * vec3_dot(abd, cdd);
    row->geometric = square ? 2 * d->scale : 0;
    row->n = 0;
    if (square) { // d/dx of s |x|² = 2 s x
        row->node[0] = d->a;
        row->g[0] = vec3_scale(2 * d->scale, ab);
        row->n = 1;
        if (d->b >= 0) {
            row->node[1] = d->b;
            row->g[1] = vec3_scale(-2 * d->scale, ab);
            row->n = 2;
        }
        return;
    }
    const int node[4] = {d->a, d->b, d->c, d->d};
    const vec3 g[4] = {vec3_scale(d->scale, cd), vec3_scale(-d->scale, cd), vec3_scale(d->scale, ab),
                       vec3_scale(-d->scale, ab)};
    int slot[4];
    row->n = dyn_row_slots(d, row->node, slot);
    for (int k = 0; k < row->n; k++) row->g[k] = vec3_make(0, 0, 0);
    for (int k = 0; k < 4; k++)
        if (node[k] >= 0) row->g[slot[k]] = vec3_add(row->g[slot[k]], g[k]);
}

int dyn_row_slots(const dyn_row_def *d, int node[4], int slot[4]) {
    const int given[4] = {d->a, d->b, d->c, d->d};
    int n = 0;
    for (int k = 0; k < 4; k++) {
        if (given[k] < 0) continue;
        slot[k] = 0;
        while (slot[k] < n && node[slot[k]] != given[k]) slot[k]++;
        if (slot[k] == n) node[n++] = given[k];
    }
    return n;
}

void dyn_rows_eval(const dyn_model *m, const dyn_eval *e, dyn_row *row) {
    for (int k = 0; k < m->n_row_defs; k++) {
        if (row_active(m, e, k))
            bilinear(&m->row_def[k], e, &row[k]);
        else
            row[k].n = 0, row[k].phi = 0, row[k].gamma = 0;
    }
    for (int k = 0; k < m->n_joints; k++) m->joint[k].eval(m->joint[k].self, e, row + m->joint[k].first_row);
}

void dyn_rows_subtract(const dyn_model *m, const dyn_row *row, const double *weight, vec3 *force) {
    for (int k = 0; k < m->n_rows; k++)
        for (int i = 0; i < row[k].n; i++)
            force[row[k].node[i]] = vec3_madd(force[row[k].node[i]], -weight[k], row[k].g[i]);
}

double dyn_row_times(const dyn_row *row, const vec3 *v) {
    double sum = 0;
    for (int i = 0; i < row->n; i++) sum += vec3_dot(row->g[i], v[row->node[i]]);
    return sum;
}

// Adds s u wᵀ at the block of nodes (i, j); stored once, with the larger node's components as rows.
static void add_outer(double *b, double s, vec3 u, vec3 w) {
    double sx = s * u.x, sy = s * u.y, sz = s * u.z;
    b[0] += sx * w.x, b[1] += sx * w.y, b[2] += sx * w.z;
    b[3] += sy * w.x, b[4] += sy * w.y, b[5] += sy * w.z;
    b[6] += sz * w.x, b[7] += sz * w.y, b[8] += sz * w.z;
}

static void add_diagonal(double *b, double v) { b[0] += v, b[4] += v, b[8] += v; }

// Adds the row's outer product; block[e] is the block of its e-th pair of slots (i, j <= i), NULL: look it up.
static void row_tangent(const dyn_row *row, double weight, const int *block, dyn_matrix *t) {
    for (int i = 0, e = 0; i < row->n; i++)
        for (int j = 0; j <= i; j++, e++) {
            int ni = row->node[i], nj = row->node[j];
            int b = block ? block[e] : ni >= nj ? dyn_matrix_find(t, ni, nj) : dyn_matrix_find(t, nj, ni);
            if (ni >= nj)
                add_outer(t->a + 9 * b, weight, row->g[i], row->g[j]);
            else
                add_outer(t->a + 9 * b, weight, row->g[j], row->g[i]);
        }
}

void dyn_rows_add_tangent(const dyn_model *m, const dyn_row *row, const double *lambda, bool geometric, double s,
                          dyn_matrix *tangent) {
    for (int k = 0; k < m->n_rows; k++) {
        if (row[k].n == 0) continue;
        const int *block = k < m->n_row_defs ? m->row_block[k] : NULL;
        row_tangent(&row[k], s * m->alpha[k], block, tangent);
        if (!geometric || row[k].geometric == 0 || lambda[k] <= 0) continue;
        double g = s * lambda[k] * row[k].geometric;
        add_diagonal(tangent->a + 9 * block[0], g);
        if (row[k].n == 2) {
            add_diagonal(tangent->a + 9 * block[1], -g);
            add_diagonal(tangent->a + 9 * block[2], g);
        }
    }
}
