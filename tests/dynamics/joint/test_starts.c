// SPDX-License-Identifier: MIT
// Tests starts of mechanisms: four-bars through singular positions, open at the start, impossible; invalid numbers.
#include "tests/dynamics/mechanism.h"

#define PI 3.14159265358979323846
static const vec3 zero = {0, 0, 0};

// Makes a four-bar of three bars, in the plane across z; base: second ground point. `error` opens the joints.
static void make_bars(mechanism *k, const double length[3], const vec3 from[3], const double direction[3], vec3 base,
                      vec3 error) {
    int body[3];
    vec3 end[3];
    mechanism_make(k, 1e-3, zero);
    for (int i = 0; i < 3; i++) {
        brick b = {.at = {mat3_rotation(vec3_make(0, 0, 1), direction[i]), vec3_madd(from[i], i, error)},
                   .length = length[i],
                   .mass = 1,
                   .centre = {0.5 * length[i], 0, 0},
                   .inertia = {0.01, 0.1, 0.1}};
        body[i] = mechanism_body(k, &b);
        end[i] = k->model.node0[k->model.body[body[i]].node[1]];
    }
    const vec3 z = {0, 0, 1};
    const dyn_joint_def def[4] = {{DYN_JOINT_REVOLUTE, {-1, body[0]}, {from[0], from[0]}, {z}},
                                  {DYN_JOINT_REVOLUTE, {body[0], body[1]}, {end[0], vec3_madd(from[1], 1, error)}, {z}},
                                  {DYN_JOINT_REVOLUTE, {body[1], body[2]}, {end[1], end[2]}, {z}},
                                  {DYN_JOINT_REVOLUTE, {-1, body[2]}, {base, vec3_madd(from[2], 2, error)}, {z}}};
    const char *why;
    for (int i = 0; i < 4; i++)
        assert_int_equal(dyn_joint_add(&k->joint[k->n_joints++], &k->model, &def[i], &why), RT_OK);
    mechanism_finish(k);
}

// A parallelogram passes its flat positions, where it has two degrees of freedom, without error of energy or event.
static void test_singular_position(void **state) {
    (void)state;
    mechanism k;
    const double length[3] = {1, 2, 1}, direction[3] = {0.5 * PI, 0, 0.5 * PI};
    const vec3 from[3] = {{0, 0, 0}, {0, 1, 0}, {2, 0, 0}};
    make_bars(&k, length, from, direction, vec3_make(2, 0, 0), zero);
    for (int i = 0; i < 3; i++)
        mechanism_spin(&k, i, i == 1 ? vec3_make(-3, 0, 0) : zero, vec3_make(0, 0, i == 1 ? 0 : 3));
    mechanism_start(&k);
    double energy = dyn_energy(&k.model, &k.state), flattest = 1;
    int flat = 0;
    for (int i = 1; i <= 6000; i++) { // 2.9 turns, 5 flat positions at the constant rate
        double before = k.state.q[k.model.body[0].node[1]].y;
        mechanism_step(&k);
        vec3 tip = k.state.q[k.model.body[0].node[1]];
        flat += (before > 0) != (tip.y > 0);
        flattest = fmin(flattest, fabs(tip.y));
        CHECK_NEAR(dyn_energy(&k.model, &k.state), energy, 1e-4 * energy);
    }
    assert_true(flat >= 5 && flattest < 2e-3);
    assert_true(k.phi_max < 1e-6);
    assert_int_equal(k.events, 0);
    mechanism_free(&k);
}

// Every joint is open by a centimetre. The start closes it; the crank stays at its given place and rate.
static void test_start_closes(void **state) {
    (void)state;
    mechanism k;
    const double length[3] = {0.5, 1.2, 0.9}, direction[3] = {1, 0.2, 1.5};
    const vec3 from[3] = {{0, 0, 0}, {0.27, 0.42, 0}, {1.3, -0.2, 0}};
    make_bars(&k, length, from, direction, vec3_make(1.3, -0.2, 0), vec3_make(0.01, -0.01, 0.004));
    unsigned char held[MECHANISM_NODES + DYN_FIRST_NODE] = {0}, given[MECHANISM_NODES + DYN_FIRST_NODE] = {0};
    const int *n = k.model.body[0].node;
    for (int i = 0; i < 4; i++) held[n[i]] = 1;
    given[n[1]] = 1;
    vec3 tip = k.state.q[n[1]], turning = vec3_scale(2, vec3_make(-tip.y, tip.x, 0));
    k.state.qd[n[1]] = turning;
    dyn_eval e = dyn_eval_at(&k.model, &k.state);
    dyn_row *row = calloc((size_t)k.model.n_rows, sizeof *row);
    dyn_rows_eval(&k.model, &e, row);
    double open = 0;
    for (int r = 0; r < k.model.n_rows; r++) open = fmax(open, fabs(row[r].phi));
    assert_true(open > 0.01);
    dyn_start_info info = mechanism_try_start(&k, held, given);
    assert_true(info.solved);
    CHECK_VEC3(k.state.q[n[1]], tip, 0);
    CHECK_VEC3(k.state.qd[n[1]], turning, 1e-9);
    dyn_rows_eval(&k.model, &e, row);
    for (int r = 0; r < k.model.n_rows; r++) {
        CHECK_NEAR(row[r].phi, 0, 1e-10);
        CHECK_NEAR(dyn_row_times(&row[r], k.state.qd), 0, 1e-9);
    }
    free(row);
    mechanism_free(&k);
}

