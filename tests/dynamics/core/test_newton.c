// SPDX-License-Identifier: MIT
// When the Newton iteration renews its factor, and when it ends: a point mass on a spring whose tangent is told wrong,
// so that the iteration converges linearly at a known rate. With s = h² k / (4 m) the trapezoidal rule has the solution
// x1 = h v0 / (1 + s); from x = h v0 full move n is (1 - r) r^(n-1) E and leaves r^n E, E being the first error and
// r = 1 - (1 + s) / (1 + s') for the tangent's s'.
#include "tests/dynamics/mechanism.h"

static const double H = 1e-3, MASS = 2, TOLERANCE = 1e-8;
static const double S = 1;

typedef struct spring {
    dyn_force force;
    int node;
    double rate[2]; // at which the iteration converges along x and y with its tangent
    int right;      // evaluations of the tangent from which on it is right
    int tangents, evaluations;
} spring;

// What the iteration is to take for h² k / (4 m) to converge at this rate.
static double told(const spring *p, double k_weight, double k, double rate) {
    return k_weight * k * ((1 + S) / (1 - (p->tangents >= p->right ? 0 : rate)) - 1) / S;
}

static void pulled(void *self, const dyn_eval *e, const void *z) {
    spring *p = self;
    double k = 4 * MASS * S / (H * H);
    (void)z;
    p->evaluations++;
    dyn_node_add_force(e, -1, p->node, vec3_scale(-k, e->q[p->node]));
    if (!e->tangent) return;
    double x = told(p, e->k_weight, k, p->rate[0]), y = told(p, e->k_weight, k, p->rate[1]);
    dyn_node_add_tangent(e, p->node, p->node, &(mat3){{{x, 0, 0}, {0, y, 0}, {0, 0, x}}});
    p->tangents++;
}

typedef struct outcome {
    dyn_step_info info;
    double error; // of the place after the step [m]
    int evaluations;
} outcome;

// A step from a prediction that is off by `error` along x, and along y where that converges.
static outcome step_once(double error, double rate_x, double rate_y, int right) {
    mechanism k;
    spring p = {.rate = {rate_x, rate_y}, .right = right};
    mechanism_make(&k, H, vec3_make(0, 0, 0));
    p.node = dyn_add_lone_node(&k.model, vec3_make(0, 0, 0), vec3_make(MASS, MASS, MASS));
    p.force = (dyn_force){.self = &p, .eval = pulled};
    dyn_add_force(&k.model, &p.force);
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = TOLERANCE;
    mechanism_finish_with(&k, 1e6, &def);
    double x1 = error / S, y1 = rate_y != 0 ? x1 : 0; // the prediction h v0 = (1 + s) x1 is off by s x1
    k.state.qd[p.node] = vec3_scale((1 + S) / H, vec3_make(x1, y1, 0));
    outcome o = {.info = dyn_step(&k.model, &k.state, k.work, &(rt_command){0}, NULL, &k.events)};
    o.evaluations = p.evaluations;
    o.error = vec3_norm(vec3_sub(k.state.q[p.node], vec3_make(x1, y1, 0)));
    mechanism_free(&k);
    return o;
}

// The second solution is 0.05 of the first: 1/(1 - 0.05) of it ends the iteration, which a third one confirms.
static void test_one_rate_is_extrapolated(void **state) {
    (void)state;
    outcome o = step_once(2.8e-6, 0.05, 0, 9);
    assert_int_equal(o.info.newton, 3);
    assert_int_equal(o.info.factors, 1);
    assert_true(o.info.dq < 1e-15 && o.error < 1e-15);
}

// Solutions 9.6e-7, 3.8e-8: above the tolerance yet, but of a fifth of that, on which extrapolation is not relied, the
// rate of 0.1 that the first is taken for leaves 8.5e-10, less than a quarter of it.
static void test_ends_where_little_is_left(void **state) {
    (void)state;
    outcome o = step_once(1e-6, 0.04, 0, 9);
    assert_int_equal(o.info.newton, 2);
    assert_true(o.info.dq > TOLERANCE && o.error < 1e-15);
}

