// SPDX-License-Identifier: MIT
#include "dynamics/element/scalar_force.h"
#include "dynamics/core/model.h"

// The internal state is the scalar's value at the last accepted step, which counts turns.
static void predict(void *self, const dyn_eval *e, const void *z) {
    dyn_scalar_force *f = self;
    f->last = dyn_scalar_at(&f->scalar, e->q_last, *(const double *)z);
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const dyn_scalar_force *f = self;
    dyn_scalar_value v;
    (void)z;
    if (!dyn_scalar_active(e, &f->scalar) || !dyn_scalar_eval(&f->scalar, e->q, e->qd, &f->last, &v)) return;
    dyn_scalar_add(e, &f->scalar, &v, f->law(f->def, v.value, v.rate), f->geometric);
}

static void accept(void *self, const dyn_eval *e, void *z) {
    const dyn_scalar_force *f = self;
    double *value = z;
    *value = dyn_scalar_at(&f->scalar, e->q, *value).value;
}

static double energy(const void *self, const dyn_eval *e, const void *z) {
    const dyn_scalar_force *f = self;
    if (!dyn_scalar_active(e, &f->scalar)) return 0;
    return f->energy(f->def, dyn_scalar_at(&f->scalar, e->q, *(const double *)z).value);
}

static void finish(void *self, const dyn_model *m) {
    dyn_scalar_force *f = self;
    dyn_scalar_bind(m, &f->scalar);
}

int dyn_scalar_force_add(dyn_scalar_force *f, dyn_model *m) {
    f->force = (dyn_force){.self = f,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = sizeof(double),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept,
                           .finish = finish,
                           .energy = energy};
    dyn_scalar_couple(m, &f->scalar);
    return dyn_add_force(m, &f->force);
}
