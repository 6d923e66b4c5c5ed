// SPDX-License-Identifier: MIT
// Every mesh of the shared data loads with the right diagnosis. The list of sources gives the counts (triangles,
// connected parts, open and non-manifold edges, duplicate and degenerate triangles, size). Also checked: closedness,
// flipped triangles and parts, self intersections. Scaled to millimetres or gigametres the mesh is the same.
#include "contact/prepare/prepare.h"
#include "tests/contact/shapes.h"

#define LIST HAWSE_SHARED_DATA "/SOURCES.md"

typedef struct expected_facts {
    char path[128];
    int triangles, parts, open, non_manifold, duplicate, degenerate;
    double size[3];
} expected_facts;

// The list counts edges in the file as it is. For repaired meshes an independent script counted the remaining edges. It
// welded vertices within 1e-9 of the size by comparing all near ones. Triangles below 1e-12 of the size in height it
// swapped one at a time or dropped. It found duplicates by a set of sorted triples.
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

// Triangles that face against the majority of their part, closed parts that face inward, and pairs of triangles that
// meet outside shared corners and edges; all other meshes have none. An independent script counted the flips (parts
// grown across edges of two triangles, sign of the volume; of HMS_Daring's 36 closed parts of negative volume, 21 lie
// in others). CGAL found the pairs (test_self_cgal.cpp).
static const struct {
    const char *path;
    int flipped, inside_out, pairs;
} diagnosis[] = {
    {"anchors/xiantas_stockless_anchor.obj", 0, 0, 36},
    {"chain/hikalium_chain.stl", 0, 0, 37},
    {"hulls/HMS_Daring.obj", 0, 15, 21834},
    {"hulls/HMS_Daring_bow_noanchor.obj", 0, 0, 6791},
    {"hulls/WAM-V-Base.obj", 0, 0, 1648},
    {"robust/cgal/boeing.obj", 1132, 1, 0},
    {"robust/cgal/bones.obj", 0, 0, 366},
    {"robust/cgal/ellipe0.003.obj", 0, 1, 0},
    {"robust/cgal/mannequin-devil.obj", 0, 0, 1643},
    {"robust/cgal/mpi.obj", 0, 0, 141},
    {"robust/cgal/polygon_mesh.obj", 0, 0, 7},
    {"robust/manifold/Generic_Twin_7081.1.t0_left.obj", 0, 0, 3},
    {"robust/manifold/Generic_Twin_7081.1.t0_right.obj", 0, 0, 64},
    {"robust/manifold/Generic_Twin_7863.1.t0_left.obj", 0, 0, 14},
    {"robust/manifold/Generic_Twin_7863.1.t0_right.obj", 0, 0, 3},
    {"robust/manifold/Offset1.obj", 0, 0, 20},
    {"robust/manifold/openscad-nonmanifold-crash.obj", 0, 0, 7536},
    {"robust/manifold/self_intersectA.obj", 0, 0, 338},
    {"robust/manifold/self_intersectB.obj", 0, 0, 338},
};

static bool parse(const char *row, expected_facts *f) {
    const char *counts = strstr(row, " F");
    for (; counts && (counts[2] < '0' || counts[2] > '9'); counts = strstr(counts + 1, " F")) {}
    return counts && sscanf(row, "| %127[^ ] |", f->path) == 1 &&
           sscanf(counts, " F%d comps%d open%d nonman%d dup%d degen%d size[%lf %lf %lf]", &f->triangles, &f->parts,
                  &f->open, &f->non_manifold, &f->duplicate, &f->degenerate, &f->size[0], &f->size[1],
                  &f->size[2]) == 9;
}

static void check_diagnosis(const expected_facts *f, const contact_prepared *p, const rt_diag *d) {
    const contact_mesh_report *r = &p->report;
    int flipped = 0, inside_out = 0, pairs = 0;
    for (size_t i = 0; i < sizeof diagnosis / sizeof *diagnosis; i++) {
        if (strcmp(diagnosis[i].path, f->path) != 0) continue;
        flipped = diagnosis[i].flipped, inside_out = diagnosis[i].inside_out, pairs = diagnosis[i].pairs;
    }
    if (r->flipped != flipped || r->inside_out != inside_out || r->self_intersections != pairs)
        fail_msg("%s: %d flipped, %d inside out, %d self intersections; expected %d, %d, %d", f->path, r->flipped,
                 r->inside_out, r->self_intersections, flipped, inside_out, pairs);
    assert_int_equal(r->one_sided, 0);
    assert_true(r->self_search_complete);
    assert_int_equal(p->mesh.closed, r->open_edges == 0 && r->non_manifold_edges == 0);
    // Each fault causes exactly one warning.
    assert_int_equal(d->warnings, (r->open_edges > 0) + (r->non_manifold_edges > 0) + (flipped > 0) + (inside_out > 0) +
                                      (pairs > 0));
    if (pairs > 0) { // the place is on the mesh
        assert_true(r->self_at.x >= p->mesh.lo.x && r->self_at.y >= p->mesh.lo.y && r->self_at.z >= p->mesh.lo.z);
        assert_true(r->self_at.x <= p->mesh.hi.x && r->self_at.y <= p->mesh.hi.y && r->self_at.z <= p->mesh.hi.z);
    }
}

