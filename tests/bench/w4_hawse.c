// SPDX-License-Identifier: MIT
// W4 in hawse: stud links on a bottom that sinks by 20 mm under their weight; the first node is held fixed. The bottom
// is at rest in a world that passes the model's axes at the workload's speed.
#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "dynamics/ground/chain.h"
#include "dynamics/tackle/chain.h"
#include "tests/bench/w4.h"
#include <math.h>
#include <stdlib.h>

typedef struct chain {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    dyn_motion motion; // of the axes, with the fairlead
    tackle_chain links;
    ground_chain bottom;
    int n;
    rt_events events;
    double phi_max; // worst violation of a constraint so far [m]
} chain;

static const ground_soil sand = {
    .sinks = 0.02, .damping = 2, .along = 0.8, .across = 0.8, .slip = 0.005, .settle = 0.01};

static void with_the_fairlead(const void *self, double t, dyn_axes *out) {
    (void)self;
    *out = dyn_axes_rest;
    out->p.x = -w4_speed * t, out->v.x = -w4_speed;
}

static void destroy(void *self) {
    chain *c = self;
    if (!c) return;
    dyn_work_destroy(c->work);
    dyn_state_free(&c->state);
    ground_chain_free(&c->bottom);
    tackle_chain_free(&c->links);
    dyn_model_destroy(&c->model);
    free(c);
}

// Links turned by 45 deg, so that they lie on the bottom.
static rt_status add_links(chain *c, int n) {
    const tackle_link link = tackle_stud_link(w4_bar);
    vec3 *x = malloc((size_t)(n + 1) * sizeof *x);
    if (!x) return RT_ERR_MEMORY;
    for (int k = 0; k <= n; k++) {
        double at[3];
        w4_joint(n, k, at);
        x[k] = vec3_make(at[0], at[1], at[2]);
    }
    const vec3 across = vec3_make(0, 1, 0), down = vec3_unit(vec3_sub(x[0], x[1]));
    const int top = dyn_add_node(&c->model, x[0], true);
    const rt_status status = tackle_chain_add(&c->links, &c->model, &link, n, top, x,
                                              vec3_unit(vec3_add(across, vec3_cross(down, across))), 0);
    free(x);
    return status;
}

static rt_status add_bottom(chain *c, int n) {
    const tackle_link link = tackle_stud_link(w4_bar);
    const double ring = 0.5 * (link.width - link.d), rest = 0.5 * link.d - 0.5 * sand.sinks;
    const ground_plane plane = {.at = {0, 0, -rest}, .normal = {0, 0, 1}};
    const rt_status status = ground_chain_create(&c->bottom, n, &plane, &sand);
    for (int k = 0; k < n && status == RT_OK; k++) {
        const ground_link_def def = {.body = c->links.body[k],
                                     .half = 0.5 * (link.length - link.d) - ring,
                                     .bow = ring,
                                     .bar = 0.5 * link.d,
                                     .weight = link.mass * w4_gravity};
        ground_chain_add_link(&c->bottom, &c->model, &def);
    }
    if (status != RT_OK) return status;
    ground_chain_finish(&c->bottom);
    dyn_add_force(&c->model, &c->bottom.force);
    return RT_OK;
}

static void *create(int n, double h) {
    chain *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->n = n;
    c->motion.at = with_the_fairlead;
    const dyn_step_def def = dyn_step_def_default();
    bool good = dyn_model_create(&c->model, h, vec3_make(0, 0, -w4_gravity), 3 * n + 8, n, n + 1, 0, 4);
    c->model.motion = &c->motion;
    good = good && add_links(c, n) == RT_OK && add_bottom(c, n) == RT_OK && dyn_model_finish(&c->model, 1e6) == RT_OK &&
           dyn_state_create(&c->model, &c->state) == RT_OK && (c->work = dyn_work_create(&c->model, &def)) != NULL;
    if (good) {
        dyn_state_start_axes(&c->model, &c->state);
        dyn_initial_acceleration(&c->model, &c->state, c->work, &(rt_command){0});
        return c;
    }
    destroy(c);
    return NULL;
}

static void step(void *self) {
    chain *c = self;
    const dyn_step_info info = dyn_step(&c->model, &c->state, c->work, &(rt_command){0}, NULL, &c->events);
    c->phi_max = fmax(c->phi_max, info.phi_max);
}

static void calm(void *self) {
    chain *c = self;
    for (int k = 0; k < c->model.n_nodes; k++) c->state.qd[k] = vec3_scale(0.98, c->state.qd[k]);
}

// In the middle of the first link, and the weight of its upper half.
static double tension(const void *self) {
    const chain *c = self;
    const dyn_eval e = dyn_eval_at(&c->model, &c->state);
    const vec3 down = vec3_unit(vec3_sub(c->state.q[c->links.p[1]], c->state.q[c->links.p[0]]));
    return dyn_body_tension(&e, c->links.body[0]) - 0.5 * w4_mass * w4_gravity * down.z;
}

// Joints cannot separate, because links share the joint points. Instead: the worst violation of any constraint.
static double gap(const void *self) { return ((const chain *)self)->phi_max; }

const char w4_code_name[] = "hawse";
const w4_code w4_codes[] = {{"trapezoidal", create, calm, step, tension, gap, destroy}, {0}};
