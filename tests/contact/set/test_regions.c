// SPDX-License-Identifier: MIT
// Transfer of memory from the last step's regions to this step's.
#include "tests/contact/set_bench.h"

// A region: a rectangle at x along the block's underside, body frame.
typedef struct patch {
    double x, half, depth; // [m]
} patch;

// Runs one step with regions of outline 2 half by 0.2, normal straight up.
static void step_regions(bench *b, const patch *p, int n) {
    contact_touch touch[4];
    contact_outline outline[4];
    pose at = dyn_body_pose(&b->e, b->body);
    for (int i = 0; i < n; i++) {
        vec3 centre = pose_point(&at, vec3_make(p[i].x, 0, -0.1));
        touch[i] = (contact_touch){5, centre, {0, 0, 1}, p[i].depth, 0.4 * p[i].half};
        outline[i] = (contact_outline){centre, {{p[i].half, 0, 0}, {0, 0.1, 0}}, 1};
    }
    contact_set_begin(&b->set);
    contact_set_add_regions(&b->set, &b->e, b->z, b->body, &at, touch, outline, n);
    contact_set_eval(&b->set, &b->e);
    contact_set_accept(&b->set, &b->e, b->z, INFINITY);
}

// Sums of friction bound and bristle force that this step's items received.
static double sum_bounds(const bench *b) {
    double n = 0;
    for (int i = 0; i < b->set.n; i++) n += b->set.item[i].memory.n_ref;
    return n;
}

static vec3 sum_bristle_forces(const bench *b) {
    vec3 f = {0, 0, 0};
    for (int i = 0; i < b->set.n; i++) f = vec3_madd(f, b->set.item[i].memory.n_ref, b->set.item[i].memory.bristle);
    return f;
}

// Split: the nearer child keeps the number, the other gets its own. Both have the first-touch speed; bristle forces and
// bounds divide in proportion to the children's elastic forces. Merge: the new region has the number of the nearer
// parent, the speed of the parent that pressed hardest, and the sum of both frictions.
static void test_regions_split_and_merge(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    bench_make(&b, &m, 8, 0.15);
    const patch whole = {0.01, 0.2, 2e-3}, parts[2] = {{-0.04, 0.14, 2e-3}, {0.16, 0.05, 1e-3}};
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
    step_regions(&b, &whole, 1);
    assert_int_equal(b.set.item[0].identity, 1);
    shift_block(&b, vec3_make(1e-5, 0, 0), vec3_make(0.01, 0, 0));
    step_regions(&b, &whole, 1);
    double n = entry_at(&b, 0)->memory.n_ref;
    vec3 pull = vec3_scale(n, entry_at(&b, 0)->memory.bristle);
    assert_true(n > 0 && pull.x > 0);

    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.1));
    step_regions(&b, parts, 2); // items hold their memory from the start of the step
    assert_int_equal(b.set.item[0].identity, 1);
    assert_int_equal(b.set.item[1].identity, 2);
    assert_int_equal(entry_count(&b), 2);
    CHECK_NEAR(sum_bounds(&b), n, 1e-12 * n);
    CHECK_NEAR(vec3_norm(vec3_sub(sum_bristle_forces(&b), pull)), 0, 1e-12 * vec3_norm(pull));
    CHECK_NEAR(b.set.item[0].memory.n_ref / b.set.item[1].memory.n_ref, pow(2, 1.5), 1e-12); // depths 2 : 1
    for (int i = 0; i < 2; i++) {
        assert_false(b.set.item[i].fresh);
        CHECK_NEAR(b.set.item[i].memory.v0, 0.5, 0);
    }

    const patch heavy_right[2] = {{-0.04, 0.14, 1e-3}, {0.16, 0.05, 3e-3}};
    step_regions(&b, heavy_right, 2);
    n = entry_at(&b, 0)->memory.n_ref + entry_at(&b, 1)->memory.n_ref;
    pull = vec3_madd(vec3_scale(entry_at(&b, 0)->memory.n_ref, entry_at(&b, 0)->memory.bristle),
                     entry_at(&b, 1)->memory.n_ref, entry_at(&b, 1)->memory.bristle);
    step_regions(&b, &whole, 1);
    assert_int_equal(b.set.n, 1);
    assert_int_equal(b.set.item[0].identity, 1); // the nearer one continues
    CHECK_NEAR(b.set.item[0].memory.n_ref, n, 1e-12 * n);
    CHECK_NEAR(vec3_norm(vec3_sub(sum_bristle_forces(&b), pull)), 0, 1e-12 * vec3_norm(pull));
    assert_int_equal(entry_count(&b), 1);
    bench_free(&b);
}

