// SPDX-License-Identifier: MIT
// List of the triangles near a link: it is complete, keeps the nearest when full, and gives the contacts of a round lip
// that is divided into a million triangles.
#include "contact/set/hull_links.h"
#include "dynamics/core/step.h"
#include "tests/contact/link_bench.h"

typedef struct list {
    int n, triangle[CONTACT_LINK_CANDIDATES];
    double gap[CONTACT_LINK_CANDIDATES];
} list;

static double triangle_distance(const contact_link_shape *s, const pose *link, const contact_mesh *m, int triangle) {
    vec3 p[3];
    for (int k = 0; k < 3; k++) p[k] = pose_point_inverse(link, m->vertex[m->tri[triangle].v[k]]);
    return contact_link_triangle(s, p).distance;
}

static pose random_pose(uint64_t *seed) {
    mat3 r = mat3_rotation(random_direction(seed), uniform(seed, -3.1, 3.1));
    double x = uniform(seed, -0.3, 0.3), y = uniform(seed, -0.3, 0.3);
    return (pose){r, {x, y, uniform(seed, -0.15, 0.15)}};
}

// The list contains every triangle within the range, in the tree's order. No gap exceeds the triangle's distance.
static void test_near_list_is_complete(void **state) {
    (void)state;
    static list all;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = make_lip(24);
    contact_bvh tree;
    assert_int_equal(contact_bvh_build(&m, &tree), RT_OK);
    uint64_t seed = 81;
    int seen = 0;
    for (int i = 0; i < 300; i++) {
        pose p = random_pose(&seed);
        double range = uniform(&seed, 0.005, 0.1);
        int kept, at = 0;
        all.n = contact_link_near(&s, &p, &m, &tree, range, all.triangle, all.gap, CONTACT_LINK_CANDIDATES, &kept);
        assert_int_equal(kept, all.n);
        double clear = INFINITY;
        for (int k = 0; k < m.nt; k++) {
            int t = tree.order[k];
            double distance = triangle_distance(&s, &p, &m, t);
            clear = fmin(clear, distance);
            bool listed = at < all.n && all.triangle[at] == t;
            if (listed) assert_true(all.gap[at++] <= distance + 1e-12);
            assert_true(listed || distance > range);
            seen += listed;
        }
        assert_int_equal(at, all.n);
        double bound = contact_link_clearance(&s, &p, &tree, 0.2);
        assert_true(bound >= 0 && bound <= fmin(0.2, clear + 1e-12));
    }
    assert_true(seen > 1000);
    contact_bvh_free(&tree);
    contact_mesh_free(&m);
}

// A full list keeps the triangles of the least bounds and counts the others.
static void test_overflow_keeps_the_nearest(void **state) {
    (void)state;
    static list all, few;
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = sheet(flat_height, 0.4, 71, 64);
    contact_bvh tree;
    assert_int_equal(contact_bvh_build(&m, &tree), RT_OK);
    uint64_t seed = 82;
    for (int i = 0; i < 200; i++) {
        mat3 base = attitude(i % 3), turn = mat3_rotation(random_direction(&seed), uniform(&seed, -0.1, 0.1));
        mat3 r = mat3_matmul(&turn, &base);
        pose p = {r, {0.01, -0.02, height(&r, uniform(&seed, 0, 0.01))}};
        int kept, max = (int)uniform(&seed, 40, 300);
        double range = s.tube;
        all.n = contact_link_near(&s, &p, &m, &tree, range, all.triangle, all.gap, CONTACT_LINK_CANDIDATES, &kept);
        int total = contact_link_near(&s, &p, &m, &tree, range, few.triangle, few.gap, max, &few.n);
        assert_int_equal(total, all.n);
        assert_int_equal(few.n, total < max ? total : max);
        double farthest = 0;
        for (int k = 0; k < few.n; k++) farthest = fmax(farthest, few.gap[k]);
        for (int k = 0, at = 0; k < all.n; k++) {
            bool stays = at < few.n && few.triangle[at] == all.triangle[k];
            at += stays;
            assert_true(stays || all.gap[k] >= farthest - 1e-9);
        }
    }
    contact_bvh_free(&tree);
    contact_mesh_free(&m);
}

