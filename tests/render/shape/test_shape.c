// SPDX-License-Identifier: MIT
#include "contact/prepare/load.h"
#include "tests/check.h"

#include "render/shape/shape.h"
#include <stdlib.h>

static const link_size common = {1.3, 1.2, true}; // ISO 1704

static vec3 to_vec3(const float p[3]) { return vec3_make((double)p[0], (double)p[1], (double)p[2]); }

// Signed volume by the divergence theorem: positive when the triangles face outward.
static double compute_volume(const shape *s) {
    double v = 0;
    for (int i = 0; i < s->ni; i += 3) {
        vec3 a = to_vec3(s->vertex[s->index[i]].position), b = to_vec3(s->vertex[s->index[i + 1]].position),
             c = to_vec3(s->vertex[s->index[i + 2]].position);
        v += vec3_dot(a, vec3_cross(b, c)) / 6;
    }
    return v;
}

// Checks that every triangle faces along its vertices' normals.
static void check_facing(const shape *s) {
    for (int i = 0; i < s->ni; i += 3) {
        const shape_vertex *p[3];
        for (int k = 0; k < 3; k++) p[k] = &s->vertex[s->index[i + k]];
        vec3 a = to_vec3(p[0]->position),
             n = vec3_cross(vec3_sub(to_vec3(p[1]->position), a), vec3_sub(to_vec3(p[2]->position), a));
        if (vec3_norm(n) < 1e-9) continue; // degenerate, at a pole
        for (int k = 0; k < 3; k++) {
            assert_true(vec3_dot(n, to_vec3(p[k]->normal)) > 0);
            CHECK_NEAR(vec3_norm(to_vec3(p[k]->normal)), 1, 1e-5);
        }
    }
}

// Volume of torus pieces of radius 1.3 and straights of 2.4, bar 1 (ISO 1704): pi/4 (2 pi 1.3 + 4 1.2). Below 5 sides
// there is no stud.
static void link_has_the_volume_of_bar_and_stud(void **state) {
    (void)state;
    shape s;
    assert_true(shape_link(&common, 90, 4, &s));
    double expected = (2 * M_PI * 1.3 + 4.8) * 0.5; // a square bar of diagonal 1 has half the square's area
    CHECK_NEAR(compute_volume(&s), expected, 0.001 * expected);
    shape_free(&s);
    assert_true(shape_link(&common, 90, 90, &s));
    // the stud's ends are open, inside the bars: its wall alone sums to two thirds of its volume
    double bar = (2 * M_PI * 1.3 + 4.8) * M_PI / 4, stud = 2.0 / 3 * M_PI * 0.3 * 0.3 * 2.6;
    CHECK_NEAR(compute_volume(&s), bar + stud, 0.003 * bar);
    shape_free(&s);
}

// ISO 1704: 6 d long, 3.6 d wide, d thick.
static void link_has_its_iso_1704_size(void **state) {
    (void)state;
    shape s;
    vec3 hi = {0};
    assert_true(shape_link(&common, 8, 12, &s));
    check_facing(&s);
    for (int i = 0; i < s.nv; i++) hi = vec3_max(hi, to_vec3(s.vertex[i].position));
    CHECK_NEAR(hi.x, 1.8, 1e-5);
    CHECK_NEAR(hi.y, 0.5, 1e-5);
    CHECK_NEAR(hi.z, 3.0, 1e-5);
    shape_free(&s);
}

static void arrow_points_up_with_length_1(void **state) {
    (void)state;
    shape s;
    assert_true(shape_arrow(12, &s));
    check_facing(&s);
    double top = 0, bottom = 1;
    for (int i = 0; i < s.nv; i++) {
        top = fmax(top, (double)s.vertex[i].position[2]);
        bottom = fmin(bottom, (double)s.vertex[i].position[2]);
    }
    CHECK_NEAR(top, 1, 0);
    CHECK_NEAR(bottom, 0, 0);
    assert_true(compute_volume(&s) > 0);
    shape_free(&s);
}

