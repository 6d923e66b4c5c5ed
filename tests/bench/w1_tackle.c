// SPDX-License-Identifier: MIT
#include "tests/bench/w1_tackle.h"
#include "dynamics/core/start.h"
#include "tests/bench/w1.h"
#include <stdlib.h>

#define GAMMA 1e7          // penalty factor
#define TOLERANCE 1e-10    // of the Newton iteration [m]
#define SWIVEL_RADIUS 0.01 // radius of the swivel's friction [m]

static mat3 diagonal(double x, double y, double z) { return (mat3){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

// The anchor's frames have the hinge along x and z up the chain: W1's y and -x.
static rt_status add_anchor(w1_tackle *w, const w1_tackle_def *def, const vec3 axis[3]) {
    const double *shank = w1_shank.inertia, *flukes = w1_flukes.inertia, length = w1_shank.upper + w1_shank.lower;
    double pin = def->links * (w1_link.upper + w1_link.lower) + length;
    const tackle_anchor_def a = {
        .shank_mass = w1_shank.mass,
        .head_mass = w1_flukes.mass,
        .shank_centre = {0, 0, w1_shank.lower},
        .head_centre = {0, 0, -w1_flukes.upper},
        .shank_inertia = diagonal(shank[1], shank[2], shank[0]),
        .head_inertia = diagonal(flukes[1], flukes[2], flukes[0]),
        .shackle = length,
        .hinge_stop = M_PI, // none
        .swivel_friction = def->swivel ? def->mu * SWIVEL_RADIUS : 0,
        .shank = {mat3_columns(axis[1], vec3_scale(-1, axis[2]), vec3_scale(-1, axis[0])), vec3_scale(pin, axis[0])}};
    return tackle_anchor_add(&w->anchor, &w->model, &a);
}

static rt_status add_chain(w1_tackle *w, const w1_tackle_def *def, const vec3 axis[3]) {
    const double *i = w1_link.inertia, pitch = w1_link.upper + w1_link.lower;
    tackle_link link = tackle_stud_link(pitch / 4);
    link.mass = w1_link.mass;
    link.inertia = diagonal(i[1], i[2], i[0]);
    if (!def->limits) link.bend = M_PI;
    int n = def->links;
    vec3 *x = calloc((size_t)n + 1, sizeof *x);
    if (!x) return RT_ERR_MEMORY;
    for (int k = 0; k <= n; k++) x[k] = vec3_scale((n - k) * pitch, axis[0]);
    rt_status status = tackle_chain_add(&w->chain, &w->model, &link, n, w->anchor.shackle, x, axis[1], def->mu);
    free(x);
    return status;
}

// Adds a universal joint between the world and the uppermost link; without a swivel, also between lowest link and
// shank.
static void add_ends(w1_tackle *w, const w1_tackle_def *def) {
    dyn_model *m = &w->model;
    int top = def->links - 1;
    const tackle_chain *c = &w->chain;
    dyn_fix_node(m, c->p[def->links]);
    int ground = dyn_add_node(m, m->node0[c->v[top]], true);
    dyn_add_row(m, &(dyn_row_def){ground, -1, c->u[top], -1, 1 / c->link.pitch, 0}, -1, c->body[top]);
    if (!def->swivel)
        dyn_add_row(m, &(dyn_row_def){c->u[0], -1, w->anchor.v_shank, -1, 1, 0}, c->body[0], w->anchor.shank);
    tackle_anchor_finish(&w->anchor, m, c->body[0], c->u[0]);
}

// All nodes move as one rigid body about the top. Velocities of vectors contain only the rotation.
static void set_velocities(w1_tackle *w, const w1_tackle_def *def) {
    double rate[3];
    w1_omega(def->links, rate);
    vec3 omega = vec3_scale(1 + def->faster, vec3_make(rate[0], rate[1], rate[2])); // W1 starts with 1 m/s
    for (int i = 0; i < w->model.n_nodes; i++)
        if (!w->model.fixed[i]) w->state.qd[i] = vec3_cross(omega, w->state.q[i]);
}

bool w1_tackle_make(w1_tackle *w, const w1_tackle_def *def) {
    *w = (w1_tackle){0};
    double r[3][3];
    w1_attitude(r);
    vec3 axis[3];
    for (int j = 0; j < 3; j++) axis[j] = vec3_make(r[0][j], r[1][j], r[2][j]);
    int n = def->links;
    dyn_step_def step = dyn_step_def_default();
    step.tolerance = TOLERANCE;
    if (!dyn_model_create(&w->model, def->h, vec3_make(0, 0, -w1_gravity), 3 * n + 7, n + 2, n + 1, 0, 4)) return false;
    if (add_anchor(w, def, axis) != RT_OK || add_chain(w, def, axis) != RT_OK) return false;
    add_ends(w, def);
    if (dyn_model_finish(&w->model, GAMMA) != RT_OK || dyn_state_create(&w->model, &w->state) != RT_OK) return false;
    w->work = dyn_work_create(&w->model, &step);
    if (!w->work) return false;
    set_velocities(w, def);
    return dyn_initial_acceleration(&w->model, &w->state, w->work, &(rt_command){0}) < 1e-6;
}

void w1_tackle_free(w1_tackle *w) {
    dyn_work_destroy(w->work);
    dyn_state_free(&w->state);
    dyn_model_destroy(&w->model);
    tackle_chain_free(&w->chain);
}

vec3 w1_tackle_flukes(const w1_tackle *w) {
    dyn_eval e = dyn_eval_at(&w->model, &w->state);
    pose head = dyn_body_pose(&e, w->anchor.head);
    return pose_point(&head, w->anchor.def.head_centre);
}
