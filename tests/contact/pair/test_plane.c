// SPDX-License-Identifier: MIT
// Solids on a plane: corners and rim points that touch, their depths, continuity of force and moment.
#include "rt/base/float_env.h"
#include "tests/contact/pair_test.h"
#include "tests/contact/region_shapes.h"

#define PI 3.141592653589793

static const contact_shape plane = {.kind = CONTACT_PLANE};

// The hits of the solid posed at `at` with the plane z = 0.
static int on_plane(const contact_shape *a, const pose *at, double margin, contact_hit hit[CONTACT_PAIR_HITS]) {
    pose floor = unmoved();
    return pair_hits(a, at, &plane, &floor, margin, hit);
}

static pose turned(vec3 axis, double angle, double height) {
    return (pose){mat3_rotation(axis, angle), {0.3, -0.2, height}};
}

static void check_hits(const contact_hit *hit, int n, int expected, double depth) {
    assert_int_equal(n, expected);
    for (int i = 0; i < n; i++) {
        CHECK_NEAR(hit[i].depth, depth, 1e-14);
        CHECK_NEAR(hit[i].point.z, -0.5 * depth, 1e-14);
        assert_true(hit[i].normal.x == 0 && hit[i].normal.y == 0 && hit[i].normal.z == 1);
        for (int j = 0; j < i; j++) assert_true(hit[i].feature != hit[j].feature);
    }
}

static vec3 middle(const contact_hit *hit, int n) {
    vec3 sum = {0, 0, 0};
    for (int i = 0; i < n; i++) sum = vec3_madd(sum, 1.0 / n, hit[i].point);
    return sum;
}

static void test_box_touches_at_its_corners(void **state) {
    (void)state;
    contact_shape box = {.kind = CONTACT_BOX, .size = {0.3, 0.2, 0.1}};
    contact_hit hit[CONTACT_PAIR_HITS];
    vec3 x = {1, 0, 0};
    pose at = turned(x, 0, 0.09);
    check_hits(hit, on_plane(&box, &at, 0, hit), 4, 0.01);
    CHECK_NEAR(vec3_norm(vec3_sub(middle(hit, 4), vec3_make(0.3, -0.2, -0.005))), 0, 1e-15);
    at = turned(x, PI / 4, (0.2 + 0.1) * sqrt(0.5) - 0.01);
    check_hits(hit, on_plane(&box, &at, 0, hit), 2, 0.01);
    vec3 diagonal = vec3_unit(vec3_cross(vec3_make(0.3, 0.2, 0.1), vec3_make(0, 0, 1)));
    at = turned(diagonal, acos(0.1 / vec3_norm(box.size)), vec3_norm(box.size) - 0.01);
    check_hits(hit, on_plane(&box, &at, 0, hit), 1, 0.01);
    assert_int_equal(on_plane(&box, &at, 1, hit), 8); // all come within a margin
    at.p.z += 1;
    assert_int_equal(on_plane(&box, &at, 0.5, hit), 0);
}

static void test_ellipsoid_touches_at_its_lowest_point(void **state) {
    (void)state;
    contact_shape egg = {.kind = CONTACT_ELLIPSOID, .size = {3, 2, 1}};
    uint64_t seed = 1;
    for (int k = 0; k < 2000; k++) {
        pose at = {random_rotation(&seed), random_vec3(&seed, 1)};
        contact_hit hit[CONTACT_PAIR_HITS];
        assert_int_equal(on_plane(&egg, &at, 10, hit), 1);
        // the foot lies on the surface, and none of many surface points is lower
        for (int i = 0; i < 200; i++) {
            vec3 u = random_direction(&seed), s = pose_point(&at, vec3_make(3 * u.x, 2 * u.y, u.z));
            assert_true(s.z >= -hit[0].depth - 1e-14);
        }
        vec3 low = vec3_madd(hit[0].point, -0.5 * hit[0].depth, hit[0].normal), s = pose_point_inverse(&at, low);
        CHECK_NEAR(s.x * s.x / 9 + s.y * s.y / 4 + s.z * s.z, 1, 1e-14);
        CHECK_NEAR(low.z, -hit[0].depth, 1e-14);
    }
}

