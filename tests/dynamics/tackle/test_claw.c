// SPDX-License-Identifier: MIT
// The devil's claw: tangents, holding without brake and motor, heaving through it, running chain, load, strength.
#include "dynamics/core/start.h"
#include "dynamics/tackle/claw.h"
#include "tests/check.h"
#include "tests/dynamics/ship.h"
#include <string.h>

#define G 9.81
#define D 0.068
#define PLACE (4 * 4 * D) // distance of the claw from the lifter

static void make(ship *s) {
    const ship_def d = {.h = 1e-3,
                        .d = D,
                        .gamma = 1e7,
                        .links = 12,
                        .capacity = 20,
                        .mu = 0.2,
                        .step = dyn_step_def_default(),
                        .claw = PLACE};
    ship_make(s, &d);
    s->command = (rt_command){.brake = 1, .clutch = 1};
    dyn_initial_acceleration(&s->model, &s->state, s->work, &s->command);
}

static const tackle_claw_memory *memory(const ship *s) { return tackle_claw_memory_of(&s->claw, &s->model, &s->state); }

static double weight_below(const ship *s) { return 6414 * G + (double)memory(s)->link * s->chain.link.mass * G; }

static void hook(ship *s) {
    ship_run(s, 0.5);
    s->command.controls = RT_CONTROL_LASHING;
    ship_run(s, 0.1);
    assert_int_equal(memory(s)->state, TACKLE_CLAW_ON);
}

// The claw alone holds the anchor: brake released, motor out of gear. It stretches by its spring.
static void claw_holds_without_brake_and_motor(void **state) {
    (void)state;
    ship s;
    make(&s);
    hook(&s);
    double hold = memory(&s)->hold;
    s.command = (rt_command){.controls = RT_CONTROL_LASHING};
    ship_run(&s, 3);
    assert_int_equal(memory(&s)->state, TACKLE_CLAW_ON);
    CHECK_NEAR(memory(&s)->load, weight_below(&s),
               0.02 * weight_below(&s)); // a link's weight, and the lifter's friction
    assert_true(fabs(ship_speed(&s)) < 1e-3);
    vec3 joint = s.state.q[s.chain.p[memory(&s)->link]];
    double stretch = hold - vec3_dot(s.claw.def.lead, vec3_sub(joint, s.claw.def.at));
    CHECK_NEAR(stretch, memory(&s)->load / s.claw.def.stiffness, 1e-6);
    // the same without the claw: the chain runs
    ship free;
    make(&free);
    ship_run(&free, 0.5);
    free.command = (rt_command){0};
    ship_run(&free, 0.5);
    assert_true(ship_speed(&free) < -1);
    ship_free(&free), ship_free(&s);
}

// Heaving goes through the claw, which hangs slack and drops off when its link leaves the chain.
static void claw_does_not_hold_a_heaved_chain(void **state) {
    (void)state;
    ship s;
    make(&s);
    hook(&s);
    int link = (int)memory(&s)->link;
    s.command = (rt_command){.lever = 1, .clutch = 1, .controls = RT_CONTROL_LASHING};
    ship_run(&s, 1.5);
    assert_true(ship_speed(&s) > 0.1 && memory(&s)->load == 0 && memory(&s)->link == link);
    s.command.controls = 0;
    ship_run(&s, 0.01);
    assert_int_equal(memory(&s)->state, TACKLE_CLAW_OFF);
    ship_free(&s);
}

static void running_chain_cannot_be_hooked(void **state) {
    (void)state;
    ship s;
    make(&s);
    ship_run(&s, 0.5);
    s.command = (rt_command){0};
    ship_run(&s, 0.05);
    assert_true(ship_speed(&s) < -0.02);
    s.command.controls = RT_CONTROL_LASHING;
    ship_run(&s, 0.3);
    assert_int_equal(memory(&s)->state, TACKLE_CLAW_OFF);
    ship_free(&s);
}

// A claw under load stays. Once the motor has taken the weight, it comes off.
static void loaded_claw_stays_hooked(void **state) {
    (void)state;
    ship s;
    make(&s);
    hook(&s);
    s.command = (rt_command){.controls = RT_CONTROL_LASHING};
    ship_run(&s, 2);
    s.command = (rt_command){0};
    ship_run(&s, 1);
    assert_int_equal(memory(&s)->state, TACKLE_CLAW_ON);
    assert_true(memory(&s)->load > s.claw.def.unhook_load);
    s.command = (rt_command){.lever = 0.5, .clutch = 1};
    ship_run(&s, 2);
    assert_int_equal(memory(&s)->state, TACKLE_CLAW_OFF);
    ship_free(&s);
}

