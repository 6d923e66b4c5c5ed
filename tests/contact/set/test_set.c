// SPDX-License-Identifier: MIT
// The contacts of a step: tangents against differences of the forces, memory from step to step, capacity, equal bytes.
#include "tests/contact/set_bench.h"

// One step that finds contacts at the body-frame points x (n), depth and normal as given, and is accepted as it stands.
static void step_with(bench *b, const vec3 *x, int n, vec3 normal, double depth) {
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

// (h²/4) K + (h/2) C by central differences along the trapezoidal rule, where q' moves by (2/h) of q.
static void differenced(bench *b, double t[12][12]) {
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

static void assembled(bench *b, double t[12][12]) {
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

// An iterate with one contact under a corner: remembered from a step before, then moved by d at speed v.
static void iterate_at(bench *b, vec3 d, vec3 v) {
    const vec3 corner = {0.2, -0.15, -0.1}, up = vec3_unit(vec3_make(0.2, -0.1, 1));
    step_with(b, &corner, 1, up, 1e-3);
    shift(b, d, v);
    pose at = dyn_body_pose(&b->e, b->body);
    contact_set_begin(&b->set);
    contact_set_add(&b->set, &b->e, b->z, b->body, &at, &(contact_touch){7, pose_point(&at, corner), up, 1.3e-3, 0});
    assert_false(b->set.item[0].fresh);
}

static double largest(double t[12][12]) {
    double most = 0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) most = fmax(most, fabs(t[i][j]));
    return most;
}

// Sticking: inside the static limit and far below the stick speed the tangent is the derivative, but for d kappa / d v,
// which is v / v_stick of it.
static void test_tangent_sticking(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    double want[12][12], got[12][12];
    bench_make(&b, &m, 4, 0.1);
    iterate_at(&b, vec3_make(1e-6, 2e-6, -1e-5), vec3_make(1e-5, -1e-5, -1e-3));
    differenced(&b, want);
    assembled(&b, got);
    assert_int_equal(b.set.item[0].sticking, 1);
    double scale = largest(want);
    assert_true(scale > 1);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) CHECK_NEAR(got[i][j], want[i][j], 2e-3 * scale);
    // tangential stiffness and damping are in it: along x at the point they are not lost beside the normal's
    assert_true(fabs(want[1][1] - want[1][10]) > 0);
    bench_free(&b);
}

// Sliding: across the slip the derivative is mu N / v, along it none is left; what falls with speed is filtered away,
// so that the tangent is at least the derivative's symmetric part, and positive semi-definite.
static void test_tangent_sliding(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    double want[12][12], got[12][12];
    bench_make(&b, &m, 4, 0.1);
    iterate_at(&b, vec3_make(4e-4, 0, -1e-5), vec3_make(0.4, 0, -1e-3));
    differenced(&b, want);
    assembled(&b, got);
    assert_int_equal(b.set.item[0].sticking, 0);
    assert_true(vec3_norm(b.set.item[0].friction_force) > 0.9 * m.mu_dynamic * b.set.item[0].memory.n_ref);
    double scale = largest(want);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) CHECK_NEAR(got[i][j], want[i][j], 1e-5 * scale);
    // between: kappa falls, the law weakens with speed; only then the filter shows, and never as a negative direction
    bench_free(&b);
    bench_make(&b, &m, 4, 0.1);
    iterate_at(&b, vec3_make(2e-4, 0, -1e-5), vec3_make(m.v_stick, 0, -1e-3));
    assembled(&b, got);
    uint64_t s = 3;
    for (int n = 0; n < 2000; n++) {
        double x[12], e = 0;
        for (int i = 0; i < 12; i++) {
            s = s * 6364136223846793005u + 1442695040888963407u;
            x[i] = (double)(s >> 11) * 0x1p-53 - 0.5;
        }
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) e += x[i] * got[i][j] * x[j];
        assert_true(e >= -1e-12 * scale);
    }
    bench_free(&b);
}

