// SPDX-License-Identifier: MIT
// Tests of the chain's inboard end: links join and leave at the cable lifter without a jump and without allocation; and
// of the windlass against its data: speed, stall, brakes, clutch.
#include "dynamics/core/constraint.h"
#include "dynamics/core/start.h"
#include "tests/check.h"
#include "tests/dynamics/ship.h"

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t each);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t each);
void *__wrap_realloc(void *p, size_t n);

static int allocations;

void *__wrap_malloc(size_t n) { return allocations++, __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t each) { return allocations++, __real_calloc(n, each); }
void *__wrap_realloc(void *p, size_t n) { return allocations++, __real_realloc(p, n); }

#define G 9.81
#define ANCHOR 6414.0

static void make(ship *s, int links, int capacity, double angle, dyn_solver_kind solver) {
    ship_def d = {.h = 1e-3,
                  .d = 0.068,
                  .gamma = 1e7,
                  .links = links,
                  .capacity = capacity,
                  .mu = 0.2,
                  .angle = angle,
                  .step = dyn_step_def_default()};
    d.step.solver = solver;
    ship_make(s, &d);
    s->command = (rt_command){.brake = 1, .clutch = 1};
    dyn_initial_acceleration(&s->model, &s->state, s->work, &s->command);
}

static double theta(const ship *s) { return s->state.q[s->lifter.node].x; }
// Effective over mean radius of the lifter's ten-sided polygon: the first harmonic, 2/(10² - 1), of cos(phi) of the
// chord's angle phi. A joint is at the exit, phi = 0, half a link after the start.
static double phase(double turned) { return 10 * turned + M_PI; }
static double ripple(const ship *s) { return 1 + 2.0 / 99 * cos(phase(theta(s))); }
// Length of chain heaved by a turn from theta0: the integral of the effective radius.
static double heaved(const ship *s, double theta0) {
    double wave = sin(phase(theta(s))) - sin(phase(theta0));
    return s->lifter.radius * (theta(s) - theta0 + 2.0 / 990 * wave);
}
static double tension(const ship *s) { return tackle_lifter_tension(&s->lifter, &s->model, &s->state); }
static double chain_out(const ship *s) { return tackle_lifter_chain_out(&s->lifter, &s->model, &s->state); }
static double torque_of(const ship *s) {
    return tackle_windlass_motor_torque(&s->windlass, tackle_windlass_state_of(&s->windlass, &s->model, &s->state));
}
static int links(const ship *s) { return (int)tackle_lifter_state_of(&s->lifter, &s->model, &s->state)->links; }
static double mass(const ship *s) { return ANCHOR + links(s) * s->chain.link.mass; }

static void test_brake_holds_hanging_chain(void **state) {
    (void)state;
    ship s;
    make(&s, 8, 12, 0, DYN_SOLVER_BLOCK);
    ship_run(&s, 4);
    CHECK_NEAR(tension(&s), mass(&s) * G, 1e-3 * mass(&s) * G);
    dyn_eval e = dyn_eval_at(&s.model, &s.state);
    for (int k = 0; k < 7; k++) { // each link bears the weight below its middle
        double below = (ANCHOR + (k + 0.5) * s.chain.link.mass) * G;
        CHECK_NEAR(dyn_body_tension(&e, s.chain.body[k]), below, 1e-3 * below);
    }
    assert_true(fabs(ship_speed(&s)) < 1e-6);
    assert_int_equal(s.events, 0);
    ship_free(&s);
}

// Largest violation of any constraint at the present state.
static double violation(const ship *s, dyn_row *row) {
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    double most = 0;
    dyn_rows_eval(&s->model, &e, row);
    for (int k = 0; k < s->model.n_rows; k++) most = fmax(most, fabs(row[k].phi));
    return most;
}

// Events and errors while the chain ran.
typedef struct passage {
    int joined, left;
    double jump, gap, violation; // largest jump of tension [N] and chain out [m] at an exchange; constraint error [m]
    double roll;                 // largest roll offset of a new top link [m]
} passage;

