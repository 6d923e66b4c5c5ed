// SPDX-License-Identifier: MIT
#include "dynamics/tackle/anchor.h"
#include "dynamics/bristle.h"
#include "dynamics/state.h"

#define NO_ANGLE -100.0 // where the swivel angle means nothing
#define PIN_YIELD 0.005 // bristle deflection scale of pin and swivel [rad]

rt_status tackle_anchor_add(tackle_anchor *a, dyn_model *m, const tackle_anchor_def *def) {
    *a = (tackle_anchor){.def = *def, .link = -1};
    mat3 hinge = mat3_rotation(vec3_make(1, 0, 0), def->hinge), r = def->shank.r, rh = mat3_matmul(&r, &hinge);
    vec3 pin = def->shank.p, x = mat3_column(&r, 0);
    a->v_head = dyn_add_node(m, mat3_column(&rh, 1), false);
    a->tip = dyn_add_node(m, vec3_add(pin, mat3_column(&rh, 2)), false);
    a->hinge_axis = dyn_add_node(m, x, false);
    a->pin = dyn_add_node(m, pin, false);
    a->v_shank = dyn_add_node(m, mat3_column(&r, 1), false);
    a->shackle = dyn_add_node(m, vec3_madd(pin, def->shackle, mat3_column(&r, 2)), false);
    const dyn_body_def head = {.p0 = a->pin,
                               .p1 = a->tip,
                               .u = a->hinge_axis,
                               .v = a->v_head,
                               .rb_p1 = {0, 0, 1},
                               .ub = {1, 0, 0},
                               .vb = {0, 1, 0},
                               .mass = def->head_mass,
                               .centre = def->head_centre,
                               .inertia = def->head_inertia};
    const dyn_body_def shank = {.p0 = a->shackle,
                                .p1 = a->pin,
                                .u = a->hinge_axis,
                                .v = a->v_shank,
                                .rb_p0 = {0, 0, def->shackle},
                                .ub = {1, 0, 0},
                                .vb = {0, 1, 0},
                                .mass = def->shank_mass,
                                .centre = def->shank_centre,
                                .inertia = def->shank_inertia};
    rt_status status = dyn_add_body(m, &head, &a->head);
    return status == RT_OK ? dyn_add_body(m, &shank, &a->shank) : status;
}

// One-sided spring and damper beyond the stops; never pulls back.
static void stop(const tackle_anchor *a, const dyn_eval *e, const dyn_angle_value *v) {
    double side = v->angle > 0 ? 1 : -1, over = fabs(v->angle) - a->def.hinge_stop;
    if (over <= 0) return;
    double torque = a->def.stop_stiffness * over + a->def.stop_damping * side * v->rate;
    if (torque <= 0) return;
    dyn_angle_add(e, v, -side * torque, e->k_weight * a->def.stop_stiffness + e->c_weight * a->def.stop_damping);
}

static void friction(const dyn_eval *e, const dyn_angle_value *v, double bristle, double from, double limit) {
    if (limit <= 0) return;
    double x = bristle + remainder(v->angle - from, 2 * 3.14159265358979323846);
    dyn_bristle_force f = dyn_bristle_eval(x, limit, PIN_YIELD);
    dyn_angle_add(e, v, -f.force, e->k_weight * f.stiffness);
}

static double swivel_limit(const tackle_anchor *a, const dyn_eval *e) {
    return a->link < 0 ? 0 : a->def.swivel_friction * fmax(0, dyn_body_tension(e, a->link));
}

static void predict(void *self, const dyn_eval *e, const void *z) {
    tackle_anchor *a = self;
    dyn_angle_value v;
    (void)z;
    a->hinge0 = dyn_angle_eval(&a->hinge_angle, e->q_last, e->qd, &v) ? v.angle : 0;
    a->swivel0 = a->link >= 0 && dyn_angle_eval(&a->swivel_angle, e->q_last, e->qd, &v) ? v.angle : NO_ANGLE;
}

static void eval(void *self, const dyn_eval *e, const void *z) {
    const tackle_anchor *a = self;
    const double *bristle = z;
    dyn_angle_value v;
    if (dyn_angle_eval(&a->hinge_angle, e->q, e->qd, &v)) {
        stop(a, e, &v);
        friction(e, &v, bristle[0], a->hinge0, a->def.pin_friction);
    }
    if (a->swivel0 > NO_ANGLE && dyn_angle_eval(&a->swivel_angle, e->q, e->qd, &v))
        friction(e, &v, bristle[1], a->swivel0, swivel_limit(a, e));
}

static void accept(void *self, const dyn_eval *e, void *z) {
    const tackle_anchor *a = self;
    double *bristle = z, full = 2 * 3.14159265358979323846;
    dyn_angle_value v;
    if (dyn_angle_eval(&a->hinge_angle, e->q, e->qd, &v))
        bristle[0] = dyn_bristle_move(bristle[0], remainder(v.angle - a->hinge0, full), PIN_YIELD);
    if (a->swivel0 > NO_ANGLE && dyn_angle_eval(&a->swivel_angle, e->q, e->qd, &v))
        bristle[1] = dyn_bristle_move(bristle[1], remainder(v.angle - a->swivel0, full), PIN_YIELD);
}

void tackle_anchor_finish(tackle_anchor *a, dyn_model *m, int link, int link_u) {
    // the head's z turns from the shank's z toward its -y by a positive rotation about x
    a->hinge_angle = (dyn_angle){{a->tip, a->pin}, {a->shackle, a->pin}, {a->v_shank, -1}, a->def.shackle};
    a->link = link;
    dyn_angle_couple(m, &a->hinge_angle);
    if (link >= 0) {
        a->swivel_angle = (dyn_angle){{link_u, -1}, {a->hinge_axis, -1}, {a->v_shank, -1}, 1};
        dyn_angle_couple(m, &a->swivel_angle);
    }
    a->force = (dyn_force){.self = a,
                           .phase = RT_PHASE_ASSEMBLE,
                           .z_size = 2 * sizeof(double),
                           .predict = predict,
                           .eval = eval,
                           .accept = accept};
    dyn_add_force(m, &a->force);
}

double tackle_anchor_hinge(const tackle_anchor *a, const dyn_eval *e) {
    dyn_angle_value v;
    // the angle is measured from the shank's z toward +y, the hinge angle toward -y
    return dyn_angle_eval(&a->hinge_angle, e->q, e->qd, &v) ? -v.angle : 0;
}
