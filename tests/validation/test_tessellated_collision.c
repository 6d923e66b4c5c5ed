// SPDX-License-Identifier: MIT
// Two balls of triangles glance off each other in free flight. Velocities and spins against the impact of two rigid
// spheres that slide throughout, with the law's restitution and Coulomb friction; and the conserved quantities.
#include "rt/mechanism/mechanism.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/validation/ledger.h"

static const double RESTITUTION = 0.6, MU = 0.1, RADIUS[2] = {0.2, 0.3}, MASS[2] = {50, 120};

typedef struct two {
    vec3 x[2], v[2], w[2];
} two;

static two read_balls(const sim *s) {
    two r;
    dyn_eval e = dyn_eval_at(&s->model, &s->state);
    for (int i = 0; i < 2; i++) {
        double weight[4];
        dyn_body_weights(&s->model, i, vec3_make(0, 0, 0), weight);
        r.x[i] = dyn_body_point(&e, i, weight), r.v[i] = dyn_body_velocity(&e, i, weight);
        r.w[i] = dyn_body_omega(&e, i);
    }
    return r;
}

static double inertia(int i) { return 0.4 * MASS[i] * RADIUS[i] * RADIUS[i]; }

static vec3 momentum(const two *t) { return vec3_add(vec3_scale(MASS[0], t->v[0]), vec3_scale(MASS[1], t->v[1])); }

static vec3 angular_momentum(const two *t) {
    vec3 sum = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        sum = vec3_madd(sum, MASS[i], vec3_cross(t->x[i], t->v[i]));
        sum = vec3_madd(sum, inertia(i), t->w[i]);
    }
    return sum;
}

// After the impact of rigid spheres: along the line of centres at touch J = (1 + e) m v, across it mu J against the
// sliding, which the small ball does to the end (checked).
static two after_impact(two t) {
    vec3 v = vec3_sub(t.v[0], t.v[1]), d = vec3_sub(t.x[0], t.x[1]);
    double reach = RADIUS[0] + RADIUS[1], a = vec3_norm2(v), b = vec3_dot(v, d), c = vec3_norm2(d) - reach * reach;
    double time = (-b - sqrt(b * b - a * c)) / a;
    vec3 n = vec3_unit(vec3_madd(d, time, v)), along = vec3_madd(v, -vec3_dot(v, n), n);
    double m = 1 / (1 / MASS[0] + 1 / MASS[1]), press = -(1 + RESTITUTION) * m * vec3_dot(v, n);
    // a ball's rim takes 7/2 of the impulse over its mass: the sliding lost must be less than there is
    assert_true(3.5 * MU * press / m < vec3_norm(along));
    vec3 impulse = vec3_madd(vec3_scale(press, n), -MU * press, vec3_unit(along));
    for (int i = 0; i < 2; i++) {
        double sign = i == 0 ? 1 : -1;
        vec3 arm = vec3_scale(-sign * RADIUS[i], n);
        t.v[i] = vec3_madd(t.v[i], sign / MASS[i], impulse);
        t.w[i] = vec3_madd(t.w[i], sign / inertia(i), vec3_cross(arm, impulse));
    }
    return t;
}

static void test_collision(void **state) {
    (void)state;
    const char *file = "config/scenarios/contact/tessellated_collision.yaml";
    ledger l = ledger_begin("collision of tessellated balls",
                            "Two balls of triangles glance off each other in free flight", file);
    static scenario sc;
    static sim s;
    rt_diag d = {0};
    char path[512], what[64];
    snprintf(path, sizeof path, "%s/%s", HAWSE_SOURCE_DIR, file);
    if (scenario_load(path, false, &sc, &d) != RT_OK || sim_create(&s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    two first = read_balls(&s), want = after_impact(first);
    long steps = lround(sc.end.duration / sc.solver.step);
    double energy = 0, deepest = 0;
    for (int i = 0; i < 2; i++) energy += 0.5 * MASS[i] * vec3_norm2(first.v[i]);
    for (long k = 0; k < steps; k++) {
        assert_true(sim_frame(&s, &(rt_command){0}, NULL));
        deepest = fmax(deepest, contact_shape_contact_sum(&mechanism_of(&s)->contact[0]).depth);
    }
    two got = read_balls(&s);
    assert_true(deepest > 5e-4);
    assert_int_equal(s.counters.event[RT_EVENT_CONTACT_FULL], 0);
    double speed = vec3_norm(vec3_sub(first.v[0], first.v[1]));
    for (int i = 0; i < 2; i++) {
        const char *who = i == 0 ? "small" : "large";
        const char *source = "impact of rigid spheres, sliding throughout";
        snprintf(what, sizeof what, "speed of the %s ball after", who);
        ledger_row(&l, what, "m/s", vec3_norm(want.v[i]), source, vec3_norm(got.v[i]), 0.005 * speed);
        snprintf(what, sizeof what, "velocity of the %s ball, difference", who);
        ledger_row(&l, what, "m/s", 0, source, vec3_norm(vec3_sub(got.v[i], want.v[i])), 0.01 * speed);
        snprintf(what, sizeof what, "spin of the %s ball after", who);
        ledger_row(&l, what, "rad/s", vec3_norm(want.w[i]), source, vec3_norm(got.w[i]), 0.02 * vec3_norm(want.w[i]));
    }
    vec3 p = vec3_sub(momentum(&got), momentum(&first)), h = vec3_sub(angular_momentum(&got), angular_momentum(&first));
    ledger_row(&l, "momentum that came from nowhere", "N s", 0, "conserved", vec3_norm(p), 1e-9 * MASS[0] * speed);
    ledger_row(&l, "angular momentum that came from nowhere", "N m s", 0, "conserved", vec3_norm(h),
               1e-6 * MASS[0] * speed * 0.3);
    ledger_end(&l);
    sim_destroy(&s);
    scenario_free(&sc);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_collision)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
