// SPDX-License-Identifier: MIT
// The tree walk against brute force, and the list of near pairs against the walk. Brute force is a sweep (sweep.h)
// without trees and lists. With --long each pair of meshes is tested in 1 000 random poses, with one line of output;
// otherwise in a few. tests/bench/pairs.md has the results of the long run.
#include "contact/prepare/load.h"
#include "contact/tree/pairs.h"
#include "tests/contact/shapes.h"
#include "tests/contact/sweep.h"
#include "tests/random.h"
#include <time.h>

#define DATA HAWSE_SHARED_DATA "/"

enum { LONG = SANITIZED ? 40 : 1000, CROWDED = 1000000 };
static int poses = 30;
static long all_poses, all_cuts;
static double all_decided;

typedef struct body {
    contact_mesh mesh;
    contact_bvh tree;
} body;

static body body_of(contact_mesh mesh) {
    body b = {.mesh = mesh};
    assert_int_equal(contact_bvh_build(&mesh, &b.tree), RT_OK);
    return b;
}

static void body_free(body *b) { contact_bvh_free(&b->tree), contact_mesh_free(&b->mesh); }

static uint64_t seed = 1;

// One of the 24 rotations that map the axes onto the axes.
static mat3 right_angles(int turn) {
    static const int axes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    mat3 r = {{{0}}};
    for (int i = 0; i < 3; i++) r.m[i][axes[turn % 6][i]] = 1;
    if (turn & 8)
        for (int j = 0; j < 3; j++) r.m[0][j] = -r.m[0][j], r.m[1][j] = -r.m[1][j];
    if (turn % 6 >= 3)
        for (int j = 0; j < 3; j++) r.m[2][j] = -r.m[2][j]; // odd permutation: back to a rotation
    return r;
}

// A pose that brings a vertex of a near a vertex of b, or exactly onto it. The rotation is random, by right angles, or
// by right angles but for 1e-9.
static pose random_pose(const body *a, const body *b, int n) {
    pose p = {mat3_rotation(random_direction(&seed), uniform(&seed, 0, 3)), {0, 0, 0}};
    if (n % 3 == 1) p.r = n % 2 ? mat3_identity() : right_angles((int)uniform(&seed, 0, 24));
    if (n % 12 == 5) {
        mat3 off = mat3_rotation(random_direction(&seed), 1e-9), turn = right_angles((int)uniform(&seed, 0, 24));
        p.r = mat3_matmul(&off, &turn);
    }
    vec3 from = a->mesh.vertex[(int)uniform(&seed, 0, a->mesh.nv)],
         to = b->mesh.vertex[(int)uniform(&seed, 0, b->mesh.nv)];
    double away = n % 4 == 1 ? 0 : 0.02 * vec3_norm(vec3_sub(b->mesh.hi, b->mesh.lo));
    p.p = vec3_madd(vec3_sub(to, mat3_mul(&p.r, from)), uniform(&seed, 0, away), random_direction(&seed));
    return p;
}

// The pairs that one method found, with their cuts.
typedef struct found_pair {
    int a, b;
    contact_cut cut;
} found_pair;

typedef struct found_list {
    found_pair *pair;
    int n, room;
} found_list;

static void add_pair(void *self, int a, int b, const contact_cut *cut) {
    found_list *l = self;
    if (l->n == l->room) {
        l->room = 2 * l->room + 1024;
        l->pair = realloc(l->pair, (size_t)l->room * sizeof *l->pair);
        assert_non_null(l->pair);
    }
    l->pair[l->n++] = (found_pair){a, b, *cut};
}

static int compare_pairs(const void *p, const void *q) {
    const found_pair *a = p, *b = q;
    return a->a != b->a ? (a->a < b->a ? -1 : 1) : a->b < b->b ? -1 : a->b > b->b;
}

static void check_same(const found_list *x, const found_list *y, const char *what) {
    if (x->n != y->n) fail_msg("%s: %d pairs, expected %d", what, y->n, x->n);
    if (x->n > 0 && memcmp(x->pair, y->pair, (size_t)x->n * sizeof *x->pair)) fail_msg("%s: other pairs", what);
}

// A pair of meshes with three finders: without a list, with a list, with a list that is too short.
typedef struct meeting {
    const body *a, *b;
    contact_pairs walk, list, tight;
    found_list walked, listed, swept;
    long poses, boxes, crowded, reused; // boxes: pairs with overlapping boxes, over all poses
    long cuts, brute_cuts;
} meeting;

