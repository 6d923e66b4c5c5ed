// SPDX-License-Identifier: MIT
// Adds the force elements of a mechanism and evaluates their forces.
#include "rt/mechanism/private.h"

#define STOP_RAMP_LENGTH 1e-4 // depth over which a stop's damping rises from zero [m]
#define STOP_RAMP_ANGLE 1e-3  // the same for an angular stop [rad]

// Body of a point; -1: none.
static int body_of_point(const mechanism *k, int point) {
    const scenario_model *f = k->def;
    if (f->points.item[point].on.index >= 0) return k->body[f->points.item[point].on.index];
    for (int b = 0; b < f->bodies.n; b++)
        for (int i = 0; i < 2; i++)
            if (f->bodies.item[b].point[i] == point) return k->body[b];
    return -1;
}

// Vector fixed in a body (-1: ground) from its direction in the world at the start.
static dyn_vector fixed_in(const mechanism *k, int body, vec3 direction) {
    return dyn_vector_of_body(k->model, body, body >= 0 ? mat3_tmul(&k->pose[body].r, direction) : direction);
}

static dyn_vector point_vector(const mechanism *k, int point) {
    int body = body_of_point(k, point);
    if (k->def->points.item[point].on.index < 0) return dyn_vector_of_nodes(body, k->point[point], -1);
    return dyn_point_of_body(k->model, body, pose_point_inverse(&k->pose[body], mechanism_point_position(k, point)));
}

dyn_scalar mechanism_joint_angle(const mechanism *k, int joint, int axis) {
    mechanism_hinge h = mechanism_hinge_of(k, joint, axis);
    vec3 side = vec3_scale(h.sign, vec3_cross(h.axis, h.along));
    return dyn_scalar_angle(fixed_in(k, h.other, h.along), fixed_in(k, h.carrier, h.along),
                            fixed_in(k, h.carrier, side), 1);
}

// Distance of the joint's second point from its first one, along the axis that the first body carries.
dyn_scalar mechanism_joint_travel(const mechanism *k, int joint) {
    const scenario_joint *j = &k->def->joints.item[joint];
    int first = j->body[0] >= 0 ? k->body[j->body[0]] : -1, second = j->body[1] >= 0 ? k->body[j->body[1]] : -1;
    vec3 p = mechanism_point_position(k, j->point[0]), q = mechanism_point_position(k, j->point[1]);
    dyn_vector a = dyn_point_of_body(k->model, first, first >= 0 ? pose_point_inverse(&k->pose[first], p) : p);
    dyn_vector b = dyn_point_of_body(k->model, second, second >= 0 ? pose_point_inverse(&k->pose[second], q) : q);
    return dyn_scalar_travel(b, a, fixed_in(k, first, mechanism_vec3(j->axis)));
}

// Scalar along which an element acts.
static dyn_scalar scalar_of(const mechanism *k, const scenario_force *f) {
    if (f->coordinate.index >= 0) return dyn_scalar_coordinate(k->coordinate[f->coordinate.index], 0);
    if (f->joint.index < 0) return dyn_scalar_distance(point_vector(k, f->point[0]), point_vector(k, f->point[1]));
    return f->angular ? mechanism_joint_angle(k, f->joint.index, f->axis) : mechanism_joint_travel(k, f->joint.index);
}

static void add_applied_force(mechanism *k, int index, const scenario_force *f) {
    dyn_vector at = point_vector(k, f->point_ref.index);
    dyn_applied_force_add(&k->force[index].applied, k->model, &at, mechanism_vec3(f->force));
    k->force[index].applied.factor = f->function;
}

static void add_applied_torque(mechanism *k, int index, const scenario_force *f) {
    int on = f->body[0] >= 0 ? k->body[f->body[0]] : -1, back = f->body[1] >= 0 ? k->body[f->body[1]] : -1;
    vec3 torque = mechanism_vec3(f->torque);
    if (on < 0)
        on = back, back = -1, torque = vec3_scale(-1, torque); // torque on ground: the reaction acts on the other body
    dyn_applied_torque_add(&k->force[index].torque, k->model, on, back, -1, torque);
    k->force[index].torque.factor = f->function;
}

static void add_drag(mechanism *k, int index, const scenario_force *f) {
    dyn_vector at = point_vector(k, f->point_ref.index);
    dyn_drag_add(&k->force[index].drag, k->model, &at, f->density, f->drag_coefficient, f->area);
}

static void add_rope(mechanism *k, int index, const scenario_force *f) {
    dyn_vector at[SCENARIO_PATH];
    _Static_assert((int)SCENARIO_PATH == (int)DYN_ROPE_POINTS, "a rope has room for every point of the file");
    for (int i = 0; i < f->points.n; i++) at[i] = point_vector(k, f->path[i]);
    dyn_rope_add(&k->force[index].rope, k->model, at, f->points.n, f->law.rest, f->law.stiffness, f->law.damping,
                 STOP_RAMP_LENGTH);
}