// A merged region takes the first-touch speed of the parent that pressed hardest, whichever number it keeps. If it
// closes faster, it takes the new speed.
static void test_merged_region_takes_the_hardest_parents_speed(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    bench_make(&b, &m, 8, 0.15);
    const patch left = {-0.06, 0.14, 1e-3}, both[2] = {{-0.06, 0.14, 1e-3}, {0.16, 0.05, 3e-3}},
                whole = {0, 0.21, 3e-3};
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
    step_regions(&b, &left, 1);
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.2));
    step_regions(&b, both, 2); // the right one is new at 0.2 m/s: the left one lost no area
    assert_true(b.set.item[1].fresh);
    CHECK_NEAR(b.set.item[1].memory.v0, 0.2, 1e-12);
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, 0.1));
    step_regions(&b, &whole, 1);
    assert_int_equal(b.set.item[0].identity, 1);
    CHECK_NEAR(b.set.item[0].memory.v0, 0.2, 1e-12);
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.9));
    step_regions(&b, &whole, 1);
    CHECK_NEAR(b.set.item[0].memory.v0, 0.9, 1e-12);
    bench_free(&b);
}

// A region beside others inherits nothing, and no region inherits the friction of one that lifts off.
static void test_unrelated_regions_inherit_nothing(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    bench_make(&b, &m, 8, 0.15);
    const patch two[2] = {{-0.2, 0.05, 1e-3}, {0.2, 0.05, 1e-3}}, left = {-0.2, 0.05, 1e-3};
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
    step_regions(&b, two, 2);
    step_regions(&b, two, 2);
    double n = entry_at(&b, 0)->memory.n_ref;
    step_regions(&b, &left, 1); // the right one lifts off
    CHECK_NEAR(b.set.item[0].memory.n_ref, n, 1e-12 * n);
    for (int i = 0; i < 5; i++) step_regions(&b, &left, 1);
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.1));
    step_regions(&b, two, 2); // and returns
    assert_true(b.set.item[1].fresh);
    assert_int_equal(b.set.item[1].identity, 3);
    bench_free(&b);
}

// A region whose depth grows without approach presses no harder at once, except for the share released in a step.
// Approach carries load at once. On lifting off the region gives back only what approach has put in.
static void test_depth_without_approach_is_released_slowly(void **state) {
    (void)state;
    contact_material m = soft_material();
    const double let_in = H / 0.5;
    bench b;
    bench_make(&b, &m, 8, 0.15);
    const patch at_1 = {0, 0.2, 1e-3}, at_3 = {0, 0.2, 3e-3}, at_4 = {0, 0.2, 4e-3};
    step_regions(&b, &at_1, 1);
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
    step_regions(&b, &at_3, 1);
    double bears = 1e-3 + let_in * 2e-3;
    CHECK_NEAR(b.set.item[0].elastic_force, contact_elastic_force(&m, &(contact_press){.depth = bears}), 1e-9);
    shift_block(&b, vec3_make(0, 0, -1e-3), vec3_make(0, 0, 0));
    step_regions(&b, &at_4, 1);
    double more = bears + 1e-3;
    bears = more + let_in * (4e-3 - more);
    CHECK_NEAR(b.set.item[0].elastic_force, contact_elastic_force(&m, &(contact_press){.depth = bears}), 1e-9);
    shift_block(&b, vec3_make(0, 0, 3e-3), vec3_make(0, 0, 0));
    step_regions(&b, &at_1, 1);
    assert_true(bears < 3e-3 && b.set.item[0].touch.depth == 1e-3);
    CHECK_NEAR(b.set.item[0].elastic_force, 0, 0);
    bench_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions_split_and_merge),
        cmocka_unit_test(test_merged_region_takes_the_hardest_parents_speed),
        cmocka_unit_test(test_unrelated_regions_inherit_nothing),
        cmocka_unit_test(test_depth_without_approach_is_released_slowly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
