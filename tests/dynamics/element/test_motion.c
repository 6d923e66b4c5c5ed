// SPDX-License-Identifier: MIT
// Tests of motions under force elements against closed forms.
#include "dynamics/core/start.h"
#include "dynamics/core/state.h"
#include "dynamics/element/actuator.h"
#include "dynamics/element/friction.h"
#include "dynamics/element/spring_damper.h"
#include "dynamics/element/stop.h"
#include "tests/check.h"

#define PI 3.14159265358979323846

// A system of one degree of freedom: component 0 of a lone node of inertia 2 with an element on it, or a body on a
// hinge.
typedef struct mover {
    dyn_model m;
    dyn_state s;
    dyn_work *w;
    rt_command command;
    rt_events events;
    int node;
} mover;

static void mover_make(mover *v, double h) {
    *v = (mover){0};
    assert_true(dyn_model_create(&v->m, h, vec3_make(0, 0, 0), 8, 1, 0, 0, 2));
    v->node = dyn_add_lone_node(&v->m, vec3_make(0, 0, 0), vec3_make(2, 1, 1));
}

static void mover_finish(mover *v) {
    assert_int_equal(dyn_model_finish(&v->m, 1e5), RT_OK);
    assert_int_equal(dyn_state_create(&v->m, &v->s), RT_OK);
    dyn_step_def step = dyn_step_def_default();
    step.tolerance = 1e-11;
    v->w = dyn_work_create(&v->m, &step);
    assert_non_null(v->w);
}

static void mover_step(mover *v) { dyn_step(&v->m, &v->s, v->w, &v->command, NULL, &v->events); }

static void mover_free(mover *v) {
    assert_int_equal(v->events, 0);
    dyn_work_destroy(v->w);
    dyn_state_free(&v->s);
    dyn_model_destroy(&v->m);
}

// From rest at 1 with m = 2, k = 200, c = 4: x = exp(-δ t)(cos ω t + δ/ω sin ω t), δ = 1, ω = sqrt(99). The error is of
// second order in h, and the lost energy is the damper's work.
static void test_damped_oscillator(void **state) {
    (void)state;
    double error[2];
    for (int fine = 0; fine < 2; fine++) {
        mover v;
        double h = fine ? 5e-4 : 1e-3, taken = 0, worst = 0, omega = sqrt(99);
        mover_make(&v, h);
        dyn_spring_damper spring;
        dyn_scalar s = dyn_scalar_coordinate(v.node, 0);
        const dyn_spring_damper_def d = {.stiffness = 200, .damping = 4, .rest = 3};
        dyn_spring_damper_add(&spring, &v.m, &s, &d);
        mover_finish(&v);
        v.s.q[v.node].x = 4;
        dyn_initial_acceleration(&v.m, &v.s, v.w, &v.command);
        CHECK_NEAR(v.s.qdd[v.node].x, -100, 1e-9);
        double energy0 = dyn_energy(&v.m, &v.s);
        CHECK_NEAR(energy0, 100, 1e-9);
        for (int n = 1; n <= (int)lround(2 / h); n++) {
            double before = v.s.qd[v.node].x, t = n * h;
            mover_step(&v);
            double mean = 0.5 * (before + v.s.qd[v.node].x);
            taken += 4 * mean * mean * h;
            worst = fmax(worst, fabs(v.s.q[v.node].x - 3 - exp(-t) * (cos(omega * t) + sin(omega * t) / omega)));
        }
        // with mean velocities the trapezoidal rule's energy balance is exact
        CHECK_NEAR(dyn_energy(&v.m, &v.s) + taken, energy0, 1e-8);
        error[fine] = worst;
        mover_free(&v);
    }
    assert_true(error[0] < 1e-4);
    CHECK_NEAR(log2(error[0] / error[1]), 2, 0.1);
}

