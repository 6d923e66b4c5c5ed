// SPDX-License-Identifier: MIT
// Tests of the step against reference motions, the IFToMM pendulum A01 and a free asymmetric top; of its order of
// accuracy, conservation and bitwise repetition.
#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "tests/check.h"
#include "tests/dynamics/ship.h"
#include <string.h>

static dyn_step_def fine_step_def(void) {
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = 1e-11;
    return def;
}

// ---- A01: simple pendulum of 1 m, 1 kg, from (-1, 0) at rest --------------------------------------------------------

// A compound pendulum with the centre of oscillation 1 m from the pivot: m c = 1 kg m and I + m c² = 1 kg m². Its
// motion and energies are those of the simple pendulum.
typedef struct pendulum {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
} pendulum;

static void pendulum_make(pendulum *p, double h) {
    const double c = 0.75, mass = 1 / c, inertia = 1 - mass * c * c;
    *p = (pendulum){0};
    assert_true(dyn_model_create(&p->model, h, vec3_make(0, -9.81, 0), 4, 1, 0, 0, 0));
    int pivot = dyn_add_node(&p->model, vec3_make(0, 0, 0), true);
    int tip = dyn_add_node(&p->model, vec3_make(-1, 0, 0), false);
    int u = dyn_add_node(&p->model, vec3_make(0, -1, 0), false), v = dyn_add_node(&p->model, vec3_make(0, 0, 1), false);
    const dyn_body_def def = {.p0 = pivot,
                              .p1 = tip,
                              .u = u,
                              .v = v,
                              .rb_p1 = {1, 0, 0},
                              .ub = {0, 1, 0},
                              .vb = {0, 0, 1},
                              .mass = mass,
                              .centre = {c, 0, 0},
                              .inertia = ship_diagonal(0.6 * inertia, inertia, inertia)};
    assert_int_equal(dyn_add_body(&p->model, &def, NULL), RT_OK);
    assert_int_equal(dyn_model_finish(&p->model, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(&p->model, &p->state), RT_OK);
    dyn_step_def step = fine_step_def();
    p->work = dyn_work_create(&p->model, &step);
    assert_non_null(p->work);
    assert_true(dyn_initial_acceleration(&p->model, &p->state, p->work, &(rt_command){0}) < 1e-8);
}

static void pendulum_free(pendulum *p) {
    dyn_work_destroy(p->work);
    dyn_state_free(&p->state);
    dyn_model_destroy(&p->model);
}

static const double a01_time[4] = {1, 2, 5, 10};
static const vec3 a01[4] = {{0.986291751, -0.165010853, 0},
                            {-0.793566195, -0.608483930, 0},
                            {-0.942305435, -0.334754338, 0},
                            {-0.275087463, -0.961419205, 0}};

// Computes the tip positions at the four times; returns the largest energy error [J].
static double pendulum_run(double h, vec3 tip[4]) {
    pendulum p;
    pendulum_make(&p, h);
    rt_events events = 0;
    double e0 = dyn_energy(&p.model, &p.state), drift = 0;
    int at = 0;
    while (at < 4) {
        dyn_step(&p.model, &p.state, p.work, &(rt_command){0}, NULL, &events);
        drift = fmax(drift, fabs(dyn_energy(&p.model, &p.state) - e0));
        if (p.state.step == (uint64_t)llround(a01_time[at] / h)) tip[at++] = p.state.q[DYN_FIRST_NODE + 1];
    }
    assert_int_equal(events, 0);
    pendulum_free(&p);
    return drift;
}

// Second order: half the step has a quarter of the error. The error of h is then a third of the change from 2 h to h.
static void test_pendulum_a01_matches_reference(void **state) {
    (void)state;
    vec3 coarse[4], tip[4];
    double drift2 = pendulum_run(2e-3, coarse), drift = pendulum_run(1e-3, tip);
    for (int k = 0; k < 4; k++) {
        double error2 = vec3_norm(vec3_sub(coarse[k], a01[k])), error = vec3_norm(vec3_sub(tip[k], a01[k]));
        double bound = 1.1 / 3 * vec3_norm(vec3_sub(coarse[k], tip[k])) + 2e-9; // plus the digits of the reference
        CHECK_NEAR(error, 0, bound);
        CHECK_NEAR(log2(error2 / error), 2, 0.1);
    }
    assert_true(drift < 5e-5); // error of the benchmark's published solutions at this step
    CHECK_NEAR(log2(drift2 / drift), 2, 0.1);
}

// ---- a free asymmetric top --------------------------------------------------------------------------------------

static const double top_moment[3] = {0.5, 0.9, 1.1}; // [kg m²]
static const vec3 top_rate = {0.3, 2.0, 0.4};        // at the start, body frame: near the unstable axis [rad/s]

static void top_make(pendulum *p, double h) {
    *p = (pendulum){0};
    assert_true(dyn_model_create(&p->model, h, vec3_make(0, 0, 0), 4, 1, 0, 0, 0));
    const vec3 x[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, centre = {0.2, 0.1, -0.3};
    for (int k = 0; k < 4; k++) dyn_add_node(&p->model, x[k], false);
    const dyn_body_def def = {.p0 = DYN_FIRST_NODE,
                              .p1 = DYN_FIRST_NODE + 1,
                              .u = DYN_FIRST_NODE + 2,
                              .v = DYN_FIRST_NODE + 3,
                              .rb_p1 = x[1],
                              .ub = x[2],
                              .vb = x[3],
                              .mass = 3,
                              .centre = centre,
                              .inertia = ship_diagonal(top_moment[0], top_moment[1], top_moment[2])};
    assert_int_equal(dyn_add_body(&p->model, &def, NULL), RT_OK);
    assert_int_equal(dyn_model_finish(&p->model, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(&p->model, &p->state), RT_OK);
    for (int k = 0; k < 4; k++) // the centre of mass at rest
        p->state.qd[DYN_FIRST_NODE + k] = vec3_cross(top_rate, k < 2 ? vec3_sub(x[k], centre) : x[k]);
    dyn_step_def step = fine_step_def();
    p->work = dyn_work_create(&p->model, &step);
    assert_true(dyn_initial_acceleration(&p->model, &p->state, p->work, &(rt_command){0}) < 1e-8);
}

// Angular velocity of a body from its vectors: ½ Σ b × b' for an orthonormal basis.
static vec3 top_omega(const dyn_state *s) {
    const vec3 *q = s->q + DYN_FIRST_NODE, *qd = s->qd + DYN_FIRST_NODE;
    vec3 b[3] = {vec3_sub(q[1], q[0]), q[2], q[3]}, bd[3] = {vec3_sub(qd[1], qd[0]), qd[2], qd[3]};
    vec3 sum = {0, 0, 0};
    for (int k = 0; k < 3; k++) sum = vec3_madd(sum, 0.5, vec3_cross(b[k], bd[k]));
    return sum;
}

static vec3 top_momentum(const pendulum *p) {
    dyn_eval e = dyn_eval_at(&p->model, &p->state);
    pose a = dyn_body_pose(&e, 0);
    vec3 w = mat3_tmul(&a.r, top_omega(&p->state));
    return mat3_mul(&a.r, vec3_make(top_moment[0] * w.x, top_moment[1] * w.y, top_moment[2] * w.z));
}

// Euler's equations and the columns of the attitude, by the classical Runge-Kutta method: the reference.
typedef struct euler {
    vec3 w, column[3]; // body rates; body axes in the world
} euler;

static euler euler_rate(const euler *s) {
    vec3 w = s->w;
    const double *i = top_moment;
    euler d = {
        .w = {(i[1] - i[2]) / i[0] * w.y * w.z, (i[2] - i[0]) / i[1] * w.z * w.x, (i[0] - i[1]) / i[2] * w.x * w.y}};
    vec3 world = {0, 0, 0};
    const double v[3] = {w.x, w.y, w.z};
    for (int k = 0; k < 3; k++) world = vec3_madd(world, v[k], s->column[k]);
    for (int k = 0; k < 3; k++) d.column[k] = vec3_cross(world, s->column[k]);
    return d;
}

static euler euler_madd(const euler *a, double s, const euler *d) {
    euler r = {.w = vec3_madd(a->w, s, d->w)};
    for (int k = 0; k < 3; k++) r.column[k] = vec3_madd(a->column[k], s, d->column[k]);
    return r;
}

static euler euler_run(double t, int steps) {
    euler s = {top_rate, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double h = t / steps;
    for (int n = 0; n < steps; n++) {
        euler k1 = euler_rate(&s), m1 = euler_madd(&s, h / 2, &k1), k2 = euler_rate(&m1),
              m2 = euler_madd(&s, h / 2, &k2);
        euler k3 = euler_rate(&m2), m3 = euler_madd(&s, h, &k3), k4 = euler_rate(&m3);
        s = euler_madd(&s, h / 6, &k1);
        s = euler_madd(&s, h / 3, &k2);
        s = euler_madd(&s, h / 3, &k3);
        s = euler_madd(&s, h / 6, &k4);
    }
    return s;
}

typedef struct top_error {
    double attitude, energy, momentum, drift; // drift: of the centre of mass
} top_error;

static top_error top_run(double h, double t, const euler *reference) {
    pendulum p;
    top_make(&p, h);
    rt_events events = 0;
    double e0 = dyn_energy(&p.model, &p.state), weight[4];
    vec3 l0 = top_momentum(&p);
    top_error worst = {0};
    dyn_body_weights(&p.model, 0, vec3_make(0.2, 0.1, -0.3), weight);
    while (p.state.step < (uint64_t)llround(t / h)) {
        dyn_step(&p.model, &p.state, p.work, &(rt_command){0}, NULL, &events);
        dyn_eval e = dyn_eval_at(&p.model, &p.state);
        worst.energy = fmax(worst.energy, fabs(dyn_energy(&p.model, &p.state) - e0));
        worst.momentum = fmax(worst.momentum, vec3_norm(vec3_sub(top_momentum(&p), l0)));
        vec3 centre = vec3_sub(dyn_body_point(&e, 0, weight), vec3_make(0.2, 0.1, -0.3));
        worst.drift = fmax(worst.drift, vec3_norm(centre));
    }
    assert_int_equal(events, 0);
    const vec3 *q = p.state.q + DYN_FIRST_NODE;
    vec3 axis[3] = {vec3_sub(q[1], q[0]), q[2], q[3]};
    for (int k = 0; k < 3; k++)
        worst.attitude = fmax(worst.attitude, vec3_norm(vec3_sub(axis[k], reference->column[k])));
    pendulum_free(&p);
    return worst;
}

static void test_free_asymmetric_top(void **state) {
    (void)state;
    const double t = 8; // s, more than two revolutions
    euler rough = euler_run(t, 8000), reference = euler_run(t, 16000);
    for (int k = 0; k < 3; k++) assert_true(vec3_norm(vec3_sub(rough.column[k], reference.column[k])) < 1e-10);
    top_error coarse = top_run(4e-3, t, &reference), e = top_run(2e-3, t, &reference);
    CHECK_NEAR(log2(coarse.attitude / e.attitude), 2, 0.1);
    assert_true(log2(coarse.energy / e.energy) > 1.9); // at least second order
    assert_true(log2(coarse.momentum / e.momentum) > 1.9);
    // the rule's error per step is below (ω h)³/12 of each quantity; over the run (ω h)² ω t/12
    double wh = 2.1 * 2e-3, share = wh * wh * 2.1 * t / 12, energy = 0.5 * 0.9 * 4.2, momentum = 1.9;
    assert_true(e.energy < share * energy);
    assert_true(e.momentum < share * momentum);
    assert_true(e.drift < 1e-9); // no force acts on the centre of mass
}

// ---- repetition -------------------------------------------------------------------------------------------------

static void ship_start(ship *s, dyn_solver_kind solver) {
    ship_def d = {.h = 1e-3,
                  .d = 0.068,
                  .gamma = 1e5,
                  .links = 12,
                  .capacity = 16,
                  .mu = 0.2,
                  .angle = 0.3,
                  .step = dyn_step_def_default()};
    d.step.solver = solver;
    ship_make(s, &d);
    s->command = (rt_command){.lever = -0.8, .clutch = 1};
    dyn_initial_acceleration(&s->model, &s->state, s->work, &s->command);
}

static void run_steps(ship *s, int steps) {
    for (int n = 0; n < steps; n++) ship_step(s);
}

static void check_same_state(ship *a, ship *b) {
    size_t na, nb;
    const void *x = dyn_state_bytes(&a->state, &na), *y = dyn_state_bytes(&b->state, &nb);
    assert_int_equal(na, nb);
    assert_memory_equal(x, y, na);
}

// Links join while the anchor swings. Two runs agree in every bit. A third run, which resumes half way from a saved
// state with another model's work, agrees too, although that work has passed more links and a non-finite state.
static void test_repeated_and_restored_runs_have_same_bits(void **state) {
    (void)state;
    ship a, b, c;
    ship_start(&a, DYN_SOLVER_BLOCK);
    ship_start(&b, DYN_SOLVER_BLOCK);
    ship_start(&c, DYN_SOLVER_BLOCK);
    run_steps(&a, 700);
    size_t n;
    const void *bytes = dyn_state_bytes(&a.state, &n);
    void *saved = malloc(n);
    assert_non_null(saved);
    memcpy(saved, bytes, n);
    run_steps(&a, 800);
    run_steps(&b, 1500);
    check_same_state(&a, &b);
    assert_true(a.events & RT_EVENT_BIT(RT_EVENT_LINK_JOINED));
    assert_false(dyn_state_restore(&c.state, saved, n - 8));
    run_steps(&c, 1500);
    c.command.lever = NAN;
    run_steps(&c, 1);
    assert_false(dyn_state_finite(&c.model, &c.state));
    c.command = a.command;
    assert_true(dyn_state_restore(&c.state, saved, n));
    assert_int_equal(c.state.step, 700);
    run_steps(&c, 800);
    check_same_state(&a, &c);
    free(saved);
    ship_free(&a);
    ship_free(&b);
    ship_free(&c);
}

// Both solvers give the same motion within the tolerance of the iteration.
static void test_solvers_agree(void **state) {
    (void)state;
    ship a, b;
    ship_start(&a, DYN_SOLVER_BLOCK);
    ship_start(&b, DYN_SOLVER_KLU);
    run_steps(&a, 600);
    run_steps(&b, 600);
    assert_true(a.events & RT_EVENT_BIT(RT_EVENT_LINK_JOINED));
    for (int i = 0; i < a.model.n_nodes; i++) CHECK_NEAR(vec3_norm(vec3_sub(a.state.q[i], b.state.q[i])), 0, 1e-6);
    ship_free(&a);
    ship_free(&b);
}

static void test_non_finite_state_is_detected(void **state) {
    (void)state;
    pendulum p;
    top_make(&p, 1e-3);
    assert_true(dyn_state_finite(&p.model, &p.state));
    const double bad[2] = {NAN, INFINITY};
    for (int k = 0; k < 2; k++) {
        vec3 *const x[3] = {p.state.q, p.state.qd, p.state.qdd};
        for (int i = 0; i < 3; i++) {
            double kept = x[i][3].z;
            x[i][3].z = bad[k];
            assert_false(dyn_state_finite(&p.model, &p.state));
            x[i][3].z = kept;
        }
    }
    assert_true(dyn_state_finite(&p.model, &p.state));
    pendulum_free(&p);
}

// Makes the tangent negative in every unknown.
static void eval_negative_tangent(void *self, const dyn_eval *e, const void *z) {
    const int *nodes = self;
    (void)z;
    for (int k = 0; k < 4 && e->tangent; k++)
        dyn_node_add_tangent(e, nodes[k], nodes[k], &(mat3){{{-10, 0, 0}, {0, -10, 0}, {0, 0, -10}}});
}

// Bad pivots raise an event. The block solver regularises any number of them. KLU gives up beyond eight, and the step
// is then accepted as predicted.
static void test_bad_pivots(void **state) {
    (void)state;
    for (int kind = DYN_SOLVER_BLOCK; kind <= DYN_SOLVER_KLU; kind++) {
        dyn_model m;
        dyn_state s;
        int node[4];
        rt_events events = 0;
        dyn_force f = {.self = node, .eval = eval_negative_tangent};
        assert_true(dyn_model_create(&m, 1e-3, vec3_make(0, 0, -9.81), 4, 0, 0, 0, 1));
        for (int k = 0; k < 4; k++) dyn_add_point_mass(&m, node[k] = dyn_add_node(&m, vec3_make(k, 0, 0), false), 1);
        dyn_add_force(&m, &f);
        assert_int_equal(dyn_model_finish(&m, 1e6), RT_OK);
        assert_int_equal(dyn_state_create(&m, &s), RT_OK);
        dyn_step_def def = fine_step_def();
        def.solver = (dyn_solver_kind)kind;
        dyn_work *w = dyn_work_create(&m, &def);
        s.qd[node[2]].x = 2;
        dyn_step_info info = dyn_step(&m, &s, w, &(rt_command){0}, NULL, &events);
        assert_true(info.pivots > 0 && dyn_state_finite(&m, &s));
        assert_int_equal(info.unsolved, kind != DYN_SOLVER_BLOCK);
        if (info.unsolved) {
            assert_true(info.capped && events & RT_EVENT_BIT(RT_EVENT_NEWTON_CAP));
            CHECK_NEAR(s.q[node[2]].x, 2 + 2e-3, 0);
        }
        dyn_work_destroy(w);
        dyn_state_free(&s);
        dyn_model_destroy(&m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pendulum_a01_matches_reference),
        cmocka_unit_test(test_free_asymmetric_top),
        cmocka_unit_test(test_repeated_and_restored_runs_have_same_bits),
        cmocka_unit_test(test_solvers_agree),
        cmocka_unit_test(test_non_finite_state_is_detected),
        cmocka_unit_test(test_bad_pivots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