static void check_mesh(const expected_facts *f) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", HAWSE_SHARED_DATA, f->path);
    expected_facts want = *f;
    int swapped = 0;
    for (size_t i = 0; i < sizeof after_repair / sizeof *after_repair; i++) {
        if (strcmp(after_repair[i].path, f->path) != 0) continue;
        want.open = after_repair[i].open, want.non_manifold = after_repair[i].non_manifold;
        want.duplicate = after_repair[i].duplicate, want.degenerate = after_repair[i].degenerate;
        swapped = after_repair[i].swapped;
    }
    contact_prepared p;
    rt_diag d = {0};
    if (contact_prepare(path, NULL, CONTACT_CACHE_OFF, &p, &d) != RT_OK) fail_msg("%s", d.text);
    const contact_mesh mesh = p.mesh;
    const contact_mesh_report r = p.report;
    check_diagnosis(f, &p, &d);
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
    contact_prepared_free(&p);
}

static void test_every_mesh_has_the_right_diagnosis(void **state) {
    (void)state;
    SKIP_WITHOUT(LIST);
    FILE *list = fopen(LIST, "r");
    assert_non_null(list);
    char row[2048];
    int n = 0;
    while (fgets(row, sizeof row, list)) {
        expected_facts f;
        if (!parse(row, &f)) continue;
        check_mesh(&f);
        n++;
    }
    fclose(list);
    print_message("%d meshes\n", n);
    assert_true(n >= 80); // all rows were parsed
}

static void load(const char *name, contact_mesh *mesh, contact_mesh_report *r, rt_diag *d) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", HAWSE_SHARED_DATA, name);
    *d = (rt_diag){0};
    if (contact_mesh_load(path, NULL, mesh, r, d) != RT_OK) fail_msg("%s", d->text);
}

// Scaling by a power of two changes no digit: mesh, tree and diagnosis are the same. Beyond the limits of size the mesh
// is refused.
static void test_scaled_mesh_is_the_same(void **state) {
    (void)state;
    SKIP_WITHOUT(LIST);
    static const char *const names[] = {"hulls/WAM-V-Base.obj", "robust/manifold/self_intersectA.obj",
                                        "robust/manifold/Offset1.obj", "anchors/lu6a_admiralty_anchor.obj"};
    static const double scales[] = {0x1p-150, 0x1p-60, 0x1p-10, 0x1p29};
    char path[512];
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", HAWSE_SHARED_DATA, names[i]);
        contact_prepared one, other;
        rt_diag d = {0};
        if (contact_prepare(path, NULL, CONTACT_CACHE_OFF, &one, &d) != RT_OK) fail_msg("%s", d.text);
        for (int k = 0; k < 4; k++) {
            const contact_mesh_options o = {.scale = scales[k]};
            if (contact_prepare(path, &o, CONTACT_CACHE_OFF, &other, &d) != RT_OK) fail_msg("%s", d.text);
            assert_true(other.mesh.nv == one.mesh.nv && other.mesh.nt == one.mesh.nt);
            assert_memory_equal(other.mesh.tri, one.mesh.tri, (size_t)one.mesh.nt * sizeof *one.mesh.tri);
            assert_memory_equal(other.tree.order, one.tree.order, (size_t)one.mesh.nt * sizeof *one.tree.order);
            assert_memory_equal(&other.report, &one.report, offsetof(contact_mesh_report, open_at));
            contact_prepared_free(&other);
        }
        contact_prepared_free(&one);
        d = (rt_diag){0};
        const contact_mesh_options tiny = {.scale = 0x1p-250};
        assert_int_equal(contact_prepare(path, &tiny, CONTACT_CACHE_OFF, &other, &d), RT_ERR_FORMAT);
        assert_non_null(strstr(d.text, "error: expected a mesh of 1e-50 m or more across, found "));
    }
}

// A clean mesh keeps the numbering of its file, because reference data refer to it.
static void test_clean_mesh_keeps_its_numbering(void **state) {
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
        cmocka_unit_test(test_every_mesh_has_the_right_diagnosis),
        cmocka_unit_test(test_scaled_mesh_is_the_same),
        cmocka_unit_test(test_clean_mesh_keeps_its_numbering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
