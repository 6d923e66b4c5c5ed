// SPDX-License-Identifier: MIT
// Tests of the chain's joints in lanes against the same joints evaluated as scalars, one after the other: forces,
// tangents and memories have the same bits.
#include "dynamics/core/step.h"
#include "dynamics/tackle/chain_joints.h"
#include "tests/check.h"
#include "tests/random.h"
#include <stdlib.h>
#include <string.h>

#define LINKS (2 * DYN_LANES + 5)
#define ANGLES (2 * (LINKS - 1))
#define NODES (DYN_FIRST_NODE + 1 + 3 * LINKS)
#define SWIVEL 6
#define LEAD 5e-4        // damping over stiffness of the bristles [s]
#define TENSION_TIME 0.1 // averaging time of the tension [s]
#define QUARTER 1.5707963267948966
#define LARGE_TURN 0.025 // largest turn in lanes, by the series [rad]

// Memory of a joint: two bristles, averaged tension.
typedef struct memory {
    double bristle[2], tension;
} memory;

typedef struct rig {
    dyn_model model;
    tackle_chain chain;
    dyn_state state;
    vec3 q[NODES], qd[NODES], last[NODES];
    rt_command command;
    rt_events events;
    dyn_eval e;
    uint64_t seed;
} rig;

// Forces and tangent by one kind of evaluation.
typedef struct sums {
    vec3 force[NODES];
    dyn_matrix tangent;
} sums;

static void make(rig *r, double mu) {
    const tackle_special swivel = {
        .link = SWIVEL, .mass = 30, .inertia = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, .swivel = true, .turned = 0.2};
    tackle_link link = tackle_stud_link(0.068);
    vec3 x[LINKS + 1];
    for (int k = 0; k <= LINKS; k++) x[k] = vec3_make(k * link.pitch, 0, 0);
    *r = (rig){.seed = 23};
    assert_true(dyn_model_create(&r->model, 1e-3, vec3_make(0, 0, -9.81), 1 + 3 * LINKS, LINKS, LINKS + 1, 0, 1));
    int held = dyn_add_node(&r->model, x[0], true);
    assert_int_equal(
        tackle_chain_add_special(&r->chain, &r->model, &link, &swivel, 1, LINKS, held, x, vec3_make(0, 1, 0), mu),
        RT_OK);
    r->chain.turning = (tackle_swivel_def){mu * 0.01, 500};
    assert_int_equal(dyn_model_finish(&r->model, 1e6), RT_OK);
    assert_int_equal(r->model.n_nodes, NODES);
    assert_int_equal(dyn_state_create(&r->model, &r->state), RT_OK);
    r->e = dyn_eval_at(&r->model, &r->state);
    r->e.q = r->q, r->e.qd = r->qd, r->e.q_last = r->last;
    r->e.k_weight = 2.5e-7, r->e.c_weight = 5e-4;
    r->e.command = &r->command, r->e.events = &r->events;
}

static void destroy(rig *r) {
    dyn_state_free(&r->state);
    dyn_model_destroy(&r->model);
    tackle_chain_free(&r->chain);
}

static memory *joint_memories(const rig *r) { return (memory *)(void *)(r->state.z + r->model.force_z[0]); }

// Turns all nodes after joint k about a unit axis through the joint.
static void bend(const rig *r, vec3 *q, int k, vec3 axis, double angle) {
    const tackle_chain *c = &r->chain;
    mat3 turn = mat3_rotation(axis, angle);
    vec3 pivot = q[c->p[k + 1]];
    for (int i = k + 1; i < LINKS; i++) {
        q[c->p[i + 1]] = vec3_add(pivot, mat3_mul(&turn, vec3_sub(q[c->p[i + 1]], pivot)));
        q[c->u[i]] = mat3_mul(&turn, q[c->u[i]]);
        q[c->v[i]] = mat3_mul(&turn, q[c->v[i]]);
    }
}

// Turns the swivel until the angle of its second half is 45° in its own plane of u and v, and also in a universal
// joint's plane of v and d. A confusion of the two then changes the result.
static void bend_swivel(rig *r) {
    const tackle_chain *c = &r->chain;
    vec3 u = vec3_unit(r->q[c->u[SWIVEL]]), v = vec3_unit(r->q[c->v[SWIVEL]]), d = vec3_cross(u, v);
    vec3 to = vec3_unit(vec3_add(vec3_add(u, v), d)), from = vec3_unit(r->q[c->u[SWIVEL + 1]]);
    bend(r, r->q, SWIVEL, vec3_unit(vec3_cross(from, to)), acos(vec3_dot(from, to)));
}

