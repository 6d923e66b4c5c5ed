// SPDX-License-Identifier: MIT
// Tests reactions of joints against statics, the pendulum's closed form and the equations of Newton and Euler. Models
// with shared nodes and models with rows give equal reactions.
#include "dynamics/element/friction.h"
#include "tests/dynamics/mechanism.h"
#include "tests/random.h"

static const vec3 zero = {0, 0, 0};
static const double g = 9.81;

// Returns the force m (a - g) and the torque about the point x that the body's motion needs besides gravity. About the
// centre of mass the torque is I alpha + omega × I omega.
static dyn_reaction newton_euler(const mechanism *k, int body, const brick *b, vec3 x) {
    const int *n = k->model.body[body].node;
    vec3 *const at[3] = {k->state.q, k->state.qd, k->state.qdd};
    vec3 axis[3][3], centre[3]; // by derivative
    for (int d = 0; d < 3; d++) {
        axis[d][0] = vec3_scale(1 / b->length, vec3_sub(at[d][n[1]], at[d][n[0]]));
        axis[d][1] = at[d][n[2]];
        axis[d][2] = at[d][n[3]];
        centre[d] = at[d][n[0]];
        const double c[3] = {b->centre.x, b->centre.y, b->centre.z};
        for (int i = 0; i < 3; i++) centre[d] = vec3_madd(centre[d], c[i], axis[d][i]);
    }
    vec3 omega = zero, alpha = zero; // for three orthogonal unit vectors e: Σ e × e'/2 and Σ e × e"/2
    for (int i = 0; i < 3; i++) {
        omega = vec3_madd(omega, 0.5, vec3_cross(axis[0][i], axis[1][i]));
        alpha = vec3_madd(alpha, 0.5, vec3_cross(axis[0][i], axis[2][i]));
    }
    const double inertia[3] = {b->inertia.x, b->inertia.y, b->inertia.z};
    vec3 i_omega = zero, i_alpha = zero;
    for (int i = 0; i < 3; i++) {
        i_omega = vec3_madd(i_omega, inertia[i] * vec3_dot(axis[0][i], omega), axis[0][i]);
        i_alpha = vec3_madd(i_alpha, inertia[i] * vec3_dot(axis[0][i], alpha), axis[0][i]);
    }
    dyn_reaction r = {.force = vec3_scale(b->mass, vec3_sub(centre[2], k->model.gravity))};
    r.torque = vec3_add(vec3_add(i_alpha, vec3_cross(omega, i_omega)), vec3_cross(vec3_sub(centre[0], x), r.force));
    return r;
}

// Reaction and gravity account for the motion of the second body. share: the bodies share nodes.
static void check_newton_euler(dyn_joint_kind kind, bool share, bool swap, uint64_t seed) {
    mechanism k;
    mechanism_make(&k, 1e-3, vec3_make(1, 2, -g));
    brick b1 = {.at = {random_rotation(&seed), {0.2, 0.1, 0}}, .length = 0.7, .mass = 3, .centre = {0.3, 0.1, -0.05}};
    b1.inertia = vec3_make(0.2, 0.3, 0.4);
    int first = mechanism_body(&k, &b1);
    mechanism_joint(&k, DYN_JOINT_SPHERICAL, -1, first, vec3_make(0, 0, 0.1), zero);
    const int *n = k.model.body[first].node;
    brick b2 = {.at = {b1.at.r, k.model.node0[n[1]]}, .length = 0.5, .mass = 2, .centre = {0.2, -0.1, 0.1}};
    b2.inertia = vec3_make(0.1, 0.12, 0.07);
    vec3 point = b2.at.p, axis = mat3_column(&b1.at.r, 2), axis2 = mat3_column(&b1.at.r, 1);
    if (share) {
        b2.p0 = n[1];
        if (kind != DYN_JOINT_SPHERICAL) b2.v = n[3];
    } else {
        b2.at.r = random_rotation(&seed);
        point = vec3_add(point, random_vec3(&seed, 0.3));
        axis = random_vec3(&seed, 1), axis2 = random_vec3(&seed, 1);
    }
    int second = mechanism_body(&k, &b2);
    const dyn_joint_def def = {kind, {swap ? second : first, swap ? first : second}, {point, point}, {axis, axis2}};
    const char *why;
    dyn_joint *j = &k.joint[k.n_joints++];
    assert_int_equal(dyn_joint_add(j, &k.model, &def, &why), RT_OK);
    mechanism_finish(&k);
    for (int i = DYN_FIRST_NODE; i < k.model.n_nodes; i++)
        if (!k.model.fixed[i]) k.state.qd[i] = random_vec3(&seed, 2);
    mechanism_start(&k);
    for (int i = 0; i <= 50; i++) {
        dyn_reaction r = mechanism_reaction(&k, j), expected = newton_euler(&k, second, &b2, k.state.q[j->point[1]]);
        double side = swap ? -1 : 1; // on the second body of the joint
        CHECK_VEC3(r.force, vec3_scale(side, expected.force), 1e-6);
        CHECK_VEC3(r.torque, vec3_scale(side, expected.torque), 1e-6);
        mechanism_step(&k);
    }
    assert_int_equal(k.events, 0);
    mechanism_free(&k);
}

