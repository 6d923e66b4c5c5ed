// SPDX-License-Identifier: MIT
// A ball against shapes with closed forms: independent reference values, degenerate places, rigid motion, exchange,
// scale, continuity.
#include "rt/base/float_env.h"
#include "tests/contact/pair_test.h"
#include "tests/validation/ledger.h"
#include <stdlib.h>
#include <string.h>

#define ORACLE HAWSE_SHARED_DATA "/oracles/sphere_canonical.csv"

// A row of the reference values; the shape's frame is the world's.
typedef struct row {
    int id;
    contact_shape_kind kind;
    vec3 size, corner[3], c, foot;
    double radius, distance, depth;
    bool inside, unique;
} row;

static contact_shape_kind kind_of(const char *name) {
    static const char *const names[] = {"sphere", "box", "ellipsoid", "frustum", "triangle"};
    static const contact_shape_kind kinds[] = {CONTACT_SPHERE, CONTACT_BOX, CONTACT_ELLIPSOID, CONTACT_FRUSTUM,
                                               CONTACT_TRIANGLE};
    for (int i = 0; i < 5; i++)
        if (strcmp(name, names[i]) == 0) return kinds[i];
    fail_msg("a row of %s", name);
    return CONTACT_SHAPES;
}

static bool read_row(FILE *f, row *r) {
    enum { VALUES = 29 };
    char line[1024], name[16];
    double v[VALUES];
    int n = 0, used = 0;
    if (!fgets(line, sizeof line, f)) return false;
    assert_int_equal(sscanf(line, "%d,%15[a-z],%*[a-z_],%n", &r->id, name, &used), 2);
    for (char *at = line + used; n < VALUES && *at && *at != '\n'; at += *at == ',') v[n++] = strtod(at, &at);
    assert_int_equal(n, VALUES);
    r->kind = kind_of(name);
    r->radius = v[0];
    r->c = vec3_make(v[1], v[2], v[3]);
    r->size = vec3_make(v[4], v[5], v[6]);
    for (int i = 0; i < 3; i++) r->corner[i] = vec3_make(v[7 + 3 * i], v[8 + 3 * i], v[9 + 3 * i]);
    r->inside = v[21] > 0;
    r->foot = vec3_make(v[23], v[24], v[25]);
    r->distance = v[26];
    r->depth = v[27];
    r->unique = v[28] > 0;
    return true;
}

// The row, `scale` times as large.
static contact_shape shape_of(const row *r, double scale, vec3 corner[3]) {
    for (int i = 0; i < 3; i++) corner[i] = vec3_scale(scale, r->corner[i]);
    return (contact_shape){.kind = r->kind, .size = vec3_scale(scale, r->size), .vertex = corner, .n = 3};
}

// Outward normal, where the reference has one.
static bool reference_normal(const row *r, vec3 *n) {
    if (!r->unique || r->distance < 1e-9) return false;
    bool back = r->inside && r->kind != CONTACT_TRIANGLE;
    *n = vec3_scale((back ? -1 : 1) / r->distance, vec3_sub(r->c, r->foot));
    return true;
}

// Largest errors so far, of each kind: depth over the scale [m], angle of the normal [rad].
typedef struct errors {
    double depth[CONTACT_SHAPES], normal[CONTACT_SHAPES];
} errors;

static void check_row(const row *r, errors *worst, double scale, const pose *at_a, const pose *at_b, bool exchanged) {
    vec3 corner[3], n;
    contact_shape b = shape_of(r, scale, corner), a = sphere_of(scale * r->radius);
    contact_hit hit[CONTACT_PAIR_HITS];
    assert_int_equal(exchanged ? pair_hits(&b, at_b, &a, at_a, 1e30, hit) : pair_hits(&a, at_a, &b, at_b, 1e30, hit),
                     1);
    contact_hit h = hit[0];
    if (exchanged) h.normal = vec3_scale(-1, h.normal);
    if (!(fabs(h.depth - scale * r->depth) <= 1e-9 * scale))
        fail_msg("row %d: depth %.15g, reference %.15g, scale %g", r->id, h.depth / scale, r->depth, scale);
    worst->depth[r->kind] = fmax(worst->depth[r->kind], fabs(h.depth / scale - r->depth));
    CHECK_NEAR(vec3_norm(h.normal), 1, 1e-12);
    vec3 foot = hit_foot(&h), local = pose_point_inverse(at_b, foot);
    CHECK_NEAR(vec3_norm(vec3_sub(foot, at_a->p)), scale * r->distance, 1e-9 * scale); // as near, where it is not alone
    if (!reference_normal(r, &n)) return;
    vec3 turned = mat3_mul(&at_b->r, n);
    double angle = atan2(vec3_norm(vec3_cross(turned, h.normal)), vec3_dot(turned, h.normal));
    worst->normal[r->kind] = fmax(worst->normal[r->kind], angle);
    if (!(angle < 1e-4)) fail_msg("row %d: normal (%g %g %g)", r->id, h.normal.x, h.normal.y, h.normal.z);
    CHECK_NEAR(vec3_norm(vec3_sub(local, vec3_scale(scale, r->foot))), 0, 1e-8 * scale);
    // half way between the surfaces
    vec3 bottom = vec3_madd(at_a->p, -scale * r->radius, h.normal);
    CHECK_NEAR(vec3_norm(vec3_sub(h.point, vec3_scale(0.5, vec3_add(bottom, foot)))), 0,
               1e-12 * scale * (1 + r->radius));
}