// Sets a random pose of every joint, some beyond their stops, some with an undefined angle. The last step's pose is
// near or far. Some links are inactive.
static void set_random_pose(rig *r) {
    const tackle_chain *c = &r->chain;
    memcpy(r->q, r->model.node0, sizeof r->q);
    for (int k = 0; k + 1 < LINKS; k++) {
        if (k == SWIVEL && random_unit(&r->seed) > 0) {
            bend_swivel(r);
            continue;
        }
        double size = random_unit(&r->seed) > 0.6 ? 3.1 : 0.8;
        if (random_unit(&r->seed) < -0.95) {
            bend(r, r->q, k, vec3_unit(vec3_sub(r->q[c->p[k + 1]], r->q[c->p[k]])), QUARTER);
            continue;
        }
        bend(r, r->q, k, vec3_unit(r->q[c->u[k]]), size * random_unit(&r->seed));
        bend(r, r->q, k, vec3_unit(r->q[c->u[k + 1]]), size * random_unit(&r->seed));
    }
    memcpy(r->last, r->q, sizeof r->q);
    for (int k = 0; k + 1 < LINKS; k++)
        bend(r, r->last, k, vec3_unit(random_vec3(&r->seed, 1)), random_unit(&r->seed) > 0.8 ? 0.1 : 0.004);
    for (int i = DYN_FIRST_NODE; i < NODES; i++) {
        r->q[i] = vec3_add(r->q[i], random_vec3(&r->seed, 1e-4));
        r->qd[i] = random_vec3(&r->seed, 0.5);
    }
    for (int k = 0; k < LINKS; k++) r->state.body_on[c->body[k]] = random_unit(&r->seed) > -0.9;
    for (int k = 0; k + 1 < LINKS; k++)
        joint_memories(r)[k] = (memory){{0.005 * random_unit(&r->seed), 0.005 * random_unit(&r->seed)},
                                        random_unit(&r->seed) > -0.9 ? 6e4 : 0};
    joint_memories(r)[SWIVEL].bristle[1] = random_unit(&r->seed) > 0;
    r->command.failures = random_unit(&r->seed) > 0 ? 1u << RT_FAILURE_SWIVEL : 0;
    for (int k = 0; k < r->model.n_rows; k++) r->state.lambda[k] = 1e5 * random_unit(&r->seed);
}

// ---- the joints one after the other

// The cases that occurred.
typedef struct seen {
    int near, far, beyond, nothing, sliding, sticking, out, swivels;
} seen;

static bool joined(const rig *r, int k) {
    return r->state.body_on[r->chain.body[k]] && r->state.body_on[r->chain.body[k + 1]];
}

static double limit_of(const rig *r, int k) {
    const tackle_chain *c = &r->chain;
    const memory *z = &joint_memories(r)[k];
    if (k != SWIVEL) return c->mu * z->tension * c->radius;
    return z->bristle[1] > 0 ? c->turning.seized : c->turning.per_load * z->tension;
}

static bool value_of(const rig *r, int i, dyn_scalar_value *v) {
    const dyn_scalar *angle = &r->chain.joint[i];
    dyn_scalar_mark last = dyn_scalar_origin(angle, r->last);
    return dyn_scalar_eval(angle, r->q, r->qd, &last, v);
}

static void record_case(int k, const dyn_scalar_value *v, dyn_law law, bool beyond, seen *s) {
    s->swivels += k == SWIVEL;
    s->beyond += beyond;
    s->near += k != SWIVEL && !beyond && fabs(v->value) < LARGE_TURN * 0.9;
    s->far += fabs(v->value) > LARGE_TURN;
    s->sliding += law.force != 0 && law.k == 0;
    s->sticking += law.k > 0;
}

static void eval_one(const rig *r, const dyn_eval *e, int k, int i, seen *s) {
    const tackle_chain *c = &r->chain;
    const dyn_scalar *angle = &c->joint[2 * k + i];
    dyn_scalar_value v;
    if (!value_of(r, 2 * k + i, &v)) {
        s->nothing++;
        return;
    }
    double limit = limit_of(r, k), at = atan2(v.y, v.x);
    dyn_law law = {0, 0, 0};
    if (limit > 0) {
        law = dyn_friction_law(joint_memories(r)[k].bristle[i] + v.value, v.rate, limit, c->yield, LEAD);
        dyn_scalar_add(e, angle, &v, law, DYN_GEOMETRIC_NONE);
    }
    bool beyond = k != SWIVEL && fabs(at) > c->stop.max;
    if (beyond) dyn_scalar_add(e, angle, &v, tackle_joint_stop(&c->stop, at, v.rate), DYN_GEOMETRIC_NONE);
    record_case(k, &v, law, beyond, s);
}

static void eval_each(const rig *r, const dyn_eval *e, seen *s) {
    for (int k = 0; k + 1 < LINKS; k++) {
        s->out += !joined(r, k);
        for (int i = 0; i < (k == SWIVEL ? 1 : 2) && joined(r, k); i++) eval_one(r, e, k, i, s);
    }
}

static void accept_each(const rig *r, memory *z) {
    for (int k = 0; k + 1 < LINKS; k++) {
        double tension = joined(r, k) ? fmax(0, dyn_body_tension(&r->e, r->chain.body[k])) : 0;
        z[k].tension = dyn_friction_load(z[k].tension, tension, r->e.h, TENSION_TIME);
        for (int i = 0; i < (k == SWIVEL ? 1 : 2); i++) {
            dyn_scalar_value v;
            bool on = joined(r, k) && value_of(r, 2 * k + i, &v);
            z[k].bristle[i] = on ? dyn_bristle_move(z[k].bristle[i], v.value, r->chain.yield) : 0;
        }
        bool seized = r->command.failures != 0;
        if (k == SWIVEL && seized != (z[k].bristle[1] > 0)) z[k].bristle[0] = 0, z[k].bristle[1] = seized;
    }
}

