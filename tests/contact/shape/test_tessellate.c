// SPDX-License-Identifier: MIT
// Primitives made into triangles: closed, outward, vertices on the surface, and nowhere farther from it than the
// sagitta, by points sampled on every triangle.
#include "contact/shape/tessellate.h"
#include "tests/check.h"
#include "tests/random.h"
#include <string.h>

static uint64_t seed = 88172645463325252u;

static contact_shape shape(contact_shape_kind kind, double x, double y, double z) {
    return (contact_shape){.kind = kind, .size = {x, y, z}};
}

// How far inside the surface a point of the mesh lies: along the ray from the centre, or, for a frustum's side, toward
// its axis; neither is less than the distance.
static double depth_inside(const contact_shape *s, vec3 p) {
    vec3 a = s->kind == CONTACT_SPHERE ? vec3_make(s->size.x, s->size.x, s->size.x) : s->size;
    if (s->kind == CONTACT_SPHERE || s->kind == CONTACT_ELLIPSOID)
        return vec3_norm(p) * (1 / vec3_norm(vec3_make(p.x / a.x, p.y / a.y, p.z / a.z)) - 1);
    if (s->kind == CONTACT_PLANE) return fabs(p.z);
    if (s->kind == CONTACT_BOX) return fmin(fmin(a.x - fabs(p.x), a.y - fabs(p.y)), a.z - fabs(p.z));
    double side = a.x + (a.y - a.x) * p.z / a.z - hypot(p.x, p.y);
    return fmin(fmin(p.z, a.z - p.z), side);
}

static double volume(const contact_shape *s) {
    vec3 a = s->size;
    if (s->kind == CONTACT_SPHERE) return 4 * M_PI / 3 * a.x * a.x * a.x;
    if (s->kind == CONTACT_ELLIPSOID) return 4 * M_PI / 3 * a.x * a.y * a.z;
    if (s->kind == CONTACT_BOX) return 8 * a.x * a.y * a.z;
    return M_PI * a.z / 3 * (a.x * a.x + a.x * a.y + a.y * a.y);
}

// Greatest depth of sampled points inside the surface; none lies outside it.
static double deviation(const contact_shape *s, const contact_mesh *m) {
    double worst = 0, size = vec3_norm(vec3_sub(m->hi, m->lo));
    for (int i = 0; i < m->nt; i++) {
        vec3 x[3];
        for (int k = 0; k < 3; k++) {
            x[k] = m->vertex[m->tri[i].v[k]];
            CHECK_NEAR(depth_inside(s, x[k]), 0, 1e-14 * size);
        }
        for (int n = 0; n < 8; n++) { // the middles of the triangle and of its sides, and four points at random
            double u = uniform(&seed, 0, 1), v = uniform(&seed, 0, 1), a = u + v > 1 ? 1 - u : u,
                   b = u + v > 1 ? 1 - v : v;
            if (n < 3) a = n == 0 ? 0 : 0.5, b = n == 1 ? 0 : 0.5;
            if (n == 3) a = b = 1.0 / 3;
            vec3 p = vec3_madd(vec3_madd(vec3_scale(1 - a - b, x[0]), a, x[1]), b, x[2]);
            double d = depth_inside(s, p);
            assert_true(d > -1e-14 * size);
            worst = fmax(worst, d);
        }
    }
    return worst;
}

static void check_surface(const contact_mesh *m) {
    double sum = 0;
    assert_true(m->closed);
    assert_int_equal(2 * m->nv - m->nt, 4); // Euler: a sphere's topology
    for (int i = 0; i < m->nt; i++) {
        vec3 middle = vec3_scale(0.5, vec3_add(m->lo, m->hi)), a = m->vertex[m->tri[i].v[0]];
        assert_true(vec3_dot(m->normal[i], vec3_sub(a, middle)) > 0); // outward, of a convex body
        sum += m->area[i];
    }
    assert_true(sum > 0);
}

static contact_mesh make_mesh(const contact_shape *s, double sagitta) {
    contact_mesh m;
    contact_bvh tree;
    rt_diag d = {0};
    if (contact_tessellate("shape", s, sagitta, &m, &tree, &d) != RT_OK) fail_msg("%s", d.text);
    assert_int_equal(d.errors + d.warnings, 0);
    assert_int_equal(tree.nt, m.nt);
    contact_bvh_free(&tree);
    return m;
}

static void check_shape(const contact_shape *s, double sagitta, bool tight) {
    contact_mesh m = make_mesh(s, sagitta);
    double worst = deviation(s, &m), area = 0, missing = volume(s) - contact_mesh_mass(&m, 1).mass;
    check_surface(&m);
    for (int i = 0; i < m.nt; i++) area += m.area[i];
    assert_true(worst <= sagitta);
    if (tight) assert_true(worst > 0.5 * sagitta); // no finer than was asked for
    assert_true(missing > -1e-12 * volume(s) && missing < area * sagitta * 1.1);
    contact_mesh_free(&m);
}

