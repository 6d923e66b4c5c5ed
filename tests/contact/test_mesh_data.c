// SPDX-License-Identifier: MIT
// Every mesh of the shared data loads, with the counts that its list of sources gives: triangles, connected parts, open
// and non-manifold edges, duplicate and degenerate triangles, size.
#include "tests/contact/shapes.h"

#define LIST HAWSE_SHARED_DATA "/SOURCES.md"

typedef struct facts {
    char path[128];
    int triangles, parts, open, non_manifold, duplicate, degenerate;
    double size[3];
} facts;

// The list counts edges in the file as it is. Where triangles are repaired or dropped, the edges that are left were
// counted by a script apart from this project: vertices welded within 1e-9 of the size by comparing all near ones,
// triangles of less than 1e-12 of the size in height swapped one at a time or dropped, equal ones dropped by a set of
// sorted triples.
static const struct {
    const char *path;
    int open, non_manifold, duplicate, degenerate, swapped;
} after_repair[] = {
    {"anchors/daring_head_raw.obj", 31, 0, 233, 0, 0},
    {"anchors/daring_shank_raw.obj", 16, 0, 32, 0, 0},
    {"hulls/HMS_Daring.obj", 481, 126, 1561, 0, 2},
    {"hulls/HMS_Daring_bow_noanchor.obj", 394, 96, 1130, 0, 0},
    {"hulls/WAM-V-Base.obj", 424, 0, 38, 0, 0},
    {"robust/cgal/mpi.obj", 0, 0, 0, 0, 2},
    {"robust/manifold/Offset1.obj", 0, 0, 0, 4, 0},
    {"robust/manifold/openscad-nonmanifold-crash.obj", 2, 18, 3, 0, 1},
};

static bool parse(const char *row, facts *f) {
    const char *counts = strstr(row, " F");
    for (; counts && (counts[2] < '0' || counts[2] > '9'); counts = strstr(counts + 1, " F")) {}
    return counts && sscanf(row, "| %127[^ ] |", f->path) == 1 &&
           sscanf(counts, " F%d comps%d open%d nonman%d dup%d degen%d size[%lf %lf %lf]", &f->triangles, &f->parts,
                  &f->open, &f->non_manifold, &f->duplicate, &f->degenerate, &f->size[0], &f->size[1],
                  &f->size[2]) == 9;
}

static void check_mesh(const facts *f) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", HAWSE_SHARED_DATA, f->path);
    facts want = *f;
    int swapped = 0;
    for (size_t i = 0; i < sizeof after_repair / sizeof *after_repair; i++) {
        if (strcmp(after_repair[i].path, f->path) != 0) continue;
        want.open = after_repair[i].open, want.non_manifold = after_repair[i].non_manifold;
        want.duplicate = after_repair[i].duplicate, want.degenerate = after_repair[i].degenerate;
        swapped = after_repair[i].swapped;
    }
    contact_mesh mesh;
    contact_mesh_report r;
    rt_diag d = {0};
    if (contact_mesh_load(path, NULL, &mesh, &r, &d) != RT_OK) fail_msg("%s", d.text);
    if (r.triangles_read != want.triangles || r.components != want.parts || r.open_edges != want.open ||
        r.non_manifold_edges != want.non_manifold || r.duplicate != want.duplicate || r.degenerate != want.degenerate)
        fail_msg("%s: F%d comps%d open%d nonman%d dup%d degen%d, expected F%d comps%d open%d nonman%d dup%d degen%d",
                 f->path, r.triangles_read, r.components, r.open_edges, r.non_manifold_edges, r.duplicate, r.degenerate,
                 want.triangles, want.parts, want.open, want.non_manifold, want.duplicate, want.degenerate);
    assert_int_equal(r.swapped, swapped);
    assert_int_equal(mesh.nt, r.triangles_read - r.duplicate - r.degenerate);
    vec3 size = vec3_sub(mesh.hi, mesh.lo);
    if (mesh.nv == r.vertices_read - r.welded) {           // the list counts vertices that no triangle uses
        CHECK_NEAR(size.x, f->size[0], 6e-4 * f->size[0]); // 4 digits in the list
        CHECK_NEAR(size.y, f->size[1], 6e-4 * f->size[1]);
        CHECK_NEAR(size.z, f->size[2], 6e-4 * f->size[2] + 1e-12);
    }
    if (r.open_edges || r.non_manifold_edges) assert_false(mesh.closed);
    for (int i = 0; i < mesh.nt; i++) CHECK_NEAR(vec3_norm(mesh.normal[i]), 1, 1e-12);
    contact_mesh_free(&mesh);
}

static void test_all(void **state) {
    (void)state;
    SKIP_WITHOUT(LIST);
    FILE *list = fopen(LIST, "r");
    assert_non_null(list);
    char row[2048];
    int n = 0;
    while (fgets(row, sizeof row, list)) {
        facts f;
        if (!parse(row, &f)) continue;
        check_mesh(&f);
        n++;
    }
    fclose(list);
    print_message("%d meshes\n", n);
    assert_true(n >= 80); // all rows were understood
}

static void load(const char *name, contact_mesh *mesh, contact_mesh_report *r, rt_diag *d) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", HAWSE_SHARED_DATA, name);
    *d = (rt_diag){0};
    if (contact_mesh_load(path, NULL, mesh, r, d) != RT_OK) fail_msg("%s", d->text);
}

// A clean mesh keeps the numbering of its file: reference data refer to it.
static void test_numbering(void **state) {
    (void)state;
    SKIP_WITHOUT(LIST);
    contact_mesh mesh;
    contact_mesh_report r;
    rt_diag d;
    load("robust/cgal/translated-cube.obj", &mesh, &r, &d);
    FILE *f = fopen(HAWSE_SHARED_DATA "/robust/cgal/translated-cube.obj", "r");
    assert_non_null(f);
    char line[256];
    int nv = 0, nt = 0, t[3];
    vec3 v;
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "v %lf %lf %lf", &v.x, &v.y, &v.z) == 3) {
            assert_memory_equal(&mesh.vertex[nv], &v, sizeof v);
            nv++;
        } else if (sscanf(line, "f %d %d %d", &t[0], &t[1], &t[2]) == 3) {
            for (int k = 0; k < 3; k++) assert_int_equal(mesh.tri[nt].v[k], t[k] - 1);
            nt++;
        }
    }
    fclose(f);
    assert_int_equal(nv, mesh.nv);
    assert_int_equal(nt, mesh.nt);
    contact_mesh_free(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_numbering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
