// SPDX-License-Identifier: MIT
// A chain over a level bottom at z = 0, with a force on its first node, for the tests of the ground.
#ifndef HAWSE_TESTS_DYNAMICS_GROUND_LINE_H
#define HAWSE_TESTS_DYNAMICS_GROUND_LINE_H

#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "dynamics/element/applied.h"
#include "dynamics/ground/chain.h"
#include "dynamics/ground/rest.h"
#include "dynamics/tackle/chain.h"
#include "tests/check.h"
#include <stdlib.h>

#define LINE_G 9.81

typedef struct line {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    tackle_chain chain;
    ground_chain ground;
    dyn_applied_force pull; // on the first node
    int bottom;             // index of the ground's element in the model
    ground_rest rest;       // of a resting line; else without a chain
    int n;                  // links
} line;

// Height of the chain's centre line where it lies on the bottom [m].
static inline double line_rest(const tackle_link *link, const ground_soil *soil) {
    return 0.5 * link->d - 0.5 * soil->sinks;
}

// A chain of n links of this bar diameter through the points x[0] .. x[n], at rest; rests: its links may sleep.
static inline void line_make_resting(line *l, double h, double d, int n, const vec3 *x, const ground_soil *soil,
                                     double joint_friction, bool rests) {
    const tackle_link link = tackle_stud_link(d);
    const ground_plane plane = {.normal = {0, 0, 1}};
    *l = (line){.n = n};
    assert_true(dyn_model_create(&l->model, h, vec3_make(0, 0, -LINE_G), 3 * n + 8, n, n + 1, 0, 8));
    int end = dyn_add_node(&l->model, x[0], false);
    // links turned by 45 deg: so they lie on the bottom
    const vec3 across = vec3_make(0, 1, 0),
               side = vec3_add(across, vec3_cross(vec3_unit(vec3_sub(x[0], x[1])), across));
    assert_int_equal(tackle_chain_add(&l->chain, &l->model, &link, n, end, x, vec3_unit(side), joint_friction), RT_OK);
    assert_int_equal(ground_chain_create(&l->ground, n, &plane, soil), RT_OK);
    for (int k = 0; k < n; k++) {
        const double ring = 0.5 * (link.width - link.d);
        const ground_link_def def = {.body = l->chain.body[k],
                                     .half = 0.5 * (link.length - link.d) - ring,
                                     .bow = ring,
                                     .bar = 0.5 * link.d,
                                     .weight = link.mass * LINE_G};
        ground_chain_add_link(&l->ground, &l->model, &def);
    }
    ground_chain_finish(&l->ground);
    l->bottom = l->model.n_forces;
    dyn_add_force(&l->model, &l->ground.force);
    if (rests) ground_rest_add(&l->rest, &l->model, &l->ground, l->bottom);
    dyn_vector at = dyn_vector_of_nodes(l->chain.body[0], end, -1);
    dyn_applied_force_add(&l->pull, &l->model, &at, vec3_make(0, 0, 0));
    assert_int_equal(dyn_model_finish(&l->model, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(&l->model, &l->state), RT_OK);
    dyn_step_def def = dyn_step_def_default();
    l->work = dyn_work_create(&l->model, &def);
    assert_non_null(l->work);
    dyn_initial_acceleration(&l->model, &l->state, l->work, &(rt_command){0});
}

static inline void line_make(line *l, double h, double d, int n, const vec3 *x, const ground_soil *soil,
                             double joint_friction) {
    line_make_resting(l, h, d, n, x, soil, joint_friction, false);
}

static inline void line_free(line *l) {
    dyn_work_destroy(l->work);
    dyn_state_free(&l->state);
    ground_chain_free(&l->ground);
    tackle_chain_free(&l->chain);
    dyn_model_destroy(&l->model);
}

// Force of the bottom on link k [N].
static inline vec3 line_ground_force(const line *l, const dyn_eval *e, int k) {
    return ground_chain_force_on(&l->ground, e, l->state.z + l->model.force_z[l->bottom], k);
}

static inline dyn_step_info line_step(line *l) {
    rt_events events = 0;
    if (l->rest.chain) ground_rest_exchange(&l->rest, &l->model, &l->state, -1);
    return dyn_step(&l->model, &l->state, l->work, &(rt_command){0}, NULL, &events);
}

#endif