// A flat contact that turns on the spot: its torque is (2/3) mu N R, and the tangent has its derivative by the spin.
static void test_tangent_spinning(void **state) {
    (void)state;
    contact_material m = soft();
    m.pre_slide = 1; // no bristle to speak of: what is left is the spin
    bench b;
    double want[12][12], got[12][12], f[12], area = 0.04, w = 0.02;
    const vec3 foot = {0, 0, -0.1}, up = {0, 0, 1};
    bench_make(&b, &m, 4, 0.1);
    step_with(&b, &foot, 1, up, 1e-3);
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
    b.qd[DYN_FIRST_NODE + 2] = vec3_make(0, w, 0), b.qd[DYN_FIRST_NODE + 3] = vec3_make(-w, 0, 0); // u and v turn
    pose at = dyn_body_pose(&b.e, b.body);
    contact_set_begin(&b.set);
    contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, foot), up, 1e-3, area});
    forces_at(&b, f);
    double limit = 2.0 / 3 * m.mu_dynamic * b.set.item[0].memory.n_ref * sqrt(area / M_PI);
    double share = w * sqrt(area / M_PI) / hypot(w * sqrt(area / M_PI), m.v_stick);
    CHECK_NEAR(f[7] - f[9], -limit * share, 1e-9 * limit); // u × Q_u + v × Q_v
    differenced(&b, want);
    assembled(&b, got);
    // half of the spin is in each of u and v
    double scale = 0.25 * b.e.c_weight * contact_spin_torque(&m, b.set.item[0].memory.n_ref, area, w, 0).c;
    CHECK_NEAR(want[7][7], scale, 1e-3 * scale);
    // the block of u and v along the spin, where nothing else acts
    const int spin[2] = {7, 9};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) CHECK_NEAR(got[spin[i]][spin[j]], want[spin[i]][spin[j]], 1e-3 * scale);
    bench_free(&b);
}

// The same as a whole, against differences, however the body's nodes stand in the matrix: as a body's own, the anchor's
// head's and its shank's.
static void test_tangent_spinning_in_any_order(void **state) {
    (void)state;
    static const int order[3][4] = {{0, 1, 2, 3}, {3, 1, 2, 0}, {2, 1, 3, 0}};
    contact_material m = soft();
    m.pre_slide = 1;
    double area = 4, w = 0.002; // so wide that its spin weighs as much as all else
    const vec3 foot = {0.1, 0.05, -0.1}, up = vec3_unit(vec3_make(0.3, -0.2, 1)), omega = vec3_scale(w, up);
    for (int o = 0; o < 3; o++) {
        bench b;
        double want[12][12], got[12][12];
        bench_make_ordered(&b, &m, 4, 0.1, order[o]);
        const int *n = b.model.body[b.body].node;
        step_with(&b, &foot, 1, up, 1e-3);
        shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
        for (int k = 0; k < 4; k++) // it turns about its foot
            b.qd[n[k]] = vec3_cross(omega, k < 2 ? vec3_sub(b.q[n[k]], foot) : b.q[n[k]]);
        pose at = dyn_body_pose(&b.e, b.body);
        contact_set_begin(&b.set);
        contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, foot), up, 1e-3, area});
        differenced(&b, want);
        assembled(&b, got);
        double scale = b.e.c_weight * contact_spin_torque(&m, b.set.item[0].memory.n_ref, area, w, 0).c;
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) CHECK_NEAR(got[i][j], want[i][j], 5e-4 * scale);
        bench_free(&b);
    }
}

