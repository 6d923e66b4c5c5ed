// SPDX-License-Identifier: MIT
#include "contact/convex/convex.h"
#include "contact/pair/pair.h"
#include "tests/check.h"
#include "tests/contact/convex_random.h"
#include "tests/contact/convex_rows.h"
#include "tests/validation/ledger.h"
#include <stdlib.h>

enum { RANDOM_PAIRS = 1000000 };
#define TOUCH 2e-9 // of the size: what is promised of shapes that just touch (contact/convex/convex.h)

static const vec3 none = {0, 0, 0};

// Support of A - B along n, by the shapes alone.
static double support_along(const contact_convex *c, vec3 n) {
    vec3 a = contact_support(c->a, n), b = contact_support(c->b, mat3_tmul(&c->at.r, vec3_scale(-1, n)));
    return vec3_dot(n, vec3_sub(a, pose_point(&c->at, b)));
}

static bool polyhedral(const contact_shape *s) {
    return s->kind == CONTACT_BOX || s->kind == CONTACT_POINTS || s->kind == CONTACT_TRIANGLE;
}

static int table(convex_row *row) {
    const char *path = HAWSE_SHARED_DATA "/oracles/convex_depth.csv";
    return convex_rows(path, row);
}

// Largest errors so far.
typedef struct errors {
    double exact, relative, normal; // depth of polyhedra [m]; of others over the depth; sine of the angle
} errors;

static void check_row(errors *worst, const convex_row *r, double depth, vec3 normal) {
    bool exact = polyhedral(&r->shape[0]) && polyhedral(&r->shape[1]);
    double off = fabs(depth - r->depth), *most = exact ? &worst->exact : &worst->relative;
    *most = fmax(*most, exact ? off : off / fabs(r->depth));
    double limit = exact ? 1e-9 : 1e-6 * fabs(r->depth);
    if (!(fabs(depth - r->depth) <= limit)) print_error("row %d, %s\n", r->id, r->kind);
    CHECK_NEAR(depth, r->depth, limit);
    if (r->amb) return;
    worst->normal = fmax(worst->normal, vec3_norm(vec3_cross(normal, r->normal)));
    CHECK_NEAR(vec3_norm(vec3_cross(normal, r->normal)), 0, 1e-4);
    assert_true(vec3_dot(normal, r->normal) > 0);
}

static void print_errors(const char *name, const char *about, const errors *worst) {
    const char *source = "data/oracles/convex_depth.csv, certified to 3e-13";
    ledger l = ledger_begin(name, about, "");
    ledger_row(&l, "boxes and hulls: largest error of the depth", "m", 0, source, worst->exact, 1e-9);
    ledger_row(&l, "curved ones: largest error over the depth", "1", 0, source, worst->relative, 1e-6);
    ledger_row(&l, "largest error of the normal, where unique", "rad", 0, source, worst->normal, 1e-4);
    ledger_end(&l);
}

// Depths (distances) and normals of the shared table, by GJK and EPA.
static void table_depths_match(void **state) {
    (void)state;
    SKIP_WITHOUT(HAWSE_SHARED_DATA "/oracles/convex_depth.csv");
    static convex_row row[CONVEX_ROWS];
    int rows = table(row);
    errors worst = {0};
    assert_int_equal(rows, CONVEX_ROWS);
    for (int i = 0; i < rows; i++) {
        const convex_row *r = &row[i];
        contact_convex c = contact_convex_make(&r->shape[0], &r->at[0], &r->shape[1], &r->at[1]);
        contact_convex_answer found;
        assert_true(contact_convex_find(&c, none, 1e9, &found));
        assert_false(found.capped);
        check_row(&worst, r, found.touching.depth, mat3_mul(&r->at[0].r, found.touching.normal));
        assert_int_equal(contact_convex_find(&c, none, 0, &found), r->depth > 0);
    }
    print_errors("convex pairs", "GJK, EPA and Newton's method on the 600 poses of the reference table", &worst);
}

