// SPDX-License-Identifier: MIT
// Tests of the predicted acceleration by the first move of the iteration: beta h² times the prediction's error.
#include "tests/dynamics/mechanism.h"

static const double H = 1e-3, MASS = 2;
static const double TOLERANCE = 1e-10;

// A force along x on one point, as a function of the step's number.
typedef struct push {
    dyn_force force;
    int node;
    double (*at)(double n); // [N]
} push;

static void eval_push(void *self, const dyn_eval *e, const void *z) {
    const push *p = self;
    (void)z;
    dyn_node_add_force(e, -1, p->node, vec3_make(p->at(round(e->t / H)), 0, 0));
}

// First move of step number n [m]. With a cap of one iteration it is also the last, and exact for such a force.
static double first_move(double at(double n), int steps) {
    mechanism k;
    push p = {.at = at};
    mechanism_make(&k, H, vec3_make(0, 0, 0));
    p.node = dyn_add_lone_node(&k.model, vec3_make(0, 0, 0), vec3_make(MASS, MASS, MASS));
    p.force = (dyn_force){.self = &p, .eval = eval_push};
    dyn_add_force(&k.model, &p.force);
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = TOLERANCE;
    def.max_newton = 1;
    mechanism_finish_with(&k, 1e6, &def);
    for (int n = 0; n < steps; n++) {
        double expected = at(n + 1) / MASS;
        k.last = dyn_step(&k.model, &k.state, k.work, &(rt_command){0}, NULL, &k.events);
        CHECK_NEAR(k.state.qdd[p.node].x, expected, 1e-9 * (1 + fabs(expected)));
    }
    double dq = k.last.dq;
    mechanism_free(&k);
    return dq;
}

static double steady_rise(double n) { return 40 * n; }
static double alternate(double n) { return fmod(n, 2) == 0 ? 300 : -300; }
// Reverses at step 10, by 0.015 m/s² per step, which changes the prediction by 38 tolerances.
static double smooth_peak(double n) { return 0.03 * (n <= 10 ? n : 20 - n); }

static void test_rise_is_extrapolated(void **state) {
    (void)state;
    CHECK_NEAR(first_move(steady_rise, 20), 0, 1e-15);
}

// Between +A and -A the predicted acceleration is 0 and the first move corresponds to A. Extrapolation would be wrong
// by 4 A.
static void test_alternating_acceleration_is_averaged(void **state) {
    (void)state;
    double a = 300 / MASS;
    CHECK_NEAR(first_move(alternate, 20), 0.25 * H * H * a, 1e-9 * H * H * a);
}

// At the step after the peak the prediction extrapolates the rise: wrong by twice the rise of a step.
static void test_smooth_peak_is_extrapolated(void **state) {
    (void)state;
    double rise = 0.03 / MASS;
    CHECK_NEAR(first_move(smooth_peak, 11), 0.25 * H * H * 2 * rise, 1e-6 * H * H * rise);
    CHECK_NEAR(first_move(smooth_peak, 12), 0, 1e-6 * H * H * rise);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rise_is_extrapolated),
        cmocka_unit_test(test_alternating_acceleration_is_averaged),
        cmocka_unit_test(test_smooth_peak_is_extrapolated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
