// SPDX-License-Identifier: MIT
// Layers: a cover without thickness and one without end are the single soils; in between the stress is continuous.
#include "dynamics/soil/clay.h"
#include "dynamics/soil/sand.h"
#include "dynamics/soil/site.h"
#include "tests/check.h"
#include "tests/random.h"

static const ground_soil mud = {.law = GROUND_CLAY,
                                .sinks = 0.05,
                                .along = 0.5,
                                .across = 0.6,
                                .clings = 60,
                                .shear = 1e3,
                                .shear_up = 1.2e3,
                                .adhesion = 0.4,
                                .breadth = 1,
                                .weight = 5e3};
static const ground_soil clay = {.law = GROUND_CLAY,
                                 .sinks = 0.01,
                                 .along = 0.6,
                                 .across = 0.75,
                                 .clings = 100,
                                 .shear = 50e3,
                                 .shear_up = 2e3,
                                 .adhesion = 0.4,
                                 .breadth = 1,
                                 .weight = 9e3};
static const ground_soil sand = {
    .strength = 2e5, .sinks = 0.02, .along = 0.8, .across = 1, .clings = 5, .friction = 0.45, .weight = 9e3};
static const ground_grip fresh = {.holds = 1};
static const vec3 up = {0, 0, 1}, down = {0, 0, -1}, ahead = {1, 0, 0};

static void limits_are_the_single_soils(void **state) {
    (void)state;
    const ground_soil *base[] = {&clay, &sand};
    uint64_t seed = 2;
    for (int n = 0; n < 2; n++) {
        ground_site bare, none, endless;
        ground_site_make(&bare, base[n], NULL, 0);
        ground_site_make(&none, base[n], &mud, 1e-12);
        ground_site_make(&endless, base[n], &mud, 1e6);
        for (int k = 0; k < 500; k++) {
            const vec3 normal = random_direction(&seed), way = random_direction(&seed);
            const double depth = uniform(&seed, 0.01, 5);
            const vec3 one = ground_site_stress(&bare, normal, way, up, depth, &fresh),
                       clays = ground_clay_stress(&mud, normal, way, up, depth, &fresh),
                       thin = ground_site_stress(&none, normal, way, up, depth, &fresh),
                       thick = ground_site_stress(&endless, normal, way, up, depth, &fresh);
            CHECK_NEAR(vec3_norm(vec3_sub(thin, one)), 0, 1e-9 * (1 + vec3_norm(one)));
            CHECK_NEAR(vec3_norm(vec3_sub(thick, clays)), 0, 0);
            if (n == 1)
                CHECK_NEAR(vec3_norm(vec3_sub(one, vec3_scale(sand.strength * depth,
                                                              ground_sand_stress(normal, way, up, sand.friction)))),
                           0, 1e-9 * (1 + vec3_norm(one)));
        }
        CHECK_NEAR(none.top.along, base[n]->along, 1e-9);
        CHECK_NEAR(none.top.sinks, base[n]->sinks, 1e-9);
        CHECK_NEAR(endless.top.along, mud.along, 0);
    }
}

// Below the cover: clay has its strength from the border down; sand bears as under its own weight and the cover's.
static void strength_below_the_cover(void **state) {
    (void)state;
    ground_site s;
    ground_site_make(&s, &clay, &mud, 2);
    vec3 f = ground_site_stress(&s, down, ahead, up, 3, &fresh);
    CHECK_NEAR(-f.x, clay.adhesion * (clay.shear + clay.shear_up * 1), 1e-6);
    assert_ptr_equal(ground_site_soil(&s, 1.9), &s.cover);
    assert_ptr_equal(ground_site_soil(&s, 2.1), &s.base);
    ground_site_make(&s, &sand, &mud, 2);
    f = ground_site_stress(&s, down, down, up, 3, &fresh);
    CHECK_NEAR(f.z, (1 + 2 * 5.0 / 9) * sand.strength * ground_sand_stress(down, down, up, sand.friction).z, 1e-6);
}

// Sand whose stress grows by a power of depth does so by the depth of its own weight and the cover's; of no exponent
// and of 1 it has the same bits.
static void exponent_of_a_layer(void **state) {
    (void)state;
    ground_soil weaker = sand, one = sand;
    weaker.exponent = 0.46, one.exponent = 1;
    ground_site s, plain, same;
    ground_site_make(&s, &weaker, &mud, 2);
    vec3 f = ground_site_stress(&s, down, down, up, 3, &fresh);
    const double level = ground_sand_stress(down, down, up, sand.friction).z;
    CHECK_NEAR(f.z, sand.strength * pow(1 + 2 * 5.0 / 9, 0.46) * level, 1e-6);
    ground_site_make(&plain, &sand, NULL, 0);
    ground_site_make(&same, &one, NULL, 0);
    for (double depth = 1e-4; depth < 9; depth *= 1.7) {
        const vec3 a = ground_site_stress(&plain, down, ahead, up, depth, &fresh),
                   b = ground_site_stress(&same, down, ahead, up, depth, &fresh);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

static void continuous_over_depth(void **state) {
    (void)state;
    ground_site s;
    ground_site_make(&s, &sand, &mud, 0.8);
    double before = 0;
    for (double depth = 0.001; depth < 2; depth += 1e-4) {
        const double now = ground_site_stress(&s, down, down, up, depth, &fresh).z;
        assert_true(depth < 0.01 || fabs(now - before) < 600); // 300 kPa across 0.2 m at most, and its smooth step
        before = now;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(limits_are_the_single_soils),
                                       cmocka_unit_test(strength_below_the_cover),
                                       cmocka_unit_test(exponent_of_a_layer), cmocka_unit_test(continuous_over_depth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
