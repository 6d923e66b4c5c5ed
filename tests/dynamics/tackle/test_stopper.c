// SPDX-License-Identifier: MIT
// Tests of the chain stopper: tangents of its forces, the phase in which it catches a link, holding, lifting, a running
// chain, failures.
#include "dynamics/core/start.h"
#include "tests/check.h"
#include "tests/dynamics/ship.h"
#include "tests/random.h"
#include <string.h>

#define G 9.81
#define D 0.068
#define PLACE (5.2 * 4 * D) // distance of the bar from the lifter
#define BIT(event) RT_EVENT_BIT(RT_EVENT_STOPPER_##event)
#define OURS (BIT(HOLDS) | BIT(OPEN) | BIT(REFUSED) | BIT(ON_RUNNING) | BIT(BROKEN))

static void make(ship *s, int links, int capacity) {
    const ship_def d = {.h = 1e-3,
                        .d = D,
                        .gamma = 1e7,
                        .links = links,
                        .capacity = capacity,
                        .mu = 0.2,
                        .step = dyn_step_def_default(),
                        .stopper = PLACE};
    ship_make(s, &d);
    s->command = (rt_command){.brake = 1, .clutch = 1};
    dyn_initial_acceleration(&s->model, &s->state, s->work, &s->command);
}

static const tackle_stopper_memory *memory(const ship *s) {
    return tackle_stopper_memory_of(&s->stopper, &s->model, &s->state);
}

static double tension(const ship *s) { return tackle_lifter_tension(&s->lifter, &s->model, &s->state); }
static int links(const ship *s) { return (int)tackle_lifter_state_of(&s->lifter, &s->model, &s->state)->links; }

// Position of joint k inboard of the bar's middle [m].
static double joint_position(const ship *s, int k) {
    return vec3_dot(s->stopper.def.lead, vec3_sub(s->state.q[s->chain.p[k]], s->stopper.def.at));
}

// Moves the bar until the middle of link 7, which is upright, is `off` inboard of it.
static void shift_bar(ship *s, double off) {
    double middle = 0.5 * (joint_position(s, 7) + joint_position(s, 8));
    s->stopper.def.at = vec3_madd(s->stopper.def.at, middle - off, s->stopper.def.lead);
}

// Heaves slowly with the bar down until it holds.
static void heave_until_held(ship *s) {
    ship_run(s, 0.3);
    s->command = (rt_command){.lever = 0.2, .clutch = 1, .stopper = 1};
    for (int n = 0; n < 12000 && memory(s)->state != TACKLE_STOPPER_HOLDING; n++) ship_step(s);
    assert_int_equal(memory(s)->state, TACKLE_STOPPER_HOLDING);
    s->command = (rt_command){.brake = 1, .clutch = 1, .stopper = 1};
    ship_run(s, 0.5);
}

// Walks the chain back onto the bar, then releases brake and clutch: the unloaded dogs disengage.
static void transfer_load_to_bar(ship *s) {
    s->command = (rt_command){.lever = -0.05, .clutch = 1, .stopper = 1};
    // no further: the chain in between, upright here, would be pushed onto the bar
    for (int n = 0; n < 8000 && !(n > 500 && tension(s) < 5e3); n++) ship_step(s);
    s->command = (rt_command){.brake = 1, .clutch = 1, .stopper = 1};
    ship_run(s, 0.1);
    s->command = (rt_command){.stopper = 1};
    ship_run(s, 0.2);
    assert_true(tackle_windlass_state_of(&s->windlass, &s->model, &s->state)->clutch.engaged == 0);
}

// ---- tangents -------------------------------------------------------------------------------------------------------

typedef struct rig {
    ship s;
    int n;
    vec3 *q, *qd, *force;
    dyn_matrix tangent;
    dyn_eval e;
    tackle_stopper_memory *z;
} rig;