// First-touch speed and bristle survive small slides, however the contact's place in the list changes.
static void test_memory_follows_a_slide(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    bench_make(&b, &m, 4, 0.05);
    vec3 feet[2] = {{0.2, 0, -0.1}, {-0.2, 0, -0.1}}, up = {0, 0, 1};
    shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5)); // touches at 0.5 m/s
    step_with(&b, feet, 2, up, 1e-3);
    assert_int_equal(entries(&b), 2);
    for (int n = 1; n <= 20; n++) {
        shift(&b, vec3_make(5e-6, 0, 0), vec3_make(0.005, 0, 0)); // and slides 5 µm a step
        vec3 swapped[2] = {feet[n % 2], feet[1 - n % 2]};
        step_with(&b, swapped, 2, up, 1e-3);
        assert_int_equal(entries(&b), 2);
        for (int k = 0; k < 2; k++) {
            CHECK_NEAR(entry(&b, k)->memory.v0, 0.5, 0);
            assert_false(b.set.item[k].fresh);
        }
    }
    for (int k = 0; k < 2; k++) CHECK_NEAR(entry(&b, k)->memory.bristle.x, 20 * 5e-6, 1e-12);
    // farther than `match` in one step it is another contact
    shift(&b, vec3_make(0.06, 0, 0), vec3_make(0, 0, -0.1));
    contact_set_begin(&b.set);
    pose at = dyn_body_pose(&b.e, b.body);
    contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, feet[0]), up, 1e-3, 0});
    assert_true(b.set.item[0].fresh);
    CHECK_NEAR(b.set.item[0].memory.v0, 0.1, 1e-12);
    // and so is one of another identity at the same place
    shift(&b, vec3_make(-0.06, 0, 0), vec3_make(0, 0, 0));
    at = dyn_body_pose(&b.e, b.body);
    contact_set_begin(&b.set);
    contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){8, pose_point(&at, feet[0]), up, 1e-3, 0});
    assert_true(b.set.item[0].fresh);
    CHECK_NEAR(b.set.item[0].memory.v0, m.v_min, 0);
    bench_free(&b);
}

