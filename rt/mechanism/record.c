// SPDX-License-Identifier: MIT
// Evaluates a mechanism's columns.
#include "dynamics/joint/reaction.h"
#include "rt/mechanism/private.h"

static double component(vec3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

static double point_value(const mechanism *k, int index, int what, const dyn_state *s) {
    const vec3 *x[3] = {s->q, s->qd, s->qdd};
    return component(x[what / 3][k->point[index]], what % 3);
}

// Angular momentum about the world's origin: the integral of r × v dm over r = Σ c_i x_i, with the mass matrix
// m_ij = the integral of c_i c_j dm.
static vec3 body_momentum(const dyn_model *m, int body, const dyn_state *s) {
    const dyn_body *b = &m->body[body];
    vec3 sum = {0, 0, 0};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) sum = vec3_madd(sum, b->m[i][j], vec3_cross(s->q[b->node[i]], s->qd[b->node[j]]));
    return sum;
}

static vec3 model_momentum(const dyn_model *m, const dyn_state *s) {
    vec3 sum = {0, 0, 0};
    for (int i = 0; i < m->n_nodes; i++) sum = vec3_madd(sum, m->node_weight[i], vec3_cross(s->q[i], s->qd[i]));
    for (int k = 0; k < m->n_bodies; k++) sum = vec3_add(sum, body_momentum(m, k, s));
    return sum;
}

// Component of the unit quaternion of a rotation, scalar part first and not negative (Shepperd 1978): by the largest
// component, so that no difference cancels.
static double quaternion(const mat3 *r, int component) {
    const double d[4] = {r->m[0][0] + r->m[1][1] + r->m[2][2], r->m[0][0], r->m[1][1], r->m[2][2]};
    int most = 0;
    for (int k = 1; k < 4; k++)
        if (d[k] > d[most]) most = k;
    const double odd[3] = {r->m[2][1] - r->m[1][2], r->m[0][2] - r->m[2][0], r->m[1][0] - r->m[0][1]}; // 4 w x ...
    double q[4], twice = 2 * sqrt(fmax(0, 1 + 2 * d[most] - d[0]));
    if (most == 0) twice = 2 * sqrt(1 + d[0]);
    q[most] = twice / 4;
    for (int k = 1; k < 4; k++) {
        if (most == 0) q[k] = odd[k - 1] / twice;
        if (most > 0 && k != most) q[k] = (r->m[k - 1][most - 1] + r->m[most - 1][k - 1]) / twice;
    }
    if (most > 0) q[0] = odd[most - 1] / twice;
    return q[0] < 0 ? -q[component] : q[component];
}

// Roll, pitch or yaw of R = Rz(yaw) Ry(pitch) Rx(roll); at a pitch of 90 degrees, where roll and yaw turn about the
// same axis, roll is 0.
static double angle_of(const mat3 *r, int which) {
    double level = hypot(r->m[0][0], r->m[1][0]);
    bool upright = level < 1e-9;
    if (which == 1) return atan2(-r->m[2][0], level);
    if (which == 0) return upright ? 0 : atan2(r->m[2][1], r->m[2][2]);
    return upright ? atan2(-r->m[0][1], r->m[1][1]) : atan2(r->m[1][0], r->m[0][0]);
}

// Orientation, or angular momentum about the centre of mass.
static double body_turning(const mechanism *k, int index, int what, const dyn_state *s) {
    const dyn_model *m = k->model;
    int body = k->body[index];
    dyn_eval e = dyn_eval_at(m, s);
    pose at = dyn_body_pose(&e, body);
    if (what < SCENARIO_ROLL) return quaternion(&at.r, what - SCENARIO_QW);
    if (what < SCENARIO_LX) return angle_of(&at.r, what - SCENARIO_ROLL);
    double w[4];
    dyn_body_weights(m, body, mechanism_vec3(k->def->bodies.item[index].centre), w);
    vec3 orbital = vec3_cross(dyn_body_point(&e, body, w), dyn_body_velocity(&e, body, w));
    return component(vec3_madd(body_momentum(m, body, s), -m->body[body].mass, orbital), what - SCENARIO_LX);
}

