// SPDX-License-Identifier: MIT
// Readers and cleaning of meshes that are well formed or repairable.
#include "contact/prepare/load.h"
#include "tests/contact/shapes.h"

static contact_mesh mesh;
static contact_mesh_report report;
static rt_diag diag;

static void load_mesh(const char *path, const contact_mesh_options *o) {
    memset(&diag, 0, sizeof diag);
    if (contact_mesh_load(path, o, &mesh, &report, &diag) != RT_OK) fail_msg("%s", diag.text);
}

// Checks for the tetrahedron (0,0,0) (1,0,0) (0,1,0) (0,0,1) and releases it.
static void check_tetrahedron(const char *format) {
    assert_string_equal(report.format, format);
    assert_int_equal(mesh.nt, 4);
    assert_int_equal(mesh.nv, 4);
    assert_true(mesh.closed);
    CHECK_NEAR(report.volume, 1.0 / 6, 1e-15);
    CHECK_NEAR(mesh.area[3], sqrt(3) / 2, 1e-15);
    CHECK_NEAR(mesh.normal[3].x, 1 / sqrt(3), 1e-15);
    CHECK_NEAR(mesh.normal[0].z, -1, 0);
    CHECK_NEAR(mesh.hi.y, 1, 0);
    assert_int_equal(report.components, 1);
    assert_int_equal(diag.errors + diag.warnings, 0);
    contact_mesh_free(&mesh);
    assert_null(mesh.vertex);
}

#define V4 "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static void test_obj_variants_are_read(void **state) {
    (void)state;
    load_mesh(write_text("t.obj", V4 "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"), NULL);
    check_tetrahedron("OBJ");
    load_mesh(write_text("t.obj", "# c\r\nmtllib no.mtl\r\no x\r\n" V4 "vn 0 0 1\nvt 0 0\nusemtl a\ns off\n"
                                  "  f\t1/1 3/1 2/1\r\nf 1//1 2//1 4//1\nf 1/1/1 4/1/1 3/1/1\nf -3 -2 -1"),
              NULL);
    check_tetrahedron("OBJ");
    // A face may precede its vertices; vertex colours and weights are ignored.
    load_mesh(
        write_text("T.OBJ", "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nv 0 0 0 1\nv 1 0 0 .5 .5 .5\nv 0 1 0\nv 0 0 1e0\n"),
        NULL);
    check_tetrahedron("OBJ");
}

static void test_obj_polygon_becomes_a_fan(void **state) {
    (void)state;
    load_mesh(write_text("p.obj", "v 0 0 0\nv 2 0 0\nv 3 1 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4 5\n"), NULL);
    assert_int_equal(mesh.nt, 3);
    double area = mesh.area[0] + mesh.area[1] + mesh.area[2];
    CHECK_NEAR(area, 5, 1e-15);
    assert_int_equal(report.open_edges, 5);
    assert_false(mesh.closed);
    assert_int_equal(diag.warnings, 1);
    assert_non_null(
        strstr(diag.text, "p.obj: warning: 5 open edges (one triangle), one from (0, 0, 0) to (2, 0, 0) m\n"));
    contact_mesh_free(&mesh);
}

