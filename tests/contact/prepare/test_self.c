// SPDX-License-Identifier: MIT
// Self intersections: single pairs against an exact table and by hand, whole meshes against all pairs, and the warning.
// test_self_cgal.cpp compares whole meshes with CGAL.
#include "contact/prepare/clean.h"
#include "contact/prepare/prepare.h"
#include "tests/contact/shapes.h"
#include "tests/random.h"

#define TABLE HAWSE_SHARED_DATA "/oracles/tri_pairs.csv"

static vec3 unit_normal(const vec3 t[3]) { return vec3_unit(vec3_cross(vec3_sub(t[1], t[0]), vec3_sub(t[2], t[0]))); }

static tri_couple couple(const vec3 p[3], const vec3 q[3], int n_shared) {
    tri_couple c = {.normal_p = unit_normal(p), .normal_q = unit_normal(q), .n_shared = n_shared};
    memcpy(c.p, p, sizeof c.p);
    memcpy(c.q, q, sizeof c.q);
    return c;
}

// Whether two triangles meet. Checks that the answer does not depend on their order, first corner or orientation
// (except that shared corners come first), and that the filter agrees.
static bool check_meets(const vec3 p[3], const vec3 q[3], int n_shared) {
    vec3 at;
    tri_couple c = couple(p, q, n_shared);
    bool answer = tri_couple_meets(&c, &at);
    if (answer) assert_false(tri_couple_apart(&c));
    for (int form = 1; form < 8; form++) {
        vec3 a[3] = {p[0], p[1], p[2]}, b[3] = {q[0], q[1], q[2]};
        int turn = n_shared == 0 ? form % 3 : 0;
        for (int k = 0; k < 3; k++) a[k] = p[(k + turn) % 3];
        if (n_shared < 2 && (form & 2)) b[1] = q[2], b[2] = q[1];
        c = form & 1 ? couple(a, b, n_shared) : couple(b, a, n_shared);
        assert_int_equal(tri_couple_meets(&c, &at), answer);
        if (answer) assert_false(tri_couple_apart(&c));
    }
    return answer;
}