static void print_errors(const errors *worst) {
    static const struct {
        contact_shape_kind kind;
        const char *name;
    } of[] = {{CONTACT_SPHERE, "sphere"},
              {CONTACT_BOX, "box"},
              {CONTACT_ELLIPSOID, "ellipsoid"},
              {CONTACT_FRUSTUM, "conical frustum"},
              {CONTACT_TRIANGLE, "triangle"}};
    ledger l = ledger_begin("closed-form pairs",
                            "a sphere against each shape, 1000 poses of the reference table, moved, "
                            "exchanged and scaled by 1e-6 to 1e6; largest errors",
                            "");
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        char text[80];
        snprintf(text, sizeof text, "sphere and %s: error of the depth", of[i].name);
        ledger_row(&l, text, "m", 0, "data/oracles/sphere_canonical.csv", worst->depth[of[i].kind], 1e-9);
        snprintf(text, sizeof text, "sphere and %s: error of the normal, where unique", of[i].name);
        ledger_row(&l, text, "rad", 0, "data/oracles/sphere_canonical.csv", worst->normal[of[i].kind], 1e-4);
    }
    ledger_end(&l);
}

// The reference values hold as given, after rigid motion and exchange, and at a millionth to a million times the size.
static void test_reference_values_match(void **state) {
    (void)state;
    SKIP_WITHOUT(ORACLE);
    FILE *f = fopen(ORACLE, "r");
    char head[256];
    row r;
    int rows = 0, with_normal = 0;
    uint64_t seed = 3;
    errors worst = {0};
    assert_non_null(fgets(head, sizeof head, f));
    for (; read_row(f, &r); rows++) {
        vec3 n;
        with_normal += reference_normal(&r, &n);
        pose at = unmoved(), a = {mat3_identity(), r.c};
        check_row(&r, &worst, 1, &a, &at, false);
        check_row(&r, &worst, 1, &a, &at, true);
        for (int k = 0; k < 4; k++) {
            pose b = {random_rotation(&seed), vec3_scale(10, random_vec3(&seed, 1))};
            a = (pose){random_rotation(&seed), pose_point(&b, r.c)};
            check_row(&r, &worst, 1, &a, &b, k & 1);
        }
        for (double scale = 1e-6; scale < 2e6; scale *= 1000) {
            a = (pose){mat3_identity(), vec3_scale(scale, r.c)};
            check_row(&r, &worst, scale, &a, &at, false);
        }
    }
    fclose(f);
    print_errors(&worst);
    print_message("%d rows, %d with a normal\n", rows, with_normal);
    assert_int_equal(rows, 1000);
    assert_true(with_normal > 850);
}

static void expect(const contact_hit *h, double depth, vec3 normal, vec3 point) {
    CHECK_NEAR(h->depth, depth, 1e-15);
    CHECK_NEAR(vec3_norm(vec3_sub(h->normal, normal)), 0, 1e-15);
    CHECK_NEAR(vec3_norm(vec3_sub(h->point, point)), 0, 1e-15);
}

