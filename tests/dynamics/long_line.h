// SPDX-License-Identifier: MIT
// A long chain from a ship in waves to the bottom, for tests and benchmarks: its first node is the hawse, at the origin
// of the axes, which heave, surge and pitch; it hangs in a catenary and then lies straight on a level bottom.
#ifndef HAWSE_TESTS_DYNAMICS_LONG_LINE_H
#define HAWSE_TESTS_DYNAMICS_LONG_LINE_H

#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "dynamics/ground/chain.h"
#include "dynamics/ground/rest.h"
#include "dynamics/tackle/chain.h"
#include "dynamics/water/sea.h"
#include <stdio.h>
#include <stdlib.h>

#define LONG_G 9.81
#define LONG_SALT 1025.0
#define LONG_STEEL 7850.0

typedef struct long_line_def {
    int links;
    double step;    // [s]
    double bar;     // [m]
    double depth;   // of the bottom below the hawse, which is at the water's surface [m]
    double pull;    // horizontal pull of the catenary over the chain's weight in water [m]
    double height;  // of the waves, and twice the hawse's heave; 0: none [m]
    double period;  // of the waves and of the ship [s]
    bool irregular; // waves: a sea of DYN_WAVES components; the ship moves as in regular waves
    int every;      // links from one evaluation of the waves to the next; 0: all
    bool rests;     // links at rest on the bottom sleep
} long_line_def;

typedef struct long_line {
    long_line_def def;
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    dyn_motion motion;
    tackle_chain chain;
    ground_chain ground;
    ground_rest rest;
    tackle_sea sea;
    int bottom;   // index of the ground's element in the model
    bool at_rest; // the ship
    rt_events events;
    dyn_step_info last;
    int caps; // steps at the cap of the iterations
} long_line;

static const ground_soil long_line_sand = {
    .sinks = 0.02, .damping = 2, .along = 0.8, .across = 1.0, .slip = 0.005, .settle = 0.01, .clings = 5};

static inline void long_line_must(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "long line: %s failed\n", what);
    exit(3);
}

// The ship: heave and surge a quarter of a period apart, and pitch; from rest within RISE seconds.
#define LONG_RISE 10.0
static inline void long_line_move(const void *self, double t, dyn_axes *out) {
    const long_line *l = self;
    *out = dyn_axes_rest;
    if (l->at_rest || l->def.height == 0) return;
    const double w = 2 * 3.14159265358979323846 / l->def.period, a = 0.5 * l->def.height;
    const double x = fmin(t / LONG_RISE, 1), in = t < LONG_RISE ? 1 / LONG_RISE : 0;
    const double up[3] = {x * x * x * (10 + x * (6 * x - 15)), in * 30 * x * x * (1 - x) * (1 - x),
                          in * in * 60 * x * (1 - x) * (1 - 2 * x)};
    const double c = cos(w * t), s = sin(w * t);
    const double sine[3] = {up[0] * s, up[1] * s + up[0] * w * c, up[2] * s + 2 * up[1] * w * c - up[0] * w * w * s};
    const double cosine[3] = {up[0] * c, up[1] * c - up[0] * w * s, up[2] * c - 2 * up[1] * w * s - up[0] * w * w * c};
    out->p = vec3_make(0.5 * a * cosine[0], 0, a * sine[0]);
    out->v = vec3_make(0.5 * a * cosine[1], 0, a * sine[1]);
    out->a = vec3_make(0.5 * a * cosine[2], 0, a * sine[2]);
    const double pitch = 0.02 * a;
    dyn_axes_turn(out, (const double[4]){cos(0.5 * pitch * sine[0]), 0, sin(0.5 * pitch * sine[0]), 0});
    out->w = vec3_make(0, pitch * sine[1], 0), out->w_change = vec3_make(0, pitch * sine[2], 0);
}

// Points of the chain, from the hawse down.
static inline void long_line_lay(const long_line_def *d, const tackle_link *link, vec3 *x) {
    const double rest = -d->depth + 0.5 * link->d - 0.5 * long_line_sand.sinks, up = -rest;
    const double a = d->pull, hangs = sqrt(up * (up + 2 * a));
    x[0] = vec3_make(0, 0, 0);
    for (int k = 0; k < d->links; k++) {
        const double left = hangs - (k + 0.5) * link->pitch, dip = left > 0 ? atan(left / a) : 0;
        x[k + 1] = vec3_madd(x[k], link->pitch, vec3_make(cos(dip), 0, -sin(dip)));
        if (left <= 0) x[k + 1].z = fmax(x[k + 1].z, rest);
    }
    for (int k = 0; k <= d->links; k++) x[k].z *= up / -x[d->links].z;
    for (int k = 1; k <= d->links; k++) // the chords keep their length
        x[k] = vec3_madd(x[k - 1], link->pitch, vec3_unit(vec3_sub(x[k], x[k - 1])));
}

