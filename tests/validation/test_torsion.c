// SPDX-License-Identifier: MIT
// A chain of universal joints carries torsion. Workload W1, with its swivel replaced by another universal joint: the
// yaw of the 6.4 t anchor twists the chain, and after about 4 s the links buckle into a zig-zag. From then on two
// motions whose starts differ by 1e-9 m/s diverge: with 10 links, which zig-zag by 20°, by more than e^5 a second, to
// decimetres at the chain (0.1 m within 10 s) and centimetres at the anchor; with 30 links, which zig-zag by 5°, by e²
// a second, to centimetres; 100 links need half a minute. Joints are ideal and nearly all energy is conserved: the
// model has no reproducible answer, for any integration. With the swivel, or with swivel, joint friction and joint
// limits as in every shipped scenario, the same two motions stay together.
#include "tests/bench/w1_tackle.h"
#include "tests/check.h"

static const double OFF = 1e-9;

typedef struct pair {
    double apart;  // largest distance between the same joint in both runs [m]
    double bend;   // largest angle between neighbouring links [rad]
    double energy; // largest change, relative to what the swing exchanges
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

// Energy that the swing from 30° exchanges [J].
static double swing_energy(int links) {
    double chain = 0.24 * links, centre = links * 18.92 * chain / 2 + 2000 * (chain + 1.2) + 4414 * (chain + 2.7);
    return centre * 9.81 * (1 - cos(M_PI / 6));
}

// Two runs whose starts differ by OFF.
static pair run_both(w1_tackle_def def, double seconds) {
    w1_tackle a, b;
    assert_true(w1_tackle_make(&a, &def));
    def.faster = OFF;
    assert_true(w1_tackle_make(&b, &def));
    double e0 = dyn_energy(&a.model, &a.state), all = swing_energy(def.links);
    pair p = {0};
    for (int n = 0; n < (int)lround(seconds / def.h); n++) {
        w1_tackle_step(&a);
        w1_tackle_step(&b);
        p.apart = fmax(p.apart, distance(&a, &b));
        p.bend = fmax(p.bend, bend(&a));
        p.energy = fmax(p.energy, fabs(dyn_energy(&a.model, &a.state) - e0) / all);
    }
    assert_int_equal(a.events | b.events, 0);
    assert_true(dyn_state_finite(&a.model, &a.state) && dyn_state_finite(&b.model, &b.state));
    print_message("%d links, %g s: bend %.2f deg, apart by %.1e m, energy changed by %.1e\n", def.links, seconds,
                  p.bend * 180 / M_PI, p.apart, p.energy);
    w1_tackle_free(&a);
    w1_tackle_free(&b);
    return p;
}

static void test_universal_joints_alone(void **state) {
    (void)state;
    pair p = run_both((w1_tackle_def){.links = 10, .h = 5e-4}, 14);
    assert_true(p.bend > 10 * M_PI / 180);
    assert_true(p.apart > 0.1);
    assert_true(p.energy < 1e-2);
    p = run_both((w1_tackle_def){.links = 30, .h = 1e-3}, 20);
    assert_true(p.bend > 4 * M_PI / 180);
    assert_true(p.apart > 0.01);
    assert_true(p.energy < 1e-2);
}

static void check_together(w1_tackle_def def, double seconds) {
    pair p = run_both(def, seconds);
    assert_true(p.bend < 0.5 * M_PI / 180);
    assert_true(p.apart < 1e-6);
}

static void test_with_swivel(void **state) {
    (void)state;
    check_together((w1_tackle_def){.links = 10, .h = 1e-3, .swivel = true}, 20);
    check_together((w1_tackle_def){.links = 30, .h = 1e-3, .swivel = true}, 20);
}

static void test_with_swivel_friction_and_limits(void **state) {
    (void)state;
    w1_tackle_def def = {.h = 1e-3, .swivel = true, .limits = true, .mu = 0.2};
    for (int k = 0; k < 3; k++) {
        def.links = (const int[3]){10, 30, 100}[k];
        check_together(def, def.links < 100 ? 20 : 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_universal_joints_alone),
        cmocka_unit_test(test_with_swivel),
        cmocka_unit_test(test_with_swivel_friction_and_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
