// SPDX-License-Identifier: MIT
// When the Newton iteration renews its factor, and when it ends: a point mass on a spring whose tangent is told wrong,
// so that the iteration converges linearly at a known rate. With s = h² k / (4 m) the trapezoidal rule has the solution
// x1 = h v0 / (1 + s); from x = h v0 move n is (1 - r) r^(n-1) E and leaves r^n E, where E is the first error and
// r = 1 - (1 + s) / (1 + s') for the tangent's s'.
#include "tests/dynamics/mechanism.h"

static const double H = 1e-3, MASS = 2, TOLERANCE = 1e-8;
static const double S = 1, FIRST_ERROR = 1e-5;

typedef struct spring {
    dyn_force force;
    int node;
    double rate; // at which the iteration converges with its tangent
    int right;   // evaluations of the tangent from which on it is right
    int tangents;
} spring;

static void pulled(void *self, const dyn_eval *e, const void *z) {
    spring *p = self;
    double k = 4 * MASS * S / (H * H), rate = p->tangents >= p->right ? 0 : p->rate;
    (void)z;
    dyn_node_add_force(e, -1, p->node, vec3_make(-k * e->q[p->node].x, 0, 0));
    if (!e->tangent) return;
    double told = e->k_weight * k * ((1 + S) / (1 - rate) - 1) / S;
    dyn_node_add_tangent(e, p->node, p->node, &(mat3){{{told, 0, 0}, {0, told, 0}, {0, 0, told}}});
    p->tangents++;
}

typedef struct outcome {
    dyn_step_info info;
    double error; // of the place after the step [m]
} outcome;

static outcome step_once(double rate, int right) {
    mechanism k;
    spring p = {.rate = rate, .right = right};
    mechanism_make(&k, H, vec3_make(0, 0, 0));
    p.node = dyn_add_lone_node(&k.model, vec3_make(0, 0, 0), vec3_make(MASS, MASS, MASS));
    p.force = (dyn_force){.self = &p, .eval = pulled};
    dyn_add_force(&k.model, &p.force);
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = TOLERANCE;
    mechanism_finish_with(&k, 1e6, &def);
    double x1 = FIRST_ERROR / S; // the prediction h v0 = (1 + s) x1 is off by s x1
    k.state.qd[p.node].x = (1 + S) * x1 / H;
    p.tangents = 0;
    outcome o = {.info = dyn_step(&k.model, &k.state, k.work, &(rt_command){0}, NULL, &k.events)};
    o.error = fabs(k.state.q[p.node].x - x1);
    mechanism_free(&k);
    return o;
}

// Moves 9.6e-6, 3.8e-7, 1.5e-8: above the tolerance yet, but 6.4e-10 is left, less than a tenth of it.
static void test_ends_where_little_is_left(void **state) {
    (void)state;
    outcome o = step_once(0.04, 9);
    assert_int_equal(o.info.newton, 3);
    assert_int_equal(o.info.factors, 1);
    assert_true(o.info.dq > TOLERANCE);
    CHECK_NEAR(o.error, 6.4e-10, 1e-12);
}

// At rate 0.3 two more moves with the old factor are enough from 1.1e-7 on, the fifth move and later: new factors, as
// wrong as the old, at the second, third and fourth.
static void test_factor_is_renewed_while_it_pays(void **state) {
    (void)state;
    outcome o = step_once(0.3, 9);
    assert_int_equal(o.info.newton, 7);
    assert_int_equal(o.info.factors, 4);
    assert_true(o.error < TOLERANCE);
}

static void test_a_right_factor_ends_it(void **state) {
    (void)state;
    outcome o = step_once(0.3, 1);
    assert_int_equal(o.info.newton, 3);
    assert_int_equal(o.info.factors, 2);
    assert_true(o.error < 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_where_little_is_left),
        cmocka_unit_test(test_factor_is_renewed_while_it_pays),
        cmocka_unit_test(test_a_right_factor_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
