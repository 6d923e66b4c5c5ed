// SPDX-License-Identifier: MIT
// One chain in two sets of coordinates. In natural coordinates the joint friction is a pair of torques on angles that
// are functions of the coordinates. In mixed coordinates two relative angles per joint are additional unknowns, and the
// same friction acts on them as a scalar force (García de Jalón & Bayo 1994, ch. 2 and 3). Massless coordinates and the
// multipliers of their rows do not affect the motion: the differential equations are the same. Discretised, they differ
// only in the rate in the friction: the coordinate's rate by the trapezoidal rule, or the gradient times the nodes'
// rates, which are O(h²) apart. Friction is a smooth function of the rate, so the difference is smooth too.
#include "dynamics/coordinate/angle.h"
#include "dynamics/core/start.h"
#include "dynamics/tackle/chain.h"
#include "tests/check.h"
#include <stdlib.h>

enum { LINKS_MAX = 30, ANGLES_MAX = 2 * (LINKS_MAX - 1) };

static const double SECONDS = 2;

typedef enum site {
    CHAIN,      // the chain's own
    ANGLES,     // friction elements along the chain's angles
    COORDINATES // friction elements along relative coordinates
} site;

typedef struct swing_def {
    int links;
    site site;
    double h;     // [s]
    double limit; // constant torque of friction about each axis of each joint [N m]
    double mu;    // coefficient of the friction that goes with the tension
} swing_def;

typedef struct swing {
    dyn_model model;
    dyn_state state;
    dyn_work *work;
    tackle_chain chain;
    dyn_relative_angle angle[ANGLES_MAX];
    dyn_friction friction[ANGLES_MAX];
    rt_events events;
} swing;

static void add_angles(swing *s) {
    dyn_model *m = &s->model;
    for (int k = 0; k + 1 < s->chain.capacity; k++)
        for (int i = 0; i < 2; i++) { // about the width axis of link k, and of the next
            int carrier = s->chain.body[k + i], other = s->chain.body[k + 1 - i];
            dyn_direction a = dyn_body_own(m, carrier, 2), b = dyn_body_own(m, other, 1),
                          w = dyn_body_own(m, carrier, 1);
            const char *why;
            assert_int_equal(dyn_relative_angle_add(&s->angle[2 * k + i], m, &a, &b, &w, 0, &why), RT_OK);
        }
}

// The chain's law with its yield, damping and averaging of the tension.
static void add_friction(swing *s, const swing_def *d) {
    for (int i = 0; i < 2 * (s->chain.capacity - 1); i++) {
        dyn_scalar scalar = d->site == COORDINATES ? dyn_scalar_coordinate(s->angle[i].node, 0) : s->chain.joint[i];
        const dyn_friction_def def = {.limit = d->limit,
                                      .per_load = d->mu * s->chain.radius,
                                      .load_body = d->mu > 0 ? s->chain.body[i / 2] : -1,
                                      .load_time = 0.1,
                                      .yield = s->chain.yield,
                                      .lead = 5e-4,
                                      .geometric = DYN_GEOMETRIC_NONE};
        dyn_friction_add(&s->friction[i], &s->model, &scalar, &def);
    }
}

