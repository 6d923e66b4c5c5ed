// SPDX-License-Identifier: MIT
// Meshes with known geometry for the contact tests, and a detector for two of them.
#ifndef HAWSE_TESTS_CONTACT_REGION_SHAPES_H
#define HAWSE_TESTS_CONTACT_REGION_SHAPES_H

#include "contact/prepare/load.h"
#include "contact/region/region.h"
#include "tests/check.h"
#include <stdlib.h>

static const double shapes_pi = 3.14159265358979323846;

typedef struct shape {
    vec3 *v;
    int *t, nv, nt;
} shape;

typedef struct body {
    contact_mesh mesh;
    contact_bvh tree;
} body;

static inline shape shape_room(int nv, int nt) {
    return (shape){calloc((size_t)nv, sizeof(vec3)), calloc((size_t)nt * 3, sizeof(int)), 0, 0};
}

static inline int shape_vertex(shape *s, double x, double y, double z) {
    s->v[s->nv] = vec3_make(x, y, z);
    return s->nv++;
}

static inline void shape_triangle(shape *s, int a, int b, int c) {
    int *t = &s->t[3 * s->nt++];
    t[0] = a, t[1] = b, t[2] = c;
}

static inline void shape_quad(shape *s, int a, int b, int c, int d) {
    shape_triangle(s, a, b, c);
    shape_triangle(s, a, c, d);
}

// Makes a mesh of the shape, posed first, and frees the shape.
static inline body body_make(shape s, const pose *at) {
    body b = {0};
    contact_mesh_options o = {.scale = 1};
    contact_mesh_report report;
    rt_diag d = {0};
    for (int i = 0; i < s.nv && at; i++) s.v[i] = pose_point(at, s.v[i]);
    rt_status status = contact_mesh_make("shape", s.v, s.nv, s.t, s.nt, &o, &b.mesh, &report, &d);
    if (status != RT_OK) print_error("%s", d.text);
    assert_int_equal(status, RT_OK);
    assert_int_equal(contact_bvh_build(&b.mesh, &b.tree), RT_OK);
    free(s.v), free(s.t);
    return b;
}

static inline void body_free(body *b) {
    contact_bvh_free(&b->tree);
    contact_mesh_free(&b->mesh);
}

// A box between lo and hi with n x n quads a face; body_make welds it.
static inline shape shape_box(vec3 lo, vec3 hi, int n) {
    shape s = shape_room(6 * (n + 1) * (n + 1), 12 * n * n);
    vec3 size = vec3_sub(hi, lo), corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = vec3_make(lo.x + (i & 1 ? size.x : 0), lo.y + (i & 2 ? size.y : 0), lo.z + (i & 4 ? size.z : 0));
    const int face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (int f = 0; f < 6; f++) {
        vec3 o = corner[face[f][0]], u = vec3_sub(corner[face[f][1]], o), v = vec3_sub(corner[face[f][3]], o);
        int first = s.nv;
        for (int j = 0; j <= n; j++)
            for (int i = 0; i <= n; i++) {
                vec3 x = vec3_madd(vec3_madd(o, (double)i / n, u), (double)j / n, v);
                shape_vertex(&s, x.x, x.y, x.z);
            }
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                int a = first + j * (n + 1) + i;
                shape_quad(&s, a, a + 1, a + n + 2, a + n + 1);
            }
    }
    return s;
}

// An open plate z = 0, |x|, |y| <= half, n x n quads, normal +z.
static inline shape shape_plate(double half, int n) {
    shape s = shape_room((n + 1) * (n + 1), 2 * n * n);
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++) shape_vertex(&s, half * (2.0 * i / n - 1), half * (2.0 * j / n - 1), 0);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            int a = j * (n + 1) + i;
            shape_quad(&s, a, a + 1, a + n + 2, a + n + 1);
        }
    return s;
}

