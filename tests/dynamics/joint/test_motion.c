// SPDX-License-Identifier: MIT
// Tests the motion of each kind of joint, and of redundant joints, against closed forms.
#include "tests/dynamics/mechanism.h"
#include "tests/random.h"

#define PI 3.14159265358979323846
static const vec3 zero = {0, 0, 0};
static const double g = 9.81;

static vec3 centre_of(const mechanism *k, int body, const brick *b, const vec3 *x) {
    const int *n = k->model.body[body].node;
    vec3 along = vec3_scale(1 / b->length, vec3_sub(x[n[1]], x[n[0]]));
    vec3 c = vec3_madd(x[n[0]], b->centre.x, along);
    return vec3_madd(vec3_madd(c, b->centre.y, x[n[2]]), b->centre.z, x[n[3]]);
}

// Makes an oblique body with its centre of mass at `centre`.
static brick askew(uint64_t seed, vec3 centre) {
    brick b = {.at = {random_rotation(&seed), zero}, .length = 0.7, .mass = 3, .centre = {0.3, 0.1, -0.05}};
    b.inertia = vec3_make(0.2, 0.3, 0.4);
    b.at.p = vec3_sub(centre, mat3_mul(&b.at.r, b.centre));
    return b;
}

static double agm(double a, double b) {
    for (int i = 0; i < 30; i++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return a;
}

static double inertia_about(const brick *b, vec3 axis, double off) {
    vec3 n = mat3_tmul(&b->at.r, axis);
    return b->inertia.x * n.x * n.x + b->inertia.y * n.y * n.y + b->inertia.z * n.z * n.z + b->mass * off * off;
}

// Returns the period of a physical pendulum released at an angle of 1.2; *expected: 2 pi sqrt(I/(m g l)) /
// agm(1, cos(angle/2)) (Gauss). joints: number of coincident hinges; weld: a second body is fixed to the first.
static double swing(int joints, bool weld, double h, double *expected) {
    const double angle = 1.2, arm = 0.5, arm2 = 0.8;
    vec3 axis = vec3_make(0, 1, 0), down = vec3_make(sin(angle), 0, -cos(angle));
    mechanism k;
    mechanism_make(&k, h, vec3_make(0, 0, -g));
    brick a = askew(3, vec3_madd(vec3_make(0, 0.4, 0), arm, down)), b = askew(4, vec3_scale(arm2, down));
    int first = mechanism_body(&k, &a);
    for (int i = 0; i < joints; i++) mechanism_joint(&k, DYN_JOINT_REVOLUTE, -1, first, vec3_make(0, 0.2, 0), axis);
    double inertia = inertia_about(&a, axis, arm), lever = a.mass * arm;
    if (weld) {
        mechanism_joint(&k, DYN_JOINT_FIXED, first, mechanism_body(&k, &b), vec3_scale(0.6, down), zero);
        inertia += inertia_about(&b, axis, arm2);
        lever += b.mass * arm2;
    }
    mechanism_finish(&k);
    mechanism_start(&k);
    double last[2] = {0}, before = sin(angle);
    for (int i = 1, crossings = 0; crossings < 5 && i < 20000; i++) { // two whole periods from the first crossing
        mechanism_step(&k);
        double now = centre_of(&k, first, &a, k.state.q).x;
        if ((now > 0) != (before > 0)) {
            double t = h * (i - 1 + before / (before - now));
            if (crossings == 0) last[0] = t;
            last[1] = t;
            crossings++;
        }
        before = now;
    }
    assert_int_equal(k.events, 0);
    assert_true(k.phi_max < 1e-9);
    mechanism_free(&k);
    *expected = 2 * PI * sqrt(inertia / (g * lever)) / agm(1, cos(angle / 2));
    return 0.5 * (last[1] - last[0]);
}

// The error of the period is of second order in h: Richardson extrapolation gives the closed form.
static void check_pendulum(int joints, bool weld) {
    double expected, coarse = swing(joints, weld, 2e-3, &expected), fine = swing(joints, weld, 1e-3, &expected);
    CHECK_NEAR(fine, expected, 1e-5 * expected);
    CHECK_NEAR((4 * fine - coarse) / 3, expected, 1e-7 * expected);
}

static void test_revolute(void **state) {
    (void)state;
    check_pendulum(1, false);
}

static void test_fixed(void **state) {
    (void)state;
    check_pendulum(1, true);
}

static void test_redundant_joints(void **state) {
    (void)state;
    check_pendulum(3, false);
}

// A body slides along an oblique axis by 0.7 t + (g·axis) t²/2 and turns at a constant rate, its centre on the axis.
static void check_slide(dyn_joint_kind kind, vec3 omega_of_axis, double spin) {
    mechanism k;
    mechanism_make(&k, 1e-3, vec3_make(0.5, -1, -g));
    vec3 axis = vec3_unit(vec3_make(1, 2, -2)), start = vec3_make(0.2, 0.1, 0.3);
    brick b = askew(5, start);
    b.inertia = vec3_make(0.3, 0.3, 0.3); // constant rate about any axis
    vec3 omega = vec3_madd(omega_of_axis, spin, axis);
    int body = mechanism_body(&k, &b);
    mechanism_joint(&k, kind, -1, body, start, axis);
    mechanism_finish(&k);
    mechanism_spin(&k, body, vec3_madd(vec3_cross(omega, vec3_sub(b.at.p, start)), 0.7, axis), omega);
    mechanism_start(&k);
    mat3 turned;
    for (int i = 1; i <= 1000; i++) {
        mechanism_step(&k);
        double t = 1e-3 * i, s = 0.7 * t + 0.5 * vec3_dot(k.model.gravity, axis) * t * t;
        CHECK_VEC3(centre_of(&k, body, &b, k.state.q), vec3_madd(start, s, axis), 1e-7);
        turned = mat3_rotation(vec3_norm(omega) > 0 ? vec3_unit(omega) : axis, vec3_norm(omega) * t);
        for (int c = 1; c < 3; c++) // the angle is off by (w t)(w h)²/12 at most
            CHECK_VEC3(k.state.q[k.model.body[body].node[c + 1]], mat3_mul(&turned, mat3_column(&b.at.r, c)), 1e-5);
    }
    assert_int_equal(k.events, 0);
    mechanism_free(&k);
}

static void test_cylindrical(void **state) {
    (void)state;
    check_slide(DYN_JOINT_CYLINDRICAL, zero, 4);
}

static void test_prismatic(void **state) {
    (void)state;
    check_slide(DYN_JOINT_PRISMATIC, zero, 0);
}

static void test_inline(void **state) {
    (void)state;
    check_slide(DYN_JOINT_INLINE, vec3_make(2, -1, 3), 0);
}

// A heavy symmetrical rod precesses steadily about the vertical, without spin, if (I1 - I3) w² cos(angle) = m g l, with
// I1 about the pivot: from omega × I omega = r × m g.
static void test_spherical(void **state) {
    (void)state;
    const double angle = 0.6, arm = 0.5, i3 = 0.02;
    mechanism k;
    mechanism_make(&k, 1e-3, vec3_make(0, 0, -g));
    vec3 down = vec3_make(sin(angle), 0, -cos(angle)), pivot = vec3_make(0.1, 0.2, 0.3), y = vec3_make(0, 1, 0);
    brick b = {.at = {mat3_columns(down, y, vec3_cross(down, y)), zero}, .length = 1, .mass = 2};
    b.centre = vec3_make(0.2, 0.1, -0.1);
    b.inertia = vec3_make(i3, 0.3, 0.3);
    b.at.p = vec3_sub(vec3_madd(pivot, arm, down), mat3_mul(&b.at.r, b.centre));
    int body = mechanism_body(&k, &b);
    mechanism_joint(&k, DYN_JOINT_SPHERICAL, -1, body, pivot, zero);
    mechanism_finish(&k);
    double w = sqrt(b.mass * g * arm / ((0.3 + b.mass * arm * arm - i3) * cos(angle)));
    vec3 omega = vec3_make(0, 0, w);
    mechanism_spin(&k, body, vec3_cross(omega, vec3_sub(b.at.p, pivot)), omega);
    mechanism_start(&k);
    for (int i = 1; i <= 2000; i++) {
        mechanism_step(&k);
        double turn = 1e-3 * i * w;
        vec3 expected = vec3_make(arm * sin(angle) * cos(turn), arm * sin(angle) * sin(turn), -arm * cos(angle));
        CHECK_VEC3(vec3_sub(centre_of(&k, body, &b, k.state.q), pivot), expected, 3e-5);
    }
    mechanism_free(&k);
}

// Two shafts at an angle beta, the first driven at a constant rate: w2/w1 = cos(beta)/(1 - sin²(beta) cos²(theta)),
// theta = 0 with the first shaft's cross axis in the plane of the shafts (Hooke).
static void test_universal(void **state) {
    (void)state;
    const double beta = 0.7, rate = 6;
    mechanism k;
    mechanism_make(&k, 1e-3, zero);
    vec3 x = vec3_make(1, 0, 0), y = vec3_make(0, 1, 0), z = vec3_make(0, 0, 1);
    vec3 n2 = vec3_make(cos(beta), 0, sin(beta));
    brick a = {.at = {mat3_identity(), {-1, 0, 0}}, .length = 0.8, .mass = 1, .inertia = {0.1, 0.1, 0.1}};
    brick b = {
        .at = {mat3_columns(n2, y, vec3_cross(n2, y)), n2}, .length = 0.8, .mass = 1, .inertia = {0.2, 0.2, 0.2}};
    int first = mechanism_body(&k, &a), second = mechanism_body(&k, &b);
    mechanism_joint(&k, DYN_JOINT_REVOLUTE, -1, first, a.at.p, x);
    mechanism_joint(&k, DYN_JOINT_CYLINDRICAL, -1, second, b.at.p, n2); // the universal joint prevents its travel
    const dyn_joint_def cross = {DYN_JOINT_UNIVERSAL, {first, second}, {zero, zero}, {z, y}};
    dyn_relative_angle angle;
    dyn_driver driver;
    const char *why;
    assert_int_equal(dyn_joint_add(&k.joint[k.n_joints++], &k.model, &cross, &why), RT_OK);
    dyn_direction from = dyn_body_own(&k.model, -1, 1), to = dyn_body_own(&k.model, first, 1),
                  about = dyn_body_own(&k.model, -1, 0);
    assert_int_equal(dyn_relative_angle_add(&angle, &k.model, &from, &to, &about, 0, &why), RT_OK);
    assert_int_equal(
        dyn_driver_add(&driver, &k.model, angle.node, vec3_make(1, 0, 0), &(dyn_driver_motion){.rate = rate}, &why),
        RT_OK);
    mechanism_finish(&k);
    mechanism_start(&k);
    const int *n = k.model.body[second].node;
    double least = 10, most = 0;
    for (int i = 0; i <= 2000; i++) {
        double theta = rate * 1e-3 * i, c = cos(theta), s = sin(beta);
        double ratio = vec3_dot(vec3_cross(k.state.q[n[2]], k.state.qd[n[2]]), n2) / rate;
        CHECK_NEAR(ratio, cos(beta) / (1 - s * s * c * c), 1e-8);
        least = fmin(least, ratio), most = fmax(most, ratio);
        mechanism_step(&k);
    }
    CHECK_NEAR(least, cos(beta), 1e-4);
    CHECK_NEAR(most, 1 / cos(beta), 1e-4);
    assert_int_equal(k.events, 0);
    mechanism_free(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_revolute),    cmocka_unit_test(test_fixed),     cmocka_unit_test(test_redundant_joints),
        cmocka_unit_test(test_cylindrical), cmocka_unit_test(test_prismatic), cmocka_unit_test(test_inline),
        cmocka_unit_test(test_spherical),   cmocka_unit_test(test_universal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
