// SPDX-License-Identifier: MIT
// Values of a mechanism's columns.
#include "rt/mechanism_private.h"

static double component(vec3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

static double of_point(const mechanism *k, int index, int what, const dyn_state *s) {
    const vec3 *x[3] = {s->q, s->qd, s->qdd};
    return component(x[what / 3][k->point[index]], what % 3);
}

// Of the centre of mass, and the angular velocity.
static double of_body(const mechanism *k, int index, int what, const dyn_state *s) {
    const dyn_model *m = k->model;
    int body = k->body[index];
    dyn_eval e = dyn_eval_at(m, s);
    double w[4];
    if (what >= SCENARIO_WX) return component(dyn_body_omega(&e, body), what % 3);
    dyn_body_weights(m, body, mechanism_vec3(k->def->bodies.item[index].centre), w);
    const vec3 *x[3] = {s->q, s->qd, s->qdd};
    vec3 sum = {0, 0, 0};
    for (int i = 0; i < 4; i++) sum = vec3_madd(sum, w[i], x[what / 3][m->body[body].node[i]]);
    return component(sum, what % 3);
}

static double of_model(const mechanism *k, int what, const dyn_state *s, const dyn_step_info *info) {
    switch (what) {
    case SCENARIO_ENERGY:
        return dyn_energy(k->model, s);
    case SCENARIO_KINETIC:
        return dyn_kinetic_energy(k->model, s);
    case SCENARIO_POTENTIAL:
        return dyn_energy(k->model, s) - dyn_kinetic_energy(k->model, s);
    case SCENARIO_ENERGY_ERROR:
        return dyn_energy(k->model, s) - k->energy0;
    case SCENARIO_NEWTON:
        return info->newton;
    default:
        return info->phi_max;
    }
}

double mechanism_record(const mechanism *k, const scenario_record *r, const dyn_state *s, const dyn_step_info *info) {
    switch (r->of_kind) {
    case SCENARIO_POINT:
        return of_point(k, r->of.index, r->what, s);
    case SCENARIO_BODY:
        return of_body(k, r->of.index, r->what, s);
    default:
        return of_model(k, r->what, s, info);
    }
}
