// SPDX-License-Identifier: MIT
// Tests of every force element's tangent against central differences of its forces. Elements on angles deliberately
// omit the second derivatives of the angle (torque × Hessian), which would make the tangent indefinite. The tests check
// that exactly this part is missing. The stiffness of friction on angles is tested at rest, where its damping does not
// change with the position.
#include "tests/check.h"
#include "tests/dynamics/ship.h"
#include "tests/random.h"
#include <string.h>

#define LINKS 3
#define NODES (DYN_FIRST_NODE + 6 + 3 * (LINKS + 1) + 1)
#define N (3 * NODES)
#define MU 0.2
#define PIN_YIELD 0.005 // yield deflection of pin and swivel [rad]
#define PIN_LEAD 0.02   // damping over stiffness of the pin [s]
#define STEP 1e-6       // step of differences: |third derivative| STEP² / 6 and eps / STEP are ~ 1e-9 of the scale
#define RELATIVE 1e-6

typedef struct rig {
    ship s;
    vec3 q[NODES], qd[NODES], last[NODES], force[NODES];
    dyn_matrix tangent;
    dyn_eval e;
    uint64_t seed;
} rig;

static void make_with(rig *r, const tackle_special *special, int n) {
    const ship_def d = {.special = special,
                        .n_special = n,
                        .h = 1e-3,
                        .d = 0.068,
                        .gamma = 1e5,
                        .links = LINKS,
                        .capacity = LINKS + 1,
                        .mu = MU,
                        .step = dyn_step_def_default()};
    *r = (rig){.seed = 11};
    ship_make(&r->s, &d);
    const dyn_model *m = &r->s.model;
    assert_int_equal(m->n_nodes, NODES);
    for (int i = 0; i < DYN_FIRST_NODE; i++) r->q[i] = r->last[i] = m->node0[i];
    for (int i = DYN_FIRST_NODE; i < NODES; i++) {
        r->q[i] = vec3_add(m->node0[i], random_vec3(&r->seed, 0.02));
        // the last step's coordinates are slightly different: bristles are deflected, but stick
        r->last[i] = vec3_add(r->q[i], random_vec3(&r->seed, 1e-4));
    }
    r->tangent = m->matrix_pattern;
    r->tangent.a = calloc(9 * ((size_t)r->tangent.n_blocks + 1), sizeof(double));
    r->e = dyn_eval_at(m, &r->s.state);
    r->e.q = r->q, r->e.qd = r->qd, r->e.q_last = r->last, r->e.force = r->force;
    r->e.command = &r->s.command, r->e.events = &r->s.events;
}

static void make(rig *r) { make_with(r, NULL, 0); }

static void destroy(rig *r) {
    free(r->tangent.a);
    ship_free(&r->s);
}

static void *internal(rig *r, const dyn_force *f) {
    for (int k = 0; k < r->s.model.n_forces; k++)
        if (r->s.model.force[k] == f) return r->s.state.z + r->s.model.force_z[k];
    fail_msg("the force element is not in the model");
    return NULL;
}

static void evaluate(rig *r, const dyn_force *f) {
    memset(r->force, 0, sizeof r->force);
    f->eval(f->self, &r->e, internal(r, f));
}

static double *entry(vec3 *x, int k) { return (double *)x + k; }

static double tangent_entry(const dyn_matrix *t, int a, int b) {
    int i = a / 3, j = b / 3, k = i >= j ? dyn_matrix_find(t, i, j) : dyn_matrix_find(t, j, i);
    if (k < 0) return 0;
    return i >= j ? t->a[9 * k + 3 * (a % 3) + b % 3] : t->a[9 * k + 3 * (b % 3) + a % 3];
}

// K and C of the element, from its tangent k_weight K + c_weight C with one weight at a time.
static void element_tangent(rig *r, const dyn_force *f, double *k, double *c) {
    double *t[2] = {k, c};
    for (int i = 0; i < 2; i++) {
        dyn_matrix_clear(&r->tangent);
        r->e.tangent = &r->tangent;
        r->e.k_weight = i == 0;
        r->e.c_weight = i == 1;
        evaluate(r, f);
        for (int a = 0; a < N; a++)
            for (int b = 0; b < N; b++) t[i][a * N + b] = tangent_entry(&r->tangent, a, b);
    }
    r->e.tangent = NULL;
}

