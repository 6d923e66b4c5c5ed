// SPDX-License-Identifier: MIT
// A free ball in the sea: a body of one part with the axis x.
#ifndef HAWSE_TESTS_DYNAMICS_SEA_RIG_H
#define HAWSE_TESTS_DYNAMICS_SEA_RIG_H

#include "dynamics/water/sea.h"
#include "tests/dynamics/mechanism.h"

#define PI 3.14159265358979323846

static const double g = 9.81, salt = 1025, steel = 7850;

typedef struct sea_rig {
    mechanism k;
    tackle_sea sea;
    int body;
    double mass, radius;
} sea_rig;

static inline dyn_waves sea_waves(double height, double period, double direction) {
    return dyn_waves_regular(
        &(dyn_waves_def){.height = height, .period = period, .direction = direction, .phase = 0.4, .gravity = g});
}

// Creates a ball of this density with its middle at `at`, in axes with this motion (NULL: at rest).
static inline void sea_make_moving(sea_rig *r, double h, double radius, double density, double cd, vec3 at,
                                   const dyn_waves *waves, const dyn_motion *motion) {
    double volume = 4 * PI / 3 * radius * radius * radius, area = PI * radius * radius, i;
    *r = (sea_rig){.mass = density * volume, .radius = radius};
    i = 0.4 * r->mass * radius * radius;
    mechanism_make(&r->k, h, vec3_make(0, 0, -g));
    r->k.model.motion = motion;
    const brick b = {.at = {mat3_identity(), vec3_sub(at, vec3_make(0.5 * radius, 0, 0))},
                     .length = radius,
                     .mass = r->mass,
                     .centre = {0.5 * radius, 0, 0},
                     .inertia = {i, i, i}};
    r->body = mechanism_body(&r->k, &b);
    assert_int_equal(tackle_sea_create(&r->sea, 1, salt, g, waves), RT_OK);
    const tackle_sea_part_def part = {.body = r->body,
                                      .at = b.centre,
                                      .volume = volume,
                                      .half = {radius, radius, radius},
                                      .across_cd = cd * area,
                                      .along_cd = cd * area};
    tackle_sea_add_part(&r->sea, &r->k.model, &part);
    tackle_sea_add(&r->sea, &r->k.model);
    mechanism_finish(&r->k);
    dyn_initial_acceleration(&r->k.model, &r->k.state, r->k.work, &(rt_command){0});
}

static inline void sea_make(sea_rig *r, double h, double radius, double density, double cd, vec3 at,
                            const dyn_waves *waves) {
    sea_make_moving(r, h, radius, density, cd, at, waves, NULL);
}

static inline void sea_destroy(sea_rig *r) {
    mechanism_free(&r->k);
    tackle_sea_free(&r->sea);
}

static inline dyn_eval sea_now(const sea_rig *r) { return dyn_eval_at(&r->k.model, &r->k.state); }

static inline vec3 sea_middle(const sea_rig *r) {
    dyn_eval e = sea_now(r);
    return dyn_body_point(&e, r->body, r->sea.part[0].weight);
}

static inline vec3 sea_speed(const sea_rig *r) {
    dyn_eval e = sea_now(r);
    return dyn_body_velocity(&e, r->body, r->sea.part[0].weight);
}

static inline double sea_lift(const sea_rig *r) {
    dyn_eval e = sea_now(r);
    return tackle_sea_force_on(&r->sea, &e, r->body).z;
}

#endif