static const float tetra_facets[4][3][3] = {{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}},
                                            {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}},
                                            {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}},
                                            {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static void test_stl_binary(void **state) {
    (void)state;
    unsigned char file[84 + 4 * 50] = "solid but binary all the same";
    file[80] = 4;
    for (int i = 0; i < 4; i++) memcpy(file + 84 + 50 * i + 12, tetra_facets[i], 36); // this machine is little-endian
    load_mesh(write_file("b.stl", file, sizeof file), NULL);
    assert_int_equal(report.vertices_read, 12);
    assert_int_equal(report.welded, 8);
    check_tetrahedron("STL binary");
}

static void test_stl_ascii(void **state) {
    (void)state;
    char text[4096] = "solid two words\n";
    for (int i = 0; i < 4; i++) {
        strcat(text, "  facet normal 0 0 0\n outer loop\r\n");
        for (int k = 0; k < 3; k++) {
            const float *v = tetra_facets[i][k];
            sprintf(text + strlen(text), "  vertex %g %g %e\n", (double)v[0], (double)v[1], (double)v[2]);
        }
        strcat(text, i == 2 ? "ENDLOOP\nEndFacet\nendsolid two words\nsolid\n" : "endloop endfacet\n");
    }
    strcat(text, "endsolid");
    load_mesh(write_text("a.STL", text), NULL);
    check_tetrahedron("STL ascii");
}

static void test_ply_ascii(void **state) {
    (void)state;
    load_mesh(write_text("a.ply",
                         "ply\nformat ascii 1.0\ncomment made by hand\nobj_info none\nelement vertex 4\n"
                         "property float nx\nproperty double x\nproperty float y\nproperty float z\n"
                         "element face 4\nproperty list uchar int vertex_indices\nproperty uchar red\n"
                         "element edge 1\nproperty int a\nproperty list uint8 int8 rest\nend_header\n"
                         "9 0 0 0\n9 1 0 0\n9 0 1 0\n9 0 0 1\n3 0 2 1 255\n3 0 1 3 0\n3 0 3 2 7\n3 1 2 3 0\n5 2 8 9\n"),
              NULL);
    check_tetrahedron("PLY ascii");
}

static size_t put_bytes(unsigned char *at, const void *value, size_t n, bool big) {
    const unsigned char *v = value;
    for (size_t i = 0; i < n; i++) at[i] = v[big ? n - 1 - i : i];
    return n;
}

// Binary PLY with coordinates of 4 or 8 bytes, indices of 4 or 1, and a list to skip in between.
static void check_ply_binary(bool big, bool wide, bool small_index) {
    unsigned char file[1024];
    size_t n =
        (size_t)sprintf((char *)file,
                        "ply\r\nformat binary_%s_endian 1.0\nelement vertex 4\nproperty %s x\nproperty %s y\n"
                        "property list uchar ushort marks\nproperty %s z\nelement face 4\n"
                        "property short group\nproperty list %s %s vertex_index\nend_header\n",
                        big ? "big" : "little", wide ? "double" : "float32", wide ? "float64" : "float",
                        wide ? "double" : "float", small_index ? "uint8" : "uint", small_index ? "uchar" : "int");
    static const double v[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int t[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            float f = (float)v[i][k];
            if (k == 2) file[n++] = 1, file[n++] = 200, file[n++] = 201; // a list of one
            n += wide ? put_bytes(file + n, &v[i][k], 8, big) : put_bytes(file + n, &f, 4, big);
        }
    }
    for (int i = 0; i < 4; i++) {
        unsigned three = 3;
        short group = -7;
        n += put_bytes(file + n, &group, 2, big);
        n += small_index ? put_bytes(file + n, &(unsigned char){3}, 1, big) : put_bytes(file + n, &three, 4, big);
        for (int k = 0; k < 3; k++)
            n += small_index ? put_bytes(file + n, &(unsigned char){(unsigned char)t[i][k]}, 1, big)
                             : put_bytes(file + n, &t[i][k], 4, big);
    }
    load_mesh(write_file("b.ply", file, n), NULL);
    check_tetrahedron("PLY binary");
}

static void test_ply_binary(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) check_ply_binary(i & 1, i & 2, i & 4);
}

static void test_scale_and_weld_apply(void **state) {
    (void)state;
    const char *path = write_text("w.obj", "v 0 0 0\nv 1000 0 0\nv 0 1000 0\nv 0 0 1000\nv 1000.4 0 0\nv 7 7 7\n"
                                           "f 1 3 2\nf 1 5 4\nf 1 4 3\nf 5 3 4\n");
    load_mesh(path, &(contact_mesh_options){.scale = 0.001, .weld = 0.0005});
    assert_int_equal(report.welded, 1);
    assert_int_equal(report.vertices_read, 6);
    check_tetrahedron("OBJ"); // the unused vertex is gone too
    load_mesh(path, &(contact_mesh_options){.scale = 0.001, .weld = 0.0003});
    assert_int_equal(report.welded, 0);
    assert_int_equal(mesh.nv, 5);
    assert_false(mesh.closed);
    contact_mesh_free(&mesh);
}