// The lip of the bolster finely divided: `around` facets over 90 degrees, `along` strips over 0.8 m.
static contact_mesh fine_lip(int around, int along) {
    size_t columns = (size_t)around + 1, rows = (size_t)along + 1, nt = 0;
    vec3 *v = malloc(sizeof *v * columns * rows);
    int *t = malloc(sizeof *t * 6 * (size_t)around * (size_t)along);
    assert_true(v && t);
    for (size_t j = 0; j < rows; j++)
        for (size_t i = 0; i < columns; i++) {
            double a = 0.5 * M_PI * ((double)i / around - 0.5), y = 0.8 * ((double)j / along - 0.5);
            v[j * columns + i] = vec3_make(LIP * sin(a), y, LIP * cos(a) - LIP);
        }
    for (int j = 0; j < along; j++)
        for (int i = 0; i < around; i++) {
            int a = j * (around + 1) + i, b = a + 1, c = b + around + 1, d = c - 1, cut = (i + j) % 2;
            const int two[6] = {a, b, cut ? d : c, cut ? b : a, c, d};
            memcpy(t + 3 * nt, two, sizeof two);
            nt += 2;
        }
    contact_mesh m = make_mesh(v, (int)(columns * rows), t, (int)nt, NULL);
    free(v), free(t);
    return m;
}

// Distance of a point to the round itself.
static double above_lip(vec3 x) { return hypot(x.x, x.z + LIP) - LIP; }

// On a lip of a million triangles no needed triangle is dropped. Material points have their depth on the round, no slot
// is deeper than the round, the deepest place bears, and the force does not depend on the division.
static void test_million_triangles_act_as_the_round_lip(void **state) {
    (void)state;
    static list near, coarse_near;
    contact_link_shape s = contact_link_common(D);
    contact_mesh mesh[2] = {fine_lip(1000, 500), fine_lip(60, 4)};
    contact_bvh tree[2];
    for (int k = 0; k < 2; k++) assert_int_equal(contact_bvh_build(&mesh[k], &tree[k]), RT_OK);
    assert_int_equal(mesh[0].nt, 1000000);
    const mat3 along = mat3_columns(vec3_make(0, 1, 0), vec3_make(0, 0, 1), vec3_make(1, 0, 0));
    uint64_t seed = 83;
    int most = 0;
    const double sagitta = LIP * (1 - cos(0.25 * M_PI / 60)); // of the coarse lip's facets
    double worst_point = 0, worst_force = 0;
    for (int i = 0; i < 60; i++) {
        mat3 roll = mat3_rotation(vec3_make(1, 0, 0), i % 3 * M_PI / 4);
        mat3 turn = mat3_rotation(random_direction(&seed), uniform(&seed, -0.1, 0.1)), r = mat3_matmul(&turn, &roll);
        r = mat3_matmul(&r, &along);
        pose p = {r, {uniform(&seed, -0.05, 0.05), uniform(&seed, -0.1, 0.1), height(&r, uniform(&seed, 0, 0.006))}};
        found f[2];
        list *l[2] = {&near, &coarse_near};
        for (int k = 0; k < 2; k++) {
            int got = contact_link_near(&s, &p, &mesh[k], &tree[k], s.tube + 1e-9, l[k]->triangle, l[k]->gap,
                                        CONTACT_LINK_CANDIDATES, &l[k]->n);
            if (k == 0 && got > most) most = got;
            assert_int_equal(l[k]->n, got);
            contact_link_detect(&s, &p, &mesh[k], l[k]->triangle, l[k]->n, f[k].at);
        }
        for (int k = 0; k < POINTS; k++) {
            double depth = s.tube - above_lip(pose_point(&p, material_point(k)));
            worst_point = fmax(worst_point, fabs(fmax(0, f[0].at[k].depth) - fmax(0, depth)));
        }
        for (int k = 0; k < SLOTS; k++) // an excess is measured from two depths
            assert_true(fabs(fmax(0, f[0].at[k].depth) - fmax(0, f[1].at[k].depth)) <= 2 * sagitta + 1e-9);
        wrench fine = resultant(&f[0], p.p), coarse = resultant(&f[1], p.p);
        double size = vec3_norm(fine.force);
        if (size > 1000) worst_force = fmax(worst_force, vec3_norm(vec3_sub(fine.force, coarse.force)) / size);
    }
    print_message("at most %d triangles within the tube; depths of material points right to %.1e m; force of 1 000 000 "
                  "and of 480 triangles differ by at most %.1f %%\n",
                  most, worst_point, 100 * worst_force);
    assert_true(most > 512);
    assert_true(worst_point <= LIP * (1 - cos(0.25 * M_PI / 1000)) + 1e-9); // the facets' sagitta
    for (int k = 0; k < 2; k++) contact_bvh_free(&tree[k]), contact_mesh_free(&mesh[k]);
}

