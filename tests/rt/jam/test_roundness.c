// SPDX-License-Identifier: MIT
// The radius of a fillet, measured on its triangles.
#include "contact/prepare/prepare.h"
#include "rt/jam/roundness.h"
#include "tests/check.h"
#include <stdlib.h>

#define PI 3.14159265358979323846

// A torus about z: radius R of its circle, r of its tube; n x m facets of two triangles.
static contact_mesh torus(double R, double r, int n, int m) {
    vec3 *v = malloc((size_t)(n * m) * sizeof *v);
    int *t = malloc((size_t)(6 * n * m) * sizeof *t), k = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double a = 2 * PI * i / n, b = 2 * PI * j / m, x = R + r * cos(b);
            v[i * m + j] = vec3_make(x * cos(a), x * sin(a), r * sin(b));
            int at[4] = {i * m + j, (i + 1) % n * m + j, (i + 1) % n * m + (j + 1) % m, i * m + (j + 1) % m};
            const int corner[6] = {at[0], at[1], at[2], at[0], at[2], at[3]};
            for (int c = 0; c < 6; c++) t[k++] = corner[c];
        }
    contact_mesh mesh;
    rt_diag d = {0};
    assert_int_equal(contact_mesh_make("torus", v, n * m, t, 2 * n * m, NULL, &mesh, NULL, &d), RT_OK);
    free(v), free(t);
    return mesh;
}

// The smallest radius is that of the tube: outside, and also in the throat, where the other curvature is concave. It
// holds at any point of any facet.
static void torus_has_the_radius_of_its_tube(void **state) {
    (void)state;
    for (double r = 0.05; r < 0.5; r *= 2) {
        contact_mesh m = torus(1, r, 90, 48);
        for (int k = 0; k < 12; k++) {
            double a = 0.01 + 0.5 * k, b = 0.02 + 0.13 * k;
            vec3 n = vec3_make(cos(b) * cos(a), cos(b) * sin(a), sin(b));
            vec3 at = vec3_madd(vec3_make(cos(a), sin(a), 0), r, n);
            CHECK_NEAR(contact_mesh_radius(&m, at, n), r, 0.08 * r);
        }
        contact_mesh_free(&m);
    }
}

// A ring of 0.40 m around a pipe of 0.56 m has that radius with any triangles: slender along the ring, slender across
// it, or coarse. So has the lip that a search around the pipe's mouth finds.
static void ring_has_its_radius_with_slender_triangles(void **state) {
    (void)state;
    const int facets[][2] = {{90, 48}, {24, 12}, {64, 12}, {96, 12}, {200, 12}, {12, 48}};
    const double r = 0.4;
    for (size_t i = 0; i < sizeof facets / sizeof facets[0]; i++) {
        contact_mesh m = torus(0.28 + r, r, facets[i][0], facets[i][1]);
        for (int k = 0; k < 200; k++) {
            double a = 0.37 * k, b = 0.11 * k;
            vec3 n = vec3_make(cos(b) * cos(a), cos(b) * sin(a), sin(b));
            vec3 at = vec3_madd(vec3_make((0.28 + r) * cos(a), (0.28 + r) * sin(a), 0), r, n);
            CHECK_NEAR(contact_mesh_radius(&m, at, n), r, 0.17 * r); // twelve facets around the tube: 30 deg each
        }
        CHECK_NEAR(contact_mesh_lip(&m, vec3_make(0, 0, 0), vec3_make(0, 0, -1), 0.56), r, 0.1 * r);
        contact_mesh_free(&m);
    }
}

static void flat_mesh_has_no_radius(void **state) {
    (void)state;
    enum { N = 12 };
    vec3 v[(N + 1) * (N + 1)];
    int t[6 * N * N], k = 0;
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++) v[i * (N + 1) + j] = vec3_make(0.1 * i, 0.1 * j, 0.2 * i);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int a = i * (N + 1) + j, b = a + N + 1;
            const int corner[6] = {a, b, b + 1, a, b + 1, a + 1};
            for (int c = 0; c < 6; c++) t[k++] = corner[c];
        }
    contact_mesh m;
    rt_diag d = {0};
    assert_int_equal(contact_mesh_make("plane", v, (N + 1) * (N + 1), t, 2 * N * N, NULL, &m, NULL, &d), RT_OK);
    assert_true(isinf(contact_mesh_radius(&m, vec3_make(0.6, 0.6, 1.2), vec3_unit(vec3_make(-2, 0, 1)))));
    contact_mesh_free(&m);
}

// Nearest vertex and its normal. The shipped bow has a bolster of 0.27 m and a rim of 0.10 m (parameters.geo); the test
// takes the vertices nearest to points that lie on these fillets in the drawing.
static vec3 nearest_vertex(const contact_mesh *m, vec3 at, vec3 *normal) {
    int best = 0;
    for (int k = 0; k < m->nv; k++)
        if (vec3_norm2(vec3_sub(m->vertex[k], at)) < vec3_norm2(vec3_sub(m->vertex[best], at))) best = k;
    vec3 sum = vec3_make(0, 0, 0);
    for (int k = m->vertex_tri_start[best]; k < m->vertex_tri_start[best + 1]; k++)
        sum = vec3_madd(sum, m->area[m->vertex_tri[k]], m->normal[m->vertex_tri[k]]);
    *normal = vec3_unit(sum);
    return m->vertex[best];
}

static void shipped_bow_has_the_radii_of_its_drawing(void **state) {
    (void)state;
    const char *path = HAWSE_SOURCE_DIR "/config/models/bow_narrow.ply";
    SKIP_WITHOUT(path);
    contact_mesh m;
    rt_diag d = {0};
    assert_int_equal(contact_mesh_load(path, NULL, &m, NULL, &d), RT_OK);
    vec3 normal, at = nearest_vertex(&m, vec3_make(8.37, 7.78, 5.75), &normal);
    CHECK_NEAR(contact_mesh_radius(&m, at, normal), 0.10, 0.02);
    // the bolster below the pipe, halfway round: a ball of 0.27 m that touches the pipe (0.28 m) from below, and the
    // face
    at = nearest_vertex(&m, vec3_make(8.993, 6.985, 4.758), &normal);
    CHECK_NEAR(contact_mesh_radius(&m, at, normal), 0.27, 0.05);
    // the lip around the mouth: its axis is 50 deg above the horizontal, 25 deg aft of abeam
    vec3 axis = vec3_make(-0.271654, -0.582563, 0.766044);
    CHECK_NEAR(contact_mesh_lip(&m, vec3_make(9, 7, 5.2), axis, 0.56), 0.27, 0.05);
    // on the flat shell beside the pocket
    at = nearest_vertex(&m, vec3_make(7.6, 7.9, 4.7), &normal);
    assert_true(contact_mesh_radius(&m, at, normal) > 10);
    contact_mesh_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(torus_has_the_radius_of_its_tube),
                                       cmocka_unit_test(ring_has_its_radius_with_slender_triangles),
                                       cmocka_unit_test(flat_mesh_has_no_radius),
                                       cmocka_unit_test(shipped_bow_has_the_radii_of_its_drawing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
