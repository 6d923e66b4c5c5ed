// SPDX-License-Identifier: MIT
// Tests every kind of joint: rows against finite differences, degrees of freedom, rows saved by shared nodes, refusals.
#include "tests/dynamics/mechanism.h"
#include "tests/dynamics/row_check.h"

static brick any_brick(uint64_t *seed, vec3 at) {
    return (brick){.at = {random_rotation(seed), at},
                   .length = 0.7,
                   .mass = 3,
                   .centre = {0.3, 0.1, -0.05},
                   .inertia = {0.2, 0.3, 0.4}};
}

// Joins two oblique bodies, or ground and a body: every point and direction needs an added node.
static dyn_joint *skew_joint(mechanism *k, dyn_joint_kind kind, bool ground, uint64_t seed) {
    mechanism_make(k, 1e-3, vec3_make(0, 0, -9.81));
    brick b1 = any_brick(&seed, vec3_make(0, 0, 0)), b2 = any_brick(&seed, vec3_make(1, 0.5, 0.2));
    int first = ground ? -1 : mechanism_body(k, &b1), second = mechanism_body(k, &b2);
    vec3 point = vec3_make(0.4, 0.3, 0.2);
    const dyn_joint_def def = {kind, {first, second}, {point, point}, {random_vec3(&seed, 1), random_vec3(&seed, 1)}};
    const char *why;
    dyn_joint *j = &k->joint[k->n_joints++];
    int nodes = k->model.n_nodes, rows = k->model.n_row_defs, groups = k->model.n_groups;
    assert_int_equal(dyn_joint_add(j, &k->model, &def, &why), RT_OK);
    assert_null(why);
    dyn_joint_need need = dyn_joint_needs(kind);
    assert_true(k->model.n_nodes - nodes <= need.nodes);
    assert_true(k->model.n_row_defs - rows <= need.rows);
    assert_true(k->model.n_groups - groups <= need.groups);
    // a fixed joint reaches the bound only if the vectors of its first body are oblique
    if (!ground && kind != DYN_JOINT_FIXED) assert_int_equal(k->model.n_nodes - nodes, need.nodes);
    mechanism_finish(k);
    return j;
}

static void test_rows_against_differences(void **state) {
    (void)state;
    for (int kind = 0; kind < DYN_JOINT_KINDS; kind++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            mechanism k;
            skew_joint(&k, kind, false, seed);
            row_check_model(&k.model, seed);
            mechanism_free(&k);
        }
}

static void test_degrees_of_freedom(void **state) {
    (void)state;
    for (int kind = 0; kind < DYN_JOINT_KINDS; kind++)
        for (int ground = 0; ground <= 1; ground++) {
            mechanism k;
            skew_joint(&k, kind, ground, 5);
            assert_int_equal(row_check_freedom(&k.model, &k.state), (ground ? 0 : 6) + dyn_joint_kinds[kind].freedom);
            dyn_eval e = dyn_eval_at(&k.model, &k.state);
            dyn_row *row = calloc((size_t)k.model.n_rows, sizeof *row);
            dyn_rows_eval(&k.model, &e, row);
            for (int r = 0; r < k.model.n_rows; r++) CHECK_NEAR(row[r].phi, 0, 1e-12); // closed as defined
            free(row);
            mechanism_free(&k);
        }
}

enum { SHARED_POINT = 1, SHARED_V = 2, SHARED_U = 4, SHARED_ALL = 8 }; // v is along the joints' axis

// A body and its copy, moved along x by its length, that share these nodes; a joint of this kind between them, unless
// kind is negative. Returns its rows.
static int sharing(mechanism *k, int kind, int shared) {
    uint64_t seed = 1;
    mechanism_make(k, 1e-3, vec3_make(0, 0, -9.81));
    brick b = any_brick(&seed, vec3_make(0, 0, 0));
    b.at.r = mat3_identity();
    int first = mechanism_body(k, &b);
    const int *n = k->model.body[first].node;
    b.at.p.x = b.length;
    b.p0 = shared & SHARED_POINT ? n[1] : 0, b.u = shared & SHARED_U ? n[2] : 0, b.v = shared & SHARED_V ? n[3] : 0;
    int second = mechanism_body(k, &b);
    vec3 axis = kind == DYN_JOINT_UNIVERSAL ? vec3_make(0, 1, 0) : vec3_make(0, 0, -2);
    const dyn_joint_def def = {(dyn_joint_kind)kind, {first, second}, {b.at.p, b.at.p}, {axis, {0, 0, 3}}};
    const char *why;
    dyn_joint *j = &k->joint[k->n_joints++];
    if (kind >= 0) assert_int_equal(dyn_joint_add(j, &k->model, &def, &why), RT_OK);
    mechanism_finish(k);
    assert_int_equal(k->model.n_groups, 0); // no node added
    return kind >= 0 ? j->n_rows : 0;
}

