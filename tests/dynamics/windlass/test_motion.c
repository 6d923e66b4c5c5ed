// SPDX-License-Identifier: MIT
// Tests of the windlass with a mass on its chain: class figures (UR A3), closed forms, energy balances.
#include "tests/dynamics/windlass_rig.h"

#define RATED (47.5 * 50 * 50) // continuous pull of 50 mm grade 3 chain [N]
#define LINK (4 * RIG_D)

static rig_def on_chain(tackle_motor_kind kind, double tension, int links, int capacity) {
    double link = tackle_stud_link(RIG_D).mass;
    return (rig_def){.mass = tension / RIG_G - links * link,
                     .h = 1e-3,
                     .links = links,
                     .capacity = capacity,
                     .windlass = class_windlass(kind, RIG_D)};
}

// Effective over mean radius of the lifter; the exit is initially at the middle of a link.
static double ripple(const rig *r) { return 1 - 2.0 / 99 * cos(10 * rig_angles(r).x); }

// Steps until the lifter has turned by `links` links; returns the time [s].
static double heave_links(rig *r, int links) {
    double start = rig_angles(r).x, turn = 2 * M_PI / 10 * links;
    int n = 0;
    while (n < 200000 && fabs(rig_angles(r).x - start) < fabs(turn)) rig_step(r), n++;
    return n * r->model.h;
}

// At the continuous pull the speed is at least 9 m/min (UR A3), and the motor also overcomes the gearbox's losses. The
// chain becomes lighter by its links: the pull refers to the middle of the heave.
static void rated_pull_at_rated_speed(void **state) {
    (void)state;
    for (int kind = 0; kind < TACKLE_MOTOR_KINDS; kind++) {
        rig r;
        rig_def d = on_chain((tackle_motor_kind)kind, RATED, 10, 12);
        d.mass += 4 * tackle_stud_link(RIG_D).mass;
        rig_make(&r, &d);
        r.command = (rt_command){.lever = 1, .clutch = 1};
        rig_run(&r, 3);
        double time = heave_links(&r, 4);
        CHECK_NEAR(4 * LINK / time, 0.15, 0.001);
        CHECK_NEAR(tackle_windlass_motor_load(&r.windlass, rig_windlass(&r)), 1 / 1.5, 0.03);
        CHECK_NEAR(rig_windlass(&r)->motor.torque * 0.9, rig_tension(&r) * r.lifter.radius * ripple(&r),
                   0.01 * RATED * r.lifter.radius);
        assert_true(rig_windlass(&r)->motor.overload < 0.01 && !rig_event_raised(&r, RT_EVENT_MOTOR_TRIPPED));
        rig_free(&r);
    }
}

// With the mass fixed, the motor pulls 1.5 times the continuous pull for two minutes. Then the protection trips, and
// the motor brake holds the chain.
static void short_time_pull_for_two_minutes(void **state) {
    (void)state;
    rig r;
    rig_def d = on_chain(TACKLE_MOTOR_FREQUENCY, RATED, 3, 4);
    d.fixed = true, d.h = 4e-3;
    d.windlass.gear_efficiency = d.windlass.gear_overrun = 1; // gear friction would change the pull
    rig_make(&r, &d);
    r.command = (rt_command){.lever = 1, .clutch = 1};
    rig_run(&r, 119.5);
    double pull = rig_tension(&r);
    CHECK_NEAR(pull * ripple(&r), 1.5 * RATED, 2e-3 * RATED);
    assert_true(rig_event_raised(&r, RT_EVENT_MOTOR_STALL) && !rig_event_raised(&r, RT_EVENT_MOTOR_TRIPPED));
    rig_run(&r, 1.5);
    assert_true(rig_event_raised(&r, RT_EVENT_MOTOR_TRIPPED));
    rig_run(&r, 5);
    assert_true(rig_windlass(&r)->motor.torque == 0);
    assert_true(rig_tension(&r) > 0.9 * pull && rig_tension(&r) < 1.1 * pull && fabs(rig_speed(&r)) < 1e-6);
    rig_free(&r);
}

