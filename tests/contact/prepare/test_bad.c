// SPDX-License-Identifier: MIT
// Refused files and arguments: the status, exactly one message, and no allocation left behind.
#include "contact/prepare/load.h"
#include "tests/contact/shapes.h"

static void expect_refused(const char *path, const contact_mesh_options *o, rt_status expected, const char *message) {
    contact_mesh mesh;
    memset(&mesh, 0xAA, sizeof mesh);
    rt_diag d = {0};
    assert_int_equal(contact_mesh_load(path, o, &mesh, NULL, &d), expected);
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *found = strstr(d.text, name);
    char line[512];
    snprintf(line, sizeof line, "%s%s\n", name, message);
    if (!found || strcmp(found, line) != 0) fail_msg("expected %sfound %s", line, d.text);
    assert_int_equal(d.errors, 1);
    const contact_mesh empty = {0};
    assert_memory_equal(&mesh.vertex, &empty.vertex, sizeof empty.vertex);
    assert_true(!mesh.tri && !mesh.normal && !mesh.area && !mesh.vertex_tri && !mesh.vertex_tri_start && mesh.nt == 0);
}

static void expect_text_refused(const char *name, const char *text, const char *message) {
    expect_refused(write_text(name, text), NULL, RT_ERR_FORMAT, message);
}

static void test_missing_and_irregular_files_are_refused(void **state) {
    (void)state;
    expect_refused("/nonexistent/hull.obj", NULL, RT_ERR_FILE,
                   ": error: cannot open the mesh: No such file or directory");
    expect_refused("hull.step", NULL, RT_ERR_USAGE, ": error: expected a mesh named .obj, .stl or .ply");
    char folder[] = "/tmp/hawse_folder_XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s.obj", folder);
    assert_int_equal(rename(folder, path), 0);
    expect_refused(path, NULL, RT_ERR_FILE, ": error: cannot open the mesh: expected a file, found a folder");
    assert_int_equal(rmdir(path), 0);
}

#define V3 "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

static void test_bad_obj_is_refused(void **state) {
    (void)state;
    expect_text_refused("bow.obj", "", ": error: the mesh has no triangles (0 vertices)");
    expect_text_refused("bow.obj", V3 "l 1 2\n", ": error: the mesh has no triangles (3 vertices)");
    expect_text_refused("bow.obj", "v 0 0\nv 1 0 0\n",
                        ":1: error: expected three coordinates after v, found the end of the line");
    expect_text_refused("bow.obj", "v 0 0 0\nv 1 0 0,5\n",
                        ":2: error: expected three coordinates after v, found '0,5'");
    expect_text_refused("bow.obj", "v 0 0 0\nv 1 nan 0\n",
                        ":2: error: vertex 2: expected finite coordinates up to 1e+50, found 1 nan 0");
    expect_text_refused("bow.obj", V3 "\nv 0 1e999 0\n",
                        ":5: error: vertex 4: expected finite coordinates up to 1e+50, found 0 inf 0");
    expect_text_refused("bow.obj", V3 "v 1e60 0 0\n",
                        ":4: error: vertex 4: expected finite coordinates up to 1e+50, found 1e+60 0 0");
    expect_text_refused("bow.obj", V3 "f 1 2 4\n",
                        ":4: error: face vertex 4 is out of range: the file has 3 vertices, 3 before this line");
    expect_text_refused("bow.obj", V3 "f 1 0 3\n",
                        ":4: error: face vertex 0 is out of range: the file has 3 vertices, 3 before this line");
    expect_text_refused("bow.obj", "v 0 0 0\nf -1 -2 -3\nv 1 0 0\nv 0 1 0\n",
                        ":2: error: face vertex -2 is out of range: the file has 3 vertices, 1 before this line");
    expect_text_refused(
        "bow.obj", V3 "f 99999999999999999999 2 1\n",
        ":4: error: face vertex 9223372036854775807 is out of range: the file has 3 vertices, 3 before this line");
    expect_text_refused("bow.obj", V3 "f 1 2\n", ":4: error: expected a face of 3 or more corners, found 2");
    expect_text_refused("bow.obj", V3 "f 1 2 x3\n",
                        ":4: error: expected a face corner such as 7, 7/1 or 7//3, found 'x3'");
    expect_text_refused("bow.obj", V3 "f 1 2 3.5\n",
                        ":4: error: expected a face corner such as 7, 7/1 or 7//3, found '3.5'");
    expect_text_refused("bow.obj", V3 "f 1 1 2\nf 3 3 3\n",
                        ": error: all 2 triangles are degenerate (welding distance 1.41421e-09 m, mesh size 1.41421 "
                        "m): check scale and weld");
    expect_text_refused(
        "bow.obj", "v 2 2 2\nv 2 2 2\nv 2 2 2\nf 1 2 3\n",
        ": error: all 1 triangles are degenerate (welding distance 0 m, mesh size 0 m): check scale and weld");
    expect_refused(
        write_text("bow.obj", V3 "f 1 2 3\n"), &(contact_mesh_options){.scale = 1, .weld = 5}, RT_ERR_FORMAT,
        ": error: all 1 triangles are degenerate (welding distance 5 m, mesh size 1.41421 m): check scale and weld");
}