// Of several equally near places the result is the one that the pair's file states.
static void test_equally_near_places_are_decided(void **state) {
    (void)state;
    pose at = unmoved();
    contact_shape ball = sphere_of(1), box = {.kind = CONTACT_BOX, .size = {1, 1, 1}},
                  flat = {.kind = CONTACT_BOX, .size = {2, 0.5, 0.5}},
                  egg = {.kind = CONTACT_ELLIPSOID, .size = {3, 1, 2}},
                  disc = {.kind = CONTACT_ELLIPSOID, .size = {2, 2, 2}},
                  drum = {.kind = CONTACT_FRUSTUM, .size = {0.5, 0.5, 4}},
                  cone = {.kind = CONTACT_FRUSTUM, .size = {0.5, 0, 1}};
    vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, o = {0, 0, 0};
    contact_hit h = ball_hit(0.5, o, &ball, &at);
    expect(&h, 1.5, z, vec3_make(0, 0, 0.25));
    h = ball_hit(0.5, o, &box, &at);
    expect(&h, 1.5, x, vec3_make(0.25, 0, 0));
    h = ball_hit(0.5, vec3_make(0, 0, 1), &box, &at); // on the face
    expect(&h, 0.5, z, vec3_make(0, 0, 0.75));
    h = ball_hit(0.5, vec3_make(1, 1, 1), &box, &at); // on the corner
    expect(&h, 0.5, x, vec3_make(0.75, 1, 1));
    h = ball_hit(0.25, o, &flat, &at);
    expect(&h, 0.75, y, vec3_make(0, 0.125, 0));
    h = ball_hit(0.5, o, &egg, &at);
    expect(&h, 1.5, y, vec3_make(0, 0.25, 0));
    h = ball_hit(0.5, o, &disc, &at);
    expect(&h, 2.5, z, vec3_make(0, 0, 0.75));
    h = ball_hit(0.5, vec3_make(0, 0, 2), &drum, &at);
    expect(&h, 1, x, vec3_make(0, 0, 2));
    h = ball_hit(0.5, vec3_make(0, 0, 1), &cone, &at); // on the apex
    CHECK_NEAR(h.depth, 0.5, 1e-15);
    h = ball_hit(0.5, vec3_make(0, 0, 1.25), &cone, &at); // above it
    expect(&h, 0.25, z, vec3_make(0, 0, 0.875));
    h = ball_hit(0.5, o, &cone, &at); // on the bottom
    expect(&h, 0.5, vec3_make(0, 0, -1), vec3_make(0, 0, 0.25));
}

// The sides of a triangle, and degenerate triangles.
static void test_triangle_has_two_sides(void **state) {
    (void)state;
    pose at = unmoved();
    vec3 v[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, line[3] = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}},
         point[3] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, z = {0, 0, 1};
    contact_shape b = {.kind = CONTACT_TRIANGLE, .vertex = v, .n = 3};
    contact_hit h = ball_hit(0.5, vec3_make(0.25, 0.25, -0.1), &b, &at);
    expect(&h, 0.4, vec3_make(0, 0, -1), vec3_make(0.25, 0.25, 0.2));
    h = ball_hit(0.5, vec3_make(0.25, 0.25, 0), &b, &at);
    expect(&h, 0.5, z, vec3_make(0.25, 0.25, -0.25));
    b.vertex = line;
    h = ball_hit(0.5, vec3_make(2, 0, 0.25), &b, &at);
    expect(&h, 0.25, z, vec3_make(2, 0, -0.125));
    h = ball_hit(0.5, vec3_make(2, 0, 0), &b, &at);
    CHECK_NEAR(h.depth, 0.5, 1e-15);
    CHECK_NEAR(vec3_dot(h.normal, vec3_make(1, 0, 0)), 0, 1e-15);
    CHECK_NEAR(vec3_norm(h.normal), 1, 1e-15);
    b.vertex = point;
    h = ball_hit(0.5, vec3_make(1, 1, 1), &b, &at);
    expect(&h, 0.5, z, vec3_make(1, 1, 0.75));
}

// The margin is open: depth > -margin.
static void test_margin_is_open(void **state) {
    (void)state;
    pose at = unmoved(), above = {mat3_identity(), {0, 0, 2.25}};
    contact_shape a = sphere_of(1), b = {.kind = CONTACT_BOX, .size = {1, 1, 1}};
    contact_hit hit[CONTACT_PAIR_HITS];
    assert_int_equal(pair_hits(&a, &above, &b, &at, 0.25, hit), 0);
    assert_int_equal(pair_hits(&a, &above, &b, &at, 0.26, hit), 1);
    CHECK_NEAR(hit[0].depth, -0.25, 1e-15);
    CHECK_NEAR(hit[0].point.z, 1.125, 1e-15);
}

