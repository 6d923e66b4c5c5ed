// SPDX-License-Identifier: MIT
// Mesh against mesh through the table of pairs: shapes of triangles at any two poses, against closed forms; hits move
// with the two shapes.
#include "contact/pair/pair.h"
#include "contact/shape/tessellate.h"
#include "tests/check.h"
#include "tests/random.h"

static uint64_t seed = 2463534242u;

static pose anywhere(void) {
    return (pose){mat3_rotation(random_direction(&seed), uniform(&seed, -3, 3)),
                  vec3_scale(uniform(&seed, 0, 20), random_direction(&seed))};
}

typedef struct solid {
    contact_mesh mesh;
    contact_bvh tree;
    contact_shape shape;
} solid;

static void solid_make(solid *s, contact_shape_kind kind, vec3 size, double sagitta) {
    rt_diag d = {0};
    contact_shape of = {.kind = kind, .size = size};
    if (contact_tessellate("solid", &of, sagitta, &s->mesh, &s->tree, &d) != RT_OK) fail_msg("%s", d.text);
    s->shape = (contact_shape){.kind = CONTACT_MESH, .mesh = &s->mesh, .tree = &s->tree};
}

static void solid_free(solid *s) {
    contact_mesh_free(&s->mesh);
    contact_bvh_free(&s->tree);
}

static pose compose_poses(const pose *first, const pose *then) {
    return (pose){mat3_matmul(&then->r, &first->r), pose_point(then, first->p)};
}

// Two balls at any poses: the depth is at most both sagittas less than R + r - distance, the normal lies along the line
// of centres, the point between the surfaces.
static void test_balls_match_the_closed_form(void **state) {
    (void)state;
    const double big = 0.5, small = 0.3;
    for (double sagitta = 1e-3; sagitta > 5e-5; sagitta *= 0.25) {
        solid a, b;
        contact_pair pair;
        contact_hit hit[CONTACT_PAIR_HITS];
        contact_pair_memory m = {.axis = {0, 0, 0}};
        double worst = 0, turned = 0;
        solid_make(&a, CONTACT_SPHERE, vec3_make(small, 0, 0), sagitta);
        solid_make(&b, CONTACT_SPHERE, vec3_make(big, 0, 0), sagitta);
        assert_int_equal(contact_pair_create(&pair, &a.shape, &b.shape), RT_OK);
        for (int i = 0; i < 60; i++) {
            pose at_b = anywhere(), at_a = {mat3_rotation(random_direction(&seed), uniform(&seed, -3, 3)), {0, 0, 0}};
            vec3 n = random_direction(&seed);
            double depth = uniform(&seed, 3 * sagitta, 0.02);
            at_a.p = vec3_madd(at_b.p, big + small - depth, n);
            int found = contact_pair_find(&pair, &at_a, &at_b, 0, &m, hit, CONTACT_PAIR_HITS);
            assert_int_equal(found, 1);
            assert_true(hit[0].region && hit[0].outline.share == 1);
            assert_true(hit[0].depth <= depth + 1e-12 && hit[0].depth >= depth - 2 * sagitta);
            worst = fmax(worst, depth - hit[0].depth);
            turned = fmax(turned, acos(fmin(vec3_dot(hit[0].normal, n), 1)));
            // between the deepest points of both, which tilt by at most the normal's tolerance
            vec3 middle = vec3_madd(at_b.p, big - 0.5 * depth, n);
            double away = vec3_dot(vec3_sub(hit[0].point, middle), n);
            CHECK_NEAR(away, 0, 2 * sagitta + 1e-3 * depth);
        }
        print_message("sagitta %.2g m: depth short by up to %.2g m, normal off by %.2g rad\n", sagitta, worst, turned);
        assert_true(turned < 3 * sqrt(sagitta / small)); // that facets of this sagitta turn
        contact_pair_free(&pair), solid_free(&a), solid_free(&b);
    }
}

