// SPDX-License-Identifier: MIT
// A windlass with a mass on a short chain that hangs vertically from its cable lifter: fast, with closed forms.
#ifndef HAWSE_TESTS_DYNAMICS_WINDLASS_RIG_H
#define HAWSE_TESTS_DYNAMICS_WINDLASS_RIG_H

#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "dynamics/tackle/kit.h"
#include "dynamics/tackle/stopper.h"
#include "tests/check.h"
#include "tests/dynamics/windlass_figures.h"
#include <stdlib.h>

#define RIG_G 9.81
#define RIG_D 0.05 // bar diameter [m]

typedef struct rig {
    dyn_model model;
    tackle_chain chain;
    tackle_lifter lifter;
    tackle_windlass windlass;
    tackle_stopper stopper; // lifter NULL: no stopper
    dyn_state state;
    dyn_work *work;
    rt_command command;
    rt_events events;
    double mass;       // mass at the chain's lower end [kg]
    double work_in;    // work of the motor [J]
    double brought_in; // energy of joined links minus that of left links [J]
} rig;

typedef struct rig_def {
    double mass, h;
    int links, capacity;
    bool fixed;     // the mass is ground
    double stopper; // distance of a chain stopper below the exit [m]; 0: none
    tackle_locker locker;
    tackle_windlass_def windlass;
} rig_def;

static inline void rig_make(rig *r, const rig_def *d) {
    *r = (rig){.mass = d->mass};
    int n = d->capacity;
    assert_true(dyn_model_create(&r->model, d->h, vec3_make(0, 0, -RIG_G), 2 + 3 * n + 1, n, n, 1, 5));
    tackle_link link = tackle_stud_link(RIG_D);
    vec3 x[256];
    assert_true(n < 256);
    for (int k = 0; k <= n; k++) x[k] = vec3_make(0, 0, (k - d->links + 0.5) * link.pitch); // the exit is the origin
    int p0 = dyn_add_node(&r->model, x[0], d->fixed);
    if (!d->fixed) dyn_add_point_mass(&r->model, p0, d->mass);
    assert_int_equal(tackle_chain_add(&r->chain, &r->model, &link, n, p0, x, vec3_make(0, 1, 0), 0.1), RT_OK);
    tackle_lifter_add(&r->lifter, &r->model, &r->chain, d->links, 0.5, vec3_make(1, 0, 0), d->windlass.lifter_inertia,
                      d->windlass.motor_inertia);
    tackle_lifter_set_locker(&r->lifter, &r->model, &d->locker);
    tackle_windlass_add(&r->windlass, &r->model, &r->lifter, &d->windlass);
    if (d->stopper > 0) {
        tackle_stopper_def bar = tackle_stopper_def_default(&link, tackle_breaking_load(RIG_D, 3));
        bar.at = vec3_make(0, 0, -d->stopper), bar.lead = vec3_make(0, 0, 1), bar.up = vec3_make(1, 0, 0);
        tackle_stopper_add(&r->stopper, &r->model, &r->lifter, &bar);
    }
    assert_int_equal(dyn_model_finish(&r->model, 1e7), RT_OK);
    assert_int_equal(dyn_state_create(&r->model, &r->state), RT_OK);
    tackle_lifter_start(&r->lifter, &r->model, &r->state, d->links);
    dyn_step_def step = dyn_step_def_default();
    r->work = dyn_work_create(&r->model, &step);
    assert_non_null(r->work);
    r->command = (rt_command){.brake = 1, .clutch = 1};
    dyn_initial_acceleration(&r->model, &r->state, r->work, &r->command);
}

static inline void rig_free(rig *r) {
    dyn_work_destroy(r->work);
    dyn_state_free(&r->state);
    dyn_model_destroy(&r->model);
    tackle_chain_free(&r->chain);
}

static inline const tackle_windlass_state *rig_windlass(const rig *r) {
    return tackle_windlass_state_of(&r->windlass, &r->model, &r->state);
}

static inline const tackle_lifter_state *rig_lifter(const rig *r) {
    return tackle_lifter_state_of(&r->lifter, &r->model, &r->state);
}

static inline vec3 rig_angles(const rig *r) { return r->state.q[r->lifter.node]; }
static inline vec3 rig_rates(const rig *r) { return r->state.qd[r->lifter.node]; }
static inline double rig_speed(const rig *r) { return r->lifter.radius * rig_rates(r).x; }
static inline double rig_tension(const rig *r) { return tackle_lifter_tension(&r->lifter, &r->model, &r->state); }
static inline double rig_chain_out(const rig *r) { return tackle_lifter_chain_out(&r->lifter, &r->model, &r->state); }
static inline int rig_links(const rig *r) { return (int)rig_lifter(r)->links; }
static inline bool rig_event_raised(const rig *r, rt_event e) { return (r->events >> e) & 1; }
// Mass that hangs from the lifter [kg].
static inline double rig_hung(const rig *r) { return r->mass + rig_links(r) * r->chain.link.mass; }

static inline void rig_step(rig *r) {
    double before = dyn_energy(&r->model, &r->state);
    tackle_lifter_exchange(&r->lifter, &r->model, &r->state, &r->events);
    r->brought_in += dyn_energy(&r->model, &r->state) - before;
    double torque = rig_windlass(r)->motor.torque, angle = rig_angles(r).y;
    dyn_step(&r->model, &r->state, r->work, &r->command, NULL, &r->events);
    r->work_in += 0.5 * (torque + rig_windlass(r)->motor.torque) * (rig_angles(r).y - angle);
}

static inline void rig_run(rig *r, double seconds) {
    for (int n = 0; n < (int)lround(seconds / r->model.h); n++) rig_step(r);
}

#endif