// The initial accelerations follow from the forces alone, even in a stiff system: the tangent's (h²/4) K, here 2500
// times the mass, has no effect.
static void test_stiff_start(void **state) {
    (void)state;
    mover v;
    mover_make(&v, 1e-3);
    dyn_spring_damper spring;
    dyn_scalar s = dyn_scalar_coordinate(v.node, 0);
    const dyn_spring_damper_def d = {.stiffness = 2e10, .damping = 1e5};
    dyn_spring_damper_add(&spring, &v.m, &s, &d);
    mover_finish(&v);
    v.s.q[v.node].x = 1e-3;
    v.s.qd[v.node].x = 2;
    assert_true(dyn_initial_acceleration(&v.m, &v.s, v.w, &v.command) < 1e-8);
    CHECK_NEAR(v.s.qdd[v.node].x, -(2e7 + 2e5) / 2, 1e-6);
    mover_free(&v);
}

// The lever adds to the function of time, and the sum saturates.
static void test_actuator_demand(void **state) {
    (void)state;
    const double lever[3] = {0.5, 0.9, -1}, want[3] = {8, 10, -7};
    for (int k = 0; k < 3; k++) {
        mover v;
        mover_make(&v, 1e-3);
        dyn_actuator a;
        dyn_scalar s = dyn_scalar_coordinate(v.node, 0);
        const dyn_actuator_def d = {.lever = true, .max = 10, .offset = 3};
        dyn_actuator_add(&a, &v.m, &s, &d);
        mover_finish(&v);
        v.command.lever = lever[k];
        dyn_initial_acceleration(&v.m, &v.s, v.w, &v.command);
        CHECK_NEAR(v.s.qdd[v.node].x, want[k] / 2, 1e-9);
        mover_free(&v);
    }
}

// A block of 2 kg at 1 m/s under a friction of 5 N: v = 1 - 2.5 t, stops after 0.4 s and 0.2 m. Friction then holds it
// against 4 N without creep; under 6 N it accelerates by (6 - 5)/2.
static void test_dry_friction_block(void **state) {
    (void)state;
    mover v;
    mover_make(&v, 1e-3);
    dyn_friction f;
    dyn_actuator push;
    dyn_scalar s = dyn_scalar_coordinate(v.node, 0);
    const dyn_friction_def d = {.limit = 5, .load_body = -1, .yield = 1e-4, .lead = 5e-3};
    dyn_friction_add(&f, &v.m, &s, &d);
    const dyn_actuator_def pd = {.lever = true, .max = 10};
    dyn_actuator_add(&push, &v.m, &s, &pd);
    mover_finish(&v);
    v.s.qd[v.node].x = 1;
    ((dyn_friction_state *)(void *)v.s.z)->bristle = 1.5e-4; // sliding from the start
    dyn_initial_acceleration(&v.m, &v.s, v.w, &v.command);
    for (int n = 1; n <= 1000; n++) {
        mover_step(&v);
        if (n <= 390) CHECK_NEAR(v.s.qd[v.node].x, 1 - 2.5e-3 * n, 1e-9);
        if (n <= 390) CHECK_NEAR(v.s.q[v.node].x, 1e-3 * n - 1.25e-6 * n * n, 1e-9);
    }
    CHECK_NEAR(v.s.q[v.node].x, 0.2, 3e-4); // springs back by the bristle's deflection
    v.command.lever = 0.4;
    for (int n = 0; n < 1000; n++) mover_step(&v);
    double at = v.s.q[v.node].x;
    for (int n = 0; n < 2000; n++) mover_step(&v);
    CHECK_NEAR(v.s.q[v.node].x, at, 1e-9);
    v.command.lever = 0.6;
    for (int n = 0; n < 200; n++) mover_step(&v);
    double before = v.s.qd[v.node].x;
    for (int n = 0; n < 100; n++) mover_step(&v);
    CHECK_NEAR(v.s.qd[v.node].x - before, 0.5 * 0.1, 1e-9);
    mover_free(&v);
}

