// SPDX-License-Identifier: MIT
// The pull by hand: its motion against the closed form, its tangent against differences, its limit, and the pulls that
// it ignores.
#include "dynamics/element/pull.h"
#include "tests/dynamics/element_rig.h"

#include "tests/dynamics/mechanism.h"

#define REACH 0.3 // [m]

static rt_pull body_pull(int body, vec3 at, vec3 to) {
    return (rt_pull){.kind = RT_PULL_BODY, .number = body, .at = {at.x, at.y, at.z}, .to = {to.x, to.y, to.z}};
}

// Tangents K and C against differences, below and above the limit: `far` is the distance of the place.
static void check_tangent(double far, bool node) {
    rig r;
    static double k[N * N], expected[N * N];
    dyn_pull pull;
    make_rig(&r, 77);
    int mass = r.lone + 1;
    dyn_add_point_mass(&r.m, mass, 3);
    dyn_pull_add(&pull, &r.m, REACH);
    set_random_motion(&r);
    for (int i = 0; i < NODES; i++) r.qd[i] = vec3_scale(0.1, r.qd[i]); // slow: damping alone stays below the limit
    dyn_grip g;
    vec3 away = vec3_make(0.6 * far, -0.7 * far, 0.4 * far);
    r.command.pull = body_pull(1, vec3_make(0.4, -0.7, 0.2), away);
    if (node) r.command.pull = (rt_pull){.kind = RT_PULL_NODE, .number = mass, .to = {away.x, away.y, away.z}};
    assert_true(dyn_pull_grip(&pull, &r.e, &r.command.pull, &g));
    vec3 to = vec3_add(g.at, away);
    r.command.pull.to[0] = to.x, r.command.pull.to[1] = to.y, r.command.pull.to[2] = to.z;
    assert_true(dyn_pull_grip(&pull, &r.e, &r.command.pull, &g));
    assert_int_equal(vec3_norm(g.spring) > g.limit, far > 1);
    element_tangent(&r, 1, 0, k);
    numeric_tangent(&r, r.q, 1e-6, expected);
    check_same(k, expected, largest(k));
    assert_true(is_positive(k, 1e-9 * largest(k)));
    element_tangent(&r, 0, 1, k);
    numeric_tangent(&r, r.qd, 1e-6, expected);
    check_same(k, expected, largest(k));
    evaluate(&r);
    const int *n = r.m.body[1].node;
    vec3 sum = node ? r.force[mass] : vec3_add(r.force[n[0]], r.force[n[1]]);
    CHECK_NEAR(vec3_norm(vec3_sub(sum, g.force)), 0, 1e-12 * g.limit);
    if (!node) check_bodies_and_power(&r, false, vec3_dot(g.force, g.rate));
    destroy_rig(&r);
}

static void tangent_equals_differences(void **state) {
    (void)state;
    for (int node = 0; node < 2; node++) {
        check_tangent(0.01, node);
        check_tangent(50, node);
    }
}

// A free body of this mass, gripped at its centre of mass, at rest; the hand is at `to` of its frame.
static void make_free_body(mechanism *k, dyn_pull *pull, double mass, double h, double reach, rt_command *c, vec3 to) {
    const vec3 centre = {0.2, 0.1, -0.3};
    mechanism_make(k, h, vec3_make(0, 0, 0));
    brick b = {.at = {mat3_identity(), {1, 2, 3}},
               .length = 1,
               .mass = mass,
               .centre = centre,
               .inertia = {0.1 * mass, 0.2 * mass, 0.15 * mass}};
    mechanism_body(k, &b);
    dyn_pull_add(pull, &k->model, reach);
    mechanism_finish(k);
    *c = (rt_command){.pull = body_pull(0, centre, vec3_add(vec3_add(b.at.p, centre), to))};
    const dyn_start_def def = {.position = 1e-10, .velocity = 1e-9, .acceleration = 1e-6};
    assert_true(dyn_start(&k->model, &k->state, k->work, c, &def).solved);
}

static dyn_grip step_free_body(mechanism *k, const dyn_pull *pull, const rt_command *c) {
    dyn_grip g;
    k->last = dyn_step(&k->model, &k->state, k->work, c, NULL, &k->events);
    dyn_eval e = dyn_eval_at(&k->model, &k->state);
    assert_true(dyn_pull_grip(pull, &e, &c->pull, &g));
    return g;
}

