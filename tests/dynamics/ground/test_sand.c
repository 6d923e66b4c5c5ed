// SPDX-License-Identifier: MIT
// The granular law: values of the fit at poses that need no table, symmetry, no stress on receding faces, continuity,
// and that it takes energy.
#include "dynamics/ground/sand.h"
#include "tests/check.h"
#include "tests/random.h"

static const vec3 up = {0, 0, 1};
static const double rough = 0.45;

// The coefficients sum up to 1 for a level plate that sinks (Li et al. normalise by it), to -0.25 for one that rises,
// and to C11 + C01 + C-11 terms for a plate on edge.
static void known_poses(void **state) {
    (void)state;
    CHECK_NEAR(ground_sand_alpha(0, M_PI / 2).z, 1.0, 1e-12);
    CHECK_NEAR(ground_sand_alpha(0, -M_PI / 2).z, -0.25, 1e-12);
    CHECK_NEAR(ground_sand_alpha(0, M_PI / 2).x, 0, 1e-12);
    CHECK_NEAR(ground_sand_alpha(M_PI / 2, 0).x, 0.124 + 0.253 - 0.007, 1e-12);
    vec3 sinking = ground_sand_stress(vec3_make(0, 0, -1), vec3_make(0, 0, -1), up, rough);
    CHECK_NEAR(sinking.z, 1.0, 1e-12);
    vec3 pushed = ground_sand_stress(vec3_make(1, 0, 0), vec3_make(1, 0, 0), up, rough);
    CHECK_NEAR(pushed.x, -0.37, 1e-12);
    CHECK_NEAR(ground_sand_stress(vec3_make(-1, 0, 0), vec3_make(1, 0, 0), up, rough).x, 0, 0);
    // a face that looks down and ahead lifts more than one that looks up and ahead
    double c = sqrt(0.5);
    assert_true(ground_sand_stress(vec3_make(c, 0, -c), vec3_make(1, 0, 0), up, rough).z >
                4 * ground_sand_stress(vec3_make(c, 0, c), vec3_make(1, 0, 0), up, rough).z);
}

// Turned about the vertical, the stress turns along; a step of 1e-4 rad changes it little; its power is never positive.
static void turns_and_takes_energy(void **state) {
    (void)state;
    uint64_t seed = 9;
    double worst = 0, most = -1;
    for (int k = 0; k < 20000; k++) {
        vec3 n = random_direction(&seed), w = random_direction(&seed);
        vec3 s = ground_sand_stress(n, w, up, rough);
        const mat3 turn = mat3_rotation(up, 0.7);
        vec3 turned = ground_sand_stress(mat3_mul(&turn, n), mat3_mul(&turn, w), up, rough);
        CHECK_NEAR(vec3_norm(vec3_sub(turned, mat3_mul(&turn, s))), 0, 1e-9);
        const mat3 little = mat3_rotation(random_direction(&seed), 1e-4);
        worst = fmax(worst, vec3_norm(vec3_sub(ground_sand_stress(n, mat3_mul(&little, w), up, rough), s)));
        most = fmax(most, vec3_dot(s, w));
    }
    print_message("a turn by 1e-4 changes it by at most %g; greatest power %g\n", worst, most);
    assert_true(worst < 0.02);
    assert_true(most < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_poses), cmocka_unit_test(turns_and_takes_energy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
