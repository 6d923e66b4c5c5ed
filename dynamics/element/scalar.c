// SPDX-License-Identifier: MIT
#include "dynamics/element/scalar.h"
#include "dynamics/core/model.h"
#include <assert.h>

#define TURN (2 * 3.14159265358979323846)

dyn_vector dyn_vector_of_nodes(int body, int tip, int base) {
    return (dyn_vector){body, base >= 0 ? 2 : 1, {tip, base}, {1, -1}};
}

static void add_term(dyn_vector *v, int node, double weight) {
    if (weight == 0) return;
    v->node[v->n] = node;
    v->weight[v->n++] = weight;
}

// Σ_k w_k node_k over the body's nodes, or over DYN_ZERO and the unit vectors of the world.
static dyn_vector combine(const dyn_model *m, int body, const double w[4]) {
    static const int world[4] = {DYN_ZERO, DYN_EX, DYN_EY, DYN_EZ};
    dyn_vector v = {.body = body};
    for (int k = 0; k < 4; k++) add_term(&v, body < 0 ? world[k] : m->body[body].node[k], w[k]);
    return v;
}

dyn_vector dyn_vector_of_body(const dyn_model *m, int body, vec3 d) {
    if (body < 0) return combine(m, body, (const double[4]){0, d.x, d.y, d.z});
    vec3 c = mat3_mul(&m->body[body].xb_inverse, d);
    return combine(m, body, (const double[4]){-c.x, c.x, c.y, c.z});
}

dyn_vector dyn_point_of_body(const dyn_model *m, int body, vec3 rb) {
    if (body < 0) return combine(m, body, (const double[4]){0, rb.x, rb.y, rb.z});
    double w[4];
    dyn_body_weights(m, body, rb, w);
    return combine(m, body, w);
}

// Inserts a node into the ascending list, unless it is ground or already there.
static void insert_node(dyn_scalar *s, int node) {
    int k = s->n;
    while (k > 0 && s->node[k - 1] > node) k--;
    if (node < DYN_FIRST_NODE || (k > 0 && s->node[k - 1] == node)) return;
    assert(s->n < DYN_SCALAR_NODES);
    for (int i = s->n++; i > k; i--) s->node[i] = s->node[i - 1];
    s->node[k] = node;
}

static dyn_scalar index_nodes(dyn_scalar s) {
    for (int p = 0; p < s.n_vectors; p++)
        for (int k = 0; k < s.vector[p].n; k++) insert_node(&s, s.vector[p].node[k]);
    for (int p = 0; p < s.n_vectors; p++)
        for (int k = 0; k < s.vector[p].n; k++) {
            s.slot[p][k] = -1;
            for (int i = 0; i < s.n; i++)
                if (s.node[i] == s.vector[p].node[k]) s.slot[p][k] = (signed char)i;
        }
    return s;
}

dyn_scalar dyn_scalar_angle(dyn_vector a, dyn_vector c, dyn_vector s, double ratio) {
    return index_nodes((dyn_scalar){.kind = DYN_SCALAR_ANGLE, .n_vectors = 3, .ratio = ratio, .vector = {a, c, s}});
}

dyn_scalar dyn_scalar_distance(dyn_vector a, dyn_vector c) {
    return index_nodes((dyn_scalar){.kind = DYN_SCALAR_DISTANCE, .n_vectors = 2, .vector = {a, c}});
}

dyn_scalar dyn_scalar_travel(dyn_vector a, dyn_vector c, dyn_vector s) {
    return index_nodes((dyn_scalar){.kind = DYN_SCALAR_TRAVEL, .n_vectors = 3, .vector = {a, c, s}});
}

dyn_scalar dyn_scalar_coordinate(int node, int component) {
    return index_nodes((dyn_scalar){.kind = DYN_SCALAR_COORDINATE,
                                    .n_vectors = 1,
                                    .component = {component == 0, component == 1, component == 2},
                                    .vector = {dyn_vector_of_nodes(-1, node, -1)}});
}

void dyn_scalar_couple(dyn_model *m, const dyn_scalar *s) { dyn_couple(m, s->node, s->n); }

void dyn_scalar_bind(const dyn_model *m, dyn_scalar *s) {
    const dyn_matrix *t = &m->matrix_pattern;
    for (int i = 0, k = 0; i < s->n; i++)
        for (int j = 0; j <= i; j++, k++) {
            s->block[k] = dyn_matrix_block(t, s->node[i], s->node[j]);
            assert(s->block[k] < t->n_blocks || m->fixed[s->node[i]] || m->fixed[s->node[j]]);
        }
    s->bound = true;
}

