// SPDX-License-Identifier: MIT
// A ball against meshes: a box of triangles against the box; flat sheets without ghost contacts; grooves, hollows and
// wedges; centres inside; an anchor against a search of all its triangles.
#include "contact/prepare/load.h"
#include "contact/tree/distance.h"
#include "rt/base/float_env.h"
#include "tests/contact/pair_test.h"
#include "tests/contact/shapes.h"

#define PI 3.141592653589793

// A mesh as a shape, with its tree.
typedef struct solid {
    contact_mesh mesh;
    contact_bvh tree;
    contact_shape shape;
} solid;

static void solid_make(solid *s, contact_mesh mesh) {
    s->mesh = mesh;
    assert_int_equal(contact_bvh_build(&s->mesh, &s->tree), RT_OK);
    s->shape = (contact_shape){.kind = CONTACT_MESH, .mesh = &s->mesh, .tree = &s->tree};
}

static void solid_free(solid *s) {
    contact_bvh_free(&s->tree);
    contact_mesh_free(&s->mesh);
}

static int hits_at(const solid *s, double radius, vec3 c, double margin, contact_hit hit[CONTACT_PAIR_HITS]) {
    pose at = unmoved(), ball_at = {mat3_identity(), c};
    contact_shape ball = sphere_of(radius);
    return pair_hits(&ball, &ball_at, &s->shape, &at, margin, hit);
}

// A box of twelve triangles has the hits of the box.
static void test_box_of_triangles_matches_the_box(void **state) {
    (void)state;
    vec3 half = {0.5, 0.3, 0.2};
    solid s;
    solid_make(&s, make_box(half, vec3_make(0, 0, 0)));
    contact_shape box = {.kind = CONTACT_BOX, .size = half};
    uint64_t seed = 1;
    int touching = 0;
    for (int k = 0; k < 100000; k++) {
        pose at = {random_rotation(&seed), random_vec3(&seed, 1)};
        vec3 c = pose_point(&at, vec3_scale(0.8, random_vec3(&seed, 1)));
        contact_shape ball = sphere_of(0.2 + 0.15 * random_unit(&seed));
        pose ball_at = {random_rotation(&seed), c};
        contact_hit by_mesh[CONTACT_PAIR_HITS], by_box[CONTACT_PAIR_HITS];
        int n = pair_hits(&ball, &ball_at, &s.shape, &at, 0.05, by_mesh);
        assert_int_equal(n, pair_hits(&box, &at, &ball, &ball_at, 0.05, by_box));
        if (n == 0) continue;
        touching++;
        CHECK_NEAR(by_mesh[0].depth, by_box[0].depth, 1e-14);
        CHECK_NEAR(vec3_norm(vec3_add(by_mesh[0].normal, by_box[0].normal)), 0, 1e-9);
        CHECK_NEAR(vec3_norm(vec3_sub(by_mesh[0].point, by_box[0].point)), 0, 1e-9);
    }
    print_message("%d of 100000 touch\n", touching);
    assert_true(touching > 20000);
    solid_free(&s);
}

// A sheet of n × n squares of unit size in z = 0 from the origin on, cut along either diagonal in turn.
static contact_mesh make_sheet(int n, double wild) {
    vec3 *v = malloc((size_t)(n + 1) * (size_t)(n + 1) * sizeof *v);
    int *t = malloc(6 * (size_t)n * (size_t)n * sizeof *t), nv = 0, nt = 0;
    uint64_t seed = 9;
    assert_true(v && t);
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n; j++) {
            bool edge = i == 0 || j == 0 || i == n || j == n;
            v[nv++] =
                vec3_make(i + (edge ? 0 : wild * random_unit(&seed)), j + (edge ? 0 : wild * random_unit(&seed)), 0);
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int a = i * (n + 1) + j, b = a + n + 1, c = b + 1, d = a + 1;
            const int one[6] = {a, b, c, a, c, d}, other[6] = {a, b, d, b, c, d};
            memcpy(t + 3 * nt, (i + j) % 2 ? one : other, sizeof one);
            nt += 2;
        }
    contact_mesh m = make_mesh(v, nv, t, nt, NULL);
    free(v), free(t);
    return m;
}

