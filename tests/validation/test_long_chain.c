// SPDX-License-Identifier: MIT
// A full 11 shackles of 62 mm chain, 1 220 links of 0.248 m, with the anchor: hanging and swinging at h = 4 ms, with
// joint friction. The test prints the mean CPU time of a step, which should be below h, and asserts the number
// of iterations that bounds it.
#include "dynamics/core/start.h"
#include "tests/check.h"
#include "tests/dynamics/ship.h"
#include <time.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t each);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t each);
void *__wrap_realloc(void *p, size_t n);

static int allocations;

void *__wrap_malloc(size_t n) { return allocations++, __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t each) { return allocations++, __real_calloc(n, each); }
void *__wrap_realloc(void *p, size_t n) { return allocations++, __real_realloc(p, n); }

enum { LINKS = 1220 };
static const double G = 9.81, H = 4e-3, ANCHOR = 6414;

static double cpu_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct outcome {
    double mean, cpu;  // iterations per step; CPU time per step [s]
    int most, capped;  // iterations of one step; steps at the cap
    double phi;        // largest violation of a constraint [m]
    double gain, loss; // energy above and below that of the start [J]
} outcome;

static void make(ship *s, double angle, double mu) {
    ship_def d = {
        .h = H, .d = 0.062, .gamma = 1e7, .angle = angle, .links = LINKS, .mu = mu, .step = dyn_step_def_default()};
    ship_make(s, &d);
    CHECK_NEAR(LINKS * s->chain.link.pitch, 11 * 27.5, 0.1);
    assert_true(dyn_initial_acceleration(&s->model, &s->state, s->work, &s->command) < 1e-6);
}

static outcome run(ship *s, int steps) {
    outcome o = {0};
    double e0 = dyn_energy(&s->model, &s->state);
    int before = allocations;
    for (int n = 0; n < steps; n++) {
        double t = cpu_now();
        dyn_step_info info = ship_step(s);
        o.cpu += (cpu_now() - t) / steps;
        o.mean += (double)info.newton / steps;
        o.most = info.newton > o.most ? info.newton : o.most;
        o.capped += info.capped;
        o.phi = fmax(o.phi, info.phi_max);
        double change = dyn_energy(&s->model, &s->state) - e0;
        o.gain = fmax(o.gain, change);
        o.loss = fmax(o.loss, -change);
    }
    assert_int_equal(allocations - before, 0);
    assert_true(dyn_state_finite(&s->model, &s->state));
    print_message("%.2f iterations a step, at most %d, %d at the cap; %.2f ms of CPU a step; violation %.1e m; energy "
                  "+%.3g -%.3g J\n",
                  o.mean, o.most, o.capped, 1e3 * o.cpu, o.phi, o.gain, o.loss);
    return o;
}

static void test_hanging(void **state) {
    (void)state;
    ship s;
    make(&s, 0, 0.2);
    outcome o = run(&s, 1000);
    assert_int_equal(o.capped, 0);
    assert_true(o.most <= 3);
    dyn_eval e = dyn_eval_at(&s.model, &s.state);
    for (int k = 0; k < LINKS; k += 61) { // each link bears what hangs below its middle
        double below = (ANCHOR + (k + 0.5) * s.chain.link.mass) * G;
        CHECK_NEAR(dyn_body_tension(&e, s.chain.body[k]), below, 1e-6 * below);
    }
    ship_free(&s);
}

static void swinging(double mu) {
    ship s;
    make(&s, 0.2, mu);
    outcome o = run(&s, 2500);
    double swing = (ANCHOR + 0.5 * LINKS * s.chain.link.mass) * G * 302.5 * (1 - cos(0.2)); // energy that it exchanges
    assert_int_equal(o.capped, 0);
    assert_true(o.mean <= 4);
    assert_true(o.phi < 1e-6);
    assert_true(o.gain < 1e-4 * swing);
    if (mu == 0) assert_true(o.loss < 1e-4 * swing);
    ship_free(&s);
}

static void test_swinging(void **state) {
    (void)state;
    swinging(0);
}

static void test_swinging_with_friction(void **state) {
    (void)state;
    swinging(0.2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hanging),
        cmocka_unit_test(test_swinging),
        cmocka_unit_test(test_swinging_with_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
