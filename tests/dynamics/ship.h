// SPDX-License-Identifier: MIT
// A chain with a 6 414 kg anchor, hung from a fixed point or from a cable lifter, for several tests.
#ifndef HAWSE_TESTS_DYNAMICS_SHIP_H
#define HAWSE_TESTS_DYNAMICS_SHIP_H

#include "dynamics/core/step.h"
#include "dynamics/element/applied.h"
#include "dynamics/tackle/anchor.h"
#include "dynamics/tackle/claw.h"
#include "dynamics/tackle/stopper.h"
#include "dynamics/tackle/strength.h"
#include "tests/dynamics/windlass_figures.h"
#include <stdlib.h>

typedef struct ship {
    dyn_model model;
    tackle_anchor anchor;
    tackle_chain chain;
    tackle_lifter lifter;
    tackle_windlass windlass;
    tackle_strength strength;
    tackle_stopper stopper;
    tackle_claw claw;
    dyn_applied_force load;
    dyn_state state;
    dyn_work *work;
    rt_command command;
    rt_events events;
} ship;

typedef struct ship_def {
    double h, d, gamma, angle,
        mu;              // step, bar diameter, penalty factor, inclination against the vertical, joint friction
    int links, capacity; // capacity > links: the chain hangs from a cable lifter
    dyn_step_def step;
    const tackle_special *special; // special links (n_special)
    int n_special;
    const tackle_strength_def *strength; // NULL: the chain does not break
    bool no_swivel;                      // no swivel at the anchor's shackle
    double roll;          // initial turn of the chain about its direction, and without a swivel of the anchor too [rad]
    double claw;          // distance of a devil's claw from the lifter [m]; 0: none
    double stopper, load; // distance of a chain stopper from the lifter [m], 0: none; outboard force on the shackle [N]
} ship_def;