bool dyn_scalar_active(const dyn_eval *e, const dyn_scalar *s) {
    for (int p = 0; p < s->n_vectors; p++)
        if (s->vector[p].body >= 0 && !dyn_body_active(e, s->vector[p].body)) return false;
    return true;
}

// Computes the vectors in the world (of an angle with s times the ratio), and x, y: r cos, r sin of an angle, else the
// value and 0. False where the scalar is undefined.
static bool evaluate_vectors(const dyn_scalar *s, const vec3 *q, vec3 *vector, double *x, double *y) {
    for (int p = 0; p < s->n_vectors; p++) vector[p] = dyn_vector_at(&s->vector[p], q);
    *y = 0;
    switch (s->kind) {
    case DYN_SCALAR_ANGLE:
        vector[2] = vec3_scale(s->ratio, vector[2]);
        *x = vec3_dot(vector[0], vector[1]);
        *y = vec3_dot(vector[0], vector[2]);
        return dyn_angle_known(*x * *x + *y * *y, vector[0], vector[1]);
    case DYN_SCALAR_DISTANCE:
        *x = vec3_norm(vec3_sub(vector[0], vector[1]));
        return *x > 0;
    case DYN_SCALAR_TRAVEL:
        *x = vec3_dot(vec3_sub(vector[0], vector[1]), vector[2]);
        return true;
    default:
        *x = vec3_dot(s->component, vector[0]);
        return true;
    }
}

// atan2(y, x).
static inline double angle_of(double y, double x) {
    double t = y / x;
    return dyn_angle_small(x, t) ? dyn_angle_series(t) : atan2(y, x);
}

static inline double value_from(const dyn_scalar *s, double x, double y, const dyn_scalar_mark *from) {
    if (s->kind != DYN_SCALAR_ANGLE) return x;
    if (!from || (from->x == 0 && from->y == 0)) return atan2(y, x);
    return from->value + angle_of(from->x * y - from->y * x, from->x * x + from->y * y);
}

// With x = a·c and y = a·s: d angle = (x dy - y dx)/(x² + y²), and dx = c·da + a·dc, dy = s·da + a·ds.
static void compute_gradient(const dyn_scalar *s, dyn_scalar_value *v) {
    switch (s->kind) {
    case DYN_SCALAR_ANGLE: {
        double r2 = v->x * v->x + v->y * v->y, fx = -v->y / r2, fy = v->x / r2;
        v->g[0] = vec3_madd(vec3_scale(fx, v->vector[1]), fy, v->vector[2]);
        v->g[1] = vec3_scale(fx, v->vector[0]);
        v->g[2] = vec3_scale(fy * s->ratio, v->vector[0]);
        break;
    }
    case DYN_SCALAR_DISTANCE:
        v->g[0] = vec3_scale(1 / v->x, vec3_sub(v->vector[0], v->vector[1]));
        v->g[1] = vec3_scale(-1, v->g[0]);
        break;
    case DYN_SCALAR_TRAVEL:
        v->g[0] = v->vector[2];
        v->g[1] = vec3_scale(-1, v->vector[2]);
        v->g[2] = vec3_sub(v->vector[0], v->vector[1]);
        break;
    default:
        v->g[0] = s->component;
    }
}

bool dyn_scalar_eval(const dyn_scalar *s, const vec3 *q, const vec3 *qd, const dyn_scalar_mark *from,
                     dyn_scalar_value *v) {
    if (!evaluate_vectors(s, q, v->vector, &v->x, &v->y)) return false;
    v->value = value_from(s, v->x, v->y, from);
    compute_gradient(s, v);
    v->rate = 0;
    for (int p = 0; p < s->n_vectors; p++) v->rate += vec3_dot(v->g[p], dyn_vector_at(&s->vector[p], qd));
    return true;
}

dyn_scalar_mark dyn_scalar_at(const dyn_scalar *s, const vec3 *q, double near) {
    vec3 vector[DYN_SCALAR_VECTORS];
    dyn_scalar_mark mark = {.value = near};
    if (!evaluate_vectors(s, q, vector, &mark.x, &mark.y)) return (dyn_scalar_mark){.value = near};
    double value = value_from(s, mark.x, mark.y, NULL);
    mark.value = s->kind == DYN_SCALAR_ANGLE ? near + remainder(value - near, TURN) : value;
    return mark;
}

