// SPDX-License-Identifier: MIT
// Tests mixed coordinates and drivers: derivatives, many turns, torque in the coordinate, force and work of a driver.
#include "tests/dynamics/mechanism.h"
#include "tests/dynamics/row_check.h"

#define PI 3.14159265358979323846

static const vec3 zero = {0, 0, 0};
static const vec3 ez = {0, 0, 1};

// A body hinged to ground about the fixed axis z, its centre at 0.4 m; the angle against x as a coordinate.
typedef struct rotor {
    mechanism k;
    int body;
    dyn_relative_angle angle;
    dyn_driver driver;
} rotor;

static const double mass = 2, arm = 0.4, about_centre = 0.3;

static void rotor_make(rotor *r, double h, double angle0, double own_inertia) {
    mechanism_make(&r->k, h, vec3_make(0, -9.81, 0));
    brick b = {.at = {mat3_rotation(ez, angle0), zero},
               .length = 1.5, // not a unit vector
               .mass = mass,
               .centre = {arm, 0, 0},
               .inertia = {0.2, 0.25, about_centre}};
    b.p0 = dyn_add_node(&r->k.model, zero, true);
    b.v = DYN_EZ;
    r->body = mechanism_body(&r->k, &b);
    dyn_direction x = dyn_body_own(&r->k.model, -1, 0), z = dyn_body_own(&r->k.model, -1, 2),
                  along = dyn_body_own(&r->k.model, r->body, 0);
    const char *why;
    assert_int_equal(dyn_relative_angle_add(&r->angle, &r->k.model, &x, &along, &z, own_inertia, &why), RT_OK);
}

static void test_rows_against_differences(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        mechanism k;
        mechanism_make(&k, 1e-3, zero);
        uint64_t draw = seed;
        brick b = {.at = {random_rotation(&draw), zero}, .length = 1.3, .mass = 1, .inertia = {1, 1, 1}};
        int first = mechanism_body(&k, &b), *n = k.model.body[first].node;
        brick c = b;
        c.at.p = vec3_make(1, 0.3, 0);
        c.at.r = mat3_rotation(mat3_column(&b.at.r, 2), 3 * random_unit(&draw));
        c.at.r = mat3_matmul(&c.at.r, &b.at.r);
        c.v = n[3];
        if (seed % 2) c.p0 = n[1], c.at.p = k.model.node0[n[1]]; // the vectors of the angle may share a point
        int second = mechanism_body(&k, &c);
        dyn_direction a = dyn_body_own(&k.model, first, 0), d = dyn_body_own(&k.model, second, 0),
                      w = dyn_body_own(&k.model, first, 2);
        dyn_relative_angle angle;
        dyn_relative_distance distance;
        dyn_driver driver;
        const char *why;
        assert_int_equal(dyn_relative_angle_add(&angle, &k.model, &a, &d, &w, 0.1, &why), RT_OK);
        assert_int_equal(dyn_relative_distance_add(&distance, &k.model, k.model.body[second].node[1],
                                                   seed % 3 ? n[0] : (int)DYN_ZERO, 0, &why),
                         RT_OK);
        const dyn_driver_motion f = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, NULL};
        assert_int_equal(dyn_driver_add(&driver, &k.model, angle.node, vec3_make(1, 0, 0), &f, &why), RT_OK);
        mechanism_finish(&k);
        row_check_model(&k.model, seed);
        mechanism_free(&k);
    }
}

// Tens of turns either way: s counts all turns, and the driver's torque has no jump. At a constant rate it carries the
// weight: m g arm cos s.
static void test_many_turns(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        rotor r;
        rotor_make(&r, 2e-3, 0, 0);
        const char *why;
        double rate = way * 20.0;
        assert_int_equal(dyn_driver_add(&r.driver, &r.k.model, r.angle.node, vec3_make(1, 0, 0),
                                        &(dyn_driver_motion){.rate = rate}, &why),
                         RT_OK);
        mechanism_finish(&r.k);
        r.k.state.qd[r.angle.node].x = rate;
        mechanism_start(&r.k);
        for (int i = 0; i < 5000; i++) { // 31.8 turns
            mechanism_step(&r.k);
            double s = r.k.state.q[r.angle.node].x, t = 2e-3 * (i + 1);
            CHECK_NEAR(s, rate * t, 1e-9);
            vec3 tip = r.k.state.q[r.k.model.body[r.body].node[1]];
            CHECK_VEC3(tip, vec3_make(1.5 * cos(s), 1.5 * sin(s), 0), 1e-8);
            CHECK_NEAR(mechanism_driver_force(&r.k, &r.driver), mass * 9.81 * arm * cos(s), 0.02);
        }
        assert_int_equal(r.k.events, 0);
        mechanism_free(&r.k);
    }
}

