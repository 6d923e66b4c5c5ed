// SPDX-License-Identifier: MIT
// Colliding pairs and contours against tables of exact answers for posed meshes, and invariants on any closed meshes.
#include "contact/prepare/load.h"
#include "contact/region/detector.h"
#include "tests/contact/region_shapes.h"
#include <string.h>

#define PAIRS HAWSE_SHARED_DATA "/oracles/meshpairs/"
#define MESHES HAWSE_SHARED_DATA "/robust/"

static body body_load(const char *path) {
    body b = {0};
    contact_mesh_options o = {.scale = 1};
    contact_mesh_report report;
    rt_diag d = {0};
    if (contact_mesh_load(path, &o, &b.mesh, &report, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(contact_bvh_build(&b.mesh, &b.tree), RT_OK);
    return b;
}

// One case of the tables: the first mesh is at rest (hull b), the second is posed (body a).
typedef struct posed_case {
    const char *name, *pose, *still, *moved;
} posed_case;

static pose read_pose(const char *name) {
    char path[600];
    pose p = {mat3_identity(), {0, 0, 0}};
    if (!strcmp(name, "id")) return p;
    snprintf(path, sizeof path, PAIRS "poses/%s.txt", name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    double *to[3] = {&p.p.x, &p.p.y, &p.p.z};
    for (int i = 0; i < 3; i++)
        assert_int_equal(fscanf(f, "%lf %lf %lf %lf", &p.r.m[i][0], &p.r.m[i][1], &p.r.m[i][2], to[i]), 4);
    fclose(f);
    return p;
}

typedef struct true_pair {
    int still, moved;
    char kind;
    vec3 end[2];
} true_pair;

static int read_pairs(const char *name, true_pair *out, int max) {
    char path[600], line[500];
    int n = 0;
    snprintf(path, sizeof path, PAIRS "%s_pairs.csv", name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    for (; n < max && fgets(line, sizeof line, f); n++) {
        true_pair *p = &out[n];
        vec3 *e = p->end;
        assert_int_equal(sscanf(line, "%d,%d,%c,%lf,%lf,%lf,%lf,%lf,%lf", &p->still, &p->moved, &p->kind, &e[0].x,
                                &e[0].y, &e[0].z, &e[1].x, &e[1].y, &e[1].z),
                         9);
    }
    fclose(f);
    return n;
}

typedef struct true_loop {
    int closed, segments;
    double length, area, tls_rms;
    vec3 newell, centre, tls;
} true_loop;

static int read_loops(const char *name, true_loop *out, int max) {
    char path[600], line[500];
    int n = 0, index;
    snprintf(path, sizeof path, PAIRS "%s_loops.csv", name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    for (; n < max && fgets(line, sizeof line, f); n++) {
        true_loop *l = &out[n];
        assert_int_equal(sscanf(line, "%d,%d,%d,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &index, &l->closed,
                                &l->segments, &l->length, &l->newell.x, &l->newell.y, &l->newell.z, &l->area,
                                &l->centre.x, &l->centre.y, &l->centre.z, &l->tls.x, &l->tls.y, &l->tls.z, &l->tls_rms),
                         15);
    }
    fclose(f);
    return n;
}

static double contour_length(const contact_detector *c, int k) {
    double length = 0;
    int i = c->contour[k].first;
    for (int n = 0; n < c->contour[k].count; n++, i = c->segment[i].next)
        length += vec3_norm(vec3_sub(c->crossing[c->segment[i].to].x, c->crossing[c->segment[i].from].x));
    return length;
}

// Vector area of the contour, directed out of the hull.
static vec3 contour_area(const contact_detector *c, int k) {
    vec3 area = {0, 0, 0};
    int i = c->contour[k].first;
    vec3 o = c->crossing[c->segment[i].from].x;
    for (int n = 0; n < c->contour[k].count; n++, i = c->segment[i].next) {
        vec3 x = vec3_sub(c->crossing[c->segment[i].from].x, o), y = vec3_sub(c->crossing[c->segment[i].to].x, o);
        area = vec3_madd(area, 0.5, vec3_cross(y, x));
    }
    return area;
}

// Checks the plane of least squares (the papers' fit) of the contour's corners against the table. Its normal is an
// eigenvector of their covariance about the mean; the root of the eigenvalue is the table's distance.
static void check_least_squares(const contact_detector *c, int k, const true_loop *l) {
    vec3 mean = {0, 0, 0}, moment = {0, 0, 0};
    int i = c->contour[k].first, count = c->contour[k].count;
    for (int n = 0; n < count; n++, i = c->segment[i].next)
        mean = vec3_madd(mean, 1.0 / count, c->crossing[c->segment[i].from].x);
    for (int n = 0; n < count; n++, i = c->segment[i].next) {
        vec3 d = vec3_sub(c->crossing[c->segment[i].from].x, mean);
        moment = vec3_madd(moment, vec3_dot(d, l->tls) / count, d);
    }
    CHECK_NEAR(vec3_norm(vec3_cross(moment, l->tls)), 0, 1e-6);
    CHECK_NEAR(sqrt(fmax(0, vec3_dot(moment, l->tls))), l->tls_rms, 1e-5);
}

static const true_pair *find_pair(const true_pair *p, int n, int still, int moved) {
    for (int i = 0; i < n; i++)
        if (p[i].still == still && p[i].moved == moved) return &p[i];
    return NULL;
}

static double off_segment(vec3 x, const vec3 e[2]) {
    vec3 d = vec3_sub(e[1], e[0]);
    double l = vec3_norm2(d), t = l > 0 ? fmin(1, fmax(0, vec3_dot(vec3_sub(x, e[0]), d) / l)) : 0;
    return vec3_norm(vec3_sub(x, vec3_madd(e[0], t, d)));
}

// Checks that every segment lies in the exact intersection of its pair; returns the number of segments.
static int check_segments(const contact_detector *c, const true_pair *pairs, int n_pairs, int generic) {
    for (int i = 0; i < c->n_segments; i++) {
        const contact_segment *s = &c->segment[i];
        const true_pair *p = find_pair(pairs, n_pairs, s->tri[1], s->tri[0]);
        assert_non_null(p);
        if (p->kind != 'S' && p->kind != 'P') continue;
        vec3 from = c->crossing[s->from].x, to = c->crossing[s->to].x;
        CHECK_NEAR(off_segment(from, p->end), 0, 1e-12);
        CHECK_NEAR(off_segment(to, p->end), 0, 1e-12);
        if (generic) CHECK_NEAR(vec3_norm(vec3_sub(to, from)), vec3_norm(vec3_sub(p->end[1], p->end[0])), 1e-12);
    }
    return c->n_segments;
}

static vec3 segment_mean(const true_pair *p, int n) {
    vec3 sum = {0, 0, 0};
    double length = 0;
    for (int i = 0; i < n; i++) {
        double l = vec3_norm(vec3_sub(p[i].end[1], p[i].end[0]));
        sum = vec3_madd(sum, 0.5 * l, vec3_add(p[i].end[0], p[i].end[1]));
        length += l;
    }
    return vec3_scale(1 / length, sum);
}

// In general position pairs, segments, contours, planes and centroids equal the table's.
static void general_positions_equal_the_table(void **state) {
    (void)state;
    const posed_case cases[] = {
        {"cube_generic", "cgen", "cgal/translated-cube.obj", "cgal/translated-cube.obj"},
        {"meshedcube_yaw", "mcy", "cgal/cube-meshed.obj", "cgal/cube-meshed.obj"},
        {"selfint_AB", "id", "manifold/self_intersectA.obj", "manifold/self_intersectB.obj"},
        {"cube_in_cube", "cic", "cgal/translated-cube.obj", "cgal/small_cube.obj"},
    };
    static true_pair pairs[2000];
    SKIP_WITHOUT(PAIRS);
    for (int i = 0; i < 4; i++) {
        char still[600], moved[600];
        true_loop loop[8];
        snprintf(still, sizeof still, MESHES "%s", cases[i].still);
        snprintf(moved, sizeof moved, MESHES "%s", cases[i].moved);
        body b = body_load(still), a = body_load(moved);
        int n_pairs = read_pairs(cases[i].name, pairs, 2000), n_loops = read_loops(cases[i].name, loop, 8);
        meeting m = meeting_of(&a, &b);
        meet(&m, read_pose(cases[i].pose));
        assert_int_equal(m.info.open, 0);
        assert_int_equal(check_segments(m.detector, pairs, n_pairs, 1), n_pairs);
        assert_int_equal(m.detector->n_contours, n_loops);
        for (int l = 0; l < n_loops; l++) {
            int k = 0;
            while (k < n_loops && fabs(contour_length(m.detector, k) - loop[l].length) > 1e-9) k++;
            assert_true(k < n_loops);
            assert_int_equal(m.detector->contour[k].closed, loop[l].closed);
            assert_int_equal(m.detector->contour[k].count, loop[l].segments);
            vec3 area = contour_area(m.detector, k);
            CHECK_NEAR(vec3_norm(vec3_cross(vec3_unit(area), loop[l].newell)), 0, 1e-9);
            CHECK_NEAR(vec3_norm(area), loop[l].area, 1e-9);
            check_least_squares(m.detector, k, &loop[l]);
        }
        if (n_loops ==
            1) { // one contour, one region: its plane passes through the segments' mean, the table's does not
            vec3 n = m.region[0].normal, off = vec3_sub(m.region[0].centre, loop[0].centre);
            assert_int_equal(m.n, 1);
            assert_int_equal(m.region[0].closed, 1);
            CHECK_NEAR(m.region[0].area, loop[0].area, 1e-9);
            CHECK_NEAR(vec3_norm(vec3_cross(n, loop[0].newell)), 0, 1e-9);
            CHECK_NEAR(vec3_norm(vec3_cross(off, n)), 0, 1e-9);
            CHECK_NEAR(vec3_dot(vec3_sub(m.region[0].centre, segment_mean(pairs, n_pairs)), n), 0, 1e-9);
        }
        meeting_free(&m), body_free(&a), body_free(&b);
    }
}

// Touching and coplanar positions: contours close and contain nothing wrong. Their length is the limit of the displaced
// position, derived by hand: where boxes overlap in a box, the closed path along its edges between faces of the one and
// faces of the other.
static void touching_positions_give_closed_contours(void **state) {
    (void)state;
    const struct {
        posed_case p;
        double length;
    } cases[] = {
        // the displacement separates them
        {{"cube_face_touch", "cft", "cgal/translated-cube.obj", "cgal/translated-cube.obj"}, 0},
        {{"cube_edge_touch", "cet", "cgal/translated-cube.obj", "cgal/translated-cube.obj"}, 0},
        {{"cube_vertex_touch", "cvt", "cgal/translated-cube.obj", "cgal/translated-cube.obj"}, 0},
        {{"cube_half_slide", "chs", "cgal/translated-cube.obj", "cgal/translated-cube.obj"}, 10}, // 1 x 2 x 2
        {{"cube_identical", "id", "cgal/translated-cube.obj", "cgal/translated-cube.obj"}, 12},   // 2 x 2 x 2
        {{"meshedcube_slide", "mcs", "cgal/cube-meshed.obj", "cgal/cube-meshed.obj"}, 7.5},
    };
    static true_pair pairs[2000];
    SKIP_WITHOUT(PAIRS);
    for (int i = 0; i < 6; i++) {
        char still[600], moved[600];
        snprintf(still, sizeof still, MESHES "%s", cases[i].p.still);
        snprintf(moved, sizeof moved, MESHES "%s", cases[i].p.moved);
        body b = body_load(still), a = body_load(moved);
        int n_pairs = read_pairs(cases[i].p.name, pairs, 2000);
        meeting m = meeting_of(&a, &b);
        meet(&m, read_pose(cases[i].p.pose));
        assert_int_equal(m.info.open, 0);
        check_segments(m.detector, pairs, n_pairs, 0);
        double length = 0;
        for (int k = 0; k < m.detector->n_contours; k++) length += contour_length(m.detector, k);
        CHECK_NEAR(length, cases[i].length, 1e-12);
        meeting_free(&m), body_free(&a), body_free(&b);
    }
}

// A face touching from the other side: the displacement presses the boxes together, by nothing.
static void touching_face_gives_a_region_of_no_depth(void **state) {
    (void)state;
    body a = body_make(shape_box(vec3_make(1, 1, -1), vec3_make(3, 3, 1), 2), NULL);
    body b = body_make(shape_box(vec3_make(1, 1, -1), vec3_make(3, 3, 1), 3), NULL);
    meeting m = meeting_of(&a, &b);
    meet(&m, pose_at(vec3_make(-2, 0, 0)));
    assert_int_equal(m.info.open, 0);
    assert_int_equal(m.n, 1);
    assert_int_equal(m.region[0].closed, 1);
    CHECK_NEAR(m.region[0].depth, 0, 0);
    CHECK_NEAR(m.region[0].area, 4, 1e-12);
    CHECK_NEAR(m.region[0].normal.x, -1, 1e-12);
    CHECK_NEAR(vec3_norm(vec3_sub(m.region[0].centre, vec3_make(1, 2, 0))), 0, 1e-12);
    meeting_free(&m), body_free(&a), body_free(&b);
}

// Checks that the vector area of each region's contours equals the sum of its hull triangles' normals times their areas
// inside, for a closed hull (Stokes). So contours, clipping and flood fill agree. Returns the number of regions.
static int check_vector_areas(contact_detector *c) {
    int regions = 0;
    for (int root = 0; root < c->n_contours; root++) {
        if (contour_root(c, root) != root) continue;
        vec3 outline = {0, 0, 0}, surface = {0, 0, 0};
        double size = 0;
        contact_stage_patches(c, root);
        for (int k = root; k >= 0; k = c->contour[k].next) outline = vec3_add(outline, contour_area(c, k));
        for (int i = 0; i < c->n_patch[1]; i++) {
            surface = vec3_madd(surface, c->patch[1][i].area, c->mesh[1]->normal[c->patch[1][i].tri]);
            size += c->patch[1][i].area;
        }
        CHECK_NEAR(vec3_norm(vec3_sub(outline, surface)), 0, 1e-6 * size + 1e-12);
        regions++;
    }
    return regions;
}

// Complex closed meshes in many positions, degenerate ones included: every contour closes.
static void closed_meshes_give_closed_contours(void **state) {
    (void)state;
    const char *const pair[][2] = {
        {"cgal/anchor.obj", "cgal/knot1.obj"},
        {"cgal/knot1.obj", "cgal/spool.obj"},
        {"cgal/cube-meshed.obj", "cgal/mpi_triang.obj"},
        {"cgal/anchor.obj", "cgal/anchor.obj"},
        {"cgal/rotor.obj", "cgal/star.obj"},
        {"cgal/double-torus-example.obj", "cgal/joint.obj"},
    };
    SKIP_WITHOUT(MESHES "cgal/anchor.obj");
    int regions = 0, closed_pairs = 0;
    for (int i = 0; i < 6; i++) {
        char path[2][600];
        for (int k = 0; k < 2; k++) snprintf(path[k], sizeof path[k], MESHES "%s", pair[i][k]);
        body a = body_load(path[0]), b = body_load(path[1]);
        if (a.mesh.closed && b.mesh.closed) {
            contact_region_def def = {1 << 16, 1 << 14, 1 << 14, 64, 1, 0.02};
            meeting m = {.detector = contact_detector_create(&def, &a.mesh, &a.tree, &b.mesh, &b.tree)};
            vec3 size_a = vec3_sub(a.mesh.hi, a.mesh.lo), size_b = vec3_sub(b.mesh.hi, b.mesh.lo);
            double scale = vec3_norm(size_b);
            closed_pairs++;
            for (int n = 0; n < 40; n++) {
                pose at = pose_turned(vec3_make(sin(n), cos(2 * n), 0.3), n % 8 ? 0.7 * n : 0, vec3_make(0, 0, 0));
                vec3 middle_a = pose_point(&at, vec3_scale(0.5, vec3_add(a.mesh.lo, a.mesh.hi)));
                vec3 middle_b = vec3_scale(0.5, vec3_add(b.mesh.lo, b.mesh.hi));
                vec3 off = vec3_scale(0.3 * (scale < vec3_norm(size_a) ? scale : vec3_norm(size_a)),
                                      vec3_make(sin(3 * n), sin(5 * n + 1), cos(7 * n)));
                at.p = vec3_add(vec3_sub(middle_b, middle_a), n % 8 ? off : vec3_make(0, 0, 0));
                meet(&m, at);
                assert_int_equal(m.info.open, 0);
                regions += check_vector_areas(m.detector);
            }
            meeting_free(&m);
        }
        body_free(&a), body_free(&b);
    }
    print_message("%d pairs of closed meshes, %d regions\n", closed_pairs, regions);
    assert_true(closed_pairs >= 3 && regions > 100);
}

// Slow and fast paths through each other, with rests: a detector that reuses data of the last pose gives the same bits
// as one that does not.
static void reuse_changes_no_bit(void **state) {
    (void)state;
    const char *const pair[][2] = {{"cgal/anchor.obj", "cgal/knot1.obj"},
                                   {"cgal/cube-meshed.obj", "cgal/mpi_triang.obj"},
                                   {"cgal/cube-meshed.obj", "cgal/cube-meshed.obj"},
                                   {"cgal/double-torus-example.obj", "cgal/joint.obj"},
                                   {"cgal/anchor.obj", "cgal/pipe.obj"}};
    SKIP_WITHOUT(MESHES "cgal/anchor.obj");
    int kept = 0, made = 0, met = 0;
    for (int i = 0; i < 5; i++) {
        char path[2][600];
        for (int k = 0; k < 2; k++) snprintf(path[k], sizeof path[k], MESHES "%s", pair[i][k]);
        body a = body_load(path[0]), b = body_load(path[1]);
        double size = fmin(vec3_norm(vec3_sub(a.mesh.hi, a.mesh.lo)), vec3_norm(vec3_sub(b.mesh.hi, b.mesh.lo)));
        contact_region_def def = {1 << 16, 1 << 14, 1 << 14, 64, 1, 0.02 * size};
        meeting keeps = {.detector = contact_detector_create(&def, &a.mesh, &a.tree, &b.mesh, &b.tree)};
        def.margin = 0;
        meeting forgets = {.detector = contact_detector_create(&def, &a.mesh, &a.tree, &b.mesh, &b.tree)};
        vec3 middle_a = vec3_scale(0.5, vec3_add(a.mesh.lo, a.mesh.hi)),
             middle_b = vec3_scale(0.5, vec3_add(b.mesh.lo, b.mesh.hi)), off = {-0.4 * size, 0, 0};
        for (int n = 0; n < 240; n++) {
            double speed = n % 60 < 20 ? 1e-5 : n % 60 < 40 ? 1e-3 : n % 60 < 50 ? 0 : 1e-2;
            off = vec3_madd(off, speed * size, vec3_make(1, 0.3 * sin(0.1 * n), 0.3 * cos(0.13 * n)));
            pose at = pose_turned(vec3_make(1, 2, 3), i == 2 && n >= 50 && n < 60 ? 0 : 0.5 + off.x / size, off);
            at.p = vec3_add(vec3_sub(middle_b, mat3_mul(&at.r, middle_a)), off);
            uint64_t epoch = keeps.detector->epoch;
            meet(&keeps, at), meet(&forgets, at);
            check_same_regions(&keeps, &forgets);
            assert_memory_equal(&keeps.info, &forgets.info, sizeof keeps.info);
            met += keeps.n > 0;
            *(keeps.detector->epoch == epoch ? &kept : &made) += keeps.n > 0;
        }
        meeting_free(&keeps), meeting_free(&forgets);
        body_free(&a), body_free(&b);
    }
    print_message("%d poses in contact; contours reused at %d, rebuilt at %d\n", met, kept, made);
    assert_true(met > 600 && kept > 100 && made > 100);
}

// A hull like models from practice (open edges, edges of many triangles, duplicate faces): contours break, but no
// contact is lost, all values are in range, and the same pose gives the same bits.
static void polygon_soup_loses_no_contact(void **state) {
    (void)state;
    const char *const hull = HAWSE_SHARED_DATA "/hulls/HMS_Daring_bow_noanchor.obj",
                      *const anchor = HAWSE_SHARED_DATA "/anchors/lu6a_admiralty_anchor.obj";
    SKIP_WITHOUT(hull);
    SKIP_WITHOUT(anchor);
    body a = body_load(anchor), b = body_load(hull);
    meeting m = meeting_of(&a, &b), again = meeting_of(&a, &b);
    int met = 0, open = 0;
    for (int i = 0; i < 400; i++) {
        pose at = pose_turned(vec3_make(sin(i), 1, cos(i)), 0.4 * i,
                              vec3_make(35 + 0.09 * i, 4 * sin(0.7 * i), 3 + 3 * cos(i)));
        meet(&m, at);
        // the other detector arrives from a distant pose
        for (int step = 0; step < 3 && i % 2; step++) at.p.x += 1e-5, meet(&m, at);
        if (i % 2) meet(&again, at);
        if (i % 2) check_same_regions(&m, &again);
        met += m.n > 0;
        open += m.info.open > 0;
        assert_int_equal(m.n > 0, m.info.pairs > 0);
        for (int r = 0; r < m.n; r++) {
            CHECK_NEAR(vec3_norm(m.region[r].normal), 1, 1e-12);
            assert_true(m.region[r].depth >= 0 && m.region[r].depth < 20);
            assert_true(m.region[r].area >= 0 && m.region[r].area < 100);
            vec3 x = pose_point_inverse(&at, m.region[r].centre); // contours lie on the anchor
            assert_true(x.x > a.mesh.lo.x - 0.5 && x.y > a.mesh.lo.y - 0.5 && x.z > a.mesh.lo.z - 0.5);
            assert_true(x.x < a.mesh.hi.x + 0.5 && x.y < a.mesh.hi.y + 0.5 && x.z < a.mesh.hi.z + 0.5);
        }
    }
    print_message("soup: contact in %d of 400 poses, open contours in %d\n", met, open);
    assert_true(met > 100 && open > 10);
    meeting_free(&m), meeting_free(&again), body_free(&a), body_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(general_positions_equal_the_table),
        cmocka_unit_test(touching_positions_give_closed_contours),
        cmocka_unit_test(touching_face_gives_a_region_of_no_depth),
        cmocka_unit_test(closed_meshes_give_closed_contours),
        cmocka_unit_test(reuse_changes_no_bit),
        cmocka_unit_test(polygon_soup_loses_no_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