static void rig_make(rig *r, int link) {
    make(&r->s, 8, 10);
    const dyn_model *m = &r->s.model;
    size_t n = (size_t)m->n_nodes;
    r->n = m->n_nodes;
    r->q = calloc(n, sizeof *r->q), r->qd = calloc(n, sizeof *r->qd), r->force = calloc(n, sizeof *r->force);
    memcpy(r->q, r->s.state.q, n * sizeof *r->q);
    r->tangent = m->matrix_pattern;
    r->tangent.a = calloc(9 * ((size_t)r->tangent.n_blocks + 1), sizeof(double));
    r->e = dyn_eval_at(m, &r->s.state);
    r->e.q = r->q, r->e.qd = r->qd, r->e.q_last = r->q, r->e.force = r->force;
    r->e.command = &r->s.command, r->e.events = &r->s.events;
    r->z = (tackle_stopper_memory *)(void *)(r->s.state.z + m->force_z[r->s.stopper.force_index]);
    *r->z = (tackle_stopper_memory){.state = TACKLE_STOPPER_HOLDING, .link = link};
}

static void rig_free(rig *r) {
    free(r->q), free(r->qd), free(r->force), free(r->tangent.a);
    ship_free(&r->s);
}

static void evaluate(rig *r) {
    memset(r->force, 0, (size_t)r->n * sizeof *r->force);
    r->s.stopper.force.eval(r->s.stopper.force.self, &r->e, r->z);
}

// Moves the joint to `depth` inside the face, with this speed of approach.
static void press_face(rig *r, int joint, double side, double depth, double approach) {
    const tackle_stopper *t = &r->s.stopper;
    int node = r->s.chain.p[joint], other = r->s.chain.p[side > 0 ? joint - 1 : joint + 1];
    r->q[other] = vec3_madd(t->def.at, -side * (t->clear + D), t->def.lead); // clear of the other face
    r->q[node] = vec3_madd(t->def.at, side * (t->clear - depth), t->def.lead);
    r->q[node] = vec3_add(r->q[node], vec3_make(0.03, -0.02, 0)); // lateral: no effect
    r->qd[node] = vec3_madd(vec3_make(0.1, 0.2, 0), -side * approach, t->def.lead);
}

static double entry(const rig *r, int a, int b) {
    int i = a / 3, j = b / 3, k = i >= j ? dyn_matrix_find(&r->tangent, i, j) : dyn_matrix_find(&r->tangent, j, i);
    if (k < 0) return 0;
    return r->tangent.a[9 * k + (i >= j ? 3 * (a % 3) + b % 3 : 3 * (b % 3) + a % 3)];
}

// Checks the tangent in positions or velocities against central differences; returns its largest entry.
static double check_tangent(rig *r, bool velocities) {
    vec3 *x = velocities ? r->qd : r->q;
    int n = 3 * r->n;
    double step = velocities ? 1e-4 : 1e-7, most = 0;
    double *minus = calloc((size_t)n, sizeof *minus);
    dyn_matrix_clear(&r->tangent);
    r->e.tangent = &r->tangent;
    r->e.k_weight = !velocities, r->e.c_weight = velocities;
    evaluate(r);
    r->e.tangent = NULL;
    for (int a = 0; a < n; a++)
        for (int b = 0; b <= a; b++) most = fmax(most, fabs(entry(r, a, b)));
    for (int b = 0; b < n; b++) {
        double *at = (double *)x + b, x0 = *at;
        *at = x0 - step;
        evaluate(r);
        memcpy(minus, r->force, (size_t)n * sizeof *minus);
        *at = x0 + step;
        evaluate(r);
        *at = x0;
        for (int a = 0; a < n; a++)
            CHECK_NEAR(entry(r, a, b), -((double *)r->force)[a] / (2 * step) + minus[a] / (2 * step),
                       1e-5 * most + 1e-9);
    }
    free(minus);
    return most;
}

static void test_tangents_match_differences(void **state) {
    (void)state;
    const double approach[] = {0, 0.2, -0.2};
    for (int i = 0; i < 3; i++)
        for (int side = -1; side <= 1; side += 2) {
            rig r;
            rig_make(&r, 4);
            double k = r.s.stopper.def.stiffness, depth = 1e-3;
            press_face(&r, side > 0 ? 4 : 3, side, depth, approach[i]);
            evaluate(&r);
            double push = k * depth * (1 + 2 * approach[i]);
            CHECK_NEAR(vec3_dot(r.force[r.s.chain.p[side > 0 ? 4 : 3]], r.s.stopper.def.lead), side * push,
                       1e-9 * push);
            CHECK_NEAR(check_tangent(&r, false), k * (1 + 2 * approach[i]), 1e-6 * k);
            CHECK_NEAR(check_tangent(&r, true), k * depth * 2, 1e-6 * k);
            CHECK_NEAR(r.s.stopper.force.energy(&r.s.stopper, &r.e, r.z), 0.5 * k * depth * depth, 1e-9 * push);
            rig_free(&r);
        }
}

