// SPDX-License-Identifier: MIT
// An anchor on the bottom, pulled by its shackle at a constant speed: drag tests.
#ifndef HAWSE_TESTS_VALIDATION_DRAG_RIG_H
#define HAWSE_TESTS_VALIDATION_DRAG_RIG_H

#include "contact/mesh/patches.h"
#include "contact/prepare/load.h"
#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "dynamics/element/applied.h"
#include "dynamics/ground/body.h"
#include "dynamics/tackle/anchor.h"
#include "tests/check.h"
#include "tests/validation/buried_chain.h"
#include <stdio.h>
#include <stdlib.h>

// An anchor of the shipped models; figures at its mass of 6414 kg (config/models/README.md).
typedef struct drag_anchor {
    const char *name, *shank, *head;       // names of its meshes
    double shackle, stop, head_share, tip; // [m], [rad], share of the mass, z of the fluke tips in the head's frame [m]
} drag_anchor;

enum { DRAG_WINDOWS = 512 };

typedef struct drag_def {
    const drag_anchor *anchor;
    double mass;        // [kg]
    ground_soil soil;   // its breadth is set from the mesh
    double uplift;      // of the pull where it leaves the soil [rad]
    buried_chain chain; // bar 0: the pull acts at the shackle under the angle of uplift, however deep
    double speed, far;  // [m/s], distance of the pull [m]
    double patch, step; // size of the patches [m], time step [s]
    double fixed; // angle at which the flukes are fixed, as in tests of fixed flukes; it starts on tips and shackle
                  // [rad]; 0: free between the stops, it starts flat
    bool freed;   // the flukes start at that angle, but are free between the stops
} drag_def;

typedef struct drag_result {
    double weight;   // in air [N]
    double most, at; // largest mean pull over a window [N], and the pull's distance there [m]
    double last;     // mean pull over the last window [N]
    double steady;   // mean pull over the last fifth of the distance [N]
    double full;     // distance at which a window first reaches 95 % of `most` [m]
    double pin, tip; // depth of the crown pin and of the fluke tips at the end [m]
    double hinge;    // at the end, flukes down positive [rad]
    int caps;        // steps at the cap of iterations
} drag_result;

typedef struct drag_rig {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    tackle_anchor anchor;
    ground_body ground;
    dyn_applied_force pull;
    int soil; // number of the ground among the forces
} drag_rig;

static const double drag_steel = 7850, drag_water = 1025, drag_g = 9.81, drag_reference = 6414;

static inline contact_mesh drag_mesh(const drag_def *d, const char *name) {
    char path[400];
    contact_mesh m;
    rt_diag diag = {0};
    const contact_mesh_options o = {.scale = cbrt(d->mass / drag_reference), .need_closed = true};
    snprintf(path, sizeof path, HAWSE_SOURCE_DIR "/config/models/%s.ply", name);
    if (contact_mesh_load(path, &o, &m, NULL, &diag) != RT_OK) fail_msg("%s", diag.text);
    return m;
}

static inline contact_mass drag_mass(const contact_mesh *m, double mass) {
    return contact_mesh_mass(m, drag_steel * mass / contact_mesh_mass(m, drag_steel).mass);
}

static inline void drag_add_part(drag_rig *r, int body, const contact_patch *p, int n) {
    ground_body_add_part(&r->ground, body);
    for (int k = 0; k < n; k++) {
        const ground_patch_def def = {.at = p[k].at, .normal = p[k].normal, .area = p[k].area};
        ground_body_add_patch(&r->ground, &r->model, &def);
    }
}

// Pose of the shank along x, the pull's direction: flat, or with its shackle's end down until it and the tips of the
// fixed flukes are at the bottom.
static inline pose drag_start(const drag_def *d, double flat) {
    const double scale = cbrt(d->mass / drag_reference);
    const vec3 hinge = {0, 1, 0};
    double dip = 0, height = flat;
    const bool fixed = d->fixed > 0;
    for (int k = 0; fixed && k < 50; k++) dip = asin(d->anchor->tip / d->anchor->shackle * sin(dip + d->fixed));
    if (fixed) height = scale * d->anchor->shackle * sin(dip);
    const vec3 along = {cos(dip), 0, -sin(dip)};
    return (pose){mat3_columns(hinge, vec3_cross(along, hinge), along), {0, 0, height}};
}