// Steps until the lifter has turned to theta1, or for `seconds`.
static passage run_to_angle(ship *s, double theta1, double seconds, dyn_row *row) {
    passage p = {0};
    double side = theta1 > theta(s) ? 1 : -1;
    for (int n = 0; n < (int)lround(seconds / s->model.h) && side * (theta1 - theta(s)) > 0; n++) {
        rt_events now = 0;
        double before = tension(s), out = chain_out(s);
        tackle_lifter_exchange(&s->lifter, &s->model, &s->state, &now);
        p.gap = fmax(p.gap, fabs(chain_out(s) - out));
        p.roll = fmax(p.roll, fabs(tackle_lifter_state_of(&s->lifter, &s->model, &s->state)->roll));
        p.violation = fmax(p.violation, violation(s, row));
        dyn_step(&s->model, &s->state, s->work, &s->command, NULL, &now);
        if (now & (RT_EVENT_BIT(RT_EVENT_LINK_JOINED) | RT_EVENT_BIT(RT_EVENT_LINK_LEFT)))
            p.jump = fmax(p.jump, fabs(tension(s) - before));
        p.joined += (now >> RT_EVENT_LINK_JOINED) & 1;
        p.left += (now >> RT_EVENT_LINK_LEFT) & 1;
        s->events |= now;
    }
    return p;
}

// Makes chain and anchor swing across the plane of inclination and spins the anchor about the chain: the links turn
// against each other and twist.
static void start_swing(ship *s) {
    const vec3 swing = {0.08, 0, 0};
    vec3 axis = vec3_unit(vec3_sub(s->lifter.exit, s->state.q[s->anchor.shackle]));
    for (int k = 0; k < s->lifter.node; k++) s->state.qd[k] = vec3_cross(swing, s->state.q[k]);
    for (int k = 0; k <= links(s); k++) {
        int p = s->chain.p[k];
        s->state.qd[p] = vec3_cross(swing, vec3_sub(s->state.q[p], s->lifter.exit));
    }
    vec3 v = s->state.qd[s->anchor.shackle], omega = vec3_madd(swing, 0.4, axis),
         shackle = s->state.q[s->anchor.shackle];
    const int point[2] = {s->anchor.pin, s->anchor.tip};
    const int vector[3] = {s->anchor.hinge_axis, s->anchor.v_shank, s->anchor.v_head};
    for (int k = 0; k < 2; k++)
        s->state.qd[point[k]] = vec3_add(v, vec3_cross(omega, vec3_sub(s->state.q[point[k]], shackle)));
    for (int k = 0; k < 3; k++) s->state.qd[vector[k]] = vec3_cross(omega, s->state.q[vector[k]]);
}

// Heaves four links and pays them out again. The tension jumps by at most about the weight of a link, chain out is
// continuous, every constraint holds, nothing is allocated, and the chain returns to its initial state.
static void check_heave_and_pay_out(double angle, double jump, dyn_solver_kind solver) {
    ship s;
    make(&s, 10, 12, angle, solver);
    dyn_row *row = calloc((size_t)s.model.n_rows, sizeof *row);
    if (angle != 0) start_swing(&s);
    ship_run(&s, 1);
    double start = theta(&s), out = chain_out(&s), static_tension = mass(&s) * G;
    double turn = 4 * s.chain.link.pitch / s.lifter.radius;
    s.command = (rt_command){.lever = 0.4, .clutch = 1};
    allocations = 0;
    passage up = run_to_angle(&s, start + turn, 20, row);
    assert_int_equal(up.left, 4);
    assert_int_equal(links(&s), 6);
    CHECK_NEAR(chain_out(&s), out - heaved(&s, start), 1e-9);
    assert_true(out - chain_out(&s) > 3.99 * s.chain.link.pitch);
    s.command.lever = -0.4;
    passage down = run_to_angle(&s, start, 20, row);
    assert_int_equal(allocations, 0);
    assert_int_equal(down.joined, 4);
    assert_int_equal(links(&s), 10);
    CHECK_NEAR(chain_out(&s), out - heaved(&s, start), 1e-9);
    CHECK_NEAR(chain_out(&s), out, 1e-3); // movement within the last step
    CHECK_NEAR(fmax(up.gap, down.gap), 0, 1e-9);
    CHECK_NEAR(fmax(up.jump, down.jump), 0, jump * static_tension);
    CHECK_NEAR(fmax(up.violation, down.violation), 0, 1e-7); // ten times the tolerance of the iteration
    assert_int_equal(s.events & ~(RT_EVENT_BIT(RT_EVENT_LINK_JOINED) | RT_EVENT_BIT(RT_EVENT_LINK_LEFT)), 0);
    dyn_eval e = dyn_eval_at(&s.model, &s.state);
    for (int k = 0; k < links(&s); k++) { // no link is mirrored; constraints do not detect this
        pose link = dyn_body_pose(&e, s.chain.body[k]);
        CHECK_NEAR(mat3_det(&link.r), 1, 1e-5); // six constraint errors of 1e-7 m over the link
    }
    assert_true(angle == 0 || fmax(up.roll, down.roll) > 1e-3); // the links are twisted
    if (angle == 0) { // straight chain: chain out is the distance from exit to shackle
        vec3 line = vec3_sub(s.lifter.exit, s.state.q[s.anchor.shackle]);
        CHECK_NEAR(vec3_norm(line), chain_out(&s), 1e-6);
    }
    free(row);
    ship_free(&s);
}

