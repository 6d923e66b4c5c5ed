// SPDX-License-Identifier: MIT
// With all forces on the bodies in balance, the sum of Q_i - M q_i'' over the nodes is the wrench on what carries them.
// A force f on a point node or on a vector node x does the work f·(omega × x): its moment is x × f.
#include "dynamics/core/balance.h"
#include "dynamics/core/sleep.h"
#include "dynamics/core/state.h"
#include <string.h>

static void add_outside(const dyn_eval *e, const dyn_force *const *outside, int n, vec3 *scratch) {
    const dyn_model *m = e->model;
    dyn_eval forces = *e;
    forces.force = scratch;
    forces.tangent = NULL;
    memset(scratch, 0, (size_t)m->n_nodes * sizeof *scratch);
    for (int k = 0; k < m->n_forces; k++)
        for (int j = 0; j < n; j++)
            if (m->force[k] == outside[j]) outside[j]->eval(outside[j]->self, &forces, e->state->z + m->force_z[k]);
}

// Adds the force f at a node, and the outside force on it, which a node shared by bodies has once.
static void add_node(const dyn_eval *e, int node, bool point, vec3 f, vec3 *scratch, dyn_wrench *w) {
    f = vec3_add(f, scratch[node]);
    scratch[node] = vec3_make(0, 0, 0);
    if (point) w->force = vec3_add(w->force, f);
    w->moment = vec3_add(w->moment, vec3_cross(e->q[node], f));
}

// The pull on a body of the sleeping bodies beside it, at its point node i: its own axial force. Neglected: the shear,
// less than the body's weight where it lies at rest.
static void add_support(const dyn_eval *e, int body, int i, dyn_wrench *w) {
    const int *node = e->model->body[body].node;
    const vec3 at = e->q[node[i]], way = vec3_unit(vec3_sub(at, e->q[node[1 - i]]));
    const vec3 f = vec3_scale(dyn_body_tension(e, body), way);
    w->force = vec3_add(w->force, f);
    w->moment = vec3_add(w->moment, vec3_cross(at, f));
}

// G_i g* - sum m_ij a_j at each node of a body.
static void add_body(const dyn_eval *e, int body, vec3 gravity, vec3 *scratch, dyn_wrench *w) {
    const dyn_body *b = &e->model->body[body];
    vec3 a[4];
    for (int k = 0; k < 4; k++) a[k] = dyn_node_acceleration(e, b->node[k]);
    for (int i = 0; i < 4; i++) {
        if (i < 2 && e->model->sleeps && dyn_sleep_holds(e->model, e->state->body_on, body, i)) {
            add_support(e, body, i, w);
            continue;
        }
        vec3 f = vec3_scale(b->gravity[i], gravity);
        for (int k = 0; k < 4; k++) f = vec3_madd(f, -b->m[i][k], a[k]);
        add_node(e, b->node[i], i < 2, f, scratch, w);
    }
}

dyn_wrench dyn_carried_wrench(const dyn_eval *e, const dyn_force *const *outside, int n_outside, vec3 *scratch) {
    const dyn_model *m = e->model;
    const vec3 gravity = dyn_apparent_gravity(e);
    dyn_wrench w = {{0, 0, 0}, {0, 0, 0}};
    add_outside(e, outside, n_outside, scratch);
    for (int k = 0; k < m->n_bodies; k++)
        if (e->body_on[k] == DYN_AWAKE) add_body(e, k, gravity, scratch, &w);
    for (int i = DYN_FIRST_NODE; i < m->n_nodes; i++)
        if (m->lone[i] && m->node_weight[i] > 0)
            add_node(e, i, true, vec3_scale(m->node_weight[i], vec3_sub(gravity, dyn_node_acceleration(e, i))), scratch,
                     &w);
    return w;
}
