// SPDX-License-Identifier: MIT
// A block whose contact set the test steps by hand.
#ifndef HAWSE_TESTS_CONTACT_SET_BENCH_H
#define HAWSE_TESTS_CONTACT_SET_BENCH_H

#include "contact/set/hull_body.h"
#include "contact/set/hull_links.h"
#include "dynamics/core/step.h"
#include "tests/contact/shapes.h"

static const double H = 1e-3;

// A free block of 100 kg, 0.4 m × 0.4 m × 0.2 m, with contacts at places chosen by the test.
typedef struct bench {
    dyn_model model;
    dyn_state state;
    int body;
    contact_set set;
    void *z;
    vec3 *q, *qd, *q_last, *force; // the iterate
    dyn_matrix tangent;
    rt_events events;
    dyn_eval e;
} bench;

static inline contact_material soft_material(void) {
    contact_material m = contact_material_default();
    m.stiffness = 1e7;
    return m;
}

// Adds the block's nodes (0: p0, 1: p1, 2: u, 3: v) to the model in this order.
static inline void bench_make_ordered(bench *b, const contact_material *m, int capacity, double match,
                                      const int order[4]) {
    const vec3 at[4] = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    int node[4];
    memset(b, 0, sizeof *b);
    assert_true(dyn_model_create(&b->model, H, vec3_make(0, 0, -9.81), 4, 1, 0, 0, 1));
    dyn_model *d = &b->model;
    for (int i = 0; i < 4; i++) node[order[i]] = dyn_add_node(d, at[order[i]], false);
    const dyn_body_def def = {.p0 = node[0],
                              .p1 = node[1],
                              .u = node[2],
                              .v = node[3],
                              .rb_p1 = {0, 0, 1},
                              .ub = {1, 0, 0},
                              .vb = {0, 1, 0},
                              .mass = 100,
                              .inertia = {{{1.7, 0, 0}, {0, 1.7, 0}, {0, 0, 2.7}}}};
    assert_int_equal(dyn_add_body(d, &def, &b->body), RT_OK);
    assert_int_equal(dyn_model_finish(d, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(d, &b->state), RT_OK);
    assert_int_equal(contact_set_create(&b->set, m, capacity, match), RT_OK);
    size_t n = (size_t)d->n_nodes;
    b->z = calloc(1, contact_set_z_size(capacity));
    b->q = calloc(n, sizeof(vec3)), b->qd = calloc(n, sizeof(vec3));
    b->q_last = calloc(n, sizeof(vec3)), b->force = calloc(n, sizeof(vec3));
    b->tangent = d->matrix_pattern;
    b->tangent.a = calloc(9 * ((size_t)d->matrix_pattern.n_blocks + 1), sizeof(double));
    assert_true(b->z && b->q && b->qd && b->q_last && b->force && b->tangent.a);
    for (int i = 0; i < d->n_nodes; i++) b->q[i] = b->q_last[i] = b->state.q[i];
    b->e = dyn_eval_at(d, &b->state);
    b->e.q = b->q, b->e.qd = b->qd, b->e.q_last = b->q_last, b->e.force = b->force, b->e.events = &b->events;
    b->e.k_weight = 0.25 * H * H, b->e.c_weight = 0.5 * H;
}

static inline void bench_make(bench *b, const contact_material *m, int capacity, double match) {
    bench_make_ordered(b, m, capacity, match, (const int[4]){0, 1, 2, 3});
}

static inline void bench_free(bench *b) {
    free(b->z), free(b->q), free(b->qd), free(b->q_last), free(b->force), free(b->tangent.a);
    contact_set_free(&b->set);
    dyn_state_free(&b->state);
    dyn_model_destroy(&b->model);
}

// Translates the block by d, at velocity v.
static inline void shift_block(bench *b, vec3 d, vec3 v) {
    for (int i = 0; i < b->model.n_nodes; i++) b->q_last[i] = b->q[i];
    for (int k = 0; k < 2; k++) {
        int i = b->model.body[b->body].node[k];
        b->q[i] = vec3_add(b->q[i], d); // points only; vectors stay
        b->qd[i] = v;
    }
}

static inline const contact_entry *entry_at(const bench *b, int k) {
    return (const contact_entry *)(const void *)((const char *)b->z + 2 * sizeof(int64_t)) + k;
}
static inline int64_t entry_count(const bench *b) { return *(const int64_t *)b->z; }

#endif
