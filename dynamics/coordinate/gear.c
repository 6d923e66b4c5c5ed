// SPDX-License-Identifier: MIT
// phi = (s2 - s2(0)) - ratio (s1 - s1(0)), linear: gamma and curvature are zero.
#include "dynamics/coordinate/gear.h"

static void gear_row(const void *self, const dyn_eval *e, dyn_row *row) {
    const dyn_gear *g = self;
    double first = e->q[g->node[0]].x - g->start[0], second = e->q[g->node[1]].x - g->start[1];
    *row = (dyn_row){.n = 2,
                     .node = {g->node[1], g->node[0]},
                     .g = {{1, 0, 0}, {-g->ratio, 0, 0}},
                     .phi = second - g->ratio * first};
}

rt_status dyn_gear_add(dyn_gear *g, dyn_model *m, int first, int second, double ratio, const char **why) {
    *why = first == second ? "both of its coordinates are the same" : NULL;
    if (*why) return RT_ERR_USAGE;
    *g = (dyn_gear){.node = {first, second}, .start = {m->node0[first].x, m->node0[second].x}, .ratio = ratio};
    dyn_couple(m, g->node, 2);
    g->group = dyn_add_rows(m, &(dyn_row_group){.self = g, .n_rows = 1, .eval = gear_row});
    return RT_OK;
}

double dyn_gear_effort(const dyn_gear *g, const dyn_model *m, const double *lambda) {
    return -lambda[m->group[g->group].first_row];
}