// Points in a row, each within the welding distance of the next.
static void test_weld_does_not_creep(void **state) {
    (void)state;
    vec3 v[12];
    int t[30];
    for (int i = 0; i < 10; i++) v[i] = vec3_make(0.6 * i, 0, 0);
    v[10] = vec3_make(0, 50, 0), v[11] = vec3_make(0, 50, 50);
    for (int i = 0; i < 10; i++) t[3 * i] = i, t[3 * i + 1] = 10, t[3 * i + 2] = 11;
    rt_diag d = {0};
    contact_mesh_options o = {.scale = 1, .weld = 1};
    assert_int_equal(contact_mesh_make("row", v, 12, t, 10, &o, &mesh, &report, &d), RT_OK);
    assert_int_equal(report.welded, 5); // 0.6 to 0, 1.8 to 1.2, ...
    assert_int_equal(report.duplicate, 5);
    assert_int_equal(mesh.nv, 7);
    contact_mesh_free(&mesh);
}

// Grid welding against a search of all pairs, on random points with many distances near the limit.
static void test_weld_against_all_pairs(void **state) {
    (void)state;
    enum { N = 600 };
    static vec3 v[3 * N];
    static int t[3 * N];
    int expected = 0, representative[3 * N], n = 0;
    srand(7);
    for (int i = 0; i < 3 * N; i++) {
        v[i] = vec3_make(rand() % 1000 * 1e-2 - 5, rand() % 1000 * 1e-2 - 5, rand() % 1000 * 1e-2 - 5);
        t[i] = i;
        bool merged = false;
        for (int k = 0; k < n && !merged; k++) merged = vec3_norm(vec3_sub(v[representative[k]], v[i])) <= 0.4;
        if (merged)
            expected++;
        else
            representative[n++] = i;
    }
    rt_diag d = {0};
    contact_mesh_options o = {.scale = 1, .weld = 0.4};
    assert_int_equal(contact_mesh_make("points", v, 3 * N, t, N, &o, &mesh, &report, &d), RT_OK);
    assert_true(expected > 50 && expected < 3 * N - 50);
    assert_int_equal(report.welded, expected);
    contact_mesh_free(&mesh);
}

static void test_degenerate_and_duplicate_triangles_are_dropped(void **state) {
    (void)state;
    // One triangle degenerate by index, one by position, one without height whose long edge has two neighbours; one
    // duplicate of equal and one of reversed orientation.
    load_mesh(write_text("d.obj", V4
                         "v 0 0 0\nv .5 .5 0\nf 1 3 2\nf 1 1 2\nf 1 5 2\nf 2 6 3\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 3 4 2\n"
                         "f 4 3 2\n"),
              NULL);
    assert_int_equal(report.degenerate, 3);
    assert_int_equal(report.duplicate, 2);
    assert_int_equal(report.triangles_read, 9);
    check_tetrahedron("OBJ");
}

static void test_adjacency_is_mutual(void **state) {
    (void)state;
    mesh = make_box(vec3_make(1, 2, 3), vec3_make(0, 0, 0));
    for (int i = 0; i < mesh.nt; i++) {
        for (int k = 0; k < 3; k++) {
            const contact_tri *t = &mesh.tri[i], *other = &mesh.tri[t->adj[k]];
            int back = 0; // the neighbour has the reversed edge and refers back to this triangle
            for (int m = 0; m < 3; m++)
                back += other->v[m] == t->v[(k + 1) % 3] && other->v[(m + 1) % 3] == t->v[k] && other->adj[m] == i;
            assert_int_equal(back, 1);
        }
    }
    int total = 0;
    for (int v = 0; v < mesh.nv; v++) {
        for (int i = mesh.vertex_tri_start[v]; i < mesh.vertex_tri_start[v + 1]; i++, total++) {
            const int *c = mesh.tri[mesh.vertex_tri[i]].v;
            assert_true(c[0] == v || c[1] == v || c[2] == v);
        }
    }
    assert_int_equal(total, 36);
    contact_mesh_free(&mesh);
}