// -dF/dx by central differences, x: q or qd.
static void numeric_tangent(rig *r, const dyn_force *f, vec3 *x, double step, double *k) {
    for (int b = 0; b < N; b++) {
        double x0 = *entry(x, b);
        *entry(x, b) = x0 + step;
        evaluate(r, f);
        for (int a = 0; a < N; a++) k[a * N + b] = -*entry(r->force, a);
        *entry(x, b) = x0 - step;
        evaluate(r, f);
        for (int a = 0; a < N; a++) k[a * N + b] = (k[a * N + b] + *entry(r->force, a)) / (2 * step);
        *entry(x, b) = x0;
    }
}

// k += torque × second derivatives of the angle, by differences of its gradient.
static void add_hessian(rig *r, const dyn_scalar *angle, double torque, double *k) {
    for (int b = 0; b < N; b++) {
        double x0 = *entry(r->q, b);
        for (int side = -1; side <= 1; side += 2) {
            dyn_scalar_value v;
            *entry(r->q, b) = x0 + side * STEP;
            assert_true(dyn_scalar_eval(angle, r->q, r->qd, NULL, &v));
            for (int p = 0; p < 3; p++)
                for (int i = 0; i < angle->vector[p].n; i++)
                    for (int c = 0; c < 3; c++)
                        k[(3 * angle->vector[p].node[i] + c) * N + b] +=
                            side * torque * angle->vector[p].weight[i] * *entry(v.g, 3 * p + c) / (2 * STEP);
        }
        *entry(r->q, b) = x0;
    }
}

static double largest(const double *k) {
    double most = 0;
    for (int i = 0; i < N * N; i++) most = fmax(most, fabs(k[i]));
    return most;
}

static void check_same(const double *k, const double *expected) {
    double scale = largest(expected);
    assert_true(scale > 0);
    for (int i = 0; i < N * N; i++) CHECK_NEAR(k[i], expected[i], RELATIVE * scale);
}

static double angle_of(rig *r, const dyn_scalar *angle, const vec3 *q) {
    dyn_scalar_value v;
    assert_true(dyn_scalar_eval(angle, q, r->qd, NULL, &v));
    return v.value;
}

static double rate_of(rig *r, const dyn_scalar *angle) {
    dyn_scalar_value v;
    assert_true(dyn_scalar_eval(angle, r->q, r->qd, NULL, &v));
    return v.rate;
}

// The bristle's law (3 s - s³)/2, s = deflection / (1.5 yield).
static double bristle(double x, double yield) {
    double s = x / (1.5 * yield);
    assert_true(fabs(s) < 1);
    return s * (3 - s * s) / 2;
}

static double k_added[N * N], c_added[N * N], k_true[N * N], c_true[N * N];

static void test_joint_friction(void **state) {
    (void)state;
    rig r;
    make(&r);
    const tackle_chain *c = &r.s.chain;
    double *z = internal(&r, &c->joints); // a joint: two bristles, averaged tension
    for (int k = 0; k < LINKS; k++)
        z[3 * k] = 1e-3 * random_unit(&r.seed), z[3 * k + 1] = 1e-3 * random_unit(&r.seed),
              z[3 * k + 2] = 6e4 + 1e4 * k;
    c->joints.predict(c->joints.self, &r.e, z);
    element_tangent(&r, &c->joints, k_added, c_added);
    numeric_tangent(&r, &c->joints, r.q, STEP, k_true);
    numeric_tangent(&r, &c->joints, r.qd, 1e-3, c_true);
    for (int k = 0; k + 1 < LINKS; k++)
        for (int i = 0; i < 2; i++) {
            const dyn_scalar *a = &c->joint[2 * k + i];
            double x = z[3 * k + i] + angle_of(&r, a, r.q) - angle_of(&r, a, r.last);
            double torque = -MU * z[3 * k + 2] * c->radius * bristle(x, c->yield);
            add_hessian(&r, a, -torque, k_added);
        }
    check_same(k_added, k_true);
    check_same(c_added, c_true);
    destroy(&r);
}