static void test_bad_stl_is_refused(void **state) {
    (void)state;
    static unsigned char file[4096] = "exported from CAD";
    file[80] = 0xB0, file[81] = 4; // 1200
    expect_refused(write_file("bow.stl", file, sizeof file), NULL, RT_ERR_FORMAT,
                   ":1: error: the binary STL header announces 1200 triangles (60084 bytes), found 4096 bytes");
    memcpy(file, "solid bow", 10);
    expect_refused(write_file("bow.stl", file, sizeof file), NULL, RT_ERR_FORMAT,
                   ":1: error: the binary STL header announces 1200 triangles (60084 bytes), found 4096 bytes");
    file[83] = 0xFF;
    expect_refused(
        write_file("bow.stl", file, sizeof file), NULL, RT_ERR_FORMAT,
        ":1: error: the binary STL header announces 4278191280 triangles (213909564084 bytes), found 4096 bytes");
    file[80] = 1, file[81] = 0, file[83] = 0;
    memset(file + 96, 0xFF, 4); // a NaN
    expect_refused(write_file("bow.stl", file, 134), NULL, RT_ERR_FORMAT,
                   ": error: vertex 1: expected finite coordinates up to 1e+50, found -nan 0 0");
    file[80] = 0;
    expect_refused(write_file("bow.stl", file, 84), NULL, RT_ERR_FORMAT,
                   ": error: the mesh has no triangles (0 vertices)");
    expect_refused(write_file("bow.stl", "abc", 3), NULL, RT_ERR_FORMAT,
                   ":1: error: expected 'solid' or a binary STL header of 84 bytes, found 3 bytes");
    expect_text_refused("bow.stl", "solid\n facet normal 0 0 1\n outer loop\n vertex 0 0 0\n vertex 1 0 0\n",
                        ":6: error: expected 'vertex', found the end of the file");
    expect_text_refused("bow.stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\nvertex 1 0 0\n",
                        ":4: error: expected three numbers, found the end of the line");
    expect_text_refused("bow.stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 inf\n",
                        ":4: error: vertex 1: expected finite coordinates up to 1e+50, found 0 0 inf");
    expect_text_refused("bow.stl", "solid bow\n",
                        ":2: error: expected 'facet' or 'endsolid', found the end of the file");
    expect_text_refused("bow.stl", "solid bow\nendsolid bow\nfacet\n", ":3: error: expected 'solid', found 'facet'");
    expect_text_refused(
        "bow.stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 1 1 0\n",
        ":7: error: expected 'endloop' after three vertices, found 'vertex'");
}

