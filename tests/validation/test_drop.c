// SPDX-License-Identifier: MIT
// A sphere dropped on a plane, both as meshes, through the whole machinery: the exact law's rebound ratio is the
// specified coefficient of restitution (the law's hysteresis factor solves a (1 + e) = ln((1 + a) / (1 - a e))).
#include "tests/contact/shapes.h"
#include "tests/validation/sliding_body.h"

// Speed before touch and after release along z.
static double rebound(double e, double start) {
    const double h = 1e-3, radius = 0.3, mass = 900, speed = 0.5;
    contact_material m = contact_material_default();
    m.restitution = e;
    m.damping_max = 1e6; // no guard rail: the law alone
    m.v_min = 1e-3;
    // K such that the elastic contact lasts 16 steps: T = 2.943 d / v, d = (5 m v² / (4 K))^(2/5)
    double deepest = 16 * h * speed / 2.943;
    m.stiffness = 1.25 * mass * speed * speed / pow(deepest, 2.5);
    contact_mesh ball = make_sphere(radius, vec3_make(0, 0, 0), 5);
    contact_mesh ground = make_box(vec3_make(1, 1, 0.5), vec3_make(0, 0, -0.5));
    double i = 0.4 * mass * radius * radius, low = ball.lo.z;
    sliding_body b;
    const pose at = {mat3_identity(), {0.013, 0.007, -low + start}};
    sliding_body_make(&b, &ball, &ground, &m, mass, (mat3){{{i, 0, 0}, {0, i, 0}, {0, 0, i}}}, &at, vec3_make(0, 0, 0),
                      h);
    for (int k = 0; k < b.model.n_nodes; k++)
        b.state.qd[k] = vec3_make(0, 0, k == DYN_FIRST_NODE || k == DYN_FIRST_NODE + 1 ? -speed : 0);
    bool touched = false;
    double out = 0;
    for (int k = 0; k < 200; k++) {
        sliding_body_step(&b);
        bool touching = b.contact.set.n > 0 && b.contact.set.item[0].normal_force > 0;
        if (touched && !touching) {
            out = b.state.qd[DYN_FIRST_NODE].z;
            break;
        }
        touched = touched || touching;
    }
    assert_true(touched && out > 0);
    sliding_body_free(&b);
    contact_mesh_free(&ball);
    contact_mesh_free(&ground);
    return out / speed;
}

static void test_rebound(void **state) {
    (void)state;
    const double e[] = {0.2, 0.5, 0.8};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            double got = rebound(e[i], 1e-3 + 0.125e-3 * k); // touch at several fractions of a step
            print_message("e = %.1f: rebound %.4f\n", e[i], got);
            CHECK_NEAR(got, e[i], 0.02);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rebound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
