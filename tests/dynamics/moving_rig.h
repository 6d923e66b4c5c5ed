// SPDX-License-Identifier: MIT
// A mechanism in the axes of a ship whose six motions are sines.
#ifndef HAWSE_TESTS_DYNAMICS_MOVING_RIG_H
#define HAWSE_TESTS_DYNAMICS_MOVING_RIG_H

#include "dynamics/ship/ship.h"
#include "tests/dynamics/mechanism.h"

static const double pi = 3.14159265358979323846, gravity = 9.81;

// A motion: a steady rate and two sines, each by amplitude and period.
typedef struct sines {
    double rate[SHIP_MOTIONS], amplitude[SHIP_MOTIONS], period[SHIP_MOTIONS];
} sines;

static inline void add_sines(const void *self, double t, ship_motions *sum) {
    const sines *s = self;
    for (int k = 0; k < SHIP_MOTIONS; k++) {
        double w = s->period[k] > 0 ? 2 * pi / s->period[k] : 0, p = w * t + 0.3 * k;
        sum->x[k] += s->rate[k] * t + s->amplitude[k] * sin(p);
        sum->v[k] += s->rate[k] + s->amplitude[k] * w * cos(p);
        sum->a[k] -= s->amplitude[k] * w * w * sin(p);
    }
}

// A ship that turns once round in an hour, swings 40 deg and 60 m, and rolls, pitches and heaves in a swell.
static const sines at_anchor = {.rate = {[SHIP_YAW] = 2 * 3.14159265358979323846 / 3600},
                                .amplitude = {25, 60, 1.5, 5 * 3.14159265358979323846 / 180,
                                              3 * 3.14159265358979323846 / 180, 40 * 3.14159265358979323846 / 180},
                                .period = {300, 600, 8, 12, 8, 600}};

typedef struct rig {
    mechanism k;
    moving_ship ship;
    ship_source source;
} rig;

static inline void rig_make(rig *r, double h, vec3 g, const sines *motion, vec3 reference) {
    mechanism_make(&r->k, h, g);
    moving_ship_create(&r->ship, reference);
    r->source = (ship_source){motion, add_sines};
    moving_ship_add(&r->ship, &r->source);
    r->k.model.motion = &r->ship.motion;
}

static inline const dyn_axes *rig_axes(const rig *r) { return r->k.state.axes; }

// Gives a node the place x and the velocity v of the world; `point`: it is one, not a vector.
static inline void set_in_world(rig *r, int node, bool point, vec3 x, vec3 v) {
    const dyn_axes *a = rig_axes(r);
    dyn_state *s = &r->k.state;
    s->q[node] = point ? dyn_axes_from_world(a, x) : mat3_tmul(&a->r, x);
    vec3 seen = mat3_tmul(&a->r, point ? vec3_sub(v, a->v) : v);
    s->qd[node] = vec3_sub(seen, vec3_cross(a->w, s->q[node]));
}

static inline vec3 in_world(const rig *r, int node) { return dyn_axes_to_world(rig_axes(r), r->k.state.q[node]); }

#define LENGTH 20.0

static const vec3 hawse = {50, 7, 5};

// Adds a bob of 100 kg below the pivot, a ground node in the axes, held by a row |bob - pivot| = LENGTH; returns its
// node. *row: the row.
static inline int add_pendulum(rig *r, vec3 pivot, int *row) {
    int top = dyn_add_node(&r->k.model, pivot, true),
        bob = dyn_add_node(&r->k.model, vec3_madd(pivot, -LENGTH, vec3_make(0, 0, 1)), false);
    dyn_add_point_mass(&r->k.model, bob, 100);
    const dyn_row_def def = {bob, top, bob, top, 0.5 / LENGTH, LENGTH * LENGTH};
    *row = dyn_add_row(&r->k.model, &def, -1, -1);
    return bob;
}

#endif