static void test_frustum_touches_at_its_rims(void **state) {
    (void)state;
    contact_shape drum = {.kind = CONTACT_FRUSTUM, .size = {0.5, 0.5, 2}},
                  pail = {.kind = CONTACT_FRUSTUM, .size = {0.3, 0.5, 1}},
                  cone = {.kind = CONTACT_FRUSTUM, .size = {0.5, 0, 1}};
    contact_hit hit[CONTACT_PAIR_HITS];
    vec3 y = {0, 1, 0}, o = {0, 0, 0};
    pose at = turned(y, 0, -0.01);
    check_hits(hit, on_plane(&drum, &at, 0, hit), 4, 0.01); // upright
    CHECK_NEAR(vec3_norm(vec3_sub(middle(hit, 4), vec3_make(0.3, -0.2, -0.005))), 0, 1e-15);
    at = turned(y, PI, 1.99);
    check_hits(hit, on_plane(&drum, &at, 0, hit), 4, 0.01); // upside down
    at = turned(y, PI / 2, 0.49);
    check_hits(hit, on_plane(&drum, &at, 0, hit), 2, 0.01); // on its side
    CHECK_NEAR(vec3_norm(vec3_sub(middle(hit, 2), vec3_make(1.3, -0.2, -0.005))), 0, 1e-15);
    at = turned(y, 0.5, 0.5 * sin(0.5) - 0.01);
    check_hits(hit, on_plane(&drum, &at, 0, hit), 1, 0.01); // on a rim
    double slope = atan(0.2);                               // of the pail's side
    at = turned(y, PI / 2 - slope, 0.3 * cos(slope) - 0.01);
    check_hits(hit, on_plane(&pail, &at, 0, hit), 2, 0.01);
    at = turned(y, PI, 0.99);
    check_hits(hit, on_plane(&cone, &at, 0, hit), 1, 0.01); // on its apex
    at = (pose){mat3_identity(), o};
    check_hits(hit, on_plane(&cone, &at, 0.5, hit), 4, 0);
}

// Force, and moment about the body's origin, of springs of 1 N/m at the hits.
typedef struct wrench {
    vec3 force, moment;
} wrench;

static wrench wrench_of(const contact_shape *a, const pose *at) {
    contact_hit hit[CONTACT_PAIR_HITS];
    int n = on_plane(a, at, 0, hit);
    wrench w = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < n; i++) {
        vec3 f = vec3_scale(hit[i].depth, hit[i].normal);
        w.force = vec3_add(w.force, f);
        w.moment = vec3_add(w.moment, vec3_cross(vec3_sub(hit[i].point, at->p), f));
    }
    return w;
}

// A small turn about any axis, through level and back, changes force and moment by as little.
static void test_frustum_force_is_continuous(void **state) {
    (void)state;
    contact_shape drum = {.kind = CONTACT_FRUSTUM, .size = {0.5, 0.5, 1}};
    uint64_t seed = 6;
    for (int k = 0; k < 20000; k++) {
        double tilt = fabs(random_unit(&seed)) * pow(10, -1 - 7 * fabs(random_unit(&seed))), little = 1e-7;
        vec3 u = random_direction(&seed);
        pose at = turned(vec3_unit(vec3_make(u.x, u.y, 0)), k % 4 == 0 ? 0 : tilt, -0.01), near = at;
        mat3 turn = mat3_rotation(random_direction(&seed), little);
        near.r = mat3_matmul(&turn, &at.r);
        wrench before = wrench_of(&drum, &at), after = wrench_of(&drum, &near);
        // all depths change by at most 0.5 little; the arms by as much, under 0.04 N; with the arms 0.5 m
        assert_true(vec3_norm(vec3_sub(after.force, before.force)) <= 4 * 0.5 * little);
        if (!(vec3_norm(vec3_sub(after.moment, before.moment)) <= 4 * little)) fail_msg("tilt %g", tilt);
    }
}

static void test_points_touch_where_they_are_below(void **state) {
    (void)state;
    vec3 v[200];
    contact_shape hull = {.kind = CONTACT_POINTS, .vertex = v, .n = 200};
    contact_hit hit[CONTACT_PAIR_HITS];
    uint64_t seed = 8;
    for (int i = 0; i < 100; i++) { // a drum of 100 corners at either end
        double a = 2 * PI * i / 100;
        v[i] = vec3_make(cos(a), sin(a), 0);
        v[i + 100] = vec3_make(cos(a), sin(a), 1);
    }
    pose at = turned(vec3_make(1, 0, 0), 0, -0.01);
    int n = on_plane(&hull, &at, 0, hit);
    assert_true(n >= 8 && n <= CONTACT_PAIR_HITS);
    check_hits(hit, n, n, 0.01);
    for (int k = 0; k < 100; k++) { // they bear the load wherever it stands within most of the outline
        double a = 2 * PI * k / 100, reach = -1;
        for (int i = 0; i < n; i++) {
            vec3 r = vec3_sub(hit[i].point, at.p);
            reach = fmax(reach, cos(a) * r.x + sin(a) * r.y);
        }
        assert_true(reach > 0.95);
    }
    for (int k = 0; k < 1000; k++) { // the deepest is always there
        at = (pose){random_rotation(&seed), {0, 0, 0.5 * random_unit(&seed)}};
        double lowest = 1e30;
        for (int i = 0; i < 200; i++) lowest = fmin(lowest, pose_point(&at, v[i]).z);
        n = on_plane(&hull, &at, 0, hit);
        if (lowest >= 0) {
            assert_int_equal(n, 0);
            continue;
        }
        double deepest = 0;
        for (int i = 0; i < n; i++) deepest = fmax(deepest, hit[i].depth);
        CHECK_NEAR(deepest, -lowest, 1e-14);
    }
    contact_shape triangle = {.kind = CONTACT_TRIANGLE, .vertex = v, .n = 3};
    at = turned(vec3_make(1, 0, 0), 0, -0.02);
    check_hits(hit, on_plane(&triangle, &at, 0, hit), 3, 0.02);
}

