// SPDX-License-Identifier: MIT
// A block on a finely and irregularly tessellated plate, both as meshes, through the whole machinery: stopping time,
// angle of friction, creep; on four round feet, and a box flat on its face, by either method.
#include "tests/validation/methods.h"
#include "tests/validation/plates.h"

static const double G = 9.81, MASS = 2000, H = 1e-3;
static const vec3 HALF = {0.15, 0.15, 0.09}; // of the box

typedef struct bed {
    contact_mesh box, plate;
    contact_material material;
    method_body held;
    sliding_body *b;
} bed;

// A method and its body.
static const struct {
    int method;
    bool feet;
    const char *name;
} CASE[] = {{METHOD_REGIONS, true, "regions, on feet"},
            {METHOD_REGIONS, false, "regions, flat"},
            {METHOD_FOUNDATION, false, "foundation, flat"}};
enum { CASES = sizeof CASE / sizeof *CASE };

static mat3 box_inertia(void) {
    double x = MASS / 3 * (HALF.y * HALF.y + HALF.z * HALF.z), y = MASS / 3 * (HALF.x * HALF.x + HALF.z * HALF.z);
    double z = MASS / 3 * (HALF.x * HALF.x + HALF.y * HALF.y);
    return (mat3){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}};
}

// At rest at the depth that carries the weight, turned by 0.2 about the vertical so that no edges line up.
static void bed_make(bed *d, const contact_material *m, int how, bool feet) {
    d->box = feet ? make_feet() : make_box(HALF, vec3_make(0, 0, 0));
    d->plate = make_plate(-1, -1.5, 3, 1.5, 0.5, 40, 30);
    d->material = *m;
    double low = -d->box.lo.z, depth = 1e-6; // the foundation settles by itself
    if (how == METHOD_REGIONS) depth = pow(MASS * G / (feet ? 4 : 1) / m->stiffness, 1 / m->exponent);
    const pose at = {mat3_rotation(vec3_make(0, 0, 1), 0.2), {0.003, 0.007, low - depth}};
    d->held = (method_body){0};
    d->b = &d->held.b;
    sliding_body_begin(d->b, MASS, box_inertia(), &at, vec3_make(0, 0, -G), H);
    METHOD[how].add(&d->held, &d->box, &d->plate, &d->material);
    sliding_body_finish(d->b);
}

static void bed_free(bed *d) {
    method_body_free(&d->held);
    contact_mesh_free(&d->box), contact_mesh_free(&d->plate);
}

static double spin_of(const bed *d) {
    dyn_eval e = dyn_eval_at(&d->b->model, &d->b->state);
    return dyn_body_omega(&e, d->b->body).z;
}

static void stopping_time(int which) {
    contact_material m = contact_material_default();
    bed d;
    bed_make(&d, &m, CASE[which].method, CASE[which].feet);
    for (int k = 0; k < 300; k++) sliding_body_step(d.b);
    sliding_body_throw(d.b, vec3_make(1, 0, 0));
    double from = d.b->state.q[DYN_FIRST_NODE].x, want = 1 / (m.mu_dynamic * G), stop = 0;
    for (int k = 0; k < 700; k++) {
        sliding_body_step(d.b);
        if (sliding_body_velocity(d.b).x > m.v_stick) stop = (k + 1) * H;
    }
    double way = d.b->state.q[DYN_FIRST_NODE].x - from;
    print_message("%s: stops in %.4f s (v/mu g = %.4f) after %.5f m (%.5f)\n", CASE[which].name, stop, want, way,
                  0.5 * want);
    CHECK_NEAR(stop, want, 0.01 * want);
    CHECK_NEAR(way, 0.5 * want, 0.01 * 0.5 * want);
    CHECK_NEAR(sliding_body_velocity(d.b).x, 0, 1e-6);
    CHECK_NEAR(sliding_body_velocity(d.b).y, 0, 1e-6);
    for (int k = 0; k < 1000; k++) sliding_body_step(d.b); // twice the time in which a region's depth comes to bear
    CHECK_NEAR(vec3_norm(sliding_body_velocity(d.b)), 0, 1e-6);
    bed_free(&d);
}

