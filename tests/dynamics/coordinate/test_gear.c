// SPDX-License-Identifier: MIT
// Tests travels, gears and drivers from a table: rows against differences, degrees of freedom, efforts.
#include "dynamics/coordinate/gear.h"
#include "dynamics/coordinate/travel.h"
#include "tests/dynamics/mechanism.h"
#include "tests/dynamics/row_check.h"

static const vec3 zero = {0, 0, 0};

// Two bodies free in space; travels along an oblique axis of the first, an angle, gear and rack, and a driver by table.
static void test_rows_against_differences(void **state) {
    (void)state;
    const double point[][2] = {{0, 0}, {0.8, 1}, {1.1, 0.4}, {1.7, 2}, {3, 1}};
    dyn_table table;
    assert_true(dyn_table_create(&table, DYN_TABLE_SPLINE, point, 5));
    for (uint64_t seed = 1; seed <= 8; seed++) {
        mechanism k;
        mechanism_make(&k, 1e-3, zero);
        uint64_t draw = seed;
        brick b = {.at = {random_rotation(&draw), zero}, .length = 1.3, .mass = 1, .inertia = {1, 1, 1}};
        int first = mechanism_body(&k, &b), *n = k.model.body[first].node;
        brick c = b;
        c.at.p = vec3_make(1, 0.3, 0.7);
        c.at.r = mat3_rotation(mat3_column(&b.at.r, 2), 0.8);
        c.at.r = mat3_matmul(&c.at.r, &b.at.r);
        int second = mechanism_body(&k, &c), *o = k.model.body[second].node;
        dyn_direction a = dyn_body_own(&k.model, first, 0), d = dyn_body_own(&k.model, second, 0),
                      w = dyn_body_own(&k.model, first, 2);
        dyn_tie tie = {0};
        vec3 oblique = vec3_madd(mat3_column(&b.at.r, 0), 0.7, mat3_column(&b.at.r, 1));
        dyn_direction axis = dyn_body_direction(&k.model, first, oblique, &tie);
        dyn_relative_angle angle;
        dyn_relative_travel travel[2];
        dyn_gear gear, rack;
        dyn_driver driver;
        const char *why;
        assert_int_equal(dyn_relative_angle_add(&angle, &k.model, &a, &d, &w, 0.1, &why), RT_OK);
        dyn_relative_travel_add(&travel[0], &k.model, n[0], o[1], &axis, 0);
        dyn_relative_travel_add(&travel[1], &k.model, n[1], o[0], &a, 0.3); // the axis uses the point itself
        assert_int_equal(dyn_gear_add(&rack, &k.model, angle.node, travel[0].node, 0.4, &why), RT_OK);
        assert_int_equal(dyn_gear_add(&gear, &k.model, travel[0].node, travel[1].node, -3, &why), RT_OK);
        const dyn_driver_motion f = {.rate = 0.2, .amplitude = 0.1, .frequency = 0.4, .table = &table};
        assert_int_equal(dyn_driver_add(&driver, &k.model, angle.node, vec3_make(1, 0, 0), &f, &why), RT_OK);
        mechanism_finish(&k);
        row_check_model(&k.model, seed);
        mechanism_free(&k);
    }
    dyn_table_free(&table);
}

// A slide and a wheel on ground: two degrees of freedom, one with a rack between them. Pushed by gravity the slide
// accelerates with m g/(m + I/r²); the rack carries I/r² of it.
static void test_rack(void **state) {
    (void)state;
    const double m = 3, inertia = 0.05, r = 0.2;
    vec3 x = vec3_make(1, 0, 0), z = vec3_make(0, 0, 1);
    mechanism k;
    mechanism_make(&k, 1e-3, vec3_make(9.81, 0, 0));
    brick slide = {.at = {mat3_identity(), {0, -0.2, 0}}, .length = 1, .mass = m, .inertia = {1, 1, 1}};
    brick wheel = {.at = {mat3_identity(), zero}, .length = 1, .mass = 2, .inertia = {0.1, 0.1, inertia}};
    int bar = mechanism_body(&k, &slide), disk = mechanism_body(&k, &wheel);
    const dyn_joint *guide = mechanism_joint(&k, DYN_JOINT_PRISMATIC, -1, bar, slide.at.p, x);
    mechanism_joint(&k, DYN_JOINT_REVOLUTE, -1, disk, zero, z);
    dyn_direction ground = dyn_body_own(&k.model, -1, 0), own = dyn_body_own(&k.model, disk, 0),
                  about = dyn_body_own(&k.model, -1, 2);
    dyn_relative_angle angle;
    dyn_relative_travel travel;
    dyn_gear rack;
    const char *why;
    assert_int_equal(dyn_relative_angle_add(&angle, &k.model, &ground, &own, &about, 0, &why), RT_OK);
    dyn_relative_travel_add(&travel, &k.model, guide->point[0], guide->point[1], &ground, 0);
    assert_int_equal(dyn_gear_add(&rack, &k.model, angle.node, angle.node, r, &why), RT_ERR_USAGE);
    assert_int_equal(dyn_gear_add(&rack, &k.model, angle.node, travel.node, r, &why), RT_OK);
    mechanism_finish(&k);
    mechanism_start(&k);
    // two lone nodes with one scalar each leave their other components free
    assert_int_equal(row_check_freedom(&k.model, &k.state), 1 + 4);
    double a = m * 9.81 / (m + inertia / (r * r));
    for (int i = 1; i <= 500; i++) {
        mechanism_step(&k);
        double t = 1e-3 * i;
        CHECK_NEAR(k.state.q[travel.node].x, 0.5 * a * t * t, 1e-4 * t * t);
        CHECK_NEAR(k.state.q[travel.node].x, r * k.state.q[angle.node].x, 1e-9);
        CHECK_NEAR(vec3_dot(k.state.q[guide->point[1]], x), k.state.q[travel.node].x, 1e-9);
    }
    double lambda[MECHANISM_ROWS];
    dyn_multipliers(&k.model, &k.state, k.work, &(rt_command){0}, lambda);
    CHECK_NEAR(dyn_gear_effort(&rack, &k.model, lambda), -a * inertia / (r * r), 1e-2);
    mechanism_free(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_against_differences),
        cmocka_unit_test(test_rack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
