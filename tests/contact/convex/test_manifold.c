// SPDX-License-Identifier: MIT
#include "contact/convex/convex.h"
#include "contact/pair/pair.h"
#include "tests/check.h"
#include "tests/contact/convex_random.h"
#include "tests/contact/convex_rows.h"
#include <stdlib.h>

#define ROWS 150

// A row of the shared table: two boxes face to face, the second on top of the first.
typedef struct stacked {
    contact_shape box[2];
    pose at[2];
    double depth, area, centre[2];
    int n;
    double corner[8][2]; // in the first box's frame
} stacked;

static bool read_row(FILE *f, stacked *r) {
    char line[2048];
    if (!fgets(line, sizeof line, f)) return false;
    double v[24];
    char *p = line;
    for (int i = 0; i < 24; i++) v[i] = strtod(p, &p), p++;
    *r = (stacked){.depth = v[10], .n = (int)v[18], .area = v[19], .centre = {v[20], v[21]}};
    for (int s = 0; s < 2; s++)
        r->box[s] = (contact_shape){.kind = CONTACT_BOX, .size = {v[1 + 3 * s], v[2 + 3 * s], v[3 + 3 * s]}};
    for (int i = 0; i < r->n && i < 8; i++) r->corner[i][0] = strtod(p, &p), p++, r->corner[i][1] = strtod(p, &p), p++;
    r->at[0] = (pose){convex_rotation(v[11], v[12], v[13], v[14]), {v[15], v[16], v[17]}};
    mat3 yaw = mat3_rotation(vec3_make(0, 0, 1), v[7]);
    vec3 centre = {v[8], v[9], v[3] + v[6] - r->depth};
    r->at[1] = (pose){mat3_matmul(&r->at[0].r, &yaw), pose_point(&r->at[0], centre)};
    return true;
}

static bool contains_corner(const contact_manifold *m, double x, double y, double tolerance) {
    for (int i = 0; i < m->n; i++)
        if (hypot(m->corner[i].point.x - x, m->corner[i].point.y - y) <= tolerance) return true;
    return false;
}

// Polygon, area and area centroid of the shared table, to the twelve digits that it has.
static void face_to_face_boxes_match_the_oracle(void **state) {
    (void)state;
    const char *path = HAWSE_SHARED_DATA "/oracles/manifold_boxbox.csv";
    SKIP_WITHOUT(path);
    FILE *f = fopen(path, "r");
    char header[512];
    assert_non_null(f);
    assert_non_null(fgets(header, sizeof header, f));
    stacked r;
    int rows = 0;
    for (; read_row(f, &r); rows++) {
        contact_convex c = contact_convex_make(&r.box[0], &r.at[0], &r.box[1], &r.at[1]);
        contact_convex_answer found;
        contact_manifold m;
        assert_true(contact_box_box_find(&c, vec3_make(0, 0, 0), 0, &found));
        CHECK_NEAR(found.touching.depth, r.depth, 1e-9);
        CHECK_NEAR(found.touching.normal.z, 1, 1e-9);
        contact_manifold_of(&c, &found.touching, &m);
        vec3 centre;
        CHECK_NEAR(contact_manifold_centre(&m, &centre), r.area, 1e-9);
        CHECK_NEAR(centre.x, r.centre[0], 1e-8);
        CHECK_NEAR(centre.y, r.centre[1], 1e-8);
        CHECK_NEAR(centre.z, r.box[0].size.z - r.depth / 2, 1e-8);
        assert_int_equal(m.n, r.n);
        for (int i = 0; i < r.n; i++) assert_true(contains_corner(&m, r.corner[i][0], r.corner[i][1], 1e-8));
        for (int i = 0; i < m.n; i++) CHECK_NEAR(m.corner[i].depth, r.depth, 1e-9);
        contact_hit one;
        vec3 there = pose_point(&r.at[0], centre);
        assert_int_equal(contact_manifold_hits(&m, &r.at[0], 0, &one, 1), 1); // all of it in one point
        CHECK_NEAR(vec3_norm(vec3_sub(one.point, there)), 0, 1e-12);
        CHECK_NEAR(one.area, r.area, 1e-9);
        CHECK_NEAR(one.depth, r.depth, 1e-9);
    }
    fclose(f);
    assert_int_equal(rows, ROWS);
}

