// SPDX-License-Identifier: MIT
// The trees against brute force, and the list of near pairs against the trees. Brute force here is a sweep: no tree, no
// list, none of their code; every pair of triangles whose boxes meet is put to the exact test. With --long each pair of
// meshes is met in 1 000 random poses, else in a few.
#include "contact/bvh_box.h"
#include "contact/pairs.h"
#include "tests/contact/shapes.h"

#define DATA HAWSE_SHARED_DATA "/"

enum { LONG = 1000 };
static int poses = 30;

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

static uint64_t random_state = 1;
static double uniform(double lo, double hi) { // xorshift64* (Vigna 2016)
    random_state ^= random_state >> 12, random_state ^= random_state << 25, random_state ^= random_state >> 27;
    return lo + (hi - lo) * (double)(random_state * 0x2545F4914F6CDD1Du >> 11) * 0x1p-53;
}

static vec3 random_unit(void) {
    vec3 v = vec3_make(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    return vec3_norm2(v) > 0 ? vec3_unit(v) : vec3_make(1, 0, 0);
}

// One of the 24 turns that map the axes onto the axes.
static mat3 right_angles(int turn) {
    static const int axes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    mat3 r = {{{0}}};
    for (int i = 0; i < 3; i++) r.m[i][axes[turn % 6][i]] = 1;
    if (turn & 8)
        for (int j = 0; j < 3; j++) r.m[0][j] = -r.m[0][j], r.m[1][j] = -r.m[1][j];
    if (turn % 6 >= 3)
        for (int j = 0; j < 3; j++) r.m[2][j] = -r.m[2][j]; // odd permutations: back to a rotation
    return r;
}

// A pose that brings a vertex of a near one of b's, or, when aligned, exactly onto it: any rotation, right angles,
// right angles but for 1e-9.
static pose random_pose(const body *a, const body *b, int n) {
    pose p = {mat3_rotation(random_unit(), uniform(0, 3)), {0, 0, 0}};
    if (n % 3 == 1) p.r = n % 2 ? mat3_identity() : right_angles((int)uniform(0, 24));
    if (n % 12 == 5) {
        mat3 off = mat3_rotation(random_unit(), 1e-9), turn = right_angles((int)uniform(0, 24));
        p.r = mat3_matmul(&off, &turn);
    }
    vec3 from = a->mesh.vertex[(int)uniform(0, a->mesh.nv)], to = b->mesh.vertex[(int)uniform(0, b->mesh.nv)];
    double away = n % 4 == 1 ? 0 : 0.02 * vec3_norm(vec3_sub(b->mesh.hi, b->mesh.lo));
    p.p = vec3_madd(vec3_sub(to, mat3_mul(&p.r, from)), uniform(0, away), random_unit());
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

static void note(void *self, int a, int b, const contact_cut *cut) {
    found_list *l = self;
    if (l->n == l->room) {
        l->room = 2 * l->room + 1024;
        l->pair = realloc(l->pair, (size_t)l->room * sizeof *l->pair);
        assert_non_null(l->pair);
    }
    l->pair[l->n++] = (found_pair){a, b, *cut};
}

// A triangle with its box, in the frame of b.
typedef struct boxed {
    bvh_box box;
    int tri;
    vec3 x[3];
} boxed;

static int by_lowest_x(const void *p, const void *q) {
    const boxed *a = p, *b = q;
    if (a->box.lo.x != b->box.lo.x) return a->box.lo.x < b->box.lo.x ? -1 : 1;
    return a->tri - b->tri;
}

// The mesh's triangles that meet the box, by lowest x.
static int boxed_triangles(const contact_mesh *m, const vec3 *x, bvh_box within, boxed *out) {
    int n = 0;
    for (int t = 0; t < m->nt; t++) {
        const int *v = m->tri[t].v;
        bvh_box box = bvh_points_box(x[v[0]], x[v[1]], x[v[2]]);
        if (bvh_box_meets(box, within)) out[n++] = (boxed){box, t, {x[v[0]], x[v[1]], x[v[2]]}};
    }
    qsort(out, (size_t)n, sizeof *out, by_lowest_x);
    return n;
}

static void sweep(const body *a, const body *b, const pose *p, found_list *out) {
    vec3 *x = malloc((size_t)a->mesh.nv * sizeof *x);
    boxed *ta = malloc((size_t)a->mesh.nt * sizeof *ta), *tb = malloc((size_t)b->mesh.nt * sizeof *tb);
    assert_true(x && ta && tb);
    bvh_box all = bvh_box_empty();
    for (int v = 0; v < a->mesh.nv; v++) {
        vec3 y = a->mesh.vertex[v];
        const double(*r)[3] = (const double(*)[3])p->r.m;
        x[v] = vec3_make(((r[0][0] * y.x + r[0][1] * y.y) + r[0][2] * y.z) + p->p.x,
                         ((r[1][0] * y.x + r[1][1] * y.y) + r[1][2] * y.z) + p->p.y,
                         ((r[2][0] * y.x + r[2][1] * y.y) + r[2][2] * y.z) + p->p.z);
        all = bvh_box_join(all, (bvh_box){x[v], x[v]});
    }
    int nb = boxed_triangles(&b->mesh, b->mesh.vertex, all, tb), first = 0;
    int na = boxed_triangles(&a->mesh, x, (bvh_box){b->mesh.lo, b->mesh.hi}, ta);
    double widest = 0;
    for (int j = 0; j < nb; j++) widest = fmax(widest, tb[j].box.hi.x - tb[j].box.lo.x);
    for (int i = 0; i < na; i++) {
        while (first < nb && tb[first].box.lo.x < ta[i].box.lo.x - 2 * widest) first++;
        for (int j = first; j < nb && tb[j].box.lo.x <= ta[i].box.hi.x; j++) {
            contact_cut cut;
            if (bvh_box_meets(ta[i].box, tb[j].box) && contact_tri_tri(ta[i].x, tb[j].x, &cut))
                note(out, ta[i].tri, tb[j].tri, &cut);
        }
    }
    free(x), free(ta), free(tb);
}

static int in_order(const void *p, const void *q) {
    const found_pair *a = p, *b = q;
    return a->a != b->a ? (a->a < b->a ? -1 : 1) : a->b < b->b ? -1 : a->b > b->b;
}

static void check_same(const found_list *x, const found_list *y, const char *what) {
    if (x->n != y->n) fail_msg("%s: %d pairs, expected %d", what, y->n, x->n);
    if (x->n > 0 && memcmp(x->pair, y->pair, (size_t)x->n * sizeof *x->pair)) fail_msg("%s: other pairs", what);
}

// A pair of meshes with every way of asking.
typedef struct meeting {
    const body *a, *b;
    contact_pairs walk, list, tight;
    found_list walked, listed, swept;
    long cuts, reused;
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

// The list, and a list too short for it all, say what the walk says, in the same order.
static void check_lists(meeting *m, const pose *p) {
    m->walked.n = m->listed.n = 0;
    contact_pairs_find(&m->walk, p, note, &m->walked);
    contact_pairs_find(&m->list, p, note, &m->listed);
    check_same(&m->walked, &m->listed, "list");
    m->reused += m->list.visits == 0;
    m->listed.n = 0;
    contact_pairs_find(&m->tight, p, note, &m->listed);
    check_same(&m->walked, &m->listed, "short list");
    m->cuts += m->walked.n;
}

static void check_pose(meeting *m, const pose *p) {
    check_lists(m, p);
    m->swept.n = 0;
    sweep(m->a, m->b, p, &m->swept);
    if (m->swept.n > 0) qsort(m->swept.pair, (size_t)m->swept.n, sizeof *m->swept.pair, in_order);
    if (m->walked.n > 0) qsort(m->walked.pair, (size_t)m->walked.n, sizeof *m->walked.pair, in_order);
    check_same(&m->swept, &m->walked, "tree");
}

// At each pose, and after some small moves from there, which the list is to outlast.
static void check_poses(const body *a, const body *b, int n, long *cuts, long *reused) {
    double size = fmin(vec3_norm(vec3_sub(a->mesh.hi, a->mesh.lo)), vec3_norm(vec3_sub(b->mesh.hi, b->mesh.lo)));
    meeting m = meeting_make(a, b, 0.01 * size);
    for (int k = 0; k < n; k++) {
        pose p = random_pose(a, b, k);
        check_pose(&m, &p);
        for (int move = 0; move < 3; move++) {
            mat3 turn = mat3_rotation(random_unit(), 1e-3 * uniform(0, 1));
            vec3 middle = vec3_scale(0.5, vec3_add(a->mesh.lo, a->mesh.hi)), at = pose_point(&p, middle);
            p.r = mat3_matmul(&turn, &p.r);
            p.p = vec3_sub(vec3_madd(at, 1e-3 * size * uniform(0, 1), random_unit()), mat3_mul(&p.r, middle));
            check_lists(&m, &p);
        }
    }
    *cuts += m.cuts, *reused += m.reused;
    meeting_free(&m);
}

static body body_load(const char *path) {
    contact_mesh mesh;
    rt_diag d = {0};
    if (contact_mesh_load(path, NULL, &mesh, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    return body_of(mesh);
}

// All meshes of the data that are meant to meet.
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
        long cuts = 0;
        // the short run takes fewer poses of the largest
        check_poses(&a, &b, poses == LONG ? LONG : 3 + (int)fmin(poses, 3e7 / work), &cuts, &reused);
        if (cuts == 0) fail_msg("%s: no cuts", strrchr(pair[i][0], '/'));
        body_free(&a), body_free(&b);
    }
    assert_true(reused >
                10 * poses); // where lists are not full, or margins drowned by coordinates of 3e38 (Cray_right)
}

static void shipped_meshes_agree_with_brute_force(void **state) {
    (void)state;
    body hull = body_load(HAWSE_SOURCE_DIR "/config/models/bow.ply");
    for (int i = 0; i < 2; i++) {
        body a =
            body_load(i ? HAWSE_SOURCE_DIR "/config/models/head.ply" : HAWSE_SOURCE_DIR "/config/models/shank.ply");
        long cuts = 0, reused = 0;
        check_poses(&a, &hull, poses, &cuts, &reused);
        assert_true(cuts > 0 && reused > poses);
        body_free(&a);
    }
    body_free(&hull);
}

// A matrix that is a rotation only to 1e-3 must not lose pairs either, nor make a list that ends too early.
static void sloppy_rotations_lose_nothing(void **state) {
    (void)state;
    body a = body_of(make_sphere(1, vec3_make(0, 30, 0), 4)), b = body_of(make_sphere(1, vec3_make(0, 0, 0), 3));
    meeting m = meeting_make(&a, &b, 0.05);
    for (int k = 0; k < 50; k++) {
        pose p = {mat3_rotation(random_unit(), uniform(0, 3)), {0, 0, 0}};
        for (int i = 0; i < 9; i++) p.r.m[i / 3][i % 3] += uniform(-1e-3, 1e-3);
        p.p = vec3_madd(vec3_scale(-1, mat3_mul(&p.r, vec3_make(0, 30, 0))), 1.2, random_unit());
        for (int move = 0; move < 4; move++) {
            check_pose(&m, &p);
            p.r.m[move % 3][1] += uniform(-3e-4, 3e-4);
        }
    }
    assert_true(m.cuts > 1000 && m.reused > 50);
    meeting_free(&m);
    body_free(&a), body_free(&b);
}

// A long way in small steps: the list is made anew now and then, at other steps no tree is walked.
static void a_slow_body_seldom_walks(void **state) {
    (void)state;
    body a = body_of(make_sphere(1, vec3_make(0, 0, 0), 4)), b = body_of(make_sphere(1, vec3_make(0, 0, 0), 4));
    meeting m = meeting_make(&a, &b, 0.02);
    for (int k = 0; k < 1000; k++) {
        pose p = {mat3_rotation(vec3_make(0, 0, 1), 1e-4 * k), {2.2 - 5e-4 * k, 0, 0}};
        check_lists(&m, &p);
    }
    assert_true(m.cuts > 10000);
    // 0.5 m + 0.1 rad at the corner of the box: some 0.67 m, a new list each 0.02 m
    assert_in_range(1000 - m.reused, 25, 40);
    meeting_free(&m);
    body_free(&a), body_free(&b);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_agree_with_brute_force),
        cmocka_unit_test(shipped_meshes_agree_with_brute_force),
        cmocka_unit_test(sloppy_rotations_lose_nothing),
        cmocka_unit_test(a_slow_body_seldom_walks),
    };
    if (argc > 1 && !strcmp(argv[1], "--long")) poses = LONG;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
