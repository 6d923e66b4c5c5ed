// SPDX-License-Identifier: MIT
// phi = (|P - Q|² - s²)/(2 L0) [m], L0 = |P - Q| at the start (García de Jalón & Bayo 1994, ch. 2).
#include "dynamics/coordinate/distance.h"
#include "dynamics/coordinate/private.h"

#define COINCIDE 1e-9 // distance below which two points coincide [m]

static void distance_row(const void *self, const dyn_eval *e, dyn_row *row) {
    const dyn_relative_distance *r = self;
    double s = e->q[r->node].x, sd = e->qd[r->node].x, per = 1 / r->length0;
    vec3 d = vec3_sub(e->q[r->p], e->q[r->q]), rate = vec3_sub(e->qd[r->p], e->qd[r->q]);
    *row = (dyn_row){.phi = 0.5 * per * (vec3_norm2(d) - s * s), .gamma = per * (vec3_norm2(rate) - sd * sd)};
    written_gradient(row, r->node, vec3_make(-per * s, 0, 0));
    written_gradient(row, r->p, vec3_scale(per, d));
    written_gradient(row, r->q, vec3_scale(-per, d));
}

static void distance_curve(const void *self, const dyn_eval *e, const double *lambda, double weight) {
    const dyn_relative_distance *r = self;
    double k = weight * *lambda / r->length0;
    mat3 half = {{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}}, whole = mat3_identity(), s = {{{-0.5, 0, 0}}};
    written_curve(e, r->p, r->p, k, &half); // half: written_curve adds the mirror image
    written_curve(e, r->q, r->q, k, &half);
    written_curve(e, r->p, r->q, -k, &whole);
    written_curve(e, r->node, r->node, k, &s);
}

rt_status dyn_relative_distance_add(dyn_relative_distance *r, dyn_model *m, int p, int q, double inertia,
                                    const char **why) {
    double length = vec3_norm(vec3_sub(m->node0[p], m->node0[q]));
    *why = length > COINCIDE ? NULL : "the two points coincide";
    if (*why) return RT_ERR_USAGE;
    *r = (dyn_relative_distance){.p = p, .q = q, .length0 = length};
    r->node = dyn_add_lone_node(m, vec3_make(length, 0, 0), vec3_make(inertia, 1, 1));
    dyn_couple(m, (const int[3]){r->node, p, q}, 3);
    r->group = dyn_add_rows(m, &(dyn_row_group){.self = r, .n_rows = 1, .eval = distance_row, .curve = distance_curve});
    return RT_OK;
}
