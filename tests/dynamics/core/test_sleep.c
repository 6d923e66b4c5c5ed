// SPDX-License-Identifier: MIT
// Bodies that sleep under axes that move: they stay in their place in the world, and nothing of them changes.
#include "dynamics/core/sleep.h"
#include "tests/check.h"
#include "tests/dynamics/long_line.h"
#include <string.h>

enum { LINKS = 60, FIRST = 40, LAST = 50 };

static const long_line_def def = {
    .links = LINKS, .step = 2e-3, .bar = 0.062, .depth = 6, .pull = 4, .height = 2, .period = 6, .rests = true};

// A chain under a moving ship of which some links were put to sleep.
static void make(long_line *l) {
    long_line_make(l, &def);
    l->at_rest = l->sea.calm = false;
    l->state.step = 2000;
    dyn_state_start_axes(&l->model, &l->state);
    for (int k = 0; k < LINKS; k++) // at rest in the world
        for (int i = 0; i < 4; i++) {
            const int n = l->model.body[l->chain.body[k]].node[i];
            vec3 v = vec3_scale(-1, vec3_cross(l->state.axes->w, l->state.q[n]));
            if (i < 2) v = vec3_sub(v, mat3_tmul(&l->state.axes->r, l->state.axes->v));
            if (n != l->chain.p[0]) l->state.qd[n] = v;
        }
    for (int k = FIRST; k <= LAST; k++)
        assert_true(fabs(dyn_sleep_body(&l->model, &l->state, l->chain.body[k])) < 1e-6);
}

static void step(long_line *l) {
    l->last = dyn_step(&l->model, &l->state, l->work, &(rt_command){0}, NULL, &l->events);
}

static void sleepers_stay_in_the_world(void **state) {
    (void)state;
    static long_line l;
    make(&l);
    const double h = def.step;
    vec3 at[3][LINKS][4], qd[LINKS][4], qdd[LINKS][4];
    for (int n = 0; n < 30; n++) {
        step(&l);
        assert_true(l.last.phi_max < 1e-7 && !l.last.capped);
        for (int k = FIRST; k <= LAST; k++)
            for (int i = 0; i < 4; i++) {
                const int node = l.model.body[l.chain.body[k]].node[i];
                const vec3 q = l.state.q[node];
                vec3 world = i < 2 ? dyn_axes_to_world(l.state.axes, q) : mat3_mul(&l.state.axes->r, q);
                assert_true(vec3_norm(vec3_sub(world, l.state.still[node])) < 1e-13 * 100);
                at[0][k][i] = at[1][k][i], at[1][k][i] = at[2][k][i], at[2][k][i] = q;
                if (n >= 2) { // central differences around the step before: errors of the order h²
                    const vec3 rate = vec3_scale(0.5 / h, vec3_sub(at[2][k][i], at[0][k][i]));
                    const vec3 turn = vec3_sub(vec3_add(at[2][k][i], at[0][k][i]), vec3_scale(2, at[1][k][i]));
                    assert_true(vec3_norm(vec3_sub(rate, qd[k][i])) < 1e-5);
                    assert_true(vec3_norm(vec3_sub(vec3_scale(1 / (h * h), turn), qdd[k][i])) < 1e-3);
                }
                qd[k][i] = l.state.qd[node], qdd[k][i] = l.state.qdd[node];
            }
    }
    long_line_free(&l);
}

// Multipliers and the memory of joints between sleeping links keep their bits; their neighbours move on.
static void nothing_of_them_changes(void **state) {
    (void)state;
    static long_line l;
    make(&l);
    const size_t joints = l.model.force_z[0], each = 3 * sizeof(double); // the chain's joints are the first element
    unsigned char kept[(LAST - FIRST) * 3 * sizeof(double)];
    double lambda[LINKS];
    memcpy(kept, l.state.z + joints + FIRST * each, sizeof kept);
    for (int k = FIRST; k <= LAST; k++) lambda[k] = l.state.lambda[dyn_body_row(l.chain.body[k], 0)];
    const vec3 before = l.state.q[l.chain.p[FIRST - 3]];
    for (int n = 0; n < 30; n++) step(&l);
    assert_int_equal(memcmp(kept, l.state.z + joints + FIRST * each, sizeof kept), 0);
    for (int k = FIRST; k <= LAST; k++) assert_true(lambda[k] == l.state.lambda[dyn_body_row(l.chain.body[k], 0)]);
    assert_true(vec3_norm(vec3_sub(l.state.q[l.chain.p[FIRST - 3]], before)) > 1e-4);
    for (int k = FIRST; k <= LAST; k++) dyn_wake_body(&l.state, l.chain.body[k]);
    for (int n = 0; n < 30; n++) {
        step(&l);
        assert_true(l.last.phi_max < 1e-7 && !l.last.capped);
    }
    long_line_free(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sleepers_stay_in_the_world),
                                       cmocka_unit_test(nothing_of_them_changes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