dyn_scalar_mark dyn_scalar_origin(const dyn_scalar *s, const vec3 *q) {
    vec3 vector[DYN_SCALAR_VECTORS];
    dyn_scalar_mark mark;
    if (!evaluate_vectors(s, q, vector, &mark.x, &mark.y)) return (dyn_scalar_mark){0};
    mark.value = s->kind == DYN_SCALAR_ANGLE ? 0 : mark.x;
    return mark;
}

// ---- tangent

static inline mat3 outer_product(double t, vec3 a, vec3 b) {
    a = vec3_scale(t, a);
    return (mat3){
        {{a.x * b.x, a.x * b.y, a.x * b.z}, {a.y * b.x, a.y * b.y, a.y * b.z}, {a.z * b.x, a.z * b.y, a.z * b.z}}};
}

// -F times the second derivatives of the scalar with respect to its vectors p and q.
typedef struct curvature {
    mat3 h[DYN_SCALAR_VECTORS][DYN_SCALAR_VECTORS];
} curvature;

static void add_outer(curvature *k, int n, double t, const vec3 *a, const vec3 *b) {
    for (int p = 0; p < n; p++)
        for (int q = 0; q < n; q++) {
            mat3 ab = outer_product(t, a[p], b[q]);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) k->h[p][q].m[r][c] += ab.m[r][c];
        }
}

static void add_unit(curvature *k, int p, int q, double t) {
    for (int r = 0; r < 3; r++) k->h[p][q].m[r][r] += t;
}

// d²|d| = (I - n nᵀ)/|d| on d = a - c is semi-definite: its positive part is the whole of it or zero.
static void distance_curvature(const dyn_scalar_value *v, double force, dyn_geometric geometric, curvature *k) {
    if (geometric == DYN_GEOMETRIC_POSITIVE && force > 0) return;
    double t = -force / v->x;
    add_outer(k, 2, -t, v->g, v->g);
    for (int p = 0; p < 2; p++)
        for (int q = 0; q < 2; q++) add_unit(k, p, q, p == q ? t : -t);
}

// -F d·s on d = a - c is the difference of squares (|F|/4)(|d/r - f s r|² - |d/r + f s r|²), f the sign of F, for any
// r² [m]; r² = |d| gives both terms the same weight. The positive part is the first square.
static void travel_curvature(const dyn_scalar_value *v, double force, dyn_geometric geometric, curvature *k) {
    bool half = geometric == DYN_GEOMETRIC_POSITIVE;
    for (int p = 0; p < 2; p++) {
        double t = (half ? 0.5 : 1) * (p == 0 ? -force : force);
        add_unit(k, p, 2, t);
        add_unit(k, 2, p, t);
    }
    if (!half) return;
    double distance = vec3_norm(v->g[2]), r2 = distance > 0 ? distance : 1, t = 0.5 * fabs(force) / r2;
    for (int p = 0; p < 2; p++)
        for (int q = 0; q < 2; q++) add_unit(k, p, q, p == q ? t : -t);
    add_unit(k, 2, 2, 0.5 * fabs(force) * r2);
}

static double norm_of(const vec3 *a, int n) {
    double sum = 0;
    for (int p = 0; p < n; p++) sum += vec3_norm2(a[p]);
    return sqrt(sum);
}

// With z = x + i y = a·(c + i s) the angle is Im log z, so d² angle = Im(d²z/z) - Im((dz/z)²) =
//   2 (-y da·dc + x da·ds)/r² - 2 (h·d)(g·d),  h the gradient of log r, g that of the angle.
// Each term is a difference of two squares: 2 (h·d)(g·d) = |h||g|/2 ((h' + g')·d)² - ..., with unit vectors h', g'. The
// first term splits in the same way into da and the combination of dc and ds. The positive part is the positive square.
static void angle_curvature(const dyn_scalar *s, const dyn_scalar_value *v, double force, dyn_geometric geometric,
                            curvature *k) {
    double r2 = v->x * v->x + v->y * v->y, kc = -v->y / r2, ks = s->ratio * v->x / r2;
    const vec3 h[3] = {
        vec3_scale(1 / r2, vec3_madd(vec3_scale(v->x, v->vector[1]), v->y, v->vector[2])),
        vec3_scale(v->x / r2, v->vector[0]),
        vec3_scale(s->ratio * v->y / r2, v->vector[0]),
    };
    for (int p = 1; p < 3; p++) {
        double t = -force * (p == 1 ? kc : ks);
        bool half = geometric == DYN_GEOMETRIC_POSITIVE;
        add_unit(k, 0, p, half ? 0.5 * t : t);
        add_unit(k, p, 0, half ? 0.5 * t : t);
    }
    if (geometric == DYN_GEOMETRIC_FULL) {
        add_outer(k, 3, force, h, v->g);
        add_outer(k, 3, force, v->g, h);
        return;
    }
    double size = sqrt(kc * kc + ks * ks), kk[3] = {0, kc, ks}, both = 0.5 * fabs(force);
    add_unit(k, 0, 0, both * size);
    for (int p = 1; p < 3; p++)
        for (int q = 1; q < 3; q++) add_unit(k, p, q, both * kk[p] * kk[q] / size);
    double lh = norm_of(h, 3), lg = norm_of(v->g, 3);
    vec3 sum[3];
    for (int p = 0; p < 3; p++)
        sum[p] = vec3_madd(vec3_scale(sqrt(lg / lh), h[p]), copysign(sqrt(lh / lg), force), v->g[p]);
    add_outer(k, 3, both, sum, sum);
}

