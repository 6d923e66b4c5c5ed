// SPDX-License-Identifier: MIT
// Boxes, spheres and mesh files for the contact tests.
#ifndef HAWSE_TESTS_CONTACT_SHAPES_H
#define HAWSE_TESTS_CONTACT_SHAPES_H

#include "contact/mesh/mesh.h"
#include "contact/prepare/load.h"
#include "tests/check.h"

#include <stdlib.h>
#include <string.h>

// A box of these half extents about its centre, two triangles a face, facing outward.
static const int box_triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                      2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static inline void box_vertices(vec3 half, vec3 centre, vec3 v[8]) {
    for (int i = 0; i < 8; i++)
        v[i] =
            vec3_add(centre, vec3_make(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z));
}

static inline contact_mesh make_mesh(const vec3 *v, int nv, const int *t, int nt, contact_mesh_report *report) {
    contact_mesh mesh;
    rt_diag d = {0};
    if (contact_mesh_make("made", v, nv, t, nt, NULL, &mesh, report, &d) != RT_OK) fail_msg("%s", d.text);
    return mesh;
}

static inline contact_mesh make_box(vec3 half, vec3 centre) {
    vec3 v[8];
    box_vertices(half, centre, v);
    return make_mesh(v, 8, box_triangles, 12, NULL);
}

// A sphere from an octahedron whose faces are split n times into four: 8·4ⁿ triangles, vertices on the sphere. Each
// triangle has its own vertices; welding closes the mesh.
static inline contact_mesh make_sphere(double radius, vec3 centre, int n) {
    int nt = 8;
    for (int i = 0; i < n; i++) nt *= 4;
    vec3 *v = malloc(3 * (size_t)nt * sizeof *v);
    int *t = malloc(3 * (size_t)nt * sizeof *t), m = 8;
    assert_true(v && t);
    for (int i = 0; i < 8; i++) {
        vec3 x = vec3_make(i & 1 ? -1 : 1, 0, 0), y = vec3_make(0, i & 2 ? -1 : 1, 0),
             z = vec3_make(0, 0, i & 4 ? -1 : 1);
        bool mirrored = (i & 1) ^ (i >> 1 & 1) ^ (i >> 2 & 1);
        v[3 * i] = x, v[3 * i + 1] = mirrored ? z : y, v[3 * i + 2] = mirrored ? y : z;
    }
    for (int level = 0; level < n; level++, m *= 4) {
        for (int i = m - 1; i >= 0; i--) { // from the end, because four replace one
            vec3 a = v[3 * i], b = v[3 * i + 1], c = v[3 * i + 2];
            vec3 ab = vec3_unit(vec3_add(a, b)), bc = vec3_unit(vec3_add(b, c)), ca = vec3_unit(vec3_add(c, a));
            const vec3 four[12] = {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca};
            memcpy(v + 12 * (size_t)i, four, sizeof four);
        }
    }
    for (int i = 0; i < 3 * nt; i++) v[i] = vec3_madd(centre, radius, v[i]), t[i] = i;
    contact_mesh mesh = make_mesh(v, 3 * nt, t, nt, NULL);
    free(v), free(t);
    return mesh;
}

// write_file writes one file in a folder of its own; remove_files removes both.
static char shapes_folder[64], shapes_path[128];

static inline const char *write_file(const char *name, const void *bytes, size_t n) {
    if (!shapes_folder[0]) {
        strcpy(shapes_folder, "/tmp/hawse_mesh_XXXXXX");
        assert_non_null(mkdtemp(shapes_folder));
    }
    if (shapes_path[0]) unlink(shapes_path);
    snprintf(shapes_path, sizeof shapes_path, "%s/%s", shapes_folder, name);
    FILE *f = fopen(shapes_path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    return shapes_path;
}

static inline const char *write_text(const char *name, const char *text) {
    return write_file(name, text, strlen(text));
}

static inline int remove_files(void **state) {
    (void)state;
    if (shapes_path[0]) unlink(shapes_path);
    if (shapes_folder[0]) rmdir(shapes_folder);
    return 0;
}

#endif
