// SPDX-License-Identifier: MIT
// A stud-link chain of 100 links between two fixed points, let down from an arc of a circle and damped to rest: joints
// and end forces against the statics of 100 equal rods, solved on their own for the two components of the end force.
#include "dynamics/core/constraint.h"
#include "dynamics/core/start.h"
#include "dynamics/tackle/chain.h"
#include "tests/check.h"
#include "tests/validation/reference/chain.h"
#include <stdlib.h>

enum { LINKS = 100, STEPS = 4000 };
static const double H = 5e-3, G = 9.81, D = 0.05;

typedef struct span {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    tackle_chain chain;
    rt_events events;
} span;

// The points of a polygon of `pitch` on the circle's arc that sags below the line from the origin to `end`.
static void arc(double pitch, vec3 end, vec3 *x) {
    double chord = vec3_norm(end), lo = 1e-3, hi = M_PI / LINKS; // half the angle of a link at the centre
    for (int i = 0; i < 100; i++) {
        double half = 0.5 * (lo + hi);
        if (pitch * sin(LINKS * half) / sin(half) > chord)
            lo = half;
        else
            hi = half;
    }
    vec3 along = vec3_unit(end), down = vec3_cross(along, vec3_make(0, -1, 0));
    x[0] = vec3_make(0, 0, 0);
    for (int k = 0; k < LINKS; k++) {
        double angle = (LINKS - 1 - 2 * k) * lo;
        x[k + 1] = vec3_madd(vec3_madd(x[k], pitch * cos(angle), along), pitch * sin(angle), down);
    }
}

static void span_make(span *s, const tackle_link *link, vec3 end) {
    *s = (span){0};
    dyn_model *m = &s->model;
    vec3 x[LINKS + 1];
    arc(link->pitch, end, x);
    assert_true(vec3_norm(vec3_sub(x[LINKS], end)) < 1e-9);
    x[LINKS] = end;
    assert_true(dyn_model_create(m, H, vec3_make(0, 0, -G), 1 + 3 * LINKS, LINKS, LINKS, 0, 1));
    int held = dyn_add_node(m, x[0], true);
    assert_int_equal(tackle_chain_add(&s->chain, m, link, LINKS, held, x, vec3_make(0, 1, 0), 0), RT_OK);
    dyn_fix_node(m, s->chain.p[LINKS]);
    assert_int_equal(dyn_model_finish(m, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(m, &s->state), RT_OK);
    dyn_step_def def = dyn_step_def_default();
    def.tolerance = 1e-10;
    s->work = dyn_work_create(m, &def);
    assert_non_null(s->work);
    const dyn_start_def start = {.position = 1e-9, .velocity = 1e-9, .acceleration = 1e-6};
    assert_true(dyn_start(m, &s->state, s->work, &(rt_command){0}, &start).solved);
}

static void span_free(span *s) {
    dyn_work_destroy(s->work);
    dyn_state_free(&s->state);
    dyn_model_destroy(&s->model);
    tackle_chain_free(&s->chain);
}

// Damps the velocities at a rate of 4 1/s, about twice the slowest frequency.
static void settle(span *s) {
    for (int n = 0; n < STEPS; n++) {
        dyn_step(&s->model, &s->state, s->work, &(rt_command){0}, NULL, &s->events);
        for (int i = 0; i < s->model.n_nodes; i++) s->state.qd[i] = vec3_scale(1 - 4 * H, s->state.qd[i]);
    }
}

// Force of the support at a fixed point of the chain at rest: phi_qᵀ lambda - Q, Q the weight that the body at it
// leaves there.
static vec3 reaction(const span *s, int body, int node) {
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    dyn_row *row = calloc((size_t)s->model.n_rows, sizeof *row);
    assert_non_null(row);
    dyn_rows_eval(&s->model, &e, row);
    const dyn_body *b = &s->model.body[body];
    vec3 f = vec3_make(0, 0, 0);
    for (int k = 0; k < s->model.n_rows; k++)
        for (int i = 0; i < row[k].n; i++)
            if (row[k].node[i] == node) f = vec3_madd(f, s->state.lambda[k], row[k].g[i]);
    for (int i = 0; i < 4; i++)
        if (b->node[i] == node) f = vec3_madd(f, -b->gravity[i], s->model.gravity);
    free(row);
    return f;
}

static void check_span(double span_x, double rise) {
    const tackle_link link = tackle_stud_link(D);
    const ref_rods rods_of = {LINKS, link.pitch, link.mass};
    ref_joint expected[LINKS + 1];
    assert_true(ref_rods_hang(&rods_of, span_x, rise, expected));
    span s;
    span_make(&s, &link, vec3_make(span_x, 0, rise));
    double way = 0, off = 0;
    for (int k = 0; k <= LINKS; k++) {
        vec3 x = vec3_make(expected[k].x, 0, expected[k].z);
        way = fmax(way, vec3_norm(vec3_sub(s.state.q[s.chain.p[k]], x)));
    }
    assert_true(way > 0.01); // it starts away from the solution
    settle(&s);
    for (int k = 0; k <= LINKS; k++) {
        vec3 x = vec3_make(expected[k].x, 0, expected[k].z);
        off = fmax(off, vec3_norm(vec3_sub(s.state.q[s.chain.p[k]], x)));
    }
    // the support pulls the chain at joint N, and is pulled by it at joint 0
    vec3 first = reaction(&s, s.chain.body[0], s.chain.p[0]),
         last = reaction(&s, s.chain.body[LINKS - 1], s.chain.p[LINKS]);
    double d0 = vec3_norm(vec3_add(first, vec3_make(expected[0].h, 0, expected[0].v)));
    double d1 = vec3_norm(vec3_sub(last, vec3_make(expected[LINKS].h, 0, expected[LINKS].v)));
    double t0 = hypot(expected[0].h, expected[0].v), t1 = hypot(expected[LINKS].h, expected[LINKS].v);
    print_message("%g m, %g m: from %.3f m to %.2e m; end forces %.1f N and %.1f N off by %.1e and %.1e\n", span_x,
                  rise, way, off, t0, t1, d0 / t0, d1 / t1);
    assert_true(off < 1e-3);
    assert_true(d0 < 1e-3 * t0);
    assert_true(d1 < 1e-3 * t1);
    dyn_eval e = dyn_eval_at(&s.model, &s.state);
    for (int k = 0; k < LINKS; k++) { // a link's tension is that at its middle
        double t = hypot(expected[k].h, 0.5 * (expected[k].v + expected[k + 1].v));
        CHECK_NEAR(dyn_body_tension(&e, s.chain.body[k]), t, 1e-3 * t);
    }
    assert_int_equal(s.events, 0);
    span_free(&s);
}

static void test_slack_span(void **state) {
    (void)state;
    check_span(14, 2);
}

static void test_taut_span(void **state) {
    (void)state;
    check_span(18, -6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_slack_span), cmocka_unit_test(test_taut_span)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