// Makes the anchor on the bottom.
static inline void drag_make(drag_rig *r, const drag_def *d) {
    *r = (drag_rig){0};
    const double scale = cbrt(d->mass / drag_reference), share = d->anchor->head_share;
    contact_mesh shank_mesh = drag_mesh(d, d->anchor->shank), head_mesh = drag_mesh(d, d->anchor->head);
    contact_mass shank = drag_mass(&shank_mesh, (1 - share) * d->mass), head = drag_mass(&head_mesh, share * d->mass);
    assert_true(
        dyn_model_create(&r->model, d->step, vec3_make(0, 0, -drag_g * (1 - drag_water / drag_steel)), 16, 2, 2, 0, 8));
    const tackle_anchor_def a = {.shank_mass = shank.mass,
                                 .head_mass = head.mass,
                                 .shank_centre = shank.centre,
                                 .head_centre = head.centre,
                                 .shank_inertia = shank.inertia,
                                 .head_inertia = head.inertia,
                                 .shackle = scale * d->anchor->shackle,
                                 .hinge_stop = fmax(d->anchor->stop, d->fixed),
                                 .stop_stiffness = head.mass * 9.81 * 0.1 / 2e-4,
                                 .stop_damping =
                                     tackle_rebound_damping(head.mass * 9.81 * 0.1 / 2e-4, head.inertia.m[0][0], 0.3),
                                 .pin_friction = d->fixed > 0 && !d->freed ? 2 * d->mass * drag_g * scale : 50,
                                 .swivel_friction = 0.001,
                                 .swivel_seized = 1e6,
                                 .shank = drag_start(d, head_mesh.hi.y),
                                 .hinge = d->fixed};
    assert_int_equal(tackle_anchor_add(&r->anchor, &r->model, &a), RT_OK);
    tackle_anchor_finish(&r->anchor, &r->model, -1, -1);
    contact_patch *p[2];
    int n[2];
    assert_int_equal(contact_mesh_patches(&shank_mesh, d->patch, &p[0], &n[0]), RT_OK);
    assert_int_equal(contact_mesh_patches(&head_mesh, d->patch, &p[1], &n[1]), RT_OK);
    const ground_plane plane = {.normal = {0, 0, 1}};
    ground_soil soil = d->soil;
    soil.breadth = head_mesh.hi.x - head_mesh.lo.x;
    assert_int_equal(ground_body_create(&r->ground, n[0] + n[1], &plane, &soil), RT_OK);
    drag_add_part(r, r->anchor.shank, p[0], n[0]);
    drag_add_part(r, r->anchor.head, p[1], n[1]);
    ground_body_finish(&r->ground);
    r->soil = dyn_add_force(&r->model, &r->ground.force);
    dyn_vector at = dyn_vector_of_nodes(r->anchor.shank, r->anchor.shackle, -1);
    dyn_applied_force_add(&r->pull, &r->model, &at, vec3_make(0, 0, 0));
    assert_int_equal(dyn_model_finish(&r->model, 1e7), RT_OK);
    assert_int_equal(dyn_state_create(&r->model, &r->state), RT_OK);
    dyn_step_def def = dyn_step_def_default();
    r->work = dyn_work_create(&r->model, &def);
    assert_non_null(r->work);
    dyn_initial_acceleration(&r->model, &r->state, r->work, &(rt_command){0});
    free(p[0]), free(p[1]);
    contact_mesh_free(&shank_mesh), contact_mesh_free(&head_mesh);
}

static inline void drag_free(drag_rig *r) {
    dyn_work_destroy(r->work);
    dyn_state_free(&r->state);
    ground_body_free(&r->ground);
    dyn_model_destroy(&r->model);
}

// Pulls the shackle toward a point that moves along x; returns the pull where it leaves the soil [N].
static inline double drag_pull(drag_rig *r, const drag_def *d, double to) {
    const int s = r->anchor.shackle;
    double stiffness = 300 * d->mass, damping = 3 * d->mass; // soft against the step
    double f = fmax(stiffness * (to - r->state.q[s].x) + damping * (d->speed - r->state.qd[s].x), 0), angle = d->uplift;
    if (d->chain.bar > 0) angle = buried_chain_angle(&d->chain, -r->state.q[s].z, f, d->uplift);
    r->pull.f = vec3_make(f * cos(angle), -stiffness * r->state.q[s].y * 0.1, f * sin(angle));
    return f * exp(d->chain.friction * (angle - d->uplift));
}

