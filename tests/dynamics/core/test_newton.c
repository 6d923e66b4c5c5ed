// SPDX-License-Identifier: MIT
// Tests of when the Newton iteration renews its factor and when it ends. A point mass on a spring with a wrong tangent
// makes the iteration converge linearly at a known rate. With s = h² k / (4 m) the trapezoidal rule has the solution
// x1 = h v0 / (1 + s). From x = h v0, full move n is (1 - r) r^(n-1) E and leaves the error r^n E, with the first error
// E and r = 1 - (1 + s) / (1 + s') for the tangent's s'.
#include "tests/dynamics/mechanism.h"

static const double H = 1e-3, MASS = 2, TOLERANCE = 1e-8;
static const double S = 1;

typedef struct spring {
    dyn_force force;
    int node;
    double rate[2]; // convergence rate of the iteration along x and y
    int right;      // number of wrong tangents before the right one
    int tangents, evaluations;
} spring;

// Tangent with which the iteration converges at this rate.
static double wrong_tangent(const spring *p, double k_weight, double k, double rate) {
    return k_weight * k * ((1 + S) / (1 - (p->tangents >= p->right ? 0 : rate)) - 1) / S;
}

static void eval_spring(void *self, const dyn_eval *e, const void *z) {
    spring *p = self;
    double k = 4 * MASS * S / (H * H);
    (void)z;
    p->evaluations++;
    dyn_node_add_force(e, -1, p->node, vec3_scale(-k, e->q[p->node]));
    if (!e->tangent) return;
    double x = wrong_tangent(p, e->k_weight, k, p->rate[0]), y = wrong_tangent(p, e->k_weight, k, p->rate[1]);
    dyn_node_add_tangent(e, p->node, p->node, &(mat3){{{x, 0, 0}, {0, y, 0}, {0, 0, x}}});
    p->tangents++;
}

typedef struct outcome {
    dyn_step_info info;
    double error; // position error after the step [m]
    int evaluations;
} outcome;

// Takes a step from a prediction with this error along x, and also along y if rate_y is not 0.
static outcome step_once(double error, double rate_x, double rate_y, int right) {
    mechanism k;
    spring p = {.rate = {rate_x, rate_y}, .right = right};
    mechanism_make(&k, H, vec3_make(0, 0, 0));
    p.node = dyn_add_lone_node(&k.model, vec3_make(0, 0, 0), vec3_make(MASS, MASS, MASS));
    p.force = (dyn_force){.self = &p, .eval = eval_spring};
    dyn_add_force(&k.model, &p.force);
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = TOLERANCE;
    mechanism_finish_with(&k, 1e6, &def);
    double x1 = error / S, y1 = rate_y != 0 ? x1 : 0; // the prediction h v0 = (1 + s) x1 has the error s x1
    k.state.qd[p.node] = vec3_scale((1 + S) / H, vec3_make(x1, y1, 0));
    outcome o = {.info = dyn_step(&k.model, &k.state, k.work, &(rt_command){0}, NULL, &k.events)};
    o.evaluations = p.evaluations;
    o.error = vec3_norm(vec3_sub(k.state.q[p.node], vec3_make(x1, y1, 0)));
    mechanism_free(&k);
    return o;
}

// The second solution is 0.05 of the first. A move by 1/(1 - 0.05) of it solves the problem; the third solution
// confirms this.
static void test_one_rate_is_extrapolated(void **state) {
    (void)state;
    outcome o = step_once(2.8e-6, 0.05, 0, 9);
    assert_int_equal(o.info.newton, 3);
    assert_int_equal(o.info.factors, 1);
    assert_true(o.info.dq < 1e-15 && o.error < 1e-15);
}

// Solutions 9.6e-7 and 3.8e-8, above the tolerance. Extrapolation leaves an assumed fifth of the second. At the assumed
// least rate of 0.1 this leaves an error of 8.5e-10, below a quarter of the tolerance.
static void test_small_remaining_error_ends_iteration(void **state) {
    (void)state;
    outcome o = step_once(1e-6, 0.04, 0, 9);
    assert_int_equal(o.info.newton, 2);
    assert_true(o.info.dq > TOLERANCE && o.error < 1e-15);
}

