// SPDX-License-Identifier: MIT
// The bottom's shapes and soils: touching planes, links on a grid, areas, rock.
#include "dynamics/ground/bottom.h"
#include "dynamics/ground/chain.h"
#include "tests/dynamics/mechanism.h"
#include "tests/random.h"

static const double g = 9.81, mass = 20.9, half = 0.1, bow = 0.08, bar = 0.031;
static const ground_soil sand = {
    .sinks = 0.02, .damping = 2, .along = 0.8, .across = 1.0, .slip = 0.003, .settle = 0.01, .weight = 9e3};

typedef double height_of(double x, double y);

// A bottom of sand over a grid of 61 by 61 nodes, 0.5 m apart, about the origin.
static void make_bottom(ground_bottom *b, height_of *height) {
    const ground_plane none = {.normal = {0, 0, 1}};
    ground_bottom_make(b, &none, &sand);
    assert_true(ground_grid_create(&b->grid, 61, 61));
    for (int i = 0; i < 2; i++) b->grid.from[i] = -15, b->grid.step[i] = 0.5;
    for (int k = 0; k < 61 * 61; k++) b->grid.z[k] = height(-15 + 0.5 * (k % 61), -15 + 0.5 * (k / 61));
    assert_true(ground_grid_finish(&b->grid));
}

static double slope(double x, double y) { return 0.2 * x - 0.1 * y - 0.05; }
static double hump(double x, double y) {
    (void)y;
    return fabs(x - 3) < 3 ? 0.1 * (1 + cos(M_PI * (x - 3) / 3)) : 0;
}

typedef struct rig {
    mechanism k;
    ground_chain ground;
    int body;
} rig;

// A link with its middle at `at`, its length along `along` and its width along `side`, on this bottom.
static void make_rig(rig *r, vec3 at, vec3 along, vec3 side, const ground_bottom *b, const ground_soil *soil) {
    *r = (rig){0};
    mechanism_make(&r->k, 1e-3, vec3_make(0, 0, -g));
    const mat3 turn = mat3_columns(side, vec3_cross(along, side), along);
    const brick link = {.at = {turn, at}, .length = 0.1, .mass = mass, .inertia = {0.3, 0.3, 0.1}};
    r->body = mechanism_body(&r->k, &link);
    assert_int_equal(ground_chain_create(&r->ground, 1, &b->plane, soil), RT_OK);
    ground_chain_set_bottom(&r->ground, b);
    const ground_link_def def = {.body = r->body, .half = half, .bow = bow, .bar = bar, .weight = mass * g};
    ground_chain_add_link(&r->ground, &r->k.model, &def);
    ground_chain_finish(&r->ground);
    dyn_add_force(&r->k.model, &r->ground.force);
    mechanism_finish(&r->k);
}

static void free_rig(rig *r) {
    ground_chain_free(&r->ground);
    mechanism_free(&r->k);
}

static vec3 middle(const rig *r) {
    dyn_eval e = dyn_eval_at(&r->k.model, &r->k.state);
    return dyn_body_pose(&e, r->body).p;
}

// The plane touches the surface where it is nearest, to second order of depth over radius; found by search.
static void plane_touches_at_the_nearest_point(void **state) {
    (void)state;
    ground_bottom b;
    uint64_t seed = 3;
    make_bottom(&b, hump);
    for (int n = 0; n < 200; n++) {
        const double depth = 0.05, x = uniform(&seed, -1, 7);
        const ground_height h = ground_grid_at(&b.grid, x, 0.3);
        const vec3 normal = vec3_unit(vec3_make(-h.zx, -h.zy, 1)), at = vec3_make(x, 0.3, h.z);
        const vec3 inside = vec3_madd(at, -depth, normal);
        const ground_plane p = ground_bottom_at(&b, inside);
        CHECK_NEAR(ground_depth(&p, inside), depth, 1e-6);
        CHECK_VEC3(p.normal, normal, 1e-3 * depth);
        const ground_plane outside = ground_bottom_at(&b, vec3_madd(at, 0.3, normal));
        assert_true(ground_depth(&outside, vec3_madd(at, 0.3, normal)) < 0);
        assert_false(ground_bottom_clear(&b, vec3_madd(at, 0.3, normal), 0.31));
    }
    assert_true(ground_bottom_clear(&b, vec3_make(3, 0, 1), 0.3));
    ground_bottom_free(&b);
}

