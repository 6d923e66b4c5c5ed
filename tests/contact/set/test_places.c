// SPDX-License-Identifier: MIT
// Hits of two convex shapes: which contact of the last step they continue, and the energy that they take over.
#include "tests/contact/set_bench.h"

static const vec3 CORNER[4] = {{0.2, 0.15, -0.1}, {-0.2, 0.15, -0.1}, {-0.2, -0.15, -0.1}, {0.2, -0.15, -0.1}},
                  UP = {0, 0, 1};

// A step with hits of this depth at the chosen corners. Their keys are labels of facets, others in each step.
static void detect(bench *b, const int *corner, int n, double depth, double scale) {
    static int64_t label = 100;
    contact_touch touch[4];
    pose at = dyn_body_pose(&b->e, b->body);
    for (int i = 0; i < n; i++) touch[i] = (contact_touch){label++, pose_point(&at, CORNER[corner[i]]), UP, depth, 0};
    contact_set_begin(&b->set);
    contact_set_add_places(&b->set, &b->e, b->z, b->body, &at, touch, n);
    contact_set_hand_on_energy(&b->set, &b->e, b->z, b->body, scale);
    contact_set_eval(&b->set, &b->e);
}

static double accept(bench *b, double scale) {
    double next = contact_set_next_scale(&b->set, &b->e, b->z, b->body, scale);
    contact_set_accept(&b->set, &b->e, b->z, INFINITY);
    return next;
}

static double total_force(const bench *b) {
    double sum = 0;
    for (int i = 0; i < b->set.n; i++) sum += b->set.item[i].normal_force;
    return sum;
}

// A contact that closed with 0.5 m/s and has sunk in by 1 mm, at one corner.
static void make_contact(bench *b, const contact_material *m) {
    bench_make(b, m, 8, 0.02);
    shift_block(b, vec3_make(0, 0, -5e-4), vec3_make(0, 0, -0.5));
    detect(b, (const int[1]){0}, 1, 4e-4, 0);
    assert_true(b->set.item[0].fresh);
    accept(b, 1);
    shift_block(b, vec3_make(0, 0, -6e-4), vec3_make(0, 0, -0.5));
    detect(b, (const int[1]){0}, 1, 1e-3, 1);
    accept(b, 1);
}

static void place_keeps_its_memory_whatever_its_label(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    make_contact(&b, &m);
    shift_block(&b, vec3_make(5e-5, 0, 0), vec3_make(0.05, 0, 0));
    detect(&b, (const int[1]){0}, 1, 1e-3, 1);
    accept(&b, 1);
    shift_block(&b, vec3_make(5e-5, 0, 0), vec3_make(0.05, 0, 0));
    detect(&b, (const int[2]){1, 0}, 2, 1e-3, 1);
    const contact_item *same = &b.set.item[1];
    assert_int_equal(same->identity, 1);
    assert_false(same->fresh);
    CHECK_NEAR(same->memory.v0, 0.5, 1e-12);
    CHECK_NEAR(same->memory.withheld, 0, 0);
    assert_true(vec3_norm(same->memory.bristle) > 1e-5);
    bench_free(&b);
}

static void further_corner_belongs_to_the_contact(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    make_contact(&b, &m);
    shift_block(&b, vec3_make(0, 0, -1e-4), vec3_make(0, 0, -0.1));
    detect(&b, (const int[2]){0, 2}, 2, 1.1e-3, 1);
    const contact_item *further = &b.set.item[1];
    assert_false(further->fresh);
    CHECK_NEAR(further->memory.v0, 0.5, 1e-12); // not 0.1
    CHECK_NEAR(further->memory.withheld, 0, 0);
    CHECK_NEAR(vec3_norm(further->memory.bristle), 0, 0);
    CHECK_NEAR(further->normal_force, b.set.item[0].normal_force, 1e-9);
    accept(&b, 1);
    assert_int_equal(further->identity, 2);
    bench_free(&b);
}

// The contact leaves at one corner; in the same step another one, far away, closes.
static void corner_that_closes_is_a_new_contact(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    make_contact(&b, &m);
    shift_block(&b, vec3_make(0, 0, -3e-4), vec3_make(0, 0, -0.3));
    detect(&b, (const int[1]){2}, 1, 1e-4, 1);
    assert_true(b.set.item[0].fresh);
    CHECK_NEAR(b.set.item[0].memory.v0, 0.3, 1e-12);
    bench_free(&b);
}

// F = s sum S(d_i) and U = s sum 2/5 K d_i^2.5: with four corners in place of one, a quarter each.
static void energy_and_force_go_over_to_other_hits(void **state) {
    (void)state;
    contact_material m = soft_material();
    m.restitution = 1;
    bench b;
    make_contact(&b, &m);
    double want = 0.4 * m.stiffness * pow(1e-3, 2.5), force = m.stiffness * pow(1e-3, 1.5), scale = 1;
    static const int all[4] = {3, 0, 1, 2};
    for (int k = 0; k < 4; k++) { // 1, 4, 2, 3 hits at the same pose
        const int n[4] = {1, 4, 2, 3};
        shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, k % 2 ? 0.1 : -0.1));
        detect(&b, all, n[k], 1e-3, scale);
        CHECK_NEAR(b.set.scale, 1.0 / n[k], 1e-12);
        CHECK_NEAR(contact_set_energy(&b.set, &b.e), want, 1e-12 * want);
        CHECK_NEAR(total_force(&b), force, 1e-12 * force);
        scale = accept(&b, scale);
        CHECK_NEAR(scale, 1.0 / n[k], 1e-12);
    }
    bench_free(&b);
}

// The step ends elsewhere than predicted: the next one begins with the energy that the forces left.
static void energy_follows_the_accepted_step(void **state) {
    (void)state;
    contact_material m = soft_material();
    m.restitution = 1;
    bench b;
    make_contact(&b, &m);
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.1));
    detect(&b, (const int[2]){0, 1}, 2, 1e-3, 1);
    b.q[b.model.body[b.body].node[0]].z -= 2e-4, b.q[b.model.body[b.body].node[1]].z -= 2e-4;
    contact_set_eval(&b.set, &b.e);
    double middle = pow(1.1e-3, 2.5), end = pow(1.2e-3, 2.5);
    CHECK_NEAR(accept(&b, 1), (middle + 0.5 * 2 * (end - middle)) / (2 * end), 1e-12);
    bench_free(&b);
}

// At rest the scale relaxes to 1 in half a second.
static void scale_returns_to_one_at_rest(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    make_contact(&b, &m);
    double scale = 1, want = 0.25;
    static const int all[4] = {0, 1, 2, 3};
    for (int k = 0; k < 1000; k++) {
        shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
        detect(&b, all, 4, 1e-3, scale);
        scale = accept(&b, scale);
        want += (1 - want) * H / 0.5;
        CHECK_NEAR(scale, want, 1e-12);
    }
    CHECK_NEAR(scale, 1 - 0.75 * exp(-2), 1e-3);
    bench_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(place_keeps_its_memory_whatever_its_label),
        cmocka_unit_test(further_corner_belongs_to_the_contact),
        cmocka_unit_test(corner_that_closes_is_a_new_contact),
        cmocka_unit_test(energy_and_force_go_over_to_other_hits),
        cmocka_unit_test(energy_follows_the_accepted_step),
        cmocka_unit_test(scale_returns_to_one_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