// Motion of the centre of mass, or the angular velocity.
static double body_value(const mechanism *k, int index, int what, const dyn_state *s) {
    const dyn_model *m = k->model;
    int body = k->body[index];
    dyn_eval e = dyn_eval_at(m, s);
    double w[4];
    if (what >= SCENARIO_QW) return body_turning(k, index, what, s);
    if (what >= SCENARIO_WX) return component(dyn_body_omega(&e, body), what % 3);
    dyn_body_weights(m, body, mechanism_vec3(k->def->bodies.item[index].centre), w);
    const vec3 *x[3] = {s->q, s->qd, s->qdd};
    vec3 sum = {0, 0, 0};
    for (int i = 0; i < 4; i++) sum = vec3_madd(sum, w[i], x[what / 3][m->body[body].node[i]]);
    return component(sum, what % 3);
}

static double model_value(const mechanism *k, int what, const dyn_state *s, const dyn_step_info *info) {
    if (what >= SCENARIO_LX) return component(model_momentum(k->model, s), what - SCENARIO_LX);
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

// Force on the second point of a distance or inline joint, by its bilinear rows: -lambda phi_q. It acts at that point,
// so its torque about the point is zero.
static vec3 point_reaction(const mechanism *k, int index, const dyn_state *s) {
    const dyn_model *m = k->model;
    vec3 force = {0, 0, 0};
    int rows = k->def->joints.item[index].kind == DYN_JOINT_DISTANCE ? 1 : 2;
    for (int i = k->row[index]; i < k->row[index] + rows; i++) {
        const dyn_row_def *d = &m->row_def[i];
        double weight = -d->scale * k->lambda[dyn_bilinear_row(m, i)] * (d->c == d->a ? 2 : 1);
        force = vec3_madd(force, weight, vec3_sub(s->q[d->c], s->q[d->d]));
    }
    return force;
}

// Position or rate of the joint's free motion, or a component of the reaction on its first body.
static double joint_value(const mechanism *k, int index, int what, const dyn_state *s) {
    const scenario_joint *j = &k->def->joints.item[index];
    if (what == SCENARIO_POSITION || what == SCENARIO_RATE) {
        dyn_scalar_value v;
        dyn_scalar scalar =
            dyn_joint_kinds[j->kind].angles > 0 ? mechanism_joint_angle(k, index, 1) : mechanism_joint_travel(k, index);
        if (!dyn_scalar_eval(&scalar, s->q, s->qd, NULL, &v)) return NAN; // an angle within +- pi
        return what == SCENARIO_RATE ? v.rate : v.value;
    }
    if (what == SCENARIO_EFFORT) return dyn_gear_effort(&k->gear[index], k->model, k->lambda);
    if (j->kind == DYN_JOINT_DISTANCE || j->kind == DYN_JOINT_INLINE)
        return what < SCENARIO_TORQUE_X ? -component(point_reaction(k, index, s), what - SCENARIO_FORCE_X) : 0;
    dyn_reaction r = dyn_joint_reaction(&k->joint[index], k->model, s, k->lambda, &k->command, k->scratch);
    return what < SCENARIO_TORQUE_X ? -component(r.force, what - SCENARIO_FORCE_X)
                                    : -component(r.torque, what - SCENARIO_TORQUE_X);
}

static double coordinate_value(const mechanism *k, int index, int what, const dyn_state *s) {
    const vec3 *x[3] = {s->q, s->qd, s->qdd};
    return x[what - SCENARIO_POSITION][k->coordinate[index]].x;
}

static double force_value(const mechanism *k, int index, int what, const dyn_state *s) {
    mechanism_motion motion;
    if (what >= SCENARIO_TORQUE_X) return component(mechanism_force_vector(k, index, s), what - SCENARIO_TORQUE_X);
    if (what >= SCENARIO_FORCE_X) return component(mechanism_force_vector(k, index, s), what - SCENARIO_FORCE_X);
    if (!mechanism_force_motion(k, index, s, &motion)) return NAN;
    return what == SCENARIO_EFFORT ? motion.effort : what == SCENARIO_RATE ? motion.rate : motion.value;
}

static double contact_value(const mechanism *k, int index, int what) {
    const contact_shape_contact *c = &k->contact[index];
    contact_shape_sum sum = contact_shape_contact_sum(c);
    // the contact has its own order of the two shapes
    double side = c->a == &k->solid[k->def->contacts.item[index].shape[0]] ? 1 : -1;
    if (what >= SCENARIO_PLACE_X && sum.hits == 0) return NAN;
    if (what >= SCENARIO_NORMAL_X) return side * component(sum.normal_mean, what - SCENARIO_NORMAL_X);
    if (what >= SCENARIO_PLACE_X) return component(sum.point, what - SCENARIO_PLACE_X);
    if (what >= SCENARIO_FORCE_X && what < SCENARIO_TORQUE_X)
        return side * component(sum.force, what - SCENARIO_FORCE_X);
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