// Weight of each vector in each node of the scalar.
static void node_weights(const dyn_scalar *s, double w[DYN_SCALAR_NODES][DYN_SCALAR_VECTORS]) {
    for (int i = 0; i < s->n; i++)
        for (int p = 0; p < DYN_SCALAR_VECTORS; p++) w[i][p] = 0;
    for (int p = 0; p < s->n_vectors; p++)
        for (int k = 0; k < s->vector[p].n; k++)
            if (s->slot[p][k] >= 0) w[s->slot[p][k]][p] += s->vector[p].weight[k];
}

static void add_geometric(const dyn_eval *e, const dyn_scalar *s, const dyn_scalar_value *v, double force,
                          dyn_geometric geometric) {
    if (s->kind == DYN_SCALAR_COORDINATE || force == 0) return;
    curvature k = {0};
    if (s->kind == DYN_SCALAR_ANGLE)
        angle_curvature(s, v, force, geometric, &k);
    else if (s->kind == DYN_SCALAR_TRAVEL)
        travel_curvature(v, force, geometric, &k);
    else
        distance_curvature(v, force, geometric, &k);
    double w[DYN_SCALAR_NODES][DYN_SCALAR_VECTORS];
    node_weights(s, w);
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j <= i; j++) {
            mat3 t = {0};
            for (int p = 0; p < s->n_vectors; p++)
                for (int q = 0; q < s->n_vectors; q++)
                    for (int a = 0; a < 9; a++)
                        t.m[a / 3][a % 3] += e->k_weight * w[i][p] * w[j][q] * k.h[p][q].m[a / 3][a % 3];
            dyn_node_add_tangent(e, s->node[i], s->node[j], &t);
        }
}

static void add_rank_one(const dyn_eval *e, const dyn_scalar *s, const dyn_scalar_value *v, double t) {
    vec3 g[DYN_SCALAR_NODES];
    for (int i = 0; i < s->n; i++) g[i] = vec3_make(0, 0, 0);
    for (int p = 0; p < s->n_vectors; p++)
        for (int k = 0; k < s->vector[p].n; k++)
            if (s->slot[p][k] >= 0) g[s->slot[p][k]] = vec3_madd(g[s->slot[p][k]], s->vector[p].weight[k], v->g[p]);
    for (int i = 0, k = 0; i < s->n; i++)
        for (int j = 0; j <= i; j++, k++) {
            mat3 m = outer_product(t, g[i], g[j]);
            if (!s->bound) {
                dyn_node_add_tangent(e, s->node[i], s->node[j], &m);
                continue;
            }
            double *block = e->tangent->a + 9 * s->block[k];
            for (int a = 0; a < 9; a++) block[a] += m.m[a / 3][a % 3];
        }
}

void dyn_scalar_add(const dyn_eval *e, const dyn_scalar *s, const dyn_scalar_value *v, dyn_law law,
                    dyn_geometric geometric) {
    for (int p = 0; p < s->n_vectors; p++) {
        const dyn_vector *a = &s->vector[p];
        for (int k = 0; k < a->n; k++)
            dyn_node_add_force(e, a->body, a->node[k], vec3_scale(law.force * a->weight[k], v->g[p]));
    }
    if (!e->tangent) return;
    double t = e->k_weight * law.k + e->c_weight * law.c;
    if (t > 0 || (t < 0 && geometric == DYN_GEOMETRIC_FULL)) add_rank_one(e, s, v, t);
    if (geometric != DYN_GEOMETRIC_NONE) add_geometric(e, s, v, law.force, geometric);
}