// x'' = -omega² x - 2 D omega x' from rest at x0: x = x0 exp(-D omega t) (cos wd t + D / sqrt(1 - D²) sin wd t) with
// wd = omega sqrt(1 - D²), for any mass. The rule's period is longer by (omega h)²/12, here 8e-6: over the 10 rad of a
// second, less than 1e-4 of x0.
static void free_body_swings_at_the_damped_frequency(void **state) {
    (void)state;
    const double masses[] = {0.01, 20, 1e5}, x0 = 0.1, omega = sqrt(PULL_ACCELERATION / REACH), d = PULL_DAMPING,
                 wd = omega * sqrt(1 - d * d);
    for (int i = 0; i < 3; i++) {
        mechanism k;
        dyn_pull pull;
        rt_command c;
        make_free_body(&k, &pull, masses[i], 1e-3, REACH, &c, vec3_make(x0, 0, 0));
        for (int n = 1; n <= 1000; n++) {
            double t = 1e-3 * n;
            dyn_grip g = step_free_body(&k, &pull, &c);
            double x = x0 * exp(-d * omega * t) * (cos(wd * t) + d / sqrt(1 - d * d) * sin(wd * t));
            CHECK_NEAR(c.pull.to[0] - g.at.x, x, 1e-4 * x0);
            assert_true(vec3_norm(g.force) < g.limit);
        }
        mechanism_free(&k);
    }
}

// A hand far away pulls with the limit: the body moves with the acceleration of the limit, whatever its mass.
static void force_is_limited(void **state) {
    (void)state;
    const double masses[] = {0.01, 1e5};
    for (int i = 0; i < 2; i++) {
        mechanism k;
        dyn_pull pull;
        rt_command c;
        make_free_body(&k, &pull, masses[i], 1e-3, REACH, &c, vec3_make(0, 0, 1000));
        double from = c.pull.to[2] - 1000;
        for (int n = 1; n <= 200; n++) {
            double t = 1e-3 * n;
            dyn_grip g = step_free_body(&k, &pull, &c);
            CHECK_NEAR(vec3_norm(g.force), masses[i] * PULL_ACCELERATION, 1e-9 * masses[i] * PULL_ACCELERATION);
            CHECK_NEAR(g.at.z - from, 0.5 * PULL_ACCELERATION * t * t, 1e-9);
        }
        mechanism_free(&k);
    }
}

// A reach so short that the step bounds the stiffness: the phase of a step is PULL_PHASE, and the body comes to rest.
static void stiffness_is_bounded_by_the_step(void **state) {
    (void)state;
    mechanism k;
    dyn_pull pull;
    rt_command c;
    double most = 0;
    make_free_body(&k, &pull, 20, 0.01, 1e-9, &c, vec3_make(0.1, 0, 0));
    for (int n = 1; n <= 400; n++) {
        dyn_grip g = step_free_body(&k, &pull, &c);
        CHECK_NEAR(sqrt(g.stiffness / 20) * 0.01, PULL_PHASE, 1e-12);
        most = fmax(most, fabs(c.pull.to[0] - g.at.x));
        if (n == 400) assert_true(fabs(c.pull.to[0] - g.at.x) < 1e-9);
    }
    assert_true(most < 0.1);
    mechanism_free(&k);
}

// Pulls that no part can answer add no force, whatever they hold.
static void impossible_pulls_are_ignored(void **state) {
    (void)state;
    rig r;
    dyn_pull pull;
    dyn_grip g;
    make_rig(&r, 5);
    dyn_pull_add(&pull, &r.m, REACH);
    set_random_motion(&r);
    const rt_pull good = body_pull(0, vec3_make(0, 0, 0), vec3_make(1, 1, 1));
    rt_pull bad[] = {good, good, good, good, good, good, good, good};
    bad[0].number = 2;
    bad[1].number = -1;
    bad[2].kind = RT_PULL_KINDS;
    bad[3].to[1] = NAN;
    bad[4].at[2] = (double)INFINITY;
    bad[5].to[0] = 1e300;
    bad[6] = (rt_pull){.kind = RT_PULL_NODE, .number = DYN_EX}; // ground
    bad[7] = (rt_pull){.kind = RT_PULL_NODE, .number = r.lone}; // scalars without weight
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(dyn_pull_grip(&pull, &r.e, &bad[i], &g));
        r.command.pull = bad[i];
        evaluate(&r);
        for (int n = 0; n < NODES; n++) assert_true(vec3_norm(r.force[n]) == 0);
    }
    assert_true(dyn_pull_grip(&pull, &r.e, &good, &g));
    r.s.body_on[0] = 0; // a link that the gypsy took
    assert_false(dyn_pull_grip(&pull, &r.e, &good, &g));
    destroy_rig(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangent_equals_differences),
        cmocka_unit_test(free_body_swings_at_the_damped_frequency),
        cmocka_unit_test(force_is_limited),
        cmocka_unit_test(stiffness_is_bounded_by_the_step),
        cmocka_unit_test(impossible_pulls_are_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