// The deepest hit that the table of pairs returns for these poses, in both orders.
static void table_depths_match_as_pairs(void **state) {
    (void)state;
    SKIP_WITHOUT(HAWSE_SHARED_DATA "/oracles/convex_depth.csv");
    static convex_row row[CONVEX_ROWS];
    int rows = table(row), asked = 0;
    errors worst = {0};
    for (int i = 0; i < 2 * rows; i++) {
        const convex_row *r = &row[i / 2];
        int x = i % 2, y = 1 - x;
        if (r->shape[0].kind == CONTACT_SPHERE || r->shape[1].kind == CONTACT_SPHERE) continue; // closed forms
        contact_pair p;
        contact_pair_memory m = {0};
        contact_hit hit[CONTACT_PAIR_HITS];
        assert_int_equal(contact_pair_create(&p, &r->shape[x], &r->shape[y]), RT_OK);
        int n = contact_pair_find(&p, &r->at[x], &r->at[y], 10, &m, hit, CONTACT_PAIR_HITS), deepest = 0;
        assert_in_range(n, 1, CONTACT_MANIFOLD_HITS + 1);
        for (int k = 1; k < n; k++)
            if (hit[k].depth > hit[deepest].depth) deepest = k;
        check_row(&worst, r, hit[deepest].depth, vec3_scale(x == 0 ? -1 : 1, hit[deepest].normal));
        assert_int_equal(m.capped, 0);
        asked++;
        contact_pair_free(&p);
    }
    assert_true(asked > 700);
    print_errors("convex pairs through the table", "the same poses as pairs of shapes, in both orders: the deepest hit",
                 &worst);
}

// For two boxes the separating axes and the expanding polytope give the same depth.
static void separating_axes_and_epa_agree(void **state) {
    (void)state;
    uint64_t s = 12345;
    int meet = 0;
    for (int i = 0; i < 20000; i++) {
        contact_shape a = convex_random_shape(CONTACT_BOX, &s, 1, NULL),
                      b = convex_random_shape(CONTACT_BOX, &s, 1, NULL);
        pose at_a = convex_random_pose(&s), at_b = convex_random_pose(&s);
        if (i % 4 == 0) at_a.r = mat3_identity(), at_b.r = mat3_rotation(vec3_make(0, 0, 1), 1e-9 * (i % 16));
        at_b.p = vec3_madd(at_a.p, uniform(&s, 0, 1.5), vec3_sub(at_b.p, at_a.p));
        contact_convex c = contact_convex_make(&a, &at_a, &b, &at_b);
        contact_convex_answer axes, polytope;
        bool by_axes = contact_box_box_find(&c, none, 0, &axes),
             by_polytope = contact_convex_find(&c, none, 0, &polytope);
        assert_false(polytope.capped);
        if (by_axes != by_polytope) CHECK_NEAR(by_axes ? axes.touching.depth : polytope.touching.depth, 0, 1e-12);
        if (!by_axes || !by_polytope) continue;
        CHECK_NEAR(axes.touching.depth, polytope.touching.depth, 1e-10);
        meet++;
    }
    assert_in_range(meet, 5000, 19000);
}

// A start from any direction gives the answer of a start from none.
static void warm_start_changes_nothing(void **state) {
    (void)state;
    uint64_t s = 4711;
    for (int i = 0; i < 20000; i++) {
        convex_random_pair p;
        convex_random(&s, CONVEX_USUAL, &p);
        contact_convex c = contact_convex_make(&p.shape[0], &p.at[0], &p.shape[1], &p.at[1]);
        contact_convex_answer cold, warm, again;
        bool near = contact_convex_find(&c, none, 0.1, &cold);
        vec3 start = i % 2 ? cold.touching.normal : random_vec3(&s, 1);
        assert_int_equal(contact_convex_find(&c, start, 0.1, &warm), near);
        assert_int_equal(contact_convex_find(&c, start, 0.1, &again), near);
        assert_memory_equal(&warm.touching, &again.touching, sizeof warm.touching);
        if (!near) continue;
        if (fabs(warm.touching.depth - cold.touching.depth) > 1e-9 * fabs(cold.touching.depth) + 1e-12 * c.size)
            print_error("pair %d of kinds %d and %d\n", i, (int)c.a->kind, (int)c.b->kind);
        CHECK_NEAR(warm.touching.depth, cold.touching.depth, 1e-9 * fabs(cold.touching.depth) + 1e-12 * c.size);
    }
}