static void test_links_join_and_leave_without_jump(void **state) {
    (void)state;
    check_heave_and_pay_out(0, 0.01, DYN_SOLVER_BLOCK);
    check_heave_and_pay_out(0, 0.01, DYN_SOLVER_KLU);
}

static void test_links_join_and_leave_while_swinging(void **state) {
    (void)state;
    check_heave_and_pay_out(0.15, 0.01, DYN_SOLVER_BLOCK);
}

// Runs to the end of the chain in both directions, and for another second against the end.
static void test_chain_end(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        ship s;
        make(&s, 4, 6, 0, DYN_SOLVER_BLOCK);
        ship_run(&s, 0.5);
        s.command = (rt_command){.lever = side, .clutch = 1};
        for (int n = 0; n < 8000 && !(s.events & RT_EVENT_BIT(RT_EVENT_CHAIN_END)); n++) ship_step(&s);
        assert_true(s.events & RT_EVENT_BIT(RT_EVENT_CHAIN_END));
        assert_int_equal(links(&s), side < 0 ? 6 : 2);
        ship_run(&s, 0.5);
        assert_true(dyn_state_finite(&s.model, &s.state));
        assert_int_equal(links(&s), side < 0 ? 6 : 2);
        ship_free(&s);
    }
}

// In steady motion the chain runs at lever × no-load speed minus the droop by the load, 2 % of the rated speed. The
// no-load speed gives the rated speed at full lever and rated load, which is 1/1.1 of the torque limit there. The
// motor's torque carries the weight.
static void test_speed_follows_lever(void **state) {
    (void)state;
    const double lever[4] = {0.2, 0.6, -0.2, -0.6};
    for (int k = 0; k < 4; k++) {
        ship s;
        make(&s, 20, 40, 0, DYN_SOLVER_BLOCK);
        ship_run(&s, 0.5);
        s.command = (rt_command){.lever = lever[k], .clutch = 1};
        ship_run(&s, 3);
        double load = mass(&s) * G, limit = s.windlass.def.max_tension, mean = 0, torque = 0, want = 0;
        for (int n = 0; n < 1000; n++) {
            ship_step(&s);
            mean += ship_speed(&s) / 1000;
            torque += torque_of(&s) / 1000;
            want += load * s.lifter.radius * ripple(&s) / 1000;
        }
        CHECK_NEAR(mean, lever[k] * 0.3 * (1 + 0.02 * atanh(1 / 1.1)) - 0.02 * 0.3 * atanh(load / limit), 2e-4);
        CHECK_NEAR(torque, want, 0.01 * want);
        ship_free(&s);
    }
}

