// SPDX-License-Identifier: MIT
// Tests of force elements on two bodies at random coordinates: forces against differences of their potential or the
// definition of work, tangents against differences of the forces.
#include "dynamics/element/actuator.h"
#include "dynamics/element/applied.h"
#include "dynamics/element/friction.h"
#include "dynamics/element/spring_damper.h"
#include "dynamics/element/stop.h"
#include "tests/dynamics/element_rig.h"

#define PI 3.14159265358979323846
static double k_added[N * N], k_true[N * N], k_full[N * N], part[N * N];

// The scalar of each kind on the rig: angle with turned vectors, distance of two body points, distance of a body point
// to the world, travel of a point along a direction of the other body, coordinate.
enum { KINDS = 5 };
static dyn_scalar make_scalar(rig *r, int kind) {
    const dyn_model *m = &r->m;
    if (kind == 0)
        return dyn_scalar_angle(dyn_vector_of_body(m, 1, vec3_make(0.3, 0.8, -0.4)),
                                dyn_vector_of_body(m, 0, vec3_make(0.5, 1.0, 0)),
                                dyn_vector_of_body(m, 0, vec3_make(-2, 1.0, 0)), 0.5);
    if (kind == 1)
        return dyn_scalar_distance(dyn_point_of_body(m, 0, vec3_make(0.1, 0.7, -0.2)),
                                   dyn_point_of_body(m, 1, vec3_make(0.5, -0.6, 0.9)));
    if (kind == 2)
        return dyn_scalar_distance(dyn_point_of_body(m, 1, vec3_make(0.5, -0.6, 0.9)),
                                   dyn_point_of_body(m, -1, vec3_make(3, 1, 2)));
    if (kind == 3)
        return dyn_scalar_travel(dyn_point_of_body(m, 1, vec3_make(0.5, -0.6, 0.9)),
                                 dyn_point_of_body(m, 0, vec3_make(0.1, 0.7, -0.2)),
                                 dyn_vector_of_body(m, 0, vec3_make(0.6, 0, 0.8)));
    return dyn_scalar_coordinate(r->lone, 1);
}

static dyn_scalar_value eval_scalar(rig *r, const dyn_scalar *s) {
    dyn_scalar_value v;
    assert_true(dyn_scalar_eval(s, r->q, r->qd, NULL, &v));
    return v;
}

// Adds c g (d²s/dq² qd)ᵀ, the term of damping that the tangent omits.
static void add_turning(rig *r, const dyn_scalar *s, double c, double *k) {
    for (int b = 3 * DYN_FIRST_NODE; b < N; b++) {
        double x0 = *entry(r->q, b), rate = 0;
        for (int side = -1; side <= 1; side += 2) {
            *entry(r->q, b) = x0 + side * 1e-5;
            rate += side * eval_scalar(r, s).rate / 2e-5;
        }
        *entry(r->q, b) = x0;
        dyn_scalar_value v = eval_scalar(r, s);
        for (int p = 0; p < s->n_vectors; p++)
            for (int i = 0; i < s->vector[p].n; i++)
                for (int a = 0; a < 3 && s->vector[p].node[i] >= DYN_FIRST_NODE; a++)
                    k[(3 * s->vector[p].node[i] + a) * N + b] +=
                        c * rate * s->vector[p].weight[i] * *entry(v.g, 3 * p + a);
    }
}

// Checks that C is exact and that K with the full geometric part is exact except for the omitted term of damping.
static void check_tangent(rig *r, const dyn_scalar *s, double c) {
    numeric_tangent(r, r->q, 1e-5, k_true);
    element_tangent(r, 1, 0, k_full);
    memcpy(k_added, k_full, sizeof k_added);
    add_turning(r, s, c, k_added);
    double scale = fmax(1, fmax(largest(k_true), largest(k_added)));
    check_same(k_added, k_true, scale);
    numeric_tangent(r, r->qd, 1e-5, k_true);
    element_tangent(r, 0, 1, k_added);
    check_same(k_added, k_true, scale);
}

// Checks that the positive part, and the positive part minus the full one, are both positive semi-definite.
static void check_parts(rig *r, dyn_geometric *geometric, double rank_one) {
    element_tangent(r, 1, 0, k_full);
    *geometric = DYN_GEOMETRIC_POSITIVE;
    element_tangent(r, 1, 0, part);
    *geometric = DYN_GEOMETRIC_NONE;
    element_tangent(r, 1, 0, k_added);
    *geometric = DYN_GEOMETRIC_FULL;
    double shift = 1e-10 * fmax(largest(part), largest(k_full)) + 1e-300;
    assert_true(is_positive(part, shift));
    for (int i = 0; i < N * N; i++) k_true[i] = part[i] - k_full[i];
    if (rank_one >= 0) {
        assert_true(is_positive(k_true, shift));
        for (int i = 0; i < N * N; i++) k_true[i] = part[i] - k_added[i];
        assert_true(is_positive(k_true, shift));
    }
    assert_true(is_positive(k_added, shift));
}

