// SPDX-License-Identifier: MIT
// Triangle against the link's curve: reference cases, an independent search of the curve, closed forms.
#include "tests/check.h"

#include <string.h>

#include "contact/link/link.h"
#include "tests/random.h"

static vec3 random_point(uint64_t *s, double size) {
    double x = uniform(s, -size, size), y = uniform(s, -size, size);
    return vec3_make(x, y, uniform(s, -size, size));
}

// Squared distance of c to the segment a b.
static double segment_distance2(vec3 a, vec3 b, vec3 c) {
    vec3 e = vec3_sub(b, a);
    double e2 = vec3_norm2(e), t = e2 > 0 ? fmin(fmax(vec3_dot(vec3_sub(c, a), e) / e2, 0), 1) : 0;
    return vec3_norm2(vec3_sub(c, vec3_madd(a, t, e)));
}

// Distance of a point to a triangle: to the plane if the foot lies within the three sides, otherwise to the edges.
static double triangle_distance(const vec3 p[3], vec3 c) {
    vec3 n = vec3_unit(vec3_cross(vec3_sub(p[1], p[0]), vec3_sub(p[2], p[0])));
    bool inside = true;
    double edge = INFINITY;
    for (int k = 0; k < 3; k++) {
        vec3 a = p[k], b = p[(k + 1) % 3];
        inside = inside && vec3_dot(vec3_cross(n, vec3_sub(b, a)), vec3_sub(c, a)) >= 0;
        edge = fmin(edge, segment_distance2(a, b, c));
    }
    double g = vec3_dot(n, vec3_sub(c, p[0]));
    return inside ? fmin(fabs(g), sqrt(edge)) : sqrt(edge);
}

// Point of the curve at an arc length, once round from (R, -h).
static vec3 curve_point(const contact_link_shape *s, double u) {
    double side = 2 * s->half, arc = M_PI * s->radius;
    if (u < side) return vec3_make(s->radius, 0, u - s->half);
    u -= side;
    if (u < arc) return vec3_make(s->radius * cos(u / s->radius), 0, s->half + s->radius * sin(u / s->radius));
    u -= arc;
    if (u < side) return vec3_make(-s->radius, 0, s->half - u);
    u -= side;
    return vec3_make(-s->radius * cos(u / s->radius), 0, -s->half - s->radius * sin(u / s->radius));
}

// Least distance by samples of the curve, each local minimum refined. Uses no candidates of the program.
static double searched_distance(const contact_link_shape *s, const vec3 p[3], int samples) {
    double length = 4 * s->half + 2 * M_PI * s->radius, step = length / samples, best = INFINITY;
    double before = triangle_distance(p, curve_point(s, length - step)), here = triangle_distance(p, curve_point(s, 0));
    for (int i = 0; i < samples; i++) {
        double after = triangle_distance(p, curve_point(s, fmod((i + 1) * step, length)));
        if (here <= before && here <= after && here < best + step) {
            double lo = (i - 1) * step, hi = (i + 1) * step;
            for (int k = 0; k < 90; k++) {
                double a = lo + 0.381966 * (hi - lo), b = hi - 0.381966 * (hi - lo);
                if (triangle_distance(p, curve_point(s, fmod(a + length, length))) <
                    triangle_distance(p, curve_point(s, fmod(b + length, length))))
                    hi = b;
                else
                    lo = a;
            }
            best = fmin(best, triangle_distance(p, curve_point(s, fmod(0.5 * (lo + hi) + length, length))));
        }
        before = here;
        here = after;
    }
    return best;
}

static const double SAME_POINT = 1e-6; // of a minimum whose distance is right to 1e-12 [m]

static void check_hit(const contact_link_shape *s, const vec3 p[3], const contact_link_hit *hit) {
    CHECK_NEAR(triangle_distance(p, hit->on_triangle), 0, 1e-11);
    vec3 c = hit->on_curve;
    double core = fmin(fmax(c.z, -s->half), s->half);
    if (!hit->pierced) {
        CHECK_NEAR(hypot(c.x, c.z - core), s->radius, 1e-12);
        CHECK_NEAR(c.y, 0, 0);
    }
    CHECK_NEAR(vec3_norm(vec3_sub(c, hit->on_triangle)), hit->distance, 1e-13);
    int primitive = c.z > s->half ? 2 : c.z < -s->half ? 3 : c.x > 0 ? 0 : 1;
    if (fabs(fabs(c.z) - s->half) > 1e-9) assert_int_equal(hit->primitive, primitive);
}

// The reference's ring lies in y-z with the normal x: its (x, y, z) is our (y, x, z).
static void test_reference_cases_match(void **state) {
    (void)state;
    const char *path = HAWSE_SHARED_DATA "/oracles/link_tri.csv";
    SKIP_WITHOUT(path);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[2048];
    int rows = 0, bad = 0, pierced = 0, elsewhere = 0;
    double worst = 0;
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        double R, h, d, p[9], r[4], rmin, delta, at[3];
        char class[64];
        assert_int_equal(sscanf(line,
                                "%*d,%63[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,"
                                "%*d,%lf,%lf,%lf",
                                class, &R, &h, &d, p, p + 1, p + 2, p + 3, p + 4, p + 5, p + 6, p + 7, p + 8, r, r + 1,
                                r + 2, r + 3, &rmin, &delta, at, at + 1, at + 2),
                         22);
        vec3 t[3];
        for (int k = 0; k < 3; k++) t[k] = vec3_make(p[3 * k + 1], p[3 * k], p[3 * k + 2]);
        contact_link_shape s = {R, h, 0.5 * d};
        contact_link_hit hit = contact_link_triangle(&s, t);
        check_hit(&s, t, &hit);
        double error = fmax(fabs(hit.distance - s.tube - delta), fabs(hit.distance - rmin));
        worst = fmax(worst, error);
        if (!(error <= 1e-9)) {
            bad++;
            print_error("row %d (%s): distance %.15g, expected %.15g\n", rows, class, hit.distance, rmin);
        }
        // the same point, or another one equally close to the curve
        vec3 theirs = vec3_make(at[1], at[0], at[2]);
        if (vec3_norm(vec3_sub(hit.on_triangle, theirs)) > SAME_POINT) {
            elsewhere++;
            CHECK_NEAR(hypot(theirs.y, hypot(theirs.x, fmax(0, fabs(theirs.z) - h)) - R), hit.distance, 1e-8);
        }
        pierced += hit.pierced;
        rows++;
    }
    fclose(file);
    print_message("%d cases, %d pierced, %d with another equally close point, largest error %.2e m\n", rows, pierced,
                  elsewhere, worst);
    assert_int_equal(rows, 1000);
    assert_int_equal(bad, 0);
}