// Hung straight, 0.5 rad off the vertical, its width axes askew to the plane of the swing, and turning about the
// vertical through its upper end at 1.5 rad/s: every joint bends about both axes.
static void swing_make(swing *s, const swing_def *d) {
    *s = (swing){0};
    int n = d->links, joints = n - 1;
    assert_in_range(n, 2, LINKS_MAX);
    tackle_link link = tackle_stud_link(0.05);
    assert_true(dyn_model_create(&s->model, d->h, vec3_make(0, 0, -9.81), 1 + 3 * n + 2 * joints, n, joints, 2 * joints,
                                 1 + 2 * joints));
    vec3 x[LINKS_MAX + 1], up = vec3_make(-sin(0.5), 0, cos(0.5));
    for (int k = 0; k <= n; k++) x[k] = vec3_scale((k - n) * link.pitch, up);
    int p0 = dyn_add_node(&s->model, x[0], false);
    double mu = d->site == CHAIN ? d->mu : 0;
    assert_int_equal(tackle_chain_add(&s->chain, &s->model, &link, n, p0, x, vec3_make(0.5, 0.8, 0), mu), RT_OK);
    dyn_fix_node(&s->model, s->chain.p[n]);
    if (d->site == COORDINATES) add_angles(s);
    if (d->site != CHAIN) add_friction(s, d);
    assert_int_equal(dyn_model_finish(&s->model, 1e6), RT_OK);
    assert_int_equal(dyn_state_create(&s->model, &s->state), RT_OK);
    const vec3 omega = {0, 0, 1.5};
    for (int k = 0; k < n; k++) {
        s->state.qd[s->chain.p[k]] = vec3_cross(omega, s->state.q[s->chain.p[k]]);
        s->state.qd[s->chain.u[k]] = vec3_cross(omega, s->state.q[s->chain.u[k]]);
        s->state.qd[s->chain.v[k]] = vec3_cross(omega, s->state.q[s->chain.v[k]]);
    }
    dyn_step_def step = dyn_step_def_default();
    step.max_newton = 30;
    step.tolerance = 1e-11;
    step.max_projections = 3;
    step.projection_tolerance = 1e-11;
    s->work = dyn_work_create(&s->model, &step);
    assert_non_null(s->work);
    assert_true(dyn_initial_acceleration(&s->model, &s->state, s->work, &(rt_command){0}) < 1e-6);
}

static void swing_step(swing *s) {
    dyn_step_info info = dyn_step(&s->model, &s->state, s->work, &(rt_command){0}, NULL, &s->events);
    assert_false(info.capped);
}

static void swing_free(swing *s) {
    dyn_work_destroy(s->work);
    dyn_state_free(&s->state);
    dyn_model_destroy(&s->model);
    tackle_chain_free(&s->chain);
}

// Largest distance between the same joint of both [m].
static double apart(const swing *a, const swing *b) {
    double most = 0;
    for (int k = 0; k <= a->chain.capacity; k++)
        most = fmax(most, vec3_norm(vec3_sub(a->state.q[a->chain.p[k]], b->state.q[b->chain.p[k]])));
    return most;
}

typedef struct outcome {
    double apart;   // of both runs [m]
    double angle;   // largest difference between a relative coordinate and the angle of the other chain [rad]
    double bend[2]; // largest angles about the first and the second axis of a joint [rad]
    double energy;  // change over the run [J]
    vec3 tip;       // of the first run, at its end
} outcome;

// The chain's second angle has the opposite sign and starts from the opposite direction.
static void compare_angles(const swing *a, const swing *b, bool coordinates, outcome *o) {
    for (int i = 0; i < 2 * (a->chain.capacity - 1); i++) {
        double bend = dyn_scalar_at(&a->chain.joint[i], a->state.q, 0).value;
        o->bend[i % 2] = fmax(o->bend[i % 2], fabs(bend));
        if (!coordinates) continue;
        double s = b->state.q[b->angle[i].node].x;
        o->angle = fmax(o->angle, fabs(i % 2 ? remainder(M_PI - s - bend, 2 * M_PI) : s - bend));
    }
}

static outcome compare(swing_def first, swing_def second) {
    static swing a, b;
    swing_make(&a, &first);
    swing_make(&b, &second);
    outcome o = {.energy = -dyn_energy(&a.model, &a.state)};
    for (int k = 0; k < (int)lround(SECONDS / first.h); k++) {
        swing_step(&a);
        swing_step(&b);
        o.apart = fmax(o.apart, apart(&a, &b));
        compare_angles(&a, &b, second.site == COORDINATES, &o);
    }
    o.energy += dyn_energy(&a.model, &a.state);
    o.tip = a.state.q[a.chain.p[0]];
    assert_int_equal(a.events | b.events, 0);
    print_message("%d links, h = %.1f ms, limit %g N m, mu %g: apart by %.1e m, %.1e rad; bent by %.2f and %.2f rad; "
                  "energy changed by %.4f J\n",
                  first.links, 1e3 * first.h, second.limit, second.mu, o.apart, o.angle, o.bend[0], o.bend[1],
                  o.energy);
    swing_free(&a);
    swing_free(&b);
    return o;
}

