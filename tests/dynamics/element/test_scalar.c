// SPDX-License-Identifier: MIT
// Tests of the angle of a vector in a plane: value, gradient and rate.
#include "dynamics/core/model.h"
#include "dynamics/element/scalar.h"
#include "tests/check.h"
#include "tests/random.h"

enum { FIRST = DYN_FIRST_NODE };

static double *entry(vec3 *x, int k) { return (double *)x + k; }

// Value against the angle between c and the projection of a on the plane, by acos, with the sign by the side of s;
// gradient against differences.
static void test_angle_matches_acos(void **state) {
    (void)state;
    uint64_t seed = 17;
    const dyn_scalar def =
        dyn_scalar_angle(dyn_vector_of_nodes(0, FIRST, FIRST + 1), dyn_vector_of_nodes(1, FIRST + 2, FIRST + 3),
                         dyn_vector_of_nodes(1, FIRST + 4, -1), 2.5);
    for (int trial = 0; trial < 200; trial++) {
        mat3 f = random_rotation(&seed);
        vec3 c = vec3_scale(1.5, mat3_column(&f, 0)), s = vec3_scale(0.6, mat3_column(&f, 1)),
             a = random_vec3(&seed, 2);
        vec3 nodes[FIRST + 5] = {{0, 0, 0}}, speeds[FIRST + 5] = {{0, 0, 0}}, *q = nodes + FIRST, *qd = speeds + FIRST;
        q[1] = random_vec3(&seed, 1), q[3] = random_vec3(&seed, 1), q[4] = s;
        q[0] = vec3_add(q[1], a), q[2] = vec3_add(q[3], c);
        for (int i = 0; i < 5; i++) qd[i] = random_vec3(&seed, 1);
        vec3 n = mat3_column(&f, 2), flat = vec3_madd(a, -vec3_dot(a, n), n);
        if (vec3_norm(flat) < 0.1 * vec3_norm(a)) continue;
        double expected = acos(vec3_dot(flat, c) / (vec3_norm(flat) * 1.5)) * (vec3_dot(a, s) > 0 ? 1 : -1);
        dyn_scalar_value v, other;
        assert_true(dyn_scalar_eval(&def, nodes, speeds, NULL, &v));
        CHECK_NEAR(v.value, expected, 1e-7); // acos loses half of its digits near 0 and pi
        double rate = 0;
        for (int i = 0; i < 5; i++)
            for (int k = 0; k < 3; k++) {
                double x0 = *entry(q, 3 * i + k), change = 0, g = 0;
                for (int side = -1; side <= 1; side += 2) {
                    *entry(q, 3 * i + k) = x0 + side * 1e-5;
                    assert_true(dyn_scalar_eval(&def, nodes, speeds, NULL, &other));
                    change += side * remainder(other.value - v.value, 2 * 3.14159265358979323846) / 2e-5;
                }
                *entry(q, 3 * i + k) = x0;
                for (int p = 0; p < 3; p++)
                    for (int m = 0; m < def.vector[p].n; m++)
                        if (def.vector[p].node[m] == FIRST + i) g += def.vector[p].weight[m] * *entry(v.g, 3 * p + k);
                // third derivatives are below 2 / r³ per squared vector, r the projection
                double r3 = pow(vec3_norm(flat), 3);
                CHECK_NEAR(g, change, 1e-9 * (1 + 20 / r3));
                rate += g * *entry(qd, 3 * i + k);
            }
        CHECK_NEAR(v.rate, rate, 1e-12 * (1 + fabs(rate)));
    }
}

static void test_angle_normal_to_plane_is_undefined(void **state) {
    (void)state;
    const dyn_scalar def = dyn_scalar_angle(dyn_vector_of_nodes(0, 0, -1), dyn_vector_of_nodes(1, 1, -1),
                                            dyn_vector_of_nodes(1, 2, -1), 1);
    const vec3 still[3] = {{0, 0, 0}}, q[3] = {{0.005, 0, 1}, {1, 0, 0}, {0, 1, 0}},
               p[3] = {{0.02, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    dyn_scalar_value v;
    assert_false(dyn_scalar_eval(&def, q, still, NULL, &v));
    assert_true(dyn_scalar_eval(&def, p, still, NULL, &v));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_angle_matches_acos),
        cmocka_unit_test(test_angle_normal_to_plane_is_undefined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