// The bars are 0.4 m too short. The report has the gap and a row of a joint or body of the four-bar.
static void test_cannot_be_assembled(void **state) {
    (void)state;
    mechanism k;
    const double length[3] = {0.5, 0.6, 0.5}, direction[3] = {0.3, 0, 2.8};
    const vec3 from[3] = {{0, 0, 0}, {0.5, 0.1, 0}, {2, 0, 0}};
    make_bars(&k, length, from, direction, vec3_make(2, 0, 0), zero);
    dyn_start_info info = mechanism_try_start(&k, NULL, NULL);
    assert_false(info.solved);
    assert_true(info.position > 0.4 / 12 && info.position < 1);
    bool named = info.position_row < dyn_bilinear_row(&k.model, 0);
    for (int i = 0; i < k.n_joints; i++) named |= mechanism_has_row(&k.joint[i], &k.model, info.position_row);
    assert_true(named);
    mechanism_free(&k);
}

// Two drivers of one coordinate contradict each other in position, or in rate alone.
static void test_inconsistent_drivers(void **state) {
    (void)state;
    for (int place = 0; place <= 1; place++) {
        mechanism k;
        mechanism_make(&k, 1e-3, zero);
        brick b = {.at = {mat3_identity(), {0.2, 0, 0}}, .length = 1, .mass = 3, .inertia = {1, 1, 1}};
        int body = mechanism_body(&k, &b);
        dyn_driver d[2];
        const char *why;
        double x = b.at.p.x;
        const dyn_driver_motion f[2] = {{.offset = x, .rate = 1}, {.offset = x + 0.1 * place, .rate = 1.2}};
        for (int i = 0; i < 2; i++)
            assert_int_equal(
                dyn_driver_add(&d[i], &k.model, k.model.body[body].node[0], vec3_make(1, 0, 0), &f[i], &why), RT_OK);
        mechanism_finish(&k);
        dyn_start_info info = mechanism_try_start(&k, NULL, NULL);
        int first = k.model.group[d[0].group].first_row, row = place ? info.position_row : info.velocity_row;
        assert_false(info.solved);
        assert_true(row == first || row == first + 1);
        if (place)
            CHECK_NEAR(info.position, 0.05, 0.01); // half the contradiction each
        else
            CHECK_NEAR(info.velocity, 0.1, 0.02);
        mechanism_free(&k);
    }
}

// A NaN is reported, although the values after it are good.
static void test_not_a_number_is_not_solved(void **state) {
    (void)state;
    for (int velocity = 0; velocity <= 1; velocity++) {
        mechanism k;
        mechanism_make(&k, 1e-3, zero);
        brick b = {.at = {mat3_identity(), zero}, .length = 1, .mass = 3, .inertia = {1, 1, 1}};
        int first = mechanism_body(&k, &b);
        b.at.p.x = 2;
        mechanism_body(&k, &b);
        mechanism_finish(&k);
        int node = k.model.body[first].node[1];
        unsigned char given[MECHANISM_NODES + DYN_FIRST_NODE] = {0};
        given[node] = given[node + 4] = 1;
        (velocity ? k.state.qd : k.state.q)[node].x = NAN;
        dyn_start_info info = mechanism_try_start(&k, NULL, given);
        assert_false(info.solved);
        assert_true(isnan(velocity ? info.velocity : info.position));
        if (velocity) assert_true(isnan(info.given));
        assert_false(info.acceleration < (double)INFINITY);
        mechanism_free(&k);
    }
}

static void refuse(void *self, const dyn_eval *e, const void *z) {
    const int *node = self;
    (void)z;
    e->force[*node].x = NAN;
}

// A force is NaN, on a node without constraints.
static void test_acceleration_not_a_number(void **state) {
    (void)state;
    mechanism k;
    mechanism_make(&k, 1e-3, zero);
    int node = dyn_add_node(&k.model, zero, false);
    dyn_force f = {.self = &node, .eval = refuse};
    dyn_add_point_mass(&k.model, node, 1);
    dyn_add_force(&k.model, &f);
    mechanism_finish(&k);
    assert_true(isnan(dyn_initial_acceleration(&k.model, &k.state, k.work, &(rt_command){0})));
    mechanism_free(&k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_singular_position),          cmocka_unit_test(test_start_closes),
        cmocka_unit_test(test_cannot_be_assembled),        cmocka_unit_test(test_inconsistent_drivers),
        cmocka_unit_test(test_not_a_number_is_not_solved), cmocka_unit_test(test_acceleration_not_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