static void add_along_scalar(mechanism *k, int index, const scenario_force *f) {
    dyn_scalar s = scalar_of(k, f);
    mechanism_force *to = &k->force[index];
    k->scalar[index] = s;
    const scenario_law *law = &f->law;
    if (f->kind == SCENARIO_SPRING || f->kind == SCENARIO_TORSION) {
        const dyn_spring_damper_def def = {law->stiffness, law->damping, law->rest, DYN_GEOMETRIC_POSITIVE};
        dyn_spring_damper_add(&to->spring, k->model, &s, &def);
    } else if (f->kind == SCENARIO_FRICTION) {
        const dyn_friction_def def = {
            .limit = law->limit, .load_body = -1, .yield = law->yield, .geometric = DYN_GEOMETRIC_POSITIVE};
        dyn_friction_add(&to->friction, k->model, &s, &def);
    } else if (f->kind == SCENARIO_STOP) {
        const dyn_stop_def def = {.min = law->low,
                                  .max = law->high,
                                  .stiffness = law->stiffness,
                                  .damping = law->damping,
                                  .ramp = f->angular ? STOP_RAMP_ANGLE : STOP_RAMP_LENGTH,
                                  .geometric = DYN_GEOMETRIC_POSITIVE};
        dyn_stop_add(&to->stop, k->model, &s, &def);
    } else {
        const dyn_actuator_def def = {.lever = f->command == SCENARIO_COMMAND_LEVER,
                                      .max = law->limit,
                                      .offset = f->program.offset * law->limit,
                                      .amplitude = f->program.amplitude * law->limit,
                                      .frequency = f->program.frequency,
                                      .phase = f->program.phase,
                                      .table = f->function,
                                      .lag = f->time_constant,
                                      .geometric = DYN_GEOMETRIC_POSITIVE};
        dyn_actuator_add(&to->actuator, k->model, &s, &def);
    }
}

void mechanism_add_forces(mechanism *k) {
    for (int i = 0; i < k->def->forces.n; i++) {
        const scenario_force *f = &k->def->forces.item[i];
        k->force_index[i] = k->model->n_forces;
        if (f->kind == SCENARIO_APPLIED_FORCE)
            add_applied_force(k, i, f);
        else if (f->kind == SCENARIO_APPLIED_TORQUE)
            add_applied_torque(k, i, f);
        else if (f->kind == SCENARIO_DRAG)
            add_drag(k, i, f);
        else if (f->kind == SCENARIO_ROPE)
            add_rope(k, i, f);
        else
            add_along_scalar(k, i, f);
    }
}

// Value of an element's scalar in the accepted state, with full turns if the element counts them.
static dyn_scalar_mark mark_of(const mechanism *k, int index, const dyn_state *s) {
    int kind = k->def->forces.item[index].kind;
    bool counts = kind == SCENARIO_SPRING || kind == SCENARIO_TORSION || kind == SCENARIO_STOP;
    const double *value = (const double *)(const void *)(s->z + k->model->force_z[k->force_index[index]]);
    return dyn_scalar_at(&k->scalar[index], s->q, counts ? *value : 0);
}

// The element's internal state holds the bristle of friction and the lagging force of an actuator.
static double effort_of(const mechanism *k, int index, const dyn_state *s, const dyn_scalar_value *v) {
    const scenario_force *f = &k->def->forces.item[index];
    const mechanism_force *e = &k->force[index];
    const void *z = s->z + k->model->force_z[k->force_index[index]];
    switch (f->kind) {
    case SCENARIO_FRICTION:
        return dyn_friction_law(((const dyn_friction_state *)z)->bristle, v->rate, e->friction.def.limit,
                                e->friction.def.yield, e->friction.def.lead)
            .force;
    case SCENARIO_STOP:
        return dyn_stop_law(&e->stop.def, v->value, v->rate).force;
    case SCENARIO_ACTUATOR:
        return *(const double *)z;
    default:
        return dyn_spring_damper_law(&e->spring.def, v->value, v->rate).force;
    }
}

bool mechanism_force_motion(const mechanism *k, int index, const dyn_state *s, mechanism_motion *out) {
    if (k->def->forces.item[index].kind == SCENARIO_ROPE) {
        const dyn_rope *rope = &k->force[index].rope;
        dyn_rope_length l = dyn_rope_measure(rope, s->q, s->qd);
        *out = (mechanism_motion){l.value, l.rate, dyn_rope_force(rope, &l)};
        return true;
    }
    dyn_scalar_value v;
    dyn_scalar_mark from = mark_of(k, index, s);
    if (!dyn_scalar_eval(&k->scalar[index], s->q, s->qd, &from, &v)) return false;
    *out = (mechanism_motion){v.value, v.rate, effort_of(k, index, s, &v)};
    return true;
}

vec3 mechanism_force_vector(const mechanism *k, int index, const dyn_state *s) {
    const scenario_force *f = &k->def->forces.item[index];
    if (f->kind == SCENARIO_DRAG)
        return dyn_drag_force(&k->force[index].drag, dyn_vector_at(&k->force[index].drag.point, s->qd));
    double t = (double)s->step * k->model->h, factor = f->function ? dyn_table_value(f->function, t) : 1;
    return vec3_scale(factor, mechanism_vec3(f->kind == SCENARIO_APPLIED_FORCE ? f->force : f->torque));
}
