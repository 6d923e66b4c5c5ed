// SPDX-License-Identifier: MIT
// A chain of universal joints carries torsion. Workload W1 with 30 links, its swivel replaced by one more universal
// joint: the yaw of the 6.4 t anchor goes through the chain as torque, the links buckle into a zig-zag after some
// seconds, and two motions whose starts differ by 1e-9 m/s grow apart by more than e² a second until they differ by
// centimetres (the anchor itself by millimetres: the zig-zag stays within about 10°). Bodies and joints are ideal in
// this, and the energy is kept: it is the model that has no reproducible answer, not the integration.
// With the swivel, or with swivel, joint friction and joint limits as every shipped scenario has them, the same two
// motions stay together.
#include "tests/bench/w1_tackle.h"
#include "tests/check.h"

static const double SECONDS = 20, OFF = 1e-9;

typedef struct pair {
    double apart_10, apart; // largest distance between the same joint in both runs, within 10 s and in all [m]
    double bend;            // largest angle between neighbouring links [rad]
    double energy;          // largest change [J]
} pair;

static double bend(const w1_tackle *w) {
    const vec3 *q = w->state.q;
    const int *p = w->chain.p;
    double least = 1, l2 = w->chain.link.pitch * w->chain.link.pitch;
    for (int k = 0; k + 2 <= w->chain.capacity; k++)
        least = fmin(least, vec3_dot(vec3_sub(q[p[k + 1]], q[p[k]]), vec3_sub(q[p[k + 2]], q[p[k + 1]])) / l2);
    return acos(least);
}

static double distance(const w1_tackle *a, const w1_tackle *b) {
    double most = vec3_norm(vec3_sub(w1_tackle_flukes(a), w1_tackle_flukes(b)));
    for (int k = 0; k <= a->chain.capacity; k++)
        most = fmax(most, vec3_norm(vec3_sub(a->state.q[a->chain.p[k]], b->state.q[b->chain.p[k]])));
    return most;
}

// Two runs whose starts differ by OFF.
static pair run_both(bool swivel, bool limits, double mu) {
    w1_tackle_def def = {.links = 30, .h = 1e-3, .swivel = swivel, .limits = limits, .mu = mu};
    w1_tackle a, b;
    assert_true(w1_tackle_make(&a, &def));
    def.faster = OFF;
    assert_true(w1_tackle_make(&b, &def));
    double e0 = dyn_energy(&a.model, &a.state);
    pair p = {0};
    for (int n = 1; n <= (int)lround(SECONDS / def.h); n++) {
        w1_tackle_step(&a);
        w1_tackle_step(&b);
        double apart = distance(&a, &b);
        p.apart = fmax(p.apart, apart);
        if (n * def.h <= 10) p.apart_10 = p.apart;
        p.bend = fmax(p.bend, bend(&a));
        p.energy = fmax(p.energy, fabs(dyn_energy(&a.model, &a.state) - e0));
    }
    assert_int_equal(a.events | b.events, 0);
    assert_true(dyn_state_finite(&a.model, &a.state) && dyn_state_finite(&b.model, &b.state));
    print_message("bend %.2f deg; apart by %.1e m within 10 s, %.1e m within 20 s\n", p.bend * 180 / M_PI, p.apart_10,
                  p.apart);
    w1_tackle_free(&a);
    w1_tackle_free(&b);
    return p;
}

static void test_universal_joints_alone(void **state) {
    (void)state;
    pair p = run_both(false, false, 0);
    assert_true(p.bend > 4 * M_PI / 180);
    assert_true(p.apart_10 > 1000 * OFF);
    assert_true(p.apart > 1e-2);
    assert_true(p.energy < 1e-3 * 7e3 * 9.81 * 10); // of what the swing exchanges
}

static void test_with_swivel(void **state) {
    (void)state;
    pair p = run_both(true, false, 0);
    assert_true(p.bend < 0.5 * M_PI / 180);
    assert_true(p.apart < 1e-6);
}

static void test_with_swivel_and_friction(void **state) {
    (void)state;
    pair p = run_both(true, true, 0.2);
    assert_true(p.bend < 0.5 * M_PI / 180);
    assert_true(p.apart < 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_universal_joints_alone),
        cmocka_unit_test(test_with_swivel),
        cmocka_unit_test(test_with_swivel_and_friction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