#define PLY(format, n, m)                                                                                              \
    "ply\nformat " format " 1.0\nelement vertex " n "\nproperty float x\nproperty float y\nproperty float z\n"         \
    "element face " m "\nproperty list uchar int vertex_indices\nend_header\n"

static void test_bad_ply_is_refused(void **state) {
    (void)state;
    expect_text_refused("bow.ply", "solid\n", ":1: error: expected 'ply', found 'solid'");
    expect_text_refused("bow.ply", "ply\nformat text 1.0\n",
                        ":2: error: expected ascii, binary_little_endian or binary_big_endian, found 'text'");
    expect_text_refused("bow.ply", "ply\nformat ascii 1.0\nelement vertex -3\n",
                        ":3: error: expected an element count of 0 or more, found the end of the line");
    expect_text_refused("bow.ply", "ply\nformat ascii 1.0\nproperty float x\n",
                        ":3: error: expected an element with at most 64 properties");
    expect_text_refused("bow.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty half x\n",
                        ":4: error: expected a property type such as float or int, found 'half'");
    expect_text_refused("bow.ply", "ply\nformat ascii 1.0\nelement face 3\nproperty list float int vertex_indices\n",
                        ":4: error: expected an integer type for the list's length, found the end of the line");
    expect_text_refused("bow.ply", "ply\nformat ascii 1.0\nelement face 3\nproperty list uchar float vertex_indices\n",
                        ":4: error: expected an integer type for the vertex indices, found float");
    expect_text_refused(
        "bow.ply", "ply\nformat ascii 1.0\nelement vertex 0\nend_header\n",
        ":5: error: expected a header with one x, y and z of vertex and one list vertex_indices of face");
    expect_text_refused("bow.ply", "ply\nformat ascii 1.0\nelement vertex 3\n",
                        ":4: error: expected element, property, comment or end_header, found the end of the file");
    expect_text_refused("bow.ply", PLY("ascii", "3", "2000000000") "0 0 0\n",
                        ":10: error: expected at least 4000000018 bytes of data after the header, found 6");
    expect_text_refused("bow.ply", PLY("binary_little_endian", "3", "1") "0123456789",
                        ":10: error: expected at least 37 bytes of data after the header, found 10");
    expect_text_refused("bow.ply", PLY("ascii", "3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n",
                        ":13: error: face 1: expected a vertex index below 3, found 3");
    expect_text_refused("bow.ply", PLY("ascii", "3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 1.5\n",
                        ":13: error: face 1: expected a vertex index below 3, found 1.5");
    expect_text_refused("bow.ply", PLY("ascii", "3", "1") "0 0 0\n1 0 0\n0 1 0\n2 0 1\n",
                        ":13: error: face 1: expected 3 or more corners, found 2");
    expect_text_refused("bow.ply", PLY("ascii", "3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1",
                        ":13: error: expected a number, found the end of the file");
    expect_text_refused("bow.ply", PLY("ascii", "3", "1") "0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n",
                        ":11: error: vertex 2: expected finite coordinates up to 1e+50, found 1 nan 0");
    // A list longer than the file.
    char file[600];
    size_t n = (size_t)sprintf(file, PLY("binary_big_endian", "3", "1"));
    memset(file + n, 0, 36);
    memcpy(file + n + 36, "\3\0\0\0\0\0\0", 7);
    expect_refused(write_file("bow.ply", file, n + 43), NULL, RT_ERR_FORMAT,
                   ": error: expected more binary data, found the end of the file");
}

static void test_open_mesh_is_refused_on_request(void **state) {
    (void)state;
    const contact_mesh_options o = {.scale = 1, .need_closed = true};
    expect_refused(write_text("bow.obj", V3 "v 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n"), &o, RT_ERR_FORMAT,
                   ": error: the mesh must be closed: 3 open edges (one triangle), one from (0, 1, 0) to (1, 0, 0) m");
    vec3 v[8];
    box_vertices(vec3_make(1, 1, 1), vec3_make(0, 0, 0), v);
    contact_mesh mesh;
    rt_diag d = {0};
    assert_int_equal(contact_mesh_make("box", v, 8, box_triangles, 12, &o, &mesh, NULL, &d), RT_OK);
    contact_mesh_free(&mesh);
}

static void test_bad_arguments_are_refused(void **state) {
    (void)state;
    const char *path = write_text("bow.obj", V3 "f 1 2 3\n");
    expect_refused(path, &(contact_mesh_options){0}, RT_ERR_USAGE,
                   ": error: expected a scale above 0 and up to 1e9, found 0");
    expect_refused(path, &(contact_mesh_options){.scale = -1}, RT_ERR_USAGE,
                   ": error: expected a scale above 0 and up to 1e9, found -1");
    expect_refused(path, &(contact_mesh_options){.scale = 1, .weld = -1}, RT_ERR_USAGE,
                   ": error: expected a finite welding distance of 0 or more, found -1");
    expect_refused(path, &(contact_mesh_options){.scale = 1, .weld = NAN}, RT_ERR_USAGE,
                   ": error: expected a finite welding distance of 0 or more, found nan");

    const vec3 v[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    contact_mesh mesh;
    rt_diag d = {0};
    assert_int_equal(contact_mesh_make("part", v, 3, (const int[]){0, 1, 3}, 1, NULL, &mesh, NULL, &d), RT_ERR_FORMAT);
    assert_string_equal(d.text, "part: error: triangle 0: found vertices 0 1 3, expected indices from 0 to below 3\n");
    assert_null(mesh.vertex);
}

// Every prefix of a good file, and every change of one of its bytes, is either read or refused with a message.
static void check_mutilations(const char *name, const unsigned char *good, size_t n) {
    unsigned char bad[1024];
    for (size_t cut = 0; cut < 2 * n; cut++) {
        memcpy(bad, good, n);
        if (cut >= n) bad[cut - n] ^= (unsigned char)(1 + cut % 255);
        const char *path = write_file(name, bad, cut < n ? cut : n);
        contact_mesh mesh;
        rt_diag d = {0};
        rt_status status = contact_mesh_load(path, NULL, &mesh, NULL, &d);
        assert_int_equal(status == RT_OK, d.errors == 0);
        if (status == RT_OK) assert_true(mesh.nt > 0 && mesh.area[0] > 0);
        contact_mesh_free(&mesh);
    }
}

static void test_mutilated_files_are_read_or_refused(void **state) {
    (void)state;
    const char obj[] = V3 "v 0 0 1\nf 1 3 2\nf 1/2 2/2 4/7\nf 1//1 4//1 -2//3\n";
    check_mutilations("m.obj", (const unsigned char *)obj, sizeof obj - 1);
    const char ply[] = PLY("ascii", "3", "1") "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    check_mutilations("m.ply", (const unsigned char *)ply, sizeof ply - 1);
    char binary[600];
    size_t n = (size_t)sprintf(binary, PLY("binary_little_endian", "3", "1"));
    const float v[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    memcpy(binary + n, v, 36);
    memcpy(binary + n + 36, "\3\0\0\0\0\1\0\0\0\2\0\0\0", 13);
    check_mutilations("m.ply", (const unsigned char *)binary, n + 49);
    const char stl[] = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
                       "endfacet\nendsolid a\n";
    check_mutilations("m.stl", (const unsigned char *)stl, sizeof stl - 1);
    unsigned char facets[134] = "binary";
    facets[80] = 1;
    memcpy(facets + 96, v, 36);
    check_mutilations("m.stl", facets, sizeof facets);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing_and_irregular_files_are_refused),
        cmocka_unit_test(test_bad_obj_is_refused),
        cmocka_unit_test(test_bad_stl_is_refused),
        cmocka_unit_test(test_bad_ply_is_refused),
        cmocka_unit_test(test_open_mesh_is_refused_on_request),
        cmocka_unit_test(test_bad_arguments_are_refused),
        cmocka_unit_test(test_mutilated_files_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