static inline void drag_end(const drag_rig *r, const drag_def *d, drag_result *out) {
    dyn_eval e = dyn_eval_at(&r->model, &r->state);
    const pose head = dyn_body_pose(&e, r->anchor.head);
    const double tip = cbrt(d->mass / drag_reference) * d->anchor->tip;
    out->hinge = tackle_anchor_hinge(&r->anchor, &e);
    out->pin = -head.p.z;
    out->tip = -head.p.z - tip * head.r.m[2][2];
}

// Reads the pulls of the n windows of this length [m].
static inline void drag_read(drag_result *out, const double *pull, int n, double window) {
    const int tail = n - n / 5;
    for (int k = 0; k < n; k++)
        if (pull[k] > out->most) out->most = pull[k], out->at = (k + 1) * window;
    for (int k = n - 1; k >= 0; k--)
        if (pull[k] >= 0.95 * out->most) out->full = (k + 1) * window;
    for (int k = tail; k < n; k++) out->steady += pull[k] / (n - tail);
    out->last = pull[n - 1];
}

// Lets the anchor settle for two seconds, with freed flukes not at all, then pulls. A window is half a metre at the
// reference mass.
static inline void drag_along(drag_rig *r, const drag_def *d, drag_result *out) {
    rt_events events = 0;
    const double length = 0.5 * cbrt(d->mass / drag_reference);
    const int settle = d->freed ? 0 : (int)lround(2 / d->step), steps = (int)lround(d->far / d->speed / d->step);
    const int window = (int)lround(length / d->speed / d->step);
    double pull[DRAG_WINDOWS] = {0}, start = 0;
    assert_true(steps / window > 0 && steps / window <= DRAG_WINDOWS);
    for (int i = -settle; i < steps; i++) {
        if (i == 0) start = r->state.q[r->anchor.shackle].x;
        double f = i >= 0 ? drag_pull(r, d, start + i * d->step * d->speed) : 0;
        out->caps += dyn_step(&r->model, &r->state, r->work, &(rt_command){0}, NULL, &events).capped;
        if (i >= 0 && i / window < steps / window) pull[i / window] += f / window;
    }
    assert_true(dyn_state_finite(&r->model, &r->state));
    drag_read(out, pull, steps / window, length);
    drag_end(r, d, out);
}

static inline drag_result drag_run(const drag_def *d) {
    drag_rig r;
    drag_result out = {.weight = d->mass * drag_g};
    drag_make(&r, d);
    drag_along(&r, d, &out);
    drag_free(&r);
    return out;
}

// Lifts the shackle by this height [m]; returns the largest mean pull over a hundredth of the way [N].
static inline double drag_lift(drag_rig *r, const drag_def *d, double height) {
    const int s = r->anchor.shackle, window = (int)lround(height / 100 / d->speed / d->step);
    const double stiffness = 300 * d->mass, damping = 3 * d->mass, start = r->state.q[s].z;
    double sum = 0, most = 0;
    rt_events events = 0;
    for (int i = 0; i < 100 * window; i++) {
        double over = start + i * d->step * d->speed - r->state.q[s].z;
        r->pull.f = vec3_make(0, 0, fmax(stiffness * over + damping * (d->speed - r->state.qd[s].z), 0));
        dyn_step(&r->model, &r->state, r->work, &(rt_command){0}, NULL, &events);
        sum += r->pull.f.z / window;
        if ((i + 1) % window == 0) most = fmax(most, sum), sum = 0;
    }
    assert_true(dyn_state_finite(&r->model, &r->state));
    return most;
}

// Drags the anchor, holds half of the last pull while the soil rests for this time [s], then lifts the shackle; *lift:
// the largest pull [N].
static inline drag_result drag_break_out(const drag_def *d, double rest, double height, double *lift) {
    drag_rig r;
    drag_result out = {.weight = d->mass * drag_g};
    rt_events events = 0;
    drag_make(&r, d);
    drag_along(&r, d, &out);
    const vec3 half = vec3_scale(0.5, r.pull.f);
    for (int i = 0; i < (int)lround(4 / d->step); i++) {
        r.pull.f = half;
        if (i == (int)lround(2 / d->step)) {
            dyn_eval e = dyn_eval_at(&r.model, &r.state);
            ground_body_rest(&r.ground, &e, r.state.z + r.model.force_z[r.soil], rest);
        }
        dyn_step(&r.model, &r.state, r.work, &(rt_command){0}, NULL, &events);
    }
    *lift = drag_lift(&r, d, height);
    drag_free(&r);
    return out;
}

#endif