static meeting meeting_make(const body *a, const body *b, double margin) {
    meeting m = {.a = a, .b = b};
    const contact_mesh *ma = &a->mesh, *mb = &b->mesh;
    assert_int_equal(contact_pairs_create(&m.walk, ma, &a->tree, mb, &b->tree, 0, 0), RT_OK);
    assert_int_equal(contact_pairs_create(&m.list, ma, &a->tree, mb, &b->tree, 1 << 18, margin), RT_OK);
    assert_int_equal(contact_pairs_create(&m.tight, ma, &a->tree, mb, &b->tree, 20, margin), RT_OK);
    return m;
}

static void meeting_free(meeting *m) {
    contact_pairs_free(&m->walk), contact_pairs_free(&m->list), contact_pairs_free(&m->tight);
    free(m->walked.pair), free(m->listed.pair), free(m->swept.pair);
}

static void find_by_walk(meeting *m, const pose *p) {
    m->walked.n = 0;
    contact_pairs_find(&m->walk, p, NULL, add_pair, &m->walked);
    m->cuts += m->walked.n;
}

// The list, and a list that is too short, give the pairs of the walk in the same order.
static void check_lists(meeting *m, const pose *p) {
    m->listed.n = 0;
    contact_pairs_find(&m->list, p, NULL, add_pair, &m->listed);
    check_same(&m->walked, &m->listed, "list");
    m->reused += m->list.visits == 0;
    m->listed.n = 0;
    contact_pairs_find(&m->tight, p, NULL, add_pair, &m->listed);
    check_same(&m->walked, &m->listed, "short list");
}

// Compares the walk with the sweep; sorts the walk's pairs. Returns the number of pairs with overlapping boxes.
static long check_walk(meeting *m, const pose *p) {
    m->swept.n = 0;
    long boxes = sweep_pairs(&m->a->mesh, &m->b->mesh, p, add_pair, &m->swept);
    if (m->swept.n > 0) qsort(m->swept.pair, (size_t)m->swept.n, sizeof *m->swept.pair, compare_pairs);
    if (m->walked.n > 0) qsort(m->walked.pair, (size_t)m->walked.n, sizeof *m->walked.pair, compare_pairs);
    check_same(&m->swept, &m->walked, "tree");
    m->poses++, m->boxes += boxes, m->brute_cuts += m->swept.n;
    return boxes;
}

static void check_pose(meeting *m, const pose *p) {
    find_by_walk(m, p);
    check_lists(m, p);
    check_walk(m, p);
}

// Small moves from a pose, within the life of the list.
static void check_moves(meeting *m, pose p, double size) {
    for (int move = 0; move < 3; move++) {
        mat3 turn = mat3_rotation(random_direction(&seed), 1e-3 * uniform(&seed, 0, 1));
        vec3 middle = vec3_scale(0.5, vec3_add(m->a->mesh.lo, m->a->mesh.hi)), at = pose_point(&p, middle);
        p.r = mat3_matmul(&turn, &p.r);
        p.p = vec3_sub(vec3_madd(at, 1e-3 * size * uniform(&seed, 0, 1), random_direction(&seed)),
                       mat3_mul(&p.r, middle));
        find_by_walk(m, &p);
        check_lists(m, &p);
    }
}

// At each pose compares the walk with brute force, there and after small moves the lists with the walk. Where a million
// boxes overlap, the list is usually full and then only a walk itself: such poses test lists only every hundredth time.
static meeting check_poses(const body *a, const body *b, int n) {
    double size = fmin(vec3_norm(vec3_sub(a->mesh.hi, a->mesh.lo)), vec3_norm(vec3_sub(b->mesh.hi, b->mesh.lo)));
    meeting m = meeting_make(a, b, 0.01 * size);
    for (int k = 0; k < n; k++) {
        pose p = random_pose(a, b, k);
        find_by_walk(&m, &p);
        bool crowded = check_walk(&m, &p) > CROWDED;
        if (crowded && m.crowded++ % 100 != 0) continue;
        find_by_walk(&m, &p);
        check_lists(&m, &p);
        check_moves(&m, p, size);
    }
    meeting_free(&m);
    return m;
}

