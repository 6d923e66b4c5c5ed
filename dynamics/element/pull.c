// SPDX-License-Identifier: MIT
#include "dynamics/element/pull.h"
#include "dynamics/core/model.h"

// Finds the part and its mass [kg]; 0: the model has no such part now, or it has no mass.
static double find_part(const dyn_eval *e, const rt_pull *pull, dyn_grip *g) {
    const dyn_model *m = e->model;
    int i = pull->number;
    *g = (dyn_grip){.body = -1, .node = -1};
    if (!rt_pull_is_valid(pull)) return 0;
    if (pull->kind == RT_PULL_NODE) {
        if (i < DYN_FIRST_NODE || i >= m->n_nodes || m->fixed[i]) return 0;
        g->node = i;
        return m->node_weight[i];
    }
    if (i >= m->n_bodies || !dyn_body_active(e, i)) return 0;
    g->body = i;
    dyn_body_weights(m, i, vec3_make(pull->at[0], pull->at[1], pull->at[2]), g->w);
    return dyn_body_mass(e, i);
}

bool dyn_pull_grip(const dyn_pull *p, const dyn_eval *e, const rt_pull *pull, dyn_grip *g) {
    double mass = find_part(e, pull, g);
    if (!(mass > 0)) return false;
    g->at = g->body >= 0 ? dyn_body_point(e, g->body, g->w) : e->q[g->node];
    g->rate = g->body >= 0 ? dyn_body_velocity(e, g->body, g->w) : e->qd[g->node];
    double phase = PULL_PHASE / e->h;
    g->stiffness = mass * fmin(PULL_ACCELERATION / p->reach, phase * phase);
    g->damping = 2 * PULL_DAMPING * sqrt(g->stiffness * mass);
    g->limit = mass * PULL_ACCELERATION;
    vec3 stretch = vec3_sub(vec3_make(pull->to[0], pull->to[1], pull->to[2]), g->at);
    g->spring = vec3_madd(vec3_scale(g->stiffness, stretch), -g->damping, g->rate);
    double size = vec3_norm(g->spring);
    g->force = size > g->limit ? vec3_scale(g->limit / size, g->spring) : g->spring;
    return true;
}

// Derivative of the force by the spring's: 1 below the limit, else (limit / |f|) (1 - f fᵀ / |f|²).
static mat3 limit_tangent(const dyn_grip *g, double factor) {
    double size = vec3_norm(g->spring);
    mat3 t = mat3_identity();
    if (size > g->limit) {
        vec3 n = vec3_scale(1 / size, g->spring);
        const double x[3] = {n.x, n.y, n.z};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) t.m[i][j] = g->limit / size * (t.m[i][j] - x[i] * x[j]);
    }
    for (int i = 0; i < 9; i++) t.m[i / 3][i % 3] *= factor;
    return t;
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    dyn_grip g;
    (void)z;
    if (e->command->pull.kind == RT_PULL_NONE || !dyn_pull_grip(self, e, &e->command->pull, &g)) return;
    if (g.body >= 0)
        dyn_body_add_force(e, g.body, g.w, g.force);
    else
        dyn_node_add_force(e, -1, g.node, g.force);
    if (!e->tangent) return;
    const mat3 t = limit_tangent(&g, e->k_weight * g.stiffness + e->c_weight * g.damping);
    if (g.body >= 0)
        dyn_body_add_tangent(e, g.body, g.w, &t);
    else
        dyn_node_add_tangent(e, g.node, g.node, &t);
}

int dyn_pull_add(dyn_pull *p, dyn_model *m, double reach) {
    *p = (dyn_pull){.reach = reach};
    p->force = (dyn_force){.self = p, .phase = RT_PHASE_ASSEMBLE, .eval = eval};
    return dyn_add_force(m, &p->force);
}
