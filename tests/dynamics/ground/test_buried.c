// SPDX-License-Identifier: MIT
// Links that the soil encloses: what holds a link, tangents by differences, and a chain that a pull draws through the
// soil from a buried shackle, against the closed form.
#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "dynamics/element/applied.h"
#include "dynamics/ground/buried.h"
#include "dynamics/ground/chain.h"
#include "dynamics/tackle/chain.h"
#include "tests/dynamics/ground_tangent.h"
#include "tests/dynamics/mechanism.h"
#include "tests/random.h"
#include "tests/validation/buried_chain.h"

static const double g = 9.81, mass = 20, pitch = 0.2;
static const ground_soil clay = {.law = GROUND_CLAY,
                                 .sinks = 0.01,
                                 .damping = 2,
                                 .along = 0.6,
                                 .across = 0.75,
                                 .slip = 0.005,
                                 .settle = 0.01,
                                 .bears = 2000,
                                 .bears_up = 1500,
                                 .bears_along = 0.4,
                                 .mobilise = 0.02,
                                 .body_settle = 0.01};

typedef struct rig {
    mechanism k;
    ground_bottom bottom;
    ground_buried soil;
    int body;
} rig;

// A link along x at this depth.
static void make_rig(rig *r, double depth) {
    *r = (rig){0};
    mechanism_make(&r->k, 1e-3, vec3_make(0, 0, 0));
    const mat3 turn = mat3_columns(vec3_make(0, 1, 0), vec3_make(0, 0, 1), vec3_make(1, 0, 0));
    const brick b = {.at = {turn, {0, 0, -depth}}, .length = 0.1, .mass = mass, .inertia = {0.3, 0.3, 0.1}};
    r->body = mechanism_body(&r->k, &b);
    const ground_plane plane = {.normal = {0, 0, 1}};
    ground_bottom_make(&r->bottom, &plane, &clay);
    assert_int_equal(ground_buried_create(&r->soil, 1, &r->bottom), RT_OK);
    ground_buried_add_link(&r->soil, &r->k.model, r->body, pitch);
    ground_buried_finish(&r->soil);
    dyn_add_force(&r->k.model, &r->soil.force);
    mechanism_finish(&r->k);
}

static void free_rig(rig *r) {
    ground_buried_free(&r->soil);
    mechanism_free(&r->k);
}

static vec3 middle(const rig *r) {
    dyn_eval e = dyn_eval_at(&r->k.model, &r->k.state);
    return dyn_body_pose(&e, r->body).p;
}

// A pull that grows in a second: held below the limit in every direction, up as well; beyond it the link accelerates by
// what is left. A brick's p0 p1 is its x axis, here along y.
static void holds_up_to_its_limits(void **state) {
    (void)state;
    const double across = (clay.bears + 1.0 * clay.bears_up) * pitch,
                 limits[] = {across, across, clay.bears_along * across};
    const vec3 ways[] = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    for (int k = 0; k < 6; k++) {
        const double limit = limits[k / 2], share = k & 1 ? 1.2 : 0.9;
        rig r;
        make_rig(&r, 1);
        for (int i = 0; i < 3000; i++) {
            r.k.model.gravity = vec3_scale(share * limit / mass * fmin(1e-3 * i, 1), ways[k / 2]);
            mechanism_step(&r.k);
        }
        const double moved = vec3_norm(vec3_sub(middle(&r), vec3_make(0, 0, -1)));
        if (k & 1)
            assert_true(moved > 0.1);
        else
            CHECK_NEAR(moved, 0.9 * clay.mobilise, 5e-4);
        free_rig(&r);
    }
}

static void tangent_by_differences(void **state) {
    (void)state;
    uint64_t seed = 7;
    rig r;
    make_rig(&r, 0.5);
    mechanism_spin(&r.k, r.body, vec3_make(0.05, 0.03, -0.05), vec3_make(0.1, 0.05, 0.02));
    for (int i = 0; i < 20; i++) mechanism_step(&r.k);
    for (int n = 0; n < 10; n++) {
        vec3 along[MECHANISM_NODES + DYN_FIRST_NODE] = {{0, 0, 0}};
        for (int i = 0; i < 4; i++) along[r.k.model.body[r.body].node[i]] = random_vec3(&seed, 1);
        ground_check_tangent(&r.k, &r.soil.force, r.k.state.z + r.k.model.force_z[0], along, 1e-5);
    }
    free_rig(&r);
}

// Continuous and rising; nothing is enclosed that lies on the bottom as a resting link does.
static void share_of_the_soil(void **state) {
    (void)state;
    const ground_plane plane = {.normal = {0, 0, 1}};
    ground_bottom b;
    double last = 0;
    ground_bottom_make(&b, &plane, &clay);
    for (double d = -0.1; d < 0.1; d += 1e-4) {
        const double s = ground_buried_share(&b, vec3_make(0, 0, -d), d);
        assert_true(s >= last && s - last < 0.02);
        if (d < 2 * clay.sinks) assert_true(s == 0);
        last = s;
    }
    assert_true(last == 1);
}

// ---- a chain behind a buried shackle --------------------------------------------------------------------------------

enum { LINKS = 60 };
#define DEPTH 3.0 // of the shackle [m]
#define RAMP 8.0  // time in which the pull grows [s]
#define PULL 60e3 // [N]

typedef struct dug_in {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    tackle_chain chain;
    ground_chain bottom;
    ground_bottom under;
    ground_buried soil;
    dyn_applied_force pull;
} dug_in;