// A sphere, from a cube with n x n quads a face.
static inline shape shape_sphere(double radius, int n) {
    shape s = shape_box(vec3_make(-1, -1, -1), vec3_make(1, 1, 1), n);
    for (int i = 0; i < s.nv; i++) {
        vec3 x = s.v[i];
        x = vec3_make(tan(x.x * shapes_pi / 4), tan(x.y * shapes_pi / 4), tan(x.z * shapes_pi / 4)); // even angles
        s.v[i] = vec3_scale(radius, vec3_unit(x));
    }
    return s;
}

// A rod of n sides along z, |z| <= half, with its corners on the radius and m rings of quads.
static inline shape shape_rod(double radius, double half, int n, int m) {
    shape s = shape_room(n * (m + 1) + 2, 2 * n * m + 2 * n);
    for (int j = 0; j <= m; j++)
        for (int i = 0; i < n; i++)
            shape_vertex(&s, radius * cos(2 * shapes_pi * i / n), radius * sin(2 * shapes_pi * i / n),
                         half * (2.0 * j / m - 1));
    int bottom = shape_vertex(&s, 0, 0, -half), top = shape_vertex(&s, 0, 0, half);
    for (int i = 0; i < n; i++) {
        int k = (i + 1) % n;
        for (int j = 0; j < m; j++) shape_quad(&s, j * n + i, j * n + k, (j + 1) * n + k, (j + 1) * n + i);
        shape_triangle(&s, bottom, k, i);
        shape_triangle(&s, top, m * n + i, m * n + k);
    }
    return s;
}

// A closed tube along z, |z| <= half, with n sides and m rings; the corners of the bore lie on radius `inner`.
static inline shape shape_tube(double inner, double outer, double half, int n, int m) {
    shape s = shape_room(2 * n * (m + 1), 4 * n * m + 4 * n);
    for (int j = 0; j <= m; j++)
        for (int i = 0; i < 2 * n; i++) {
            double r = i < n ? inner : outer, a = 2 * shapes_pi * (i % n) / n;
            shape_vertex(&s, r * cos(a), r * sin(a), half * (2.0 * j / m - 1));
        }
    for (int i = 0; i < n; i++) {
        int k = (i + 1) % n, row = 2 * n, last = m * row;
        for (int j = 0; j < m; j++) {
            int o = j * row;
            shape_quad(&s, o + k, o + i, o + row + i, o + row + k);                 // bore, normal inward
            shape_quad(&s, o + n + i, o + n + k, o + row + n + k, o + row + n + i); // outside
        }
        shape_quad(&s, i, k, n + k, n + i);
        shape_quad(&s, last + i, last + n + i, last + n + k, last + k);
    }
    return s;
}

static inline pose pose_at(vec3 p) { return (pose){mat3_identity(), p}; }
static inline pose pose_turned(vec3 axis, double angle, vec3 p) {
    return (pose){mat3_rotation(vec3_unit(axis), angle), p};
}

typedef struct meeting {
    contact_detector *detector;
    contact_region region[16];
    contact_detect_info info;
    int n;
} meeting;

static inline meeting meeting_of(const body *a, const body *b) {
    contact_region_def def = contact_region_def_default();
    meeting m = {.detector = contact_detector_create(&def, &a->mesh, &a->tree, &b->mesh, &b->tree)};
    assert_non_null(m.detector);
    return m;
}

static inline void meet(meeting *m, pose at) { m->n = contact_detect(m->detector, &at, m->region, 16, &m->info); }

// Checks that the regions are equal to the last bit, except for the padding of the structs.
static inline void check_same_regions(const meeting *a, const meeting *b) {
    assert_int_equal(a->n, b->n);
    for (int i = 0; i < a->n; i++)
        assert_memory_equal(&a->region[i], &b->region[i], offsetof(contact_region, feature) + sizeof(int));
}

static inline void meeting_free(meeting *m) { contact_detector_destroy(m->detector); }

#endif
