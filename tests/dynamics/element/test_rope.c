// SPDX-License-Identifier: MIT
// Tests ropes and drag: forces against the definition of work, tangents against differences of the forces, energy.
#include "dynamics/element/drag.h"
#include "dynamics/element/rope.h"
#include "tests/dynamics/element_rig.h"

static double k_added[N * N], k_true[N * N];

// A rope from a point of one body over a fixed block, a point of the other body and another fixed block to a lone node.
enum { POINTS = 5 };
static void make_path(rig *r, dyn_vector point[POINTS]) {
    point[0] = dyn_point_of_body(&r->m, 0, vec3_make(0.1, 0.7, -0.2));
    point[1] = dyn_point_of_body(&r->m, -1, vec3_make(3, 1, 2));
    point[2] = dyn_point_of_body(&r->m, 1, vec3_make(0.5, -0.6, 0.9));
    point[3] = dyn_point_of_body(&r->m, -1, vec3_make(-2, 0.5, 1));
    point[4] = dyn_vector_of_nodes(-1, r->lone, -1);
}

static double path_length(const rig *r, const dyn_vector point[POINTS]) {
    double sum = 0;
    for (int p = 0; p + 1 < POINTS; p++)
        sum += vec3_norm(vec3_sub(dyn_vector_at(&point[p + 1], r->q), dyn_vector_at(&point[p], r->q)));
    return sum;
}

// Without damping the tangent is exact; with damping C is exact, and the tangent is positive semi-definite always.
static void test_rope_tangent(void **state) {
    (void)state;
    for (int trial = 0; trial < 16; trial++) {
        rig r;
        dyn_rope rope;
        dyn_vector point[POINTS];
        double damping = trial % 2 ? 15 : 0;
        make_rig(&r, 700 + (uint64_t)trial);
        make_path(&r, point);
        dyn_rope_add(&rope, &r.m, point, POINTS, 1, 300, damping, 1e-4);
        set_random_motion(&r);
        double length = path_length(&r, point);
        rope.law.max = length - 0.4; // taut, with an approach too slow to go slack
        dyn_rope_length l = dyn_rope_measure(&rope, r.q, r.qd);
        CHECK_NEAR(l.value, length, 1e-12);
        double pull = 300 * 0.4 + damping * l.rate;
        assert_true(pull > 0);
        CHECK_NEAR(dyn_rope_force(&rope, &l), -pull, 1e-9);
        evaluate(&r);
        double power = 0;
        for (int i = DYN_FIRST_NODE; i < NODES; i++) power += vec3_dot(r.force[i], r.qd[i]);
        CHECK_NEAR(power, -pull * l.rate, 1e-9);
        CHECK_NEAR(rope.force.energy(&rope, &r.e, r.s.z), 150 * 0.4 * 0.4, 1e-9);
        if (damping == 0) {
            numeric_tangent(&r, r.q, 1e-5, k_true);
            element_tangent(&r, 1, 0, k_added);
            check_same(k_added, k_true, largest(k_true));
        }
        numeric_tangent(&r, r.qd, 1e-5, k_true);
        element_tangent(&r, 0, 1, k_added);
        check_same(k_added, k_true, fmax(1, largest(k_true)));
        element_tangent(&r, 1, 0.5, k_added);
        assert_true(is_positive(k_added, 1e-10 * largest(k_added)));
        destroy_rig(&r);
    }
}

static void test_slack_rope_is_nothing(void **state) {
    (void)state;
    rig r;
    dyn_rope rope;
    dyn_vector point[POINTS];
    make_rig(&r, 750);
    make_path(&r, point);
    dyn_rope_add(&rope, &r.m, point, POINTS, 1, 300, 15, 1e-4);
    set_random_motion(&r);
    rope.law.max = path_length(&r, point) + 1e-9;
    evaluate(&r);
    for (int i = 0; i < NODES; i++) assert_true(vec3_norm(r.force[i]) == 0);
    element_tangent(&r, 1, 1, k_added);
    assert_true(largest(k_added) == 0);
    assert_true(rope.force.energy(&rope, &r.e, r.s.z) == 0);
    destroy_rig(&r);
}

// Two points of the rope at one place: the part between them has no direction, and no force comes of it.
static void test_part_without_length(void **state) {
    (void)state;
    rig r;
    dyn_rope rope;
    make_rig(&r, 760);
    const dyn_vector point[3] = {dyn_vector_of_nodes(-1, r.lone, -1), dyn_vector_of_nodes(-1, r.lone, -1),
                                 dyn_point_of_body(&r.m, -1, vec3_make(3, 1, 2))};
    dyn_rope_add(&rope, &r.m, point, 3, 1, 300, 0, 1e-4);
    set_random_motion(&r);
    evaluate(&r);
    vec3 d = vec3_sub(vec3_make(3, 1, 2), r.q[r.lone]);
    double pull = 300 * (vec3_norm(d) - 1);
    assert_true(vec3_norm(vec3_sub(r.force[r.lone], vec3_scale(pull, vec3_unit(d)))) < 1e-9);
    element_tangent(&r, 1, 1, k_added);
    assert_true(isfinite(largest(k_added)));
    destroy_rig(&r);
}

// F = -(1/2) rho Cd A |v| v at a point of a body; C by differences; at rest neither.
static void test_drag(void **state) {
    (void)state;
    for (int trial = 0; trial < 8; trial++) {
        rig r;
        dyn_drag drag;
        make_rig(&r, 800 + (uint64_t)trial);
        const vec3 rb = {0.3, -0.2, 0.6};
        dyn_vector point = dyn_point_of_body(&r.m, trial % 2, rb);
        dyn_drag_add(&drag, &r.m, &point, 1000, 0.5, 0.02);
        set_random_motion(&r);
        double w[4];
        dyn_body_weights(&r.m, trial % 2, rb, w);
        vec3 v = dyn_body_velocity(&r.e, trial % 2, w);
        check_bodies_and_power(&r, false, -5 * pow(vec3_norm(v), 3));
        numeric_tangent(&r, r.qd, 1e-5, k_true);
        element_tangent(&r, 0, 1, k_added);
        check_same(k_added, k_true, fmax(1, largest(k_true)));
        assert_true(is_positive(k_added, 1e-10 * largest(k_added)));
        memset(r.qd, 0, sizeof r.qd);
        element_tangent(&r, 1, 1, k_added);
        assert_true(largest(k_added) == 0);
        for (int i = 0; i < NODES; i++) assert_true(vec3_norm(r.force[i]) == 0);
        destroy_rig(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rope_tangent),
        cmocka_unit_test(test_slack_rope_is_nothing),
        cmocka_unit_test(test_part_without_length),
        cmocka_unit_test(test_drag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