// Without weight, which the closed form leaves out: from the shackle upward at 80 deg, turning evenly to the level at
// the surface, then along it.
static void lay(vec3 *x, double length) {
    const double from = 80 * M_PI / 180, arc = DEPTH * from / (1 - cos(from));
    x[0] = vec3_make(0, 0, -DEPTH);
    for (int k = 0; k < LINKS; k++) {
        const double angle = fmax(from * (1 - (k + 0.5) * length / arc), 0);
        x[k + 1] = vec3_add(x[k], vec3_make(length * cos(angle), 0, length * sin(angle)));
    }
}

static void dig_in(dug_in *d, const tackle_link *link) {
    vec3 x[LINKS + 1];
    const ground_plane plane = {.normal = {0, 0, 1}};
    *d = (dug_in){0};
    lay(x, link->pitch);
    assert_true(dyn_model_create(&d->model, 1e-3, vec3_make(0, 0, 0), 3 * LINKS + 8, LINKS, LINKS + 1, 0, 8));
    const int shackle = dyn_add_node(&d->model, x[0], true);
    assert_int_equal(tackle_chain_add(&d->chain, &d->model, link, LINKS, shackle, x, vec3_make(0, 1, 0), 0), RT_OK);
    assert_int_equal(ground_chain_create(&d->bottom, LINKS, &plane, &clay), RT_OK);
    ground_bottom_make(&d->under, &plane, &clay);
    ground_chain_set_bottom(&d->bottom, &d->under);
    assert_int_equal(ground_buried_create(&d->soil, LINKS, &d->under), RT_OK);
    for (int k = 0; k < LINKS; k++) {
        const double ring = 0.5 * (link->width - link->d);
        const ground_link_def def = {.body = d->chain.body[k],
                                     .half = 0.5 * (link->length - link->d) - ring,
                                     .bow = ring,
                                     .bar = 0.5 * link->d,
                                     .weight = link->mass * g};
        ground_chain_add_link(&d->bottom, &d->model, &def);
        ground_buried_add_link(&d->soil, &d->model, d->chain.body[k], link->pitch);
    }
    ground_chain_finish(&d->bottom), ground_buried_finish(&d->soil);
    dyn_add_force(&d->model, &d->bottom.force), dyn_add_force(&d->model, &d->soil.force);
    const dyn_vector end = dyn_vector_of_nodes(d->chain.body[LINKS - 1], d->chain.p[LINKS], -1);
    dyn_applied_force_add(&d->pull, &d->model, &end, vec3_make(0, 0, 0));
    assert_int_equal(dyn_model_finish(&d->model, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(&d->model, &d->state), RT_OK);
    const dyn_step_def def = dyn_step_def_default();
    assert_non_null(d->work = dyn_work_create(&d->model, &def));
    dyn_initial_acceleration(&d->model, &d->state, d->work, &(rt_command){0});
}

static void fill_in(dug_in *d) {
    dyn_work_destroy(d->work);
    dyn_state_free(&d->state);
    ground_buried_free(&d->soil), ground_chain_free(&d->bottom);
    tackle_chain_free(&d->chain);
    dyn_model_destroy(&d->model);
}

// Angle of link k above the level.
static double angle_of(const dug_in *d, int k) {
    const vec3 to = vec3_sub(d->state.q[d->chain.p[k + 1]], d->state.q[d->chain.p[k]]);
    return atan2(to.z, hypot(to.x, to.y));
}

// The closed form between the first link and one near the surface: their angles and tensions, and the soil's bearing
// over the height between them, while the pull still grows and so the soil is at its limit everywhere.
static void pulled_through_the_soil(void **state) {
    (void)state;
    static dug_in d;
    const tackle_link link = tackle_stud_link(0.05);
    rt_events events = 0;
    int caps = 0;
    dig_in(&d, &link);
    for (int i = 0; i < 1000 * RAMP; i++) {
        d.pull.f = vec3_make(PULL * fmin(1e-3 * i / RAMP, 1), 0, 0);
        caps += dyn_step(&d.model, &d.state, d.work, &(rt_command){0}, NULL, &events).capped;
    }
    const dyn_eval e = dyn_eval_at(&d.model, &d.state);
    int top = 0;
    while (d.state.q[d.chain.p[top + 1]].z < -0.1) top++;
    const double low = DEPTH, high = -d.state.q[d.chain.p[top]].z, mu = clay.bears_along,
                 at_shackle = dyn_body_tension(&e, d.chain.body[0]), at_top = dyn_body_tension(&e, d.chain.body[top]),
                 borne = clay.bears * (low - high) + 0.5 * clay.bears_up * (low * low - high * high),
                 turn = buried_chain_turn(mu, angle_of(&d, top), angle_of(&d, 0)),
                 growth = exp(mu * (angle_of(&d, 0) - angle_of(&d, top)));
    for (int k = 0; k <= top + 2; k += 4)
        print_message("link %d: z %.2f m, %.1f deg, %.2f kN\n", k, d.state.q[d.chain.p[k]].z,
                      angle_of(&d, k) * 180 / M_PI, 1e-3 * dyn_body_tension(&e, d.chain.body[k]));
    print_message("bearing %.3f kN, by the angles %.3f kN; tension falls by %.4f, by the angles %.4f; caps %d\n",
                  1e-3 * borne, 1e-3 * at_shackle * turn, at_top / at_shackle, growth, caps);
    CHECK_NEAR(at_shackle * turn, borne, 0.03 * borne);
    CHECK_NEAR(at_top / at_shackle, growth, 0.02 * growth);
    assert_int_equal(caps, 0);
    fill_in(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(holds_up_to_its_limits),
                                       cmocka_unit_test(tangent_by_differences), cmocka_unit_test(share_of_the_soil),
                                       cmocka_unit_test(pulled_through_the_soil)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
