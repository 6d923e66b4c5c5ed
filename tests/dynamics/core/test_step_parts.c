// SPDX-License-Identifier: MIT
// Tests of a step that is divided into equal parts because a force element asks for a shorter step, or its iteration
// does not converge: the result is that of steps of this length.
#include "dynamics/element/actuator.h"
#include "tests/dynamics/mechanism.h"

static const double H = 4e-3;

// A force element without force that asks for a step and records the accepted parts. On demand it pulls to and fro at
// each evaluation in a whole step, so that no iteration converges.
typedef struct asker {
    dyn_force force;
    double step; // [s]
    int accepted;
    double t, late; // time of the last accepted part [s]; largest error of a part's time [s]
    int node;       // that it pulls at
    double whole;   // step in which it pulls [s]; 0: in none
    int pulls;
} asker;

static void pull_to_and_fro(void *self, const dyn_eval *e, const void *z) {
    asker *a = self;
    (void)z;
    if (e->h != a->whole) return;
    e->force[a->node].x += 1e3 * sin(1.7 * ++a->pulls);
}

static double asked_step(const void *self, const dyn_eval *e, const void *z) {
    (void)e, (void)z;
    return ((const asker *)self)->step;
}

static void record_part(void *self, const dyn_eval *e, void *z) {
    asker *a = self;
    (void)z;
    a->accepted++;
    a->late = fmax(a->late, fabs(e->t - a->t - e->h));
    a->t = e->t;
}

// A driven crank, a rod that swings from its end, and a mass on a lagging actuator: rows that depend on time,
// constraints, internal states.
typedef struct swing {
    mechanism k;
    dyn_relative_angle angle;
    dyn_driver driver;
    dyn_actuator actuator;
    asker asker;
    int mass;
} swing;

static const dyn_driver_motion motion = {.amplitude = 0.8, .frequency = 1.5};

static void make_with(swing *s, double h, double ask_for, int substeps, int retry_parts) {
    *s = (swing){.asker = {.step = ask_for}};
    mechanism *k = &s->k;
    const char *why;
    vec3 z = vec3_make(0, 0, 1), end = vec3_make(0.5, 0, 0);
    mechanism_make(k, h, vec3_make(0, -9.81, 0));
    brick a = {.at = {mat3_identity(), {0, 0, 0}}, .length = 0.5, .mass = 1, .inertia = {0.01, 0.02, 0.02}};
    brick b = a;
    b.at.p = end, b.mass = 2, b.centre = vec3_make(0.3, 0, 0);
    int crank = mechanism_body(k, &a), rod = mechanism_body(k, &b);
    mechanism_joint(k, DYN_JOINT_REVOLUTE, -1, crank, vec3_make(0, 0, 0), z);
    mechanism_joint(k, DYN_JOINT_REVOLUTE, crank, rod, end, z);
    dyn_direction from = dyn_body_own(&k->model, -1, 0), to = dyn_body_own(&k->model, crank, 0),
                  about = dyn_body_own(&k->model, -1, 2);
    assert_int_equal(dyn_relative_angle_add(&s->angle, &k->model, &from, &to, &about, 0, &why), RT_OK);
    assert_int_equal(dyn_driver_add(&s->driver, &k->model, s->angle.node, vec3_make(1, 0, 0), &motion, &why), RT_OK);
    s->mass = dyn_add_lone_node(&k->model, vec3_make(1, 0, 0), vec3_make(2, 2, 2));
    dyn_scalar x = dyn_scalar_coordinate(s->mass, 0);
    const dyn_actuator_def push = {.max = 10, .amplitude = 5, .frequency = 3, .lag = 0.02};
    dyn_actuator_add(&s->actuator, &k->model, &x, &push);
    s->asker.node = s->mass;
    s->asker.force =
        (dyn_force){.self = &s->asker, .longest_step = asked_step, .eval = pull_to_and_fro, .accept = record_part};
    dyn_add_force(&k->model, &s->asker.force);
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = 1e-12, def.refactor = 0, def.max_projections = 3, def.substeps = substeps;
    def.retry_parts = retry_parts;
    mechanism_finish_with(k, 1e6, &def);
    mechanism_start(k);
}

