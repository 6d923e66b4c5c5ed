// SPDX-License-Identifier: MIT
// Plane curves: nearest point by sectors and by the tree against a search of every edge; smooth contours against the
// circle and the ellipse that they approximate; open and clockwise contours; errors.
#include "tests/contact/plane_shapes.h"
#include <string.h>

// Compares the sectors with a search of every edge and a count of crossings, near the contour and deep inside.
static void check_polygon(outline o, uint64_t *s, int points) {
    contact_plane_curve c = prepared(o, 0);
    contact_curve_effort effort = {0};
    for (int k = 0; k < points; k++) {
        vec2 x = {uniform(s, -1.5, 1.5), uniform(s, -1.5, 1.5)};
        if (k % 2) { // close to the contour: in the sectors
            const contact_curve_segment *g = &c.segment[(int)uniform(s, 0, c.n)];
            x = vec2_madd(contact_curve_point(g, uniform(s, 0, 1)), uniform(s, -1, 1) * c.sector, g->outward);
        }
        contact_curve_near near = contact_plane_curve_near(&c, x, &effort);
        double distance = edges_distance(&c, x);
        CHECK_NEAR(fabs(near.distance), distance, 1e-13);
        CHECK_NEAR(vec2_norm(vec2_sub(x, near.foot)), distance, 1e-13);
        CHECK_NEAR(vec2_norm(near.normal), 1, 1e-14);
        if (distance > 1e-12) {
            assert_int_equal(near.distance < 0, edges_inside(&c, x));
            CHECK_NEAR(vec2_dot(vec2_sub(x, near.foot), near.normal), near.distance, 1e-13);
        }
        double d2, t;
        int segment = curve_tree_nearest(&c, x, &d2, &t, &effort);
        assert_int_equal(segment, near.segment);
    }
    contact_plane_curve_free(&c);
}

static void test_sectors_agree_with_every_edge(void **state) {
    (void)state;
    uint64_t s = 0x9e3779b97f4a7c15u;
    check_polygon(square(1), &s, 4000);
    check_polygon(square(37), &s, 4000);
    check_polygon(gear(23, 0.7, 1, 1), &s, 4000);
    check_polygon(gear(40, 0.9, 1, 3), &s, 4000);
    for (int k = 0; k < 20; k++) check_polygon(random_star(&s, 3 + 17 * k, 0.15), &s, 2000);
}

// Everywhere in a sector its list gives the tree's answer.
static void test_sectors_are_complete(void **state) {
    (void)state;
    uint64_t s = 77;
    contact_curve_effort effort = {0};
    for (int k = 0; k < 6; k++) {
        contact_plane_curve c = prepared(k % 2 ? wavy(40 + 90 * k, 1, 0.3, 5) : random_star(&s, 30 + 40 * k, 0.3), 0.3);
        long listed = c.first[c.sectors];
        assert_true(c.sectors < 12 * c.n + 100 && listed < 60 * (long)c.n + 1000); // in proportion
        int in_sectors = 0;
        for (int j = 0; j < 20000; j++) {
            vec2 x = {uniform(&s, -1.4, 1.4), uniform(&s, -1.4, 1.4)};
            int64_t key = curve_sector_key(&c, x);
            if (key < 0 || c.key[curve_sector_slot(&c, key)] != key) continue;
            in_sectors++;
            double d2, t;
            curve_tree_nearest(&c, x, &d2, &t, &effort);
            CHECK_NEAR(fabs(contact_plane_curve_near(&c, x, &effort).distance), sqrt(d2), 1e-14);
        }
        assert_true(in_sectors > 200);
        contact_plane_curve_free(&c);
    }
}