// Turns link 1 and all following nodes by `angle` about an axis through the joint with link 0.
static void bend(rig *r, vec3 axis, double angle) {
    const tackle_chain *c = &r->s.chain;
    mat3 turn = mat3_rotation(vec3_unit(axis), angle);
    vec3 pivot = r->q[c->p[1]];
    for (int k = 1; k <= LINKS; k++) {
        r->q[c->p[k + 1]] = vec3_add(pivot, mat3_mul(&turn, vec3_sub(r->q[c->p[k + 1]], pivot)));
        r->q[c->u[k]] = mat3_mul(&turn, r->q[c->u[k]]);
        r->q[c->v[k]] = mat3_mul(&turn, r->q[c->v[k]]);
    }
    memcpy(r->last, r->q, sizeof r->last);
}

// Stops between links without friction: no force within the limit; beyond it, minus the gradient of their energy
// (1/2) k (angle - limit)², in either direction of bending.
static void test_joint_stop_acts_beyond_limit(void **state) {
    (void)state;
    // stud of (0.0219e6 4/7850 - 3.770 - 6.415) d³ = 0.974 d³ over 1.6 d: radius 0.4404 d; 90° + acos(1.9404/2.5)
    CHECK_NEAR(tackle_stud_link(0.05).bend * 180 / 3.14159265358979, 129.09, 0.05);
    const double by[] = {0, 1.2, -1.2, 2.1, -2.1, 2.4, -2.4};
    for (int axis = 0; axis < 2; axis++)
        for (int i = 0; i < 7; i++) {
            rig r;
            make(&r);
            memcpy(r.q, r.s.model.node0, sizeof r.q);
            const tackle_chain *c = &r.s.chain;
            const dyn_force *f = &c->joints;
            const void *z = internal(&r, f);
            for (int k = 0; k < 2 * (LINKS - 1); k++) CHECK_NEAR(angle_of(&r, &c->joint[k], r.q), 0, 1e-12);
            bend(&r, axis ? r.q[c->u[1]] : r.q[c->u[0]], by[i]);
            f->predict(f->self, &r.e, z);
            double depth = fmax(0, fabs(by[i]) - c->link.bend), energy = 0.5 * c->stop.stiffness * depth * depth;
            CHECK_NEAR(f->energy(f->self, &r.e, z), energy, 1e-9 * c->stop.stiffness);
            evaluate(&r, f);
            double most = 0;
            vec3 force[NODES];
            memcpy(force, r.force, sizeof force);
            for (int b = 0; b < N; b++) {
                double x0 = *entry(r.q, b), change = 0;
                for (int side = -1; side <= 1; side += 2) {
                    *entry(r.q, b) = x0 + side * STEP;
                    change += side * f->energy(f->self, &r.e, z) / (2 * STEP);
                }
                *entry(r.q, b) = x0;
                CHECK_NEAR(*entry(force, b), -change, 1e-6 * c->stop.stiffness);
                most = fmax(most, fabs(change));
            }
            assert_true((most > 0.1 * c->stop.stiffness) == (depth > 0));
            if (depth > 0) {
                element_tangent(&r, f, k_added, c_added);
                numeric_tangent(&r, f, r.q, STEP, k_true);
                double torque = -copysign(c->stop.stiffness * depth, angle_of(&r, &c->joint[axis], r.q));
                add_hessian(&r, &c->joint[axis], -torque, k_added);
                check_same(k_added, k_true);
                numeric_tangent(&r, f, r.qd, STEP, c_true);
                check_same(c_added, c_true);
            }
            destroy(&r);
        }
}

// Links 1 and 2 as halves of a swivel: friction acts about the swivel's axis alone and is far larger when seized. A
// swivel has no stop.
static void test_swivel_in_chain_has_friction_only(void **state) {
    (void)state;
    const tackle_link half = tackle_swivel_half(0.068);
    const tackle_special swivel = {
        .link = 1, .mass = half.mass, .inertia = half.inertia, .pitch = half.pitch, .swivel = true};
    for (int seized = 0; seized < 2; seized++) {
        rig r;
        make_with(&r, &swivel, 1);
        const tackle_chain *c = &r.s.chain;
        double *z = internal(&r, &c->joints), tension = 6e4; // a joint: two bristles, averaged tension
        z[3] = 1e-3, z[4] = seized, z[5] = tension;
        c->joints.predict(c->joints.self, &r.e, z);
        element_tangent(&r, &c->joints, k_added, c_added);
        numeric_tangent(&r, &c->joints, r.q, STEP, k_true);
        numeric_tangent(&r, &c->joints, r.qd, 1e-3, c_true);
        const dyn_scalar *a = &c->joint[2];
        double limit = seized ? c->turning.seized : c->turning.per_load * tension;
        CHECK_NEAR(c->turning.per_load, MU * 0.01, 1e-12);
        double torque = -limit * bristle(z[3] + angle_of(&r, a, r.q) - angle_of(&r, a, r.last), c->yield);
        add_hessian(&r, a, -torque, k_added);
        check_same(k_added, k_true);
        check_same(c_added, c_true);
        destroy(&r);
    }
}

