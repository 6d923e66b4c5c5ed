// SPDX-License-Identifier: MIT
// The windlass of a scenario: every kind of motor runs, its gauges have values, and conflicting keys are refused.
#include "dynamics/windlass/motor_curve.h"
#include "rt/deck/deck.h"
#include "rt/session/session.h"
#include "rt/sim/state.h"
#include "rt/world/world.h"
#include "tests/check.h"
#include <stdlib.h>
#include <string.h>

#define SCENARIO HAWSE_SOURCE_DIR "/config/scenarios/weigh.yaml"

static rt_diag diag;

// Loads the shipped scenario with the keys of `changes` replaced; `changes` is pairs of key and value, then NULL.
static rt_status load_scenario(scenario *sc, const char *const *changes) {
    scenario shipped;
    char text[65536];
    diag = (rt_diag){0};
    assert_int_equal(scenario_load(SCENARIO, false, &shipped, &diag), RT_OK);
    assert_true(strlen(shipped.resolved) < sizeof text);
    strcpy(text, shipped.resolved);
    for (; changes[0]; changes += 2) {
        char key[64];
        snprintf(key, sizeof key, "\n  %s: ", changes[0]); // not one of a block within a block
        char *at = strstr(text, key);
        assert_non_null(at);
        at += strlen(key);
        size_t old = strcspn(at, "\n");
        memmove(at + strlen(changes[1]), at + old, strlen(at + old) + 1);
        memcpy(at, changes[1], strlen(changes[1]));
    }
    rt_status status = scenario_load_text(text, SCENARIO, false, sc, &diag);
    scenario_free(&shipped);
    return status;
}

static void every_motor_kind_heaves(void **state) {
    (void)state;
    const char *word = TACKLE_MOTOR_WORDS;
    for (int k = 0; k < TACKLE_MOTOR_KINDS; k++, word += strcspn(word, "|") + 1) {
        scenario sc;
        static sim s;
        char kind[64];
        snprintf(kind, sizeof kind, "%.*s", (int)strcspn(word, "|"), word);
        const char *const changes[] = {"motor", kind, "swing", "0", NULL};
        if (load_scenario(&sc, changes) != RT_OK) fail_msg("%s", diag.text);
        if (sim_create(&s, &sc, &diag) != RT_OK) fail_msg("%s", diag.text);
        for (int n = 0; n < 4000; n++) { // eases the brake, then moves the lever, as an operator does
            rt_command c = {.brake = fmax(0, 1 - n / 500.0), .lever = fmin(1, 0.1 + n / 1000.0), .clutch = 1};
            assert_true(sim_frame(&s, &c, NULL));
        }
        dyn_gauges g = sim_gauges(&s);
        assert_true(g.speed_m_s > 0.14 && g.speed_m_s < 0.22);
        CHECK_NEAR(g.motor_rad_s, g.speed_m_s / deck_of(&s)->lifter.radius, 0.1); // on the dogs, while the chain jerks
        CHECK_NEAR(g.motor_load, g.motor_torque_nm / (178e3 * deck_of(&s)->lifter.radius), 1e-9);
        assert_true(g.motor_load > 0.2 && g.engaged && g.motor == TACKLE_MOTOR_SOUND && !g.motor_brake);
        double pressure = tackle_motor_defaults_of((tackle_motor_kind)k).pressure;
        CHECK_NEAR(g.motor_pa, g.motor_load * pressure, 1);
        assert_true(g.lining_c >= 20 && g.lining_c < 21 && g.wear_m >= 0 && g.wear_m < 1e-6);
        rt_command burst = {.lever = 1, .clutch = 1, .failures = 1u << RT_FAILURE_MOTOR};
        assert_true(sim_frame(&s, &burst, NULL));
        assert_true(s.events >> RT_EVENT_MOTOR_BURST & 1);
        g = sim_gauges(&s);
        assert_true(g.motor == TACKLE_MOTOR_BURST && !g.motor_brake);
        sim_destroy(&s);
        scenario_free(&sc);
    }
}