// Triangles reversed in many patterns: the majority decides, the result faces outward.
static void test_majority_orients_a_part(void **state) {
    (void)state;
    vec3 v[8];
    int t[36];
    for (int pattern = 0; pattern < 4096; pattern += 13) {
        box_vertices(vec3_make(1, 1, 1), vec3_make(5, 0, 0), v);
        memcpy(t, box_triangles, sizeof t);
        int turned = 0;
        for (int i = 0; i < 12; i++) {
            if (!(pattern >> i & 1)) continue;
            t[3 * i] = box_triangles[3 * i + 1], t[3 * i + 1] = box_triangles[3 * i];
            turned++;
        }
        mesh = make_mesh(v, 8, t, 12, &report);
        assert_true(mesh.closed);
        CHECK_NEAR(report.volume, 8, 1e-12);
        for (int i = 0; i < 12; i++) {
            vec3 c = vec3_sub(mesh.vertex[mesh.tri[i].v[0]], vec3_make(5, 0, 0));
            CHECK_NEAR(vec3_dot(mesh.normal[i], c), 1, 1e-12); // outward: on the corner's side
        }
        assert_int_equal(report.flipped, turned < 12 - turned ? turned : 12 - turned);
        if (turned != 6) assert_int_equal(report.inside_out, turned > 6);
        contact_mesh_free(&mesh);
    }
}

static void test_inside_out_is_reported(void **state) {
    (void)state;
    load_mesh(write_text("i.obj", V4 "f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n"), NULL);
    assert_int_equal(report.inside_out, 1);
    assert_int_equal(report.flipped, 0);
    CHECK_NEAR(report.volume, 1.0 / 6, 1e-15);
    assert_string_equal(strstr(diag.text, "i.obj: "), "i.obj: warning: flipped 1 closed part that was inside out\n");
    contact_mesh_free(&mesh);
}

// n boxes, each with half extent, centre along x, and whether it faces inward; expects the number of flipped parts and
// the volume.
static void check_boxes(int n, const double half[], const double x[], const bool inward[], int turned, double volume) {
    vec3 v[32];
    int t[4 * 36];
    for (int b = 0; b < n; b++) {
        box_vertices(vec3_make(half[b], half[b], half[b]), vec3_make(x[b], 0.1 * half[b], 0), v + 8 * b);
        for (int i = 0; i < 36; i++) t[36 * b + i] = 8 * b + box_triangles[inward[b] ? i - i % 3 + 2 - i % 3 : i];
    }
    mesh = make_mesh(v, 8 * n, t, 12 * n, &report);
    assert_true(mesh.closed);
    assert_int_equal(report.inside_out, turned);
    assert_int_equal(report.components, n);
    CHECK_NEAR(report.volume, volume, 1e-12 * volume);
    contact_mesh_free(&mesh);
}

// A cavity that faces inward stays. A single part that faces inward is flipped, and so is a file that is inside out as
// a whole.
static void test_cavities_stay_inward(void **state) {
    (void)state;
    for (int order = 0; order < 2; order++) {
        const double half[2] = {order ? 1 : 2, order ? 2 : 1}, same[2] = {0, 0}, apart[2] = {0, 10};
        bool in[2] = {order, !order}, out[2] = {!order, order}, none[2] = {false, false}, all[2] = {true, true};
        check_boxes(2, half, same, in, 0, 64 - 8);   // a hollow box
        check_boxes(2, half, same, out, 2, 64 - 8);  // the same inside out
        check_boxes(2, half, same, none, 0, 64 + 8); // an outward box within another: left alone
        check_boxes(2, half, apart, in, 1, 64 + 8);
        check_boxes(2, half, apart, out, 1, 64 + 8);
        check_boxes(2, half, apart, all, 2, 64 + 8);
    }
    // A solid core in a cavity of a box, and a fourth box, the only wrong one.
    check_boxes(4, (const double[]){4, 2, 1, 0.5}, (const double[]){0, 0, 0, 9},
                (const bool[]){false, true, false, true}, 1, 512 - 64 + 8 + 1);
}

// Vertices on the edges of a tetrahedron, each with a triangle without area, two of them on one edge. The body stays
// closed and keeps its volume.
static void test_collinear_triangles_are_swapped(void **state) {
    (void)state;
    load_mesh(
        write_text("s.obj",
                   V4 "v .5 0 0\nv .25 0 0\nf 1 3 2\nf 1 6 4\nf 6 5 4\nf 5 2 4\nf 1 2 5\nf 1 5 6\nf 1 4 3\nf 2 3 4\n"),
        NULL);
    assert_int_equal(report.swapped, 2);
    assert_int_equal(report.degenerate, 0);
    assert_int_equal(mesh.nt, 8);
    assert_true(mesh.closed);
    assert_int_equal(diag.warnings, 0);
    CHECK_NEAR(report.volume, 1.0 / 6, 1e-15);
    contact_mesh_free(&mesh);
}

