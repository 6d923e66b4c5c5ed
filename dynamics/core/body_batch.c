// SPDX-License-Identifier: MIT
#include "dynamics/core/body_batch.h"
#include <string.h>

// One number for each body of a batch; the compiler splits it into vector registers. Rows and constants have only the
// alignment of a double.
typedef double lanes __attribute__((vector_size(DYN_LANES * sizeof(double))));
typedef double lanes_in_memory __attribute__((vector_size(DYN_LANES * sizeof(double)), aligned(8), may_alias));

#define AT(pointer) (*(const lanes_in_memory *)(const void *)(pointer))
#define FOR_LANES for (int l = 0; l < DYN_LANES; l++)

// The vectors d = p1 - p0, u, v of the bodies of a batch, by component.
typedef struct basis {
    lanes d[3], u[3], v[3];
} basis;

static inline void gather_basis(const dyn_body_batch *b, const vec3 *x, basis *s) {
    FOR_LANES {
        vec3 p0 = x[b->node[0][l]], p1 = x[b->node[1][l]], u = x[b->node[2][l]], v = x[b->node[3][l]];
        s->d[0][l] = p1.x - p0.x, s->d[1][l] = p1.y - p0.y, s->d[2][l] = p1.z - p0.z;
        s->u[0][l] = u.x, s->u[1][l] = u.y, s->u[2][l] = u.z;
        s->v[0][l] = v.x, s->v[1][l] = v.y, s->v[2][l] = v.z;
    }
}

// 1 for bodies that are awake.
static inline void load_active(const unsigned char *on, lanes *active) { FOR_LANES(*active)[l] = on[l] & DYN_AWAKE; }

// Whether no body of a batch is awake.
static inline bool all_rest(const unsigned char *on) {
    uint64_t all;
    memcpy(&all, on, sizeof all);
    return (all & 0x0101010101010101u * DYN_AWAKE) == 0;
}

static inline void clear_rows(double *rows) { memset(rows, 0, DYN_BODY_ROWS * DYN_LANES * sizeof *rows); }

#define DOT(a, b) ((a)[0] * (b)[0] + (a)[1] * (b)[1] + (a)[2] * (b)[2])

static inline void store_row(double *rows, int row, const lanes *v) {
    *(lanes_in_memory *)(void *)(rows + row * DYN_LANES) = *v;
}

static inline double *rows_of(double *by_row, int batch) { return by_row + batch * DYN_BODY_ROWS * DYN_LANES; }
static inline const double *rows_at(const double *by_row, int batch) {
    return by_row + batch * DYN_BODY_ROWS * DYN_LANES;
}

void dyn_batches_fill(dyn_model *m) {
    for (int k = 0; k < m->n_batches * DYN_LANES; k++) {
        dyn_body_batch *to = &m->batch[k / DYN_LANES];
        int l = k % DYN_LANES, sink = m->matrix_pattern.n_blocks;
        bool real = k < m->n_bodies;
        const dyn_body *b = &m->body[real ? k : 0];
        for (int i = 0, e = 0; i < 4; i++) {
            to->node[i][l] = real ? b->node[i] : DYN_ZERO;
            to->gravity[i][l] = real ? b->gravity[i] : 0;
            for (int j = 0; j <= i; j++, e++) {
                to->block[e][l] = real ? b->block[i][j] : sink;
                to->flip[e][l] = real && b->node[i] < b->node[j];
                to->m[e][l] = real ? b->m[i][j] : 0;
            }
        }
        for (int r = 0; r < DYN_BODY_ROWS; r++) {
            to->scale[r][l] = real ? b->scale[r] : 0;
            to->constant[r][l] = real ? b->constant[r] : 0;
        }
    }
}

void dyn_batches_phi(const dyn_model *m, const unsigned char *on, const vec3 *q, double *phi) {
    for (int k = 0; k < m->n_batches; k++, on += DYN_LANES) {
        const dyn_body_batch *b = &m->batch[k];
        double *out = rows_of(phi, k);
        lanes active, v;
        basis x;
        if (all_rest(on)) {
            clear_rows(out);
            continue;
        }
        gather_basis(b, q, &x);
        load_active(on, &active);
        v = active * AT(b->scale[0]) * (DOT(x.d, x.d) - AT(b->constant[0])), store_row(out, 0, &v);
        v = active * AT(b->scale[1]) * (DOT(x.u, x.u) - AT(b->constant[1])), store_row(out, 1, &v);
        v = active * AT(b->scale[2]) * (DOT(x.v, x.v) - AT(b->constant[2])), store_row(out, 2, &v);
        v = active * AT(b->scale[3]) * (DOT(x.d, x.u) - AT(b->constant[3])), store_row(out, 3, &v);
        v = active * AT(b->scale[4]) * (DOT(x.d, x.v) - AT(b->constant[4])), store_row(out, 4, &v);
        v = active * AT(b->scale[5]) * (DOT(x.u, x.v) - AT(b->constant[5])), store_row(out, 5, &v);
    }
}