static void claw_parts_at_its_strength(void **state) {
    (void)state;
    ship s;
    make(&s);
    hook(&s);
    s.command = (rt_command){.controls = RT_CONTROL_LASHING};
    ship_run(&s, 2);
    double strength = s.claw.def.strength, mm = 1e3 * D;
    CHECK_NEAR(strength, 0.25 * 0.01961e3 * mm * mm * (44 - 0.08 * mm), 1e-6 * strength);
    for (int n = 0; n < 2000; n++) {
        s.load.f = vec3_scale(-fmin(1, n / 1000.0) * (0.97 * strength - weight_below(&s)), s.claw.def.lead);
        ship_step(&s);
    }
    assert_int_equal(memory(&s)->state, TACKLE_CLAW_ON);
    CHECK_NEAR(memory(&s)->load, 0.97 * strength, 0.02 * strength);
    s.load.f = vec3_scale(-(1.05 * strength - weight_below(&s)), s.claw.def.lead);
    ship_run(&s, 0.2);
    assert_int_equal(memory(&s)->state, TACKLE_CLAW_PARTED);
    s.command = (rt_command){.brake = 1, .controls = RT_CONTROL_LASHING}; // what has parted cannot be hooked again
    s.load.f = vec3_make(0, 0, 0);
    ship_run(&s, 0.5);
    assert_int_equal(memory(&s)->state, TACKLE_CLAW_PARTED);
    assert_true(dyn_state_finite(&s.model, &s.state));
    ship_free(&s);
}

// --- tangent

typedef struct rig {
    ship s;
    vec3 *q, *qd, *force;
    dyn_eval e;
    tackle_claw_memory z;
} rig;

static void evaluate(rig *r, dyn_matrix *tangent) {
    memset(r->force, 0, (size_t)r->s.model.n_nodes * sizeof *r->force);
    r->e.tangent = tangent;
    r->s.claw.force.eval(&r->s.claw, &r->e, &r->z);
}

// Diagonal block of a node's tangent, against central differences, in positions or velocities.
static void check_tangent(rig *r, dyn_matrix *t, vec3 *x, int node, double step, double most) {
    dyn_matrix_clear(t);
    evaluate(r, t);
    const double *block = &t->a[9 * dyn_matrix_find(t, node, node)];
    for (int b = 0; b < 3; b++) {
        double *at = (double *)&x[node] + b, x0 = *at;
        *at = x0 - step;
        evaluate(r, NULL);
        vec3 minus = r->force[node];
        *at = x0 + step;
        evaluate(r, NULL);
        *at = x0;
        vec3 slope = vec3_scale(-0.5 / step, vec3_sub(r->force[node], minus));
        CHECK_NEAR(block[b], slope.x, 1e-5 * most);
        CHECK_NEAR(block[3 + b], slope.y, 1e-5 * most);
        CHECK_NEAR(block[6 + b], slope.z, 1e-5 * most);
    }
}

static void tangents_match_differences(void **state) {
    (void)state;
    for (int way = -1; way <= 1; way++) {
        rig r;
        make(&r.s);
        const dyn_model *m = &r.s.model;
        size_t n = (size_t)m->n_nodes;
        r.q = malloc(n * sizeof *r.q), r.qd = calloc(n, sizeof *r.qd), r.force = calloc(n, sizeof *r.force);
        memcpy(r.q, r.s.state.q, n * sizeof *r.q);
        dyn_matrix t = m->matrix_pattern;
        t.a = calloc(9 * ((size_t)t.n_blocks + 1), sizeof(double));
        r.e = dyn_eval_at(m, &r.s.state);
        r.e.q = r.q, r.e.qd = r.qd, r.e.force = r.force, r.e.command = &r.s.command, r.e.events = &r.s.events;
        int node = r.s.chain.p[5];
        const tackle_claw_def *def = &r.s.claw.def;
        double at = vec3_dot(def->lead, vec3_sub(r.q[node], def->at)), depth = 1e-3, rate = 0.2 * way;
        r.z = (tackle_claw_memory){.state = TACKLE_CLAW_ON, .link = 5, .hold = at + depth};
        r.qd[node] = vec3_madd(vec3_make(0.1, 0.2, 0), rate, def->lead);
        evaluate(&r, NULL);
        CHECK_NEAR(vec3_dot(r.force[node], def->lead), def->stiffness * depth * (1 - 2 * rate),
                   1e-6 * def->stiffness * depth);
        CHECK_NEAR(r.s.claw.force.energy(&r.s.claw, &r.e, &r.z), 0.5 * def->stiffness * depth * depth, 1e-3);
        r.e.k_weight = 1, r.e.c_weight = 0;
        check_tangent(&r, &t, r.q, node, 1e-7, def->stiffness);
        r.e.k_weight = 0, r.e.c_weight = 1;
        check_tangent(&r, &t, r.qd, node, 1e-4, 2 * def->stiffness * depth);
        free(r.q), free(r.qd), free(r.force), free(t.a);
        ship_free(&r.s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tangents_match_differences),        cmocka_unit_test(claw_holds_without_brake_and_motor),
        cmocka_unit_test(claw_does_not_hold_a_heaved_chain), cmocka_unit_test(running_chain_cannot_be_hooked),
        cmocka_unit_test(loaded_claw_stays_hooked),          cmocka_unit_test(claw_parts_at_its_strength),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