static void make(swing *s, double h, double ask_for, int substeps) { make_with(s, h, ask_for, substeps, 0); }

static size_t bytes_of(swing *s, const void **bytes) {
    size_t n;
    *bytes = dyn_state_bytes(&s->k.state, &n);
    return n;
}

// If no element asks, or parts are not allowed, every bit is that of whole steps.
static void test_undivided_step_has_same_bits(void **state) {
    (void)state;
    static swing plain, allowed, refused;
    const void *a, *b;
    make(&plain, H, INFINITY, 1), make(&allowed, H, H, 8), make(&refused, H, H / 4, 1);
    for (int n = 0; n < 300; n++) mechanism_step(&plain.k), mechanism_step(&allowed.k), mechanism_step(&refused.k);
    size_t n = bytes_of(&plain, &a);
    assert_int_equal(bytes_of(&allowed, &b), n);
    assert_memory_equal(a, b, n);
    bytes_of(&refused, &b);
    assert_memory_equal(a, b, n);
    assert_int_equal(allowed.k.last.parts, 1);
    assert_int_equal(refused.k.events, 0);
    mechanism_free(&plain.k), mechanism_free(&allowed.k), mechanism_free(&refused.k);
}

// Steps in k parts give the motion of steps of h/k. Only the start of Newton's iteration differs, and therefore its
// remaining error within rounding, 2e-10 m per step. (Whole steps end with an error of some 1e-2 m.)
static void test_parts_match_shorter_steps(void **state) {
    (void)state;
    for (int parts = 2; parts <= 8; parts += 3) {
        static swing coarse, fine;
        make(&coarse, H, 1.001 * H / parts, 8), make(&fine, H / parts, INFINITY, 1);
        for (int n = 1; n <= 200; n++) {
            mechanism_step(&coarse.k);
            for (int i = 0; i < parts; i++) mechanism_step(&fine.k);
            assert_int_equal(coarse.k.last.parts, parts);
            assert_true(coarse.k.last.newton >= parts && coarse.k.last.newton_most < coarse.k.last.newton);
            CHECK_NEAR(coarse.asker.t, n * H, 1e-12);
            double angle[3];
            dyn_driver_at(&motion, n * H, angle);
            CHECK_NEAR(coarse.k.state.q[coarse.angle.node].x, angle[0], 1e-9);
            for (int i = 0; i < coarse.k.model.n_nodes; i++) {
                CHECK_VEC3(coarse.k.state.q[i], fine.k.state.q[i], 1e-8);
                CHECK_VEC3(coarse.k.state.qd[i], fine.k.state.qd[i], 1e-6);
            }
        }
        assert_int_equal(coarse.k.state.step, 200);
        // the multipliers depend on the factor of the last part
        double force = mechanism_driver_force(&fine.k, &fine.driver);
        CHECK_NEAR(mechanism_driver_force(&coarse.k, &coarse.driver), force, 1e-5 * fabs(force));
        assert_int_equal(coarse.asker.accepted, 200 * parts);
        CHECK_NEAR(coarse.asker.late, 0, 1e-12);
        CHECK_NEAR(coarse.k.phi_max, 0, 2 * fine.k.phi_max + 1e-12);
        assert_int_equal(coarse.k.events, 0);
        mechanism_free(&coarse.k), mechanism_free(&fine.k);
    }
}