// Turns the head to `angle` about the hinge.
static void turn_head(rig *r, double angle) {
    const tackle_anchor *a = &r->s.anchor;
    mat3 turn = mat3_rotation(vec3_unit(r->q[a->hinge_axis]), angle);
    r->q[a->tip] = vec3_add(r->q[a->pin], mat3_mul(&turn, vec3_sub(r->q[a->tip], r->q[a->pin])));
    r->q[a->v_head] = mat3_mul(&turn, r->q[a->v_head]);
    for (int i = DYN_FIRST_NODE; i < NODES; i++) r->last[i] = vec3_add(r->q[i], random_vec3(&r->seed, 1e-4));
}

// Checks the stop, the pin's friction (bristle at 1e-3) and the swivel's (-2e-3, tension 6e4) against differences.
static void check_anchor(double hinge) {
    rig r;
    make(&r);
    tackle_anchor *a = &r.s.anchor;
    turn_head(&r, hinge);
    dyn_force *part[3] = {&a->stop.along.force, &a->pin_friction.force, &a->swivel_friction.force};
    *(dyn_friction_state *)internal(&r, part[1]) = (dyn_friction_state){.bristle = 1e-3};
    *(dyn_friction_state *)internal(&r, part[2]) = (dyn_friction_state){.bristle = -2e-3, .load = 6e4};
    const dyn_scalar *angle = &a->stop.along.scalar, *swivel = &a->swivel_friction.scalar;
    double at = angle_of(&r, angle, r.q), over = fmax(0, fabs(at) - a->def.hinge_stop);
    assert_true((over > 0) == (fabs(hinge) > 0.8));
    const double torque[3] = {
        -copysign(a->def.stop_stiffness * over, at),
        -a->def.pin_friction *
            bristle(1e-3 + at - angle_of(&r, angle, r.last) + PIN_LEAD * rate_of(&r, angle), PIN_YIELD),
        -a->def.swivel_friction * 6e4 *
            bristle(-2e-3 + angle_of(&r, swivel, r.q) - angle_of(&r, swivel, r.last), PIN_YIELD)};
    for (int i = 0; i < 3; i++) {
        part[i]->predict(part[i]->self, &r.e, internal(&r, part[i]));
        element_tangent(&r, part[i], k_added, c_added);
        numeric_tangent(&r, part[i], r.q, STEP, k_true);
        numeric_tangent(&r, part[i], r.qd, 1e-6, c_true); // slow: the stop must stay in contact
        bool damped = (i == 0 && over > 0) || i == 1;
        if (i > 0 || over > 0) {
            add_hessian(&r, i < 2 ? angle : swivel, -torque[i], k_added);
            check_same(k_added, k_true);
        } else {
            assert_true(largest(k_added) == 0 && largest(k_true) == 0);
        }
        if (damped)
            check_same(c_added, c_true);
        else
            assert_true(largest(c_added) == 0 && largest(c_true) == 0);
    }
    destroy(&r);
}

static void test_pin_and_swivel_friction(void **state) {
    (void)state;
    check_anchor(0.3);
}

static void test_hinge_stop(void **state) {
    (void)state;
    check_anchor(0.85);
    check_anchor(-0.85);
}