static void check_flat(const solid *s, vec3 c, double radius) {
    contact_hit hit[CONTACT_PAIR_HITS];
    int n = hits_at(s, radius, c, 0.1, hit);
    if (n != 1) fail_msg("%d contacts at %g %g", n, c.x, c.y);
    if (!(hit[0].normal.x == 0 && hit[0].normal.y == 0 && hit[0].normal.z >= 1 - 2e-16))
        fail_msg("normal (%.17g %.17g %.17g) at %g %g %g", hit[0].normal.x, hit[0].normal.y, hit[0].normal.z, c.x, c.y,
                 c.z);
    CHECK_NEAR(hit[0].depth, radius - c.z, 1e-15);
    CHECK_NEAR(vec3_norm(vec3_sub(hit[0].point, vec3_make(c.x, c.y, 0.5 * (c.z - radius)))), 0, 1e-14);
}

// A ball that rolls over faces, along edges and over corners has one contact, with the plane's normal to the last bit.
static void test_flat_sheet_has_one_contact(void **state) {
    (void)state;
    for (int wild = 0; wild < 2; wild++) {
        solid s;
        solid_make(&s, make_sheet(8, 0.3 * wild));
        for (int k = 0; k <= 4000; k++) {
            double u = 2 + k / 1000.0;
            check_flat(&s, vec3_make(u, 4, 0.49), 0.5);                   // along a line of edges
            check_flat(&s, vec3_make(u, u, 0.49), 0.5);                   // over corners and diagonals
            check_flat(&s, vec3_make(u, 2 + 0.37 * k / 1000, 1.5), 1.55); // wider than a square
            check_flat(&s, vec3_make(4, u, 0.001), 0.5);                  // deep
        }
        for (int i = 0; i < 3 * s.mesh.nt; i++) { // on every edge, just above it
            const int *v = s.mesh.tri[i / 3].v;
            vec3 from = s.mesh.vertex[v[i % 3]],
                 x = vec3_madd(from, 0.3, vec3_sub(s.mesh.vertex[v[(i + 1) % 3]], from));
            if (x.x > 1.5 && x.x < 6.5 && x.y > 1.5 && x.y < 6.5) check_flat(&s, vec3_make(x.x, x.y, 1e-4), 0.4);
        }
        for (int i = 0; i < s.mesh.nv; i++) {
            vec3 x = s.mesh.vertex[i];
            if (x.x > 1.5 && x.x < 6.5 && x.y > 1.5 && x.y < 6.5) check_flat(&s, vec3_make(x.x, x.y, 0.3), 0.4);
        }
        solid_free(&s);
    }
}

// Two sheets that meet at the y axis at `angle` above the horizontal on either side, and a third across them at y = 0.
static void test_groove_has_two_contacts(void **state) {
    (void)state;
    for (int degrees = 15; degrees <= 60; degrees += 15) {
        double a = degrees * PI / 180, c = cos(a), s = sin(a);
        const vec3 v[6] = {{0, -9, 0},         {0, 9, 0},          {9 * c, 9, 9 * s},
                           {9 * c, -9, 9 * s}, {-9 * c, 9, 9 * s}, {-9 * c, -9, 9 * s}};
        const int t[12] = {0, 3, 1, 1, 3, 2, 0, 1, 5, 1, 4, 5};
        solid q;
        solid_make(&q, make_mesh(v, 6, t, 4, NULL));
        contact_hit hit[CONTACT_PAIR_HITS];
        int n = hits_at(&q, 1, vec3_make(0.01, 0.3, 0.99 / c), 0, hit);
        assert_int_equal(n, 2);
        for (int i = 0; i < 2; i++) { // sheets z = |x| tan a: distance z cos a - |x| sin a, the nearer first
            double side = i == 0 ? 1 : -1;
            CHECK_NEAR(hit[i].depth, 1 - (0.99 - side * 0.01 * s), 1e-14);
            CHECK_NEAR(vec3_norm(vec3_sub(hit[i].normal, vec3_make(-side * s, 0, c))), 0, 1e-14);
        }
        solid_free(&q);
    }
}

static void test_room_corner_has_three_contacts(void **state) {
    (void)state;
    vec3 v[8];
    int t[36];
    box_vertices(vec3_make(1, 1, 1), vec3_make(0, 0, 0), v);
    for (int i = 0; i < 36; i += 3)
        t[i] = box_triangles[i], t[i + 1] = box_triangles[i + 2], t[i + 2] = box_triangles[i + 1];
    solid s; // the inside of a box with its lid off, so that it stays turned inward
    solid_make(&s, make_mesh(v, 8, t, 10, NULL));
    contact_hit hit[CONTACT_PAIR_HITS];
    int n = hits_at(&s, 0.2, vec3_make(-0.81, -0.82, -0.83), 0, hit);
    assert_int_equal(n, 3);
    CHECK_NEAR(hit[0].depth, 0.03, 1e-15);
    CHECK_NEAR(hit[1].depth, 0.02, 1e-15);
    CHECK_NEAR(hit[2].depth, 0.01, 1e-15);
    assert_true(hit[0].normal.z == 1 && hit[1].normal.y == 1 && hit[2].normal.x == 1);
    solid_free(&s);
}