static void test_newton_euler(void **state) {
    (void)state;
    for (int kind = 0; kind < DYN_JOINT_KINDS; kind++)
        for (int swap = 0; swap <= 1; swap++) check_newton_euler(kind, false, swap, 3 + (uint64_t)kind);
    for (int swap = 0; swap <= 1; swap++) {
        check_newton_euler(DYN_JOINT_REVOLUTE, true, swap, 1);
        check_newton_euler(DYN_JOINT_SPHERICAL, true, swap, 2);
        check_newton_euler(DYN_JOINT_FIXED, true, swap, 7);
    }
}

// ---- the pendulum: along the rod m (g cos + l w²), across it m g sin (1 - m l²/I) -----------------------------------

enum pendulum_model { SHARED, ROWS, ROWS_TWICE };

static const double mass = 2, arm = 0.6, about_centre = 0.15;

static const vec3 pivot = {0.5, 0.2, 0};

// Makes the rod at `angle` from straight down (-y). SHARED: its first node is the pivot; else it has no node there.
static brick rod(enum pendulum_model model, double angle) {
    brick b = {.at = {mat3_rotation(vec3_make(0, 0, 1), angle - 0.5 * 3.14159265358979323846), pivot},
               .length = 1,
               .mass = mass,
               .centre = {arm, 0, 0},
               .inertia = {0.1, 0.12, about_centre}};
    if (model == SHARED) return b;
    b.at.p = pose_point(&b.at, vec3_make(-0.3, 0.2, 0.1));
    b.centre = vec3_make(arm + 0.3, -0.2, -0.1);
    return b;
}

// Starts the pendulum at `rate`. friction: of its joint; NULL: none.
static dyn_joint *pendulum_with(mechanism *k, enum pendulum_model model, double angle, double rate, double h,
                                dyn_friction *friction, const dyn_friction_def *def) {
    mechanism_make(k, h, vec3_make(0, -g, 0));
    vec3 z = vec3_make(0, 0, 1);
    brick b = rod(model, angle);
    if (model == SHARED) {
        b.p0 = dyn_add_node(&k->model, pivot, true);
        b.v = DYN_EZ;
    }
    int body = mechanism_body(k, &b);
    if (friction) {
        dyn_scalar turn = dyn_scalar_angle(dyn_vector_of_nodes(body, k->model.body[body].node[2], -1),
                                           dyn_vector_of_nodes(-1, DYN_EX, -1), dyn_vector_of_nodes(-1, DYN_EY, -1), 1);
        dyn_friction_add(friction, &k->model, &turn, def);
    }
    dyn_joint *j = mechanism_joint(k, DYN_JOINT_REVOLUTE, -1, body, pivot, z);
    if (model == ROWS_TWICE) mechanism_joint(k, DYN_JOINT_REVOLUTE, -1, body, pivot, z);
    mechanism_finish(k);
    vec3 omega = vec3_make(0, 0, rate);
    mechanism_spin(k, body, vec3_cross(omega, vec3_sub(b.at.p, pivot)), omega);
    mechanism_start(k);
    return j;
}

static dyn_joint *pendulum(mechanism *k, enum pendulum_model model, double angle, double rate, double h) {
    return pendulum_with(k, model, angle, rate, h, NULL, NULL);
}

static double centre_angle(const mechanism *k, vec3 *along, vec3 *across, double *rate) {
    const int *n = k->model.body[0].node;
    vec3 u = k->state.q[n[2]]; // at right angles to the rod
    *across = u;
    *along = vec3_make(u.y, -u.x, 0);
    *rate = vec3_cross(u, k->state.qd[n[2]]).z;
    return atan2(along->x, -along->y);
}

static void check_pendulum(mechanism *k, const dyn_joint *j, double tolerance) {
    vec3 along, across;
    double rate, angle = centre_angle(k, &along, &across, &rate), hinge = about_centre + mass * arm * arm;
    dyn_reaction r = mechanism_reaction(k, j);
    CHECK_NEAR(vec3_dot(r.force, along), -mass * (g * cos(angle) + arm * rate * rate), tolerance);
    CHECK_NEAR(vec3_dot(r.force, across), mass * g * sin(angle) * (1 - mass * arm * arm / hinge), tolerance);
    CHECK_NEAR(r.force.z, 0, tolerance);
    CHECK_NEAR(vec3_norm(r.torque), 0, tolerance);
}