// Where the nodes lie in a plane, a link feels what it feels on the plane, at any pose and motion.
static void planar_grid_is_the_plane(void **state) {
    (void)state;
    uint64_t seed = 11;
    ground_bottom grid, plane;
    const ground_plane p = {.at = {0, 0, -0.05}, .normal = vec3_unit(vec3_make(-0.2, 0.1, 1))};
    make_bottom(&grid, slope);
    ground_bottom_make(&plane, &p, &sand);
    int touching = 0;
    for (int n = 0; n < 300; n++) {
        const mat3 r = random_rotation(&seed);
        const double x = uniform(&seed, -12, 12), y = uniform(&seed, -12, 12);
        const vec3 at = vec3_make(x, y, slope(x, y) + uniform(&seed, 0, 0.2)), v = random_vec3(&seed, 0.3);
        vec3 f[2];
        for (int k = 0; k < 2; k++) {
            rig l;
            make_rig(&l, at, mat3_column(&r, 0), mat3_column(&r, 1), k ? &plane : &grid, &sand);
            mechanism_spin(&l.k, l.body, v, vec3_make(0.1, 0.2, -0.3));
            dyn_eval e = dyn_eval_at(&l.k.model, &l.k.state);
            l.ground.force.predict(&l.ground, &e, l.k.state.z);
            l.ground.force.accept(&l.ground, &e, l.k.state.z);
            f[k] = ground_chain_force_on(&l.ground, &e, l.k.state.z, 0);
            free_rig(&l);
        }
        touching += vec3_norm(f[1]) > 0;
        CHECK_VEC3(f[0], f[1], 1e-9 * (mass * g + vec3_norm(f[1])));
    }
    assert_in_range(touching, 100, 299);
    ground_bottom_free(&grid);
}

// Energy of a link that slides over a hump: without friction and damping it stays, with them it never grows.
static void no_energy_from_a_hump(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        rig r;
        ground_bottom b;
        make_bottom(&b, hump);
        if (k == 0) b.site[0].top.damping = b.site[0].top.along = b.site[0].top.across = 0;
        make_rig(&r, vec3_make(-1.5, 0, bar - 0.5 * sand.sinks), vec3_make(1, 0, 0), vec3_make(0, 1, 0), &b, &sand);
        mechanism_spin(&r.k, r.body, vec3_make(k ? 12 : 2.5, 0, 0), vec3_make(0, 0, 0));
        mechanism_step(&r.k); // the bottom's energy counts from the first step on
        const double first = dyn_energy(&r.k.model, &r.k.state), speed = 0.5 * mass * (k ? 144 : 6.25);
        double low = first, gained = 0, far = 0;
        for (int i = 0; i < 5000 && far < 9; i++) {
            mechanism_step(&r.k);
            const double now = dyn_energy(&r.k.model, &r.k.state);
            gained = fmax(gained, now - low);
            low = fmin(low, now);
            far = middle(&r).x;
        }
        print_message("at %g m after energies %g to %g J, gained at most %g J\n", far, first, low, gained);
        assert_true(far > (k ? 5.5 : 8.9));
        assert_true(gained < 1e-3 * speed);
        if (k == 0) assert_true(first - low < 1e-3 * speed);
        free_rig(&r);
        ground_bottom_free(&b);
    }
}

static const ground_area circle = {.at = {10, 5}, .radius = 4}, box = {.at = {-6, 0}, .half = {3, 5}};

// Distances from circle and box in closed form, and between areas.
static void areas_by_closed_form(void **state) {
    (void)state;
    CHECK_NEAR(ground_area_distance(&circle, 10, 12), 3, 1e-12);
    CHECK_NEAR(ground_area_distance(&circle, 10, 5), -4, 1e-12);
    CHECK_NEAR(ground_area_distance(&box, -6, 0), -3, 1e-12);
    CHECK_NEAR(ground_area_distance(&box, 0, 9), 5, 1e-12); // 3 and 4 beyond the corner
    CHECK_NEAR(ground_area_distance(&box, 0, 2), 3, 1e-12);
    CHECK_NEAR(ground_area_gap(&circle, &box), 9, 1e-12);
    CHECK_NEAR(ground_area_gap(&box, &circle), 9, 1e-12);
    const ground_area other = {.at = {6, 10}, .half = {6, 1}};
    CHECK_NEAR(ground_area_gap(&box, &other), 5, 1e-12); // 3 and 4 apart
}

