// SPDX-License-Identifier: MIT
// Signed distance against closed forms, against all triangles and against the winding number.
#include "contact/tree/distance.h"
#include "tests/contact/foundation_sum.h"

static vec3 random_point_in(uint64_t *seed, vec3 lo, vec3 hi) {
    vec3 u = random_vec3(seed, 1);
    return vec3_make(0.5 * (lo.x + hi.x + u.x * (hi.x - lo.x)), 0.5 * (lo.y + hi.y + u.y * (hi.y - lo.y)),
                     0.5 * (lo.z + hi.z + u.z * (hi.z - lo.z)));
}

// Winding number: the solid angle of all triangles over 4 pi (Van Oosterom & Strackee 1983); 1 inside, 0 outside.
static double winding_number(const contact_mesh *m, vec3 x) {
    double sum = 0;
    for (int i = 0; i < m->nt; i++) {
        vec3 a = vec3_sub(m->vertex[m->tri[i].v[0]], x), b = vec3_sub(m->vertex[m->tri[i].v[1]], x),
             c = vec3_sub(m->vertex[m->tri[i].v[2]], x);
        double la = vec3_norm(a), lb = vec3_norm(b), lc = vec3_norm(c);
        sum += 2 * atan2(vec3_dot(a, vec3_cross(b, c)),
                         la * lb * lc + vec3_dot(a, b) * lc + vec3_dot(b, c) * la + vec3_dot(c, a) * lb);
    }
    return sum / (4 * shapes_pi);
}

// Distance of a point from a box about the origin, negative inside.
static double box_distance(vec3 half, vec3 x) {
    vec3 q = {fabs(x.x) - half.x, fabs(x.y) - half.y, fabs(x.z) - half.z};
    vec3 out = {fmax(q.x, 0), fmax(q.y, 0), fmax(q.z, 0)};
    return vec3_norm(out) + fmin(fmax(q.x, fmax(q.y, q.z)), 0);
}

static void test_box_has_the_exact_distance(void **state) {
    (void)state;
    vec3 half = {0.5, 0.3, 0.2}, lo = {-1, -1, -1}, hi = {1, 1, 1};
    body b = body_make(shape_box(vec3_scale(-1, half), half, 7), NULL);
    contact_surface s;
    assert_int_equal(contact_surface_create(&s, &b.mesh, &b.tree), RT_OK);
    uint64_t seed = 1;
    for (int k = 0; k < 20000; k++) {
        double second;
        vec3 x = random_point_in(&seed, lo, hi);
        contact_depth d = contact_surface_depth(&s, x, -1, &second);
        CHECK_NEAR(d.depth, -box_distance(half, x), 1e-14);
        CHECK_NEAR(d.near, fabs(d.depth), 1e-14);
        CHECK_NEAR(vec3_norm(d.normal), 1, 1e-12);
        assert_true(d.gap == fmax(0, -d.depth));
        // depth falls along the normal at unit rate
        contact_depth on = contact_surface_depth(&s, vec3_madd(x, 1e-7, d.normal), d.tri, &second);
        CHECK_NEAR(on.depth, d.depth - 1e-7, 1e-9);
    }
    contact_surface_free(&s);
    body_free(&b);
}

// Points near the surface of a real hull: nearest distance against all triangles, side against the winding number.
static void check_hull(const char *path, int n, double spread) {
    body b = body_load(path);
    contact_surface s;
    assert_int_equal(contact_surface_create(&s, &b.mesh, &b.tree), RT_OK);
    uint64_t seed = 7;
    int inside = 0;
    for (int k = 0; k < n; k++) {
        int t = (int)((0.5 + 0.5 * random_unit(&seed)) * b.mesh.nt) % b.mesh.nt;
        double u = 0.5 + 0.5 * random_unit(&seed), v = (1 - u) * (0.5 + 0.5 * random_unit(&seed)), second,
               other = HUGE_VAL, nearest = HUGE_VAL;
        const int *c = b.mesh.tri[t].v;
        vec3 x = vec3_add(vec3_scale(u, b.mesh.vertex[c[0]]),
                          vec3_add(vec3_scale(v, b.mesh.vertex[c[1]]), vec3_scale(1 - u - v, b.mesh.vertex[c[2]])));
        x = vec3_add(x, vec3_scale(spread * pow(fabs(random_unit(&seed)), 3), random_vec3(&seed, 1)));
        contact_depth d = contact_surface_depth(&s, x, k % 2 ? t : -1, &second);
        for (int i = 0; i < b.mesh.nt; i++) {
            double near = contact_surface_depth_by(&s, x, i).near;
            nearest = fmin(nearest, near);
            if (i != d.tri) other = fmin(other, near);
        }
        assert_true(d.near == nearest);
        assert_true(second == other);
        double w = winding_number(&b.mesh, x);
        if (d.near < 1e-9) continue;
        if (fabs(w - (d.depth > 0)) > 1e-3)
            fail_msg("%s: %.17g %.17g %.17g: depth %.9g by triangle %d, winding %.6f", path, x.x, x.y, x.z, d.depth,
                     d.tri, w);
        inside += d.depth > 0;
    }
    print_message("%s: %d of %d points inside\n", path, inside, n);
    assert_in_range(inside, n / 10, n - n / 10);
    contact_surface_free(&s);
    body_free(&b);
}

static void test_shipped_bow_agrees_with_all_triangles(void **state) {
    (void)state;
    check_hull(HAWSE_SOURCE_DIR "/config/models/bow.ply", 1000, 0.5);
}

static void test_narrow_bow_agrees_with_all_triangles(void **state) {
    (void)state;
    check_hull(HAWSE_SOURCE_DIR "/config/models/bow_narrow.ply", 300, 0.1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_has_the_exact_distance),
        cmocka_unit_test(test_shipped_bow_agrees_with_all_triangles),
        cmocka_unit_test(test_narrow_bow_agrees_with_all_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