static inline mat3 ship_diagonal(double x, double y, double z) { return (mat3){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

// Adds a stopper for a chain of grade 3, breaking load 0.01961 d² (44 - 0.08 d) kN.
static inline void ship_add_stopper(ship *s, const ship_def *d, vec3 up) {
    double mm = 1e3 * d->d;
    tackle_stopper_def def = tackle_stopper_def_default(&s->chain.link, 19.61 * mm * mm * (44 - 0.08 * mm));
    def.at = vec3_madd(s->lifter.exit, -d->stopper, up);
    def.lead = up;
    def.up = vec3_unit(vec3_cross(up, vec3_make(0, 1, 0)));
    tackle_stopper_add(&s->stopper, &s->model, &s->lifter, &def);
}

static inline void ship_add_claw(ship *s, const ship_def *d, vec3 up) {
    double mm = 1e3 * d->d;
    tackle_claw_def def = tackle_claw_def_default(d->d, 19.61 * mm * mm * (44 - 0.08 * mm));
    def.at = vec3_madd(s->lifter.exit, -d->claw, up);
    def.lead = up;
    tackle_claw_add(&s->claw, &s->model, &s->lifter, &def);
}

static inline void ship_add_load(ship *s, const ship_def *d, vec3 up) {
    dyn_vector shackle = dyn_vector_of_nodes(s->chain.body[0], s->anchor.shackle, -1);
    dyn_applied_force_add(&s->load, &s->model, &shackle, vec3_scale(-d->load, up));
}

// Creates chain and anchor in a straight line inclined by `angle` in the x-z plane, anchor down, origin at the shackle.
static inline void ship_make(ship *s, const ship_def *d) {
    *s = (ship){0};
    int n = d->capacity > d->links ? d->capacity : d->links;
    if (!dyn_model_create(&s->model, d->h, vec3_make(0, 0, -9.81), 6 + 3 * n + 1, 2 + n, n + 1 + d->n_special, 1, 8))
        abort();
    vec3 up = vec3_make(-sin(d->angle), 0, cos(d->angle));
    tackle_anchor_def a = {.shank_mass = 2214,
                           .head_mass = 4200,
                           .shank_centre = {0, 0, 1.2},
                           .head_centre = {0, 0, -0.05},
                           .shank_inertia = ship_diagonal(1100, 1100, 60),
                           .head_inertia = ship_diagonal(800, 2400, 2000),
                           .shackle = 2.55,
                           .hinge_stop = 0.785,
                           .stop_stiffness = 2e7,
                           .stop_damping = 1e5,
                           .pin_friction = 50,
                           .no_swivel = d->no_swivel,
                           .swivel_friction = d->mu * 0.01,
                           .swivel_seized = tackle_seized_torque(d->d)};
    a.shank.r = mat3_columns(vec3_make(cos(d->angle), 0, sin(d->angle)), vec3_make(0, 1, 0), up);
    a.shank.p = vec3_scale(-a.shackle, up);
    mat3 roll = mat3_rotation(up, d->roll);
    if (d->no_swivel) a.shank.r = mat3_matmul(&roll, &a.shank.r);
    if (tackle_anchor_add(&s->anchor, &s->model, &a) != RT_OK) abort();
    tackle_link link = tackle_stud_link(d->d);
    vec3 *x = calloc((size_t)n + 1, sizeof *x);
    for (int k = 0; k < n; k++) {
        double pitch = link.pitch;
        for (int i = 0; i < d->n_special; i++)
            if (d->special[i].link == k && d->special[i].pitch > 0) pitch = d->special[i].pitch;
        x[k + 1] = vec3_madd(x[k], pitch, up);
    }
    if (tackle_chain_add_special(&s->chain, &s->model, &link, d->special, d->n_special, n, s->anchor.shackle, x,
                                 mat3_mul(&roll, vec3_make(0, 1, 0)), d->mu) != RT_OK)
        abort();
    s->chain.turning = (tackle_swivel_def){d->mu * 0.01, tackle_seized_torque(d->d)};
    free(x);
    tackle_anchor_finish(&s->anchor, &s->model, s->chain.body[0], s->chain.u[0]);
    if (d->capacity > d->links) {
        tackle_lifter_add(&s->lifter, &s->model, &s->chain, d->links, 0.5, vec3_make(1, 0, 0), 200, 800);
        tackle_windlass_def w = plain_windlass(250e3, 150e3, 0.3);
        w.brake_capacity = 880e3, w.motor_brake = 300e3, w.brake_fade = 0.3;
        w.clutch_release = 1e9; // the dogs disengage under any load
        w.motor.pump_share = 0.4;
        tackle_windlass_add(&s->windlass, &s->model, &s->lifter, &w);
        if (d->stopper > 0) ship_add_stopper(s, d, up);
        if (d->claw > 0) ship_add_claw(s, d, up);
        if (d->stopper > 0 || d->claw > 0) ship_add_load(s, d, up);
    } else {
        dyn_fix_node(&s->model, s->chain.p[n]);
    }
    if (d->strength)
        tackle_strength_add(&s->strength, &s->model, &s->chain, d->capacity > d->links ? &s->lifter : NULL,
                            d->strength);
    if (dyn_model_finish(&s->model, d->gamma) != RT_OK || dyn_state_create(&s->model, &s->state) != RT_OK) abort();
    if (d->capacity > d->links) tackle_lifter_start(&s->lifter, &s->model, &s->state, d->links);
    s->work = dyn_work_create(&s->model, &d->step);
    if (!s->work) abort();
}

static inline dyn_step_info ship_step(ship *s) {
    if (s->lifter.chain) tackle_lifter_exchange(&s->lifter, &s->model, &s->state, &s->events);
    return dyn_step(&s->model, &s->state, s->work, &s->command, NULL, &s->events);
}

static inline void ship_run(ship *s, double seconds) {
    for (int n = 0; n < (int)lround(seconds / s->model.h); n++) ship_step(s);
}

// Speed of the chain, heaving positive [m/s].
static inline double ship_speed(const ship *s) { return s->lifter.radius * s->state.qd[s->lifter.node].x; }

static inline void ship_free(ship *s) {
    dyn_work_destroy(s->work);
    dyn_state_free(&s->state);
    dyn_model_destroy(&s->model);
    tackle_chain_free(&s->chain);
}

#endif
