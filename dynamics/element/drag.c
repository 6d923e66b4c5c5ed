// SPDX-License-Identifier: MIT
// C = -dF/dv = (rho Cd A / 2) (|v| I + v vᵀ/|v|), positive semi-definite: the tangent is exact.
#include "dynamics/element/drag.h"
#include "dynamics/core/model.h"

// Adds w_i w_j t for all pairs of the point's nodes.
static void add_tangent(const dyn_eval *e, const dyn_vector *p, double per_v2, vec3 v) {
    double speed = vec3_norm(v), c = e->c_weight * per_v2, along = speed > 0 ? c / speed : 0;
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++) {
            if (p->node[i] < p->node[j]) continue; // the block of the other order holds both
            mat3 t;
            double w = p->weight[i] * p->weight[j];
            for (int r = 0; r < 3; r++)
                for (int k = 0; k < 3; k++) t.m[r][k] = w * (along * x[r] * x[k] + (r == k ? c * speed : 0));
            dyn_node_add_tangent(e, p->node[i], p->node[j], &t);
        }
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const dyn_drag *d = self;
    const dyn_vector *p = &d->point;
    (void)z;
    if (p->body >= 0 && !dyn_body_active(e, p->body)) return;
    vec3 v = dyn_vector_at(p, e->qd), f = dyn_drag_force(d, v);
    for (int k = 0; k < p->n; k++) dyn_node_add_force(e, p->body, p->node[k], vec3_scale(p->weight[k], f));
    if (e->tangent) add_tangent(e, p, d->per_v2, v);
}

int dyn_drag_add(dyn_drag *d, dyn_model *m, const dyn_vector *point, double density, double coefficient, double area) {
    *d = (dyn_drag){.point = *point, .per_v2 = 0.5 * density * coefficient * area};
    d->force = (dyn_force){.self = d, .phase = RT_PHASE_ASSEMBLE, .eval = eval};
    return dyn_add_force(m, &d->force);
}