static contact_shape box(double x, double y, double z) {
    return (contact_shape){.kind = CONTACT_BOX, .size = {x, y, z}};
}

static pose at(double x, double y, double z) { return (pose){mat3_identity(), {x, y, z}}; }

static int hits_of(const contact_shape *a, const pose *at_a, const contact_shape *b, const pose *at_b, double margin,
                   contact_hit *hit) {
    contact_pair p;
    contact_pair_memory m = {0};
    assert_int_equal(contact_pair_create(&p, a, b), RT_OK);
    int n = contact_pair_find(&p, at_a, at_b, margin, &m, hit, CONTACT_PAIR_HITS);
    assert_int_equal(m.capped, 0);
    contact_pair_free(&p);
    return n;
}

// A tilted box on another one touches at its four corners, each with its own depth.
static void tilted_box_touches_at_its_corners(void **state) {
    (void)state;
    contact_shape below = box(2, 3, 0.5), above = box(0.4, 0.3, 0.2);
    pose floor = at(0, 0, -0.5);
    vec3 axis = vec3_unit(vec3_make(1, 2, 0));
    for (int k = 0; k <= 20; k++) {
        pose up = at(0.1, -0.2, 0.2 - 1e-3);
        up.r = mat3_rotation(axis, k * 1e-4);
        contact_hit hit[CONTACT_PAIR_HITS];
        int n = hits_of(&above, &up, &below, &floor, 1, hit);
        assert_int_equal(n, 4);
        for (int i = 0; i < n; i++) {
            CHECK_NEAR(hit[i].normal.z, 1, 1e-12);
            bool found = false;
            for (int j = 0; j < 4; j++) {
                vec3 corner = pose_point(&up, vec3_make(j & 1 ? 0.4 : -0.4, j & 2 ? 0.3 : -0.3, -0.2));
                vec3 middle = {corner.x, corner.y, corner.z / 2};
                found |= vec3_norm(vec3_sub(middle, hit[i].point)) < 1e-12 && fabs(hit[i].depth + corner.z) < 1e-12;
            }
            assert_true(found);
        }
    }
}

// The hits of a box that slides and turns a little stay near their places.
static void places_persist(void **state) {
    (void)state;
    contact_shape below = box(2, 3, 0.5), above = box(0.4, 0.3, 0.2);
    pose floor = at(0, 0, -0.5);
    contact_hit before[CONTACT_PAIR_HITS], now[CONTACT_PAIR_HITS];
    for (int k = 0; k < 100; k++) {
        pose up = at(0.1 + 1e-3 * k, -0.2, 0.2 - 1e-3 + 1e-5 * sin(k));
        up.r = mat3_rotation(vec3_unit(vec3_make(sin(0.3 * k), 1, 0.2)), 1e-3 * cos(0.2 * k));
        int n = hits_of(&above, &up, &below, &floor, 0.1, now);
        assert_int_equal(n, 4);
        for (int i = 0; i < 4 && k > 0; i++) {
            int near = 0;
            for (int j = 0; j < 4; j++) near += vec3_norm(vec3_sub(now[i].point, before[j].point)) < 5e-3;
            assert_int_equal(near, 1);
            assert_int_equal(now[i].feature, 0);
        }
        memcpy(before, now, sizeof now);
    }
}

// Two crossed bars touch at one point, halfway between their edges. The depth is the overlap along the common normal.
static void crossed_edges_touch_at_one_point(void **state) {
    (void)state;
    contact_shape a = box(1, 0.1, 0.1), b = box(0.1, 1, 0.1);
    pose low = at(0.3, 0, 0), high = at(0, 0.2, 2 * 0.1 * M_SQRT2 - 1e-3);
    low.r = mat3_rotation(vec3_make(1, 0, 0), M_PI / 4), high.r = mat3_rotation(vec3_make(0, 1, 0), M_PI / 4);
    contact_hit hit[CONTACT_PAIR_HITS];
    assert_int_equal(hits_of(&a, &low, &b, &high, 0, hit), 1);
    CHECK_NEAR(hit[0].depth, 1e-3, 1e-12);
    CHECK_NEAR(hit[0].normal.z, -1, 1e-12);
    CHECK_NEAR(vec3_norm(vec3_sub(hit[0].point, vec3_make(0, 0, 0.1 * M_SQRT2 - 0.5e-3))), 0, 1e-12);
}