// Transfers the load to the band at rest: a sudden load would overshoot.
static void hang_on_the_band(rig *r) {
    tackle_windlass_state *z =
        (tackle_windlass_state *)(void *)(r->state.z + r->model.force_z[r->windlass.force_index]);
    z->band.held = z->band.torque = rig_hung(r) * RIG_G * r->lifter.radius * ripple(r);
    dyn_initial_acceleration(&r->model, &r->state, r->work, &r->command);
}

// With the clutch disengaged, the brake holds 2 % less than 45 % of the breaking load. At 2 % more it slips and raises
// an event.
static void brake_holds_45_percent_of_breaking_load(void **state) {
    (void)state;
    double breaking = 19.61 * 50 * 50 * (44 - 0.08 * 50);
    for (int over = 0; over < 2; over++) {
        rig r;
        double tension = (over ? 1.02 : 0.98) * 0.45 * breaking / (1 - 2.0 / 99);
        rig_def d = on_chain(TACKLE_MOTOR_FREQUENCY, tension, 4, 30);
        rig_make(&r, &d);
        r.command = (rt_command){.brake = 1};
        hang_on_the_band(&r);
        rig_run(&r, 1.5);
        assert_true(rig_windlass(&r)->clutch.engaged == 0);
        if (over) {
            assert_true(rig_event_raised(&r, RT_EVENT_BRAKE_SLIP) && rig_speed(&r) < -1);
        } else {
            assert_true(fabs(rig_speed(&r)) < 1e-4 && fabs(rig_angles(&r).x) < 0.003);
            assert_int_equal(r.events, 0);
            rig_run(&r, 2);
            assert_true(fabs(rig_speed(&r)) < 1e-6);
        }
        rig_free(&r);
    }
}

// In a steady heave the ratio of chain speed to lifter speed, and so the tension, oscillates at v/(4 d).
static void ripple_has_its_frequency_and_size(void **state) {
    (void)state;
    rig r;
    rig_def d = on_chain(TACKLE_MOTOR_FREQUENCY, 0.5 * RATED, 14, 16);
    rig_make(&r, &d);
    r.command = (rt_command){.lever = 1, .clutch = 1};
    rig_run(&r, 3);
    double most = 0, least = 2, way = 0, mean = 0;
    int ups = 0, n = 0;
    double before = 0, pull_before = 0;
    int pull_ups = 0;
    vec3 start = r.state.q[r.chain.p[0]];
    for (; n < 8000; n++) {
        rig_step(&r);
        double ratio = r.state.qd[r.chain.p[0]].z / rig_speed(&r), pull = rig_tension(&r) - rig_hung(&r) * RIG_G;
        most = fmax(most, ratio), least = fmin(least, ratio), mean += ratio / 8000;
        ups += before < 1 && ratio >= 1 && n > 0;
        pull_ups += pull_before < 0 && pull >= 0 && n > 0;
        before = ratio, pull_before = pull;
    }
    way = r.state.q[r.chain.p[0]].z - start.z;
    double v = way / 8, expected = v / LINK * 8; // oscillations in 8 s
    CHECK_NEAR(ups, expected, 1);
    CHECK_NEAR(pull_ups, expected, 1);
    assert_true(expected > 5);
    CHECK_NEAR(0.5 * (most - least), 2.0 / 99, 1e-4);
    CHECK_NEAR(mean, 1, 0.01);
    rig_free(&r);
}

static tackle_locker spurling_pipe(void) {
    return (tackle_locker){.mass = tackle_stud_link(RIG_D).mass / LINK, .drop = 5, .gravity = RIG_G};
}

// A mass, with the outboard chain, that pulls chain out of the locker; s is the position along the chain, inboard
// positive. Accelerating the chain from rest takes the force m v² (Cayley 1857).
typedef struct let_go {
    double outboard; // mass [kg]
    double inboard;  // mass of the chain that hangs in the spurling pipe [kg]
    double lifter;   // J / R² [kg]
    double per;      // mass of the chain per length [kg/m]
} let_go;