// As long as the plain one; a straight line along the shaft's surface meets steel and air in turn.
static void dashed_arrow_has_gaps(void **state) {
    (void)state;
    shape s, plain;
    bool steel[72] = {false};
    assert_true(shape_arrow_dashed(12, &s) && shape_arrow(12, &plain));
    check_facing(&s);
    assert_true(compute_volume(&s) > 0.6 * compute_volume(&plain) && compute_volume(&s) < compute_volume(&plain));
    double top = 0, bottom = 1;
    for (int i = 0; i < s.ni; i += 3) {
        double lo = 1, hi = 0;
        for (int k = 0; k < 3; k++) {
            double z = (double)s.vertex[s.index[i + k]].position[2];
            lo = fmin(lo, z), hi = fmax(hi, z);
        }
        top = fmax(top, hi), bottom = fmin(bottom, lo);
        for (int k = 0; k < 72; k++) steel[k] = steel[k] || (lo < 0.01 * k + 0.005 && 0.01 * k + 0.005 < hi);
    }
    CHECK_NEAR(top, 1, 0);
    CHECK_NEAR(bottom, 0, 0);
    int dashes = 0, air = 0;
    for (int k = 0; k < 72; k++) dashes += steel[k] && (k == 0 || !steel[k - 1]), air += !steel[k];
    assert_int_equal(dashes, 5);
    assert_true(air > 72 / 4 && air < 72 / 2);
    shape_free(&s);
    shape_free(&plain);
}

static void lifter_faces_outward(void **state) {
    (void)state;
    shape s;
    assert_true(shape_lifter(&s));
    check_facing(&s);
    shape_free(&s);
}

// Two triangles folded by `fold` about an edge.
static void make_fold(double fold, contact_mesh *m, vec3 v[4], vec3 n[2]) {
    static contact_tri t[2] = {{{0, 1, 2}, {1, -1, -1}}, {{1, 0, 3}, {0, -1, -1}}};
    static int start[5] = {0, 2, 4, 5, 6}, list[6] = {0, 1, 0, 1, 0, 1};
    static double area[2] = {0.5, 0.5};
    v[0] = vec3_make(0, 0, 0);
    v[1] = vec3_make(1, 0, 0);
    v[2] = vec3_make(0, 1, 0);
    v[3] = vec3_make(0, -cos(fold), -sin(fold));
    n[0] = vec3_make(0, 0, 1);
    n[1] = vec3_make(0, -sin(fold), cos(fold));
    *m = (contact_mesh){.nv = 4,
                        .nt = 2,
                        .vertex = v,
                        .tri = t,
                        .normal = n,
                        .area = area,
                        .vertex_tri_start = start,
                        .vertex_tri = list};
}

static void gentle_folds_are_smooth_and_sharp_folds_stay_sharp(void **state) {
    (void)state;
    contact_mesh m;
    vec3 v[4], n[2];
    shape s;
    make_fold(0.4, &m, v, n);
    assert_true(shape_from_mesh(&m, 0.6, 0.002, &s));
    assert_int_equal(s.nv, 4); // both faces share the corners of the edge
    CHECK_NEAR((double)s.vertex[s.index[0]].normal[2], cos(0.2), 1e-6);
    CHECK_NEAR((double)s.vertex[s.index[0]].normal[1], -sin(0.2), 1e-6);
    shape_free(&s);
    make_fold(0.8, &m, v, n);
    assert_true(shape_from_mesh(&m, 0.6, 0.002, &s));
    assert_int_equal(s.nv, 6);
    check_facing(&s);
    CHECK_NEAR((double)s.vertex[s.index[0]].normal[2], 1, 1e-6);
    shape_free(&s);
}

enum { GRID = 24 }; // squares along an edge of a cube's face

// Faces of a cube of half edge r, each GRID x GRID squares. As a ball, the vertices are at distance r from the centre.
static contact_mesh make_cube(int faces, double r, bool ball) {
    static vec3 v[6 * (GRID + 1) * (GRID + 1)];
    static int tri[6 * GRID * GRID * 6];
    int nv = 0, n = 0;
    for (int f = 0; f < faces; f++)
        for (int i = 0; i <= GRID; i++)
            for (int j = 0; j <= GRID; j++) {
                double c[3], side = f % 2 ? 1 : -1;
                c[f / 2] = side * r;
                c[(f / 2 + 1) % 3] = r * (2.0 * i / GRID - 1);
                c[(f / 2 + 2) % 3] = side * r * (2.0 * j / GRID - 1);
                vec3 p = vec3_make(c[0], c[1], c[2]);
                v[nv++] = ball ? vec3_scale(r, vec3_unit(p)) : p;
                if (i == GRID || j == GRID) continue;
                int a = nv - 1, b = a + GRID + 1, square[6] = {a, b, b + 1, a, b + 1, a + 1};
                for (int k = 0; k < 6; k++) tri[n++] = square[k];
            }
    contact_mesh m;
    rt_diag d = {0};
    contact_mesh_options o = {.scale = 1, .weld = 1e-6};
    if (contact_mesh_make("cube", v, nv, tri, n / 3, &o, &m, NULL, &d)) fail_msg("%s", d.text);
    return m;
}

