// SPDX-License-Identifier: MIT
// The tree against brute force, and against exact reference pairs.
#include "contact/prepare/load.h"
#include "contact/tree/bvh_box.h"
#include "contact/tree/bvh_walk.h"
#include "tests/contact/shapes.h"
#include "tests/random.h"
#include <limits.h>

#define DATA HAWSE_SHARED_DATA

typedef struct body {
    contact_mesh mesh;
    contact_bvh tree;
} body;

static body body_of(contact_mesh mesh) {
    body b = {.mesh = mesh};
    assert_int_equal(contact_bvh_build(&mesh, &b.tree), RT_OK);
    return b;
}

static body body_load(const char *name) {
    char path[512];
    snprintf(path, sizeof path, DATA "/%s", name);
    contact_mesh mesh;
    rt_diag d = {0};
    if (contact_mesh_load(path, NULL, &mesh, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    return body_of(mesh);
}

static void body_free(body *b) { contact_bvh_free(&b->tree), contact_mesh_free(&b->mesh); }

static uint64_t seed = 1;

static vec3 random_in(vec3 lo, vec3 hi) {
    return vec3_make(uniform(&seed, lo.x, hi.x), uniform(&seed, lo.y, hi.y), uniform(&seed, lo.z, hi.z));
}

// A random pose that brings a vertex of a near a vertex of b.
static pose random_pose(const body *a, const body *b) {
    pose p = {random_rotation(&seed), {0, 0, 0}};
    vec3 from = a->mesh.vertex[(int)uniform(&seed, 0, a->mesh.nv)],
         to = b->mesh.vertex[(int)uniform(&seed, 0, b->mesh.nv)];
    vec3 off = vec3_scale(0.02 * vec3_norm(vec3_sub(b->mesh.hi, b->mesh.lo)),
                          random_in(vec3_make(-1, -1, -1), vec3_make(1, 1, 1)));
    p.p = vec3_add(vec3_sub(to, mat3_mul(&p.r, from)), off);
    return p;
}

static void corners(const body *b, int triangle, const pose *p, vec3 out[3]) {
    for (int k = 0; k < 3; k++) {
        vec3 v = b->mesh.vertex[b->mesh.tri[triangle].v[k]];
        out[k] = p ? pose_point(p, v) : v;
    }
}

static bool boxes_meet(const vec3 a[3], const vec3 b[3]) {
    vec3 alo = vec3_min(a[0], vec3_min(a[1], a[2])), ahi = vec3_max(a[0], vec3_max(a[1], a[2]));
    vec3 blo = vec3_min(b[0], vec3_min(b[1], b[2])), bhi = vec3_max(b[0], vec3_max(b[1], b[2]));
    return alo.x <= bhi.x && blo.x <= ahi.x && alo.y <= bhi.y && blo.y <= ahi.y && alo.z <= bhi.z && blo.z <= ahi.z;
}

static double volume6(vec3 a, vec3 b, vec3 c, vec3 d) {
    return vec3_dot(vec3_sub(b, a), vec3_cross(vec3_sub(c, a), vec3_sub(d, a)));
}

// Whether the segment p q certainly crosses the inside of triangle t: its ends lie on different sides, and the line on
// the same side of all three edges. May miss a touch.
static bool segment_crosses(vec3 p, vec3 q, const vec3 t[3]) {
    if (volume6(t[0], t[1], t[2], p) * volume6(t[0], t[1], t[2], q) >= 0) return false;
    double u = volume6(p, q, t[0], t[1]), v = volume6(p, q, t[1], t[2]), w = volume6(p, q, t[2], t[0]);
    return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

static bool triangles_cross(const vec3 a[3], const vec3 b[3]) {
    for (int k = 0; k < 3; k++)
        if (segment_crosses(a[k], a[(k + 1) % 3], b) || segment_crosses(b[k], b[(k + 1) % 3], a)) return true;
    return false;
}

enum { MAX_PAIRS = 200000 };
static struct { int a, b; } pairs[MAX_PAIRS];

// Pairs of the walk whose boxes overlap.
typedef struct leaf_pairs {
    const body *a, *b;
    const pose *p;
    int n;
} leaf_pairs;

static void add_leaf_pairs(void *self, const contact_bvh_node *na, const contact_bvh_node *nb) {
    leaf_pairs *f = self;
    for (int i = na->first; i < na->first + na->count; i++)
        for (int j = nb->first; j < nb->first + nb->count; j++) {
            int ia = f->a->tree.order[i], ib = f->b->tree.order[j];
            vec3 ta[3], tb[3];
            corners(f->a, ia, f->p, ta);
            corners(f->b, ib, NULL, tb);
            if (!boxes_meet(ta, tb)) continue;
            assert_true(f->n < MAX_PAIRS);
            pairs[f->n].a = ia, pairs[f->n++].b = ib;
        }
}

static int find_pairs(const body *a, const body *b, const pose *p) {
    leaf_pairs f = {a, b, p, 0};
    bvh_walk w;
    bvh_walk_begin(&w, &a->tree, &b->tree, p, 0);
    assert_true(bvh_walk_advance(&w, LONG_MAX, add_leaf_pairs, &f));
    return f.n;
}

// Marks the found pairs in a table of all pairs; fails if a pair occurs twice.
static unsigned char *mark_pairs(const body *a, const body *b, int n) {
    unsigned char *mark = calloc((size_t)a->mesh.nt * (size_t)b->mesh.nt, 1);
    assert_non_null(mark);
    for (int i = 0; i < n; i++) {
        unsigned char *m = &mark[(size_t)pairs[i].a * (size_t)b->mesh.nt + (size_t)pairs[i].b];
        assert_int_equal(*m, 0);
        *m = 1;
    }
    return mark;
}

// Checks crossing ⊆ found ⊆ boxes meet; if exact, found = boxes meet. Returns the number of crossing pairs.
static int check_pairs(const body *a, const body *b, const pose *p, bool exact) {
    unsigned char *mark = mark_pairs(a, b, find_pairs(a, b, p));
    int crossing = 0;
    for (int i = 0; i < a->mesh.nt; i++) {
        vec3 ta[3], tb[3];
        corners(a, i, p, ta);
        for (int j = 0; j < b->mesh.nt; j++) {
            corners(b, j, NULL, tb);
            bool found = mark[(size_t)i * (size_t)b->mesh.nt + (size_t)j], meet = boxes_meet(ta, tb);
            if ((found && !meet) || (exact && meet && !found))
                fail_msg("pair %d %d: boxes %d, found %d", i, j, meet, found);
            if (!meet || !triangles_cross(ta, tb)) continue;
            crossing++;
            if (!found) fail_msg("pair %d %d crosses and was not found", i, j);
        }
    }
    free(mark);
    return crossing;
}

// Checks that every triangle is in one leaf, and that every box contains its children.
static void check_node(const body *b, int index, int depth, int *seen, int *deepest) {
    const contact_bvh_node *n = &b->tree.node[index];
    if (depth > *deepest) *deepest = depth;
    if (n->count == 0) {
        for (int k = 0; k < 2; k++) {
            const contact_bvh_node *c = &b->tree.node[n->first + k];
            assert_true(c->lo.x >= n->lo.x && c->lo.y >= n->lo.y && c->lo.z >= n->lo.z);
            assert_true(c->hi.x <= n->hi.x && c->hi.y <= n->hi.y && c->hi.z <= n->hi.z);
            check_node(b, n->first + k, depth + 1, seen, deepest);
        }
        return;
    }
    for (int i = n->first; i < n->first + n->count; i++) {
        vec3 t[3];
        corners(b, b->tree.order[i], NULL, t);
        seen[b->tree.order[i]]++;
        for (int k = 0; k < 3; k++) {
            assert_true(t[k].x >= n->lo.x && t[k].y >= n->lo.y && t[k].z >= n->lo.z);
            assert_true(t[k].x <= n->hi.x && t[k].y <= n->hi.y && t[k].z <= n->hi.z);
        }
    }
}

static void check_tree(const body *b) {
    int *seen = calloc((size_t)b->mesh.nt, sizeof *seen), deepest = 0;
    assert_non_null(seen);
    check_node(b, 0, 1, seen, &deepest);
    for (int i = 0; i < b->mesh.nt; i++) assert_int_equal(seen[i], 1);
    assert_int_equal(deepest, b->tree.depth);
    assert_in_range(deepest, 1, CONTACT_BVH_DEPTH);
    free(seen);
}

static void test_trees_are_valid(void **state) {
    (void)state;
    for (int n = 0; n <= 5; n++) {
        body b = body_of(make_sphere(2, vec3_make(1, 2, 3), n));
        check_tree(&b);
        body_free(&b);
    }
    const vec3 v[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    rt_diag d = {0};
    contact_mesh one;
    assert_int_equal(contact_mesh_make("one", v, 3, (const int[]){0, 1, 2}, 1, NULL, &one, NULL, &d), RT_OK);
    body b = body_of(one);
    check_tree(&b);
    assert_int_equal(b.tree.n_nodes, 1);
    body_free(&b);
}

// Inputs that make the surface-area heuristic deep: sizes in geometric progression, and concentric triangles.
static void test_deep_trees_are_valid(void **state) {
    (void)state;
    enum { N = 3000 };
    static vec3 v[3 * N];
    static int t[3 * N];
    for (int kind = 0; kind < 2; kind++) {
        for (int i = 0; i < N; i++) {
            double s = kind == 0 ? pow(0.992, i) : 1 + i * 1e-3, a = kind == 0 ? 0.3 : i * 2.4;
            for (int k = 0; k < 3; k++) {
                v[3 * i + k] = vec3_make(s * cos(a + k * 2 * M_PI / 3) + (kind == 0 ? 3 * s : 0),
                                         s * sin(a + k * 2 * M_PI / 3), 0);
                t[3 * i + k] = 3 * i + k;
            }
        }
        rt_diag d = {0};
        contact_mesh mesh;
        contact_mesh_options o = {.scale = 1, .weld = 1e-14};
        assert_int_equal(contact_mesh_make("awkward", v, 3 * N, t, N, &o, &mesh, NULL, &d), RT_OK);
        body b = body_of(mesh);
        assert_true(b.mesh.nt > N - 10);
        check_tree(&b);
        body_free(&b);
    }
}

static void test_query_agrees_with_all_triangles(void **state) {
    (void)state;
    body b = body_of(make_sphere(1, vec3_make(0, 0, 0), 4));
    static int out[4096];
    int total = 0;
    for (int trial = 0; trial < 200; trial++) {
        vec3 lo = random_in(vec3_make(-1.2, -1.2, -1.2), vec3_make(1, 1, 1));
        vec3 hi = vec3_add(lo, random_in(vec3_make(0, 0, 0), vec3_make(0.7, 0.7, 0.7)));
        int n = contact_bvh_query(&b.tree, &b.mesh, lo, hi, out, 4096), expected = 0;
        const vec3 box[3] = {lo, hi, hi};
        bool in[4096] = {false};
        for (int i = 0; i < n; i++) assert_false(in[out[i]]), in[out[i]] = true;
        for (int i = 0; i < b.mesh.nt; i++) {
            vec3 tri[3];
            corners(&b, i, NULL, tri);
            bool meet = boxes_meet(tri, box);
            expected += meet;
            assert_int_equal(in[i], meet);
        }
        assert_int_equal(n, expected);
        int few[3] = {-1, -1, -1};
        assert_int_equal(contact_bvh_query(&b.tree, &b.mesh, lo, hi, few, 2), n);
        for (int i = 0; i < 3; i++) assert_int_equal(few[i], i < 2 && i < n ? out[i] : -1);
        total += n;
    }
    assert_true(total > 1000);
    body_free(&b);
}

static void test_walk_finds_pairs_of_generated_meshes(void **state) {
    (void)state;
    body sphere = body_of(make_sphere(1, vec3_make(0, 0, 0), 3)),
         box = body_of(make_box(vec3_make(0.5, 1, 2), vec3_make(1, 0, 0)));
    body small = body_of(make_sphere(0.2, vec3_make(5, 5, 5), 3));
    const body *all[3] = {&sphere, &box, &small};
    int crossing = 0;
    for (int trial = 0; trial < 90; trial++) {
        const body *a = all[trial % 3], *b = all[trial / 3 % 3];
        pose p = random_pose(a, b);
        crossing += check_pairs(a, b, &p, false);
    }
    assert_true(crossing > 1000);
    body_free(&sphere), body_free(&box), body_free(&small);
}

// A matrix that is a rotation only to 1e-3 must not lose pairs. At the ends of a long box this error exceeds the size
// of the small sphere.
static void test_inexact_rotation_loses_no_pair(void **state) {
    (void)state;
    body sphere = body_of(make_sphere(0.05, vec3_make(0, 0, 0), 3));
    body box = body_of(make_box(vec3_make(1, 100, 1), vec3_make(1, 0, 0)));
    int crossing = 0;
    for (int trial = 0; trial < 300; trial++) {
        pose p = {random_rotation(&seed), {0, 0, 0}};
        for (int i = 0; i < 9; i++) p.r.m[i / 3][i % 3] += uniform(&seed, -1e-3, 1e-3);
        // A point near a corner of the box moves to the sphere's centre.
        p.p = vec3_scale(-1, mat3_mul(&p.r, vec3_sub(box.mesh.vertex[trial % 8], vec3_make(0.01, 0.01, 0.01))));
        crossing += check_pairs(&box, &sphere, &p, false);
    }
    assert_true(crossing > 1000);
    body_free(&sphere), body_free(&box);
}

// Boxes that touch at faces, edges or corners, rotated by right angles: rounding must lose nothing, and the result
// equals that of the boxes. The sizes are not binary fractions.
static void test_aligned_boxes_lose_no_pair(void **state) {
    (void)state;
    vec3 ha = vec3_make(0.1, 0.7, 1.3), hb = vec3_make(0.3, 0.9, 1.1);
    body a = body_of(make_box(ha, vec3_make(0, 0, 0))), b = body_of(make_box(hb, vec3_make(0, 0, 0)));
    static const int axes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    for (int turn = 0; turn < 24; turn++) {
        pose p = {{{{0}}}, {0, 0, 0}};
        for (int i = 0; i < 3; i++) p.r.m[i][axes[turn % 6][i]] = turn / 6 >> (i % 2) & 1 ? -1 : 1;
        const double h[3] = {ha.x, ha.y, ha.z};
        vec3 touch = vec3_make(h[axes[turn % 6][0]] + hb.x, h[axes[turn % 6][1]] + hb.y, h[axes[turn % 6][2]] + hb.z);
        for (int where = 0; where < 27; where++) {
            p.p = vec3_make((where % 3 - 1) * touch.x, (where / 3 % 3 - 1) * touch.y, (where / 9 - 1) * touch.z);
            check_pairs(&a, &b, &p, true);
        }
    }
    body_free(&a), body_free(&b);
}

static void test_walk_finds_pairs_of_data_meshes(void **state) {
    (void)state;
    SKIP_WITHOUT(DATA "/robust/cgal/anchor.obj");
    static const char *const names[] = {"robust/cgal/anchor.obj", "robust/cgal/cube-meshed.obj",
                                        "robust/cgal/star.obj",   "chain/ripc_link.obj",
                                        "robust/cgal/spool.obj",  "robust/cgal/pipe.obj"};
    enum { N = sizeof names / sizeof *names };
    body b[N];
    int crossing = 0;
    for (int i = 0; i < N; i++) {
        b[i] = body_load(names[i]);
        check_tree(&b[i]);
    }
    for (int i = 0; i < 3 * N * N; i++) {
        pose p = random_pose(&b[i % N], &b[i / N % N]);
        crossing += check_pairs(&b[i % N], &b[i / N % N], &p, false);
    }
    assert_true(crossing > 1000);
    for (int i = 0; i < N; i++) body_free(&b[i]);
}

static void read_pose(const char *name, pose *p) {
    *p = (pose){mat3_identity(), {0, 0, 0}};
    if (!name) return;
    char path[512];
    snprintf(path, sizeof path, DATA "/oracles/meshpairs/poses/%s.txt", name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    double t[3];
    for (int i = 0; i < 3; i++)
        assert_int_equal(fscanf(f, "%lf %lf %lf %lf", &p->r.m[i][0], &p->r.m[i][1], &p->r.m[i][2], &t[i]), 4);
    p->p = vec3_make(t[0], t[1], t[2]);
    fclose(f);
}

static bool was_found(int n, int a, int b) {
    for (int i = 0; i < n; i++)
        if (pairs[i].a == a && pairs[i].b == b) return true;
    return false;
}

// Checks that the walk finds all pairs that intersect by an exact computation, touches included; returns their number.
// The pose is that of the second mesh, so this one is `a` of the query.
static int check_reference(const char *name, const char *first, const char *second, const char *pose_name) {
    body a = body_load(second), b = body_load(first);
    pose p;
    read_pose(pose_name, &p);
    int found = find_pairs(&a, &b, &p), n = 0, i_first, i_second;
    char path[512], row[512];
    snprintf(path, sizeof path, DATA "/oracles/meshpairs/%s_pairs.csv", name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(row, sizeof row, f)) {
        if (sscanf(row, "%d,%d,", &i_first, &i_second) != 2) continue;
        if (!was_found(found, i_second, i_first)) fail_msg("%s: pair %d %d was not found", name, i_first, i_second);
        n++;
    }
    fclose(f);
    body_free(&a), body_free(&b);
    return n;
}

static void test_walk_finds_reference_pairs(void **state) {
    (void)state;
    SKIP_WITHOUT(DATA "/oracles/meshpairs/cube_generic_pairs.csv");
    const char *cube = "robust/cgal/translated-cube.obj", *meshed = "robust/cgal/cube-meshed.obj";
    assert_true(check_reference("cube_face_touch", cube, cube, "cft") > 10);
    assert_true(check_reference("cube_edge_touch", cube, cube, "cet") > 10);
    assert_true(check_reference("cube_vertex_touch", cube, cube, "cvt") > 5);
    assert_true(check_reference("cube_half_slide", cube, cube, "chs") > 10);
    assert_true(check_reference("cube_identical", cube, cube, NULL) > 10);
    assert_true(check_reference("cube_generic", cube, cube, "cgen") > 10);
    assert_int_equal(check_reference("cube_in_cube", cube, "robust/cgal/small_cube.obj", "cic"), 0);
    assert_true(check_reference("meshedcube_slide", meshed, meshed, "mcs") > 100);
    assert_true(check_reference("meshedcube_yaw", meshed, meshed, "mcy") > 100);
    assert_true(check_reference("selfint_AB", "robust/manifold/self_intersectA.obj",
                                "robust/manifold/self_intersectB.obj", NULL) > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees_are_valid),
        cmocka_unit_test(test_deep_trees_are_valid),
        cmocka_unit_test(test_query_agrees_with_all_triangles),
        cmocka_unit_test(test_walk_finds_pairs_of_generated_meshes),
        cmocka_unit_test(test_inexact_rotation_loses_no_pair),
        cmocka_unit_test(test_aligned_boxes_lose_no_pair),
        cmocka_unit_test(test_walk_finds_pairs_of_data_meshes),
        cmocka_unit_test(test_walk_finds_reference_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