// Shares of soil: whole away from a border, and they pass without a jump across GROUND_BORDER.
static void soils_pass_at_borders(void **state) {
    (void)state;
    ground_bottom b;
    const ground_plane level = {.normal = {0, 0, 1}};
    ground_bottom_make(&b, &level, &sand);
    b.areas = 2;
    b.area[0] = circle, b.area[1] = box;
    for (int k = 1; k < 3; k++) ground_site_make(&b.site[k], &sand, NULL, 0);
    ground_bottom_finish(&b);
    assert_ptr_equal(ground_bottom_site(&b, vec3_make(9, 5, 0)), &b.site[1]);
    assert_ptr_equal(ground_bottom_site(&b, vec3_make(-6, 4, 0)), &b.site[2]);
    assert_ptr_equal(ground_bottom_site(&b, vec3_make(0, 0, 0)), &b.site[0]);
    double before = 0;
    for (double x = 0; x < 20; x += 0.01) {
        const ground_mixture m = ground_bottom_soil(&b, vec3_make(x, 5, 0));
        double sum = 0, share = 0;
        for (int k = 0; k < m.n; k++) sum += m.share[k], share += m.site[k] == &b.site[1] ? m.share[k] : 0;
        CHECK_NEAR(sum, 1, 1e-12);
        assert_true(fabs(share - before) < 0.016 && (fabs(fabs(x - 10) - 4) < 0.51 || share == (fabs(x - 10) < 4)));
        before = share;
    }
}

// Rock: bare within its area, falling away at 45 deg under the sand beside it, under a cover by its thickness; its
// planes have the slope of its depth, by finite differences.
static void rock_lies_below(void **state) {
    (void)state;
    const ground_soil rock = {.law = GROUND_ROCK, .sinks = 0.002, .weight = 9e3};
    ground_bottom b;
    ground_plane p;
    const ground_plane level = {.normal = {0, 0, 1}};
    ground_bottom_make(&b, &level, &sand);
    assert_false(ground_bottom_rock(&b, vec3_make(0, 0, -1), &p));
    b.areas = 1, b.area[0] = circle;
    ground_site_make(&b.site[1], &rock, NULL, 0);
    ground_bottom_finish(&b);
    assert_true(ground_bottom_rock(&b, vec3_make(10, 6, 0), &p));
    CHECK_NEAR(p.at.z, 0, 1e-12);
    assert_true(ground_bottom_rock(&b, vec3_make(10, 5 + 4 + 3, 0), &p));
    CHECK_NEAR(p.at.z, -2.5, 1e-12);
    CHECK_VEC3(p.normal, vec3_unit(vec3_make(0, 1, 1)), 1e-12);
    for (double y = 8.5; y < 11; y += 0.13) {
        ground_plane q, r;
        const double e = 1e-5;
        assert_true(ground_bottom_rock(&b, vec3_make(10, y, 0), &p) &&
                    ground_bottom_rock(&b, vec3_make(10, y - e, 0), &q) &&
                    ground_bottom_rock(&b, vec3_make(10, y + e, 0), &r));
        CHECK_NEAR(-p.normal.y / p.normal.z, (r.at.z - q.at.z) / (2 * e), 1e-5);
    }
    ground_site_make(&b.site[0], &rock, &sand, 1.5); // rock everywhere, covered outside the circle
    ground_bottom_finish(&b);
    assert_true(ground_bottom_rock(&b, vec3_make(0, 0, 0), &p));
    CHECK_NEAR(p.at.z, -1.5, 1e-12);
    assert_true(ground_bottom_rock(&b, vec3_make(10, 6, 0), &p));
    CHECK_NEAR(p.at.z, 0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(plane_touches_at_the_nearest_point),
                                       cmocka_unit_test(planar_grid_is_the_plane),
                                       cmocka_unit_test(no_energy_from_a_hump),
                                       cmocka_unit_test(areas_by_closed_form),
                                       cmocka_unit_test(soils_pass_at_borders),
                                       cmocka_unit_test(rock_lies_below)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