static void test_spring_damper(void **state) {
    (void)state;
    for (int trial = 0; trial < 12; trial++) {
        rig r;
        make_rig(&r, 100 + (uint64_t)trial);
        dyn_spring_damper spring;
        dyn_scalar s = make_scalar(&r, trial % KINDS);
        const dyn_spring_damper_def d = {
            .stiffness = 300, .damping = 20, .rest = trial < 6 ? 4 : -3, .geometric = DYN_GEOMETRIC_FULL};
        dyn_spring_damper_add(&spring, &r.m, &s, &d);
        set_random_motion(&r);
        dyn_scalar_value v = eval_scalar(&r, &s);
        double force = -300 * (v.value - d.rest) - 20 * v.rate;
        check_bodies_and_power(&r, trial % KINDS == 0, force * v.rate);
        CHECK_NEAR(spring.along.force.energy(&spring.along, &r.e, r.s.z), 150 * (v.value - d.rest) * (v.value - d.rest),
                   1e-9);
        check_tangent(&r, &s, 20);
        check_parts(&r, &spring.along.geometric, 0);
        destroy_rig(&r);
    }
}

static void test_friction(void **state) {
    (void)state;
    const double yield = 0.1, lead = 0.01;
    int sticks = 0, slips = 0;
    for (int trial = 0; trial < 24; trial++) {
        rig r;
        make_rig(&r, 200 + (uint64_t)trial);
        dyn_friction f;
        dyn_scalar s = make_scalar(&r, trial % KINDS);
        const dyn_friction_def d = {.limit = 40,
                                    .per_load = 0.2,
                                    .load_body = 1,
                                    .load_time = 0.1,
                                    .yield = yield,
                                    .lead = lead,
                                    .geometric = DYN_GEOMETRIC_FULL};
        dyn_friction_add(&f, &r.m, &s, &d);
        set_random_motion(&r);
        double bristle = 0.2 * random_unit(&r.seed), limit = 40 + 0.2 * 500;
        *(dyn_friction_state *)(void *)r.s.z = (dyn_friction_state){.bristle = bristle, .load = 500};
        dyn_scalar_value v = eval_scalar(&r, &s);
        double x = (bristle + v.value - dyn_scalar_at(&s, r.last, v.value).value + lead * v.rate) / (1.5 * yield);
        if (fabs(fabs(x) - 1) < 1e-2) { // the differences would span the kink of the stiffness
            destroy_rig(&r);
            continue;
        }
        bool slip = fabs(x) > 1;
        slips += slip, sticks += !slip;
        double force = slip ? -copysign(limit, x) : -limit * (3 * x - x * x * x) / 2;
        check_bodies_and_power(&r, trial % KINDS == 0, force * v.rate);
        check_tangent(&r, &s, slip ? 0 : lead * limit / yield * (1 - x * x));
        check_parts(&r, &f.def.geometric, 0);
        // the load is averaged, the bristle slides
        r.s.lambda[dyn_body_row(1, 0)] = 900;
        f.force.accept(&f, &r.e, r.s.z);
        const dyn_friction_state *z = (const void *)r.s.z;
        CHECK_NEAR(z->load, 500 + 400 * 1e-3 / 0.1, 1e-9);
        double moved = 1.5 * yield * x - lead * v.rate;
        CHECK_NEAR(z->bristle, fmax(-1.5 * yield, fmin(1.5 * yield, moved)), 1e-12);
        destroy_rig(&r);
    }
    assert_true(sticks > 4 && slips > 4);
}

// A sliding angle, while its vector turns from the plane of c and s to their normal and beyond: the forces on it stay
// below ten times the torque over its length, and do not jump where the angle is undefined.
static void test_friction_fades_at_an_undefined_angle(void **state) {
    (void)state;
    rig r;
    dyn_friction f;
    make_rig(&r, 7);
    const int u = r.m.body[0].node[2];
    const dyn_scalar s =
        dyn_scalar_angle(dyn_vector_of_nodes(0, u, -1), dyn_vector_of_body(&r.m, -1, vec3_make(1, 0, 0)),
                         dyn_vector_of_body(&r.m, -1, vec3_make(0, 1, 0)), 1);
    const dyn_friction_def d = {.limit = 40, .load_body = -1, .yield = 0.01, .geometric = DYN_GEOMETRIC_NONE};
    dyn_friction_add(&f, &r.m, &s, &d);
    set_random_motion(&r);
    ((dyn_friction_state *)(void *)r.s.z)->bristle = 1;
    memcpy(r.last, r.q, sizeof r.q);
    vec3 before = {0, 0, 0};
    double most = 0;
    for (double tilt = 1; tilt > -1; tilt -= 1e-5) {
        r.q[u] = r.last[u] = vec3_make(sin(tilt), 0, cos(tilt));
        r.e.q_last = r.q; // as after the step: the bristle slides
        evaluate(&r);
        if (tilt < 1) assert_true(vec3_norm(vec3_sub(r.force[u], before)) < 40 * 3e-3);
        before = r.force[u];
        most = fmax(most, vec3_norm(before));
    }
    print_message("at most %.0f N for 40 N m on 1 m\n", most);
    assert_true(most > 300 && most <= 401);
    CHECK_NEAR(vec3_norm(before), 40 / sin(1), 0.01);
    destroy_rig(&r);
}