// Within its bristle friction is a spring k = limit/yield with damping lead k: a block of 2 kg swings about its
// sticking point with x = a exp(-δ t) cos ω t, δ = lead k/4, ω² = k/2 - δ², at a deflection so small that the cubic
// term is below 1e-8.
static void test_stuck_friction_is_damped(void **state) {
    (void)state;
    mover v;
    mover_make(&v, 1e-3);
    dyn_friction f;
    dyn_scalar s = dyn_scalar_coordinate(v.node, 0);
    const dyn_friction_def d = {.limit = 8, .load_body = -1, .yield = 0.005, .lead = 0.02};
    dyn_friction_add(&f, &v.m, &s, &d);
    mover_finish(&v);
    const double k = 8 / 0.005, decay = 0.02 * k / 4, omega = sqrt(k / 2 - decay * decay), a = 1e-6;
    v.s.qd[v.node].x = -decay * a;
    ((dyn_friction_state *)(void *)v.s.z)->bristle = a;
    dyn_initial_acceleration(&v.m, &v.s, v.w, &v.command);
    for (int n = 1; n <= 300; n++) {
        mover_step(&v);
        double t = 1e-3 * n;
        CHECK_NEAR(v.s.q[v.node].x, a * (exp(-decay * t) * cos(omega * t) - 1), 1e-3 * a);
    }
    mover_free(&v);
}

// A wheel of inertia 3 on a fixed hinge with a torsion spring of 12 N m/rad has the period 2 pi sqrt(3/12) = pi, also
// when wound up by three turns.
static void test_torsional_pendulum(void **state) {
    (void)state;
    mover v;
    const double h = 2.5e-4;
    mover_make(&v, h);
    int p0 = dyn_add_node(&v.m, vec3_make(0, 0, 0), true), p1 = dyn_add_node(&v.m, vec3_make(0, 0, 1), true);
    int x = dyn_add_node(&v.m, vec3_make(1, 0, 0), false), y = dyn_add_node(&v.m, vec3_make(0, 1, 0), false);
    const dyn_body_def wheel = {.p0 = p0,
                                .p1 = p1,
                                .u = x,
                                .v = y,
                                .rb_p1 = {0, 0, 1},
                                .ub = {1, 0, 0},
                                .vb = {0, 1, 0},
                                .mass = 7,
                                .inertia = {{{2, 0, 0}, {0, 2, 0}, {0, 0, 3}}}};
    assert_int_equal(dyn_add_body(&v.m, &wheel, NULL), RT_OK);
    dyn_spring_damper spring;
    dyn_scalar s = dyn_scalar_angle(dyn_vector_of_body(&v.m, 0, vec3_make(1, 0, 0)),
                                    dyn_vector_of_body(&v.m, -1, vec3_make(1, 0, 0)),
                                    dyn_vector_of_body(&v.m, -1, vec3_make(0, 1, 0)), 1);
    double rest = 6 * PI;
    const dyn_spring_damper_def d = {.stiffness = 12, .rest = rest};
    dyn_spring_damper_add(&spring, &v.m, &s, &d);
    mover_finish(&v);
    dyn_initial_acceleration(&v.m, &v.s, v.w, &v.command);
    double energy0 = dyn_energy(&v.m, &v.s);
    CHECK_NEAR(energy0, 6 * rest * rest, 1e-9);
    // angle = rest (1 - cos 2t): the wheel turns six times and back
    const double *angle = (const double *)(const void *)v.s.z;
    double top = 0;
    for (int n = 1; n <= (int)(2 * PI / h); n++) {
        mover_step(&v);
        CHECK_NEAR(*angle, rest * (1 - cos(2 * h * n)), 1e-3 * rest);
        CHECK_NEAR(dyn_energy(&v.m, &v.s), energy0, 1e-3 * energy0);
        top = fmax(top, *angle);
    }
    CHECK_NEAR(top, 12 * PI, 1e-3);
    CHECK_NEAR(*angle, 0, 1e-2);
    mover_free(&v);
}

