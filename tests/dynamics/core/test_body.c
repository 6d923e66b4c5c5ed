// SPDX-License-Identifier: MIT
// Tests of bodies in natural coordinates against rigid-body mechanics: kinetic energy, gravity, weights, poses; and of
// a stud link's inertia against an integration over its volume.
#include "dynamics/core/start.h"
#include "dynamics/core/step.h"
#include "dynamics/tackle/chain.h"
#include "tests/check.h"
#include "tests/random.h"

#define G 9.81

// A body of random shape: oblique basis, random centre of mass, inertia of a random cloud of masses.
typedef struct rig {
    dyn_model model;
    dyn_state state;
    dyn_body_def def;
} rig;

static void make(rig *r, uint64_t *seed) {
    *r = (rig){0};
    dyn_body_def *d = &r->def;
    d->p0 = DYN_FIRST_NODE, d->p1 = d->p0 + 1, d->u = d->p0 + 2, d->v = d->p0 + 3;
    mat3 turn = random_rotation(seed);
    d->rb_p0 = random_vec3(seed, 2);
    d->rb_p1 = vec3_madd(d->rb_p0, 1.4, mat3_column(&turn, 0));
    d->ub = vec3_madd(vec3_scale(0.7, mat3_column(&turn, 1)), 0.3, mat3_column(&turn, 0));
    d->vb = vec3_madd(mat3_column(&turn, 2), 0.4, mat3_column(&turn, 1));
    d->mass = 2 + random_unit(seed);
    d->centre = random_vec3(seed, 1);
    for (int k = 0; k < 8; k++) { // eight point masses; their own centre is irrelevant here
        vec3 x = random_vec3(seed, 0.5);
        double m = d->mass / 8;
        const double v[3] = {x.x, x.y, x.z};
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) d->inertia.m[i][j] += m * ((i == j ? vec3_norm2(x) : 0) - v[i] * v[j]);
    }
    assert_true(dyn_model_create(&r->model, 1e-3, vec3_make(0, 0, -G), 4, 1, 0, 0, 0));
    const vec3 x[4] = {d->rb_p0, d->rb_p1, d->ub, d->vb}; // body frame = world at first
    for (int k = 0; k < 4; k++) dyn_add_node(&r->model, x[k], false);
    assert_int_equal(dyn_add_body(&r->model, d, NULL), RT_OK);
    assert_int_equal(dyn_model_finish(&r->model, 1e5), RT_OK);
    assert_int_equal(dyn_state_create(&r->model, &r->state), RT_OK);
}

static void destroy(rig *r) {
    dyn_state_free(&r->state);
    dyn_model_destroy(&r->model);
}

// Moves the body to pose a, with velocity v of the frame's origin and angular velocity omega.
static void place(rig *r, const pose *a, vec3 v, vec3 omega) {
    const vec3 point[2] = {r->def.rb_p0, r->def.rb_p1}, vector[2] = {r->def.ub, r->def.vb};
    for (int k = 0; k < 2; k++) {
        vec3 arm = mat3_mul(&a->r, point[k]), w = mat3_mul(&a->r, vector[k]);
        r->state.q[DYN_FIRST_NODE + k] = vec3_add(a->p, arm);
        r->state.qd[DYN_FIRST_NODE + k] = vec3_add(v, vec3_cross(omega, arm));
        r->state.q[DYN_FIRST_NODE + 2 + k] = w;
        r->state.qd[DYN_FIRST_NODE + 2 + k] = vec3_cross(omega, w);
    }
}

// m v²/2 + ω·Iω/2 + m g z of the centre of mass.
static void test_rigid_motion_has_rigid_body_energy(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int trial = 0; trial < 50; trial++) {
        rig r;
        make(&r, &seed);
        pose a = {random_rotation(&seed), random_vec3(&seed, 10)};
        vec3 v = random_vec3(&seed, 3), omega = random_vec3(&seed, 4), arm = mat3_mul(&a.r, r.def.centre);
        place(&r, &a, v, omega);
        vec3 vg = vec3_add(v, vec3_cross(omega, arm)), w = mat3_tmul(&a.r, omega);
        double kinetic = 0.5 * r.def.mass * vec3_norm2(vg) + 0.5 * vec3_dot(w, mat3_mul(&r.def.inertia, w));
        double expected = kinetic + r.def.mass * G * (a.p.z + arm.z);
        CHECK_NEAR(dyn_energy(&r.model, &r.state), expected, 1e-11 * (kinetic + 1000));
        destroy(&r);
    }
}

