// SPDX-License-Identifier: MIT
// Conditions of "housed" and "jammed".
#include "dynamics/snapshot/snapshot.h"
#include "rt/judge/outcome.h"
#include "tests/check.h"
#include <string.h>

#define DEGREE (3.14159265358979323846 / 180)

// A pipe along -y and up at 45 degrees, mouth at the origin, shank of 2.5 m.
static scenario inclined_pipe(void) {
    scenario sc = {0};
    sc.ship.pipe_axis[1] = -1, sc.ship.pipe_axis[2] = 1;
    sc.ship.face_normal[1] = 1;
    sc.ship.pipe_bore = 0.5;
    sc.anchor.shackle = 2.5;
    sc.end.pin_distance = 0.45, sc.end.speed = 1e-3, sc.end.hold = 2;
    sc.end.tension_min = 1e4, sc.end.tension_max = 1e6;
    return sc;
}

// At rest in the pipe, the crown pin `out` metres before the mouth.
static outcome_input at_rest(double out) {
    const double c = sqrt(0.5);
    return (outcome_input){.pin = {0, c * out, -c * out},
                           .shackle = {0, -c * (2.5 - out), c * (2.5 - out)},
                           .flukes = {0, 0, 1},
                           .across = {1, 0, 0},
                           .tension = 1e5,
                           .weight = 6e4,
                           .seat = {.head_n = {{[DYN_PART_PALM] = 2e4}, {[DYN_PART_FLUKE_TIP] = 2e4}}},
                           .held = true,
                           .regions = 4};
}

// Feeds the same frame from one time to another [s]. Returns the events.
static uint32_t feed(outcome *o, const scenario *sc, outcome_input in, double from, double to) {
    rt_events events = 0;
    for (int k = 0; k <= (int)((to - from) * 100 + 0.5); k++) {
        in.t = from + 0.01 * k;
        outcome_update(o, sc, &in, &events);
    }
    return events;
}

// The largest values keep the time and place at which they occurred, also where the first of two equal ones did.
static void largest_values_keep_time_and_place(void **state) {
    (void)state;
    scenario sc = inclined_pipe();
    outcome o = {0};
    outcome_input in = at_rest(0.9);
    const double force[] = {0, 10e3, 71.8e3, 71.8e3, 29e3}, tension[] = {90e3, 193e3, 100e3, 193e3, 50e3};
    rt_events events = 0;
    for (int k = 0; k < 5; k++) {
        in.t = k;
        in.tension = tension[k];
        in.impact_force = force[k];
        in.impact_at = vec3_make(k, 2 * k, 3 * k);
        in.impact_part = k, in.impact_face = k + 1;
        in.breaking_share = 1e-7 * tension[k], in.worst_link = 30 + k;
        in.bitter_end = force[k], in.soil = 2 * force[k], in.lining = 1e-3 * tension[k],
        in.brake_share = 1 - 1e-6 * tension[k];
        outcome_update(&o, &sc, &in, &events);
    }
    CHECK_NEAR(o.max_impact_n, 71.8e3, 0);
    CHECK_NEAR(o.max_impact_s, 2, 0);
    CHECK_NEAR(o.max_impact_at.x, 2, 0), CHECK_NEAR(o.max_impact_at.y, 4, 0), CHECK_NEAR(o.max_impact_at.z, 6, 0);
    assert_int_equal(o.max_impact_part, 2), assert_int_equal(o.max_impact_face, 3);
    CHECK_NEAR(o.peak_tension_n, 193e3, 0);
    CHECK_NEAR(o.peak_tension_s, 1, 0);
    CHECK_NEAR(o.peak_breaking_s, 1, 0);
    assert_int_equal(o.peak_link, 31);
    CHECK_NEAR(o.peak_soil_kg, 143.6e3, 0), CHECK_NEAR(o.peak_soil_s, 2, 0);
    CHECK_NEAR(o.peak_bitter_end_n, 71.8e3, 0), CHECK_NEAR(o.peak_bitter_end_s, 2, 0);
    CHECK_NEAR(o.peak_lining_c, 193, 0), CHECK_NEAR(o.peak_lining_s, 1, 0),
        CHECK_NEAR(o.least_brake_share, 0.807, 1e-12);
}

static void anchor_at_rest_in_the_pipe_is_housed(void **state) {
    (void)state;
    scenario sc = inclined_pipe();
    outcome o = {0};
    assert_false(feed(&o, &sc, at_rest(0.3), 0, 1.9) >> RT_EVENT_HOUSED & 1);
    assert_true(feed(&o, &sc, at_rest(0.3), 1.91, 2.5) >> RT_EVENT_HOUSED & 1);
    assert_true(o.housed);
    CHECK_NEAR(o.time_s, 2, 0.011);
    CHECK_NEAR(o.pin_distance, 0.3, 1e-12);
}