// Shared nodes that the joint would keep together anyway need no rows: it has as many as it takes degrees of freedom.
// A joint looks for a common axis, so a common u counts beside a common v only.
static void test_sharing_saves_rows(void **state) {
    (void)state;
    int checked = 0;
    for (int kind = 0; kind < DYN_JOINT_KINDS; kind++)
        for (int shared = 0; shared < SHARED_ALL; shared++) {
            mechanism k;
            if (shared & SHARED_POINT && dyn_joint_kinds[kind].place != DYN_AT_POINT) continue; // refused
            if (shared & SHARED_U && !(shared & SHARED_V)) continue;
            if (kind == DYN_JOINT_FIXED && (shared & ~SHARED_POINT) == SHARED_V) continue; // has no axis but u
            sharing(&k, -1, shared);
            int before = row_check_freedom(&k.model, &k.state);
            mechanism_free(&k);
            int rows = sharing(&k, kind, shared), left = row_check_freedom(&k.model, &k.state);
            mechanism_free(&k);
            if (shared == 0) assert_int_equal(left, 6 + dyn_joint_kinds[kind].freedom);
            if (left < 6 + dyn_joint_kinds[kind].freedom) continue; // shared nodes that the joint leaves apart
            assert_int_equal(rows, before - left);
            checked += shared != 0;
        }
    assert_true(checked >= 8); // spherical, revolute, universal, cylindrical, prismatic, fixed share some
}

// A body with fixed nodes needs no rows for a joint to ground at these nodes.
static void test_ground_is_shared(void **state) {
    (void)state;
    mechanism k;
    mechanism_make(&k, 1e-3, vec3_make(0, 0, -9.81));
    vec3 pivot = vec3_make(1, 2, 3);
    brick b = {.at = {mat3_identity(), pivot}, .length = 1, .mass = 1, .centre = {0.5, 0, 0}, .inertia = {1, 1, 1}};
    b.p0 = dyn_add_node(&k.model, pivot, true);
    b.v = DYN_EZ;
    int body = mechanism_body(&k, &b);
    assert_int_equal(mechanism_joint(&k, DYN_JOINT_REVOLUTE, -1, body, pivot, vec3_make(0, 0, 1))->n_rows, 0);
    assert_int_equal(mechanism_joint(&k, DYN_JOINT_REVOLUTE, body, -1, pivot, vec3_make(0, 0, -1))->n_rows, 0);
    mechanism_finish(&k);
    assert_int_equal(row_check_freedom(&k.model, &k.state), 1);
    mechanism_free(&k);
}

static void test_refused(void **state) {
    (void)state;
    static const vec3 p = {0, 0, 0}, z = {0, 0, 1};
    static const struct {
        dyn_joint_def def;
        const char *why;
    } cases[] = {
        {{DYN_JOINT_REVOLUTE, {-1, 0}, {p, p}, {p}}, "the axis is zero"},
        {{DYN_JOINT_REVOLUTE, {-1, 0}, {p, p}, {{NAN, 0, 1}}}, "the axis is zero"},
        {{DYN_JOINT_UNIVERSAL, {0, -1}, {p, p}, {z}}, "the second axis is zero"},
        {{DYN_JOINT_UNIVERSAL, {0, -1}, {p, p}, {z, {0, 1e-9, -3}}}, "the two axes are parallel"},
        {{DYN_JOINT_SPHERICAL, {0, 0}, {p, p}, {p}}, "both bodies are the same"},
        {{DYN_JOINT_FIXED, {-1, -1}, {p, p}, {p}}, "both bodies are ground"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mechanism k;
        uint64_t seed = 1;
        mechanism_make(&k, 1e-3, vec3_make(0, 0, 0));
        brick b = any_brick(&seed, p);
        mechanism_body(&k, &b);
        const char *why;
        int nodes = k.model.n_nodes;
        assert_int_equal(dyn_joint_add(&k.joint[0], &k.model, &cases[i].def, &why), RT_ERR_USAGE);
        assert_string_equal(why, cases[i].why);
        assert_int_equal(k.model.n_nodes, nodes);
        assert_int_equal(k.model.n_row_defs, 0);
        mechanism_free(&k);
    }
}

// A point that the bodies share cannot slide.
static void test_shared_point_cannot_slide(void **state) {
    (void)state;
    for (int kind = 0; kind < DYN_JOINT_KINDS; kind++) {
        if (dyn_joint_kinds[kind].place == DYN_AT_POINT) continue;
        mechanism k;
        uint64_t seed = 1;
        mechanism_make(&k, 1e-3, vec3_make(0, 0, 0));
        brick b = any_brick(&seed, vec3_make(0, 0, 0));
        b.p0 = dyn_add_node(&k.model, b.at.p, false);
        int first = mechanism_body(&k, &b), second = mechanism_body(&k, &b);
        const dyn_joint_def def = {kind, {first, second}, {b.at.p, b.at.p}, {{0, 0, 1}}};
        const char *why;
        assert_int_equal(dyn_joint_add(&k.joint[0], &k.model, &def, &why), RT_ERR_USAGE);
        assert_string_equal(why, "the bodies share the point that is to slide");
        assert_int_equal(k.model.n_row_defs + k.model.n_groups, 0);
        mechanism_free(&k);
    }
}

static void test_rows_are_named(void **state) {
    (void)state;
    mechanism k;
    dyn_joint *j = skew_joint(&k, DYN_JOINT_PRISMATIC, false, 2);
    int found = 0;
    for (int r = 0; r < k.model.n_rows; r++) found += mechanism_has_row(j, &k.model, r);
    assert_int_equal(found, 5 + 3 * 6); // five rows of its own; three rows for each of six ties
    assert_false(mechanism_has_row(j, &k.model, dyn_body_row(0, 0)));
    mechanism_free(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_against_differences),
        cmocka_unit_test(test_degrees_of_freedom),
        cmocka_unit_test(test_sharing_saves_rows),
        cmocka_unit_test(test_ground_is_shared),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_shared_point_cannot_slide),
        cmocka_unit_test(test_rows_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
