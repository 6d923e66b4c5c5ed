// SPDX-License-Identifier: MIT
// Contacts of a step: tangents against differences of the forces, memory from step to step, capacity, equal bytes.
#include "tests/contact/set_bench.h"
#include "tests/random.h"

// Runs one step with contacts at the body-frame points x (n), with the given depth and normal, and accepts it.
static void step_with_contacts(bench *b, const vec3 *x, int n, vec3 normal, double depth) {
    contact_set_begin(&b->set);
    pose at = dyn_body_pose(&b->e, b->body);
    for (int k = 0; k < n; k++)
        contact_set_add(&b->set, &b->e, b->z, b->body, &at,
                        &(contact_touch){7, pose_point(&at, x[k]), normal, depth, 0});
    contact_set_eval(&b->set, &b->e);
    contact_set_accept(&b->set, &b->e, b->z, INFINITY);
}

// Coordinate i of the block.
static double *component(vec3 *x, int i) {
    vec3 *n = &x[DYN_FIRST_NODE + i / 3];
    return i % 3 == 0 ? &n->x : i % 3 == 1 ? &n->y : &n->z;
}

static void forces_at(bench *b, double *f) {
    memset(b->force, 0, (size_t)b->model.n_nodes * sizeof(vec3));
    b->e.tangent = NULL;
    contact_set_eval(&b->set, &b->e);
    for (int i = 0; i < 12; i++) f[i] = *component(b->force, i);
}

// (h²/4) K + (h/2) C by central differences along the trapezoidal rule, where q' moves by 2/h times q.
static void tangent_by_differences(bench *b, double t[12][12]) {
    double step = 1e-9, up[12], down[12];
    for (int j = 0; j < 12; j++) {
        double q = *component(b->q, j), v = *component(b->qd, j);
        *component(b->q, j) = q + step, *component(b->qd, j) = v + 2 / H * step;
        forces_at(b, up);
        *component(b->q, j) = q - step, *component(b->qd, j) = v - 2 / H * step;
        forces_at(b, down);
        *component(b->q, j) = q, *component(b->qd, j) = v;
        for (int i = 0; i < 12; i++) t[i][j] = -0.25 * H * H * (up[i] - down[i]) / (2 * step);
    }
}

static void tangent_assembled(bench *b, double t[12][12]) {
    memset(b->tangent.a, 0, 9 * (size_t)b->tangent.n_blocks * sizeof(double));
    memset(b->force, 0, (size_t)b->model.n_nodes * sizeof(vec3));
    b->e.tangent = &b->tangent;
    contact_set_eval(&b->set, &b->e);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++) {
            int block = dyn_matrix_find(&b->tangent, DYN_FIRST_NODE + i, DYN_FIRST_NODE + j);
            assert_true(block >= 0);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++)
                    t[3 * i + r][3 * j + c] = t[3 * j + c][3 * i + r] = b->tangent.a[9 * block + 3 * r + c];
        }
}

// An iterate with one contact under a corner, remembered from a step before, then moved by d at speed v.
static void make_iterate(bench *b, vec3 d, vec3 v) {
    const vec3 corner = {0.2, -0.15, -0.1}, up = vec3_unit(vec3_make(0.2, -0.1, 1));
    step_with_contacts(b, &corner, 1, up, 1e-3);
    shift_block(b, d, v);
    pose at = dyn_body_pose(&b->e, b->body);
    contact_set_begin(&b->set);
    contact_set_add(&b->set, &b->e, b->z, b->body, &at, &(contact_touch){7, pose_point(&at, corner), up, 1.3e-3, 0});
    assert_false(b->set.item[0].fresh);
}

static double largest_entry(double t[12][12]) {
    double most = 0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) most = fmax(most, fabs(t[i][j]));
    return most;
}

