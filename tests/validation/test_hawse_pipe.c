// SPDX-License-Identifier: MIT
// The efficiency of the shipped hawse pipe, over bolster and deck lip to the lifter: work that lifts anchor and chain
// over work of the tension at the lifter, in a steady heave by the lifter. Class counts on 0.70 (IACS UR A1, A3).
#include "rt/deck/deck.h"
#include "rt/sim/sim.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml"
// Lip radii of the shipped bow: config/models/README.md [m].
#define MOUTH_LIP 0.27
#define DECK_LIP 0.30

static const double G = 9.81;

static vec3 vector(const double x[3]) { return vec3_make(x[0], x[1], x[2]); }

// Heaves the shipped anchor, which hangs in the air, with these friction coefficients of chain on hull and in its
// joints. Over eight links, flat ones and ones on edge; less than 0: as shipped.
static double efficiency(double mu, double joints) {
    static rt_diag d;
    scenario sc;
    if (scenario_load(SCENARIO, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    if (mu >= 0) sc.contact.mu_static = sc.contact.mu_dynamic = mu;
    if (joints >= 0) sc.chain.joint_friction = joints;
    sim *s = malloc(sizeof *s);
    assert_non_null(s);
    if (sim_create(s, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    double per_metre = deck_of(s)->chain.link.mass / deck_of(s)->chain.link.pitch * G, way = 0, useful = 0, spent = 0;
    for (int k = 0; way < 8 * deck_of(s)->chain.link.pitch; k++) {
        assert_true(k < 20000);
        rt_command c = {.lever = fmin(1, k / 2000.0), .brake = fmax(0, 1 - k / 500.0), .clutch = 1};
        assert_true(sim_frame(s, &c, NULL));
        if (k < 4000) continue;
        dyn_gauges g = sim_gauges(s);
        double moved = s->state.qd[deck_of(s)->lifter.node].x * deck_of(s)->lifter.radius * s->model.h;
        double height = deck_of(s)->lifter.exit.z - s->state.q[deck_of(s)->anchor.shackle].z;
        assert_true(height > 8); // the anchor stays clear of the hull
        way += moved;
        useful += moved * (g.anchor_tension_n + per_metre * height);
        spent += moved * g.tension_n;
    }
    sim_destroy(s);
    free(s);
    scenario_free(&sc);
    printf("friction %.2f, of joints %.2f: efficiency %.4f\n", mu, joints, useful / spent);
    return useful / spent;
}

// Exponent per friction coefficient of a thick chain: theta R / r over each lip (tests/validation/test_capstan.c).
static double geometry(void) {
    static rt_diag d;
    scenario sc;
    if (scenario_load(SCENARIO, false, &sc, &d) != RT_OK) fail_msg("%s", d.text);
    vec3 axis = vec3_unit(vector(sc.ship.pipe_axis)), mouth = vector(sc.ship.mouth);
    vec3 lead = vec3_unit(vec3_sub(vector(sc.ship.lifter), vec3_madd(mouth, sc.ship.pipe_length, axis)));
    double over_mouth = acos(axis.z), over_deck = acos(vec3_dot(axis, lead));
    double half = 0.5 * (1.8 + 0.5) * sc.chain.bar_diameter; // links lie flat and stand on edge by turns
    scenario_free(&sc);
    print_message("turn %.1f + %.1f deg\n", over_mouth * 180 / M_PI, over_deck * 180 / M_PI);
    return over_mouth * MOUTH_LIP / (MOUTH_LIP + half) + over_deck * DECK_LIP / (DECK_LIP + half);
}

// Without friction all work lifts, except for the losses of the links' impacts on the lips.
static void frictionless_pipe_loses_nothing(void **state) {
    (void)state;
    double found = efficiency(0, 0);
    assert_true(found > 0.98 && found < 1);
}

// The losses at the lips alone follow the capstan's law, within test_capstan's limit of the exponent.
static void lip_friction_follows_the_capstan_law(void **state) {
    (void)state;
    double expected = 0.22 * geometry(), found = log(efficiency(0, 0) / efficiency(0.22, 0));
    print_message("exponent %.4f, expected %.4f\n", found, expected);
    CHECK_NEAR(found, expected, 0.1 * expected);
}

// The shipped pipe, with joint friction, has the class efficiency.
static void shipped_pipe_has_its_class_efficiency(void **state) {
    (void)state;
    CHECK_NEAR(efficiency(-1, -1), 0.70, 0.05 * 0.70);
}

// The table of README.md, and where between its rows the efficiency is 0.70: its logarithm is nearly linear in the
// friction.
static void table(void) {
    static const double mu[] = {0, 0.1, 0.2, 0.3, 0.4};
    double last[2] = {0}, found[2] = {0};
    for (int k = 0; k < 5; k++)
        for (int joined = 0; joined < 2; joined++) {
            double e = efficiency(mu[k], joined ? 0.2 : 0);
            if (k > 0 && last[joined] > 0.70 && e <= 0.70)
                found[joined] = mu[k - 1] + (mu[k] - mu[k - 1]) * log(last[joined] / 0.70) / log(last[joined] / e);
            last[joined] = e;
        }
    printf("0.70 at friction %.3f without friction of the joints, %.3f with 0.2\n", found[0], found[1]);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--table") == 0) {
        table();
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frictionless_pipe_loses_nothing),
        cmocka_unit_test(lip_friction_follows_the_capstan_law),
        cmocka_unit_test(shipped_pipe_has_its_class_efficiency),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