static void test_pendulum(void **state) {
    (void)state;
    for (enum pendulum_model model = SHARED; model <= ROWS; model++) {
        mechanism k;
        const dyn_joint *j = pendulum(&k, model, 0.8, 2.5, 1e-3);
        check_pendulum(&k, j, 1e-8);
        for (int i = 0; i < 3000; i++) {
            mechanism_step(&k);
            check_pendulum(&k, j, 1e-6); // by the computed motion
        }
        mechanism_free(&k);
    }
}

// Friction in the joint is a pure couple about its axis: the reaction's force alone moves the centre of mass, and the
// torque about the axis is friction alone. The run covers the winding of the bristle, sliding and the way back.
static void test_friction_in_the_joint(void **state) {
    (void)state;
    const dyn_friction_def def = {.limit = 3, .load_body = -1, .yield = 0.05, .geometric = DYN_GEOMETRIC_FULL};
    for (enum pendulum_model model = SHARED; model <= ROWS; model++) {
        mechanism k;
        dyn_friction f;
        brick b = rod(model, 0.2);
        const dyn_joint *j = pendulum_with(&k, model, 0.2, 2, 1e-3, &f, &def);
        double angle = 0.2, wound = 0, most = 0;
        for (int i = 0; i < 1500; i++) {
            vec3 along, across;
            double rate, was = angle, reach = DYN_BRISTLE_REACH * def.yield;
            mechanism_step(&k);
            angle = centre_angle(&k, &along, &across, &rate);
            wound = fmax(-reach, fmin(reach, wound + angle - was));
            most = fmax(most, fabs(wound));
            double x = wound / reach, torque = -def.limit * (3 * x - x * x * x) / 2;
            dyn_reaction r = mechanism_reaction(&k, j), expected = newton_euler(&k, 0, &b, pivot);
            CHECK_VEC3(r.force, expected.force, 1e-6);
            CHECK_NEAR(r.torque.z, 0, 1e-6);
            CHECK_VEC3(r.torque, vec3_sub(expected.torque, vec3_make(0, 0, torque)), 1e-6);
        }
        assert_true(most == DYN_BRISTLE_REACH * def.yield);
        mechanism_free(&k);
    }
}

static void test_shared_and_rows_agree(void **state) {
    (void)state;
    mechanism a, b, c;
    const dyn_joint *ja = pendulum(&a, SHARED, 1.2, -1, 1e-3), *jb = pendulum(&b, ROWS, 1.2, -1, 1e-3),
                    *jc = pendulum(&c, ROWS_TWICE, 1.2, -1, 1e-3);
    for (int i = 0; i <= 1000; i++) {
        dyn_reaction ra = mechanism_reaction(&a, ja), rb = mechanism_reaction(&b, jb), rc = mechanism_reaction(&c, jc),
                     rd = mechanism_reaction(&c, jc + 1);
        if (i == 0) {
            CHECK_VEC3(ra.force, rb.force, 1e-8);
            CHECK_VEC3(ra.force, vec3_add(rc.force, rd.force), 1e-8);
        }
        CHECK_VEC3(rc.force, rd.force, 1e-6); // two equal joints take half each
        CHECK_VEC3(ra.force, rb.force, 1e-5); // the trajectories differ
        CHECK_VEC3(ra.force, vec3_add(rc.force, rd.force), 1e-5);
        mechanism_step(&a);
        mechanism_step(&b);
        mechanism_step(&c);
    }
    assert_int_equal(a.events | b.events | c.events, 0);
    mechanism_free(&a);
    mechanism_free(&b);
    mechanism_free(&c);
}

// The wall carries the weight of a cantilever and its moment.
static void test_cantilever(void **state) {
    (void)state;
    for (int swap = 0; swap <= 1; swap++) {
        mechanism k;
        mechanism_make(&k, 1e-3, vec3_make(0, 0, -g));
        uint64_t seed = 4;
        brick b = {.at = {random_rotation(&seed), {1, 0.4, 0}}, .length = 0.8, .mass = 5, .centre = {0.5, 0.1, 0.2}};
        b.inertia = vec3_make(0.3, 0.3, 0.3);
        int body = mechanism_body(&k, &b);
        vec3 wall = vec3_make(0.2, 0.1, -0.3), centre = pose_point(&b.at, b.centre), weight = vec3_make(0, 0, -5 * g);
        dyn_joint *j = mechanism_joint(&k, DYN_JOINT_FIXED, swap ? body : -1, swap ? -1 : body, wall, zero);
        mechanism_finish(&k);
        mechanism_start(&k);
        for (int i = 0; i < 20; i++) {
            dyn_reaction r = mechanism_reaction(&k, j);
            double side = swap ? 1 : -1;
            CHECK_VEC3(r.force, vec3_scale(side, weight), 1e-7);
            CHECK_VEC3(r.torque, vec3_scale(side, vec3_cross(vec3_sub(centre, wall), weight)), 1e-7);
            mechanism_step(&k);
        }
        mechanism_free(&k);
    }
}