static void test_within_sagitta(void **state) {
    (void)state;
    for (double sagitta = 0.05; sagitta > 1e-4; sagitta *= 0.3) {
        const contact_shape round[] = {shape(CONTACT_SPHERE, 0.3, 0, 0), shape(CONTACT_FRUSTUM, 0.3, 0.3, 1),
                                       shape(CONTACT_FRUSTUM, 0.1, 0.3, 0.2), shape(CONTACT_FRUSTUM, 0.3, 0, 0.5),
                                       shape(CONTACT_FRUSTUM, 0, 0.3, 0.01)};
        for (size_t i = 0; i < sizeof round / sizeof *round; i++) check_shape(&round[i], sagitta, false);
        for (size_t i = 0; i < sizeof round / sizeof *round && sagitta < 5e-3; i++) {
            // a frustum's middles of sides lie at the larger end: its chords show the whole sagitta
            if (i == 0 || round[i].size.x == round[i].size.y) check_shape(&round[i], sagitta, true);
        }
        const contact_shape box = shape(CONTACT_BOX, 0.3, 0.2, 0.1), oval = shape(CONTACT_ELLIPSOID, 0.5, 0.3, 0.1);
        check_shape(&box, sagitta, false);
        check_shape(&oval, sagitta, false);
    }
}

static void test_random(void **state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        contact_shape_kind kind = i % 2 ? CONTACT_ELLIPSOID : CONTACT_FRUSTUM;
        double size[3], scale = pow(10, uniform(&seed, -2, 2));
        for (int k = 0; k < 3; k++) size[k] = scale * pow(10, uniform(&seed, -1.5, 0));
        const contact_shape s = shape(kind, size[0], size[1], size[2]);
        check_shape(&s, fmax(size[0], fmax(size[1], size[2])) * pow(10, uniform(&seed, -2.5, 0.5)), false);
    }
}

// The ends of the axes are vertices, whatever the sagitta.
static void test_ends(void **state) {
    (void)state;
    const contact_shape s[] = {shape(CONTACT_ELLIPSOID, 0.5, 0.3, 0.1), shape(CONTACT_SPHERE, 0.5, 0, 0),
                               shape(CONTACT_FRUSTUM, 0.5, 0.2, 1), shape(CONTACT_BOX, 0.5, 0.3, 0.1)};
    const vec3 low[] = {{-0.5, -0.3, -0.1}, {-0.5, -0.5, -0.5}, {-0.5, -0.5, 0}, {-0.5, -0.3, -0.1}};
    const vec3 high[] = {{0.5, 0.3, 0.1}, {0.5, 0.5, 0.5}, {0.5, 0.5, 1}, {0.5, 0.3, 0.1}};
    for (int i = 0; i < 4; i++)
        for (double sagitta = 0.4; sagitta > 1e-3; sagitta *= 0.4) {
            contact_mesh m = make_mesh(&s[i], sagitta);
            CHECK_NEAR(vec3_norm(vec3_sub(m.lo, low[i])), 0, 1e-15);
            CHECK_NEAR(vec3_norm(vec3_sub(m.hi, high[i])), 0, 1e-15);
            contact_mesh_free(&m);
        }
}

// A plane's rectangle is open and faces up.
static void test_rectangle(void **state) {
    (void)state;
    const contact_shape s = shape(CONTACT_PLANE, 2, 1, 0);
    contact_mesh m = make_mesh(&s, 1e-3);
    assert_false(m.closed);
    assert_int_equal(m.nt, 2);
    for (int i = 0; i < 2; i++) assert_true(m.normal[i].z == 1 && m.area[i] == 4);
    contact_mesh_free(&m);
}

static void check_refused(contact_shape s, double sagitta, const char *says) {
    contact_mesh m;
    contact_bvh tree;
    rt_diag d = {0};
    assert_int_equal(contact_tessellate("the ball", &s, sagitta, &m, &tree, &d), RT_ERR_USAGE);
    if (!strstr(d.text, says) || !strstr(d.text, "the ball")) fail_msg("expected \"%s\", found \"%s\"", says, d.text);
    assert_int_equal(d.errors, 1);
    assert_true(m.nt == 0 && !m.vertex && tree.n_nodes == 0);
}

static void test_bad_sizes_are_refused(void **state) {
    (void)state;
    check_refused(shape(CONTACT_SPHERE, 1, 0, 0), 1e-6, "triangles (limit 500000)");
    check_refused(shape(CONTACT_FRUSTUM, 1, 1, 1), 1e-13, "triangles (limit 500000)");
    check_refused(shape(CONTACT_SPHERE, 1, 0, 0), 0, "above 0");
    check_refused(shape(CONTACT_SPHERE, 1, 0, 0), NAN, "above 0");
    check_refused(shape(CONTACT_SPHERE, 0, 0, 0), 1e-3, "above 0");
    check_refused(shape(CONTACT_BOX, 1, 0, 1), 1e-3, "above 0");
    check_refused(shape(CONTACT_ELLIPSOID, 1, 1, INFINITY), 1e-3, "above 0");
    check_refused(shape(CONTACT_FRUSTUM, 0, 0, 1), 1e-3, "above 0");
    check_refused(shape(CONTACT_PLANE, 0, 0, 0), 1e-3, "above 0");
    check_refused(shape(CONTACT_POINTS, 1, 1, 1), 1e-3, "cannot triangulate this shape");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_within_sagitta), cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_ends), cmocka_unit_test(test_rectangle),
                                       cmocka_unit_test(test_bad_sizes_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