// Without keys of its own a windlass is similar to that of 50 mm: its inertias grow with the fifth power of the bar, to
// 243 times 200 and 800 kg m² at 150 mm, in its laws and on its turning masses.
static void inertias_follow_the_chain(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        scenario sc;
        static sim s;
        const char *const changes[] = {"bar_diameter", k ? "0.15" : "0.05", NULL};
        if (load_scenario(&sc, changes) != RT_OK) fail_msg("%s", diag.text);
        if (sim_create(&s, &sc, &diag) != RT_OK) fail_msg("%s", diag.text);
        const tackle_windlass *w = &deck_of(&s)->windlass;
        double times = k ? 243 : 1;
        CHECK_NEAR(w->def.lifter_inertia, 200 * times, 1e-9 * times);
        CHECK_NEAR(w->def.motor_inertia, 800 * times, 1e-9 * times);
        CHECK_NEAR(s.model.node_inertia[deck_of(&s)->lifter.node].y, 800 * times, 1e-9 * times);
        sim_destroy(&s);
        scenario_free(&sc);
    }
}

// The band slips and warms, the dogs refuse to disengage, jump out and engage again, and the motor bursts.
static rt_command rough_command(int n) {
    rt_command c = {.brake = n < 300 ? 0.02 : n < 900 ? 1 : 0.1, .clutch = n < 250 || n > 1100};
    c.lever = n < 200 || n > 1000 ? 0.4 : 0;
    c.failures = (n > 100 && n < 280 ? 1u << RT_FAILURE_CLUTCH : 0) | (n > 1300 ? 1u << RT_FAILURE_MOTOR : 0);
    return c;
}

static uint64_t run_rough(sim *s, rt_events *events) {
    for (int n = 0; n < 1500; n++) {
        const rt_command c = rough_command(n);
        assert_true(sim_frame(s, &c, NULL));
        *events |= s->events;
    }
    return sim_hash(s);
}

// The state holds all memory of the windlass: from a restored state the same commands give the same bits.
static void state_holds_all_windlass_memory(void **state) {
    (void)state;
    scenario sc;
    static sim s;
    if (load_scenario(&sc, (const char *const[]){NULL}) != RT_OK) fail_msg("%s", diag.text);
    if (sim_create(&s, &sc, &diag) != RT_OK) fail_msg("%s", diag.text);
    void *saved = malloc(sim_saved_size(&s));
    assert_non_null(saved);
    const rt_command heave = {.lever = 0.5, .clutch = 1};
    for (int n = 0; n < 500; n++) assert_true(sim_frame(&s, &heave, NULL));
    sim_save(&s, saved);
    rt_events first = 0, again = 0;
    uint64_t hash = run_rough(&s, &first);
    assert_true(first >> RT_EVENT_MOTOR_BURST & 1);
    const tackle_windlass_state *z = tackle_windlass_state_of(&deck_of(&s)->windlass, &s.model, &s.state);
    assert_true(z->band.lining > 0.1 && z->band.wear > 0);
    sim_restore(&s, saved);
    assert_int_equal(run_rough(&s, &again), hash);
    assert_int_equal(first, again);
    free(saved);
    sim_destroy(&s);
    scenario_free(&sc);
}

static void expect_refusal(const char *const *changes, const char *what) {
    scenario sc;
    rt_status status = load_scenario(&sc, changes);
    if (status == RT_OK) {
        static sim s;
        status = sim_create(&s, &sc, &diag);
        scenario_free(&sc);
    }
    assert_int_not_equal(status, RT_OK);
    if (!strstr(diag.text, what)) fail_msg("expected '%s', found '%s'", what, diag.text);
}

static void conflicting_keys_are_refused(void **state) {
    (void)state;
    expect_refusal((const char *const[]){"fade_end", "250", NULL},
                   "windlass.fade_end: expected more than windlass.fade_start, which is 250, found 250");
    expect_refusal((const char *const[]){"max_tension", "100e3", NULL},
                   "windlass.max_tension: expected no less than windlass.rated_tension, which is 119000, found 100000");
    expect_refusal((const char *const[]){"clash_speed", "0.01", NULL},
                   "windlass.clash_speed: expected no less than windlass.clutch_speed, which is 0.02, found 0.01");
    expect_refusal((const char *const[]){"length", "12", NULL}, "chain.length: expected at least ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_motor_kind_heaves),
        cmocka_unit_test(inertias_follow_the_chain),
        cmocka_unit_test(state_holds_all_windlass_memory),
        cmocka_unit_test(conflicting_keys_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
