// SPDX-License-Identifier: MIT
// Drawn mesh of a plane curve: a plate with the contour's area, or a ribbon if it encloses no area.
#include "rt/picture/mechanism.h"
#include "tests/check.h"

enum { MOST = 20000 };
static const double thickness = 0.08; // thickness of the plate, relative to the contour's size

static contact_mesh make_mesh(const vec2 *p, int n, bool closed, double smooth, double reach) {
    const contact_curve_options o = {.closed = closed, .smooth = smooth, .reach = reach};
    const contact_curve_source from = {NULL, 0, 0, "contour"};
    contact_plane_curve c;
    contact_mesh m;
    rt_diag d = {0};
    if (contact_plane_curve_create(&c, p, n, &o, &from, &d) != RT_OK) fail_msg("%s", d.text);
    if (picture_curve("contour", &c, &m, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(d.errors + d.warnings, 0);
    contact_plane_curve_free(&c);
    return m;
}

// Checks a plate: area within the relative error `most`, thickness, all faces present and outward.
static void check_plate(const vec2 *p, int n, double smooth, double area, double size, double most) {
    contact_mesh m = make_mesh(p, n, true, smooth, 0);
    assert_true(m.closed);
    CHECK_NEAR(contact_mesh_mass(&m, 1).mass, area * thickness * size, most * area * thickness * size);
    CHECK_NEAR(m.hi.z - m.lo.z, thickness * size, 1e-12 * size);
    assert_true(m.nt <= 4 * 600);
    contact_mesh_free(&m);
}

static void contours_become_plates(void **state) {
    (void)state;
    static const vec2 el[] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 4}, {0, 4}};
    static vec2 p[MOST];
    check_plate(el, 6, 0, 6, 4, 1e-9);
    for (int k = 0; k < 14; k++) { // a star of seven points: half its corners point inward
        double r = k % 2 ? 0.4 : 1, a = 2 * M_PI * k / 14;
        p[k] = (vec2){r * cos(a), r * sin(a)};
    }
    check_plate(p, 14, 0, 7 * 0.4 * sin(M_PI / 7), 2 * sin(4 * M_PI / 7), 1e-9);
    for (int k = 0; k < MOST; k++) p[k] = (vec2){1e-3 * cos(2 * M_PI * k / MOST), 1e-3 * sin(2 * M_PI * k / MOST)};
    // twice the tolerance of 0.0015 of its size, along the circumference
    check_plate(p, MOST, 0.1, M_PI * 1e-6, 2e-3, 0.012);
    check_plate(p, MOST, 0, M_PI * 1e-6, 2e-3, 0.012);
}

// Eight points, smoothed: closer to the circle than the octagon, whose area is 0.90 of the circle's.
static void smooth_curve_is_drawn_round(void **state) {
    (void)state;
    vec2 p[8];
    for (int k = 0; k < 8; k++) p[k] = (vec2){cos(M_PI / 4 * k), sin(M_PI / 4 * k)};
    contact_mesh bent = make_mesh(p, 8, true, 1, 0), sharp = make_mesh(p, 8, true, 0.5, 0);
    double volume[2] = {contact_mesh_mass(&bent, 1).mass, contact_mesh_mass(&sharp, 1).mass};
    CHECK_NEAR(volume[0], M_PI * 2 * thickness, 0.02 * M_PI * 2 * thickness);
    CHECK_NEAR(volume[1], 2 * sqrt(2) * 2 * thickness, 1e-9);
    contact_mesh_free(&bent);
    contact_mesh_free(&sharp);
}

static void open_curve_becomes_a_ribbon(void **state) {
    (void)state;
    static const vec2 open[] = {{0, 0}, {1, 0}, {2, 1}}, hole[] = {{0, 0}, {0, 2}, {2, 2}, {2, 0}};
    contact_mesh m = make_mesh(open, 3, false, 0, 1e-3);
    assert_false(m.closed);
    assert_int_equal(m.nt, 4);
    contact_mesh_free(&m);
    m = make_mesh(hole, 4, true, 0, 1e-3);
    assert_false(m.closed);
    assert_int_equal(m.nt, 8);
    contact_mesh_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contours_become_plates),
        cmocka_unit_test(smooth_curve_is_drawn_round),
        cmocka_unit_test(open_curve_becomes_a_ribbon),
    };
    return cmocka_run_group_tests_name("rt.picture.curve", tests, NULL, NULL);
}
