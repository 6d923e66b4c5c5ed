// SPDX-License-Identifier: MIT
// Fuzz target: one mesh reader (chosen by the extension of FUZZ_NAME), cleaning, tree, self intersections and messages.
// Small meshes are also searched for self intersections without tree and filter.
#include "tests/fuzz/fuzz_mesh.h"
#include "contact/prepare/load.h"

// Counts the intersections over all pairs, by exact predicates. A pair that the filter separates must not intersect.
static int count_self_cuts(const contact_mesh *m) {
    int count = 0;
    for (int a = 0; a < m->nt; a++)
        for (int b = a + 1; b < m->nt; b++) {
            vec3 at;
            tri_couple c = mesh_couple(m, a, b);
            bool meets = tri_couple_meets(&c, &at);
            CHECK(!meets || (isfinite(at.x) && isfinite(at.y) && isfinite(at.z)));
            CHECK(!meets || !tri_couple_apart(&c));
            count += meets;
        }
    return count;
}

static void check_mesh(const contact_mesh *m, const contact_mesh_report *r, rt_diag *d) {
    contact_bvh tree;
    mesh_self_cuts cuts = {0};
    CHECK(contact_bvh_build(m, &tree) == RT_OK && tree.depth <= CONTACT_BVH_DEPTH);
    CHECK(mesh_check(m, &tree) == RT_OK); // the cache reader must accept every prepared mesh
    check_surface(m);
    CHECK(mesh_find_self_cuts(m, &tree, &cuts) == RT_OK);
    if (m->nt <= 24) CHECK(cuts.count == count_self_cuts(m));
    CHECK(mesh_report_write("fuzz", r, m->closed, false, d) == RT_OK);
    if (m->closed) CHECK(r->open_edges == 0 && r->non_manifold_edges == 0 && !r->one_sided);
    check_queries(m, &tree);
    contact_bvh_free(&tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const contact_mesh_options o = {.scale = 1};
    static rt_diag d;
    contact_mesh_report report;
    contact_mesh mesh = {0};
    d.errors = d.warnings = 0;
    d.used = 0;
    d.text[0] = 0;
    memory_start();
    mesh_source source = {.path = FUZZ_NAME, .data = malloc(size + 1), .size = size, .d = &d};
    CHECK(source.data);
    memcpy(source.data, data, size);
    source.data[size] = 0;
    rt_status status = mesh_make_from_source(&source, &o, &mesh, &report);
    CHECK((status == RT_OK) == (d.errors == 0));
    if (status == RT_OK) check_mesh(&mesh, &report, &d);
    contact_mesh_free(&mesh);
    memory_check(size);
    return 0;
}
