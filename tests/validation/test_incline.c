// SPDX-License-Identifier: MIT
// A block on four round feet on an inclined plane, both as meshes, through the whole machinery: below the angle of
// friction it sticks without creep, above it slides with g (sin a - mu_d cos a).
#include "tests/validation/plates.h"
#include "tests/validation/sliding_body.h"

static const double G = 9.81, MASS = 2000;

typedef struct slope {
    contact_mesh feet, ground;
    contact_material material;
    sliding_body b;
    double angle;
    vec3 down; // unit, down the slope
} slope;

// At rest on a plane inclined by `angle` about y, turned a little so that no edge lines up, at the depth that carries
// the weight. Gravity starts normal to the plane: released at once on the slope, the block would overshoot the static
// limit.
static void slope_make(slope *s, double angle) {
    s->feet = make_feet();
    contact_mesh flat = make_box(vec3_make(8, 4, 0.5), vec3_make(5, 0, -0.5));
    mat3 r = mat3_rotation(vec3_make(0, 1, 0), angle), yaw = mat3_rotation(vec3_make(0, 0, 1), 0.2);
    for (int i = 0; i < flat.nv; i++) flat.vertex[i] = mat3_mul(&r, flat.vertex[i]);
    int *t = malloc(3 * sizeof *t * (size_t)flat.nt);
    assert_non_null(t);
    for (int i = 0; i < flat.nt; i++) memcpy(t + 3 * i, flat.tri[i].v, 3 * sizeof *t);
    s->ground = make_mesh(flat.vertex, flat.nv, t, flat.nt, NULL);
    contact_mesh_free(&flat);
    free(t);
    s->material = contact_material_default();
    double depth = pow(MASS * G * cos(angle) / 4 / s->material.stiffness, 1 / 1.5);
    pose at = {mat3_matmul(&r, &yaw), mat3_mul(&r, vec3_make(0, 0, 0.35 - depth))};
    sliding_body_make(&s->b, &s->feet, &s->ground, &s->material, MASS, (mat3){{{250, 0, 0}, {0, 400, 0}, {0, 0, 400}}},
                      &at, mat3_mul(&r, vec3_make(0, 0, -G)), 1e-3);
    s->down = mat3_mul(&r, vec3_make(1, 0, 0));
    s->angle = angle;
}

// Half a second of rest, then gravity turns into the vertical within a second.
static void slope_load(slope *s) {
    for (int k = 0; k < 1500; k++) {
        mat3 back = mat3_rotation(vec3_make(0, 1, 0), s->angle * (1 - fmin(1, fmax(0, (k - 499) / 1000.0))));
        s->b.model.gravity = mat3_mul(&back, vec3_make(0, 0, -G));
        sliding_body_step(&s->b);
    }
}

static void slope_free(slope *s) {
    sliding_body_free(&s->b);
    contact_mesh_free(&s->feet);
    contact_mesh_free(&s->ground);
}

static double place(const slope *s) { return vec3_dot(s->b.state.q[DYN_FIRST_NODE], s->down); }

static void test_sticks(void **state) {
    (void)state;
    const double share[] = {0.5, 0.9, 0.97};
    for (int i = 0; i < 3; i++) {
        slope s;
        slope_make(&s, atan(share[i] * contact_material_default().mu_static));
        slope_load(&s);
        double from = place(&s);
        for (int k = 0; k < 5000; k++) sliding_body_step(&s.b);
        double creep = place(&s) - from;
        print_message("at %.0f %% of the static limit: %.2g m in 5 s\n", 100 * share[i], creep);
        CHECK_NEAR(creep, 0, 1e-5);
        slope_free(&s);
    }
}

static void test_slides(void **state) {
    (void)state;
    const double angle[] = {0.30, 0.45};
    for (int i = 0; i < 2; i++) {
        slope s;
        slope_make(&s, angle[i]);
        slope_load(&s);
        double from = vec3_dot(s.b.state.qd[DYN_FIRST_NODE], s.down);
        for (int k = 0; k < 1000; k++) sliding_body_step(&s.b);
        double a = (vec3_dot(s.b.state.qd[DYN_FIRST_NODE], s.down) - from) / 1.0;
        double want = G * (sin(angle[i]) - s.material.mu_dynamic * cos(angle[i]));
        print_message("at %.2f rad: %.4f m/s2, expected %.4f\n", angle[i], a, want);
        CHECK_NEAR(a, want, 0.02 * want);
        slope_free(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sticks), cmocka_unit_test(test_slides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