// Random, near-degenerate, touching and coplanar pairs with their exact class: only N has no common point.
static void test_pairs_agree_with_exact_table(void **state) {
    (void)state;
    SKIP_WITHOUT(TABLE);
    FILE *f = fopen(TABLE, "r");
    char line[2000];
    int n = 0, parted = 0, apart = 0;
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    for (; fgets(line, sizeof line, f); n++) {
        double v[18];
        strtok(line, ",");
        const char *class = strtok(NULL, ",");
        for (int i = 0; i < 18; i++) v[i] = strtod(strtok(NULL, ","), NULL);
        bool common = strtok(NULL, ",")[0] != 'N';
        vec3 p[3], q[3];
        for (int i = 0; i < 3; i++) p[i] = vec3_make(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
        for (int i = 0; i < 3; i++) q[i] = vec3_make(v[9 + 3 * i], v[10 + 3 * i], v[11 + 3 * i]);
        // no prepared mesh has such a triangle
        if (vec3_norm(unit_normal(p)) == 0 || vec3_norm(unit_normal(q)) == 0) continue;
        if (check_meets(p, q, 0) != common) fail_msg("row %d (%s): expected %d", n, class, common);
        tri_couple c = couple(p, q, 0);
        parted += tri_couple_apart(&c);
        apart += !common;
    }
    fclose(f);
    print_message("%d pairs, %d apart, the filter separates %d\n", n, apart, parted);
    assert_true(n >= 1000 && apart > 100 && parted > apart / 2);
}

static const vec3 o = {0, 0, 0}, x = {1, 0, 0}, y = {0, 1, 0};

static void test_pairs_with_a_common_edge(void **state) {
    (void)state;
    const vec3 p[3] = {o, x, y};
    const struct {
        vec3 apex;
        bool meets;
    } cases[] = {
        {{0, -1, 0}, false},            // flat, unfolded
        {{0.3, -1e-300, 0}, false},     // however thin
        {{0, 0, 1}, false},             // a right angle
        {{0.4, 1, 1e-300}, false},      // folded back, but not quite
        {{0.2, 0.2, 0}, true},          // folded onto itself: within,
        {{3, 2, 0}, true},              // around,
        {{-5, 1e-9, 0}, true},          // beside
        {{0.5, 0.5, 0x1p-1074}, false}, // the least angle that there is
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const vec3 q[3] = {o, x, cases[i].apex};
        if (check_meets(p, q, 2) != cases[i].meets) fail_msg("case %zu", i);
    }
}

static void test_pairs_with_a_common_corner(void **state) {
    (void)state;
    const vec3 p[3] = {o, x, y};
    const struct {
        vec3 a, b;
        bool meets;
    } cases[] = {
        {{-1, 0, 0}, {0, -1, 0}, false},       // opposite, edges in line
        {{-1, 0.5, 0}, {-1, -0.5, 0}, false},  // beside it in the plane
        {{0, 0, 1}, {-1, 0, 1}, false},        // upright
        {{2, 0, 0}, {0, -1, 0}, true},         // edges along each other
        {{0.5, 0.1, 0}, {0.1, 0.5, 0}, true},  // within
        {{9, -1, 0}, {-1, 9, 0}, true},        // around
        {{0.5, 0.5, 1}, {0.5, 0.5, -1}, true}, // through the face
        {{2, 2, 1}, {2, 2, -1}, true},         // through the far edge
        {{1, 1, 0}, {1, 1, 1}, true},          // standing on it
        {{1, 1, 1e-300}, {1, 1, 1}, false},    // and just above it
        {{1, 0, 1}, {1, -1e-300, -1}, false},  // past the edge, as near as can be
        {{1, 0, 1}, {1, 0, -1}, true},         // through the end of the edge
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const vec3 q[3] = {o, cases[i].a, cases[i].b};
        if (check_meets(p, q, 1) != cases[i].meets) fail_msg("case %zu", i);
    }
}

static uint64_t seed = 1;

typedef struct body {
    contact_mesh mesh;
    contact_bvh tree;
} body;

static body body_of(const vec3 *v, int nv, const int *t, int nt) {
    body b = {.mesh = make_mesh(v, nv, t, nt, NULL)};
    assert_int_equal(contact_bvh_build(&b.mesh, &b.tree), RT_OK);
    return b;
}

static void body_free(body *b) { contact_bvh_free(&b->tree), contact_mesh_free(&b->mesh); }

enum { ROOM = 100000 };
static mesh_pair pairs[ROOM];

// Checks the tree search against all pairs; returns the number of intersecting pairs.
static int check_search(const body *b) {
    mesh_self_cuts cuts = {.list = pairs, .room = ROOM};
    assert_int_equal(mesh_find_self_cuts(&b->mesh, &b->tree, &cuts), RT_OK);
    assert_true(cuts.complete && cuts.count <= ROOM);
    int count = 0;
    for (int i = 0; i < b->mesh.nt; i++)
        for (int k = i + 1; k < b->mesh.nt; k++) {
            vec3 at;
            tri_couple c = mesh_couple(&b->mesh, i, k);
            if (!tri_couple_meets(&c, &at)) continue;
            if (count++ == 0) {
                assert_int_equal(cuts.first.a, i);
                assert_int_equal(cuts.first.b, k);
            }
            int at_list = 0;
            while (at_list < cuts.count && !(pairs[at_list].a == i && pairs[at_list].b == k)) at_list++;
            assert_true(at_list < cuts.count);
        }
    assert_int_equal(count, cuts.count);
    return count;
}

// Boxes side by side, apart, through each other, face on face, edge on edge and corner on corner.
static void test_search_finds_all_pairs_of_boxes(void **state) {
    (void)state;
    const struct {
        vec3 second;
        int least, most;
    } cases[] = {{{5, 0, 0}, 0, 0},   {{1, 1, 1}, 6, 40},    {{2, 0.5, 0.25}, 4, 60}, {{2, 2, 0.5}, 1, 30},
                 {{2, 2, 2.5}, 0, 0}, {{0, 0, 1.5}, 8, 100}, {{0.1, 0, 0.1}, 8, 99},  {{-2, 0.3, 0.1}, 4, 60}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vec3 v[16];
        int t[72];
        box_vertices(vec3_make(1, 1, 1), o, v);
        box_vertices(vec3_make(1, 1, 1), cases[i].second, v + 8);
        for (int k = 0; k < 36; k++) t[k] = box_triangles[k], t[36 + k] = 8 + box_triangles[k];
        body b = body_of(v, 16, t, 24);
        int n = check_search(&b);
        if (n < cases[i].least || n > cases[i].most) fail_msg("case %zu: %d pairs", i, n);
        body_free(&b);
    }
}

// An upright triangle through a horizontal one: one pair, reported with a point of both.
static void test_place_lies_on_both_triangles(void **state) {
    (void)state;
    const vec3 v[6] = {{-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}, {0.25, 0.25, -1}, {0.75, 0.25, -1}, {0.25, 0.25, 1}};
    body b = body_of(v, 6, (const int[]){0, 1, 2, 3, 4, 5}, 2);
    mesh_self_cuts cuts = {0};
    assert_int_equal(mesh_find_self_cuts(&b.mesh, &b.tree, &cuts), RT_OK);
    assert_int_equal(cuts.count, 1);
    CHECK_NEAR(cuts.at.z, 0, 1e-15);
    CHECK_NEAR(cuts.at.y, 0.25, 1e-15);
    assert_true(cuts.at.x >= 0.25 && cuts.at.x <= 0.5);
    body_free(&b);
}

// Random triangles, on a coarse grid (touches, coplanar overlaps, common corners) and off it.
static void test_search_finds_all_random_pairs(void **state) {
    (void)state;
    int total = 0;
    for (int run = 0; run < 40; run++) {
        vec3 v[90];
        int t[90], grid = run % 2 ? 4 : 0;
        for (int i = 0; i < 90; i++) {
            double c[3];
            for (int k = 0; k < 3; k++)
                c[k] = grid ? floor(grid * uniform(&seed, 0, 1)) * (k < 2 || run % 4 == 1) : 4 * uniform(&seed, 0, 1);
            v[i] = vec3_make(c[0], c[1], c[2]), t[i] = i;
        }
        body b = body_of(v, 90, t, 30);
        total += check_search(&b);
        body_free(&b);
    }
    assert_true(total > 1000);
}

// Smooth closed surfaces have no self intersections, although their neighbours are nearly coplanar.
static void test_spheres_have_no_self_intersection(void **state) {
    (void)state;
    for (int n = 0; n <= 4; n++) {
        contact_mesh sphere = make_sphere(1, vec3_make(n, 0.1, 0), n);
        body b = {.mesh = sphere};
        assert_int_equal(contact_bvh_build(&sphere, &b.tree), RT_OK);
        assert_int_equal(check_search(&b), 0);
        body_free(&b);
    }
}

// A flat fan of many triangles around one corner, all with overlapping boxes: the search stops when the budget is
// spent.
static void test_search_stops_at_its_budget(void **state) {
    (void)state;
    enum { N = 400 };
    vec3 v[N + 2] = {{0, 0, 0}};
    int t[3 * N];
    for (int i = 0; i <= N; i++) v[i + 1] = vec3_make(cos(3.0 * i / N), sin(3.0 * i / N), 0);
    for (int i = 0; i < N; i++) t[3 * i] = 0, t[3 * i + 1] = i + 1, t[3 * i + 2] = i + 2;
    body b = body_of(v, N + 2, t, N);
    mesh_self_cuts cuts = {.budget = 1000};
    assert_int_equal(mesh_find_self_cuts(&b.mesh, &b.tree, &cuts), RT_OK);
    assert_false(cuts.complete);
    assert_int_equal(check_search(&b), 0);
    body_free(&b);
}

static void expect_message(const char *text, const char *message) {
    contact_prepared p;
    rt_diag d = {0};
    if (contact_prepare(write_text("bow.obj", text), NULL, CONTACT_CACHE_OFF, &p, &d) != RT_OK) fail_msg("%s", d.text);
    if (!strstr(d.text, message)) fail_msg("expected %s, found %s", message, d.text);
    contact_prepared_free(&p);
}

static void test_self_intersection_is_reported(void **state) {
    (void)state;
    expect_message("v 0 0 0\nv 1 0 0\nv 0 1 0\nv .25 .25 -1\nv .25 .25 1\nv 9 9 9\nf 1 2 3\nf 4 5 6\n",
                   "bow.obj: warning: the surface intersects itself: 1 pair of triangles, one at (0.25, 0.25, 0) m\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs_agree_with_exact_table),
        cmocka_unit_test(test_pairs_with_a_common_edge),
        cmocka_unit_test(test_pairs_with_a_common_corner),
        cmocka_unit_test(test_search_finds_all_pairs_of_boxes),
        cmocka_unit_test(test_place_lies_on_both_triangles),
        cmocka_unit_test(test_search_finds_all_random_pairs),
        cmocka_unit_test(test_spheres_have_no_self_intersection),
        cmocka_unit_test(test_search_stops_at_its_budget),
        cmocka_unit_test(test_self_intersection_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