// ---- a four-bar linkage of revolute joints: redundant across its plane ----------------------------------------------

// Makes crank 0.5, coupler 1.2, rocker 0.9 on ground points 1 apart. share: the bodies share nodes.
static void four_bar(mechanism *k, double h, bool share, dyn_joint *j[4]) {
    mechanism_make(k, h, vec3_make(0, -g, 0));
    vec3 z = vec3_make(0, 0, 1), a = zero, d = vec3_make(1, 0, 0), b = vec3_make(0.3, 0.4, 0);
    // c: 1.2 from b, 0.9 from d, the upper one
    vec3 bd = vec3_sub(d, b);
    double l = vec3_norm(bd), s = (1.44 - 0.81 + l * l) / (2 * l), t = sqrt(1.44 - s * s);
    vec3 e = vec3_scale(1 / l, bd), c = vec3_madd(vec3_madd(b, s, e), t, vec3_cross(z, e));
    const vec3 from[3] = {a, b, d}, to[3] = {b, c, c};
    int body[3], node[4] = {0};
    if (share)
        for (int i = 0; i < 4; i++) node[i] = dyn_add_node(&k->model, (vec3[4]){a, b, d, c}[i], i == 0 || i == 2);
    for (int i = 0; i < 3; i++) {
        vec3 along = vec3_sub(to[i], from[i]), unit = vec3_unit(along);
        brick x = {.at = {mat3_columns(unit, vec3_cross(z, unit), z), from[i]},
                   .length = vec3_norm(along),
                   .mass = 1 + i,
                   .centre = {0.5 * vec3_norm(along), 0, 0},
                   .inertia = {0.02, 0.1, 0.1}};
        if (share) {
            x.p0 = node[(int[3]){0, 1, 2}[i]], x.p1 = node[(int[3]){1, 3, 3}[i]];
            x.v = DYN_EZ;
        }
        body[i] = mechanism_body(k, &x);
    }
    j[0] = mechanism_joint(k, DYN_JOINT_REVOLUTE, -1, body[0], a, z);
    j[1] = mechanism_joint(k, DYN_JOINT_REVOLUTE, body[0], body[1], b, z);
    j[2] = mechanism_joint(k, DYN_JOINT_REVOLUTE, body[2], body[1], c, z);
    j[3] = mechanism_joint(k, DYN_JOINT_REVOLUTE, -1, body[2], d, z);
    mechanism_finish(k);
    mechanism_start(k);
}

// Returns the largest difference of the forces of the two models within a second [N]; none at the start.
static double four_bar_difference(double h) {
    mechanism k[2];
    dyn_joint *j[2][4];
    double worst = 0;
    for (int i = 0; i < 2; i++) four_bar(&k[i], h, i == 0, j[i]);
    assert_int_equal(j[0][0]->n_rows + j[0][1]->n_rows + j[0][2]->n_rows + j[0][3]->n_rows, 0);
    assert_int_equal(j[1][0]->n_rows + j[1][1]->n_rows + j[1][2]->n_rows + j[1][3]->n_rows, 20);
    for (int step = 0; step * h < 1; step++) {
        for (int i = 0; i < 4; i++) {
            dyn_reaction a = mechanism_reaction(&k[0], j[0][i]), b = mechanism_reaction(&k[1], j[1][i]);
            if (step == 0) CHECK_VEC3(a.force, b.force, 1e-8);
            worst = fmax(worst, vec3_norm(vec3_sub(a.force, b.force)));
        }
        for (int i = 0; i < 2; i++) mechanism_step(&k[i]);
    }
    assert_int_equal(k[0].events | k[1].events, 0);
    for (int i = 0; i < 2; i++) mechanism_free(&k[i]);
    return worst;
}

// The models drift apart by the error of the projections, at least of second order in h.
static void test_redundant_four_bar(void **state) {
    (void)state;
    double coarse = four_bar_difference(1e-3), fine = four_bar_difference(5e-4);
    assert_true(coarse < 1e-6 * 36); // of the 36 N of the rocker's ground joint at the start
    assert_true(fine < coarse / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_newton_euler),
        cmocka_unit_test(test_pendulum),
        cmocka_unit_test(test_friction_in_the_joint),
        cmocka_unit_test(test_shared_and_rows_agree),
        cmocka_unit_test(test_cantilever),
        cmocka_unit_test(test_redundant_four_bar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
