// SPDX-License-Identifier: MIT
#include "dynamics/element/stop.h"

static dyn_law law(const void *def, double value, double rate) { return dyn_stop_law(def, value, rate); }

static double energy(const void *def, double value) { return dyn_stop_energy(def, value); }

int dyn_stop_add(dyn_stop *s, struct dyn_model *m, const dyn_scalar *scalar, const dyn_stop_def *def) {
    s->def = *def;
    s->along = (dyn_scalar_force){
        .scalar = *scalar, .geometric = def->geometric, .law = law, .energy = energy, .def = &s->def};
    return dyn_scalar_force_add(&s->along, m);
}