// A box supports a lying cylinder at the ends of its line, a standing one at four points of its rim.
static void cylinder_touches_at_its_line_or_rim(void **state) {
    (void)state;
    contact_shape cylinder = {.kind = CONTACT_FRUSTUM, .size = {0.2, 0.2, 1}}, below = box(2, 2, 0.5);
    pose floor = at(0, 0, -0.5), lying = at(-0.5, 0.1, 0.2 - 1e-3), standing = at(0.1, 0.2, -1e-3);
    lying.r = mat3_rotation(vec3_make(0, 1, 0), M_PI / 2);
    contact_hit hit[CONTACT_PAIR_HITS];
    assert_int_equal(hits_of(&cylinder, &lying, &below, &floor, 0, hit), 2);
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(hit[i].depth, 1e-3, 1e-9);
        CHECK_NEAR(fabs(hit[i].point.x), 0.5, 1e-6);
        CHECK_NEAR(hit[i].point.y, 0.1, 1e-6);
    }
    assert_int_equal(hits_of(&cylinder, &standing, &below, &floor, 0, hit), 4);
    vec3 mean = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(hit[i].depth, 1e-3, 1e-9);
        CHECK_NEAR(hypot(hit[i].point.x - 0.1, hit[i].point.y - 0.2), 0.2, 1e-9);
        mean = vec3_madd(mean, 0.25, hit[i].point);
    }
    CHECK_NEAR(hypot(mean.x - 0.1, mean.y - 0.2), 0, 1e-9);
}

// A hull of eight corners touches at the same points as the box with these corners.
static void hull_touches_like_its_box(void **state) {
    (void)state;
    vec3 corner[8];
    for (int i = 0; i < 8; i++) corner[i] = vec3_make(i & 1 ? 0.4 : -0.4, i & 2 ? 0.3 : -0.3, i & 4 ? 0.2 : -0.2);
    contact_shape below = box(2, 3, 0.5), above = box(0.4, 0.3, 0.2),
                  hull = {.kind = CONTACT_POINTS, .vertex = corner, .n = 8};
    pose floor = at(0, 0, -0.5);
    for (int k = 0; k <= 20; k++) {
        pose up = at(0.1, -0.2, 0.2 - 1e-3);
        up.r = mat3_rotation(vec3_unit(vec3_make(1, 2, 5 * sin(k))), k * 1e-4);
        contact_hit by_box[CONTACT_PAIR_HITS], by_hull[CONTACT_PAIR_HITS];
        int n = hits_of(&above, &up, &below, &floor, 1, by_box);
        assert_int_equal(hits_of(&hull, &up, &below, &floor, 1, by_hull), n);
        for (int i = 0; i < n; i++) {
            bool found = false;
            for (int j = 0; j < n; j++)
                found |= vec3_norm(vec3_sub(by_box[i].point, by_hull[j].point)) < 1e-9 &&
                         fabs(by_box[i].depth - by_hull[j].depth) < 1e-9 &&
                         vec3_norm(vec3_sub(by_box[i].normal, by_hull[j].normal)) < 1e-9;
            assert_true(found);
        }
    }
}

// A lying triangle touches at its corners, a standing one at the ends of its edge.
static void triangle_touches_at_its_corners(void **state) {
    (void)state;
    vec3 corner[3] = {{0, 0, 0}, {0.5, 0, 0}, {0, 0.4, 0}};
    contact_shape triangle = {.kind = CONTACT_TRIANGLE, .vertex = corner, .n = 3}, below = box(2, 3, 0.5);
    pose floor = at(0, 0, -0.5), lying = at(0.1, 0.2, -1e-3), standing = lying;
    standing.r = mat3_rotation(vec3_make(1, 0, 0), M_PI / 2);
    contact_hit hit[CONTACT_PAIR_HITS];
    assert_int_equal(hits_of(&triangle, &lying, &below, &floor, 0, hit), 3);
    for (int i = 0; i < 3; i++) CHECK_NEAR(hit[i].depth, 1e-3, 1e-9);
    assert_int_equal(hits_of(&triangle, &standing, &below, &floor, 0, hit), 2);
    for (int i = 0; i < 2; i++) {
        CHECK_NEAR(hit[i].depth, 1e-3, 1e-9);
        CHECK_NEAR(fabs(hit[i].point.x - 0.35), 0.25, 1e-9);
        CHECK_NEAR(hit[i].point.y, 0.2, 1e-9);
    }
}