static void tilt(bed *d, double angle) { d->b->model.gravity = vec3_make(G * sin(angle), 0, -G * cos(angle)); }

// Gravity turns slowly: the box starts to slide at the angle of static friction.
static void critical_angle(int which) {
    contact_material m = contact_material_default();
    bed d;
    bed_make(&d, &m, CASE[which].method, CASE[which].feet);
    for (int k = 0; k < 300; k++) sliding_body_step(d.b);
    double want = atan(m.mu_static), angle = 0;
    for (int k = 0; k < 8000 && sliding_body_velocity(d.b).x < 2 * m.v_stick; k++) {
        angle += H * (angle < 0.95 * want ? 0.2 : 0.005);
        tilt(&d, angle);
        sliding_body_step(d.b);
    }
    print_message("%s: leaves at %.5f rad, atan(mu_s) = %.5f\n", CASE[which].name, angle, want);
    CHECK_NEAR(angle, want, 0.01 * want);
    double from = sliding_body_velocity(d.b).x;
    for (int k = 0; k < 500; k++) sliding_body_step(d.b);
    double a = (sliding_body_velocity(d.b).x - from) / 0.5, expected = G * (sin(angle) - m.mu_dynamic * cos(angle));
    print_message("and slides with %.4f m/s2, expected %.4f\n", a, expected);
    CHECK_NEAR(a, expected, 0.01 * G * m.mu_dynamic);
    bed_free(&d);
}

static void no_creep(int which) {
    contact_material m = contact_material_default();
    bed d;
    bed_make(&d, &m, CASE[which].method, CASE[which].feet);
    double angle = atan(0.5 * m.mu_static);
    for (int k = 0; k < 3000; k++) {
        tilt(&d, angle * fmin(1, k / 1000.0));
        sliding_body_step(d.b);
    }
    vec3 from = d.b->state.q[DYN_FIRST_NODE];
    for (int k = 0; k < (PLATES_SHORT ? 2000 : 60000); k++) sliding_body_step(d.b);
    vec3 creep = vec3_sub(d.b->state.q[DYN_FIRST_NODE], from);
    print_message("%s: creeps %.1e m in 60 s at half the limit\n", CASE[which].name, vec3_norm(creep));
    CHECK_NEAR(vec3_norm(creep), 0, 1e-6);
    bed_free(&d);
}

static void test_stopping_time(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) stopping_time(i);
}
static void test_critical_angle(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) critical_angle(i);
}
static void test_no_creep(void **state) {
    (void)state;
    for (int i = 0; i < CASES; i++) no_creep(i);
}

// A square face under even pressure resists with mu N 0.3826 of its side; the spin ends after I w / M.
static void test_spin_stops(void **state) {
    (void)state;
    contact_material m = contact_material_default();
    bed d;
    bed_make(&d, &m, METHOD_REGIONS, false);
    for (int k = 0; k < 300; k++) sliding_body_step(d.b);
    const double w = 2;
    for (int i = 0; i < 4; i++) {
        vec3 *x = &d.b->state.q[DYN_FIRST_NODE], *v = &d.b->state.qd[DYN_FIRST_NODE];
        vec3 arm = i < 2 ? vec3_sub(x[i], x[0]) : x[i];
        v[i] = vec3_cross(vec3_make(0, 0, w), arm);
    }
    double want = w * box_inertia().m[2][2] / (m.mu_dynamic * MASS * G * 0.3826 * 2 * HALF.x), stop = 0;
    for (int k = 0; k < 1200; k++) {
        sliding_body_step(d.b);
        if (spin_of(&d) > 0.02 * w) stop = (k + 1) * H;
    }
    print_message("spin ends after %.4f s, expected %.4f; then %.1e rad/s\n", stop, want, spin_of(&d));
    CHECK_NEAR(stop, want, 0.03 * want);
    CHECK_NEAR(spin_of(&d), 0, 1e-3 * w);
    bed_free(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stopping_time), cmocka_unit_test(test_critical_angle),
                                       cmocka_unit_test(test_no_creep), cmocka_unit_test(test_spin_stops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
