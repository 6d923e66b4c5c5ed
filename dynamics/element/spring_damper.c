// SPDX-License-Identifier: MIT
#include "dynamics/element/spring_damper.h"
#include "dynamics/model.h"

// The internal state is the scalar's value at the last accepted step, so that turns are counted.
static void predict(void *self, const dyn_eval *e, const void *z) {
    dyn_spring_damper *s = self;
    s->last = dyn_scalar_at(&s->scalar, e->q_last, *(const double *)z);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const dyn_spring_damper *s = self;
    dyn_scalar_value v;
    (void)z;
    if (!dyn_scalar_active(e, &s->scalar) || !dyn_scalar_eval(&s->scalar, e->q, e->qd, &s->last, &v)) return;
    dyn_scalar_add(e, &s->scalar, &v, dyn_spring_damper_law(&s->def, v.value, v.rate), s->def.geometric);
}

static void accept(void *self, const dyn_eval *e, void *z) {
    const dyn_spring_damper *s = self;
    double *value = z;
    *value = dyn_scalar_at(&s->scalar, e->q, *value).value;
}

static double energy(const void *self, const dyn_eval *e, const void *z) {
    const dyn_spring_damper *s = self;
    if (!dyn_scalar_active(e, &s->scalar)) return 0;
    double stretch = dyn_scalar_at(&s->scalar, e->q, *(const double *)z).value - s->def.rest;
    return 0.5 * s->def.stiffness * stretch * stretch;
}

static void finish(void *self, const dyn_model *m) {
    dyn_spring_damper *s = self;
    dyn_scalar_bind(m, &s->scalar);
}

int dyn_spring_damper_add(dyn_spring_damper *s, dyn_model *m, const dyn_scalar *scalar,
                          const dyn_spring_damper_def *def) {
    *s = (dyn_spring_damper){.scalar = *scalar, .def = *def};
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
