// SPDX-License-Identifier: MIT
// The granular law: against the two-dimensional fit by others, symmetry, no stress on receding faces, continuity, and
// that it takes energy.
#include "dynamics/soil/sand.h"
#include "tests/check.h"
#include "tests/random.h"

static const vec3 up = {0, 0, 1};
static const double rough = 0.45, frozen = 1e9;

// Stress on a plate inclined by beta to the level that moves under the angle gamma below it (Li, Zhang & Goldman 2013,
// Science 339, 1408, generic coefficients): x against the motion, z upward. From other beds and experiments, scaled to
// 1 on a level plate that sinks.
static void plate(double beta, double gamma, double out[2]) {
    const double a00 = 0.206, a10 = 0.169, b11 = 0.212, b01 = 0.358, b_11 = 0.055;
    const double c11 = -0.124, c01 = 0.253, c_11 = 0.007, d10 = 0.088;
    const double plus = 2 * beta + gamma, minus = -2 * beta + gamma;
    out[0] = c11 * cos(plus) + c01 * cos(gamma) + c_11 * cos(minus) + d10 * sin(2 * beta);
    out[1] = a00 + a10 * cos(2 * beta) + b11 * sin(plus) + b01 * sin(gamma) + b_11 * sin(minus);
}

// In the plane of the motion the two fits, of different beds, agree but for their scatter. A wrong sign in the law is
// off by 2 and more.
static void agrees_with_plates(void **state) {
    (void)state;
    double square = 0, most = 0;
    int n = 0;
    for (int b = -85; b <= 85; b += 10)
        for (int g = -85; g <= 85; g += 10) {
            const double beta = b * M_PI / 180, gamma = g * M_PI / 180;
            const vec3 way = {cos(gamma), 0, -sin(gamma)};
            vec3 normal = {sin(beta), 0, -cos(beta)};
            double expected[2];
            if (vec3_dot(normal, way) < 0) normal = vec3_scale(-1, normal);
            if (vec3_dot(normal, way) < 0.2) continue; // hardly advances
            plate(beta, gamma, expected);
            vec3 s = ground_sand_stress(normal, way, up, frozen);
            double off = hypot(-s.x - expected[0], s.z - expected[1]);
            square += off * off, most = fmax(most, off), n++;
        }
    print_message("%d poses: %.3f rms, %.3f at most\n", n, sqrt(square / n), most);
    assert_true(sqrt(square / n) < 0.2 && most < 0.4);
}

// A level plate sinks into 0.88 of the strength; a face that looks down and ahead lifts, one that looks up and ahead is
// drawn in; friction bounds the part along the face; a receding face feels nothing.
static void known_poses(void **state) {
    (void)state;
    const double c = sqrt(0.5);
    const vec3 down = {0, 0, -1}, ahead = {1, 0, 0}, rising = {c, 0, c};
    CHECK_NEAR(ground_sand_stress(down, down, up, rough).z, 0.88, 0.01);
    assert_true(ground_sand_stress(vec3_make(c, 0, -c), ahead, up, rough).z > 0.2);
    assert_true(ground_sand_stress(rising, ahead, up, rough).z < -0.05);
    vec3 s = ground_sand_stress(vec3_make(c, 0, -c), down, up, 0.1);
    double pressure = c * (s.z - s.x), along = c * fabs(s.x + s.z);
    CHECK_NEAR(along, 0.1 * pressure, 1e-9);
    CHECK_NEAR(vec3_norm(ground_sand_stress(vec3_make(-1, 0, 0), ahead, up, rough)), 0, 0);
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
        worst = fmax(worst, vec3_norm(vec3_sub(ground_sand_stress(mat3_mul(&little, n), w, up, rough), s)));
        most = fmax(most, vec3_dot(s, w));
    }
    print_message("a turn by 1e-4 changes it by at most %g; greatest power %g\n", worst, most);
    assert_true(worst < 0.02);
    assert_true(most < 1e-12);
}

// Of the authors' example of use, 1701 kg/m3 and 0.62: computed by hand.
static void strength_of_a_bed(void **state) {
    (void)state;
    CHECK_NEAR(ground_sand_strength(1701 * 9.81, 0.62), 2.000e6, 0.001e6);
}

// At the reference depth the strength is the bed's own at any exponent. Elsewhere the stress, strength times depth, is
// depth^exponent: it grows with depth, is continuous, and goes to zero at the surface with a finite slope.
static void grows_by_a_power(void **state) {
    (void)state;
    for (double n = 0.1; n < 1.05; n += 0.1) {
        CHECK_NEAR(ground_sand_growth(n, GROUND_SAND_REFERENCE), 1, 1e-12);
        CHECK_NEAR(3 * ground_sand_growth(n, 3), pow(3, n), 1e-12);
        CHECK_NEAR(ground_sand_growth(n, 0), pow(5e-3, n - 1), 1e-12);
        double before = 0;
        for (double d = 1e-6; d < 60; d *= 1.01) {
            const double stress = d * ground_sand_growth(n, d);
            assert_true(stress > before && stress - before <= 0.011 * stress + 2e-6 * pow(5e-3, n - 1));
            before = stress;
        }
    }
    assert_true(ground_sand_growth(1, 0.7) == 1);
}

// Resistance to a cone at a relative density of 0.5 over that of a level plate in a bed of 35 deg (1.676 MPa/m), 1 m
// deep in sand of 9.3 kN/m3: two correlations, of Ticino sand and of several with earth pressure at rest of 0.45.
static void strength_beside_cones(void **state) {
    (void)state;
    const double plate = 0.88 * ground_sand_strength(9.3e3, tan(35 * M_PI / 180)) * GROUND_SAND_REFERENCE,
                 baldi = 157e3 * pow(9.3, 0.55) * exp(2.41 * 0.5),
                 jamiolkowski = 24.94 * 100e3 * pow(0.093 * 1.9 / 3, 0.46) * exp(2.96 * 0.5);
    print_message("cone over plate: %.2f (Baldi et al.), %.2f (Jamiolkowski et al.)\n", baldi / plate,
                  jamiolkowski / plate);
    assert_true(baldi / plate > 0.8 && jamiolkowski / plate < 2.5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_plates),     cmocka_unit_test(known_poses),
        cmocka_unit_test(turns_and_takes_energy), cmocka_unit_test(strength_of_a_bed),
        cmocka_unit_test(grows_by_a_power),       cmocka_unit_test(strength_beside_cones)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
