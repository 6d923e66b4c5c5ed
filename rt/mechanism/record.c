// SPDX-License-Identifier: MIT
// Evaluates a mechanism's columns.
#include "dynamics/joint/reaction.h"
#include "rt/mechanism/private.h"

static double component(vec3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

static double point_value(const mechanism *k, int index, int what, const dyn_state *s) {
    const vec3 *x[3] = {s->q, s->qd, s->qdd};
    return component(x[what / 3][k->point[index]], what % 3);
}

// Motion of the centre of mass, or the angular velocity.
static double body_value(const mechanism *k, int index, int what, const dyn_state *s) {
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

static double model_value(const mechanism *k, int what, const dyn_state *s, const dyn_step_info *info) {
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

// Value or rate of a scalar. from: reference from which an angle counts full turns; NULL: the angle is within +- pi.
static double scalar_value(const dyn_scalar *scalar, int what, const dyn_state *s, const dyn_scalar_mark *from,
                           dyn_scalar_value *v) {
    if (!dyn_scalar_eval(scalar, s->q, s->qd, from, v)) return NAN;
    return what == SCENARIO_RATE ? v->rate : v->value;
}

// Position or rate of the joint's free motion, or a component of the reaction on its first body.
static double joint_value(const mechanism *k, int index, int what, const dyn_state *s) {
    const scenario_joint *j = &k->def->joints.item[index];
    if (what == SCENARIO_POSITION || what == SCENARIO_RATE) {
        dyn_scalar_value v;
        dyn_scalar scalar =
            dyn_joint_kinds[j->kind].angles > 0 ? mechanism_joint_angle(k, index, 1) : mechanism_joint_travel(k, index);
        return scalar_value(&scalar, what, s, NULL, &v);
    }
    dyn_reaction r = dyn_joint_reaction(&k->joint[index], k->model, s, k->lambda, &k->command, k->scratch);
    return what < SCENARIO_TORQUE_X ? -component(r.force, what - SCENARIO_FORCE_X)
                                    : -component(r.torque, what - SCENARIO_TORQUE_X);
}

static double coordinate_value(const mechanism *k, int index, int what, const dyn_state *s) {
    const vec3 *x[3] = {s->q, s->qd, s->qdd};
    return x[what - SCENARIO_POSITION][k->coordinate[index]].x;
}

static double force_value(const mechanism *k, int index, int what, const dyn_state *s) {
    dyn_scalar_value v;
    dyn_scalar_mark from = mechanism_scalar_mark(k, index, s);
    double value = scalar_value(&k->scalar[index], what, s, &from, &v);
    return what == SCENARIO_EFFORT && !isnan(value) ? mechanism_effort(k, index, s, &v) : value;
}

static double contact_value(const mechanism *k, int index, int what) {
    contact_shape_sum sum = contact_shape_contact_sum(&k->contact[index]);
    switch (what) {
    case SCENARIO_DEPTH:
        return sum.depth;
    case SCENARIO_NORMAL_FORCE:
        return sum.normal;
    case SCENARIO_FRICTION_FORCE:
        return sum.friction;
    default:
        return sum.hits;
    }
}

void mechanism_solve_multipliers(mechanism *k, dyn_state *s, dyn_work *w, const rt_command *c) {
    k->command = *c;
    dyn_multipliers(k->model, s, w, c, k->lambda);
}

double mechanism_column_value(const mechanism *k, const scenario_record *r, const dyn_state *s,
                              const dyn_step_info *info) {
    switch (r->of_kind) {
    case SCENARIO_POINT:
        return point_value(k, r->of.index, r->what, s);
    case SCENARIO_BODY:
        return body_value(k, r->of.index, r->what, s);
    case SCENARIO_JOINT:
        return joint_value(k, r->of.index, r->what, s);
    case SCENARIO_COORDINATE:
        return coordinate_value(k, r->of.index, r->what, s);
    case SCENARIO_DRIVER:
        return dyn_driver_force(&k->driver[r->of.index], k->model, k->lambda);
    case SCENARIO_FORCE:
        return force_value(k, r->of.index, r->what, s);
    case SCENARIO_CONTACT:
        return contact_value(k, r->of.index, r->what);
    default:
        return model_value(k, r->what, s, info);
    }
}