// A first rate of 0.015 is no measure of later moves: the iteration assumes 0.1. The second solutions, 2.1e-8 and
// 2.4e-8 in size and normal to the first, then leave 2.3e-9 and 2.7e-9: below and above a quarter of the tolerance.
static void test_fast_first_rate_is_not_trusted(void **state) {
    (void)state;
    assert_int_equal(step_once(1.0e-6, 0.015, -0.015, 9).info.newton, 2);
    assert_int_equal(step_once(1.15e-6, 0.015, -0.015, 9).info.newton, 3);
}

// The third solution, 2.3e-8, with the factor's second rate, 0.09, leaves less than a quarter of the tolerance. As a
// first rate it would count as 0.1 and leave more.
static void test_second_rate_is_trusted(void **state) {
    (void)state;
    outcome o = step_once(2.05e-6, 0.09, -0.09, 9);
    assert_int_equal(o.info.newton, 3);
    assert_int_equal(o.info.factors, 1);
    assert_true(o.info.dq > TOLERANCE && o.error < TOLERANCE / 4);
}

// At rate 0.3, with a fifth left by extrapolation, two more moves with the old factor suffice below 5.6e-7. The second
// solution, 8.4e-7, is larger and brings a new factor; the third is smaller and does not. (Both factors are wrong.)
static void test_factor_is_renewed_only_if_it_pays(void **state) {
    (void)state;
    outcome o = step_once(4e-6, 0.3, 0, 9);
    assert_int_equal(o.info.newton, 4);
    assert_int_equal(o.info.factors, 2);
    assert_true(o.error < 1e-15);
}

static void test_right_factor_ends_iteration(void **state) {
    (void)state;
    outcome o = step_once(4e-6, 0.3, 0, 1);
    assert_int_equal(o.info.newton, 3);
    assert_int_equal(o.info.factors, 2);
    assert_int_equal(o.evaluations, 4); // the second solution is evaluated twice
    assert_true(o.error < 1e-15);
}

// The first solution is 3.15e-6 here, more than 300 tolerances, and 2.8e-6 in the test above. After it the iteration
// does not test the old factor.
static void test_long_move_brings_new_factor(void **state) {
    (void)state;
    outcome o = step_once(4.5e-6, 0.3, 0, 1);
    assert_int_equal(o.info.newton, 3);
    assert_int_equal(o.info.factors, 2);
    assert_int_equal(o.evaluations, 3);
    assert_true(o.error < 1e-15);
}

// At rate -1.5 the second solution is larger than the first, and half of the move is undone. The new factor is right,
// but only half of its solution is applied. The next solution, the other half, shows that the factor is right.
static void test_half_move_confirms_right_factor(void **state) {
    (void)state;
    outcome o = step_once(1e-6, -1.5, 0, 1);
    assert_int_equal(o.info.newton, 5);
    assert_int_equal(o.info.factors, 2);
    assert_true(o.error < 1e-15);
}

// With two rates of opposite sign no multiple of a solution solves the problem; the iteration still converges.
static void test_two_rates_converge(void **state) {
    (void)state;
    for (double rate = 0.05; rate < 0.65; rate += 0.05) {
        outcome o = step_once(1e-5, rate, -0.5 * rate, 9);
        assert_false(o.info.capped);
        if (o.error >= TOLERANCE) fail_msg("rate %g: error %g m after %d iterations", rate, o.error, o.info.newton);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_rate_is_extrapolated),
        cmocka_unit_test(test_small_remaining_error_ends_iteration),
        cmocka_unit_test(test_fast_first_rate_is_not_trusted),
        cmocka_unit_test(test_factor_is_renewed_only_if_it_pays),
        cmocka_unit_test(test_right_factor_ends_iteration),
        cmocka_unit_test(test_half_move_confirms_right_factor),
        cmocka_unit_test(test_long_move_brings_new_factor),
        cmocka_unit_test(test_second_rate_is_trusted),
        cmocka_unit_test(test_two_rates_converge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