// The contour of n points on a circle differs from the circle by O(θ⁴): the cubic between two points is a parabola over
// the chord.
static void test_circle_of_points_is_a_circle(void **state) {
    (void)state;
    double error[3];
    for (int k = 0; k < 3; k++) {
        int n = 24 << k;
        contact_plane_curve c = prepared(regular(n, 2, 0.1), 0.5);
        contact_curve_effort effort = {0};
        uint64_t s = 5;
        error[k] = 0;
        for (int j = 0; j < 2000; j++) {
            double r = uniform(&s, 0.4, 3), a = uniform(&s, 0, 2 * M_PI);
            vec2 x = {r * cos(a), r * sin(a)};
            contact_curve_near near = contact_plane_curve_near(&c, x, &effort);
            error[k] = fmax(error[k], fabs(near.distance - (r - 2)));
            CHECK_NEAR(vec2_dot(near.normal, vec2_scale(1 / r, x)), 1, 1e-5);
        }
        contact_plane_curve_free(&c);
    }
    print_message("circle of 24, 48, 96 points: %.2e %.2e %.2e of its radius\n", error[0] / 2, error[1] / 2,
                  error[2] / 2);
    assert_true(error[0] < 2 * pow(2 * M_PI / 24, 4) / 8);
    assert_true(error[1] < error[0] / 12 && error[2] < error[1] / 12);
}

// An ellipse has unevenly spaced points and known normals.
static void test_ellipse_has_its_normals(void **state) {
    (void)state;
    double error[2];
    for (int k = 0; k < 2; k++) {
        contact_plane_curve c = prepared(ellipse(60 << k, 2, 1), 0.5);
        contact_curve_effort effort = {0};
        error[k] = 0;
        for (int j = 0; j < 1000; j++) {
            double u = 2 * M_PI * j / 1000;
            vec2 p = {2 * cos(u), sin(u)}, normal = vec2_unit((vec2){cos(u), 2 * sin(u)});
            for (int side = -1; side <= 1; side += 2) {
                vec2 x = vec2_madd(p, 0.1 * side, normal);
                error[k] = fmax(error[k], fabs(contact_plane_curve_near(&c, x, &effort).distance - 0.1 * side));
            }
        }
        contact_plane_curve_free(&c);
    }
    print_message("ellipse of 60, 120 points: %.2e %.2e\n", error[0], error[1]);
    assert_true(error[0] < 1e-3 && error[1] < error[0] / 6);
}

// A stadium keeps the direction of its lines and the radius of its arcs, except for the error of the parabolas.
static void test_stadium_keeps_lines_and_arcs(void **state) {
    (void)state;
    enum { ARC = 33 };
    outline o = outline_make(2 * ARC);
    for (int i = 0; i < ARC; i++) {
        double a = -0.5 * M_PI + M_PI * i / (ARC - 1);
        o.p[i] = (vec2){3 + cos(a), sin(a)};
        o.p[ARC + i] = (vec2){-3 - cos(a), -sin(a)};
    }
    contact_plane_curve c = prepared(o, 0.3);
    contact_curve_effort effort = {0};
    int ends = 0;
    for (int v = 0; v < c.points; v++) ends += c.vertex[v] == CONTACT_VERTEX_FLAT_END;
    assert_int_equal(ends, 4);
    uint64_t s = 3;
    for (int j = 0; j < 4000; j++) {
        vec2 x = {uniform(&s, -5, 5), uniform(&s, -2, 2)};
        double core = fmin(fmax(x.x, -3), 3), exact = hypot(x.x - core, x.y) - 1;
        CHECK_NEAR(contact_plane_curve_near(&c, x, &effort).distance, exact, pow(M_PI / (ARC - 1), 4) / 8);
    }
    contact_plane_curve_free(&c);
}