// Three rectangles on one edge, and a Möbius strip.
static void test_non_manifold_and_one_sided_edges_are_reported(void **state) {
    (void)state;
    load_mesh(write_text("n.obj", "v 0 0 0\nv 0 0 1\nv 1 0 0\nv -1 1 0\nv -1 -1 0\nf 1 2 3\nf 1 2 4\nf 1 2 5\n"), NULL);
    assert_int_equal(report.non_manifold_edges, 1);
    assert_int_equal(report.open_edges, 6);
    assert_int_equal(mesh.tri[1].adj[0], -2);
    assert_int_equal(mesh.tri[1].adj[1], -1);
    assert_int_equal(report.components, 1);
    assert_non_null(strstr(
        diag.text, "warning: 1 non-manifold edges (three or more triangles), one from (0, 0, 0) to (0, 0, 1) m"));
    contact_mesh_free(&mesh);

    enum { N = 12 };
    vec3 v[2 * N];
    int t[6 * N];
    for (int i = 0; i < N; i++) {
        double a = 2 * M_PI * i / N, half = a / 2;
        vec3 out = vec3_make(cos(a), sin(a), 0),
             w = vec3_add(vec3_scale(0.3 * cos(half), out), vec3_make(0, 0, 0.3 * sin(half)));
        v[2 * i] = vec3_add(out, w), v[2 * i + 1] = vec3_sub(out, w);
        int n0 = i + 1 < N ? 2 * i + 2 : 1, n1 = i + 1 < N ? 2 * i + 3 : 0;
        const int quad[6] = {2 * i, 2 * i + 1, n0, n0, 2 * i + 1, n1};
        memcpy(t + 6 * i, quad, sizeof quad);
    }
    rt_diag d = {0};
    assert_int_equal(contact_mesh_make("strip", v, 2 * N, t, 2 * N, NULL, &mesh, &report, &d), RT_OK);
    assert_int_equal(report.open_edges, 2 * N);
    assert_false(mesh.closed);
    assert_non_null(strstr(d.text, "strip: warning: 1 or more edges where the surface is one-sided, one from ("));
    contact_mesh_free(&mesh);
}

// Found by fuzzing: rounding residues such as 1e-314 beside ordinary coordinates underflow in the exact predicates.
static void test_tiny_coordinates_become_zero(void **state) {
    (void)state;
    const char *path = write_text("bow.obj", "v 0 0 0\nv 1 -1e-309 0\nv 1e-314 1 -1e-71\nf 1 2 3\n");
    contact_mesh m;
    rt_diag d = {0};
    if (contact_mesh_load(path, NULL, &m, NULL, &d) != RT_OK) fail_msg("%s", d.text);
    assert_true(m.vertex[1].y == 0 && m.vertex[2].x == 0 && m.vertex[2].z == 0);
    assert_true(m.vertex[1].x == 1 && m.vertex[2].y == 1);
    contact_mesh_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiny_coordinates_become_zero),
        cmocka_unit_test(test_obj_variants_are_read),
        cmocka_unit_test(test_obj_polygon_becomes_a_fan),
        cmocka_unit_test(test_stl_binary),
        cmocka_unit_test(test_stl_ascii),
        cmocka_unit_test(test_ply_ascii),
        cmocka_unit_test(test_ply_binary),
        cmocka_unit_test(test_scale_and_weld_apply),
        cmocka_unit_test(test_weld_does_not_creep),
        cmocka_unit_test(test_weld_against_all_pairs),
        cmocka_unit_test(test_degenerate_and_duplicate_triangles_are_dropped),
        cmocka_unit_test(test_adjacency_is_mutual),
        cmocka_unit_test(test_majority_orients_a_part),
        cmocka_unit_test(test_inside_out_is_reported),
        cmocka_unit_test(test_cavities_stay_inward),
        cmocka_unit_test(test_collinear_triangles_are_swapped),
        cmocka_unit_test(test_non_manifold_and_one_sided_edges_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