// A ring of `n` flat plates about the y axis, open, turned inward.
static contact_mesh make_hollow(double radius, int n) {
    vec3 *v = malloc(2 * (size_t)n * sizeof *v);
    int *t = malloc(6 * (size_t)n * sizeof *t);
    assert_true(v && t);
    for (int i = 0; i < n; i++) {
        double a = 2 * PI * i / n;
        for (int k = 0; k < 2; k++) v[2 * i + k] = vec3_make(radius * cos(a), k ? 1 : -1, radius * sin(a));
        int j = 2 * ((i + 1) % n), quad[6] = {2 * i, 2 * i + 1, j + 1, 2 * i, j + 1, j};
        memcpy(t + 6 * i, quad, sizeof quad);
    }
    contact_mesh m = make_mesh(v, 2 * n, t, 2 * n, NULL);
    free(v), free(t);
    return m;
}

// A hollow of facets gives one contact, even where the ball nearly fits. Its depth is that of the round hollow within
// the sagitta, and changes no faster than the ball moves.
static void test_hollow_has_one_contact(void **state) {
    (void)state;
    for (int n = 24; n <= 384; n *= 4)
        for (int fit = 0; fit < 2; fit++) {
            solid s;
            solid_make(&s, make_hollow(1, n));
            double radius = fit ? 0.96 : 0.3, sagitta = 1 - cos(PI / n), before = 0;
            for (int k = 0; k <= 2000; k++) {
                double a = 0.3 + k / 2000.0, at = 1 - radius + 0.01;
                contact_hit hit[CONTACT_PAIR_HITS];
                int found = hits_at(&s, radius, vec3_make(at * cos(a), 0.1, at * sin(a)), 0, hit);
                assert_int_equal(found, 1);
                assert_true(hit[0].depth >= 0.01 - 1e-12 && hit[0].depth <= 0.01 + sagitta + 1e-12);
                if (k > 0) assert_true(fabs(hit[0].depth - before) <= at / 2000);
                before = hit[0].depth;
            }
            solid_free(&s);
        }
}

// A ball in a plate of thickness 0.2 leaves on the side of its centre.
static void test_plate_pushes_out_the_nearer_side(void **state) {
    (void)state;
    solid s;
    solid_make(&s, make_box(vec3_make(1, 1, 0.1), vec3_make(0, 0, 0)));
    for (int k = -29; k <= 29; k++) {
        double z = k / 100.0;
        contact_hit hit[CONTACT_PAIR_HITS];
        int n = hits_at(&s, 0.3, vec3_make(0.3, 0.2, z + 1e-9), 0, hit);
        assert_int_equal(n, 1);
        CHECK_NEAR(hit[0].depth, 0.4 - fabs(z + 1e-9), 1e-15);
        assert_true(hit[0].normal.z == (z + 1e-9 > 0 ? 1 : -1));
    }
    solid_free(&s);
}

// A wedge of 60 degrees, edge upward: a ball on one flank near the edge has no contact with the other flank.
static void test_wedge_hides_its_other_flank(void **state) {
    (void)state;
    double w = tan(PI / 6);
    const vec3 v[6] = {{0, -9, 0}, {w, -9, -1}, {-w, -9, -1}, {0, 9, 0}, {w, 9, -1}, {-w, 9, -1}};
    const int t[24] = {0, 1, 2, 3, 5, 4, 0, 3, 1, 1, 3, 4, 0, 2, 3, 2, 5, 3, 1, 4, 2, 2, 4, 5};
    solid s;
    solid_make(&s, make_mesh(v, 6, t, 8, NULL));
    assert_true(s.mesh.closed);
    for (int k = 1; k < 50; k++) { // 0.01 above the flank, k/100 down it
        double down = k / 100.0, n_x = cos(PI / 6), n_z = sin(PI / 6);
        vec3 c = {0.01 * n_x + down * n_z, 0.5, 0.01 * n_z - down * n_x};
        contact_hit hit[CONTACT_PAIR_HITS];
        assert_int_equal(hits_at(&s, 0.4, c, 0.1, hit), 1);
        CHECK_NEAR(hit[0].depth, 0.39, 1e-15);
        CHECK_NEAR(hit[0].normal.z, n_z, 1e-15);
    }
    solid_free(&s);
}