// Checks an answer by the definition of the depth: the support along the normal is the depth, and no other direction
// has a smaller one. No search is capped. The tolerance is `share` of the size and 1e-6 of the depth.
static void check_answer(const convex_random_pair *p, uint64_t *s, double share, long i) {
    contact_convex c = contact_convex_make(&p->shape[0], &p->at[0], &p->shape[1], &p->at[1]);
    contact_convex_answer found;
    contact_convex_find(&c, none, INFINITY, &found);
    const contact_touching *t = &found.touching;
    double least = fmin(contact_support_radius(c.a), contact_support_radius(c.b));
    double tolerance = 1e-6 * fabs(t->depth) + share * c.size + 2e-15 * c.size * c.size / least,
           along = support_along(&c, t->normal);
    bool good = !found.capped && fabs(vec3_norm(t->normal) - 1) < 1e-12 && fabs(along - t->depth) <= tolerance;
    for (int k = 0; k < 12 && good; k++) {
        double near = k < 4 ? 1e-3 : k < 8 ? 0.1 : 10;
        vec3 n = vec3_unit(vec3_madd(t->normal, near, random_vec3(s, 1)));
        good = support_along(&c, n) >= t->depth - tolerance;
    }
    if (!good)
        print_error("pair %ld of kinds %d and %d: depth %.17g, support %.17g, slack %.3g, size %.3g, %s\n", i,
                    (int)c.a->kind, (int)c.b->kind, t->depth, along, found.slack, c.size, found.capped ? "capped" : "");
    assert_true(good);
}

// Random pairs of every kind and family (convex_random.h). Each pair is tested twice: as drawn, and moved apart until
// the shapes just touch.
static void random_pairs_converge(void **state) {
    (void)state;
    uint64_t s = 20080829;
    for (long i = 0; i < RANDOM_PAIRS; i += 2) {
        convex_random_pair p;
        convex_random(&s, (convex_family)(i / 2 % CONVEX_FAMILIES), &p);
        check_answer(&p, &s, 1e-11, i);
        contact_convex c = contact_convex_make(&p.shape[0], &p.at[0], &p.shape[1], &p.at[1]);
        contact_convex_answer found;
        contact_convex_find(&c, none, INFINITY, &found);
        vec3 way = mat3_mul(&p.at[0].r, found.touching.normal);
        p.at[1].p = vec3_madd(p.at[1].p, found.touching.depth, way);
        check_answer(&p, &s, TOUCH, i + 1);
        c = contact_convex_make(&p.shape[0], &p.at[0], &p.shape[1], &p.at[1]);
        contact_convex_find(&c, none, INFINITY, &found);
        CHECK_NEAR(found.touching.depth, 0, TOUCH * c.size);
    }
}

static double depth_of(const contact_shape *a, const contact_shape *b, vec3 at) {
    pose here = {mat3_identity(), {0, 0, 0}}, there = {mat3_identity(), at};
    contact_convex c = contact_convex_make(a, &here, b, &there);
    contact_convex_answer found;
    contact_convex_find(&c, none, INFINITY, &found);
    assert_false(found.capped);
    CHECK_NEAR(vec3_norm(found.touching.normal), 1, 1e-12);
    return found.touching.depth;
}