static void test_points_poses_and_velocities(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int trial = 0; trial < 50; trial++) {
        rig r;
        make(&r, &seed);
        pose a = {random_rotation(&seed), random_vec3(&seed, 10)};
        vec3 v = random_vec3(&seed, 3), omega = random_vec3(&seed, 4), rb = random_vec3(&seed, 5);
        place(&r, &a, v, omega);
        dyn_eval e = dyn_eval_at(&r.model, &r.state);
        double w[4];
        dyn_body_weights(&r.model, 0, rb, w);
        vec3 x = dyn_body_point(&e, 0, w), xd = dyn_body_velocity(&e, 0, w);
        CHECK_NEAR(vec3_norm(vec3_sub(x, pose_point(&a, rb))), 0, 1e-12);
        vec3 expected = vec3_add(v, vec3_cross(omega, mat3_mul(&a.r, rb)));
        CHECK_NEAR(vec3_norm(vec3_sub(xd, expected)), 0, 1e-11);
        pose b = dyn_body_pose(&e, 0);
        CHECK_NEAR(vec3_norm(vec3_sub(b.p, a.p)), 0, 1e-12);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) CHECK_NEAR(b.r.m[i][j], a.r.m[i][j], 1e-13);
        destroy(&r);
    }
}

// The power of a force at a point is F·v in every rigid motion.
static void test_power_of_a_force(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int trial = 0; trial < 50; trial++) {
        rig r;
        make(&r, &seed);
        pose a = {random_rotation(&seed), random_vec3(&seed, 10)};
        vec3 v = random_vec3(&seed, 3), omega = random_vec3(&seed, 4), rb = random_vec3(&seed, 5),
             f = random_vec3(&seed, 7);
        place(&r, &a, v, omega);
        vec3 force[DYN_FIRST_NODE + 4] = {{0, 0, 0}};
        dyn_eval e = dyn_eval_at(&r.model, &r.state);
        e.force = force;
        double w[4], power = 0;
        dyn_body_weights(&r.model, 0, rb, w);
        dyn_body_add_force(&e, 0, w, f);
        for (int k = 0; k < 4; k++) power += vec3_dot(force[DYN_FIRST_NODE + k], r.state.qd[DYN_FIRST_NODE + k]);
        CHECK_NEAR(power, vec3_dot(f, vec3_add(v, vec3_cross(omega, mat3_mul(&a.r, rb)))), 1e-10);
        destroy(&r);
    }
}

// At any pose, the mobility is 1/m + (r × n)·I⁻¹(r × n) of rigid-body mechanics with the defined inertia.
static void test_mobility(void **state) {
    (void)state;
    uint64_t seed = 21;
    for (int k = 0; k < 50; k++) {
        rig r;
        make(&r, &seed);
        const dyn_body_def *d = &r.def;
        const pose a = {random_rotation(&seed), random_vec3(&seed, 3)};
        place(&r, &a, random_vec3(&seed, 1), random_vec3(&seed, 1));
        vec3 rb = random_vec3(&seed, 2), nb = vec3_unit(random_vec3(&seed, 1));
        vec3 turn = vec3_cross(vec3_sub(rb, d->centre), nb);
        mat3 inverse = mat3_inverse(&d->inertia);
        double expected = 1 / d->mass + vec3_dot(turn, mat3_mul(&inverse, turn));
        dyn_eval e = dyn_eval_at(&r.model, &r.state);
        double mobility = dyn_body_mobility(&e, 0, pose_point(&a, rb), mat3_mul(&a.r, nb));
        CHECK_NEAR(mobility, expected, 1e-6 * expected);
        destroy(&r);
    }
}

// Released at rest, the centre of mass falls with g and the body does not turn.
static void test_gravity(void **state) {
    (void)state;
    uint64_t seed = 4;
    for (int trial = 0; trial < 20; trial++) {
        rig r;
        make(&r, &seed);
        pose a = {random_rotation(&seed), random_vec3(&seed, 10)};
        place(&r, &a, vec3_make(0, 0, 0), vec3_make(0, 0, 0));
        dyn_step_def def = dyn_step_def_default();
        dyn_work *w = dyn_work_create(&r.model, &def);
        assert_true(dyn_initial_acceleration(&r.model, &r.state, w, &(rt_command){0}) < 1e-8);
        for (int k = 0; k < 4; k++) {
            vec3 expected = vec3_make(0, 0, k < 2 ? -G : 0);
            CHECK_NEAR(vec3_norm(vec3_sub(r.state.qdd[DYN_FIRST_NODE + k], expected)), 0, 1e-9);
        }
        dyn_work_destroy(w);
        destroy(&r);
    }
}

