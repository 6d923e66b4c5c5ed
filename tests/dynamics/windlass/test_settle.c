// SPDX-License-Identifier: MIT
// Tests of the motor's rotor, which settles before the step's iteration: its equation against bisection of the closed
// form, and the evaluations saved when the motor takes over from its brake.
#include "tests/dynamics/windlass_rig.h"
#include "tests/random.h"

#define RATED (47.5 * 50 * 50) // continuous pull of 50 mm grade 3 chain [N]

static rig_def on_chain(tackle_motor_kind kind) {
    return (rig_def){
        .mass = 0.5 * RATED / RIG_G, .h = 1e-3, .links = 4, .capacity = 6, .windlass = class_windlass(kind, RIG_D)};
}

// Motor torque minus the torque of the dogs' shaft and inertia × acceleration a of the rotor, without gearbox losses
// and power limit.
static double left_of(const rig *r, const dyn_eval *e, double a) {
    const tackle_windlass *w = &r->windlass;
    int node = r->lifter.node;
    double more = a - r->state.qdd[node].y, rate = r->state.qd[node].y + e->c_weight * more;
    double lead = r->state.q[node].y + e->k_weight * more - r->state.q[node].x - rig_windlass(r)->clutch.mesh;
    double slip = w->motor.def.droop * w->motor.def.rate;
    double drive = w->motor.def.limit * tanh((r->command.lever * w->motor.no_load - rate) / slip);
    double dogs = w->clutch.stiffness * lead + w->clutch.damping * (rate - r->state.qd[node].x);
    return drive - dogs - w->def.motor_inertia * a;
}

static double bisected(const rig *r, const dyn_eval *e) {
    double low = -1e5, high = 1e5;
    assert_true(left_of(r, e, low) > 0 && left_of(r, e, high) < 0);
    for (int k = 0; k < 100; k++) {
        double middle = 0.5 * (low + high);
        *(left_of(r, e, middle) > 0 ? &low : &high) = middle;
    }
    return 0.5 * (low + high);
}

static void rotor_is_where_its_equation_holds(void **state) {
    (void)state;
    uint64_t seed = 3;
    rig r;
    rig_def d = on_chain(TACKLE_MOTOR_HYDRAULIC_LOW);
    d.windlass.gear_efficiency = d.windlass.gear_overrun = 1;
    rig_make(&r, &d);
    rig_step(&r);
    assert_true(rig_windlass(&r)->clutch.engaged > 0);
    const dyn_force *f = &r.windlass.force;
    int node = r.lifter.node;
    for (int n = 0; n < 200; n++) {
        vec3 x = random_vec3(&seed, 1), v = random_vec3(&seed, 1);
        r.command.lever = copysign(0.03 + 0.5 * fabs(x.x), x.x);
        r.state.q[node] = vec3_make(0, 1e-3 * x.y, 0);
        r.state.qd[node] = vec3_make(0.1 * v.x, 0.1 * v.y, 0);
        r.state.qdd[node] = vec3_make(x.z, 20 * v.z, 0);
        dyn_eval e = dyn_eval_at(&r.model, &r.state);
        e.command = &r.command, e.k_weight = d.h * d.h / 4, e.c_weight = d.h / 2;
        vec3 a;
        const void *z = rig_windlass(&r);
        f->predict(f->self, &e, z);
        assert_int_equal(f->settle(f->self, &e, z, &a), node);
        assert_true(a.x == r.state.qdd[node].x && a.z == r.state.qdd[node].z);
        CHECK_NEAR(e.k_weight * a.y, e.k_weight * bisected(&r, &e), 1e-9);
    }
    rig_free(&r);
}

// Kloss's curve falls steepest at sqrt(3) pull-out slips, by a quarter of the torque limit per pull-out slip. A rotor
// of 1 kg m² cannot follow this slope within a step.
static void light_rotor_beyond_the_pull_out_is_left_alone(void **state) {
    (void)state;
    rig r;
    rig_def d = on_chain(TACKLE_MOTOR_POLE_CHANGING);
    d.windlass.motor_inertia = 1;
    rig_make(&r, &d);
    rig_step(&r);
    const tackle_motor *m = &r.windlass.motor;
    double synchronous = 0.25 * m->no_load, slip = m->def.pull_out_slip * synchronous;
    assert_true(0.25 * m->def.limit / slip * d.h / 2 > 10 * d.windlass.motor_inertia);
    int node = r.lifter.node;
    r.command.lever = 0.3;
    dyn_eval e = dyn_eval_at(&r.model, &r.state);
    e.command = &r.command, e.k_weight = d.h * d.h / 4, e.c_weight = d.h / 2;
    vec3 a;
    const dyn_force *f = &r.windlass.force;
    f->predict(f->self, &e, rig_windlass(&r));
    r.state.qd[node].y = synchronous - sqrt(3) * slip;
    assert_int_equal(f->settle(f->self, &e, rig_windlass(&r), &a), -1);
    r.state.qd[node].y = synchronous;
    assert_int_equal(f->settle(f->self, &e, rig_windlass(&r), &a), node);
    rig_free(&r);
}

// Largest number of evaluations of a step while the lever leaves neutral and the band brake holds the load.
static int most_evaluations(tackle_motor_kind kind, bool settles) {
    rig r;
    rig_def d = on_chain(kind);
    rig_make(&r, &d);
    if (!settles) r.windlass.force.settle = NULL;
    rig_run(&r, 0.5);
    int most = 0;
    for (int n = 0; n < 60; n++) {
        r.command.lever = 1e-3 * n; // neutral ends at 0.02
        dyn_step_info info = dyn_step(&r.model, &r.state, r.work, &r.command, NULL, &r.events);
        if (info.evaluations > most) most = info.evaluations;
    }
    rig_free(&r);
    return most;
}

static void taking_over_from_the_brake_is_an_easy_step(void **state) {
    (void)state;
    for (int kind = 0; kind < TACKLE_MOTOR_KINDS; kind++) {
        int with = most_evaluations((tackle_motor_kind)kind, true),
            without = most_evaluations((tackle_motor_kind)kind, false);
        print_message("motor %d: evaluations in a step %d at most, %d if the rotor does not settle\n", kind, with,
                      without);
        assert_true(with <= 2 && without > with);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rotor_is_where_its_equation_holds),
                                       cmocka_unit_test(light_rotor_beyond_the_pull_out_is_left_alone),
                                       cmocka_unit_test(taking_over_from_the_brake_is_an_easy_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