// Acceleration by Lagrange's equation for T = (outboard w² + inboard + lifter) s'² / 2, w: the lifter's ripple.
static double let_go_acceleration(const let_go *g, double s, double v) {
    double k = 2 * M_PI / LINK, w = 1 - 2.0 / 99 * cos(k * s), dw = 2.0 / 99 * k * sin(k * s);
    double pull = (g->outboard * w - g->inboard) * RIG_G - g->per * v * v - g->outboard * w * dw * v * v;
    return pull / (g->outboard * w * w + g->inboard + g->lifter);
}

// Takes a Runge-Kutta step of fourth order.
static void let_go_step(const let_go *g, double h, double *s, double *v) {
    double v1 = *v, a1 = let_go_acceleration(g, *s, v1);
    double v2 = *v + 0.5 * h * a1, a2 = let_go_acceleration(g, *s + 0.5 * h * v1, v2);
    double v3 = *v + 0.5 * h * a2, a3 = let_go_acceleration(g, *s + 0.5 * h * v2, v3);
    double v4 = *v + h * a3, a4 = let_go_acceleration(g, *s + h * v3, v4);
    *s += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    *v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

// Let go in air from rest: the motion follows that equation for three seconds, in which 156 links come out.
static void let_go_follows_the_closed_form(void **state) {
    (void)state;
    enum { CAPACITY = 180, LINKS = 4 };
    rig r;
    rig_def d = on_chain(TACKLE_MOTOR_HYDRAULIC_HIGH, 0.6 * RATED, LINKS, CAPACITY);
    d.locker = spurling_pipe();
    rig_make(&r, &d);
    r.command = (rt_command){.brake = 1};
    rig_run(&r, 1);
    r.command.brake = 0;
    rig_step(&r);
    double radius = r.lifter.radius, link = r.chain.link.mass, per = link / LINK;
    let_go g = {.outboard = rig_hung(&r), .inboard = per * 5, .lifter = 200 / (radius * radius), .per = per};
    double s = -radius * rig_angles(&r).x, v = -rig_speed(&r), want = let_go_acceleration(&g, s, v), before = v;
    rig_run(&r, 0.01);
    CHECK_NEAR((-rig_speed(&r) - before) / 0.01, want, 0.005 * want);
    double worst = 0;
    s = -radius * rig_angles(&r).x, v = -rig_speed(&r);
    for (int k = 0; k < 3000; k++) {
        // the exit is initially at the middle of a link
        g.outboard = r.mass + link * (LINKS + floor(s / LINK + 0.5));
        let_go_step(&g, r.model.h, &s, &v);
        rig_step(&r);
        worst = fmax(worst, fabs(-rig_speed(&r) / v - 1));
        if (k % 500 == 499)
            print_message("%.1f s: %.3f m/s, %.3f by the equation\n", 1e-3 * (k + 1), -rig_speed(&r), v);
    }
    print_message("largest error %.2g, %d links\n", worst, rig_links(&r));
    assert_true(rig_links(&r) > 100 && rig_links(&r) < CAPACITY && v > 8);
    assert_true(worst < 0.01);
    CHECK_NEAR(-radius * rig_angles(&r).x, s, 0.01 * s);
    assert_true(rig_event_raised(&r, RT_EVENT_RUNAWAY));
    rig_free(&r);
}

// The band lowers the mass and stops it. The energy lost by mass and chain is the brake's heat, within 1 %.
static void brake_heat_is_the_work_done(void **state) {
    (void)state;
    rig r;
    rig_def d = on_chain(TACKLE_MOTOR_HYDRAULIC_HIGH, 0.6 * RATED, 4, 40);
    rig_make(&r, &d);
    r.command = (rt_command){.brake = 1};
    rig_run(&r, 1);
    double before = dyn_energy(&r.model, &r.state), heat = rig_windlass(&r)->band.heat;
    r.brought_in = 0;
    r.command.brake = 0.03;
    rig_run(&r, 1.5);
    assert_true(rig_speed(&r) < -2);
    r.command.brake = 1;
    rig_run(&r, 1.5);
    CHECK_NEAR(rig_speed(&r), 0, 1e-3);
    double work = before + r.brought_in - dyn_energy(&r.model, &r.state);
    assert_true(work > 100e3);
    CHECK_NEAR(rig_windlass(&r)->band.heat - heat, work, 0.01 * work);
    const tackle_band_memory *z = &rig_windlass(&r)->band;
    assert_true(z->lining > 5 && z->drum > 0);
    rig_free(&r);
}

// A load beyond the relief valve drives a hydraulic motor until it bursts; the chain then runs free. An electric motor
// trips first, and its brake catches the load.
static void a_load_too_heavy_drives_the_motor(void **state) {
    (void)state;
    rig r;
    rig_def d = on_chain(TACKLE_MOTOR_HYDRAULIC_HIGH, 2 * RATED, 4, 60);
    rig_make(&r, &d);
    rig_run(&r, 0.5);
    r.command = (rt_command){.lever = -0.5, .clutch = 1};
    rig_run(&r, 2);
    assert_true(rig_event_raised(&r, RT_EVENT_MOTOR_OVERSPEED) && rig_event_raised(&r, RT_EVENT_MOTOR_BURST));
    r.command.lever = 0; // a burst motor has no brake
    double speed = rig_speed(&r);
    rig_run(&r, 0.5);
    assert_true(rig_speed(&r) < speed - 0.5);
    rig_free(&r);

    d = on_chain(TACKLE_MOTOR_FREQUENCY, 1.6 * RATED, 4, 60);
    rig_make(&r, &d);
    rig_run(&r, 0.5);
    r.command = (rt_command){.lever = -1, .clutch = 1};
    rig_run(&r, 5);
    assert_true(rig_event_raised(&r, RT_EVENT_MOTOR_OVERSPEED) && rig_event_raised(&r, RT_EVENT_MOTOR_TRIPPED));
    assert_false(rig_event_raised(&r, RT_EVENT_MOTOR_BURST));
    assert_true(fabs(rig_speed(&r)) < 1e-3);
    rig_free(&r);
}

// At a small lever under load a low-pressure motor leaks more than the pump delivers, and the load sinks. A
// high-pressure motor lifts it.
static void low_pressure_sinks_at_a_small_lever(void **state) {
    (void)state;
    for (int kind = TACKLE_MOTOR_HYDRAULIC_HIGH; kind <= TACKLE_MOTOR_HYDRAULIC_LOW; kind++) {
        rig r;
        rig_def d = on_chain((tackle_motor_kind)kind, RATED, 6, 12);
        rig_make(&r, &d);
        r.command = (rt_command){.lever = 0.03, .clutch = 1};
        rig_run(&r, 6);
        if (kind == TACKLE_MOTOR_HYDRAULIC_LOW)
            assert_true(rig_speed(&r) < -0.001);
        else
            assert_true(rig_speed(&r) > 0.001);
        rig_free(&r);
    }
}

// Walking back at half lever the load drives the motor. The gearbox's friction bears a part of the load, and the motor
// brakes the rest.
static void overrunning_costs_the_motor_less(void **state) {
    (void)state;
    rig r;
    rig_def d = on_chain(TACKLE_MOTOR_FREQUENCY, 0.8 * RATED, 6, 14);
    rig_make(&r, &d);
    rig_run(&r, 0.5);
    r.command = (rt_command){.lever = -0.5, .clutch = 1};
    rig_run(&r, 4);
    double torque = rig_windlass(&r)->motor.torque, load = rig_tension(&r) * r.lifter.radius * ripple(&r);
    assert_true(rig_speed(&r) < -0.07);
    CHECK_NEAR(torque, 0.87 * load, 0.01 * load);
    rig_free(&r);
}

// With the load on the motor the dogs do not disengage. They disengage once the band bears the load and the motor is
// unloaded.
static void the_brake_must_take_the_weight_first(void **state) {
    (void)state;
    rig r;
    rig_def d = on_chain(TACKLE_MOTOR_FREQUENCY, 0.6 * RATED, 6, 12);
    rig_make(&r, &d);
    r.command = (rt_command){.lever = 0.3, .clutch = 1};
    rig_run(&r, 2);
    r.command = (rt_command){.clutch = 1}; // the motor brake bears the load
    rig_run(&r, 1);
    r.command = (rt_command){.brake = 1};
    rig_run(&r, 1);
    assert_true(rig_event_raised(&r, RT_EVENT_CLUTCH_REFUSED) && rig_windlass(&r)->clutch.engaged == 1);
    r.command = (rt_command){.brake = 1, .lever = -0.05};
    rig_run(&r, 1);
    assert_true(rig_windlass(&r)->clutch.engaged == 0 && fabs(rig_speed(&r)) < 1e-4);
    // a clutch failure disengages loaded dogs
    r.command = (rt_command){.lever = 0};
    r.command.failures = 1u << RT_FAILURE_CLUTCH;
    rig_run(&r, 0.5);
    assert_true(rig_speed(&r) < -1);
    rig_free(&r);
}

static rig_def with_bitter_end(double strength) {
    rig_def d = on_chain(TACKLE_MOTOR_HYDRAULIC_HIGH, 0.6 * RATED, 4, 14);
    d.locker = spurling_pipe();
    d.locker.length = 2;
    d.locker.strength = strength;
    d.locker.stiffness = 5e7, d.locker.damping = 2e4;
    return d;
}

// The bitter end holds a chain that is walked back slowly. It parts when the chain runs out, and the chain leaves the
// lifter.
static void the_bitter_end(void **state) {
    (void)state;
    double strength = 0.2 * 19.61 * 50 * 50 * (44 - 0.08 * 50);
    for (int runs = 0; runs < 2; runs++) {
        rig r;
        rig_def d = with_bitter_end(strength);
        rig_make(&r, &d);
        r.command = (rt_command){.brake = 1, .clutch = !runs};
        rig_run(&r, 0.5);
        r.command = runs ? (rt_command){0} : (rt_command){.lever = -0.3, .clutch = 1};
        for (int n = 0; n < 60000 && !rig_event_raised(&r, RT_EVENT_BITTER_END); n++) rig_step(&r);
        assert_true(rig_event_raised(&r, RT_EVENT_BITTER_END));
        rig_run(&r, 1);
        assert_true(dyn_state_finite(&r.model, &r.state));
        assert_true(rig_event_raised(&r, RT_EVENT_BITTER_END_PARTED) == (runs == 1));
        if (runs) {
            double v = r.state.qd[r.chain.p[0]].z;
            CHECK_NEAR(rig_tension(&r), 0, 0);
            rig_run(&r, 1);
            CHECK_NEAR(r.state.qd[r.chain.p[0]].z - v, -RIG_G, 0.01);
            CHECK_NEAR(rig_chain_out(&r), rig_links(&r) * LINK, 1e-12);
        } else { // the bitter end bears the rest of the load
            CHECK_NEAR(rig_chain_out(&r), 2, 0.02);
            assert_true(rig_speed(&r) < 1e-3 && rig_tension(&r) > 0.5 * RATED);
        }
        rig_free(&r);
    }
}

// Stiffness and damping of the inboard chain and the taut bitter end against differences.
static void inboard_tangent(void **state) {
    (void)state;
    rig r;
    rig_def d = with_bitter_end(1e9);
    rig_make(&r, &d);
    int node = r.lifter.node, block = dyn_matrix_find(&r.model.matrix_pattern, node, node);
    double turn = -(2 - rig_chain_out(&r)) / r.lifter.radius; // the chain is nearly out
    vec3 q[200], qd[200], force[200];
    assert_true(r.model.n_nodes <= 200 && block >= 0);
    dyn_matrix tangent = r.model.matrix_pattern;
    tangent.a = calloc(9 * ((size_t)tangent.n_blocks + 1), sizeof(double));
    dyn_eval e = dyn_eval_at(&r.model, &r.state);
    e.q = q, e.qd = qd, e.force = force, e.command = &r.command;
    for (int k = 0; k < 40; k++)
        for (int side = 0; side < 2; side++) {
            double value[2], step = 1e-7, x = turn - 0.02 - 0.01 * k, rate = 0.6 * (k % 7) - 2;
            if (fabs(rate) < 1e-3) continue;
            for (int s = 0; s < 2; s++) {
                for (int i = 0; i < r.model.n_nodes; i++) q[i] = r.state.q[i], qd[i] = force[i] = vec3_make(0, 0, 0);
                q[node].x = x + (side == 0) * (2 * s - 1) * step;
                qd[node].x = rate + (side == 1) * (2 * s - 1) * step;
                e.tangent = NULL;
                r.lifter.force.eval(r.lifter.force.self, &e, r.state.z + r.model.force_z[r.lifter.force_index]);
                value[s] = force[node].x;
            }
            q[node].x = x, qd[node].x = rate;
            dyn_matrix_clear(&tangent);
            e.tangent = &tangent, e.k_weight = side == 0, e.c_weight = side == 1;
            r.lifter.force.eval(r.lifter.force.self, &e, r.state.z + r.model.force_z[r.lifter.force_index]);
            double want = -(value[1] - value[0]) / (2 * step);
            CHECK_NEAR(tangent.a[9 * block], want, 1e-5 * fabs(want) + 10);
        }
    free(tangent.a);
    rig_free(&r);
}

// The motor brake takes over the load as the lever comes to neutral. A light rotor falls back faster than the bursting
// speed until the brake's spring holds it, by less than a hundredth of a radian: neither overspeed nor burst.
static void brake_that_takes_the_load_bursts_no_motor(void **state) {
    (void)state;
    rig r;
    rig_def d = on_chain(TACKLE_MOTOR_HYDRAULIC_HIGH, RATED, 3, 4);
    d.windlass.motor_inertia = 10; // of 800 kg m²: too light, as one of 50 mm for a far larger chain
    rig_make(&r, &d);
    double most = 0, burst = d.windlass.motor.burst * d.windlass.rated_speed / r.lifter.radius;
    r.command = (rt_command){.lever = 0.05, .clutch = 1};
    rig_run(&r, 2);
    double start = rig_angles(&r).y;
    r.command.lever = 0;
    for (int n = 0; n < 500; n++) {
        rig_step(&r);
        most = fmax(most, fabs(rig_rates(&r).y));
    }
    print_message("rate up to %.2f of %.2f rad/s, turned by %.1e rad\n", most, burst, rig_angles(&r).y - start);
    assert_true(most > burst && fabs(rig_angles(&r).y - start) < 0.01);
    assert_false(rig_event_raised(&r, RT_EVENT_MOTOR_OVERSPEED) || rig_event_raised(&r, RT_EVENT_MOTOR_BURST));
    rig_free(&r);
}

// Similar windlasses: 800 and 200 kg m² at 50 mm, with the fifth power of the bar.
static void inertias_scale_with_the_chain(void **state) {
    (void)state;
    CHECK_NEAR(tackle_windlass_motor_inertia(0.05), 800, 0);
    CHECK_NEAR(tackle_windlass_lifter_inertia(0.05), 200, 0);
    CHECK_NEAR(tackle_windlass_motor_inertia(0.1), 32 * 800, 1e-9);
    CHECK_NEAR(tackle_windlass_lifter_inertia(0.025), 200 / 32.0, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rated_pull_at_rated_speed),
        cmocka_unit_test(short_time_pull_for_two_minutes),
        cmocka_unit_test(brake_holds_45_percent_of_breaking_load),
        cmocka_unit_test(ripple_has_its_frequency_and_size),
        cmocka_unit_test(let_go_follows_the_closed_form),
        cmocka_unit_test(brake_heat_is_the_work_done),
        cmocka_unit_test(a_load_too_heavy_drives_the_motor),
        cmocka_unit_test(low_pressure_sinks_at_a_small_lever),
        cmocka_unit_test(overrunning_costs_the_motor_less),
        cmocka_unit_test(the_brake_must_take_the_weight_first),
        cmocka_unit_test(brake_that_takes_the_load_bursts_no_motor),
        cmocka_unit_test(inertias_scale_with_the_chain),
        cmocka_unit_test(the_bitter_end),
        cmocka_unit_test(inboard_tangent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