// The hull of a box's corners has the hits of the box.
static void test_hull_matches_its_box(void **state) {
    (void)state;
    vec3 half = {0.5, 0.3, 0.2}, v[8];
    for (int i = 0; i < 8; i++)
        v[i] = vec3_make(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    contact_shape hull = {.kind = CONTACT_POINTS, .vertex = v, .n = 8}, box = {.kind = CONTACT_BOX, .size = half};
    uint64_t seed = 13;
    for (int k = 0; k < 20000; k++) {
        pose at = {random_rotation(&seed), random_vec3(&seed, 1)};
        vec3 c = pose_point(&at, random_vec3(&seed, 1));
        contact_hit by_hull = ball_hit(0.1, c, &hull, &at), by_box = ball_hit(0.1, c, &box, &at);
        CHECK_NEAR(by_hull.depth, by_box.depth, 1e-9);
        if (fabs(by_box.depth - 0.1) < 1e-6) continue; // the centre on the surface
        CHECK_NEAR(vec3_norm(vec3_sub(by_hull.normal, by_box.normal)), 0, 1e-4);
        CHECK_NEAR(vec3_norm(vec3_sub(by_hull.point, by_box.point)), 0, 1e-4);
    }
}

static contact_shape random_shape(uint64_t *seed, vec3 corner[3]) {
    static const contact_shape_kind kinds[] = {CONTACT_SPHERE, CONTACT_BOX, CONTACT_ELLIPSOID, CONTACT_FRUSTUM,
                                               CONTACT_TRIANGLE};
    contact_shape b = {.kind = kinds[(int)(2.5 * (random_unit(seed) + 1)) % 5], .vertex = corner, .n = 3};
    b.size = vec3_make(random_size(seed, 1), random_size(seed, 1), random_size(seed, 1));
    for (int i = 0; i < 3; i++) corner[i] = random_vec3(seed, 1);
    return b;
}

// The depth changes no faster than the ball moves, also through the middle of a shape.
static void test_depth_is_continuous(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int path = 0; path < 2000; path++) {
        vec3 corner[3];
        contact_shape b = random_shape(&seed, corner);
        pose at = {random_rotation(&seed), vec3_scale(3, random_vec3(&seed, 1))};
        vec3 from = vec3_madd(at.p, 3, random_vec3(&seed, 1)),
             to = vec3_madd(at.p, path % 2 ? 3 : -1, vec3_sub(from, at.p));
        if (path % 2) to = vec3_madd(at.p, 3, random_vec3(&seed, 1));
        double before = 0, length = vec3_norm(vec3_sub(to, from)) / 200;
        for (int k = 0; k <= 200; k++) {
            contact_hit h = ball_hit(0.5, vec3_madd(from, k / 200.0, vec3_sub(to, from)), &b, &at);
            if (k > 0) assert_true(fabs(h.depth - before) <= length + 1e-12);
            before = h.depth;
        }
    }
}

// Ellipsoids that are spheres, and a ball that turns about the axis of a cylinder and of a cone.
static void test_closed_forms_match(void **state) {
    (void)state;
    pose at = unmoved();
    uint64_t seed = 5;
    contact_shape round = {.kind = CONTACT_ELLIPSOID, .size = {2, 2, 2}},
                  spun = {.kind = CONTACT_ELLIPSOID, .size = {2, 1, 2}},
                  drum = {.kind = CONTACT_FRUSTUM, .size = {1, 1, 2}},
                  cone = {.kind = CONTACT_FRUSTUM, .size = {2, 0, 2}};
    for (int k = 0; k < 10000; k++) {
        vec3 c = vec3_scale(4, random_vec3(&seed, 1));
        contact_hit h = ball_hit(0.5, c, &round, &at);
        CHECK_NEAR(h.depth, 2.5 - vec3_norm(c), 1e-14);
        // of an ellipsoid: the centre lies on the normal of a surface point
        double u = 3.1 * random_unit(&seed), w = 1.5 * random_unit(&seed), lift = 3 * fabs(random_unit(&seed));
        vec3 s = {2 * cos(w) * cos(u), sin(w), 2 * cos(w) * sin(u)}, n = vec3_unit(vec3_make(s.x / 4, s.y, s.z / 4));
        h = ball_hit(0.5, vec3_madd(s, lift, n), &spun, &at);
        CHECK_NEAR(h.depth, 0.5 - lift, 1e-14);
        CHECK_NEAR(vec3_norm(vec3_sub(h.normal, n)), 0, 1e-12);
        double z = 1 + 0.9 * random_unit(&seed);
        c = vec3_make(1.25 * cos(u), 1.25 * sin(u), z);
        h = ball_hit(0.5, c, &drum, &at);
        CHECK_NEAR(h.depth, 0.25, 1e-15);
        CHECK_NEAR(h.normal.z, 0, 1e-15);
        // 45 degrees: rho = 2 - z, pushed out by lift
        c = vec3_make((2 - z + lift / sqrt(2)) * cos(u), (2 - z + lift / sqrt(2)) * sin(u), z + lift / sqrt(2));
        h = ball_hit(0.5, c, &cone, &at);
        CHECK_NEAR(h.depth, 0.5 - lift, 1e-14);
        CHECK_NEAR(h.normal.z, sqrt(0.5), 1e-14);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reference_values_match), cmocka_unit_test(test_equally_near_places_are_decided),
        cmocka_unit_test(test_triangle_has_two_sides), cmocka_unit_test(test_margin_is_open),
        cmocka_unit_test(test_hull_matches_its_box),   cmocka_unit_test(test_closed_forms_match),
        cmocka_unit_test(test_depth_is_continuous),
    };
    rt_float_env_set();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