// Twice the symmetric bilinear form of each row: phi_q(x) w = 2 B(x, w), and (d phi_q/dt) qd = 2 B(qd, qd).
static inline void twice_form(const dyn_body_batch *b, const unsigned char *on, const basis *x, const basis *w,
                              double *out) {
    lanes active, v;
    load_active(on, &active);
    v = 2 * active * AT(b->scale[0]) * DOT(x->d, w->d), store_row(out, 0, &v);
    v = 2 * active * AT(b->scale[1]) * DOT(x->u, w->u), store_row(out, 1, &v);
    v = 2 * active * AT(b->scale[2]) * DOT(x->v, w->v), store_row(out, 2, &v);
    v = active * AT(b->scale[3]) * (DOT(x->d, w->u) + DOT(w->d, x->u)), store_row(out, 3, &v);
    v = active * AT(b->scale[4]) * (DOT(x->d, w->v) + DOT(w->d, x->v)), store_row(out, 4, &v);
    v = active * AT(b->scale[5]) * (DOT(x->u, w->v) + DOT(w->u, x->v)), store_row(out, 5, &v);
}

void dyn_batches_gamma(const dyn_model *m, const unsigned char *on, const vec3 *qd, double *gamma) {
    for (int k = 0; k < m->n_batches; k++, on += DYN_LANES) {
        basis x;
        if (all_rest(on)) {
            clear_rows(rows_of(gamma, k));
            continue;
        }
        gather_basis(&m->batch[k], qd, &x);
        twice_form(&m->batch[k], on, &x, &x, rows_of(gamma, k));
    }
}

void dyn_batches_times(const dyn_model *m, const unsigned char *on, const vec3 *q, const vec3 *v, double *out) {
    for (int k = 0; k < m->n_batches; k++, on += DYN_LANES) {
        basis x, w;
        if (all_rest(on)) {
            clear_rows(rows_of(out, k));
            continue;
        }
        gather_basis(&m->batch[k], q, &x);
        gather_basis(&m->batch[k], v, &w);
        twice_form(&m->batch[k], on, &x, &w, rows_of(out, k));
    }
}

void dyn_batches_subtract(const dyn_model *m, const unsigned char *on, const vec3 *q, const double *weight,
                          vec3 *force) {
    for (int k = 0; k < m->n_batches; k++, on += DYN_LANES) {
        const dyn_body_batch *b = &m->batch[k];
        const double *rows = rows_at(weight, k);
        lanes active, w[DYN_BODY_ROWS];
        basis x, f;
        if (all_rest(on)) continue;
        gather_basis(b, q, &x);
        load_active(on, &active);
        for (int r = 0; r < DYN_BODY_ROWS; r++)
            w[r] = (r < 3 ? 2 : 1) * active * AT(b->scale[r]) * AT(rows + r * DYN_LANES);
        for (int c = 0; c < 3; c++) {
            f.d[c] = w[0] * x.d[c] + w[3] * x.u[c] + w[4] * x.v[c];
            f.u[c] = w[1] * x.u[c] + w[3] * x.d[c] + w[5] * x.v[c];
            f.v[c] = w[2] * x.v[c] + w[4] * x.d[c] + w[5] * x.u[c];
        }
        FOR_LANES {
            vec3 *p0 = &force[b->node[0][l]], *p1 = &force[b->node[1][l]], *u = &force[b->node[2][l]],
                 *v = &force[b->node[3][l]];
            vec3 d = {f.d[0][l], f.d[1][l], f.d[2][l]};
            *p0 = vec3_add(*p0, d);
            *p1 = vec3_sub(*p1, d);
            *u = vec3_sub(*u, vec3_make(f.u[0][l], f.u[1][l], f.u[2][l]));
            *v = vec3_sub(*v, vec3_make(f.v[0][l], f.v[1][l], f.v[2][l]));
        }
    }
}

void dyn_batches_inertia(const dyn_model *m, const unsigned char *on, vec3 gravity, const vec3 *a, vec3 *force) {
    static const int pair[4][4] = {{0, 1, 3, 6}, {1, 2, 4, 7}, {3, 4, 5, 8}, {6, 7, 8, 9}};
    const double g[3] = {gravity.x, gravity.y, gravity.z};
    for (int k = 0; k < m->n_batches; k++, on += DYN_LANES) {
        const dyn_body_batch *b = &m->batch[k];
        lanes active, x[4][3], f[4][3];
        if (all_rest(on)) continue;
        load_active(on, &active);
        for (int i = 0; i < 4; i++) FOR_LANES {
                vec3 n = a[b->node[i][l]];
                x[i][0][l] = n.x, x[i][1][l] = n.y, x[i][2][l] = n.z;
            }
        for (int i = 0; i < 4; i++)
            for (int c = 0; c < 3; c++)
                f[i][c] = active *
                          (AT(b->gravity[i]) * g[c] - AT(b->m[pair[i][0]]) * x[0][c] - AT(b->m[pair[i][1]]) * x[1][c] -
                           AT(b->m[pair[i][2]]) * x[2][c] - AT(b->m[pair[i][3]]) * x[3][c]);
        FOR_LANES for (int i = 0; i < 4; i++) {
            vec3 *to = &force[b->node[i][l]];
            *to = vec3_add(*to, vec3_make(f[i][0][l], f[i][1][l], f[i][2][l]));
        }
    }
}