// A box flat on a larger one, at any pose: depth and area are exact, the normal's sign follows the order of the two.
static void test_boxes_have_exact_depth_and_area(void **state) {
    (void)state;
    solid a, b;
    contact_hit hit[CONTACT_PAIR_HITS], back[CONTACT_PAIR_HITS];
    contact_pair_memory m = {.axis = {0, 0, 0}};
    contact_pair pair, swapped;
    solid_make(&a, CONTACT_BOX, vec3_make(0.2, 0.1, 0.05), 1e-3);
    solid_make(&b, CONTACT_BOX, vec3_make(0.5, 0.4, 0.3), 1e-3);
    assert_int_equal(contact_pair_create(&pair, &a.shape, &b.shape), RT_OK);
    assert_int_equal(contact_pair_create(&swapped, &b.shape, &a.shape), RT_OK);
    for (int i = 0; i < 100; i++) {
        double depth = uniform(&seed, 1e-6, 0.02), turn = uniform(&seed, -3, 3);
        const pose upon = {mat3_rotation(vec3_make(0, 0, 1), turn),
                           {uniform(&seed, -0.1, 0.1), uniform(&seed, -0.1, 0.1), 0.35 - depth}};
        pose at_b = anywhere(), at_a = compose_poses(&upon, &at_b);
        vec3 up = mat3_column(&at_b.r, 2);
        assert_int_equal(contact_pair_find(&pair, &at_a, &at_b, 0, &m, hit, CONTACT_PAIR_HITS), 1);
        CHECK_NEAR(hit[0].depth, depth, 1e-12);
        CHECK_NEAR(hit[0].area, 0.08, 1e-10);
        CHECK_NEAR(vec3_norm(vec3_sub(hit[0].normal, up)), 0, 1e-9);
        vec3 centre = vec3_madd(at_a.p, -vec3_dot(vec3_sub(at_a.p, hit[0].outline.centre), up), up);
        CHECK_NEAR(vec3_norm(vec3_sub(hit[0].outline.centre, centre)), 0, 1e-9);
        assert_int_equal(contact_pair_find(&swapped, &at_b, &at_a, 0, &m, back, CONTACT_PAIR_HITS), 1);
        CHECK_NEAR(back[0].depth, depth, 1e-12);
        CHECK_NEAR(vec3_norm(vec3_add(back[0].normal, up)), 0, 1e-9);
    }
    contact_pair_free(&pair), contact_pair_free(&swapped), solid_free(&a), solid_free(&b);
}

// The hits move with any common motion of the two, also after a detection at another pose.
static void test_hits_move_with_the_pair(void **state) {
    (void)state;
    solid a, b;
    contact_hit here[CONTACT_PAIR_HITS], there[CONTACT_PAIR_HITS];
    contact_pair_memory m = {.axis = {0, 0, 0}};
    contact_pair pair;
    solid_make(&a, CONTACT_ELLIPSOID, vec3_make(0.3, 0.2, 0.1), 1e-3);
    solid_make(&b, CONTACT_FRUSTUM, vec3_make(0.3, 0.2, 0.5), 1e-3);
    assert_int_equal(contact_pair_create(&pair, &a.shape, &b.shape), RT_OK);
    const pose still = {mat3_identity(), {0, 0, 0}};
    int found = 0;
    for (int i = 0; i < 300; i++) {
        pose of_a = {mat3_rotation(random_direction(&seed), uniform(&seed, -3, 3)),
                     vec3_add(vec3_make(0, 0, 0.25), vec3_scale(uniform(&seed, 0.2, 0.5), random_direction(&seed)))};
        pose move = anywhere(), moved = compose_poses(&of_a, &move);
        int n = contact_pair_find(&pair, &of_a, &still, 0, &m, here, CONTACT_PAIR_HITS);
        assert_int_equal(contact_pair_find(&pair, &moved, &move, 0, &m, there, CONTACT_PAIR_HITS), n);
        for (int k = 0; k < n; k++, found++) {
            CHECK_NEAR(there[k].depth, here[k].depth, 1e-9);
            CHECK_NEAR(vec3_norm(vec3_sub(there[k].point, pose_point(&move, here[k].point))), 0, 1e-7);
            CHECK_NEAR(vec3_norm(vec3_sub(there[k].normal, mat3_mul(&move.r, here[k].normal))), 0, 1e-7);
        }
    }
    assert_true(found > 100);
    contact_pair_free(&pair), solid_free(&a), solid_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_balls_match_the_closed_form),
                                       cmocka_unit_test(test_boxes_have_exact_depth_and_area),
                                       cmocka_unit_test(test_hits_move_with_the_pair)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
