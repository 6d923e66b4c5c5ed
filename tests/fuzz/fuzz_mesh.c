// SPDX-License-Identifier: MIT
// libFuzzer harness of the mesh readers and the cleaning; the first byte chooses the reader. Not part of the build:
//   clang -g -O1 -std=c17 -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_mesh.c
//         contact/mesh*.c contact/bvh*.c rt/base.c -lm -o build/fuzz_mesh && build/fuzz_mesh -max_len=4096
#include "contact/bvh.h"
#include "contact/mesh_read.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// What a mesh that was accepted must keep.
static void check(const contact_mesh *mesh) {
    contact_bvh tree;
    assert(mesh->nt > 0 && contact_bvh_build(mesh, &tree) == RT_OK && tree.depth <= CONTACT_BVH_DEPTH);
    for (int i = 0; i < mesh->nt; i++) {
        assert(fabs(vec3_norm(mesh->normal[i]) - 1) < 1e-9 && mesh->area[i] > 0);
        for (int k = 0; k < 3; k++) {
            assert(mesh->tri[i].v[k] >= 0 && mesh->tri[i].v[k] < mesh->nv);
            assert(mesh->tri[i].adj[k] >= -2 && mesh->tri[i].adj[k] < mesh->nt &&
                   !(mesh->closed && mesh->tri[i].adj[k] < 0));
        }
    }
    contact_bvh_free(&tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rt_status (*const readers[3])(const mesh_source *, mesh_soup *,
                                         contact_mesh_report *) = {mesh_read_obj, mesh_read_stl, mesh_read_ply};
    if (size == 0) return 0;
    rt_diag d = {0};
    contact_mesh_report report = {0};
    contact_mesh mesh;
    mesh_soup soup = {0};
    char *text = malloc(size);
    if (!text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    mesh_source source = {.path = "fuzz", .data = text, .size = size - 1, .d = &d};
    rt_status status = readers[data[0] % 3](&source, &soup, &report);
    assert((status == RT_OK) == (d.errors == 0));
    if (status == RT_OK) {
        status = contact_mesh_make("fuzz", soup.v, soup.nv, soup.t, soup.nt, NULL, &mesh, &report, &d);
        assert((status == RT_OK) == (d.errors == 0));
        if (status == RT_OK) check(&mesh);
        contact_mesh_free(&mesh);
    }
    mesh_soup_free(&soup);
    free(text);
    return 0;
}
