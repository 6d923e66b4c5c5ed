// SPDX-License-Identifier: MIT
#include "dynamics/joint/attach.h"

#define SAME 1e-9 // distance below which two points meet [m, and per metre from the origin]; sine of parallel vectors

static bool same_point(vec3 a, vec3 b) { return vec3_norm(vec3_sub(a, b)) <= SAME * (1 + vec3_norm(a)); }

// phi = x - Σ weight_k from_k, by components: linear, so gamma and curvature are zero. The rows stay active with an
// inactive body: the node stays with the body.
static void tie_rows(const void *self, const dyn_eval *e, dyn_row *row) {
    const dyn_tie *t = self;
    vec3 left = e->q[t->node];
    for (int k = 0; k < 4; k++) left = vec3_madd(left, -t->weight[k], e->q[t->from[k]]);
    const vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int c = 0; c < 3; c++) {
        row[c] = (dyn_row){.n = 5, .phi = vec3_dot(left, axis[c])};
        row[c].node[0] = t->node;
        row[c].g[0] = axis[c];
        for (int k = 0; k < 4; k++) {
            row[c].node[k + 1] = t->from[k];
            row[c].g[k + 1] = vec3_scale(-t->weight[k], axis[c]);
        }
    }
}

static int add_tied(dyn_model *m, int body, vec3 x, const double weight[4], dyn_tie *tie) {
    *tie = (dyn_tie){.body = body, .node = dyn_add_lone_node(m, x, vec3_make(0, 0, 0))};
    for (int k = 0; k < 4; k++) {
        tie->from[k] = m->body[body].node[k];
        tie->weight[k] = weight[k];
        dyn_couple(m, (const int[2]){tie->node, tie->from[k]}, 2);
    }
    tie->group = dyn_add_rows(m, &(dyn_row_group){.self = tie, .n_rows = 3, .eval = tie_rows});
    return tie->node;
}

void dyn_body_add_ties(const dyn_model *m, int body, const double *lambda, vec3 *force) {
    for (int g = 0; g < m->n_groups; g++) {
        if (m->group[g].eval != tie_rows) continue;
        const dyn_tie *t = m->group[g].self;
        const double *l = lambda + m->group[g].first_row;
        vec3 f = vec3_make(l[0], l[1], l[2]); // -lambda phi_q, with phi_q = -weight
        for (int k = 0; k < 4 && t->body == body; k++)
            force[t->from[k]] = vec3_madd(force[t->from[k]], t->weight[k], f);
    }
}

// Resolves the world vector x along p1 - p0, u, v at the start.
static vec3 resolve(const dyn_model *m, int body, vec3 x) {
    const int *n = m->body[body].node;
    mat3 basis = mat3_columns(vec3_sub(m->node0[n[1]], m->node0[n[0]]), m->node0[n[2]], m->node0[n[3]]);
    mat3 inverse = mat3_inverse(&basis);
    return mat3_mul(&inverse, x);
}

static int ground_node(dyn_model *m, vec3 x) {
    for (int i = 0; i < m->n_nodes; i++)
        if (m->fixed[i] && same_point(x, m->node0[i])) return i;
    return dyn_add_node(m, x, true);
}

int dyn_body_point_node(dyn_model *m, int body, vec3 x, dyn_tie *tie) {
    if (body < 0) return ground_node(m, x);
    const int *n = m->body[body].node;
    for (int k = 0; k < 2; k++)
        if (same_point(x, m->node0[n[k]])) return n[k];
    vec3 c = resolve(m, body, vec3_sub(x, m->node0[n[0]]));
    return add_tied(m, body, x, (const double[4]){1 - c.x, c.x, c.y, c.z}, tie);
}

int dyn_body_vector_node(dyn_model *m, int body, vec3 direction, dyn_tie *tie) {
    vec3 unit = vec3_unit(direction);
    if (body < 0) return ground_node(m, unit);
    const int *n = m->body[body].node;
    for (int k = 2; k < 4; k++)
        if (same_point(unit, m->node0[n[k]])) return n[k];
    vec3 c = resolve(m, body, unit);
    return add_tied(m, body, unit, (const double[4]){-c.x, c.x, c.y, c.z}, tie);
}

dyn_direction dyn_body_own(const dyn_model *m, int body, int k) {
    int head = body < 0 ? DYN_EX + k : m->body[body].node[k + 1];
    int tail = body < 0 || k > 0 ? DYN_ZERO : m->body[body].node[0];
    return (dyn_direction){head, tail, 1 / vec3_norm(vec3_sub(m->node0[head], m->node0[tail]))};
}

bool dyn_body_own_direction(const dyn_model *m, int body, vec3 direction, dyn_direction *found) {
    for (int k = 0; k < 3; k++) {
        dyn_direction d = dyn_body_own(m, body, k);
        vec3 own = dyn_direction_in(&d, m->node0);
        if (!(vec3_norm(vec3_cross(own, direction)) <= SAME)) continue;
        bool along = vec3_dot(own, direction) > 0;
        *found = (dyn_direction){along ? d.head : d.tail, along ? d.tail : d.head, d.scale};
        return true;
    }
    return false;
}

dyn_direction dyn_body_direction(dyn_model *m, int body, vec3 direction, dyn_tie *tie) {
    dyn_direction d;
    if (dyn_body_own_direction(m, body, vec3_unit(direction), &d)) return d;
    return (dyn_direction){dyn_body_vector_node(m, body, direction, tie), DYN_ZERO, 1};
}