// A ball leaves the floor and meets a wall: where touches wander, one that faces another way is not the same, however
// near it is.
static void test_another_surface_is_another_contact(void **state) {
    (void)state;
    contact_material m = soft();
    const vec3 foot = {0.2, 0, -0.1}, up = {0, 0, 1}, aside = {1, 0, 0}, tilted = vec3_unit(vec3_make(0.5, 0, 1));
    for (int wanders = 0; wanders < 2; wanders++) {
        bench b;
        bench_make(&b, &m, 4, INFINITY);
        b.set.wanders = wanders;
        shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
        step_with(&b, &foot, 1, up, 1e-3);
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

// After three steps without touch the contact is forgotten, not before; its bristle goes at once.
static void test_memory_is_forgotten(void **state) {
    (void)state;
    contact_material m = soft();
    const vec3 foot = {0.2, 0, -0.1}, up = {0, 0, 1};
    for (int away = 1; away <= 5; away++) {
        bench b;
        bench_make(&b, &m, 4, 0.05);
        shift(&b, vec3_make(0, 0, 0), vec3_make(0, 0, -0.5));
        step_with(&b, &foot, 1, up, 1e-3);
        shift(&b, vec3_make(1e-5, 0, 0), vec3_make(0, 0, 0));
        step_with(&b, &foot, 1, up, 1e-3);
        assert_true(entry(&b, 0)->memory.bristle.x > 0);
        for (int n = 0; n < away; n++) {
            step_with(&b, NULL, 0, up, 0);
            if (entries(&b) > 0) CHECK_NEAR(vec3_norm(entry(&b, 0)->memory.bristle), 0, 0);
        }
        assert_int_equal(entries(&b), away <= 3 ? 1 : 0);
        contact_set_begin(&b.set);
        pose at = dyn_body_pose(&b.e, b.body);
        contact_set_add(&b.set, &b.e, b.z, b.body, &at, &(contact_touch){7, pose_point(&at, foot), up, 1e-3, 0});
        CHECK_NEAR(b.set.item[0].memory.v0, away <= 3 ? 0.5 : m.v_min, 0);
        bench_free(&b);
    }
}

// More contacts than fit are counted; those that fit work.
static void test_full(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    bench_make(&b, &m, 3, 0.05);
    vec3 feet[5];
    for (int k = 0; k < 5; k++) feet[k] = vec3_make(0.2 * (k - 2), 0, -0.1);
    for (int n = 0; n < 3; n++) {
        memset(b.force, 0, (size_t)b.model.n_nodes * sizeof(vec3));
        step_with(&b, feet, 5, vec3_make(0, 0, 1), 1e-3);
        assert_int_equal(b.set.n, 3);
        assert_int_equal(b.set.dropped, 2);
        assert_int_equal(entries(&b), 3);
        double lift = b.force[DYN_FIRST_NODE].z + b.force[DYN_FIRST_NODE + 1].z; // two points' weights add to one
        CHECK_NEAR(lift, 3 * 1e7 * pow(1e-3, 1.5), 1e-6);
    }
    bench_free(&b);
}

// What has left gives way to what touches: at every step a set that fits is remembered whole, though none of the feet
// is one of the step before. Of those that have gone the last to go is kept where there is room.
static void test_what_touches_is_remembered_first(void **state) {
    (void)state;
    contact_material m = soft();
    enum { FIT = 4, FEET = 12 };
    vec3 feet[FEET], up = {0, 0, 1};
    for (int k = 0; k < FEET; k++) feet[k] = vec3_make(0.2 * k, 0, -0.1);
    bench b;
    bench_make(&b, &m, FIT, 0.05);
    for (int turn = 0; turn < FEET; turn += 3) {
        step_with(&b, feet + turn, 3, up, 1e-3);
        assert_int_equal(entries(&b), turn == 0 ? 3 : FIT);
        for (int k = 0; k < 3; k++) CHECK_NEAR(entry(&b, (int)entries(&b) - 3 + k)->point.x, feet[turn + k].x, 1e-12);
        if (turn > 0) CHECK_NEAR(entry(&b, 0)->point.x, feet[turn - 1].x, 1e-12);
        step_with(&b, feet + turn, 3, up, 1e-3); // they are known again, with what they bore
        for (int k = 0; k < 3; k++) {
            assert_false(b.set.item[k].fresh);
            CHECK_NEAR(b.set.item[k].memory.n_ref, 1e7 * pow(1e-3, 1.5), 1e-6);
        }
    }
    bench_free(&b);
}

// Outside a step, where a joint's reactions are told, a contact pulls as it did at the end of the step: its bristle has
// gone the step's way, and the way is not gone again nor left out.
static void test_friction_after_the_step(void **state) {
    (void)state;
    contact_material m = soft();
    bench b;
    bench_make(&b, &m, 4, 0.1);
    iterate_at(&b, vec3_make(1e-6, 2e-6, -1e-5), vec3_make(1e-5, -1e-5, -1e-3));
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

// Two ways to the same contacts leave the same bytes, whatever was remembered before.
static void test_equal_states_have_equal_bytes(void **state) {
    (void)state;
    contact_material m = soft();
    bench a, b;
    bench_make(&a, &m, 6, 0.05);
    bench_make(&b, &m, 6, 0.05);
    vec3 feet[5], up = {0, 0, 1};
    for (int k = 0; k < 5; k++) feet[k] = vec3_make(0.2 * (k - 2), 0, -0.1);
    vec3 turned[5]; // both have touched five times before, elsewhere and in another order
    for (int k = 0; k < 5; k++) turned[k] = vec3_scale(0.9, feet[4 - k]);
    step_with(&a, turned, 5, up, 1e-3);
    step_with(&b, feet, 5, up, 2e-3);
    for (int n = 0; n < 4; n++) step_with(&a, NULL, 0, up, 0), step_with(&b, NULL, 0, up, 0);
    assert_int_equal(entries(&b), 0);
    assert_memory_equal(a.z, b.z, contact_set_z_size(6));
    step_with(&a, feet + 1, 2, up, 1e-3);
    step_with(&b, feet + 1, 2, up, 1e-3);
    assert_memory_equal(a.z, b.z, contact_set_z_size(6));
    bench_free(&a);
    bench_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tangent_sticking),
        cmocka_unit_test(test_tangent_sliding),
        cmocka_unit_test(test_tangent_spinning),
        cmocka_unit_test(test_tangent_spinning_in_any_order),
        cmocka_unit_test(test_memory_follows_a_slide),
        cmocka_unit_test(test_another_surface_is_another_contact),
        cmocka_unit_test(test_memory_is_forgotten),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_what_touches_is_remembered_first),
        cmocka_unit_test(test_friction_after_the_step),
        cmocka_unit_test(test_equal_states_have_equal_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
