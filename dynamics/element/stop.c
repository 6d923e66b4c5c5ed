// SPDX-License-Identifier: MIT
#include "dynamics/element/stop.h"
#include "dynamics/model.h"

// The internal state is the scalar's value at the last accepted step, so that turns are counted.
static void predict(void *self, const dyn_eval *e, const void *z) {
    dyn_stop *s = self;
    s->last = dyn_scalar_at(&s->scalar, e->q_last, *(const double *)z);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const dyn_stop *s = self;
    dyn_scalar_value v;
    (void)z;
    if (!dyn_scalar_active(e, &s->scalar) || !dyn_scalar_eval(&s->scalar, e->q, e->qd, &s->last, &v)) return;
    dyn_scalar_add(e, &s->scalar, &v, dyn_stop_law(&s->def, v.value, v.rate), s->def.geometric);
}

static void accept(void *self, const dyn_eval *e, void *z) {
    const dyn_stop *s = self;
    double *value = z;
    *value = dyn_scalar_at(&s->scalar, e->q, *value).value;
}

static double energy(const void *self, const dyn_eval *e, const void *z) {
    const dyn_stop *s = self;
    if (!dyn_scalar_active(e, &s->scalar)) return 0;
    return dyn_stop_energy(&s->def, dyn_scalar_at(&s->scalar, e->q, *(const double *)z).value);
}

static void finish(void *self, const dyn_model *m) {
    dyn_stop *s = self;
    dyn_scalar_bind(m, &s->scalar);
}

int dyn_stop_add(dyn_stop *s, dyn_model *m, const dyn_scalar *scalar, const dyn_stop_def *def) {
    *s = (dyn_stop){.scalar = *scalar, .def = *def};
    s->force = (dyn_force){.self = s,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = sizeof(double),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept,
                           .finish = finish,
                           .energy = energy};
    dyn_scalar_couple(m, &s->scalar);
    return dyn_add_force(m, &s->force);
}