// A full set keeps the deepest contacts and counts the others. Links lie flat on a plate, each deeper than the one
// before, so the first ones are dropped.
static void test_overflow_keeps_the_deepest_contacts(void **state) {
    (void)state;
    enum { MANY = 100 };
    contact_link_shape s = contact_link_common(D);
    contact_mesh m = sheet(flat_height, 30, 1, 1);
    contact_bvh tree;
    dyn_model model;
    dyn_state at;
    static contact_hull_links c;
    int body[MANY];
    assert_int_equal(contact_bvh_build(&m, &tree), RT_OK);
    assert_true(dyn_model_create(&model, 1e-3, vec3_make(0, 0, 0), 4 * MANY, MANY, 0, 0, 1));
    for (int k = 0; k < MANY; k++) {
        vec3 middle = {0.2 * (k - MANY / 2), 0.013 * k, s.tube - 1e-5 * (k + 1)}, half = {0, 0.1, 0};
        const dyn_body_def def = {.p0 = dyn_add_node(&model, vec3_sub(middle, half), false),
                                  .p1 = dyn_add_node(&model, vec3_add(middle, half), false),
                                  .u = dyn_add_node(&model, vec3_make(1, 0, 0), false),
                                  .v = dyn_add_node(&model, vec3_make(0, 0, -1), false),
                                  .rb_p0 = {0, 0, -0.1},
                                  .rb_p1 = {0, 0, 0.1},
                                  .ub = {1, 0, 0},
                                  .vb = {0, 1, 0},
                                  .mass = 10,
                                  .inertia = {{{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}}};
        assert_int_equal(dyn_add_body(&model, &def, &body[k]), RT_OK);
    }
    contact_material material = contact_material_default();
    assert_int_equal(contact_hull_links_create(&c, &s, body, MANY, &m, &tree, &material), RT_OK);
    dyn_add_force(&model, &c.force);
    assert_int_equal(dyn_model_finish(&model, 1e7), RT_OK);
    assert_int_equal(dyn_state_create(&model, &at), RT_OK);
    rt_events events = 0;
    dyn_eval e = dyn_eval_at(&model, &at);
    e.events = &events;
    c.force.predict(&c, &e, at.z);
    print_message("%d contacts, %d kept, %d dropped\n", c.touches, c.set.n, c.dropped);
    assert_true(c.touches >= 8 * MANY && c.set.n <= c.set.capacity && c.set.n > c.set.capacity - CONTACT_LINK_SLOTS);
    assert_int_equal(c.dropped, c.touches - c.set.n);
    assert_true(events >> RT_EVENT_CONTACT_FULL & 1);
    double shallowest = INFINITY, deepest_dropped = 0;
    for (int i = 0; i < c.set.n; i++) shallowest = fmin(shallowest, c.set.item[i].touch.depth);
    for (int i = 0; i < c.touches; i++)
        if (c.touch[i].at.depth < shallowest) deepest_dropped = fmax(deepest_dropped, c.touch[i].at.depth);
    assert_true(deepest_dropped < shallowest && shallowest > 0);
    int kept = 0;
    for (int i = 0; i < c.touches; i++) kept += c.touch[i].at.depth >= shallowest;
    assert_int_equal(kept, c.set.n);
    contact_hull_links_free(&c);
    dyn_state_free(&at);
    dyn_model_destroy(&model);
    contact_bvh_free(&tree);
    contact_mesh_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_near_list_is_complete),
        cmocka_unit_test(test_overflow_keeps_the_nearest),
        cmocka_unit_test(test_million_triangles_act_as_the_round_lip),
        cmocka_unit_test(test_overflow_keeps_the_deepest_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