static void test_random_triangles_match_the_search(void **state) {
    (void)state;
    uint64_t seed = 88172645463325252u;
    contact_link_shape s = contact_link_common(0.062);
    double worst = 0;
    for (int i = 0; i < 3000; i++) {
        double size[] = {0.02, 0.1, 0.4, 3}, spread = size[i % 4];
        vec3 centre = random_point(&seed, 0.25), p[3];
        for (int k = 0; k < 3; k++) p[k] = vec3_add(centre, random_point(&seed, spread));
        contact_link_hit hit = contact_link_triangle(&s, p);
        check_hit(&s, p, &hit);
        worst = fmax(worst, fabs(hit.distance - searched_distance(&s, p, 400)));
    }
    print_message("largest difference %.2e m\n", worst);
    assert_true(worst <= 1e-9);
}

// Closed forms on a link of R = 0.08, h = 0.07.
static void test_closed_forms_match(void **state) {
    (void)state;
    contact_link_shape s = {0.08, 0.07, 0.03};
    // A large face below the crown.
    vec3 below[3] = {{-2, -2, -0.2}, {2, -2, -0.2}, {0, 3, -0.2}};
    contact_link_hit hit = contact_link_triangle(&s, below);
    CHECK_NEAR(hit.distance, 0.05, 1e-15);
    CHECK_NEAR(hit.on_curve.z, -0.15, 1e-15);
    assert_int_equal(hit.primitive, 3);
    // A face across the link's plane through its middle, which the curve pierces.
    vec3 through[3] = {{-2, -2, 0.01}, {2, -2, 0.01}, {0, 3, 0.01}};
    hit = contact_link_triangle(&s, through);
    assert_true(hit.pierced && hit.distance == 0);
    CHECK_NEAR(fabs(hit.on_curve.x), 0.08, 1e-12);
    // A sliver about the axis y passes through the ring without touching, nearest to the straight pieces.
    vec3 sliver[3] = {{0.01, -1, 0}, {0.01, 1, 0.001}, {0.01, 1, -0.001}};
    hit = contact_link_triangle(&s, sliver);
    CHECK_NEAR(hit.distance, 0.07, 1e-12);
    assert_int_equal(hit.primitive, 0);
    // A single point, far away and on the core.
    vec3 point[3] = {{0, 0, 0.02}, {0, 0, 0.02}, {0, 0, 0.02}};
    CHECK_NEAR(contact_link_triangle(&s, point).distance, 0.08, 1e-15);
}

// Where a face or edge is parallel to a straight piece, the hit lies at the middle of the overlap.
static void test_parallel_line_touches_at_its_middle(void **state) {
    (void)state;
    contact_link_shape s = {0.08, 0.07, 0.03};
    vec3 wall[3] = {{0.1, -1, -0.5}, {0.1, 1, -0.5}, {0.1, 0, 2}};
    contact_link_hit hit = contact_link_triangle(&s, wall);
    CHECK_NEAR(hit.distance, 0.02, 1e-15);
    CHECK_NEAR(hit.on_curve.z, 0, 1e-12);
    vec3 part[3] = {{0.1, -1, 0.01}, {0.1, 1, 0.01}, {0.1, 0, 2}}; // covers z >= 0.01 of the piece
    hit = contact_link_triangle(&s, part);
    CHECK_NEAR(hit.distance, 0.02, 1e-15);
    CHECK_NEAR(hit.on_curve.z, 0.04, 1e-12);
    vec3 edge[3] = {{0.1, 0, -0.05}, {0.1, 0, 0.03}, {0.5, 0.1, 0}};
    hit = contact_link_triangle(&s, edge);
    CHECK_NEAR(hit.distance, 0.02, 1e-15);
    CHECK_NEAR(hit.on_curve.z, -0.01, 1e-12);
}

static void test_common_link_has_its_shape(void **state) {
    (void)state;
    contact_link_shape s = contact_link_common(0.05);
    CHECK_NEAR(2 * (s.radius + s.half + s.tube), 6 * 0.05, 1e-15); // length 6 d
    CHECK_NEAR(2 * (s.radius + s.tube), 3.6 * 0.05, 1e-15);        // width 3.6 d
    CHECK_NEAR(2 * (s.half + s.radius - s.tube), 4 * 0.05, 1e-15); // pitch 4 d
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_cases_match),     cmocka_unit_test(test_random_triangles_match_the_search),
        cmocka_unit_test(test_closed_forms_match),        cmocka_unit_test(test_parallel_line_touches_at_its_middle),
        cmocka_unit_test(test_common_link_has_its_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