// An open contour ends at its ends and at its reach; a clockwise contour is a hole.
static void test_open_contour_ends_and_hole_inverts(void **state) {
    (void)state;
    static rt_diag d;
    contact_plane_curve c;
    contact_curve_effort effort = {0};
    const vec2 line[] = {{1, 0}, {0, 0}, {-1, 0.5}}; // to the left, so the material is below
    contact_curve_options o = {.closed = false, .reach = 0.2};
    assert_int_equal(contact_plane_curve_create(&c, line, 3, &o, &(contact_curve_source){.who = "line"}, &d), RT_OK);
    contact_curve_near near = contact_plane_curve_near(&c, (vec2){0.5, -0.1}, &effort);
    CHECK_NEAR(near.distance, -0.1, 1e-15);
    CHECK_NEAR(near.normal.y, 1, 1e-15);
    assert_false(near.none);
    CHECK_NEAR(contact_plane_curve_near(&c, (vec2){0.5, 0.3}, &effort).distance, 0.3, 1e-15);
    assert_true(contact_plane_curve_near(&c, (vec2){0.5, -0.3}, &effort).none);
    assert_true(contact_plane_curve_near(&c, (vec2){1.1, -0.1}, &effort).none);
    contact_plane_curve_free(&c);

    outline ring = regular(100, 1, 0);
    for (int i = 0; i < 50; i++) {
        vec2 p = ring.p[i];
        ring.p[i] = ring.p[99 - i];
        ring.p[99 - i] = p;
    }
    o = (contact_curve_options){.closed = true, .smooth = 0.2, .reach = 0.5};
    assert_int_equal(contact_plane_curve_create(&c, ring.p, ring.n, &o, &(contact_curve_source){.who = "hole"}, &d),
                     RT_OK);
    near = contact_plane_curve_near(&c, (vec2){0, 1.1}, &effort);
    CHECK_NEAR(near.distance, -0.1, 1e-5);
    CHECK_NEAR(near.normal.y, -1, 1e-4);
    CHECK_NEAR(contact_plane_curve_near(&c, (vec2){0.9, 0}, &effort).distance, 0.1, 1e-5);
    assert_true(contact_plane_curve_near(&c, (vec2){0, 1.6}, &effort).none);
    contact_plane_curve_free(&c);
    free(ring.p);
}

// A file holds numbers, a comma, comments and column names. An error names the line of anything else.
static rt_status read_text(const char *text, vec2 **p, int *n, rt_diag *d) {
    char path[] = "/tmp/hawse_curve_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    *d = (rt_diag){0};
    rt_status status = contact_curve_read(path, 0.001, p, n, d);
    unlink(path);
    return status;
}

static void test_reader_names_the_bad_line(void **state) {
    (void)state;
    static rt_diag d;
    vec2 *p;
    int n;
    assert_int_equal(read_text("x, y\n# a comment\n1, 2\n\n -3e1 ,4 \r\n", &p, &n, &d), RT_OK);
    assert_int_equal(n, 2);
    CHECK_NEAR(p[0].x, 0.001, 0), CHECK_NEAR(p[0].y, 0.002, 0), CHECK_NEAR(p[1].x, -0.03, 0);
    CHECK_NEAR(p[1].y, 0.004, 0);
    free(p);
    const char *const bad[][2] = {{"1, 2\n3 4\n", ":2:"},
                                  {"1, 2\n3, 4, 5\n", ":2:"},
                                  {"x\ny\n1, 2\n", ":2:"},
                                  {"1, 2\n3, \n", ":2:"},
                                  {"1, 2\n\n3, x\n", ":3:"}};
    for (int k = 0; k < 5; k++) {
        assert_int_equal(read_text(bad[k][0], &p, &n, &d), RT_ERR_FORMAT);
        assert_non_null(strstr(d.text, bad[k][1]));
    }
    d = (rt_diag){0};
    assert_int_equal(contact_curve_read("/nowhere/contour.csv", 1, &p, &n, &d), RT_ERR_FILE);
    assert_non_null(strstr(d.text, "cannot open the contour"));
}