static const contact_corner *corner_of(const contact_manifold *m, int64_t feature) {
    for (int i = 0; i < m->n; i++)
        if (m->corner[i].feature == feature) return &m->corner[i];
    return NULL;
}

// The manifold after b has moved by the twist: about the origin by turn, and by shift.
static void find_manifold(const contact_shape *a, const contact_shape *b, const pose *at, vec3 turn, vec3 shift,
                          contact_manifold *m) {
    const pose here = {mat3_identity(), {0, 0, 0}};
    double angle = vec3_norm(turn);
    mat3 by = angle > 0 ? mat3_rotation(vec3_scale(1 / angle, turn), angle) : mat3_identity();
    pose moved = {mat3_matmul(&by, &at->r), vec3_add(mat3_mul(&by, at->p), shift)};
    contact_convex c = contact_convex_make(a, &here, b, &moved);
    contact_convex_answer found;
    m->n = 0;
    if (contact_convex_find(&c, vec3_make(0, 0, 0), 0, &found)) contact_manifold_of(&c, &found.touching, m);
}

// The force of a corner is the gradient of the energy of its depth: the depth changes by the motion of its point along
// its normal, whatever the motion. Central differences, for vertices on faces and crossing edges.
static void corner_depth_has_its_normal_as_gradient(void **state) {
    (void)state;
    const double small = 1e-6;
    uint64_t s = 20;
    int compared = 0, turned = 0;
    for (int k = 0; k < 4000; k++) {
        vec3 vertex[2][CONVEX_RANDOM_POINTS];
        contact_shape_kind kind = k % 2 ? CONTACT_BOX : CONTACT_POINTS;
        contact_shape a = convex_random_shape(kind, &s, 0.5, vertex[0]),
                      b = convex_random_shape(CONTACT_BOX, &s, 0.5, vertex[1]);
        pose at = {random_rotation(&s), vec3_scale(1.2, random_direction(&s))};
        vec3 turn = random_vec3(&s, small), shift = random_vec3(&s, small);
        contact_manifold m, up, down;
        find_manifold(&a, &b, &at, vec3_make(0, 0, 0), vec3_make(0, 0, 0), &m);
        find_manifold(&a, &b, &at, turn, shift, &up);
        find_manifold(&a, &b, &at, vec3_scale(-1, turn), vec3_scale(-1, shift), &down);
        for (int i = 0; i < m.n; i++) {
            const contact_corner *c = &m.corner[i], *more = corner_of(&up, c->feature),
                                 *less = corner_of(&down, c->feature);
            if (!more || !less || vec3_dot(more->normal, less->normal) < 0.999) continue;
            vec3 motion = vec3_add(shift, vec3_cross(turn, c->point));
            CHECK_NEAR(0.5 * (more->depth - less->depth), -vec3_dot(c->normal, motion), 1e-4 * small);
            compared++, turned += vec3_dot(c->normal, m.normal) < 0.99;
        }
    }
    assert_true(compared > 3000 && turned > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(face_to_face_boxes_match_the_oracle),
        cmocka_unit_test(tilted_box_touches_at_its_corners),
        cmocka_unit_test(places_persist),
        cmocka_unit_test(crossed_edges_touch_at_one_point),
        cmocka_unit_test(cylinder_touches_at_its_line_or_rim),
        cmocka_unit_test(hull_touches_like_its_box),
        cmocka_unit_test(triangle_touches_at_its_corners),
        cmocka_unit_test(corner_depth_has_its_normal_as_gradient),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
