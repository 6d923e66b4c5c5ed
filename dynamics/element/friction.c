// SPDX-License-Identifier: MIT
#include "dynamics/element/friction.h"
#include "dynamics/core/model.h"

#define WHOLE 0.01 // square of the projection of a, over |a|², from which the whole friction of an angle acts

static void predict(void *self, const dyn_eval *e, const void *z) {
    dyn_friction *f = self;
    (void)z;
    f->last = dyn_scalar_origin(&f->scalar, e->q_last);
}

// Displacement since the last accepted step. Outside a step the bristle already includes the displacement, and the
// evaluation returns the force that acted.
static double displacement(const dyn_friction *f, const dyn_eval *e, const dyn_scalar_value *v) {
    return e->q == e->q_last ? 0 : v->value - f->last.value;
}

// Share of the friction of an angle that acts. Where a is nearly perpendicular to the plane of c and s, a turn by the
// angle hardly moves it: the torque would be a force without bound on a, and the angle is undefined.
static double share_of(const dyn_scalar *s, const dyn_scalar_value *v) {
    if (s->kind != DYN_SCALAR_ANGLE) return 1;
    double r2 = (v->x * v->x + v->y * v->y) / (vec3_norm2(v->vector[0]) * vec3_norm2(v->vector[1]));
    return fmin(fmax((r2 - DYN_ANGLE_KNOWN) / (WHOLE - DYN_ANGLE_KNOWN), 0), 1);
}

static void eval(void *self, const dyn_eval *e, const void *zz) {
    const dyn_friction *f = self;
    const dyn_friction_state *z = zz;
    dyn_scalar_value v;
    double limit = z->seized > 0 ? f->def.seized : f->def.limit + f->def.per_load * z->load;
    if (limit <= 0 || !dyn_scalar_active(e, &f->scalar) || !dyn_scalar_eval(&f->scalar, e->q, e->qd, &f->last, &v))
        return;
    double x = z->bristle + displacement(f, e, &v), share = share_of(&f->scalar, &v);
    dyn_law law = dyn_friction_law(x, v.rate, limit, f->def.yield, f->def.lead);
    law = (dyn_law){share * law.force, share * law.k, share * law.c};
    dyn_scalar_add(e, &f->scalar, &v, law, f->def.geometric);
}

static void accept(void *self, const dyn_eval *e, void *zz) {
    const dyn_friction *f = self;
    dyn_friction_state *z = zz;
    dyn_scalar_value v;
    bool on = dyn_scalar_active(e, &f->scalar) && dyn_scalar_eval(&f->scalar, e->q, e->qd, &f->last, &v);
    z->bristle = on ? dyn_bristle_move(z->bristle, v.value - f->last.value, f->def.yield) : 0;
    bool seized = f->def.seized_by && e->command->failures & f->def.seized_by;
    if (seized != (z->seized > 0)) { // resets the bristle: its force would jump with the limit
        z->bristle = 0;
        z->seized = seized;
    }
    if (f->def.load_body >= 0)
        z->load =
            dyn_friction_load(z->load, on ? fmax(0, dyn_body_tension(e, f->def.load_body)) : 0, e->h, f->def.load_time);
}

static void finish(void *self, const dyn_model *m) {
    dyn_friction *f = self;
    dyn_scalar_bind(m, &f->scalar);
}

int dyn_friction_add(dyn_friction *f, dyn_model *m, const dyn_scalar *scalar, const dyn_friction_def *def) {
    *f = (dyn_friction){.scalar = *scalar, .def = *def};
    f->force = (dyn_force){.self = f,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = sizeof(dyn_friction_state),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept,
                           .finish = finish};
    dyn_scalar_couple(m, &f->scalar);
    return dyn_add_force(m, &f->force);
}