// The force is zero within the play, never exceeds the strength, and never pulls.
static void test_force_is_bounded(void **state) {
    (void)state;
    rig r;
    rig_make(&r, 4);
    const tackle_stopper_def *def = &r.s.stopper.def;
    double last = 0;
    for (double depth = -0.02; depth < 0.04; depth += 1e-5) {
        press_face(&r, 4, 1, depth, 0.5);
        evaluate(&r);
        double push = vec3_dot(r.force[r.s.chain.p[4]], def->lead);
        assert_true(push >= 0 && push <= def->strength * (1 + 1e-12));
        assert_true(fabs(push - last) < 1.01 * 2 * 1e-5 * def->stiffness); // continuous
        assert_true((push > 0) == (depth > 1e-12) || fabs(depth) < 1e-9);
        last = push;
    }
    CHECK_NEAR(last, def->strength, 1e-9 * last);
    press_face(&r, 4, 1, 1e-3, -3); // leaves faster than the spring follows
    evaluate(&r);
    assert_true(vec3_norm(r.force[r.s.chain.p[4]]) == 0);
    rig_free(&r);
}

// A blow brakes the link in both directions.
static void test_blow_brakes_both_ways(void **state) {
    (void)state;
    rig r;
    rig_make(&r, 4);
    *r.z = (tackle_stopper_memory){.state = TACKLE_STOPPER_DOWN, .link = 4, .blow = 3e4};
    for (int side = -1; side <= 1; side += 2) {
        r.qd[r.s.chain.p[4]] = vec3_scale(0.04 * side, r.s.stopper.def.lead);
        evaluate(&r);
        assert_true(side * vec3_dot(r.force[r.s.chain.p[4]], r.s.stopper.def.lead) < -1e4);
        assert_true(check_tangent(&r, true) > 1e5);
    }
    rig_free(&r);
}

// ---- phase ----------------------------------------------------------------------------------------------------------

// Chain at rest at 32 positions over the 8 d in which links repeat. The bar catches a link only where the upright link
// is within the play, and not 4 d away, where a flat link is.
static void test_bar_catches_only_upright_link(void **state) {
    (void)state;
    int took = 0;
    for (int i = 0; i < 32; i++) {
        ship s;
        make(&s, 12, 16);
        s.stopper.def.at = vec3_madd(s.stopper.def.at, -0.25 * i * D, s.stopper.def.lead);
        s.command.stopper = 1;
        ship_run(&s, 0.3);
        double off = 1;
        for (int k = 1; k < 12; k += 2) { // odd links are upright here
            double middle = 0.5 * (joint_position(&s, k) + joint_position(&s, k + 1));
            off = fmin(off, fabs(middle));
        }
        if (fabs(off - 0.4 * D) < 1e-4) { // on the edge: the brake's deflection decides
            ship_free(&s);
            continue;
        }
        bool fits = off < 0.4 * D;
        assert_int_equal(memory(&s)->state, fits ? TACKLE_STOPPER_HOLDING : TACKLE_STOPPER_DOWN);
        assert_int_equal(s.events & OURS, fits ? BIT(HOLDS) : 0);
        if (fits) assert_int_equal(memory(&s)->link % 2, 0);
        took += fits;
        ship_free(&s);
    }
    assert_in_range(took, 3, 4); // 0.8 d of 8 d, in steps of 0.25 d
}

// The bar falls by half a bar diameter in sqrt(d/g).
static void test_time_to_fall(void **state) {
    (void)state;
    ship s;
    make(&s, 12, 16);
    shift_bar(&s, 0);
    s.command.stopper = 1;
    int n = 0;
    for (; n < 1000 && memory(&s)->state != TACKLE_STOPPER_HOLDING; n++) ship_step(&s);
    CHECK_NEAR(n * 1e-3, sqrt(D / G), 2e-3);
    ship_free(&s);
}

// ---- holding --------------------------------------------------------------------------------------------------------

