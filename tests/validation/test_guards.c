// SPDX-License-Identifier: MIT
// Guard rails of the contact laws in the whole machinery: a body that starts deep in the hull is not shot out of it,
// and the friction of an impact is bound by the elastic part of the normal force.
#include "tests/validation/plates.h"
#include "tests/validation/sliding_body.h"

static const double G = 9.81, H = 1e-3, RADIUS = 0.3, MASS = 900;

typedef struct ball {
    contact_mesh mesh, ground;
    sliding_body b;
} ball;

static void ball_make(ball *s, const contact_material *m, vec3 centre) {
    double i = 0.4 * MASS * RADIUS * RADIUS;
    const pose at = {mat3_identity(), centre};
    s->mesh = make_sphere(RADIUS, vec3_make(0, 0, 0), 4);
    s->ground = make_box(vec3_make(2, 2, 0.5), vec3_make(0, 0, -0.5));
    sliding_body_make(&s->b, &s->mesh, &s->ground, m, MASS, (mat3){{{i, 0, 0}, {0, i, 0}, {0, 0, i}}}, &at,
                      vec3_make(0, 0, -G), H);
}

static void ball_free(ball *s) {
    sliding_body_free(&s->b);
    contact_mesh_free(&s->mesh), contact_mesh_free(&s->ground);
}

// At 10 mm depth the elastic force is 2 MN, 230 times the weight, and stores 8 kJ, enough for 4.2 m/s. The body leaves
// no faster than the damper's 1 / damping_max, and the force grows from zero.
static void test_deep_start(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    ball s;
    double fastest = 0, most = 0, first = 0;
    ball_make(&s, &m, vec3_make(0.013, 0.007, RADIUS - 0.01));
    for (int k = 0; k < 3000; k++) {
        sliding_body_step(&s.b);
        for (int i = 0; i < s.b.contact.set.n; i++) most = fmax(most, s.b.contact.set.item[i].normal_force);
        if (k == 0) first = most;
        fastest = fmax(fastest, fabs(sliding_body_velocity(&s.b).z));
    }
    double rest = RADIUS - pow(MASS * G / m.stiffness, 1 / m.exponent);
    print_message(
        "deep start: up at %.4f m/s at most, first force %.0f N, largest %.2f of the weight, %.2e m from rest\n",
        fastest, first, most / (MASS * G), s.b.state.q[DYN_FIRST_NODE].z - rest);
    assert_true(first == 0 && fastest < 0.05 && most < 10 * MASS * G);
    CHECK_NEAR(s.b.state.q[DYN_FIRST_NODE].z, rest, 1e-4);
    ball_free(&s);
}

// Thrown at the ground at 1 m/s while it flies along it: the damper more than doubles the normal force, and the
// friction stays within mu times the last step's elastic force; none in the first step, when there was none.
static void test_elastic_force_limits_friction(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    ball s;
    double elastic = 0, damped = 0;
    int steps = 0;
    ball_make(&s, &m, vec3_make(0.013, 0.007, RADIUS + 2e-3));
    sliding_body_throw(&s.b, vec3_make(2, 0.5, -1));
    for (int k = 0; k < 60; k++) {
        sliding_body_step(&s.b);
        double now = 0;
        for (int i = 0; i < s.b.contact.set.n; i++) {
            const contact_item *c = &s.b.contact.set.item[i];
            double friction = vec3_norm(c->friction_force);
            assert_true(s.b.contact.set.n == 1 && friction <= m.mu_static * elastic * (1 + 1e-12));
            if (elastic > 1e4) damped = fmax(damped, c->normal_force / elastic), steps++;
            now = c->elastic_force;
        }
        elastic = now;
    }
    print_message("normal force up to %.2f of the last elastic force, %d steps looked at\n", damped, steps);
    assert_true(steps >= 5 && damped > 2);
    ball_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_deep_start),
                                       cmocka_unit_test(test_elastic_force_limits_friction)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