// A mass of 2 at 1 m/s meets an undamped stop of 2e4 N/m at 0.1. It leaves at the same speed after pi sqrt(m/k), with a
// largest depth of v sqrt(m/k) = 0.01.
static void test_undamped_stop_returns_all_speed(void **state) {
    (void)state;
    mover v;
    mover_make(&v, 1e-4);
    dyn_stop stop;
    dyn_scalar s = dyn_scalar_coordinate(v.node, 0);
    const dyn_stop_def d = {.min = -1, .max = 0.1, .stiffness = 2e4, .ramp = 1e-3};
    dyn_stop_add(&stop, &v.m, &s, &d);
    mover_finish(&v);
    v.s.qd[v.node].x = 1;
    dyn_initial_acceleration(&v.m, &v.s, v.w, &v.command);
    double deepest = 0;
    int inside = 0;
    for (int n = 0; n < 3000; n++) {
        mover_step(&v);
        deepest = fmax(deepest, v.s.q[v.node].x - 0.1);
        inside += v.s.q[v.node].x > 0.1;
        CHECK_NEAR(dyn_energy(&v.m, &v.s), 1, 0.01);
    }
    CHECK_NEAR(deepest, 0.01, 1e-5);
    CHECK_NEAR(inside * 1e-4, PI * 0.01, 2e-4);
    CHECK_NEAR(v.s.qd[v.node].x, -1, 5e-3);
    mover_free(&v);
}

// The step response to the lever is F = 7 (1 - exp(-t/lag)) at every step. The steady response to a sine has the
// amplitude 1/sqrt(1 + (w lag)²) and the phase -atan(w lag), within second order in h.
static void test_actuator_lag(void **state) {
    (void)state;
    mover v;
    mover_make(&v, 1e-3);
    dyn_actuator lever, sine;
    dyn_scalar x = dyn_scalar_coordinate(v.node, 0), y = dyn_scalar_coordinate(v.node, 1);
    const dyn_actuator_def ld = {.lever = true, .max = 10, .lag = 0.05},
                           sd = {.max = 10, .amplitude = 3, .offset = 1, .frequency = 2, .phase = 0.4, .lag = 0.05};
    dyn_actuator_add(&lever, &v.m, &x, &ld);
    dyn_actuator_add(&sine, &v.m, &y, &sd);
    mover_finish(&v);
    v.command.lever = 0.7;
    dyn_initial_acceleration(&v.m, &v.s, v.w, &v.command);
    CHECK_NEAR(v.s.qdd[v.node].x, 0, 1e-12);
    const double *force = (const double *)(const void *)v.s.z;
    for (int n = 1; n <= 1000; n++) {
        mover_step(&v);
        double t = 1e-3 * n, w = 2 * PI * 2;
        CHECK_NEAR(force[0], 7 * (1 - exp(-t / 0.05)), 1e-12);
        CHECK_NEAR(v.s.qdd[v.node].x, force[0] / 2, 1e-9);
        double steady = 1 + 3 * sin(w * t + 0.4 - atan(w * 0.05)) / sqrt(1 + w * w * 0.0025);
        // error of sampling at mid-step: (w h)²/24 of the sine, and some more by the lag
        if (n > 800) CHECK_NEAR(force[1], steady, 3 * w * w * 1e-6);
    }
    mover_free(&v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damped_oscillator),
        cmocka_unit_test(test_stiff_start),
        cmocka_unit_test(test_actuator_demand),
        cmocka_unit_test(test_dry_friction_block),
        cmocka_unit_test(test_stuck_friction_is_damped),
        cmocka_unit_test(test_torsional_pendulum),
        cmocka_unit_test(test_undamped_stop_returns_all_speed),
        cmocka_unit_test(test_actuator_lag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