// A step whose iteration does not converge is repeated in parts: nothing of the attempt is left but its work in the
// statistics, every bit is that of a step in as many parts. Where that is not allowed it is accepted, and told.
static void test_rejected_step_is_repeated_in_parts(void **state) {
    (void)state;
    static swing repeated, asked, accepted;
    const void *a, *b;
    make_with(&repeated, H, INFINITY, 1, 4), make(&asked, H, INFINITY, 8), make(&accepted, H, INFINITY, 1);
    for (int n = 0; n < 300; n++) {
        const bool stubborn = n % 50 == 20;
        repeated.asker.whole = accepted.asker.whole = stubborn ? H : 0;
        asked.asker.step = stubborn ? H / 4 : (double)INFINITY;
        mechanism_step(&repeated.k), mechanism_step(&asked.k), mechanism_step(&accepted.k);
        assert_int_equal(repeated.k.last.parts, stubborn ? 4 : 1);
        assert_false(repeated.k.last.capped);
        assert_int_equal(repeated.k.last.newton, asked.k.last.newton + (stubborn ? 12 : 0));
        assert_true(accepted.k.last.capped == stubborn && accepted.k.last.parts == 1);
    }
    size_t n = bytes_of(&repeated, &a);
    assert_int_equal(bytes_of(&asked, &b), n);
    assert_memory_equal(a, b, n);
    assert_int_equal(repeated.k.events, 0);
    assert_int_equal(accepted.k.events, RT_EVENT_BIT(RT_EVENT_NEWTON_CAP));
    mechanism_free(&repeated.k), mechanism_free(&asked.k), mechanism_free(&accepted.k);
}

// Alternating divided and whole steps are of second order: half the step has a quarter of the error.
static double end_error(double h, bool in_turn, vec3 end) {
    static swing s;
    make(&s, h, INFINITY, 8);
    for (int n = 0; n < lround(1.2 / h); n++) {
        s.asker.step = in_turn && n % 3 == 0 ? h / 5 : (double)INFINITY;
        mechanism_step(&s.k);
    }
    vec3 x = s.k.state.q[s.k.model.body[1].node[1]];
    mechanism_free(&s.k);
    return vec3_norm(vec3_sub(x, end));
}

static void test_divided_steps_are_second_order(void **state) {
    (void)state;
    static swing s;
    make(&s, H / 32, INFINITY, 1);
    for (int n = 0; n < lround(1.2 / H * 32); n++) mechanism_step(&s.k);
    vec3 end = s.k.state.q[s.k.model.body[1].node[1]];
    mechanism_free(&s.k);
    double coarse = end_error(H, true, end), fine = end_error(H / 2, true, end), whole = end_error(H, false, end);
    print_message("end off by %.3g in turn, %.3g at half the step, %.3g in whole steps\n", coarse, fine, whole);
    CHECK_NEAR(log2(coarse / fine), 2, 0.2);
    assert_true(coarse < whole);
}

// Beyond the cap the step has as many parts as allowed, and raises an event.
static void test_cap_on_parts_raises_event(void **state) {
    (void)state;
    static swing s;
    make(&s, H, H / 20, 8);
    mechanism_step(&s.k);
    assert_int_equal(s.k.last.parts, 8);
    assert_int_equal(s.k.events, RT_EVENT_BIT(RT_EVENT_SUBSTEP_LIMIT));
    s.asker.step = 0; // the shortest step: the same result
    mechanism_step(&s.k);
    assert_int_equal(s.k.last.parts, 8);
    mechanism_free(&s.k);
}

// A non-finite state ends the division: no further part is taken.
static void test_non_finite_state_ends_parts(void **state) {
    (void)state;
    static swing s;
    make(&s, H, H / 4, 8);
    s.k.state.qd[s.mass].x = NAN;
    mechanism_step(&s.k);
    assert_false(dyn_state_finite(&s.k.model, &s.k.state));
    mechanism_free(&s.k);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_undivided_step_has_same_bits),
                                       cmocka_unit_test(test_parts_match_shorter_steps),
                                       cmocka_unit_test(test_rejected_step_is_repeated_in_parts),
                                       cmocka_unit_test(test_divided_steps_are_second_order),
                                       cmocka_unit_test(test_cap_on_parts_raises_event),
                                       cmocka_unit_test(test_non_finite_state_ends_parts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