// A mesh has the same hits as the hull of its vertices, in the same order and to the last bit, for any number of points
// below the plane. It finds them by its tree.
static void test_mesh_touches_like_its_vertices(void **state) {
    (void)state;
    body ball = body_make(shape_sphere(1, 8), NULL);
    contact_shape hull = {.kind = CONTACT_POINTS, .vertex = ball.mesh.vertex, .n = ball.mesh.nv},
                  solid = {.kind = CONTACT_MESH, .mesh = &ball.mesh, .tree = &ball.tree};
    contact_hit hit[CONTACT_PAIR_HITS], of_mesh[CONTACT_PAIR_HITS];
    uint64_t seed = 12;
    int fit = 0, full = 0;
    for (int k = 0; k < 3000; k++) {
        pose at = {random_rotation(&seed), {3, -2, 0.98 + 0.1 * random_unit(&seed)}};
        if (k % 10 == 0) at = (pose){mat3_identity(), {0, 0, 0.98}}; // many as deep, as far out
        double margin = k % 3 ? 0 : 0.01;
        int n = on_plane(&hull, &at, margin, hit);
        assert_int_equal(on_plane(&solid, &at, margin, of_mesh), n);
        for (int i = 0; i < n; i++) {
            assert_true(of_mesh[i].feature == hit[i].feature && of_mesh[i].depth == hit[i].depth);
            assert_memory_equal(&of_mesh[i].point, &hit[i].point, sizeof(vec3));
        }
        fit += n > 1 && n < 8, full += n >= 8;
    }
    assert_true(fit > 300 && full > 300);
    contact_mesh first = ball.mesh; // a tree of one triangle leads to that one's corners alone
    contact_bvh part;
    first.nt = 1;
    assert_int_equal(contact_bvh_build(&first, &part), RT_OK);
    solid.tree = &part;
    pose at = {mat3_identity(), {0, 0, -2}};
    assert_int_equal(on_plane(&solid, &at, 0, of_mesh), 3);
    contact_bvh_free(&part);
    body_free(&ball);
}

// A common motion, an exchange of the two and another size give the same hits.
static void test_hits_move_with_the_pair(void **state) {
    (void)state;
    vec3 v[4] = {{0, 0, 0}, {1, 0, 0.1}, {0, 1, 0.2}, {0.1, 0.2, 0.9}};
    uint64_t seed = 10;
    for (int k = 0; k < 4000; k++) {
        static const contact_shape_kind kinds[] = {CONTACT_SPHERE, CONTACT_BOX, CONTACT_ELLIPSOID, CONTACT_FRUSTUM,
                                                   CONTACT_POINTS};
        contact_shape a = {.kind = kinds[k % 5], .vertex = v, .n = 4};
        a.size = vec3_make(random_size(&seed, 0.5), random_size(&seed, 0.5), random_size(&seed, 0.5));
        pose at = {random_rotation(&seed), vec3_scale(0.3, random_vec3(&seed, 1))}, floor = unmoved();
        pose about = {random_rotation(&seed), random_vec3(&seed, 1)}, at2 = pose_times(&about, &at),
             floor2 = pose_times(&about, &floor);
        contact_hit one[CONTACT_PAIR_HITS], other[CONTACT_PAIR_HITS];
        int n = pair_hits(&a, &at, &plane, &floor, 1e-3, one);
        assert_int_equal(pair_hits(&plane, &floor2, &a, &at2, 1e-3, other), n);
        for (int i = 0; i < n; i++) {
            CHECK_NEAR(other[i].depth, one[i].depth, 1e-13);
            CHECK_NEAR(vec3_norm(vec3_add(other[i].normal, mat3_mul(&about.r, one[i].normal))), 0, 1e-13);
            CHECK_NEAR(vec3_norm(vec3_sub(other[i].point, pose_point(&about, one[i].point))), 0, 1e-11);
            assert_true(other[i].feature == one[i].feature);
        }
        if (a.kind == CONTACT_POINTS) continue;
        for (double scale = 1e-6; scale < 2e6; scale *= 1e6) {
            contact_shape big = a;
            big.size = vec3_scale(scale, a.size);
            pose at3 = {at.r, vec3_scale(scale, at.p)};
            assert_int_equal(pair_hits(&big, &at3, &plane, &floor, scale * 1e-3, other), n);
            for (int i = 0; i < n; i++) CHECK_NEAR(other[i].depth, scale * one[i].depth, 1e-13 * scale);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_touches_at_its_corners),
        cmocka_unit_test(test_ellipsoid_touches_at_its_lowest_point),
        cmocka_unit_test(test_frustum_touches_at_its_rims),
        cmocka_unit_test(test_frustum_force_is_continuous),
        cmocka_unit_test(test_points_touch_where_they_are_below),
        cmocka_unit_test(test_mesh_touches_like_its_vertices),
        cmocka_unit_test(test_hits_move_with_the_pair),
    };
    rt_float_env_set();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