static void check_refused(const vec2 *p, int n, contact_curve_options o, const char *says) {
    static rt_diag d;
    contact_plane_curve c;
    d = (rt_diag){0};
    assert_int_equal(contact_plane_curve_create(&c, p, n, &o, &(contact_curve_source){.who = "shape 'cam'"}, &d),
                     RT_ERR_FORMAT);
    assert_int_equal(d.errors, 1);
    if (!strstr(d.text, says) || !strstr(d.text, "shape 'cam'")) print_error("'%s' not in %s", says, d.text);
    assert_true(strstr(d.text, says) && strstr(d.text, "shape 'cam'"));
    assert_null(c.segment);
}

static void test_bad_contours_are_refused(void **state) {
    (void)state;
    const contact_curve_options closed = {.closed = true}, open = {.closed = false, .reach = 1};
    const vec2 p[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    check_refused(p, 2, closed, "2 points, expected 3");
    check_refused(p, 1, open, "1 points, expected 2");
    check_refused(p, 0, closed, "0 points");
    check_refused(p, CONTACT_CURVE_MAX + 1, closed, "points, expected 3 to 200000");
    check_refused((vec2[]){{0, 0}, {1, 0}, {NAN, 1}}, 3, closed, "point 3");
    check_refused((vec2[]){{0, 0}, {1, 0}, {INFINITY, 1}}, 3, closed,
                  "expected finite coordinates up to 1e+06 m, found (inf, 1)");
    check_refused((vec2[]){{0, 0}, {1, 0}, {1, 0}, {0, 1}}, 4, closed, "points 2 and 3 coincide");
    check_refused((vec2[]){{0, 0}, {1, 0}, {0, 1}, {0, 0}}, 4, closed, "points 4 and 1 coincide; a closed");
    check_refused((vec2[]){{0, 0}, {3, 0}, {3, 2}, {1, -1}, {0, 2}}, 5, closed,
                  "crosses or touches itself: segments 1 and 3");
    check_refused((vec2[]){{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}, 5, closed, "crosses or touches itself");
    check_refused((vec2[]){{0, 0}, {1, 0}, {0.5, 0}, {0.5, 1}}, 4, closed, "turns back");
    check_refused((vec2[]){{0, 0}, {0, 1}, {1, 1}, {1, 0}}, 4, closed, "needs a reach"); // clockwise
    check_refused(p, 4, (contact_curve_options){.closed = false}, "needs a reach");
    check_refused(p, 4, (contact_curve_options){.closed = true, .reach = 1}, "expected no reach");
    check_refused(p, 4, (contact_curve_options){.closed = true, .smooth = 1.5}, "smooth");
    check_refused(p, 4, (contact_curve_options){.closed = true, .smooth = NAN}, "smooth");
}

// The check finds a single crossing among many segments.
static void test_single_crossing_is_found(void **state) {
    (void)state;
    static rt_diag d;
    outline o = wavy(2000, 1, 0.2, 7);
    contact_plane_curve c;
    contact_curve_options closed = {.closed = true, .smooth = 0.2};
    assert_int_equal(contact_plane_curve_create(&c, o.p, o.n, &closed, &(contact_curve_source){.who = "wavy"}, &d),
                     RT_OK);
    contact_plane_curve_free(&c);
    o.p[700] = vec2_scale(1.0001, o.p[1400]);
    assert_int_equal(contact_plane_curve_create(&c, o.p, o.n, &closed, &(contact_curve_source){.who = "wavy"}, &d),
                     RT_ERR_FORMAT);
    free(o.p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sectors_agree_with_every_edge), cmocka_unit_test(test_sectors_are_complete),
        cmocka_unit_test(test_circle_of_points_is_a_circle),  cmocka_unit_test(test_ellipse_has_its_normals),
        cmocka_unit_test(test_stadium_keeps_lines_and_arcs),  cmocka_unit_test(test_open_contour_ends_and_hole_inverts),
        cmocka_unit_test(test_reader_names_the_bad_line),     cmocka_unit_test(test_bad_contours_are_refused),
        cmocka_unit_test(test_single_crossing_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
