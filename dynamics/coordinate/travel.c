// SPDX-License-Identifier: MIT
// phi = (Q - P)·a - s. Its derivative by s is -1: its multiplier is the force in the coordinate.
#include "dynamics/coordinate/travel.h"
#include "dynamics/coordinate/private.h"

static void travel_row(const void *self, const dyn_eval *e, dyn_row *row) {
    const dyn_relative_travel *r = self;
    vec3 a = dyn_direction_in(&r->a, e->q), ad = dyn_direction_in(&r->a, e->qd);
    vec3 d = vec3_sub(e->q[r->q], e->q[r->p]), rate = vec3_sub(e->qd[r->q], e->qd[r->p]);
    *row = (dyn_row){.phi = vec3_dot(d, a) - e->q[r->node].x, .gamma = 2 * vec3_dot(rate, ad)};
    written_gradient(row, r->node, vec3_make(-1, 0, 0));
    written_gradient(row, r->q, a);
    written_gradient(row, r->p, vec3_scale(-1, a));
    written_gradient_along(row, &r->a, d);
}

static void travel_curve(const void *self, const dyn_eval *e, const double *lambda, double weight) {
    const dyn_relative_travel *r = self;
    const dyn_direction between = {r->q, r->p, 1};
    mat3 whole = mat3_identity();
    written_curve_along(e, &between, &r->a, weight * *lambda, &whole);
}

void dyn_relative_travel_add(dyn_relative_travel *r, dyn_model *m, int p, int q, const dyn_direction *a,
                             double inertia) {
    *r = (dyn_relative_travel){.p = p, .q = q, .a = *a};
    double s = vec3_dot(vec3_sub(m->node0[q], m->node0[p]), dyn_direction_in(a, m->node0));
    r->node = dyn_add_lone_node(m, vec3_make(s, 0, 0), vec3_make(inertia, 1, 1));
    dyn_couple(m, (const int[5]){r->node, p, q, a->head, a->tail}, 5);
    r->group = dyn_add_rows(m, &(dyn_row_group){.self = r, .n_rows = 1, .eval = travel_row, .curve = travel_curve});
}