// A sphere of triangles gives the depth of the sphere within the sagitta, for a ball outside and inside.
static void test_sphere_of_triangles_has_its_depth(void **state) {
    (void)state;
    solid s;
    solid_make(&s, make_sphere(1, vec3_make(0, 0, 0), 4));
    uint64_t seed = 2;
    for (int k = 0; k < 20000; k++) {
        double far = 1.2 * fabs(random_unit(&seed));
        contact_hit hit[CONTACT_PAIR_HITS];
        int n = hits_at(&s, 0.25, vec3_scale(far, random_direction(&seed)), 0, hit);
        if (far < 1.24) assert_int_equal(n, 1);
        CHECK_NEAR(hit[0].depth, 1.25 - far, 0.01);
    }
    solid_free(&s);
}

// The deepest contact with an open or closed mesh is that of the nearest of all triangles. Each contact lies on the
// mesh, and the depth changes no faster than the ball moves.
static void check_all_triangles(const char *path, double scale) {
    solid s;
    rt_diag d = {0};
    contact_mesh m;
    contact_mesh_options o = {.scale = scale};
    if (contact_mesh_load(path, &o, &m, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    solid_make(&s, m);
    contact_surface surface;
    assert_int_equal(contact_surface_create(&surface, &s.mesh, &s.tree), RT_OK);
    uint64_t seed = 4;
    vec3 mid = vec3_scale(0.5, vec3_add(m.lo, m.hi)), size = vec3_sub(m.hi, m.lo), step = {0, 0, 0}, c = mid;
    double length = vec3_norm(size), before = 0;
    int inside = 0, several = 0;
    for (int k = 0; k < 20000; k++) {
        if (k % 100 == 0) {
            vec3 u = random_vec3(&seed, 1);
            c = vec3_add(mid, vec3_make(0.6 * u.x * size.x, 0.6 * u.y * size.y, 0.6 * u.z * size.z));
            step = vec3_scale(0.003 * length, random_direction(&seed));
        }
        c = vec3_add(c, step);
        contact_hit hit[CONTACT_PAIR_HITS];
        double radius = 0.1 * length, second;
        int n = hits_at(&s, radius, c, 2 * length, hit);
        contact_depth near = contact_surface_depth(&surface, c, -1, &second);
        double depth = radius + (m.closed ? near.depth : -near.near);
        assert_true(n >= 1);
        CHECK_NEAR(hit[0].depth, depth, 1e-9 * length);
        if (k % 100 != 0) assert_true(fabs(hit[0].depth - before) <= vec3_norm(step) * (1 + 1e-9));
        before = hit[0].depth;
        inside += m.closed && near.depth > 0;
        several += n > 1;
        for (int i = 0; i < n && i < CONTACT_PAIR_HITS; i++) { // its foot lies on the mesh
            CHECK_NEAR(contact_surface_depth(&surface, hit_foot(&hit[i]), -1, &second).near, 0, 1e-9 * length);
            CHECK_NEAR(vec3_norm(hit[i].normal), 1, 1e-12);
            if (i > 0) assert_true(hit[i].depth <= hit[i - 1].depth);
        }
    }
    print_message("%s: closed %d, inside %d, several contacts %d of 20000\n", path, m.closed, inside, several);
    assert_true(several > 1000 && (!m.closed || inside > 100));
    contact_surface_free(&surface);
    solid_free(&s);
}

static void test_contacts_match_all_triangles(void **state) {
    (void)state;
    const char *anchor = HAWSE_SHARED_DATA "/anchors/xiantas_stockless_anchor.obj",
               *spool = HAWSE_SHARED_DATA "/robust/cgal/spool.obj", *star = HAWSE_SHARED_DATA "/robust/cgal/star.obj";
    SKIP_WITHOUT(anchor);
    SKIP_WITHOUT(spool);
    SKIP_WITHOUT(star);
    check_all_triangles(anchor, 1);
    check_all_triangles(spool, 1);
    check_all_triangles(star, 1);
    check_all_triangles(star, 1e-6);
    check_all_triangles(star, 1e6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_of_triangles_matches_the_box),
        cmocka_unit_test(test_flat_sheet_has_one_contact),
        cmocka_unit_test(test_groove_has_two_contacts),
        cmocka_unit_test(test_room_corner_has_three_contacts),
        cmocka_unit_test(test_hollow_has_one_contact),
        cmocka_unit_test(test_plate_pushes_out_the_nearer_side),
        cmocka_unit_test(test_wedge_hides_its_other_flank),
        cmocka_unit_test(test_sphere_of_triangles_has_its_depth),
        cmocka_unit_test(test_contacts_match_all_triangles),
    };
    rt_float_env_set();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
