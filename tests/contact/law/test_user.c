// SPDX-License-Identifier: MIT
// A user's laws (contact/law/user.h): their inputs, the effect of their results, and invalid results.
#include "contact/law/law.h"
#include "tests/check.h"

static const vec3 UP = {0, 0, 1}, NONE = {0, 0, 0};

static hawse_contact_press asked;
static hawse_contact_slide slid;
static int calls;

static const double STIFFNESS = 3e6, DAMPING = 400;

static int spring(const hawse_contact_press *in, hawse_contact_normal_force *out) {
    asked = *in;
    calls++;
    *out = (hawse_contact_normal_force){.force = fmax(-STIFFNESS * in->gap - DAMPING * in->gap_rate, 0),
                                        .d_gap = -STIFFNESS,
                                        .d_gap_rate = -DAMPING,
                                        .elastic = -STIFFNESS * in->gap,
                                        .energy = 0.5 * STIFFNESS * in->gap * in->gap};
    return 0;
}

// Friction that is viscous, with a side force, and elastic in a displacement of at most 0.1 mm.
static int drag(const hawse_contact_slide *in, hawse_contact_friction_force *out) {
    slid = *in;
    for (int i = 0; i < 3; i++) {
        out->force[i] = -0.1 * in->normal_force * in->velocity[i] - 1e5 * in->displacement[i] + 7 * in->normal[i];
        out->d_velocity[i][i] = -0.1 * in->normal_force;
        out->d_displacement[i][i] = -1e5;
    }
    out->d_velocity[0][1] = 20, out->d_velocity[1][0] = -20; // the filter drops the antisymmetric part
    out->keep = 1e-4;
    return 0;
}

static const contact_user_law good = {spring, drag};

static contact_material material(const contact_user_law *user) {
    contact_material m = contact_material_default();
    m.law = CONTACT_LAW_USER;
    m.friction = CONTACT_FRICTION_USER;
    m.user = user;
    return m;
}

static void test_normal_law_gets_depth_and_rate(void **state) {
    (void)state;
    contact_material m = material(&good);
    const contact_press p = {.depth = 2e-3, .rate = 0.3, .v0 = 0.7, .area = 0.02, .h = 1e-3, .mass = 5};
    contact_normal n = contact_normal_force(&m, 0, &p);
    assert_true(asked.gap == -2e-3 && asked.gap_rate == -0.3 && asked.approach == 0.7 && asked.area == 0.02 &&
                asked.step == 1e-3);
    CHECK_NEAR(n.force, 6000 + 120, 1e-9);
    CHECK_NEAR(n.elastic, 6000, 1e-9);
    assert_true(n.k == STIFFNESS && n.c == DAMPING && !n.refused);
    CHECK_NEAR(contact_elastic_force(&m, &p), 6000, 1e-9);
    CHECK_NEAR(contact_elastic_energy(&m, &p), 6, 1e-12);
    calls = 0;
    assert_true(contact_normal_force(&m, 0, &(contact_press){.depth = -1e-3, .rate = 1}).force == 0 && calls == 0);
}

static void test_friction_law_gets_slip_and_keeps_stretch(void **state) {
    (void)state;
    contact_material m = material(&good);
    const contact_memory mem = {.bristle = {0, 3e-5, 0}, .n_ref = 1000};
    contact_slide s = {.n = 1000, .v_t = {0.2, 0, 0}, .slip = {1e-5, 0, 0}, .normal = UP, .area = 0.02, .h = 1e-3};
    contact_friction f = contact_friction_force(&m, &mem, &s);
    assert_true(slid.normal_force == 1000 && slid.area == 0.02 && slid.step == 1e-3 && slid.normal[2] == 1);
    assert_true(slid.velocity[0] == 0.2 && slid.velocity[1] == 0 && slid.velocity[2] == 0);
    CHECK_NEAR(slid.displacement[0], 1e-5, 1e-20);
    CHECK_NEAR(slid.displacement[1], 3e-5, 1e-20);
    CHECK_NEAR(f.force.x, -20 - 1, 1e-9);
    CHECK_NEAR(f.force.y, -3, 1e-9);
    CHECK_NEAR(f.force.z, 0, 1e-12); // the force along the normal is ignored
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            CHECK_NEAR(f.c.m[i][j], i == j && i < 2 ? 100 : 0, 1e-9);
            CHECK_NEAR(f.k.m[i][j], i == j && i < 2 ? 1e5 : 0, 1e-6);
        }
    // the displacement grows up to the length that the law keeps
    vec3 kept = contact_bristle_update(&m, &mem, &s);
    CHECK_NEAR(kept.x, 1e-5, 1e-18);
    CHECK_NEAR(kept.y, 3e-5, 1e-18);
    s.slip = vec3_make(4e-3, 0, 0);
    CHECK_NEAR(vec3_norm(contact_bristle_update(&m, &mem, &s)), 1e-4, 1e-16);
    s.n = 0;
    assert_true(vec3_norm(contact_friction_force(&m, &mem, &s).force) == 0);
    assert_true(vec3_norm(contact_bristle_update(&m, &mem, &s)) == 0);
}

