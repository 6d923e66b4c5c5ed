// SPDX-License-Identifier: MIT
// The angle of a vector in a plane: value, gradient and rate.
#include "dynamics/angle.h"
#include "tests/check.h"
#include "tests/dynamics/random.h"

static double *entry(vec3 *x, int k) { return (double *)x + k; }

// Against the angle between the projection of a on the plane and c, by acos; sign by the side of s; and the gradient
// against differences.
static void test_angle(void **state) {
    (void)state;
    uint64_t seed = 17;
    const dyn_angle def = {{0, 1}, {2, 3}, {4, -1}, 2.5};
    for (int trial = 0; trial < 200; trial++) {
        mat3 f = random_rotation(&seed);
        vec3 c = vec3_scale(1.5, mat3_column(&f, 0)), s = vec3_scale(0.6, mat3_column(&f, 1)),
             a = random_vec3(&seed, 2);
        vec3 q[5], qd[5];
        q[1] = random_vec3(&seed, 1), q[3] = random_vec3(&seed, 1), q[4] = s;
        q[0] = vec3_add(q[1], a), q[2] = vec3_add(q[3], c);
        for (int i = 0; i < 5; i++) qd[i] = random_vec3(&seed, 1);
        vec3 n = mat3_column(&f, 2), flat = vec3_madd(a, -vec3_dot(a, n), n);
        if (vec3_norm(flat) < 0.1 * vec3_norm(a)) continue;
        double expected = acos(vec3_dot(flat, c) / (vec3_norm(flat) * 1.5)) * (vec3_dot(a, s) > 0 ? 1 : -1);
        dyn_angle_value v, other;
        assert_true(dyn_angle_eval(&def, q, qd, &v));
        CHECK_NEAR(v.angle, expected, 1e-7); // acos near 0 and pi has half the digits
        double rate = 0;
        for (int i = 0; i < 5; i++)
            for (int k = 0; k < 3; k++) {
                double x0 = *entry(q, 3 * i + k), change = 0, g = 0;
                for (int side = -1; side <= 1; side += 2) {
                    *entry(q, 3 * i + k) = x0 + side * 1e-5;
                    assert_true(dyn_angle_eval(&def, q, qd, &other));
                    change += side * remainder(other.angle - v.angle, 2 * 3.14159265358979323846) / 2e-5;
                }
                *entry(q, 3 * i + k) = x0;
                for (int m = 0; m < v.n; m++)
                    if (v.node[m] == i) g = *entry(v.g, 3 * m + k);
                // third derivatives are below 2 / r³ per squared vector, r the projection
                double r3 = pow(vec3_norm(flat), 3);
                CHECK_NEAR(g, change, 1e-9 * (1 + 20 / r3));
                rate += g * *entry(qd, 3 * i + k);
            }
        CHECK_NEAR(v.rate, rate, 1e-12 * (1 + fabs(rate)));
    }
}

static void test_angle_means_nothing_across_the_plane(void **state) {
    (void)state;
    const dyn_angle def = {{0, -1}, {1, -1}, {2, -1}, 1};
    const vec3 still[3] = {{0, 0, 0}}, q[3] = {{0.005, 0, 1}, {1, 0, 0}, {0, 1, 0}},
               p[3] = {{0.02, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    dyn_angle_value v;
    assert_false(dyn_angle_eval(&def, q, still, &v));
    assert_true(dyn_angle_eval(&def, p, still, &v));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_angle),
        cmocka_unit_test(test_angle_means_nothing_across_the_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