// Without friction the coordinates do not affect the motion, within the tolerance of the iteration (1e-11 m). The
// motion converges with order 2.
static void test_without_friction(void **state) {
    (void)state;
    for (int links = 10; links <= 30; links += 20) {
        vec3 tip[3];
        for (int i = 0; i < 3; i++) {
            double h = 2e-3 / (1 << i);
            outcome o = compare((swing_def){links, ANGLES, h, 0, 0}, (swing_def){links, COORDINATES, h, 0, 0});
            assert_true(o.apart < 1e-9);
            assert_true(o.angle < 1e-8);
            assert_true(fmin(o.bend[0], o.bend[1]) > 0.2);
            tip[i] = o.tip;
        }
        double order = log2(vec3_norm(vec3_sub(tip[0], tip[1])) / vec3_norm(vec3_sub(tip[1], tip[2])));
        print_message("%d links: order %.3f\n", links, order);
        CHECK_NEAR(order, 2, 0.1);
    }
}

// A constant limit: both converge to one motion, and their difference goes with h² or faster. 6 N m changes the
// frictionless motion by decimetres.
static void test_constant_friction(void **state) {
    (void)state;
    for (int links = 10; links <= 30; links += 20) {
        const double limit = 6;
        swing_def plain = {links, CHAIN, 1e-3, 0, 0};
        outcome effect = compare(plain, (swing_def){links, ANGLES, 1e-3, limit, 0});
        assert_true(effect.apart > 0.1);
        double last = 0;
        for (int i = 0; i < 3; i++) {
            double h = 2e-3 / (1 << i);
            outcome o = compare((swing_def){links, ANGLES, h, limit, 0}, (swing_def){links, COORDINATES, h, limit, 0});
            assert_true(o.apart < 1e-6 * (h / 2e-3) * (h / 2e-3));
            assert_true(o.angle < 20 * o.apart); // two links of 0.2 m, their ends apart both ways
            assert_true(o.energy < -3);          // dissipated by friction
            if (i > 0) assert_true(log2(last / o.apart) > 1.9);
            last = o.apart;
        }
    }
}

// The chain's own friction goes with its tension, and is to rounding that of friction elements along its angles with
// the same load. In mixed coordinates the tension is read a little differently: it is the multiplier of a link's
// length, to which a torque M about an angle phi of link k adds what its force on the link's axis d, M cos(phi)/|d|
// along the other link's width axis, has along d, M sin(2 phi)/(2 |d|), while the torque in the relative coordinate
// loads the cross vectors alone. M is at most mu r times the tension, and two of the angles around a link act on its
// d: the limits differ by no more than the share mu r sin(2 phi)/|d|, and the motions by that share of all that
// friction does.
static void test_friction_with_the_tension(void **state) {
    (void)state;
    const double mu = 0.2, h = 1e-3;
    for (int links = 10; links <= 30; links += 20) {
        swing_def own = {links, CHAIN, h, 0, mu};
        outcome same = compare(own, (swing_def){links, ANGLES, h, 0, mu});
        assert_true(same.apart < 1e-9);
        outcome effect = compare(own, (swing_def){links, CHAIN, h, 0, 0});
        assert_true(effect.apart > 0.01);
        outcome o = compare(own, (swing_def){links, COORDINATES, h, 0, mu});
        double share = mu * 0.5 / 4 * sin(2 * fmax(o.bend[0], o.bend[1])); // r = d/2, pitch 4 d
        assert_true(o.apart < share * effect.apart);
        assert_true(o.energy < -3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_friction),
        cmocka_unit_test(test_constant_friction),
        cmocka_unit_test(test_friction_with_the_tension),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