// With the anchor fixed, the motor stalls at its torque limit.
static void test_motor_stalls_at_torque_limit(void **state) {
    (void)state;
    ship s;
    make(&s, 8, 12, 0, DYN_SOLVER_BLOCK);
    const int held[6] = {s.anchor.shackle, s.anchor.pin, s.anchor.hinge_axis,
                         s.anchor.v_shank, s.anchor.tip, s.anchor.v_head};
    for (int k = 0; k < 6; k++) {
        dyn_fix_node(&s.model, held[k]);
        s.state.qdd[held[k]] = vec3_make(0, 0, 0);
    }
    s.command = (rt_command){.lever = 1, .clutch = 1};
    ship_run(&s, 5);
    CHECK_NEAR(tension(&s), 250e3 / ripple(&s), 250);
    assert_true(fabs(ship_speed(&s)) < 1e-5);
    ship_free(&s);
}

// Brake torque over the mean radius, from the lifter's motion with the clutch out: T ripple - brake = -J theta''/R.
static double brake_force(const ship *s) {
    double r = s->lifter.radius;
    return tension(s) * ripple(s) + s->windlass.def.lifter_inertia * s->state.qdd[s->lifter.node].x / r;
}

static void test_band_brake(void **state) {
    (void)state;
    ship s;
    make(&s, 8, 60, 0, DYN_SOLVER_BLOCK);
    ship_run(&s, 0.5);
    double load = mass(&s) * G, capacity = s.windlass.def.brake_capacity;
    s.command = (rt_command){.brake = 1.2 * load / capacity};
    ship_run(&s, 4);
    double at = theta(&s);
    ship_run(&s, 4); // the brake holds without creep
    CHECK_NEAR(theta(&s), at, 1e-6);
    CHECK_NEAR(brake_force(&s), load * ripple(&s), 1e-3 * load);
    // the brake slips at its holding torque, at any speed
    s.command.brake = 0.6 * load / capacity;
    for (int n = 0; n < 8; n++) {
        ship_run(&s, 0.1);
        CHECK_NEAR(brake_force(&s), 0.6 * load, 0.01 * load);
    }
    assert_true(ship_speed(&s) < -2);
    // the set brake stops the chain
    s.command.brake = 0.5;
    ship_run(&s, 2);
    assert_true(fabs(ship_speed(&s)) < 1e-4);
    assert_int_equal(s.events & RT_EVENT_BIT(RT_EVENT_NEWTON_CAP), 0);
    ship_free(&s);
}

// With clutch and brake released the chain drives the lifter against its inertia only, and the motor does not turn.
static void test_lifter_runs_free_without_clutch(void **state) {
    (void)state;
    ship s;
    make(&s, 8, 60, 0, DYN_SOLVER_BLOCK);
    ship_run(&s, 0.5);
    s.command = (rt_command){.brake = 0};
    ship_step(&s); // the dogs disengage at the end of a step
    double motor = s.state.q[s.lifter.node].y, r = s.lifter.radius;
    ship_run(&s, 0.02);
    for (int n = 0; n < 5; n++) {
        double v = ship_speed(&s), m = mass(&s), gained = 0;
        int before = links(&s);
        for (int k = 0; k < 10; k++) {
            // chain x'' = (a theta')' with a = ripple R: theta'' (J + m a²) = -m a (G + a' theta'²)
            double w0 = ship_speed(&s) / r, a0 = r * ripple(&s), slope0 = -r * 20.0 / 99 * sin(phase(theta(&s)));
            ship_step(&s);
            double w1 = ship_speed(&s) / r, a1 = r * ripple(&s), slope1 = -r * 20.0 / 99 * sin(phase(theta(&s)));
            double a = 0.5 * (a0 + a1), w = 0.5 * (w0 + w1), slope = 0.5 * (slope0 + slope1);
            gained -= 1e-3 * r * m * a * (G + slope * w * w) / (s.windlass.def.lifter_inertia + m * a * a);
        }
        if (links(&s) == before) CHECK_NEAR((ship_speed(&s) - v) / 0.01, gained / 0.01, 0.02);
        CHECK_NEAR(brake_force(&s), 0, 1e-4 * m * G);
    }
    CHECK_NEAR(s.state.q[s.lifter.node].y, motor, 1e-3);
    ship_free(&s);
}