// Prints a line of the long run's table.
static void print_row(const char *a, const char *b, const meeting *m, double seconds) {
    if (poses < LONG) return;
    double decided = (double)m->poses * m->a->mesh.nt * m->b->mesh.nt;
    print_message("%s against %s: %ld poses, %.3g pairs of triangles, %.3g with overlapping boxes, %ld that cut by "
                  "both methods; lists at"
                  " %ld; %.1f s\n",
                  strrchr(a, '/') + 1, strrchr(b, '/') + 1, m->poses, decided, (double)m->boxes, m->brute_cuts,
                  m->poses - m->crowded + (m->crowded + 99) / 100, seconds);
    all_poses += m->poses, all_decided += decided, all_cuts += m->brute_cuts;
}

static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static body body_load(const char *path) {
    contact_mesh mesh;
    rt_diag d = {0};
    if (contact_mesh_load(path, NULL, &mesh, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    return body_of(mesh);
}

// The sweep finds every pair that the exact test calls cut, when applied to all pairs without tests of boxes or planes.
static void check_sweep(const char *file_a, const char *file_b) {
    body a = body_load(file_a), b = body_load(file_b);
    found_list kept = {0}, all = {0};
    long cuts = 0;
    seed = 1; // the long run must use the same poses, which are known to have cuts
    for (int k = 0; k < 60; k++) {
        pose p = random_pose(&a, &b, k);
        kept.n = all.n = 0;
        sweep_pairs(&a.mesh, &b.mesh, &p, add_pair, &kept);
        vec3 *x = posed_vertices(&a.mesh, &p);
        for (int i = 0; i < a.mesh.nt; i++)
            for (int j = 0; j < b.mesh.nt; j++) {
                const int *u = a.mesh.tri[i].v, *v = b.mesh.tri[j].v;
                const vec3 *y = b.mesh.vertex, ta[3] = {x[u[0]], x[u[1]], x[u[2]]}, tb[3] = {y[v[0]], y[v[1]], y[v[2]]};
                contact_cut cut;
                if (contact_tri_tri(ta, tb, &cut)) add_pair(&all, i, j, &cut);
            }
        free(x);
        if (kept.n > 0) qsort(kept.pair, (size_t)kept.n, sizeof *kept.pair, compare_pairs);
        check_same(&all, &kept, "sweep");
        cuts += all.n;
    }
    assert_true(cuts > 60);
    free(kept.pair), free(all.pair);
    body_free(&a), body_free(&b);
}

static void sweep_finds_every_cut(void **state) {
    (void)state;
    SKIP_WITHOUT(DATA "robust/cgal/small_cube.obj");
    check_sweep(DATA "robust/cgal/small_cube.obj", DATA "robust/cgal/translated-cube.obj");
    check_sweep(DATA "robust/manifold/Cray_left.obj", DATA "robust/manifold/Cray_right.obj");
    check_sweep(DATA "robust/manifold/Generic_Twin_7863.1.t0_left.obj",
                DATA "robust/manifold/Generic_Twin_7863.1.t0_right.obj");
    check_sweep(DATA "robust/manifold/Havocglass8_left.obj", DATA "robust/manifold/Havocglass8_right.obj");
    check_sweep(DATA "robust/manifold/Offset3.obj", DATA "robust/manifold/Offset4.obj");
    check_sweep(DATA "robust/cgal/anchor.obj", DATA "robust/cgal/pipe.obj");
}

// Pairs of meshes of the shared data that are meant to meet.
static void trees_agree_with_brute_force(void **state) {
    (void)state;
    SKIP_WITHOUT(DATA "robust/cgal/cube-meshed.obj");
    static const char *const pair[][2] = {
        {DATA "robust/cgal/translated-cube.obj", DATA "robust/cgal/translated-cube.obj"},
        {DATA "robust/cgal/small_cube.obj", DATA "robust/cgal/translated-cube.obj"},
        {DATA "robust/cgal/cube-meshed.obj", DATA "robust/cgal/cube-meshed.obj"},
        {DATA "robust/manifold/self_intersectA.obj", DATA "robust/manifold/self_intersectB.obj"},
        {DATA "robust/manifold/Cray_left.obj", DATA "robust/manifold/Cray_right.obj"},
        {DATA "robust/manifold/Generic_Twin_7081.1.t0_left.obj",
         DATA "robust/manifold/Generic_Twin_7081.1.t0_right.obj"},
        {DATA "robust/manifold/Generic_Twin_7863.1.t0_left.obj",
         DATA "robust/manifold/Generic_Twin_7863.1.t0_right.obj"},
        {DATA "robust/manifold/Havocglass8_left.obj", DATA "robust/manifold/Havocglass8_right.obj"},
        {DATA "robust/manifold/Offset1.obj", DATA "robust/manifold/Offset2.obj"},
        {DATA "robust/manifold/Offset3.obj", DATA "robust/manifold/Offset4.obj"},
        {DATA "robust/manifold/hull-mask.obj", DATA "robust/manifold/hull-body.obj"},
        {DATA "robust/cgal/anchor.obj", DATA "robust/cgal/pipe.obj"},
        {DATA "anchors/daring_head_raw.obj", DATA "hulls/HMS_Daring_bow_noanchor.obj"},
        {DATA "anchors/daring_shank_raw.obj", DATA "hulls/HMS_Daring_bow_noanchor.obj"},
        {DATA "anchors/lu6a_admiralty_anchor.obj", DATA "param/wigley_24k.obj"},
        {DATA "anchors/xiantas_stockless_anchor.obj", DATA "hulls/DTC-scaled.obj"},
        {DATA "chain/ripc_link.obj", DATA "hulls/WAM-V-Base.obj"},
        {DATA "param/link_stud_d50.obj", DATA "param/link_studless_d50.obj"},
        {DATA "peers/w2_shank.obj", DATA "peers/w2_hull_20k.obj"},
        {DATA "peers/w2_flukes.obj", DATA "peers/w2_hull_20k.obj"},
        {DATA "peers/w2_shank.obj", DATA "peers/w2_hull_100k.obj"},
        {DATA "peers/w2_flukes.obj", DATA "peers/w2_hull_100k.obj"},
    };
    long reused = 0;
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        body a = body_load(pair[i][0]), b = body_load(pair[i][1]);
        double work = (double)a.mesh.nt * b.mesh.nt;
        double start = cpu_seconds();
        // the short run uses fewer poses for the largest meshes
        meeting m = check_poses(&a, &b, poses == LONG ? LONG : 3 + (int)fmin(poses, 3e7 / work));
        if (m.brute_cuts == 0 && !SANITIZED)
            fail_msg("%s: no cuts", strrchr(pair[i][0], '/')); // few poses may have none
        print_row(pair[i][0], pair[i][1], &m, cpu_seconds() - start);
        reused += m.reused;
        body_free(&a), body_free(&b);
    }
    assert_true(reused > 10 * poses); // all but full lists, and margins lost in coordinates of 3e38 (Cray_right)
}

static void shipped_meshes_agree_with_brute_force(void **state) {
    (void)state;
    static const char bow[] = HAWSE_SOURCE_DIR "/config/models/bow.ply";
    static const char *const part[] = {HAWSE_SOURCE_DIR "/config/models/shank.ply",
                                       HAWSE_SOURCE_DIR "/config/models/head.ply"};
    body hull = body_load(bow);
    for (int i = 0; i < 2; i++) {
        body a = body_load(part[i]);
        double start = cpu_seconds();
        meeting m = check_poses(&a, &hull, poses);
        assert_true(m.brute_cuts > 0 && m.reused > poses);
        print_row(part[i], bow, &m, cpu_seconds() - start);
        body_free(&a);
    }
    body_free(&hull);
}

// A matrix that is a rotation only to 1e-3 must neither lose pairs nor extend the life of a list.
static void inexact_rotations_lose_no_pair(void **state) {
    (void)state;
    body a = body_of(make_sphere(1, vec3_make(0, 30, 0), 4)), b = body_of(make_sphere(1, vec3_make(0, 0, 0), 3));
    meeting m = meeting_make(&a, &b, 0.05);
    for (int k = 0; k < 50; k++) {
        pose p = {mat3_rotation(random_direction(&seed), uniform(&seed, 0, 3)), {0, 0, 0}};
        for (int i = 0; i < 9; i++) p.r.m[i / 3][i % 3] += uniform(&seed, -1e-3, 1e-3);
        p.p = vec3_madd(vec3_scale(-1, mat3_mul(&p.r, vec3_make(0, 30, 0))), 1.2, random_direction(&seed));
        for (int move = 0; move < 4; move++) {
            check_pose(&m, &p);
            p.r.m[move % 3][1] += uniform(&seed, -3e-4, 3e-4);
        }
    }
    assert_true(m.cuts > 1000 && m.reused > 50);
    meeting_free(&m);
    body_free(&a), body_free(&b);
}

// A vertex of one mesh on a vertex of the other at the pose where the list is made: touching triangles may measure a
// gap of a rounding error.
static void new_list_includes_touching_pairs(void **state) {
    (void)state;
    body a = body_of(make_sphere(1, vec3_make(0, 30, 0), 2)), b = body_of(make_sphere(7, vec3_make(9, 0, 2), 2));
    meeting m = meeting_make(&a, &b, 0.01);
    for (int k = 0; k < 4000; k++) {
        pose p = random_pose(&a, &b, 4 * k + 1);
        m.list.list.path = m.tight.list.path = HUGE_VAL, m.list.gathering = m.tight.gathering = false;
        find_by_walk(&m, &p);
        check_lists(&m, &p);
    }
    assert_true(m.cuts > 4000);
    meeting_free(&m);
    body_free(&a), body_free(&b);
}

// The list is rebuilt now and then, a part a step; most steps walk no tree.
static void slow_body_seldom_walks_the_trees(void **state) {
    (void)state;
    body a = body_of(make_sphere(1, vec3_make(0, 0, 0), 4)), b = body_of(make_sphere(1, vec3_make(0, 0, 0), 4));
    meeting m = meeting_make(&a, &b, 0.02);
    pose made = {0};
    int lists = 0;
    for (int k = 0; k < 1000; k++) {
        pose p = {mat3_rotation(vec3_make(0, 0, 1), 1e-4 * k), {2.2 - 5e-4 * k, 0, 0}};
        find_by_walk(&m, &p);
        check_lists(&m, &p);
        lists += memcmp(&made, &m.list.list.at, sizeof made) != 0;
        made = m.list.list.at;
    }
    assert_true(m.cuts > 10000);
    // path: 0.5 m + 0.1 rad at the corner of the box, some 0.67 m; a list lasts for half of 0.02 m up to all of it
    assert_in_range(lists, 33, 67);
    assert_true(m.reused > 500);
    meeting_free(&m);
    body_free(&a), body_free(&b);
}

// Ten steps for the walk of each list: none does more than a ninth of it. One or two steps: none does more than two
// walks. If each step moves farther than the margin, each makes its own list.
static void long_walk_is_spread_over_steps(void **state) {
    (void)state;
    body a = body_of(make_sphere(1, vec3_make(0, 0, 0), 5)), b = body_of(make_sphere(1, vec3_make(0, 0, 0), 5));
    meeting m = meeting_make(&a, &b, 0.02);
    contact_pairs *list = &m.list;
    pose deep = {mat3_identity(), {1.7, 0, 0}};
    for (int k = 0; k < 200; k++) {
        deep.p.x -= 6e-4;
        find_by_walk(&m, &deep);
        check_lists(&m, &deep);
        long whole = 2 * list->last_walk;
        if (k > 0 && list->visits > whole / 9) fail_msg("step %d: %ld of %ld", k, list->visits, whole);
    }
    assert_true(list->last_walk > 1000);
    for (int k = 0; k < 30; k++) {
        deep.p.x += 7e-3;
        find_by_walk(&m, &deep);
        check_lists(&m, &deep);
        assert_true(list->visits < 4 * list->last_walk);
    }
    for (int k = 0; k < 4; k++) {
        deep.p.y += 0.021;
        find_by_walk(&m, &deep);
        check_lists(&m, &deep);
        assert_memory_equal(&list->list.at, &deep, sizeof deep);
    }
    meeting_free(&m);
    body_free(&a), body_free(&b);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_agree_with_brute_force),   cmocka_unit_test(shipped_meshes_agree_with_brute_force),
        cmocka_unit_test(inexact_rotations_lose_no_pair), cmocka_unit_test(slow_body_seldom_walks_the_trees),
        cmocka_unit_test(sweep_finds_every_cut),          cmocka_unit_test(new_list_includes_touching_pairs),
        cmocka_unit_test(long_walk_is_spread_over_steps),
    };
    if (argc > 1 && !strcmp(argv[1], "--long")) poses = LONG;
    setvbuf(stdout, NULL, _IOLBF, 0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (all_poses > 0)
        printf("in all: %ld poses, %.3g pairs of triangles, %ld cut\n", all_poses, all_decided, all_cuts);
    return failed;
}
