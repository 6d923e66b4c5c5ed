// SPDX-License-Identifier: MIT
// Strength of sand that falls with stress: Bolton's index, the common solution of angle and stress, continuity.
#include "dynamics/soil/bed.h"
#include "dynamics/soil/sand.h"
#include "tests/check.h"

static const double weight = 9.3e3, critical = 33 * M_PI / 180, degree = M_PI / 180;

// I_R = 0.5 (10 - ln 100) - 1 = 1.697 at 100 kPa; none left at e^8 kPa; four at most.
static void angle_by_hand(void **state) {
    (void)state;
    CHECK_NEAR(ground_bed_angle(0.5, critical, 100e3) / degree, 33 + 3 * 1.69741, 1e-4);
    CHECK_NEAR(ground_bed_angle(0.5, critical, exp(8) * 1e3) / degree, 33, 1e-9);
    CHECK_NEAR(ground_bed_angle(0.5, critical, 1e9) / degree, 33, 1e-9);
    CHECK_NEAR(ground_bed_angle(1, critical, 1e3) / degree, 45, 1e-9);
}

// Chosen the angle, all else is closed form: I_R, then p, then the depth at which sqrt(bearing × weight × depth) is p.
static void strength_by_angle(void **state) {
    (void)state;
    for (double density = 0.3; density < 1; density += 0.2) {
        ground_bed b;
        ground_bed_make(&b, weight, density, critical);
        for (double extra = 1; extra < 11; extra += 2) {
            const double strength = ground_sand_strength(weight, tan(critical + extra * degree));
            const double p = 1e3 * exp(10 - (1 + extra / 3) / density), depth = p / sqrt(strength * weight);
            if (depth > 0.02 && depth < 40) CHECK_NEAR(ground_bed_strength(&b, depth), strength, 3e-3 * strength);
        }
    }
}

// Stress grows with depth, over depth it falls, and it is continuous; without dilation it is that of the critical
// angle.
static void grows_less_than_depth(void **state) {
    (void)state;
    ground_bed b;
    ground_bed_make(&b, weight, 0.5, critical);
    for (double d = 1e-3; d < 60; d *= 1.01) {
        const double a = ground_bed_strength(&b, d), c = ground_bed_strength(&b, 1.01 * d);
        assert_true(c <= a && 1.01 * c > a);
        assert_true(a - c < 0.01 * a);
    }
    ground_bed_make(&b, weight, 0.05, critical);
    CHECK_NEAR(ground_bed_strength(&b, 3), ground_sand_strength(weight, tan(critical)), 1e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(angle_by_hand), cmocka_unit_test(strength_by_angle),
                                       cmocka_unit_test(grows_less_than_depth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