static void test_stop(void **state) {
    (void)state;
    int freely = 0, held = 0, left = 0, fading = 0;
    for (int trial = 0; trial < 64; trial++) {
        rig r;
        make_rig(&r, 300 + (uint64_t)trial);
        dyn_stop stop;
        dyn_scalar s = make_scalar(&r, trial % KINDS);
        const dyn_stop_def d = {.stiffness = 200, .damping = 100, .ramp = 0.1, .geometric = DYN_GEOMETRIC_FULL};
        dyn_stop_add(&stop, &r.m, &s, &d);
        set_random_motion(&r);
        dyn_scalar_value v = eval_scalar(&r, &s);
        // the range leaves the value outside by `depth` on one side
        double side = trial / 4 % 2 ? 1 : -1, depth = trial % 5 == 0 ? -0.1 : 0.15 * fabs(random_unit(&r.seed));
        double edge = v.value - side * depth;
        stop.def.min = side > 0 ? edge - 1 : edge;
        stop.def.max = side > 0 ? edge : edge + 1;
        double x = fmin(1, fmax(0, depth) / 0.1), c = 100 * (3 * x * x - 2 * x * x * x);
        double push = depth > 0 ? 200 * depth + c * side * v.rate : 0;
        if (push < 0) push = c = 0, left++;
        freely += depth <= 0, held += push > 0, fading += x < 1 && push > 0;
        check_bodies_and_power(&r, trial % KINDS == 0, -side * push * v.rate);
        CHECK_NEAR(stop.along.force.energy(&stop.along, &r.e, r.s.z), depth > 0 ? 100 * depth * depth : 0, 1e-9);
        check_tangent(&r, &s, c);
        double k = 200 + (x < 1 ? 100 * 6 * x * (1 - x) / 0.1 * side * v.rate : 0);
        check_parts(&r, &stop.along.geometric, k);
        destroy_rig(&r);
    }
    assert_true(freely > 4 && held > 4 && left > 4 && fading > 4);
}

static void test_actuator(void **state) {
    (void)state;
    for (int trial = 0; trial < 8; trial++) {
        rig r;
        make_rig(&r, 400 + (uint64_t)trial);
        dyn_actuator a;
        dyn_scalar s = make_scalar(&r, trial % KINDS);
        const dyn_actuator_def d = {.lever = trial < 4,
                                    .max = 80,
                                    .offset = 50,
                                    .amplitude = 60,
                                    .frequency = 2,
                                    .phase = 0.3,
                                    .geometric = DYN_GEOMETRIC_FULL};
        dyn_actuator_add(&a, &r.m, &s, &d);
        set_random_motion(&r);
        r.command.lever = -0.7;
        r.e.t = 0.05;
        dyn_scalar_value v = eval_scalar(&r, &s);
        double program = 50 + 60 * sin(2 * PI * 2 * 0.05 + 0.3), u = trial < 4 ? program - 56 : fmin(80, program);
        check_bodies_and_power(&r, trial % KINDS == 0, u * v.rate);
        check_tangent(&r, &s, 0);
        check_parts(&r, &a.def.geometric, 0);
        destroy_rig(&r);
    }
}

static vec3 angular_velocity(const rig *r, int body) {
    const int *n = r->m.body[body].node;
    vec3 e[3] = {vec3_sub(r->q[n[1]], r->q[n[0]]), r->q[n[2]], r->q[n[3]]};
    vec3 ed[3] = {vec3_sub(r->qd[n[1]], r->qd[n[0]]), r->qd[n[2]], r->qd[n[3]]};
    double volume = vec3_dot(e[0], vec3_cross(e[1], e[2]));
    vec3 omega = vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++)
        omega = vec3_madd(omega, 0.5 / volume, vec3_cross(vec3_cross(e[(k + 1) % 3], e[(k + 2) % 3]), ed[k]));
    return omega;
}