// Sticking: inside the static limit and far below the stick speed the tangent equals the derivative. The omitted term d
// kappa / d v is v / v_stick of it.
static void test_sticking_tangent_is_the_derivative(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    double want[12][12], got[12][12];
    bench_make(&b, &m, 4, 0.1);
    make_iterate(&b, vec3_make(1e-6, 2e-6, -1e-5), vec3_make(1e-5, -1e-5, -1e-3));
    tangent_by_differences(&b, want);
    tangent_assembled(&b, got);
    assert_int_equal(b.set.item[0].sticking, 1);
    double scale = largest_entry(want);
    assert_true(scale > 1);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) CHECK_NEAR(got[i][j], want[i][j], 2e-3 * scale);
    // tangential stiffness and damping are included: along x at the point they are not lost beside the normal's
    assert_true(fabs(want[1][1] - want[1][10]) > 0);
    bench_free(&b);
}

// Sliding: across the slip the derivative is mu N / v, along the slip it is zero. The tangent filters out the terms
// that fall with speed. So it is at least the symmetric part of the derivative, and positive semi-definite.
static void test_sliding_tangent_is_positive(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    double want[12][12], got[12][12];
    bench_make(&b, &m, 4, 0.1);
    make_iterate(&b, vec3_make(4e-4, 0, -1e-5), vec3_make(0.4, 0, -1e-3));
    tangent_by_differences(&b, want);
    tangent_assembled(&b, got);
    assert_int_equal(b.set.item[0].sticking, 0);
    assert_true(vec3_norm(b.set.item[0].friction_force) > 0.9 * m.mu_dynamic * b.set.item[0].memory.n_ref);
    double scale = largest_entry(want);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) CHECK_NEAR(got[i][j], want[i][j], 1e-5 * scale);
    // in between kappa falls and the law weakens with speed: only here the filter acts, and never gives a negative
    // direction
    bench_free(&b);
    bench_make(&b, &m, 4, 0.1);
    make_iterate(&b, vec3_make(2e-4, 0, -1e-5), vec3_make(m.v_stick, 0, -1e-3));
    tangent_assembled(&b, got);
    uint64_t s = 3;
    for (int n = 0; n < 2000; n++) {
        double x[12], e = 0;
        for (int i = 0; i < 12; i++) x[i] = uniform(&s, -0.5, 0.5);
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) e += x[i] * got[i][j] * x[j];
        assert_true(e >= -1e-12 * scale);
    }
    bench_free(&b);
}

// A flat contact that spins on the spot: its torque is (2/3) mu N R, and the tangent contains its derivative by the
// spin.
static void test_spinning_tangent_is_the_derivative(void **state) {
    (void)state;
    contact_material m = soft_material();
    m.pre_slide = 1; // no bristle force to speak of: only the spin is left
    bench b;
    double want[12][12], got[12][12], f[12], area = 0.04, w = 0.02;
    const vec3 foot = {0, 0, -0.1}, up = {0, 0, 1};
    bench_make(&b, &m, 4, 0.1);
    step_with_contacts(&b, &foot, 1, up, 1e-3);
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
    b.qd[DYN_FIRST_NODE + 2] = vec3_make(0, w, 0), b.qd[DYN_FIRST_NODE + 3] = vec3_make(-w, 0, 0); // u and v rotate
    pose at = dyn_body_pose(&b.e, b.body);
    contact_set_begin(&b.set);
    contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, foot), up, 1e-3, area});
    forces_at(&b, f);
    double limit = 2.0 / 3 * m.mu_dynamic * b.set.item[0].memory.n_ref * sqrt(area / M_PI);
    double share = w * sqrt(area / M_PI) / hypot(w * sqrt(area / M_PI), m.v_stick);
    CHECK_NEAR(f[7] - f[9], -limit * share, 1e-9 * limit); // u × Q_u + v × Q_v
    tangent_by_differences(&b, want);
    tangent_assembled(&b, got);
    // each of u and v has half of the spin
    double scale = 0.25 * b.e.c_weight * contact_spin_torque(&m, b.set.item[0].memory.n_ref, area, w, 0).c;
    CHECK_NEAR(want[7][7], scale, 1e-3 * scale);
    // the block of u and v along the spin, where nothing else acts
    const int spin[2] = {7, 9};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) CHECK_NEAR(got[spin[i]][spin[j]], want[spin[i]][spin[j]], 1e-3 * scale);
    bench_free(&b);
}

