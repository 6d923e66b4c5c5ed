// SPDX-License-Identifier: MIT
// L = Σ |x_(p+1) - x_p|; the force on point p is -T dL/dx_p, with the tension T of the law of a stop. Tangent:
//   K = k g gᵀ + T d²L/dx², C = c g gᵀ,  d²|d|/dd² = (I - n nᵀ)/|d|:
// positive semi-definite, since T >= 0, and exact but for the damping's term (see dyn_geometric).
#include "dynamics/element/rope.h"
#include "dynamics/core/model.h"
#include <assert.h>

dyn_rope_length dyn_rope_measure(const dyn_rope *r, const vec3 *q, const vec3 *qd) {
    dyn_rope_length l = {0};
    for (int p = 0; p + 1 < r->n; p++) {
        vec3 d = vec3_sub(dyn_vector_at(&r->point[p + 1], q), dyn_vector_at(&r->point[p], q));
        vec3 v = vec3_sub(dyn_vector_at(&r->point[p + 1], qd), dyn_vector_at(&r->point[p], qd));
        l.part[p] = vec3_norm(d);
        if (l.part[p] > 0) l.along[p] = vec3_scale(1 / l.part[p], d);
        l.value += l.part[p];
        l.rate += vec3_dot(l.along[p], v);
    }
    return l;
}

// dL/dx of a point: the parts before it end there, the part after it begins there.
static vec3 gradient(const dyn_rope *r, const dyn_rope_length *l, int p) {
    vec3 g = p > 0 ? l->along[p - 1] : vec3_make(0, 0, 0);
    return p + 1 < r->n ? vec3_sub(g, l->along[p]) : g;
}

// Adds t (I - n nᵀ)/|d| of a part.
static void add_part(mat3 *to, const dyn_rope_length *l, int p, double t) {
    const double n[3] = {l->along[p].x, l->along[p].y, l->along[p].z};
    if (l->part[p] > 0)
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) to->m[r][c] += t / l->part[p] * ((r == c) - n[r] * n[c]);
}

// Second derivative of the force's potential by the points p and q: stiff g gᵀ + tension d²L/dx².
static mat3 block_of(const dyn_rope *r, const dyn_rope_length *l, int p, int q, double stiff, double tension) {
    vec3 a = vec3_scale(stiff, gradient(r, l, p)), b = gradient(r, l, q);
    mat3 t = {
        {{a.x * b.x, a.x * b.y, a.x * b.z}, {a.y * b.x, a.y * b.y, a.y * b.z}, {a.z * b.x, a.z * b.y, a.z * b.z}}};
    if (p == q && p > 0) add_part(&t, l, p - 1, tension);
    if (p == q && p + 1 < r->n) add_part(&t, l, p, tension);
    if (q == p + 1) add_part(&t, l, p, -tension);
    if (p == q + 1) add_part(&t, l, q, -tension);
    return t;
}

// Adds the block of the points p and q to the pairs of their nodes.
static void add_block(const dyn_eval *e, const dyn_vector *p, const dyn_vector *q, const mat3 *t) {
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < q->n; j++) {
            if (p->node[i] < q->node[j]) continue; // added in the other order
            mat3 own = *t;
            for (int k = 0; k < 9; k++) own.m[k / 3][k % 3] *= p->weight[i] * q->weight[j];
            dyn_node_add_tangent(e, p->node[i], q->node[j], &own);
        }
}

static bool is_active(const dyn_rope *r, const dyn_eval *e) {
    for (int p = 0; p < r->n; p++)
        if (r->point[p].body >= 0 && !dyn_body_active(e, r->point[p].body)) return false;
    return true;
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const dyn_rope *r = self;
    (void)z;
    if (!is_active(r, e)) return;
    dyn_rope_length l = dyn_rope_measure(r, e->q, e->qd);
    dyn_law law = dyn_stop_law(&r->law, l.value, l.rate);
    if (law.force == 0) return;
    for (int p = 0; p < r->n; p++) {
        vec3 f = vec3_scale(law.force, gradient(r, &l, p));
        const dyn_vector *at = &r->point[p];
        for (int k = 0; k < at->n; k++) dyn_node_add_force(e, at->body, at->node[k], vec3_scale(at->weight[k], f));
    }
    if (!e->tangent) return;
    double stiff = fmax(0, e->k_weight * law.k + e->c_weight * law.c);
    for (int p = 0; p < r->n; p++)
        for (int q = 0; q < r->n; q++) {
            mat3 t = block_of(r, &l, p, q, stiff, -e->k_weight * law.force);
            add_block(e, &r->point[p], &r->point[q], &t);
        }
}

static double energy(const void *self, const dyn_eval *e, const void *z) {
    const dyn_rope *r = self;
    (void)z;
    return is_active(r, e) ? dyn_stop_energy(&r->law, dyn_rope_measure(r, e->q, e->qd).value) : 0;
}

int dyn_rope_add(dyn_rope *r, dyn_model *m, const dyn_vector *point, int n, double rest, double stiffness,
                 double damping, double ramp) {
    int node[DYN_ROPE_POINTS * DYN_VECTOR_NODES], nodes = 0;
    assert(n >= 2 && n <= DYN_ROPE_POINTS);
    *r = (dyn_rope){.n = n,
                    .law = {.min = -HUGE_VAL, .max = rest, .stiffness = stiffness, .damping = damping, .ramp = ramp}};
    for (int p = 0; p < n; p++) {
        r->point[p] = point[p];
        for (int k = 0; k < point[p].n; k++) node[nodes++] = point[p].node[k];
    }
    dyn_couple(m, node, nodes);
    r->force = (dyn_force){.self = r, .phase = RT_PHASE_ASSEMBLE, .eval = eval, .energy = energy};
    return dyn_add_force(m, &r->force);
}