// ---- comparisons

static void clear_sums(rig *r, sums *to, bool tangent) {
    memset(to->force, 0, sizeof to->force);
    dyn_matrix_clear(&to->tangent);
    r->e.force = to->force;
    r->e.tangent = tangent ? &to->tangent : NULL;
}

static void check_equal(const sums *a, const sums *b) {
    for (int i = DYN_FIRST_NODE; i < NODES; i++) {
        vec3 f = a->force[i], g = b->force[i];
        if (f.x != g.x || f.y != g.y || f.z != g.z) fail_msg("force on node %d: %.17g, %.17g", i, f.x, g.x);
    }
    for (int k = 0; k < 9 * a->tangent.n_blocks; k++)
        if (a->tangent.a[k] != b->tangent.a[k])
            fail_msg("tangent, block %d: %.17g, %.17g", k / 9, a->tangent.a[k], b->tangent.a[k]);
}

static void allocate_sums(sums *s, const rig *r) {
    s->tangent = r->model.matrix_pattern;
    s->tangent.a = calloc(9 * ((size_t)s->tangent.n_blocks + 1), sizeof(double));
    assert_non_null(s->tangent.a);
}

static void check_eval(rig *r, sums *batch, sums *each, seen *s) {
    const dyn_force *f = &r->chain.joints;
    f->predict(f->self, &r->e, joint_memories(r));
    for (int tangent = 0; tangent < 2; tangent++) {
        clear_sums(r, batch, tangent);
        f->eval(f->self, &r->e, joint_memories(r));
        clear_sums(r, each, tangent);
        eval_each(r, &r->e, s);
        check_equal(batch, each);
    }
}

static void check_accept(rig *r) {
    const dyn_force *f = &r->chain.joints;
    memory expected[LINKS + 1];
    memcpy(expected, joint_memories(r), sizeof expected);
    accept_each(r, expected);
    f->accept(f->self, &r->e, joint_memories(r));
    assert_memory_equal(joint_memories(r), expected, sizeof expected);
}

static void test_lanes_match_scalars(void **state) {
    (void)state;
    rig r;
    sums batch, each;
    seen s = {0};
    make(&r, 0.2);
    allocate_sums(&batch, &r), allocate_sums(&each, &r);
    for (int trial = 0; trial < 2000; trial++) {
        set_random_pose(&r);
        r.chain.yield = trial % 2 ? 0.005 : 0.2; // soft: a joint sticks even after a large turn
        check_eval(&r, &batch, &each, &s);
        check_accept(&r);
    }
    assert_true(s.near > 1000 && s.far > 1000 && s.beyond > 1000 && s.nothing > 100);
    assert_true(s.sliding > 1000 && s.sticking > 1000 && s.out > 1000 && s.swivels > 100);
    free(batch.tangent.a), free(each.tangent.a);
    destroy(&r);
}

// Forces on one body alone, and joints without friction.
static void test_lanes_match_scalars_on_one_body(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        rig r;
        sums batch, each;
        seen s = {0};
        make(&r, k == 0 ? 0.2 : 0);
        allocate_sums(&batch, &r), allocate_sums(&each, &r);
        r.e.only_body = k == 0 ? r.chain.body[DYN_LANES] : -1;
        for (int trial = 0; trial < 20; trial++) {
            set_random_pose(&r);
            check_eval(&r, &batch, &each, &s);
        }
        assert_true(k == 0 ? s.sliding > 0 : s.beyond > 0);
        free(batch.tangent.a), free(each.tangent.a);
        destroy(&r);
    }
}

// The stop is continuous from one end of the angle's range over the folded link to the other, at any speed; it never
// pulls, and up to the place where it fades it is the plain stop.
static void test_stop_has_no_jump_at_a_folded_link(void **state) {
    (void)state;
    rig r;
    make(&r, 0.2);
    const dyn_stop_def *stop = &r.chain.stop;
    const double most = stop->stiffness * QUARTER, step = 1e-5;
    for (double rate = -20; rate <= 20; rate += 5) {
        double before = tackle_joint_stop(stop, stop->max, rate).force;
        for (double a = stop->max; a < 4 * QUARTER - stop->max; a += step) {
            const double angle = a > 2 * QUARTER ? a - 4 * QUARTER : a;
            const dyn_law law = tackle_joint_stop(stop, angle, rate);
            assert_true(fabs(law.force - before) < 1e-3 * most && law.force * angle <= 0);
            if (fabs(angle) < 2 * QUARTER - TACKLE_JOINT_FADE)
                CHECK_NEAR(law.force, dyn_stop_law(stop, angle, rate).force, 0);
            before = law.force;
        }
    }
    destroy(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lanes_match_scalars),
        cmocka_unit_test(test_lanes_match_scalars_on_one_body),
        cmocka_unit_test(test_stop_has_no_jump_at_a_folded_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