// product: weights of the outer products, each row's alpha times the square of its factor. curve: the terms of
// phi_qqᵀ lambda on the diagonals of the pairs (d, d), (u, u), (v, v), (d, u), (d, v), (u, v).
static inline void compute_weights(const dyn_body_batch *b, const unsigned char *on, const double *alpha,
                                   const double *lambda, dyn_curvature curvature, double weight,
                                   lanes product[DYN_BODY_ROWS], lanes curve[DYN_BODY_ROWS]) {
    lanes active, zero = {0};
    load_active(on, &active);
    for (int r = 0; r < DYN_BODY_ROWS; r++) {
        lanes s = (r < 3 ? 2 : 1) * AT(b->scale[r]), y = AT(lambda + r * DYN_LANES);
        product[r] = weight * active * AT(alpha + r * DYN_LANES) * s * s;
        curve[r] = weight * active * s * y;
        if (curvature == DYN_CURVATURE_NONE || (curvature == DYN_CURVATURE_POSITIVE && r >= 3)) curve[r] = zero;
        if (curvature == DYN_CURVATURE_POSITIVE) FOR_LANES curve[r][l] = fmax(0, curve[r][l]);
    }
}

// wd d dᵀ + wu u uᵀ + wv v vᵀ + diagonal.
static inline void symmetric_block(const basis *x, lanes wd, lanes wu, lanes wv, lanes diagonal, lanes out[9]) {
    for (int r = 0; r < 3; r++) {
        lanes d = wd * x->d[r], u = wu * x->u[r], v = wv * x->v[r];
        for (int c = 0; c <= r; c++) {
            lanes sum = d * x->d[c] + u * x->u[c] + v * x->v[c];
            out[3 * r + c] = out[3 * c + r] = r == c ? sum + diagonal : sum;
        }
    }
}

// w a bᵀ + diagonal.
static inline void outer_block(const lanes a[3], const lanes b[3], lanes w, lanes diagonal, lanes out[9]) {
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            lanes product = w * a[r] * b[c];
            out[3 * r + c] = r == c ? product + diagonal : product;
        }
}

// Adds sign × v + mass × I3 to the block of the pair e of nodes (i, j); the rows of v are i's components.
static inline void add_block(const dyn_body_batch *b, const unsigned char *on, int e, double sign, const lanes v[9],
                             dyn_matrix *t) {
    FOR_LANES {
        double *a = t->a + 9 * b->block[e][l], mass = (on[l] & DYN_AWAKE) * b->m[e][l];
        if (b->flip[e][l]) {
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) a[3 * c + r] += sign * v[3 * r + c][l];
        } else {
            for (int k = 0; k < 9; k++) a[k] += sign * v[k][l];
        }
        a[0] += mass, a[4] += mass, a[8] += mass;
    }
}

void dyn_batches_tangent(const dyn_model *m, const unsigned char *on, const vec3 *q, const double *lambda,
                         dyn_curvature curvature, double weight, dyn_matrix *tangent) {
    for (int k = 0; k < m->n_batches; k++, on += DYN_LANES) {
        const dyn_body_batch *b = &m->batch[k];
        basis x;
        lanes p[DYN_BODY_ROWS], curve[DYN_BODY_ROWS], v[9];
        if (all_rest(on)) continue;
        gather_basis(b, q, &x);
        compute_weights(b, on, rows_at(m->alpha, k), rows_at(lambda, k), curvature, weight, p, curve);
        symmetric_block(&x, p[0], p[3], p[4], curve[0], v); // d with d
        add_block(b, on, 0, 1, v, tangent);
        add_block(b, on, 1, -1, v, tangent);
        add_block(b, on, 2, 1, v, tangent);
        symmetric_block(&x, p[3], p[1], p[5], curve[1], v); // u with u
        add_block(b, on, 5, 1, v, tangent);
        symmetric_block(&x, p[4], p[5], p[2], curve[2], v); // v with v
        add_block(b, on, 9, 1, v, tangent);
        outer_block(x.d, x.u, p[3], curve[3], v); // u with d: gradients d and u
        add_block(b, on, 3, -1, v, tangent);
        add_block(b, on, 4, 1, v, tangent);
        outer_block(x.d, x.v, p[4], curve[4], v); // v with d: gradients d and v
        add_block(b, on, 6, -1, v, tangent);
        add_block(b, on, 7, 1, v, tangent);
        outer_block(x.u, x.v, p[5], curve[5], v); // v with u: gradients u and v
        add_block(b, on, 8, 1, v, tangent);
    }
}