// With brake and clutch released, the bar holds 99 % of its strength, which is 80 % of the breaking load. It deflects
// only by its spring, and the lifter bears only the links in between. A load 1 % above the strength breaks the bar.
static void test_bar_holds_up_to_strength(void **state) {
    (void)state;
    ship s;
    make(&s, 12, 20);
    heave_until_held(&s);
    double strength = s.stopper.def.strength, mm = 1e3 * D;
    CHECK_NEAR(strength, 0.8 * 0.01961e3 * mm * mm * (44 - 0.08 * mm), 1e-6 * strength);
    transfer_load_to_bar(&s);
    double weight = 6414 * G + (memory(&s)->link - 0.5) * s.chain.link.mass * G;
    double most = 0;
    for (int n = 0; n < 2000; n++) {
        double share = fmin(1, n / 1000.0);
        s.load.f = vec3_scale(-share * (0.99 * strength - weight), s.stopper.def.lead);
        ship_step(&s);
        most = fmax(most, fabs(tension(&s)));
    }
    assert_int_equal(memory(&s)->state, TACKLE_STOPPER_HOLDING);
    CHECK_NEAR(memory(&s)->load, 0.99 * strength, 0.005 * strength);
    double depth = s.stopper.clear - joint_position(&s, (int)memory(&s)->link);
    CHECK_NEAR(depth, memory(&s)->load / s.stopper.def.stiffness, 1e-4 * D);
    double between = (links(&s) - memory(&s)->link + 1) * s.chain.link.mass * G;
    CHECK_NEAR(tension(&s), 0, 2 * between);
    assert_true(most < 0.01 * strength);
    assert_int_equal(s.events & OURS, BIT(HOLDS));
    s.load.f = vec3_scale(-(1.01 * strength - weight), s.stopper.def.lead);
    ship_run(&s, 0.1);
    assert_int_equal(memory(&s)->state, TACKLE_STOPPER_BROKEN);
    assert_int_equal(s.events & OURS, BIT(HOLDS) | BIT(BROKEN));
    s.load.f = vec3_make(0, 0, 0); // 1.6 MN would soon accelerate 6.4 t to 150 m/s
    ship_run(&s, 0.2);
    assert_true(ship_speed(&s) < -0.5); // the chain runs
    s.command = (rt_command){.brake = 1};
    ship_run(&s, 0.5);
    assert_int_equal(memory(&s)->state, TACKLE_STOPPER_BROKEN);
    assert_true(dyn_state_finite(&s.model, &s.state));
    ship_free(&s);
}

// A loaded bar cannot be lifted; each attempt raises one event. After heaving to slack the bar lifts. Heaving against
// the other face stalls the motor.
static void test_loaded_bar_cannot_be_lifted(void **state) {
    (void)state;
    ship s;
    make(&s, 12, 20);
    heave_until_held(&s);
    transfer_load_to_bar(&s);
    assert_true(memory(&s)->load > 6e4);
    s.events = 0;
    s.command.stopper = 0;
    ship_run(&s, 0.2);
    assert_int_equal(s.events & OURS, BIT(REFUSED));
    assert_int_equal(memory(&s)->state, TACKLE_STOPPER_HOLDING);
    s.events = 0;
    ship_run(&s, 0.2);
    assert_int_equal(s.events & OURS, 0);
    s.command = (rt_command){.stopper = 1, .clutch = 1, .lever = 1}; // heave against the other face
    ship_run(&s, 3);
    CHECK_NEAR(tension(&s) - memory(&s)->load, s.windlass.def.max_tension - memory(&s)->load, 0.1 * 250e3);
    assert_true(memory(&s)->load < -1e5 && fabs(ship_speed(&s)) < 1e-3);
    assert_int_equal(memory(&s)->state, TACKLE_STOPPER_HOLDING);
    s.command = (rt_command){.clutch = 1, .lever = -0.05}; // slowly back, while lifting the bar
    s.events = 0;
    ship_run(&s, 2);
    assert_int_equal(memory(&s)->state, TACKLE_STOPPER_OPEN);
    assert_int_equal(s.events & OURS, BIT(OPEN) | BIT(REFUSED));
    ship_free(&s);
}

// ---- misuse and failure ---------------------------------------------------------------------------------------------