static inline void long_line_add_water_and_ground(long_line *l, const tackle_link *link) {
    const int n = l->def.links;
    const ground_plane plane = {.at = {0, 0, -l->def.depth}, .normal = {0, 0, 1}};
    const dyn_waves_def w = {.height = l->def.height, .period = l->def.period, .gravity = LONG_G};
    const dyn_waves waves = l->def.irregular ? dyn_waves_jonswap(&w, 3.3, 1) : dyn_waves_regular(&w);
    const double ring = 0.5 * (link->width - link->d), area = link->d * link->pitch, volume = link->mass / LONG_STEEL;
    long_line_must(ground_chain_create(&l->ground, n, &plane, &long_line_sand) == RT_OK, "ground");
    long_line_must(tackle_sea_create(&l->sea, n, LONG_SALT, LONG_G, &waves) == RT_OK, "sea");
    for (int k = 0; k < n; k++) {
        const ground_link_def on = {.body = l->chain.body[k],
                                    .half = 0.5 * (link->length - link->d) - ring,
                                    .bow = ring,
                                    .bar = 0.5 * link->d,
                                    .weight = link->mass * LONG_G * (1 - LONG_SALT / LONG_STEEL)};
        ground_chain_add_link(&l->ground, &l->model, &on);
        const tackle_sea_part_def in = {.body = l->chain.body[k],
                                        .half = {0.5 * link->width, 0.5 * link->d, 0.5 * link->length},
                                        .volume = volume,
                                        .across_cd = 2.6 * area,
                                        .along_cd = 1.4 * area,
                                        .across_added = volume,
                                        .along_added = 0.5 * volume};
        tackle_sea_add_part(&l->sea, &l->model, &in);
    }
    if (l->def.every > 1) tackle_sea_share_waves(&l->sea, 0, n, l->def.every);
    ground_chain_finish(&l->ground);
    l->bottom = dyn_add_force(&l->model, &l->ground.force);
    tackle_sea_add(&l->sea, &l->model);
    if (l->def.rests) ground_rest_add(&l->rest, &l->model, &l->ground, l->bottom);
}

static inline void long_line_make(long_line *l, const long_line_def *d) {
    const tackle_link link = tackle_stud_link(d->bar);
    const int n = d->links;
    vec3 *x = calloc((size_t)n + 1, sizeof *x);
    *l = (long_line){.def = *d, .at_rest = true};
    long_line_must(x && dyn_model_create(&l->model, d->step, vec3_make(0, 0, -LONG_G), 3 * n + 8, n, n + 1, 0, 8),
                   "model");
    long_line_lay(d, &link, x);
    l->motion = (dyn_motion){l, long_line_move};
    l->model.motion = &l->motion;
    const int top = dyn_add_node(&l->model, x[0], true);
    // links turned by 45 deg: so they lie on the bottom
    const vec3 across = {0, 1, 0}, side = vec3_add(across, vec3_cross(vec3_unit(vec3_sub(x[0], x[1])), across));
    long_line_must(tackle_chain_add(&l->chain, &l->model, &link, n, top, x, vec3_unit(side), 0.2) == RT_OK, "chain");
    free(x);
    long_line_add_water_and_ground(l, &link);
    long_line_must(dyn_model_finish(&l->model, 1e6) == RT_OK, "pattern");
    long_line_must(dyn_state_create(&l->model, &l->state) == RT_OK, "state");
    const dyn_step_def def = dyn_step_def_default();
    l->work = dyn_work_create(&l->model, &def);
    long_line_must(l->work != NULL, "scratch");
    dyn_initial_acceleration(&l->model, &l->state, l->work, &(rt_command){0});
}

static inline void long_line_free(long_line *l) {
    dyn_work_destroy(l->work);
    dyn_state_free(&l->state);
    tackle_sea_free(&l->sea);
    ground_chain_free(&l->ground);
    tackle_chain_free(&l->chain);
    dyn_model_destroy(&l->model);
}

static inline void long_line_step(long_line *l) {
    if (l->def.rests) ground_rest_exchange(&l->rest, &l->model, &l->state, -1);
    l->last = dyn_step(&l->model, &l->state, l->work, &(rt_command){0}, NULL, &l->events);
    l->caps += l->last.capped;
}

// Lets the chain come to rest in still water under a ship at rest; then the ship begins to move.
static inline void long_line_settle(long_line *l, double seconds) {
    l->sea.calm = true;
    for (int k = 0; k < lround(seconds / l->def.step); k++) {
        long_line_step(l);
        for (int i = 0; i < l->model.n_nodes; i++) l->state.qd[i] = vec3_scale(0.98, l->state.qd[i]);
    }
    l->sea.calm = l->at_rest = false;
    l->state.step = 0;
    if (l->def.rests) ground_rest_start(&l->rest, &l->model, &l->state);
    l->caps = 0;
}

// Tension at the hawse [N].
static inline double long_line_tension(const long_line *l) {
    const dyn_eval e = dyn_eval_at(&l->model, &l->state);
    return dyn_body_tension(&e, l->chain.body[0]);
}

#endif