// The whole tangent against differences, for any order of the body's nodes in the matrix: a single body's, the anchor
// head's and its shank's.
static void test_spinning_tangent_for_any_node_order(void **state) {
    (void)state;
    static const int order[3][4] = {{0, 1, 2, 3}, {3, 1, 2, 0}, {2, 1, 3, 0}};
    contact_material m = soft_material();
    m.pre_slide = 1;
    double area = 4, w = 0.002; // so wide that spin friction is as large as all else
    const vec3 foot = {0.1, 0.05, -0.1}, up = vec3_unit(vec3_make(0.3, -0.2, 1)), omega = vec3_scale(w, up);
    for (int o = 0; o < 3; o++) {
        bench b;
        double want[12][12], got[12][12];
        bench_make_ordered(&b, &m, 4, 0.1, order[o]);
        const int *n = b.model.body[b.body].node;
        step_with_contacts(&b, &foot, 1, up, 1e-3);
        shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
        for (int k = 0; k < 4; k++) // it rotates about its foot
            b.qd[n[k]] = vec3_cross(omega, k < 2 ? vec3_sub(b.q[n[k]], foot) : b.q[n[k]]);
        pose at = dyn_body_pose(&b.e, b.body);
        contact_set_begin(&b.set);
        contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, foot), up, 1e-3, area});
        tangent_by_differences(&b, want);
        tangent_assembled(&b, got);
        double scale = b.e.c_weight * contact_spin_torque(&m, b.set.item[0].memory.n_ref, area, w, 0).c;
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) CHECK_NEAR(got[i][j], want[i][j], 5e-4 * scale);
        bench_free(&b);
    }
}

// First-touch speed and bristle survive small slides, whatever the contact's place in the list.
static void test_memory_follows_a_slide(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    bench_make(&b, &m, 4, 0.05);
    vec3 feet[2] = {{0.2, 0, -0.1}, {-0.2, 0, -0.1}}, up = {0, 0, 1};
    shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5)); // touches at 0.5 m/s
    step_with_contacts(&b, feet, 2, up, 1e-3);
    assert_int_equal(entry_count(&b), 2);
    for (int n = 1; n <= 20; n++) {
        shift_block(&b, vec3_make(5e-6, 0, 0), vec3_make(0.005, 0, 0)); // and slides 5 µm a step
        vec3 swapped[2] = {feet[n % 2], feet[1 - n % 2]};
        step_with_contacts(&b, swapped, 2, up, 1e-3);
        assert_int_equal(entry_count(&b), 2);
        for (int k = 0; k < 2; k++) {
            CHECK_NEAR(entry_at(&b, k)->memory.v0, 0.5, 0);
            assert_false(b.set.item[k].fresh);
        }
    }
    for (int k = 0; k < 2; k++) CHECK_NEAR(entry_at(&b, k)->memory.bristle.x, 20 * 5e-6, 1e-12);
    // farther than `match` in one step: a different contact
    shift_block(&b, vec3_make(0.06, 0, 0), vec3_make(0, 0, -0.1));
    contact_set_begin(&b.set);
    pose at = dyn_body_pose(&b.e, b.body);
    contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, feet[0]), up, 1e-3, 0});
    assert_true(b.set.item[0].fresh);
    CHECK_NEAR(b.set.item[0].memory.v0, 0.1, 1e-12);
    // another key at the same place: a different contact too
    shift_block(&b, vec3_make(-0.06, 0, 0), vec3_make(0, 0, 0));
    at = dyn_body_pose(&b.e, b.body);
    contact_set_begin(&b.set);
    contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){8, pose_point(&at, feet[0]), up, 1e-3, 0});
    assert_true(b.set.item[0].fresh);
    CHECK_NEAR(b.set.item[0].memory.v0, m.v_min, 0);
    bench_free(&b);
}

// A ball leaves the floor and hits a wall: if touches wander, one that faces another way is a different contact,
// however near.
static void test_another_surface_is_another_contact(void **state) {
    (void)state;
    contact_material m = soft_material();
    const vec3 foot = {0.2, 0, -0.1}, up = {0, 0, 1}, aside = {1, 0, 0}, tilted = vec3_unit(vec3_make(0.5, 0, 1));
    for (int wanders = 0; wanders < 2; wanders++) {
        bench b;
        bench_make(&b, &m, 4, INFINITY);
        b.set.wanders = wanders;
        shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
        step_with_contacts(&b, &foot, 1, up, 1e-3);
        contact_set_begin(&b.set);
        pose at = dyn_body_pose(&b.e, b.body);
        contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, foot), aside, 1e-3, 0});
        assert_int_equal(b.set.item[0].fresh, wanders);
        contact_set_begin(&b.set);
        contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, foot), tilted, 1e-3, 0});
        assert_false(b.set.item[0].fresh);
        bench_free(&b);
    }
}