// Shapes without volume, points, and concentric shapes.
static void degenerate_shapes_have_exact_depths(void **state) {
    (void)state;
    vec3 point[1] = {{0.1, 0.2, 0.3}}, twice[4] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    vec3 flat[6] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 0}, {0.5, 0, 0}};
    vec3 corner[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    contact_shape single = {.kind = CONTACT_POINTS, .vertex = point, .n = 1},
                  line = {.kind = CONTACT_POINTS, .vertex = twice, .n = 4},
                  square = {.kind = CONTACT_POINTS, .vertex = flat, .n = 6},
                  triangle = {.kind = CONTACT_TRIANGLE, .vertex = corner, .n = 3},
                  box = {.kind = CONTACT_BOX, .size = {1, 2, 3}}, nothing = {.kind = CONTACT_BOX},
                  ball = {.kind = CONTACT_SPHERE, .size = {0.5, 0, 0}},
                  disc = {.kind = CONTACT_FRUSTUM, .size = {1, 1, 0}};
    CHECK_NEAR(depth_of(&single, &single, vec3_make(0, 0, 0)), 0, 1e-15);
    CHECK_NEAR(depth_of(&single, &single, vec3_make(0, 3, 4)), -5, 1e-15);
    CHECK_NEAR(depth_of(&nothing, &nothing, vec3_make(0, 0, 0)), 0, 1e-15);
    CHECK_NEAR(depth_of(&nothing, &box, vec3_make(0.25, 0, 0)), 0.75, 1e-15);
    CHECK_NEAR(depth_of(&box, &box, vec3_make(0, 0, 0)), 2, 1e-14);
    CHECK_NEAR(depth_of(&ball, &ball, vec3_make(0, 0, 0)), 1, 1e-15);
    CHECK_NEAR(depth_of(&line, &line, vec3_make(0.5, 0, 0)), 0, 1e-15);
    CHECK_NEAR(depth_of(&line, &line, vec3_make(1.5, 0, 0)), -0.5, 1e-15);
    CHECK_NEAR(depth_of(&line, &line, vec3_make(0, 0, 2)), -2, 1e-15);
    CHECK_NEAR(depth_of(&square, &square, vec3_make(0.25, 0.5, 0)), 0, 1e-15);
    CHECK_NEAR(depth_of(&square, &triangle, vec3_make(0.25, 0.25, 1e-3)), -1e-3, 1e-15);
    CHECK_NEAR(depth_of(&square, &ball, vec3_make(0.5, 0.5, 0)), 0.5, 1e-15);
    CHECK_NEAR(depth_of(&box, &single, vec3_make(0, 0, 0)), 0.9, 1e-15);
    CHECK_NEAR(depth_of(&disc, &disc, vec3_make(0.5, 0, 0)), 0, 1e-15);
    CHECK_NEAR(depth_of(&disc, &disc, vec3_make(3, 0, 0)), -1, 1e-12);
    CHECK_NEAR(depth_of(&disc, &ball, vec3_make(0, 0, 0.25)), 0.25, 1e-12);
}

// Of nested shapes the least depth is known: through the nearer side.
static void nested_shapes_leave_by_the_nearer_side(void **state) {
    (void)state;
    contact_shape room = {.kind = CONTACT_BOX, .size = {10, 10, 10}},
                  ball = {.kind = CONTACT_ELLIPSOID, .size = {1, 1, 1}},
                  needle = {.kind = CONTACT_BOX, .size = {1e-6, 1e-6, 1}},
                  tube = {.kind = CONTACT_FRUSTUM, .size = {5, 5, 40}};
    CHECK_NEAR(depth_of(&room, &ball, vec3_make(4, 0, 0)), 7, 1e-12);
    CHECK_NEAR(depth_of(&room, &needle, vec3_make(0, 2, 8.5)), 2.5, 1e-12);
    CHECK_NEAR(depth_of(&tube, &ball, vec3_make(2, 0, 20)), 4, 1e-12);
    CHECK_NEAR(depth_of(&tube, &ball, vec3_make(0, 0, 20)), 6, 1e-9); // every direction across is as short
    CHECK_NEAR(depth_of(&ball, &ball, vec3_make(0, 0, 0)), 2, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_depths_match),
        cmocka_unit_test(table_depths_match_as_pairs),
        cmocka_unit_test(separating_axes_and_epa_agree),
        cmocka_unit_test(warm_start_changes_nothing),
        cmocka_unit_test(degenerate_shapes_have_exact_depths),
        cmocka_unit_test(nested_shapes_leave_by_the_nearer_side),
        cmocka_unit_test(random_pairs_converge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