// Flat parts become a few triangles; edges and corners stay.
static void flat_parts_need_few_triangles(void **state) {
    (void)state;
    contact_mesh m = make_cube(6, 0.15, false);
    shape s;
    assert_true(m.closed);
    assert_true(shape_from_mesh(&m, 0.6, 0.002, &s));
    check_facing(&s);
    CHECK_NEAR(compute_volume(&s), 0.027, 1e-8);
    if (s.ni / 3 > m.nt / 50) fail_msg("%d triangles of %d", s.ni / 3, m.nt);
    shape_free(&s);
    contact_mesh_free(&m);
}

// On a ball the middle of a triangle is the deepest below the surface.
static void curved_parts_stay_within_the_tolerance(void **state) {
    (void)state;
    contact_mesh m = make_cube(6, 0.1, true);
    shape s;
    assert_true(shape_from_mesh(&m, 0.6, 0.002, &s));
    check_facing(&s);
    for (int i = 0; i < s.ni; i += 3) {
        vec3 sum = {0};
        for (int k = 0; k < 3; k++) sum = vec3_add(sum, to_vec3(s.vertex[s.index[i + k]].position));
        double depth = 0.1 - vec3_norm(sum) / 3;
        if (depth > 0.002) fail_msg("%.2f mm deep", 1000 * depth);
    }
    if (s.ni / 3 > m.nt / 2) fail_msg("%d triangles of %d", s.ni / 3, m.nt);
    shape_free(&s);
    contact_mesh_free(&m);
}

// A sheet keeps its whole open edge.
static void open_edges_stay(void **state) {
    (void)state;
    contact_mesh m = make_cube(1, 0.15, false);
    shape s;
    assert_true(shape_from_mesh(&m, 0.6, 0.002, &s));
    double area = 0;
    for (int i = 0; i < s.ni; i += 3) {
        vec3 a = to_vec3(s.vertex[s.index[i]].position), b = to_vec3(s.vertex[s.index[i + 1]].position);
        area += vec3_norm(vec3_cross(vec3_sub(b, a), vec3_sub(to_vec3(s.vertex[s.index[i + 2]].position), a))) / 2;
    }
    CHECK_NEAR(area, 0.09, 1e-8);
    assert_true(s.nv >= 4 * GRID && s.nv < (GRID + 1) * (GRID + 1) / 3);
    shape_free(&s);
    contact_mesh_free(&m);
}

// A square prism of height 1 with corners (0, -1/2), (+-1, 1/2), (0, 3/2): its half at y >= 0 has the area 2 - 1/4, and
// with its mirror image twice that volume. The cut leaves no face at y = 0, and none is needed.
static void half_and_mirror_image_close(void **state) {
    (void)state;
    shape s = {0};
    assert_true(shape_rod(4, &s));
    for (int i = 0; i < s.nv; i++) s.vertex[i].position[1] += 0.5f;
    assert_true(shape_mirror(&s));
    CHECK_NEAR(compute_volume(&s), 3.5, 1e-5);
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < s.nv; i++) {
        least = fmin(least, (double)s.vertex[i].position[1]);
        most = fmax(most, (double)s.vertex[i].position[1]);
    }
    CHECK_NEAR(most, 1.5, 1e-6);
    CHECK_NEAR(least, -1.5, 1e-6);
    shape_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_has_the_volume_of_bar_and_stud),
        cmocka_unit_test(link_has_its_iso_1704_size),
        cmocka_unit_test(arrow_points_up_with_length_1),
        cmocka_unit_test(dashed_arrow_has_gaps),
        cmocka_unit_test(lifter_faces_outward),
        cmocka_unit_test(gentle_folds_are_smooth_and_sharp_folds_stay_sharp),
        cmocka_unit_test(flat_parts_need_few_triangles),
        cmocka_unit_test(curved_parts_stay_within_the_tolerance),
        cmocka_unit_test(open_edges_stay),
        cmocka_unit_test(half_and_mirror_image_close),
    };
    return cmocka_run_group_tests_name("render.shape.shape", tests, NULL, NULL);
}
