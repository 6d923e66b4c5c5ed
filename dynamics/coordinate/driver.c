// SPDX-License-Identifier: MIT
// phi = along·x - f(t), phi_t = -f', gamma = -f''.
#include "dynamics/coordinate/driver.h"

#define TAU 6.283185307179586477

void dyn_driver_at(const dyn_driver_motion *f, double t, double value[3]) {
    double w = TAU * f->frequency, angle = w * t + f->phase;
    value[0] = f->offset + f->rate * t + 0.5 * f->acceleration * t * t + f->amplitude * sin(angle);
    value[1] = f->rate + f->acceleration * t + f->amplitude * w * cos(angle);
    value[2] = f->acceleration - f->amplitude * w * w * sin(angle);
    if (!f->table) return;
    double add[3];
    dyn_table_at(f->table, t, add);
    for (int k = 0; k < 3; k++) value[k] += add[k];
}

static void driver_row(const void *self, const dyn_eval *e, dyn_row *row) {
    const dyn_driver *d = self;
    double f[3];
    dyn_driver_at(&d->motion, e->t, f);
    *row = (dyn_row){.n = 1,
                     .node = {d->node},
                     .g = {d->along},
                     .phi = vec3_dot(d->along, e->q[d->node]) - f[0],
                     .phi_t = -f[1],
                     .gamma = -f[2]};
}

rt_status dyn_driver_add(dyn_driver *d, dyn_model *m, int node, vec3 along, const dyn_driver_motion *f,
                         const char **why) {
    *why = m->fixed[node] ? "the coordinate belongs to ground" : NULL;
    if (*why) return RT_ERR_USAGE;
    *d = (dyn_driver){.node = node, .along = along, .motion = *f};
    d->group = dyn_add_rows(m, &(dyn_row_group){.self = d, .n_rows = 1, .eval = driver_row});
    return RT_OK;
}

double dyn_driver_force(const dyn_driver *d, const dyn_model *m, const double *lambda) {
    return -lambda[m->group[d->group].first_row];
}
