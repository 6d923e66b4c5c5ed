// SPDX-License-Identifier: MIT
// A chain heaved over a round rail: the tensions on both sides are in the ratio exp(mu theta) (Euler 1762, Eytelwein
// 1808). A chain is thick: tension T acts at the radius r of the links' middles, friction at the rail's R. Pressing
// links, free at their joints, are in balance about the rail's axis, r dT = mu R dN with dN = T dtheta, so the exponent
// is mu theta R / r. The chain's own weight is counted. Chain, lifter, windlass and contact of links as in the shipped
// scenario, joints without friction. The rail is part of the hull, or the mesh of a body, as an anchor's shank.
#include "contact/set/hull_links.h"
#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "dynamics/tackle/anchor.h"
#include "tests/contact/shapes.h"
#include "tests/dynamics/windlass_figures.h"

enum { LINKS = 44, SIDES = 72 };
static const double H = 1e-3, G = 9.81, D = 0.05, PITCH = 0.2;

typedef struct bend {
    double fall;   // of the lifter's lead below the horizontal [rad]: it wraps pi / 2 + fall
    double mu;     // of chain on rail
    double radius; // of the rail [m]
    bool carried;  // the rail is a body's
} bend;

typedef struct rig {
    bend bend;
    dyn_model model;
    tackle_anchor anchor;
    tackle_chain chain;
    tackle_lifter lifter;
    tackle_windlass windlass;
    contact_mesh rail;
    contact_bvh tree;
    contact_hull_links contact;
    dyn_state state;
    dyn_work *work;
    rt_command command;
    rt_events events;
} rig;

// A closed cylinder about the y axis, 2 m long; its facets stand off the round by R (1 - cos(pi / SIDES)) = 0.5 mm.
static contact_mesh make_rail(double radius) {
    vec3 v[2 * SIDES + 2];
    int t[12 * SIDES], nt = 0;
    for (int i = 0; i < SIDES; i++) {
        double a = 2 * M_PI * i / SIDES;
        v[i] = vec3_make(radius * cos(a), -1, radius * sin(a));
        v[SIDES + i] = vec3_make(radius * cos(a), 1, radius * sin(a));
    }
    v[2 * SIDES] = vec3_make(0, -1, 0), v[2 * SIDES + 1] = vec3_make(0, 1, 0);
    for (int i = 0; i < SIDES; i++) {
        int j = (i + 1) % SIDES;
        const int four[12] = {i, SIDES + i, SIDES + j,     i,         SIDES + j, j, 2 * SIDES,
                              i, j,         2 * SIDES + 1, SIDES + j, SIDES + i};
        memcpy(t + 3 * (size_t)nt, four, sizeof four);
        nt += 4;
    }
    return make_mesh(v, 2 * SIDES + 2, t, nt, NULL);
}

// The chain's line before it is tight: up from below, round the rail at `off` from its axis, down to the lifter at
// `fall` below the horizontal. The point at arc length s from the first touch (negative below it).
static vec3 line(double s, double off, double fall) {
    double wrap = M_PI / 2 + fall;
    if (s < 0) return vec3_make(off, 0, s);
    if (s < off * wrap) return vec3_make(off * cos(s / off), 0, off * sin(s / off));
    return vec3_madd(vec3_make(off * cos(wrap), 0, off * sin(wrap)), s - off * wrap,
                     vec3_make(-cos(fall), 0, -sin(fall)));
}

// Points a pitch apart (by chord) along the line.
static void lay(vec3 *x, double from, double off, double fall) {
    double s = from;
    x[0] = line(s, off, fall);
    for (int k = 1; k <= LINKS; k++) {
        double lo = s, hi = s + 2 * PITCH;
        for (int i = 0; i < 60; i++) {
            double mid = 0.5 * (lo + hi);
            if (vec3_norm(vec3_sub(line(mid, off, fall), x[k - 1])) < PITCH)
                lo = mid;
            else
                hi = mid;
        }
        s = lo;
        x[k] = line(s, off, fall);
    }
}