// The bar is lowered on a running chain: one event. The links throw the bar up and lose speed. The bar is then caught
// or breaks; the state stays finite.
static void test_running_chain_throws_bar_up(void **state) {
    (void)state;
    double at_end[2], impulse = 0, mass = 0;
    for (int with = 0; with < 2; with++) {
        ship s;
        make(&s, 8, 80);
        ship_run(&s, 0.3);
        s.command = (rt_command){0};
        ship_run(&s, 0.4);
        double before = ship_speed(&s);
        assert_true(before < -2);
        s.events = 0;
        s.command.stopper = (uint8_t)with;
        double radius = s.lifter.radius;
        mass = 6414 + links(&s) * s.chain.link.mass + s.windlass.def.lifter_inertia / (radius * radius);
        impulse = 0;
        for (int n = 0; n < 300; n++) {
            impulse += memory(&s)->blow * s.model.h;
            ship_step(&s);
            assert_true(memory(&s)->blow <= s.stopper.def.strength);
        }
        at_end[with] = ship_speed(&s);
        assert_int_equal((s.events & BIT(ON_RUNNING)) != 0, with);
        assert_int_equal(impulse > 0, with);
        assert_true(dyn_state_finite(&s.model, &s.state));
        int64_t end = memory(&s)->state;
        ship_run(&s, 1);
        assert_true(dyn_state_finite(&s.model, &s.state));
        if (end == TACKLE_STOPPER_BROKEN) assert_int_equal(memory(&s)->state, TACKLE_STOPPER_BROKEN);
        ship_free(&s);
    }
    CHECK_NEAR(at_end[1] - at_end[0], impulse / mass, 0.2 * impulse / mass); // links joined meanwhile
}

// A bar caught by a fast chain breaks if v sqrt(k m) exceeds the strength.
static void test_bar_caught_too_fast_breaks(void **state) {
    (void)state;
    for (int weak = 0; weak < 2; weak++) {
        ship s;
        make(&s, 12, 40);
        shift_bar(&s, 0.3 * D);
        s.command = (rt_command){.stopper = 1};
        // peak force that stops the anchor at this speed: v sqrt(k m)
        double m = 6414 + 6 * s.chain.link.mass, v = s.stopper.fast, k = s.stopper.def.stiffness;
        if (weak) s.stopper.def.strength = 0.1 * v * sqrt(k * m);
        s.events = 0;
        ship_run(&s, 0.6);
        assert_int_equal(memory(&s)->state, weak ? TACKLE_STOPPER_BROKEN : TACKLE_STOPPER_HOLDING);
        assert_int_equal((s.events & BIT(BROKEN)) != 0, weak);
        assert_true(s.events & BIT(HOLDS));
        ship_free(&s);
    }
}

// A bar that fails to seat catches no link on a chain at rest, and a holding bar releases the chain.
static void test_unseated_bar_holds_nothing(void **state) {
    (void)state;
    ship s;
    make(&s, 12, 20);
    heave_until_held(&s);
    transfer_load_to_bar(&s);
    s.command.failures = 1u << RT_FAILURE_STOPPER;
    s.events = 0;
    ship_run(&s, 0.5);
    assert_int_equal(memory(&s)->state, TACKLE_STOPPER_DOWN);
    assert_true(ship_speed(&s) < -1);
    s.command.brake = 1;
    ship_run(&s, 1);
    assert_true(fabs(ship_speed(&s)) < 1e-3);
    s.command = (rt_command){.stopper = 1, .clutch = 1, .lever = 0.2, .failures = 1u << RT_FAILURE_STOPPER};
    ship_run(&s, 12);
    assert_int_equal(memory(&s)->state, TACKLE_STOPPER_DOWN);
    assert_int_equal(s.events & BIT(HOLDS), 0);
    ship_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tangents_match_differences),
        cmocka_unit_test(test_force_is_bounded),
        cmocka_unit_test(test_blow_brakes_both_ways),
        cmocka_unit_test(test_bar_catches_only_upright_link),
        cmocka_unit_test(test_time_to_fall),
        cmocka_unit_test(test_bar_holds_up_to_strength),
        cmocka_unit_test(test_loaded_bar_cannot_be_lifted),
        cmocka_unit_test(test_running_chain_throws_bar_up),
        cmocka_unit_test(test_bar_caught_too_fast_breaks),
        cmocka_unit_test(test_unseated_bar_holds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