static vec3 direction(const rig *r, int body, vec3 d) {
    if (body < 0) return d;
    const dyn_body *b = &r->m.body[body];
    vec3 c = mat3_mul(&b->xb_inverse, d);
    mat3 x = mat3_columns(vec3_sub(r->q[b->node[1]], r->q[b->node[0]]), r->q[b->node[2]], r->q[b->node[3]]);
    return mat3_mul(&x, c);
}

// A torque on one body and on a pair, about world and body axes: power τ·(ω1 - ω2), no net force, moment τ about any
// point, and the symmetric part of K.
static void test_applied_torque(void **state) {
    (void)state;
    for (int trial = 0; trial < 5; trial++) {
        rig r;
        make_rig(&r, 500 + (uint64_t)trial);
        int body = 0, reaction = trial % 2 ? 1 : -1, frame = trial < 2 ? -1 : trial < 4 ? 0 : 1;
        if (trial == 4) reaction = 1;
        const vec3 torque = {30, -50, 80};
        dyn_applied_torque a;
        dyn_applied_torque_add(&a, &r.m, body, reaction, frame, torque);
        set_random_motion(&r);
        vec3 tau = direction(&r, frame, torque), omega = angular_velocity(&r, body);
        if (reaction >= 0) omega = vec3_sub(omega, angular_velocity(&r, reaction));
        check_bodies_and_power(&r, true, vec3_dot(tau, omega));
        r.e.only_body = 0;
        evaluate(&r);
        r.e.only_body = -1;
        vec3 net = vec3_make(0, 0, 0), moment = net;
        const int *n = r.m.body[0].node;
        for (int k = 0; k < 4; k++) {
            moment = vec3_add(moment, vec3_cross(r.q[n[k]], r.force[n[k]]));
            if (k < 2) net = vec3_add(net, r.force[n[k]]);
        }
        assert_true(vec3_norm(net) < 1e-12 * vec3_norm(tau));
        assert_true(vec3_norm(vec3_sub(moment, tau)) < 1e-12 * vec3_norm(tau));
        numeric_tangent(&r, r.q, 1e-5, k_true);
        symmetric_part(k_true);
        element_tangent(&r, 1, 0, k_added);
        check_same(k_added, k_true, largest(k_true));
        element_tangent(&r, 0, 1, k_added);
        assert_true(largest(k_added) == 0);
        destroy_rig(&r);
    }
}

static void test_applied_force(void **state) {
    (void)state;
    rig r;
    make_rig(&r, 600);
    dyn_applied_force a;
    const vec3 f = {3, -4, 5}, rb = {0.3, -0.2, 0.6};
    dyn_vector point = dyn_point_of_body(&r.m, 1, rb);
    dyn_applied_force_add(&a, &r.m, &point, f);
    set_random_motion(&r);
    double w[4];
    dyn_body_weights(&r.m, 1, rb, w);
    check_bodies_and_power(&r, false, vec3_dot(f, dyn_body_velocity(&r.e, 1, w)));
    element_tangent(&r, 1, 1, k_added);
    assert_true(largest(k_added) == 0);
    destroy_rig(&r);
}

// An angle and its spring count turns, and counting by the series is exact.
static void test_angle_counts_turns(void **state) {
    (void)state;
    const dyn_scalar s = dyn_scalar_angle(dyn_vector_of_nodes(-1, DYN_FIRST_NODE, -1),
                                          dyn_vector_of_nodes(-1, DYN_EX, -1), dyn_vector_of_nodes(-1, DYN_EY, -1), 1);
    vec3 q[DYN_FIRST_NODE + 1] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, qd[5] = {{0, 0, 0}};
    dyn_scalar_mark mark = dyn_scalar_at(&s, q, 0);
    uint64_t seed = 5;
    double angle = 0;
    for (int n = 0; n < 2000; n++) {
        double step = n % 3 ? 0.05 * (1 + random_unit(&seed)) : 3 * fabs(random_unit(&seed)); // short and long steps
        angle += step;
        q[DYN_FIRST_NODE] = vec3_make(2 * cos(angle), 2 * sin(angle), 0.3);
        dyn_scalar_value v;
        assert_true(dyn_scalar_eval(&s, q, qd, &mark, &v));
        CHECK_NEAR(v.value, angle, 1e-12 * (1 + angle));
        CHECK_NEAR(v.value - mark.value, step, 1e-12 * (1 + angle));
        mark = dyn_scalar_at(&s, q, v.value);
        CHECK_NEAR(mark.value, angle, 1e-12 * (1 + angle));
    }
    assert_true(angle > 100 * 2 * PI);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spring_damper),
        cmocka_unit_test(test_friction),
        cmocka_unit_test(test_friction_fades_at_an_undefined_angle),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_actuator),
        cmocka_unit_test(test_applied_torque),
        cmocka_unit_test(test_applied_force),
        cmocka_unit_test(test_angle_counts_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