// A contact is forgotten after three steps without touch, not before; its bristle goes at once.
static void test_memory_is_forgotten(void **state) {
    (void)state;
    contact_material m = soft_material();
    const vec3 foot = {0.2, 0, -0.1}, up = {0, 0, 1};
    for (int away = 1; away <= 5; away++) {
        bench b;
        bench_make(&b, &m, 4, 0.05);
        shift_block(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
        step_with_contacts(&b, &foot, 1, up, 1e-3);
        shift_block(&b, vec3_make(1e-5, 0, 0), vec3_make(0, 0, 0));
        step_with_contacts(&b, &foot, 1, up, 1e-3);
        assert_true(entry_at(&b, 0)->memory.bristle.x > 0);
        for (int n = 0; n < away; n++) {
            step_with_contacts(&b, NULL, 0, up, 0);
            if (entry_count(&b) > 0) CHECK_NEAR(vec3_norm(entry_at(&b, 0)->memory.bristle), 0, 0);
        }
        assert_int_equal(entry_count(&b), away <= 3 ? 1 : 0);
        contact_set_begin(&b.set);
        pose at = dyn_body_pose(&b.e, b.body);
        contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, foot), up, 1e-3, 0});
        CHECK_NEAR(b.set.item[0].memory.v0, away <= 3 ? 0.5 : m.v_min, 0);
        bench_free(&b);
    }
}

// Contacts that do not fit are counted; the others work.
static void test_full_set_counts_the_rest(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    bench_make(&b, &m, 3, 0.05);
    vec3 feet[5];
    for (int k = 0; k < 5; k++) feet[k] = vec3_make(0.2 * (k - 2), 0, -0.1);
    for (int n = 0; n < 3; n++) {
        memset(b.force, 0, (size_t)b.model.n_nodes * sizeof(vec3));
        step_with_contacts(&b, feet, 5, vec3_make(0, 0, 1), 1e-3);
        assert_int_equal(b.set.n, 3);
        assert_int_equal(b.set.dropped, 2);
        assert_int_equal(entry_count(&b), 3);
        double lift = b.force[DYN_FIRST_NODE].z + b.force[DYN_FIRST_NODE + 1].z; // the weights of two points add to one
        CHECK_NEAR(lift, 3 * 1e7 * pow(1e-3, 1.5), 1e-6);
    }
    bench_free(&b);
}

// Touching contacts displace those that have left: each step remembers a whole set that fits, although none of the feet
// touched in the step before. Of those that left, the last to leave stays if there is room.
static void test_touching_contacts_displace_old_ones(void **state) {
    (void)state;
    contact_material m = soft_material();
    enum { FIT = 4, FEET = 12 };
    vec3 feet[FEET], up = {0, 0, 1};
    for (int k = 0; k < FEET; k++) feet[k] = vec3_make(0.2 * k, 0, -0.1);
    bench b;
    bench_make(&b, &m, FIT, 0.05);
    for (int turn = 0; turn < FEET; turn += 3) {
        step_with_contacts(&b, feet + turn, 3, up, 1e-3);
        assert_int_equal(entry_count(&b), turn == 0 ? 3 : FIT);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(entry_at(&b, (int)entry_count(&b) - 3 + k)->point.x, feet[turn + k].x, 1e-12);
        if (turn > 0) CHECK_NEAR(entry_at(&b, 0)->point.x, feet[turn - 1].x, 1e-12);
        step_with_contacts(&b, feet + turn, 3, up, 1e-3); // they are known again, with their load
        for (int k = 0; k < 3; k++) {
            assert_false(b.set.item[k].fresh);
            CHECK_NEAR(b.set.item[k].memory.n_ref, 1e7 * pow(1e-3, 1.5), 1e-6);
        }
    }
    bench_free(&b);
}