// A housed anchor that moves for a moment in its seat, as when the lever is eased, stays housed: one event. It is
// housed no more once it has moved for end.hold, or at once when it leaves the seat.
static void housed_anchor_may_stir(void **state) {
    (void)state;
    scenario sc = inclined_pipe();
    outcome o = {0};
    outcome_input stirs = at_rest(0.3), out = at_rest(0.6);
    stirs.anchor_speed = 0.1;
    feed(&o, &sc, at_rest(0.3), 0, 3);
    assert_false(feed(&o, &sc, stirs, 3.01, 4.9) >> RT_EVENT_HOUSED & 1);
    assert_true(o.housed);
    assert_false(feed(&o, &sc, at_rest(0.3), 4.91, 9) >> RT_EVENT_HOUSED & 1);
    assert_true(o.housed);
    feed(&o, &sc, stirs, 9.01, 11.1);
    assert_false(o.housed);
    assert_true(feed(&o, &sc, at_rest(0.3), 11.11, 14) >> RT_EVENT_HOUSED & 1);
    feed(&o, &sc, out, 14.01, 14.01);
    assert_false(o.housed);
}

// Each failed condition alone prevents "housed", and the explanation names it.
static void each_failed_condition_prevents_housed(void **state) {
    (void)state;
    const char *const told[] = {"anchor 0.15 m short of home",
                                "shank not in the pipe",
                                "bear 20.0 and 2.9 kN (least 3.0 each)",
                                "moving at",
                                "tension 9 kN (least 10)",
                                "tension 2000 kN (limit 1000)",
                                "beside the pocket",
                                "over-hauled by 0.01 m",
                                "flukes point into the hull",
                                "turned 15 (stowed 30 and 0, within 10)",
                                "folded 45 deg"};
    for (int k = 0; k < 11; k++) {
        scenario sc = inclined_pipe();
        outcome o = {0};
        outcome_input in = at_rest(k == 0 ? 0.6 : k == 7 ? -0.01 : 0.3);
        char why[400];
        if (k == 1) in.shackle.x = 0.3;
        if (k == 2) in.seat.head_n[SEAT_RIGHT][DYN_PART_FLUKE_TIP] = 2.9e3;
        if (k == 6) in.beside = 1;
        if (k == 3) in.anchor_speed = 2e-3;
        if (k == 4) in.tension = 9e3;
        if (k == 5) in.tension = 2e6;
        if (k == 8) in.flukes = vec3_make(0, -0.4, sqrt(0.84));
        if (k >= 9) sc.end.stowed.hinge = 30 * DEGREE, sc.end.stowed.tolerance = 10 * DEGREE, in.hinge = -30 * DEGREE;
        if (k == 9) in.across = vec3_make(cos(15 * DEGREE), 0, sin(15 * DEGREE));
        if (k == 10) in.hinge = 45 * DEGREE;
        feed(&o, &sc, in, 0, 10);
        outcome_explain(&o, &sc, why, sizeof why);
        assert_false(o.housed);
        if (!strstr(why, told[k])) fail_msg("'%s' does not say '%s'", why, told[k]);
    }
}

// The operator's line has the first reasons, whole, in 80 characters.
static void short_line_has_whole_reasons(void **state) {
    (void)state;
    scenario sc = inclined_pipe();
    outcome o = {0};
    outcome_input in = at_rest(1.6);
    char deck[DYN_SNAPSHOT_MESSAGE], report[400];
    in.shackle.x = 0.3, in.flukes = vec3_make(0, -1, 0), in.anchor_speed = 0.2, in.tension = 2e6;
    memset(&in.seat, 0, sizeof in.seat);
    feed(&o, &sc, in, 0, 3);
    outcome_explain(&o, &sc, deck, sizeof deck);
    outcome_explain(&o, &sc, report, sizeof report);
    assert_string_equal(deck, "not housed: anchor 1.15 m short of home; flukes point into the hull");
    assert_memory_equal(report, deck, strlen(deck));
    assert_non_null(
        strstr(report, "shank not in the pipe; flukes bear 0.0 and 0.0 kN (least 3.0 each); moving at 200 mm/s"));
}

static void jammed_needs_an_open_brake(void **state) {
    (void)state;
    scenario sc = inclined_pipe();
    char why[300];
    outcome_input in = at_rest(0.9);
    in.motor_share = 0.99;
    in.flukes = vec3_make(0, -1, 0);
    outcome o = {0};
    assert_true(feed(&o, &sc, in, 0, 3) >> RT_EVENT_JAMMED & 1);
    outcome_explain(&o, &sc, why, sizeof why);
    assert_non_null(strstr(why, "motor stalled"));
    assert_non_null(strstr(why, "flukes point into the hull"));
    in.brake = 0.4;
    o = (outcome){0};
    assert_false(feed(&o, &sc, in, 0, 3) >> RT_EVENT_JAMMED & 1);
    outcome_explain(&o, &sc, why, sizeof why);
    assert_non_null(strstr(why, "against the brake"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(largest_values_keep_time_and_place),
                                       cmocka_unit_test(anchor_at_rest_in_the_pipe_is_housed),
                                       cmocka_unit_test(each_failed_condition_prevents_housed),
                                       cmocka_unit_test(short_line_has_whole_reasons),
                                       cmocka_unit_test(housed_anchor_may_stir),
                                       cmocka_unit_test(jammed_needs_an_open_brake)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
