// SPDX-License-Identifier: MIT
#include "dynamics/element/actuator.h"
#include "dynamics/core/model.h"
#include "dynamics/core/state.h"

static double demand_at(const dyn_actuator_def *d, const dyn_eval *e, double t) {
    double u = d->offset + d->amplitude * sin(2 * 3.14159265358979323846 * d->frequency * t + d->phase);
    if (d->table) u += d->max * dyn_table_value(d->table, t);
    if (d->lever) u += e->command->lever * d->max;
    return fmax(-d->max, fmin(d->max, u));
}

// The force at the iterate. It solves lag F' + F = demand over a step from `before`, exactly for a demand that is
// constant over the step, as the command is. A function of time is sampled at mid-step (second order in the step).
// Outside a step the lagging force stays at `before`.
static double force_at(const dyn_actuator_def *d, const dyn_eval *e, double before) {
    bool in_step = e->t > (double)e->state->step * e->h;
    if (d->lag <= 0) return demand_at(d, e, e->t);
    if (!in_step) return before;
    double u = demand_at(d, e, e->t - 0.5 * e->h);
    return u + (before - u) * exp(-e->h / d->lag);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const dyn_actuator *a = self;
    dyn_scalar_value v;
    if (!dyn_scalar_active(e, &a->scalar) || !dyn_scalar_eval(&a->scalar, e->q, e->qd, NULL, &v)) return;
    dyn_scalar_add(e, &a->scalar, &v, (dyn_law){force_at(&a->def, e, *(const double *)z), 0, 0}, a->def.geometric);
}

static void accept(void *self, const dyn_eval *e, void *z) {
    const dyn_actuator *a = self;
    double *force = z;
    *force = force_at(&a->def, e, *force);
}

static void finish(void *self, const dyn_model *m) {
    dyn_actuator *a = self;
    dyn_scalar_bind(m, &a->scalar);
}

int dyn_actuator_add(dyn_actuator *a, dyn_model *m, const dyn_scalar *scalar, const dyn_actuator_def *def) {
    *a = (dyn_actuator){.scalar = *scalar, .def = *def};
    a->force = (dyn_force){.self = a,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = sizeof(double),
                           .eval = eval,
                           .accept = accept,
                           .finish = finish};
    dyn_scalar_couple(m, &a->scalar);
    return dyn_add_force(m, &a->force);
}