// dyn_add_body refuses a principal moment above the sum of the others, and a flat basis.
static void test_unphysical_body_is_refused(void **state) {
    (void)state;
    dyn_model m;
    assert_true(dyn_model_create(&m, 1e-3, vec3_make(0, 0, 0), 4, 1, 0, 0, 0));
    for (int k = 0; k < 4; k++) dyn_add_node(&m, vec3_make(k, 0, 0), false);
    dyn_body_def d = {.p0 = DYN_FIRST_NODE,
                      .p1 = DYN_FIRST_NODE + 1,
                      .u = DYN_FIRST_NODE + 2,
                      .v = DYN_FIRST_NODE + 3,
                      .rb_p1 = {1, 0, 0},
                      .ub = {0, 1, 0},
                      .vb = {0, 0, 1},
                      .mass = 1};
    d.inertia = (mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 2.1}}};
    assert_int_equal(dyn_add_body(&m, &d, NULL), RT_ERR_NUMERIC);
    d.inertia.m[2][2] = 1.9;
    d.vb = vec3_make(1, 1, 0);
    assert_int_equal(dyn_add_body(&m, &d, NULL), RT_ERR_NUMERIC);
    assert_int_equal(m.n_bodies, 0);
    d.vb = vec3_make(0, 0, 1);
    assert_int_equal(dyn_add_body(&m, &d, NULL), RT_OK);
    dyn_model_destroy(&m);
}

// Volume and its second moments, by the midpoint rule.
typedef struct moments {
    double v, xx, yy, zz;
} moments;

static void add_point(moments *s, double dv, double x, double y, double z) {
    s->v += dv;
    s->xx += dv * x * x, s->yy += dv * y * y, s->zz += dv * z * z;
}

// Integrates a tube of radius a about a centre line in the x-z plane: straight at x = ±R for |z| < h, half circles
// beyond.
static moments integrate_link(double big, double h, double a) {
    enum { ALONG = 400, RADIAL = 200, ROUND = 16 };
    const double pi = 3.14159265358979323846;
    moments s = {0};
    for (int i = 0; i < RADIAL; i++)
        for (int j = 0; j < ROUND; j++)
            for (int k = 0; k < ALONG; k++) {
                double r = (i + 0.5) * a / RADIAL, phi = (j + 0.5) * 2 * pi / ROUND, out = r * cos(phi),
                       y = r * sin(phi);
                double area = r * (a / RADIAL) * (2 * pi / ROUND), z = h * (2 * (k + 0.5) / ALONG - 1);
                double turn = pi * (k + 0.5) / ALONG, rho = big + out;
                for (int side = -1; side <= 1; side += 2) {
                    add_point(&s, area * 2 * h / ALONG, side * rho, y, z);
                    add_point(&s, area * rho * pi / ALONG, rho * cos(turn), y, side * (h + rho * sin(turn)));
                }
            }
    return s;
}

static void test_stud_link(void **state) {
    (void)state;
    const double d = 0.068, density = 7850;
    tackle_link link = tackle_stud_link(d);
    CHECK_NEAR(link.pitch, 4 * d, 1e-15);
    CHECK_NEAR(link.mass / link.pitch, 0.0219 * 68 * 68, 1e-9); // ISO 1704: kg per metre, d in mm
    moments s = integrate_link(1.3 * d, 1.2 * d, 0.5 * d);
    CHECK_NEAR(s.v / pow(d, 3), 10.185, 5e-4); // without the stud, as tabulated
    // the stud is a slender bar between the straight pieces, with the rest of the mass
    double stud = link.mass / density - s.v, width = 1.6 * d;
    s.xx += stud * width * width / 12;
    double normal = density * (s.xx + s.zz), across = density * (s.yy + s.zz), along = density * (s.xx + s.yy);
    CHECK_NEAR(link.inertia.m[1][1], normal, 1e-5 * normal); // error of the midpoint rule: at most (1/200)² / 4
    CHECK_NEAR(link.inertia.m[0][0], across, 1e-5 * across);
    CHECK_NEAR(link.inertia.m[2][2], along, 1e-5 * along);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rigid_motion_has_rigid_body_energy),
        cmocka_unit_test(test_points_poses_and_velocities),
        cmocka_unit_test(test_power_of_a_force),
        cmocka_unit_test(test_mobility),
        cmocka_unit_test(test_gravity),
        cmocka_unit_test(test_unphysical_body_is_refused),
        cmocka_unit_test(test_stud_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