// Rate 0.015 after the first move says little of the moves to come: it is taken for 0.1. Of the second solution, 2.1e-8
// and 2.4e-8 in size and across the first, that leaves 2.3e-9 and 2.7e-9, below and above a quarter of the tolerance.
static void test_a_fast_start_is_not_the_rate(void **state) {
    (void)state;
    assert_int_equal(step_once(1.0e-6, 0.015, -0.015, 9).info.newton, 2);
    assert_int_equal(step_once(1.15e-6, 0.015, -0.015, 9).info.newton, 3);
}

// The third solution, 2.3e-8, with the factor's second rate, 0.09, leaves less than a quarter of the tolerance; a first
// one would not, being taken for 0.1.
static void test_the_second_rate_counts(void **state) {
    (void)state;
    outcome o = step_once(2.05e-6, 0.09, -0.09, 9);
    assert_int_equal(o.info.newton, 3);
    assert_int_equal(o.info.factors, 1);
    assert_true(o.info.dq > TOLERANCE && o.error < TOLERANCE / 4);
}

// At rate 0.3, with a fifth of it left by extrapolation, two more moves with the old factor are enough from 5.6e-7 on:
// not for the second solution, 8.4e-7, but for the third, as the new factor is as wrong as the old.
static void test_factor_is_renewed_while_it_pays(void **state) {
    (void)state;
    outcome o = step_once(4e-6, 0.3, 0, 9);
    assert_int_equal(o.info.newton, 4);
    assert_int_equal(o.info.factors, 2);
    assert_true(o.error < 1e-15);
}

static void test_a_right_factor_ends_it(void **state) {
    (void)state;
    outcome o = step_once(4e-6, 0.3, 0, 1);
    assert_int_equal(o.info.newton, 3);
    assert_int_equal(o.info.factors, 2);
    assert_int_equal(o.evaluations, 4); // the second solution is wanted twice
    assert_true(o.error < 1e-15);
}

// The first solutions are 2.8e-6 above, and 3.15e-6 here: more than 300 tolerances, so that the old factor is not
// asked.
static void test_a_long_move_brings_a_factor(void **state) {
    (void)state;
    outcome o = step_once(4.5e-6, 0.3, 0, 1);
    assert_int_equal(o.info.newton, 3);
    assert_int_equal(o.info.factors, 2);
    assert_int_equal(o.evaluations, 3);
    assert_true(o.error < 1e-15);
}

// At rate -1.5 the second solution is larger than the first: half of the move is taken back. The new factor is right,
// but half of its solution is moved by; the other half, that solution again, tells that it is.
static void test_half_a_move_tells_of_its_factor(void **state) {
    (void)state;
    outcome o = step_once(1e-6, -1.5, 0, 1);
    assert_int_equal(o.info.newton, 5);
    assert_int_equal(o.info.factors, 2);
    assert_true(o.error < 1e-15);
}

// Where two rates differ in sign no multiple of a solution ends it.
static void test_two_rates_converge(void **state) {
    (void)state;
    for (double rate = 0.05; rate < 0.65; rate += 0.05) {
        outcome o = step_once(1e-5, rate, -0.5 * rate, 9);
        assert_false(o.info.capped);
        if (o.error >= TOLERANCE) fail_msg("rate %g: %g left after %d", rate, o.error, o.info.newton);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_rate_is_extrapolated),     cmocka_unit_test(test_ends_where_little_is_left),
        cmocka_unit_test(test_a_fast_start_is_not_the_rate), cmocka_unit_test(test_factor_is_renewed_while_it_pays),
        cmocka_unit_test(test_a_right_factor_ends_it),       cmocka_unit_test(test_half_a_move_tells_of_its_factor),
        cmocka_unit_test(test_a_long_move_brings_a_factor),  cmocka_unit_test(test_the_second_rate_counts),
        cmocka_unit_test(test_two_rates_converge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