// Evaluated outside a step, as for joint reactions, a contact pulls as at the end of the step: its bristle includes the
// step's slip once.
static void test_friction_after_the_step_is_that_of_the_step(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench b;
    bench_make(&b, &m, 4, 0.1);
    make_iterate(&b, vec3_make(1e-6, 2e-6, -1e-5), vec3_make(1e-5, -1e-5, -1e-3));
    b.set.item[0].rolled = vec3_make(2e-6, 0, 0);
    contact_set_eval(&b.set, &b.e);
    vec3 acted = b.set.item[0].friction_force;
    assert_int_equal(b.set.item[0].sticking, 1);
    contact_set_accept(&b.set, &b.e, b.z, INFINITY);
    b.e.q_last = b.e.q;
    contact_set_eval(&b.set, &b.e);
    CHECK_NEAR(vec3_norm(vec3_sub(b.set.item[0].friction_force, acted)), 0, 1e-9 * vec3_norm(acted));
    bench_free(&b);
}

// A contact that opens within a step loses its friction at once, unless the iteration is slow: then the force passes
// continuously through that place, so that the step has a solution there.
static void test_slow_iteration_sees_no_jump(void **state) {
    (void)state;
    contact_material m = soft_material();
    for (int slow = 0; slow < 2; slow++) {
        bench b;
        double closed[12], open[12], jump = 0;
        bench_make(&b, &m, 4, 0.1);
        make_iterate(&b, vec3_make(4e-4, 0, 0), vec3_make(0.4, 0, 0));
        b.e.slow = slow;
        b.set.item[0].touch.depth = 1e-12;
        forces_at(&b, closed);
        b.set.item[0].touch.depth = -1e-12;
        forces_at(&b, open);
        for (int i = 0; i < 12; i++) jump = fmax(jump, fabs(closed[i] - open[i]));
        double friction = m.mu_dynamic * b.set.item[0].memory.n_ref;
        assert_true(slow ? jump < 1e-6 * friction : jump > 0.5 * friction);
        bench_free(&b);
    }
}

// Two histories with the same contacts leave the same bytes, whatever was remembered before.
static void test_equal_states_have_equal_bytes(void **state) {
    (void)state;
    contact_material m = soft_material();
    bench a, b;
    bench_make(&a, &m, 6, 0.05);
    bench_make(&b, &m, 6, 0.05);
    vec3 feet[5], up = {0, 0, 1};
    for (int k = 0; k < 5; k++) feet[k] = vec3_make(0.2 * (k - 2), 0, -0.1);
    vec3 turned[5]; // both have touched five times before, at other places and in another order
    for (int k = 0; k < 5; k++) turned[k] = vec3_scale(0.9, feet[4 - k]);
    step_with_contacts(&a, turned, 5, up, 1e-3);
    step_with_contacts(&b, feet, 5, up, 2e-3);
    for (int n = 0; n < 4; n++) step_with_contacts(&a, NULL, 0, up, 0), step_with_contacts(&b, NULL, 0, up, 0);
    assert_int_equal(entry_count(&b), 0);
    assert_memory_equal(a.z, b.z, contact_set_z_size(6));
    step_with_contacts(&a, feet + 1, 2, up, 1e-3);
    step_with_contacts(&b, feet + 1, 2, up, 1e-3);
    assert_memory_equal(a.z, b.z, contact_set_z_size(6));
    bench_free(&a);
    bench_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sticking_tangent_is_the_derivative),
        cmocka_unit_test(test_sliding_tangent_is_positive),
        cmocka_unit_test(test_spinning_tangent_is_the_derivative),
        cmocka_unit_test(test_spinning_tangent_for_any_node_order),
        cmocka_unit_test(test_memory_follows_a_slide),
        cmocka_unit_test(test_another_surface_is_another_contact),
        cmocka_unit_test(test_memory_is_forgotten),
        cmocka_unit_test(test_full_set_counts_the_rest),
        cmocka_unit_test(test_touching_contacts_displace_old_ones),
        cmocka_unit_test(test_friction_after_the_step_is_that_of_the_step),
        cmocka_unit_test(test_slow_iteration_sees_no_jump),
        cmocka_unit_test(test_equal_states_have_equal_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