static mat3 diagonal(double x, double y, double z) { return (mat3){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

// A body at rest that carries the rail.
static int add_carrier(dyn_model *m) {
    const dyn_body_def def = {.p0 = dyn_add_node(m, vec3_make(0, 0, 0), true),
                              .p1 = dyn_add_node(m, vec3_make(0, 0, 1), true),
                              .u = dyn_add_node(m, vec3_make(1, 0, 0), true),
                              .v = dyn_add_node(m, vec3_make(0, 1, 0), true),
                              .rb_p1 = {0, 0, 1},
                              .ub = {1, 0, 0},
                              .vb = {0, 1, 0},
                              .mass = 6000,
                              .inertia = diagonal(2000, 2000, 2000)};
    int body;
    assert_int_equal(dyn_add_body(m, &def, &body), RT_OK);
    return body;
}

static rt_status create_contact(rig *r, const contact_material *m) {
    contact_link_shape shape = contact_link_common(D);
    if (!r->bend.carried)
        return contact_hull_links_create(&r->contact, &shape, r->chain.body, LINKS, &r->rail, &r->tree, m);
    return contact_body_links_create(&r->contact, &shape, r->chain.body, LINKS, add_carrier(&r->model), &r->rail,
                                     &r->tree, m, 128);
}

static void rig_make(rig *r, const bend *b, int outboard) {
    memset(r, 0, sizeof *r);
    r->bend = *b;
    const double fall = b->fall;
    assert_true(dyn_model_create(&r->model, H, vec3_make(0, 0, -G), 6 + 3 * LINKS + 1 + 4, 3 + LINKS, LINKS, 1, 7));
    dyn_model *m = &r->model;
    vec3 x[LINKS + 1];
    lay(x, -4.0, b->radius + 1.85 * D, fall);
    tackle_anchor_def a = {.shank_mass = 2214,
                           .head_mass = 4200,
                           .shank_centre = {0, 0, 1.2},
                           .head_centre = {0, 0, -0.05},
                           .shank_inertia = diagonal(1100, 1100, 60),
                           .head_inertia = diagonal(800, 2400, 2000),
                           .shackle = 2.55,
                           .hinge_stop = 0.785,
                           .stop_stiffness = 2e7,
                           .stop_damping = 1e5,
                           .pin_friction = 50};
    a.shank.r = mat3_identity();
    a.shank.p = vec3_madd(x[0], -a.shackle, vec3_make(0, 0, 1));
    assert_int_equal(tackle_anchor_add(&r->anchor, m, &a), RT_OK);
    tackle_link link = tackle_stud_link(D);
    assert_int_equal(tackle_chain_add(&r->chain, m, &link, LINKS, r->anchor.shackle, x, vec3_make(0, 1, 0), 0), RT_OK);
    tackle_anchor_finish(&r->anchor, m, r->chain.body[0], r->chain.u[0]);
    tackle_lifter_add(&r->lifter, m, &r->chain, outboard, 0.5, vec3_make(-sin(fall), 0, cos(fall)), 200, 800);
    tackle_windlass_def w = plain_windlass(400e3, 400e3, 0.3);
    w.brake_capacity = 880e3, w.motor_brake = 600e3;
    tackle_windlass_add(&r->windlass, m, &r->lifter, &w);
    r->rail = make_rail(b->radius);
    assert_true(r->rail.closed);
    assert_int_equal(contact_bvh_build(&r->rail, &r->tree), RT_OK);
    contact_material material = contact_material_default(); // links: as rt/scenario/scenario.c has them
    material.stiffness = 5e7;
    material.damping_max = 2;
    material.v_stick = 0.1;
    material.mu_static = material.mu_dynamic = b->mu; // one coefficient, however fast the links slip
    assert_int_equal(create_contact(r, &material), RT_OK);
    dyn_add_force(m, &r->contact.force);
    assert_int_equal(dyn_model_finish(m, 1e7), RT_OK);
    assert_int_equal(dyn_state_create(m, &r->state), RT_OK);
    tackle_lifter_start(&r->lifter, m, &r->state, outboard);
    dyn_step_def step = dyn_step_def_default();
    step.tolerance = 1e-7;
    r->work = dyn_work_create(m, &step);
    assert_non_null(r->work);
    r->command = (rt_command){.brake = 1, .clutch = 1};
    assert_true(dyn_initial_acceleration(m, &r->state, r->work, &r->command) < 1e-3);
}

static void rig_free(rig *r) {
    dyn_work_destroy(r->work);
    dyn_state_free(&r->state);
    dyn_model_destroy(&r->model);
    contact_hull_links_free(&r->contact);
    tackle_chain_free(&r->chain);
    contact_bvh_free(&r->tree);
    contact_mesh_free(&r->rail);
}

static void rig_step(rig *r) {
    tackle_lifter_exchange(&r->lifter, &r->model, &r->state, &r->events);
    dyn_step(&r->model, &r->state, r->work, &r->command, NULL, &r->events);
    assert_true(dyn_state_finite(&r->model, &r->state));
}

// Settles the chain tight and at rest: removes its velocities repeatedly.
static void settle(rig *r) {
    for (int k = 0; k < 3000; k++) {
        rig_step(r);
        for (int i = 0; i < r->model.n_nodes; i++) r->state.qd[i] = vec3_scale(0.9, r->state.qd[i]);
    }
}

// Direction of the chain over three links from k on, toward the lifter.
static vec3 direction(const rig *r, int k) {
    return vec3_unit(vec3_sub(r->state.q[r->chain.p[k + 3]], r->state.q[r->chain.p[k]]));
}

// First and last link in contact with the rail; false when none.
static bool touching(const rig *r, int *first, int *last) {
    *first = LINKS, *last = -1;
    for (int k = 0; k < r->contact.set.n; k++) {
        const contact_item *c = &r->contact.set.item[k];
        if (c->depth <= 0) continue;
        int link = c->body - r->chain.body[0];
        *first = link < *first ? link : *first;
        *last = link > *last ? link : *last;
    }
    return *last >= 0;
}

// Tension at the end of the rail from `t` at its beginning, for a chain of weight w [N/m] at radius `off` drawn up from
// below and over: dT/ds = w cos(phi) + mu R / off (T / off + w sin(phi)).
static double capstan(const bend *b, double t, double wrap, double w, double off) {
    enum { PARTS = 2000 };
    for (int i = 0; i < PARTS; i++) {
        double phi = wrap * (i + 0.5) / PARTS, ds = off * wrap / PARTS;
        t += ds * (w * cos(phi) + b->mu * b->radius / off * (t / off + w * sin(phi)));
    }
    return t;
}

// Means over a heave of four links' length.
typedef struct heave {
    double ratio;    // tension above over tension below
    double expected; // the same by the thick chain's formula
    double wrap;     // [rad]
} heave;

static heave heave_over(const bend *b) {
    rig r;
    rig_make(&r, b, 38);
    settle(&r);
    r.command = (rt_command){.lever = 0.5, .clutch = 1};
    heave mean = {0};
    double weight = r.chain.link.mass * G / PITCH;
    int n = 0;
    for (int k = 0; k < 9000; k++) { // 0.15 m/s: 1.35 m, nearly seven links, the last four of them measured
        rig_step(&r);
        int first, last;
        if (k < 3600 || !touching(&r, &first, &last)) continue;
        int top = (int)tackle_lifter_state_of(&r.lifter, &r.model, &r.state)->links - 1;
        assert_true(first > 5 && last + 5 < top);
        vec3 in = direction(&r, first - 5), out = direction(&r, last + 1);
        double theta = acos(fmin(1, vec3_dot(in, out)));
        // static tensions of the free spans, which depend on heights only
        const vec3 *q = r.state.q;
        double below = 6414 * G + weight * (q[r.chain.p[first]].z - q[r.chain.p[0]].z);
        double above = tackle_lifter_tension(&r.lifter, &r.model, &r.state) +
                       weight * (q[r.chain.p[last + 1]].z - r.lifter.exit.z);
        double off = b->radius + 0.5 * (1.8 + 0.5) * D; // links lie flat and stand on edge by turns
        mean.ratio += above / below;
        mean.expected += capstan(b, below, theta, weight, off) / below;
        mean.wrap += theta;
        n++;
    }
    assert_true(n > 5000);
    mean.ratio /= n, mean.expected /= n, mean.wrap /= n;
    print_message("friction %.2f, wrap %.1f deg: ratio %.4f, expected %.4f (a thin rope %.4f); efficiency %.3f\n",
                  b->mu, mean.wrap * 180 / M_PI, mean.ratio, mean.expected, exp(b->mu * mean.wrap), 1 / mean.ratio);
    CHECK_NEAR(mean.wrap, M_PI / 2 + b->fall, 0.1);
    CHECK_NEAR(mean.ratio, mean.expected, 0.05 * mean.expected);
    // and so is friction's own share in it
    CHECK_NEAR(log(mean.ratio), log(mean.expected), 0.1 * log(mean.expected));
    rig_free(&r);
    return mean;
}

static void test_capstan(void **state) {
    (void)state;
    heave quarter = heave_over(&(bend){.fall = 0, .mu = 0.22, .radius = 0.5});
    // the bare exp(mu theta) too, up to the quarter turn that a chain makes over bolster and deck lip together
    CHECK_NEAR(quarter.ratio, exp(0.22 * quarter.wrap), 0.05 * exp(0.22 * quarter.wrap));
    heave_over(&(bend){.fall = 0.5, .mu = 0.22, .radius = 0.5});
}

// The same round a body: the anchor's shank and crown hold a bight by the same law.
static void a_body_holds_a_bight(void **state) {
    (void)state;
    heave quarter = heave_over(&(bend){.fall = 0, .mu = 0.22, .radius = 0.5, .carried = true});
    CHECK_NEAR(quarter.ratio, exp(0.22 * quarter.wrap), 0.05 * exp(0.22 * quarter.wrap));
}

// Both pairs of figures that give the class efficiency, over bolsters of 10 and 15 bar diameters. The bound is that of
// the bare exp(mu theta) above: a thick chain's exponent is smaller by R / r (0.90, 0.93) and its own weight adds.
static void hawse_pipe_has_its_class_efficiency(void **state) {
    (void)state;
    const bend bends[] = {
        {-M_PI / 6, 0.34, 0.5, false}, {-M_PI * 5 / 18, 0.51, 0.5, false}, {-M_PI / 6, 0.34, 0.75, false}};
    for (size_t k = 0; k < sizeof bends / sizeof bends[0]; k++) {
        CHECK_NEAR(bends[k].mu * (M_PI / 2 + bends[k].fall), 0.357, 0.002);
        CHECK_NEAR(1 / heave_over(&bends[k]).ratio, 0.70, 0.05 * 0.70);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_capstan), cmocka_unit_test(a_body_holds_a_bight),
                                       cmocka_unit_test(hawse_pipe_has_its_class_efficiency)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
