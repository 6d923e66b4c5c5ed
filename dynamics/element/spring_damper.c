// SPDX-License-Identifier: MIT
#include "dynamics/element/spring_damper.h"

static dyn_law law(const void *def, double value, double rate) { return dyn_spring_damper_law(def, value, rate); }

static double energy(const void *def, double value) {
    const dyn_spring_damper_def *d = def;
    double stretch = value - d->rest;
    return 0.5 * d->stiffness * stretch * stretch;
}

int dyn_spring_damper_add(dyn_spring_damper *s, struct dyn_model *m, const dyn_scalar *scalar,
                          const dyn_spring_damper_def *def) {
    s->def = *def;
    s->along = (dyn_scalar_force){
        .scalar = *scalar, .geometric = def->geometric, .law = law, .energy = energy, .def = &s->def};
    return dyn_scalar_force_add(&s->along, m);
}