// A stop that the head leaves faster than the spring returns does not pull.
static void test_hinge_stop_never_pulls(void **state) {
    (void)state;
    rig r;
    make(&r);
    tackle_anchor *a = &r.s.anchor;
    dyn_force *stop = &a->stop.along.force;
    turn_head(&r, 0.85);
    stop->predict(stop->self, &r.e, internal(&r, stop));
    evaluate(&r, stop);
    assert_true(vec3_norm(r.force[a->tip]) > 1e5);
    vec3 back = vec3_scale(-1, r.force[a->tip]);
    for (int side = -1; side <= 1; side += 2) {
        r.qd[a->tip] = vec3_scale(side * -200, vec3_unit(back));
        evaluate(&r, stop);
        assert_true(side > 0 ? vec3_norm(r.force[a->tip]) == 0 : vec3_norm(r.force[a->tip]) > 1e5);
    }
    destroy(&r);
}

// The pockets' guide on the top link. Its weight depends on the lifter's angle, but the guide adds neither torque nor
// tangent for this dependence: the comparison omits the lifter's column.
static void test_lifter_guide(void **state) {
    (void)state;
    rig r;
    make(&r);
    const tackle_lifter *l = &r.s.lifter;
    l->force.predict(l->force.self, &r.e, internal(&r, &l->force));
    element_tangent(&r, &l->force, k_added, c_added);
    numeric_tangent(&r, &l->force, r.q, 1e-3, k_true); // linear in the link's nodes
    numeric_tangent(&r, &l->force, r.qd, 1, c_true);
    for (int a = 0; a < N; a++)
        for (int c = 0; c < 3; c++) {
            assert_true(k_added[a * N + 3 * l->node + c] == 0);
            k_true[a * N + 3 * l->node + c] = 0;
        }
    check_same(k_added, k_true);
    check_same(c_added, c_true);
    destroy(&r);
}

// Checks the windlass with this command; motor and lifter turn at `rate`.
static void check_windlass(rt_command command, double engaged, double rate, bool stiff) {
    rig r;
    make(&r);
    tackle_windlass *w = &r.s.windlass;
    tackle_windlass_state *z = internal(&r, &w->force);
    *z = (tackle_windlass_state){.motor_brake = -5e-4, .clutch = {.engaged = engaged, .mesh = 2e-3}};
    if (stiff) z->gear = (tackle_gearbox_memory){.bristle = 7e-4, .limit = 9e3};
    z->band.held = -0.3 * command.brake * w->band.def.capacity;
    r.s.command = command;
    r.qd[w->lifter->node] = vec3_make(rate, rate, 0);
    w->force.predict(w->force.self, &r.e, z);
    element_tangent(&r, &w->force, k_added, c_added);
    numeric_tangent(&r, &w->force, r.q, STEP, k_true);
    numeric_tangent(&r, &w->force, r.qd, STEP, c_true);
    if (stiff)
        check_same(k_added, k_true);
    else
        assert_true(largest(k_added) == 0 && largest(k_true) == 0);
    check_same(c_added, c_true);
    destroy(&r);
}

static void test_windlass_tangent(void **state) {
    (void)state;
    double radius = 40 * 0.068 / (2 * 3.14159265358979323846), full = 0.3 / radius;
    // the motor alone: half speed, slightly slower, and against the lever; below the base speed of constant power
    check_windlass((rt_command){.lever = 0.5}, 0, 0.495 * full, false);
    check_windlass((rt_command){.lever = -0.5}, 0, -0.49 * full, false);
    check_windlass((rt_command){.lever = 0}, 0, 0, true);                            // motor brake
    check_windlass((rt_command){.lever = 0.5, .failsafe = 1}, 0, 0, true);           // motor brake, by fail-safe
    check_windlass((rt_command){.lever = 0, .brake = 0.7}, 0, 0, true);              // both brakes
    check_windlass((rt_command){.lever = 0, .brake = 0.7}, 0, 0.5, true);            // both brakes, slipping
    check_windlass((rt_command){.lever = 0.5, .clutch = 1}, 1, 0.495 * full, true);  // motor and clutch
    check_windlass((rt_command){.lever = 0, .brake = 0.7, .clutch = 1}, 1, 0, true); // brakes and clutch
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_joint_friction),
        cmocka_unit_test(test_joint_stop_acts_beyond_limit),
        cmocka_unit_test(test_swivel_in_chain_has_friction_only),
        cmocka_unit_test(test_pin_and_swivel_friction),
        cmocka_unit_test(test_hinge_stop),
        cmocka_unit_test(test_hinge_stop_never_pulls),
        cmocka_unit_test(test_lifter_guide),
        cmocka_unit_test(test_windlass_tangent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