// The gradient of the row by s is -1 at every s. The two equations of the angle have none at 0 and pi/2.
static void test_gradient_never_vanishes(void **state) {
    (void)state;
    for (double s0 = -PI + 1e-3; s0 < PI; s0 += 0.1) {
        rotor r;
        rotor_make(&r, 1e-3, s0, 0);
        mechanism_finish(&r.k);
        dyn_row row;
        dyn_eval e = dyn_eval_at(&r.k.model, &r.k.state);
        const dyn_row_group *g = &r.k.model.group[r.angle.group];
        CHECK_NEAR(r.k.state.q[r.angle.node].x, s0, 1e-12);
        g->eval(g->self, &e, &row);
        CHECK_NEAR(row.phi, 0, 1e-14);
        assert_int_equal(row.node[0], r.angle.node);
        CHECK_NEAR(row.g[0].x, -1, 1e-14);
        mechanism_free(&r.k);
    }
}

// Returns the period of small swings. An own inertia J of the coordinate slows the pendulum:
// 2 pi sqrt((I + m arm² + J)/(m g arm)).
static double swing_period(double own_inertia) {
    rotor r;
    rotor_make(&r, 1e-3, -PI / 2 + 0.01, own_inertia);
    mechanism_finish(&r.k);
    mechanism_start(&r.k);
    double last = 0, first_time = 0;
    for (int i = 1, crossings = 0; i < 20000; i++) {
        double before = r.k.state.q[r.angle.node].x + PI / 2;
        mechanism_step(&r.k);
        double now = r.k.state.q[r.angle.node].x + PI / 2;
        if (before < 0 || now >= 0) continue;
        double t = 1e-3 * (i - 1 + before / (before - now));
        if (crossings++ == 0) first_time = t;
        last = t;
        if (crossings == 4) break;
    }
    mechanism_free(&r.k);
    return (last - first_time) / 3;
}

static void test_own_inertia(void **state) {
    (void)state;
    double hinge = about_centre + mass * arm * arm, stiffness = mass * 9.81 * arm;
    // amplitude 0.01: + 6e-6 of the period; trapezoidal rule: + (w h)²/12 = 3e-7
    double slow = 1 + 0.01 * 0.01 / 16;
    CHECK_NEAR(swing_period(0), 2 * PI * sqrt(hinge / stiffness) * slow, 2e-6);
    CHECK_NEAR(swing_period(0.5), 2 * PI * sqrt((hinge + 0.5) / stiffness) * slow, 2e-6);
}

// A driver of the angle by a constant acceleration and a sine holds position and rate to the tolerance. The integral of
// its torque times the rate is the change of energy.
static void test_driver_does_the_work(void **state) {
    (void)state;
    rotor r;
    double h = 1e-3;
    rotor_make(&r, h, 0.3, 0.1);
    const dyn_driver_motion f = {
        .offset = 0.3 - 0.4 * sin(0.7), .acceleration = 0.8, .amplitude = 0.4, .frequency = 0.9, .phase = 0.7};
    const char *why;
    assert_int_equal(dyn_driver_add(&r.driver, &r.k.model, r.angle.node, vec3_make(1, 0, 0), &f, &why), RT_OK);
    mechanism_finish(&r.k);
    mechanism_start(&r.k); // sets the driver's velocity
    double value[3], work = 0, inertia = about_centre + mass * arm * arm + 0.1;
    dyn_driver_at(&f, 0, value);
    CHECK_NEAR(r.k.state.qd[r.angle.node].x, value[1], 1e-8);
    double energy0 = dyn_energy(&r.k.model, &r.k.state);
    double power = mechanism_driver_force(&r.k, &r.driver) * value[1], scale = 0;
    for (int i = 1; i <= 3000; i++) {
        mechanism_step(&r.k);
        dyn_driver_at(&f, h * i, value);
        double s = r.k.state.q[r.angle.node].x, torque = mechanism_driver_force(&r.k, &r.driver);
        CHECK_NEAR(s, value[0], 1e-9);
        CHECK_NEAR(r.k.state.qd[r.angle.node].x, value[1], 1e-7);
        CHECK_NEAR(torque, inertia * value[2] + mass * 9.81 * arm * cos(s), 2e-3);
        work += 0.5 * h * (power + torque * value[1]);
        power = torque * value[1];
        scale = fmax(scale, fabs(work));
    }
    assert_true(scale > 5);
    CHECK_NEAR(work, dyn_energy(&r.k.model, &r.k.state) - energy0, 1e-3);
    mechanism_free(&r.k);
}

