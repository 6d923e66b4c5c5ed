// SPDX-License-Identifier: MIT
// Clay on a face: bearing pressure, adhesion, suction, continuity, and that it takes energy.
#include "dynamics/soil/clay.h"
#include "tests/check.h"
#include "tests/random.h"

static const ground_soil soft = {
    .law = GROUND_CLAY, .shear = 2e3, .shear_up = 1.5e3, .adhesion = 0.4, .suction = 0.3, .breadth = 2};

static const ground_grip fresh = {.holds = 1};

// Skempton's factors of a square footing: 6 at the surface, 7.2 at a depth of one breadth, 9 from 2.5 breadths on.
static void bearing_of_a_plate(void **state) {
    (void)state;
    const double depth[] = {0, 2, 5, 50}, factor[] = {6, 7.2, 9, 9};
    const vec3 down = {0, 0, -1}, up = {0, 0, 1}, ahead = {1, 0, 0};
    for (int k = 0; k < 4; k++) {
        double shear = 2e3 + 1.5e3 * depth[k];
        CHECK_NEAR(ground_clay_bearing(&soft, depth[k]), factor[k], 1e-12);
        vec3 s = ground_clay_stress(&soft, down, down, up, depth[k], &fresh);
        CHECK_NEAR(s.z, factor[k] * shear, 1e-9);
        s = ground_clay_stress(&soft, down, up, up, depth[k], &fresh); // pulled off: held by suction
        CHECK_NEAR(s.z, -0.3 * factor[k] * shear, 1e-9);
        s = ground_clay_stress(&soft, down, ahead, up, depth[k], &fresh); // slides: adhesion alone
        CHECK_NEAR(s.x, -0.4 * shear, 1e-9);
        CHECK_NEAR(s.z, 0, 1e-9);
    }
}

// Meyerhof's factors of a square plate that rises: nothing at the surface, 1.2 d/B, and Skempton's where that is more.
static void uplift_of_a_plate(void **state) {
    (void)state;
    const double depth[] = {0, 1, 5, 50}, factor[] = {0, 0.6, 3, 9};
    const vec3 up = {0, 0, 1}, aslant = {0.6, 0, 0.8};
    for (int k = 0; k < 4; k++) {
        double shear = 2e3 + 1.5e3 * depth[k];
        vec3 s = ground_clay_stress(&soft, up, up, up, depth[k], &fresh);
        CHECK_NEAR(s.z, -factor[k] * shear, 1e-9);
        // aslant, 0.8 of the way from the factor of a level push
        double between = 0.8 * factor[k] + 0.2 * ground_clay_bearing(&soft, depth[k]);
        s = ground_clay_stress(&soft, aslant, aslant, up, depth[k], &fresh);
        CHECK_NEAR(vec3_dot(s, aslant), -between * shear, 1e-9);
    }
}

// A step of 1e-4 rad, or of 0.1 mm in depth, changes the stress little; its power is never positive.
static void is_continuous_and_takes_energy(void **state) {
    (void)state;
    uint64_t seed = 5;
    const vec3 up = {0, 0, 1};
    double worst = 0, most = -1;
    for (int k = 0; k < 20000; k++) {
        vec3 n = random_direction(&seed), w = random_direction(&seed),
             s = ground_clay_stress(&soft, n, w, up, 1, &fresh);
        const mat3 little = mat3_rotation(random_direction(&seed), 1e-4);
        vec3 turned = ground_clay_stress(&soft, n, mat3_mul(&little, w), up, 1, &fresh);
        vec3 deeper = ground_clay_stress(&soft, n, w, up, 1.0001, &fresh);
        worst = fmax(worst, fmax(vec3_norm(vec3_sub(turned, s)), vec3_norm(vec3_sub(deeper, s))));
        most = fmax(most, vec3_dot(s, w));
    }
    print_message("a small turn changes it by at most %g Pa; greatest power %g\n", worst, most);
    assert_true(worst < 1e-3 * 9 * 3.5e3);
    assert_true(most <= 0);
}

// At rest the adhesion rises from 0.4 to 0.65 of the strength, and the strength by 0.11 of the pressure: 63 % of it
// after one time constant, in however many parts. Unloading takes nothing, sliding wears both off again.
static void consolidates_at_rest(void **state) {
    (void)state;
    const vec3 down = {0, 0, -1}, up = {0, 0, 1}, ahead = {1, 0, 0};
    ground_soil s = soft;
    s.rested_adhesion = 0.65, s.rest = 10 * 86400, s.wear = 0.1, s.gain = 0.11;
    ground_grip parts = fresh, once = fresh;
    for (int k = 0; k < 1000; k++) ground_clay_rest(&s, 6, s.rest / 1000, 0, &parts);
    ground_clay_rest(&s, 6, s.rest, 0, &once);
    const double share = 1 - exp(-1), stronger = 1 + 0.66 * share;
    CHECK_NEAR(parts.rested, share, 1e-12);
    CHECK_NEAR(once.rested, share, 1e-12);
    CHECK_NEAR(parts.gained, 0.66 * share, 1e-12);
    CHECK_NEAR(once.gained, 0.66 * share, 1e-12);
    CHECK_NEAR(ground_clay_stress(&s, down, ahead, up, 1, &once).x, -(0.4 + 0.25 * share) * stronger * 3.5e3, 1e-9);
    CHECK_NEAR(ground_clay_stress(&s, down, down, up, 1, &once).z, 6 * 1.1 * stronger * 3.5e3, 1e-9);
    ground_clay_rest(&s, 0, s.rest, 0, &once);
    CHECK_NEAR(once.gained, 0.66 * share, 1e-12);
    ground_clay_rest(&s, 0, 0, 0.2, &parts);
    CHECK_NEAR(parts.rested, share * exp(-2), 1e-12);
    CHECK_NEAR(parts.gained, 0.66 * share * exp(-0.2), 1e-12); // half the breadth is 1 m
    ground_clay_rest(&soft, 6, 1e9, 0, &once);                 // a soil without that time
    CHECK_NEAR(once.gained, 0.66 * share, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bearing_of_a_plate), cmocka_unit_test(uplift_of_a_plate),
                                       cmocka_unit_test(is_continuous_and_takes_energy),
                                       cmocka_unit_test(consolidates_at_rest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