static int growing(const hawse_contact_slide *in, hawse_contact_friction_force *out) {
    for (int i = 0; i < 3; i++) {
        out->force[i] = -50 * in->velocity[i];
        out->d_velocity[i][i] = i == 0 ? 300 : -50; // one direction would make the tangent indefinite
        out->d_displacement[i][i] = 1e6;
    }
    return 0;
}

static int rising(const hawse_contact_press *in, hawse_contact_normal_force *out) {
    (void)in;
    out->force = 10, out->d_gap = 5, out->d_gap_rate = 6;
    return 0;
}

// The filter drops derivatives of the wrong sign.
static void test_tangents_are_filtered(void **state) {
    (void)state;
    const contact_user_law user = {rising, growing};
    contact_material m = material(&user);
    contact_normal n = contact_normal_force(&m, 0, &(contact_press){.depth = 1e-3});
    assert_true(n.force == 10 && n.k == 0 && n.c == 0);
    contact_friction f = contact_friction_force(&m, &(contact_memory){0}, &(contact_slide){.n = 1, .normal = UP});
    CHECK_NEAR(f.c.m[0][0], 0, 1e-9);
    CHECK_NEAR(f.c.m[1][1], 50, 1e-9);
    CHECK_NEAR(f.k.m[0][0] + f.k.m[1][1], 0, 1e-9);
}

static double bad;
static int field;

static int bad_normal(const hawse_contact_press *in, hawse_contact_normal_force *out) {
    (void)in;
    double *x[] = {&out->force, &out->d_gap, &out->d_gap_rate, &out->elastic, &out->energy};
    out->force = out->elastic = 5;
    if (field < 5) *x[field] = bad;
    return field == 5;
}

static int bad_friction(const hawse_contact_slide *in, hawse_contact_friction_force *out) {
    (void)in;
    double *x[] = {&out->force[2], &out->d_velocity[1][2], &out->d_displacement[2][1], &out->keep};
    out->force[0] = 5;
    out->keep = 1;
    if (field < 4) *x[field] = bad;
    return field == 4;
}

static void test_invalid_results_are_refused(void **state) {
    (void)state;
    const contact_user_law user = {bad_normal, bad_friction};
    contact_material m = material(&user);
    const contact_press p = {.depth = 1e-3};
    const contact_memory mem = {.bristle = {1e-5, 0, 0}};
    const contact_slide s = {.n = 10, .v_t = {1, 0, 0}, .slip = NONE, .normal = UP};
    const double value[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++)
        for (field = 0; field <= 5; field++) {
            bad = value[i];
            contact_normal n = contact_normal_force(&m, 0, &p);
            assert_true(n.refused && n.force == 0 && n.elastic == 0 && n.k == 0 && n.c == 0);
            assert_true(contact_elastic_force(&m, &p) == 0 && contact_elastic_energy(&m, &p) == 0);
            if (field == 5 || (field == 3 && i == 1)) continue; // an infinite length keeps the whole displacement
            contact_friction f = contact_friction_force(&m, &mem, &s);
            assert_true(f.refused && vec3_norm(f.force) == 0 && f.c.m[0][0] == 0 && f.k.m[0][0] == 0);
            assert_true(vec3_norm(contact_bristle_update(&m, &mem, &s)) == 0);
        }
    bad = -1; // a tensile force, a negative elastic part
    for (field = 0; field < 4; field += 3) assert_true(contact_normal_force(&m, 0, &p).refused);
    field = 9; // all fields valid
    assert_false(contact_normal_force(&m, 0, &p).refused || contact_friction_force(&m, &mem, &s).refused);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_normal_law_gets_depth_and_rate),
                                       cmocka_unit_test(test_friction_law_gets_slip_and_keeps_stretch),
                                       cmocka_unit_test(test_tangents_are_filtered),
                                       cmocka_unit_test(test_invalid_results_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
