// SPDX-License-Identifier: MIT
#include "dynamics/tackle/anchor.h"
#include "dynamics/core/state.h"

#define PIN_YIELD 0.005 // bristle deflection scale of pin and swivel [rad]
#define PIN_LEAD 0.02   // damping over stiffness of the pin's bristle [s]: an anchor in its pocket comes to rest
#define LOAD_TIME 0.1   // averaging time of the tension on the swivel [s]
#define PLAY_RAMP 2e-5  // depth over which the damping of the pin's bearing rises [m]
#define STOP_RAMP 1e-4  // depth over which the damping of the stop rises [rad]

rt_status tackle_anchor_add(tackle_anchor *a, dyn_model *m, const tackle_anchor_def *def) {
    *a = (tackle_anchor){.def = *def};
    mat3 hinge = mat3_rotation(vec3_make(1, 0, 0), def->hinge), r = def->shank.r, rh = mat3_matmul(&r, &hinge);
    vec3 pin = def->shank.p, x = mat3_column(&r, 0);
    a->v_head = dyn_add_node(m, mat3_column(&rh, 1), false);
    a->tip = dyn_add_node(m, vec3_add(pin, mat3_column(&rh, 2)), false);
    a->hinge_axis = dyn_add_node(m, x, false);
    a->pin_head = a->pin = dyn_add_node(m, pin, false);
    if (def->play > 0) a->pin = dyn_add_node(m, pin, false);
    a->v_shank = dyn_add_node(m, mat3_column(&r, 1), false);
    a->shackle = dyn_add_node(m, vec3_madd(pin, def->shackle, mat3_column(&r, 2)), false);
    const dyn_body_def head = {.p0 = a->pin_head,
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

// Coefficient of restitution of a linear spring and damper that separates when its force is zero (Schwager & Pöschel
// 2007, Granular Matter 9, 465), for the damping ratio z. It falls from 1 at z = 0.
static double rebound(double z) {
    double w = sqrt(fabs(1 - z * z));
    if (w < 1e-6) return exp(-2);
    if (z < 1) return exp(-z / w * (M_PI - atan2(2 * z * w, 1 - 2 * z * z)));
    return exp(-z / w * log((z + w) / (z - w)));
}

double tackle_rebound_damping(double stiffness, double inertia, double restitution) {
    double lo = 0, hi = 50; // rebound(50) is below 1e-4
    for (int k = 0; k < 60; k++) {
        double z = 0.5 * (lo + hi);
        *(rebound(z) > restitution ? &lo : &hi) = z;
    }
    return 2 * lo * sqrt(stiffness * inertia);
}

// Adds the play of the crown pin: the pin moves freely in its bores up to the clearance, in all directions, and bears
// beyond it. Both bodies share the hinge axis: the pin does not tilt in its bores.
static void add_play(tackle_anchor *a, dyn_model *m) {
    const tackle_anchor_def *d = &a->def;
    dyn_scalar apart =
        dyn_scalar_distance(dyn_vector_of_nodes(a->head, a->pin_head, -1), dyn_vector_of_nodes(a->shank, a->pin, -1));
    const dyn_stop_def bore = {
        .min = -1, .max = d->play, .stiffness = d->pin_stiffness, .damping = d->pin_damping, .ramp = PLAY_RAMP};
    dyn_stop_add(&a->pin_play, m, &apart, &bore);
}

void tackle_anchor_finish(tackle_anchor *a, dyn_model *m, int link, int link_u) {
    const tackle_anchor_def *d = &a->def;
    // a positive rotation about x turns the head's z from the shank's z toward the shank's -y
    dyn_scalar hinge = dyn_scalar_angle(dyn_vector_of_nodes(a->head, a->tip, a->pin_head),
                                        dyn_vector_of_nodes(a->shank, a->shackle, a->pin),
                                        dyn_vector_of_nodes(a->shank, a->v_shank, -1), d->shackle);
    const dyn_stop_def stop = {.min = -d->hinge_stop,
                               .max = d->hinge_stop,
                               .stiffness = d->stop_stiffness,
                               .damping = d->stop_damping,
                               .ramp = STOP_RAMP,
                               .geometric = DYN_GEOMETRIC_NONE};
    dyn_stop_add(&a->stop, m, &hinge, &stop);
    const dyn_friction_def pin = {.limit = d->pin_friction,
                                  .load_body = -1,
                                  .yield = PIN_YIELD,
                                  .lead = PIN_LEAD,
                                  .geometric = DYN_GEOMETRIC_NONE};
    dyn_friction_add(&a->pin_friction, m, &hinge, &pin);
    if (d->play > 0) add_play(a, m);
    if (link < 0) return;
    if (d->no_swivel) {
        const dyn_row_def across = {link_u, -1, a->hinge_axis, -1, 1, 0};
        dyn_add_row(m, &across, link, a->shank);
        return;
    }
    dyn_scalar swivel =
        dyn_scalar_angle(dyn_vector_of_nodes(link, link_u, -1), dyn_vector_of_nodes(a->shank, a->hinge_axis, -1),
                         dyn_vector_of_nodes(a->shank, a->v_shank, -1), 1);
    const dyn_friction_def turning = {.per_load = d->swivel_friction,
                                      .load_body = link,
                                      .load_time = LOAD_TIME,
                                      .seized_by = 1u << RT_FAILURE_SWIVEL,
                                      .seized = d->swivel_seized,
                                      .yield = PIN_YIELD,
                                      .geometric = DYN_GEOMETRIC_NONE};
    dyn_friction_add(&a->swivel_friction, m, &swivel, &turning);
}

double tackle_anchor_hinge(const tackle_anchor *a, const dyn_eval *e) {
    // the angle is measured from the shank's z toward +y, the hinge angle toward -y
    return -dyn_scalar_at(&a->stop.along.scalar, e->q, 0).value;
}