// A driver hauls in a rope with a point mass: the angular momentum about the pivot is constant.
static void test_distance_hauled_in(void **state) {
    (void)state;
    mechanism k;
    mechanism_make(&k, 1e-3, zero);
    int p = dyn_add_lone_node(&k.model, vec3_make(2, 0, 0), zero);
    dyn_add_point_mass(&k.model, p, 3);
    dyn_relative_distance distance;
    dyn_driver driver;
    const char *why;
    assert_int_equal(dyn_relative_distance_add(&distance, &k.model, p, DYN_ZERO, 0, &why), RT_OK);
    const dyn_driver_motion f = {.offset = 2, .rate = -0.5};
    assert_int_equal(dyn_driver_add(&driver, &k.model, distance.node, vec3_make(1, 0, 0), &f, &why), RT_OK);
    mechanism_finish(&k);
    k.state.qd[p] = vec3_make(0, 1.5, 0);
    mechanism_start(&k);
    CHECK_VEC3(k.state.qd[p], vec3_make(-0.5, 1.5, 0), 1e-9);
    for (int i = 1; i <= 2000; i++) {
        mechanism_step(&k);
        vec3 x = k.state.q[p], v = k.state.qd[p];
        double radius = 2 - 0.5e-3 * i;
        CHECK_NEAR(vec3_norm(x), radius, 1e-9);
        CHECK_NEAR(vec3_cross(x, v).z, 3, 2e-5);
        // tension m w² r = m L²/r³
        CHECK_NEAR(-mechanism_driver_force(&k, &driver), 3 * 9 / (radius * radius * radius), 1e-3);
    }
    mechanism_free(&k);
}

static void test_refused(void **state) {
    (void)state;
    rotor r;
    rotor_make(&r, 1e-3, 1.2, 0);
    dyn_model *m = &r.k.model;
    dyn_direction x = dyn_body_own(m, -1, 0), z = dyn_body_own(m, -1, 2), along = dyn_body_own(m, r.body, 0);
    dyn_relative_angle angle;
    dyn_relative_distance distance;
    dyn_driver driver;
    const char *why;
    int nodes = m->n_nodes, groups = m->n_groups;
    assert_int_equal(dyn_relative_angle_add(&angle, m, &z, &along, &z, 0, &why), RT_ERR_USAGE);
    assert_string_equal(why, "the first vector is not at right angles to the axis");
    assert_int_equal(dyn_relative_angle_add(&angle, m, &along, &z, &z, 0, &why), RT_ERR_USAGE);
    assert_string_equal(why, "the second vector is not at right angles to the axis");
    assert_int_equal(dyn_relative_angle_add(&angle, m, &along, &z, &x, 0, &why), RT_ERR_USAGE);
    assert_string_equal(why, "the first vector is not at right angles to the axis");
    assert_int_equal(dyn_relative_distance_add(&distance, m, DYN_ZERO, m->body[r.body].node[0], 0, &why), RT_ERR_USAGE);
    assert_string_equal(why, "the two points coincide");
    assert_int_equal(dyn_driver_add(&driver, m, DYN_EX, vec3_make(1, 0, 0), &(dyn_driver_motion){0}, &why),
                     RT_ERR_USAGE);
    assert_string_equal(why, "the coordinate belongs to ground");
    assert_int_equal(m->n_nodes, nodes);
    assert_int_equal(m->n_groups, groups);
    dyn_model_destroy(m);
}

// A driver moves a mass of 2 kg along a skew direction n: x·n = f(t), by the force m (f'' - g·n). Across n the mass
// falls freely, with g - (g·n) n.
static void test_skew_driver(void **state) {
    (void)state;
    const vec3 n = {2.0 / 3, -1.0 / 3, 2.0 / 3}, g = {0, 0, -9.81};
    const dyn_driver_motion f = {.rate = 0.3, .amplitude = 0.05, .frequency = 1.5};
    mechanism k;
    dyn_driver driver;
    const char *why;
    mechanism_make(&k, 1e-3, g);
    int node = dyn_add_node(&k.model, vec3_make(0, 0, 0), false);
    dyn_add_point_mass(&k.model, node, 2);
    assert_int_equal(dyn_driver_add(&driver, &k.model, node, n, &f, &why), RT_OK);
    mechanism_finish(&k);
    mechanism_start(&k);
    for (int step = 1; step <= 1000; step++) {
        double want[3], t = step * 1e-3;
        mechanism_step(&k);
        dyn_driver_at(&f, t, want);
        vec3 x = k.state.q[node], across = vec3_madd(g, -vec3_dot(g, n), n);
        CHECK_NEAR(vec3_dot(x, n), want[0], 1e-12);
        CHECK_NEAR(vec3_norm(vec3_sub(vec3_madd(x, -want[0], n), vec3_scale(0.5 * t * t, across))), 0, 1e-9);
        CHECK_NEAR(mechanism_driver_force(&k, &driver), 2 * (want[2] - vec3_dot(g, n)), 1e-6);
    }
    mechanism_free(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_against_differences),
        cmocka_unit_test(test_many_turns),
        cmocka_unit_test(test_gradient_never_vanishes),
        cmocka_unit_test(test_own_inertia),
        cmocka_unit_test(test_driver_does_the_work),
        cmocka_unit_test(test_distance_hauled_in),
        cmocka_unit_test(test_skew_driver),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