// Without one pump the motor pulls the fixed anchor with the remaining torque. Without power the motor gives no torque,
// and its brake holds the chain. The faded band brake slips at the remaining share of its set torque.
static void test_failures(void **state) {
    (void)state;
    ship s;
    make(&s, 8, 12, 0, DYN_SOLVER_BLOCK);
    const double load = mass(&s) * G, left = s.windlass.def.motor.pump_share * 250e3;
    assert_true(left > load);
    const int held[6] = {s.anchor.shackle, s.anchor.pin, s.anchor.hinge_axis,
                         s.anchor.v_shank, s.anchor.tip, s.anchor.v_head};
    for (int k = 0; k < 6; k++) {
        dyn_fix_node(&s.model, held[k]);
        s.state.qdd[held[k]] = vec3_make(0, 0, 0);
    }
    s.command = (rt_command){.lever = 1, .clutch = 1, .failures = 1u << RT_FAILURE_PUMP};
    ship_run(&s, 5);
    CHECK_NEAR(tension(&s), left / ripple(&s), 1e-3 * left);
    ship_free(&s);

    make(&s, 20, 40, 0, DYN_SOLVER_BLOCK);
    s.command = (rt_command){.lever = 1, .clutch = 1};
    ship_run(&s, 3);
    assert_true(ship_speed(&s) > 0.25);
    s.command.failures = 1u << RT_FAILURE_POWER;
    ship_run(&s, 3);
    double at = theta(&s);
    ship_run(&s, 3);
    CHECK_NEAR(theta(&s), at, 1e-4);
    assert_true(torque_of(&s) == 0);
    CHECK_NEAR(tension(&s), mass(&s) * G, 1e-3 * mass(&s) * G);
    ship_free(&s);

    make(&s, 8, 60, 0, DYN_SOLVER_BLOCK);
    ship_run(&s, 0.5);
    s.command = (rt_command){.brake = 2 * load / s.windlass.def.brake_capacity};
    ship_run(&s, 2);
    assert_true(fabs(ship_speed(&s)) < 1e-4);
    s.command.failures = 1u << RT_FAILURE_BRAKE;
    for (int n = 0; n < 8; n++) {
        ship_run(&s, 0.1);
        CHECK_NEAR(brake_force(&s), s.windlass.def.brake_fade * 2 * load, 0.01 * load);
    }
    assert_true(ship_speed(&s) < -2);
    ship_free(&s);
}

// Emergency release opens the band brake. The motor brake holds the motor at any lever setting; with the clutch engaged
// it holds the chain.
static void test_release_never_moves_the_motor(void **state) {
    (void)state;
    for (int in = 0; in < 2; in++)
        for (int side = -1; side <= 1; side += 2) {
            ship s;
            make(&s, 8, 30, 0, DYN_SOLVER_BLOCK);
            s.command = (rt_command){.lever = side, .clutch = (uint8_t)in, .failsafe = 1, .release = 1};
            for (int f = 0; f < 2; f++) { // with fail-safe, then the release alone
                s.command.failsafe = (uint8_t)(1 - f);
                ship_run(&s, 0.3);
                CHECK_NEAR(s.state.q[s.lifter.node].y, 0, 0.01); // five yield deflections of the motor brake
                CHECK_NEAR(torque_of(&s), 0, 0);
            }
            if (in)
                CHECK_NEAR(ship_speed(&s), 0, 0.05);
            else
                assert_true(ship_speed(&s) < -0.5); // the chain runs
            ship_free(&s);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brake_holds_hanging_chain),
        cmocka_unit_test(test_links_join_and_leave_without_jump),
        cmocka_unit_test(test_links_join_and_leave_while_swinging),
        cmocka_unit_test(test_chain_end),
        cmocka_unit_test(test_speed_follows_lever),
        cmocka_unit_test(test_motor_stalls_at_torque_limit),
        cmocka_unit_test(test_band_brake),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_lifter_runs_free_without_clutch),
        cmocka_unit_test(test_release_never_moves_the_motor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
